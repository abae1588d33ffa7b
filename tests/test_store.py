"""Games that are kept: what was written is read back, nobody sees another's, and nothing is lost."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from advisor.errors import AdvisorError, FormatError, UsageError
from advisor.store import FOLDER, MOST_BYTES, Store, StoreError, data_folder

RECORD = {"format": "a-game/record@1", "events": ["end"]}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "deep" / "games.sqlite")


def test_a_game_is_read_back_by_another_process_later(store: Store) -> None:
    number = store.new("ann", "a-game", name="Tuesday", record=RECORD, extra={"step": 2})
    kept = Store(store.path).load("ann", number)
    assert (kept.name, kept.game, kept.record, kept.extra) == ("Tuesday", "a-game", RECORD, {"step": 2})


def test_saving_without_extra_keeps_what_was_there(store: Store) -> None:
    number = store.new("ann", "a-game", name="x", record=RECORD, extra={"step": 2})
    store.save("ann", number, record={"events": []})
    assert store.load("ann", number).extra == {"step": 2}


def test_the_game_that_was_changed_last_is_listed_first_without_its_record(store: Store) -> None:
    numbers = [store.new("ann", "a-game", name=name, record=RECORD) for name in "abc"]
    assert [kept.id for kept in store.games("ann")] == numbers[::-1]
    assert store.games("ann")[0].record is None


def test_nobody_sees_changes_or_deletes_the_games_of_others(store: Store) -> None:
    number = store.new("ann", "a-game", name="hers", record=RECORD)
    assert store.games("bob") == ()
    for call in (
        lambda: store.load("bob", number),
        lambda: store.save("bob", number, record={}),
        lambda: store.rename("bob", number, "mine"),
        lambda: store.delete("bob", number),
    ):
        with pytest.raises(UsageError, match="expected the id of a game that is kept"):
            call()
    assert store.load("ann", number).name == "hers"


def test_a_game_is_renamed_and_deleted(store: Store) -> None:
    number = store.new("ann", "a-game", name="x", record=RECORD)
    store.rename("ann", number, "  Friday \n night ")
    assert store.load("ann", number).name == "Friday night"
    store.delete("ann", number)
    assert store.games("ann") == ()


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_a_name_has_1_to_80_characters(store: Store, name: str) -> None:
    with pytest.raises(UsageError, match="expected 1 to 80"):
        store.new("ann", "a-game", name=name, record=RECORD)


def test_a_record_of_more_than_a_megabyte_is_refused_and_the_old_one_stays(store: Store) -> None:
    number = store.new("ann", "a-game", name="x", record=RECORD)
    with pytest.raises(FormatError, match=f"expected at most {MOST_BYTES}"):
        store.save("ann", number, record={"events": ["x" * MOST_BYTES]})
    assert store.load("ann", number).record == RECORD


def test_a_file_that_is_no_database_is_one_line_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("my diary" * 100)
    with pytest.raises(StoreError, match=r"games\.sqlite: file is not a database, expected"):
        Store(path).games("ann")
    assert path.read_text() == "my diary" * 100


def test_a_file_of_a_newer_program_is_refused_and_stays_as_it_is(store: Store) -> None:
    number = store.new("ann", "a-game", name="x", record=RECORD)
    with sqlite3.connect(store.path) as base:
        base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(StoreError, match="made by a newer program"):
        store.load("ann", number)


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as caught:
        Store(tmp_path / "file" / "games.sqlite").games("ann")
    assert "\n" not in str(caught.value)


def test_a_record_that_somebody_broke_by_hand_is_named(store: Store) -> None:
    number = store.new("ann", "a-game", name="x", record=RECORD)
    with sqlite3.connect(store.path) as base:
        base.execute("UPDATE games SET record = '{'")
    base.close()
    with pytest.raises(StoreError, match=f"game {number}"):
        store.load("ann", number)


def test_threads_write_at_the_same_time_and_nothing_is_lost(store: Store) -> None:
    failed: list[AdvisorError] = []

    def play(owner: str) -> None:
        try:
            number = store.new(owner, "a-game", name=owner, record=RECORD)
            for turn in range(10):
                store.save(owner, number, record={"events": ["end"] * turn})
        except AdvisorError as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=(f"owner-{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    for n in range(6):
        (kept,) = store.games(f"owner-{n}")
        assert store.load(f"owner-{n}", kept.id).record == {"events": ["end"] * 9}


def test_the_environment_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert data_folder() == tmp_path
    assert Store().path == tmp_path / "games.sqlite"
