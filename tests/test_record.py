"""Records: reading, refusing, the way back, the replay; and loading from any source."""

from __future__ import annotations

import gzip
import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.errors import FormatError, IllegalEvent, PositionError
from advisor.files import dump_json, dump_line, read_json, write_text
from advisor.flashpoint.load import load, load_position, load_record
from advisor.flashpoint.position import Position
from advisor.flashpoint.record import Record
from json_samples import SHARED, changed, family, needs_shared, without

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def record(*events: str) -> dict[str, Any]:
    return {
        "format": "flash-point/record@1",
        "title": "Eine Übung",
        "players": {"red": "Zoë"},
        "position": family(),
        "events": list(events),
    }


def test_a_record_is_written_to_the_last_byte() -> None:
    obj = {**record("move 0,7", "end"), "x-tool": {"a": [1, None, 0.5]}, "x-": "kept"}
    assert dump_json(Record.from_json(obj).to_json()) == dump_json(obj)


def test_players_are_put_in_the_order_of_the_firefighters_and_extra_keys_last() -> None:
    obj = {"x-b": 1, **record(), "players": {"blue": "", "red": "Zoë"}, "x-a": 2}
    written = Record.from_json(obj).to_json()
    assert list(written["players"]) == ["red", "blue"]
    assert list(written) == ["format", "title", "players", "position", "events", "x-b", "x-a"]


@given(
    st.dictionaries(st.sampled_from(["red", "blue"]), texts),
    st.dictionaries(texts.map("x-{}".format), st.lists(texts | st.integers(0, 9) | st.none(), max_size=3)),
    st.lists(texts, max_size=4),
    texts,
)
@settings(max_examples=50, deadline=None)
def test_a_record_keeps_what_it_was_given(
    players: dict[str, str], extra: dict[str, Any], events: list[str], title: str
) -> None:
    obj = {**record(*events), "players": players, "title": title, **extra}
    assert Record.from_json(obj).to_json() == obj


@pytest.mark.parametrize(
    ("pointer", "value", "message"),
    [
        ("/format", "flash-point/record@0", '/format: "flash-point/record@0", expected flash-point/record@1'),
        ("/title", None, "/title: null, expected a text"),
        ("/note", 1, "/note: unknown key"),
        ("/X-note", 1, "/X-note: unknown key"),
        ("/players", [], "/players: [], expected an object"),
        ("/players/red", 3, "/players/red: 3, expected a text"),
        ("/players/pink", "", '/players/pink: "pink", expected the id of a firefighter: red, blue'),
        ("/events", "end", '/events: "end", expected a list'),
        ("/events/1", 3, "/events/1: 3, expected a text"),
        ("/position", None, "/position: null, expected an object"),
        ("/position/x-note", 1, "/position/x-note: unknown key"),
        ("/position/board", "moon", '/position/board: no board "moon", expected one of base-1, '),
    ],
)
def test_a_faulty_record_is_refused_naming_the_field(pointer: str, value: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        Record.from_json(changed(record("move 0,7", "end"), pointer, value))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("key", record())
def test_a_missing_key_of_a_record_is_named(key: str) -> None:
    with pytest.raises(FormatError, match=f"^/{key}: missing key$"):
        Record.from_json(without(record(), key))


@pytest.mark.parametrize("value", [None, 3, "record", []])
def test_a_record_must_be_an_object(value: Any) -> None:
    with pytest.raises(FormatError, match=r"expected an object$"):
        Record.from_json(value)


def test_an_unsound_start_is_refused_within_the_record_fp_9_1() -> None:
    obj = changed(record(), "/position/goal", 11)
    with pytest.raises(PositionError, match=r"^/position/goal: 11, expected 1 to 10 \(FP-9.1\)$"):
        Record.from_json(obj)
    assert Record.from_json(obj, check=False).position.goal == 11


def test_a_replay_begins_with_the_start_and_yields_every_event() -> None:
    made = Record.from_json(record("move 0,7", "end", "roll 6,3"))
    steps = list(made.replay())
    assert [(n, event) for n, event, _ in steps] == [(0, None), (1, "move 0,7"), (2, "end"), (3, "roll 6,3")]
    assert steps[0][2] == made.position
    assert steps[3][2] == made.final()
    assert (6, 3) in made.final().smoke
    assert Record.from_json(record()).final() == made.position


def test_a_replay_stops_at_the_first_illegal_event_and_keeps_what_was_before() -> None:
    steps = Record.from_json(record("move 0,7", "jump", "end")).replay()
    assert [next(steps)[0], next(steps)[0]] == [0, 1]
    with pytest.raises(IllegalEvent) as caught:
        next(steps)
    assert caught.value.number == 2
    assert str(caught.value).startswith("event 2: 'jump': ")


def test_one_knocked_down_is_put_elsewhere_right_after_and_once_only_fp_5_9() -> None:
    start = changed(changed(record(), "/position/firefighters/1/at", "3,3"), "/position/smoke", ["3,3"])
    events = ["end", "roll 3,3", "place blue 4,0"]
    made = Record.from_json({**start, "events": events})
    *_, before, after = (position.firefighter("blue").at for _, _, position in made.replay())
    assert (before, after) == ((3, 0), (4, 0))
    for last in ("place blue 3,0", "place red 4,0"):
        with pytest.raises(IllegalEvent, match=f"^event 4: '{last}': "):
            Record.from_json({**start, "events": [*events, last]}).final()


@needs_shared
@pytest.mark.shared
@pytest.mark.parametrize("kind", ["set-up", "rich", "hidden", "under", "script"])
def test_the_games_of_the_corpus_are_replayed_line_by_line(kind: str) -> None:
    paths = sorted((SHARED / "conformance" / "games").glob(f"{kind}-*.jsonl.gz"))
    assert paths
    for path in paths[:: 1 if kind == "script" else 4]:
        game = Record.from_json(read_json(path.with_name(path.name.replace(".jsonl.gz", ".json"))))
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for (number, event, position), line in zip(game.replay(), lines, strict=True):
                expected = json.loads(line)
                assert (number, event) == (expected["n"], expected["event"])
                assert dump_line(position.to_json()) == dump_line(expected["position"]), (
                    f"{path.name} {number}"
                )


@needs_shared
@pytest.mark.shared
def test_the_games_with_an_illegal_event_are_refused_there() -> None:
    folder = SHARED / "conformance" / "refused"
    for name, entry in read_json(folder / "index.json").items():
        if "event" in entry:
            with pytest.raises(IllegalEvent) as caught:
                load_record(folder / name).final()
            assert caught.value.number == entry["event"], name
            assert caught.value.clause == entry.get("clause", ""), name


def test_loading_recognises_what_a_file_holds(tmp_path: Path) -> None:
    one, two = tmp_path / "position.json", tmp_path / "record.json"
    write_text(one, dump_json(family()))
    write_text(two, dump_json(record("move 0,7")))
    assert load(one) == load_position(str(one)) == Position.from_json(family())
    assert load(two) == load_record(two) == Record.from_json(record("move 0,7"))
    assert load_position(two).firefighter("red").at == (0, 7)


def test_loading_reads_a_dash_and_a_position_string(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    position = Position.from_json(family())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(dump_json(family()).encode())))
    assert load("-") == position
    assert load(position.to_string()) == position
    write_text(tmp_path / "copied.txt", f"{position}\n")
    assert load(tmp_path / "copied.txt") == position


def test_an_unsound_position_string_is_refused_too_fp_9_1() -> None:
    unsound = Position.from_json(changed(family(), "/goal", 10), check=False)
    unsound = replace(unsound, lost=1, unrevealed_victims=7)
    text = unsound.to_string()
    assert load(text, check=False) == unsound
    with pytest.raises(PositionError, match=r"^/goal: no more than 8 victims .* \(FP-9.4\)$"):
        load(text)
    with pytest.raises(PositionError, match=r"FP-9\.4"):
        Position.from_string(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", ": [], expected an object: a position or a record"),
        ("{}", ": /format: missing key, expected flash-point/position@1 or flash-point/record@1"),
        ('{"format": 3}', ": /format: 3, expected flash-point/position@1 or flash-point/record@1"),
        ("nonsense", ": no JSON at line 1, column 1: expecting value"),
    ],
)
def test_loading_refuses_anything_else_naming_the_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "file.json"
    write_text(path, text)
    with pytest.raises(FormatError) as caught:
        load(path)
    assert str(caught.value) == f"{path}{message}"


def test_every_error_of_a_file_begins_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    write_text(path, dump_json(record("jump")))
    with pytest.raises(IllegalEvent) as caught:
        load_position(path)
    assert str(caught.value).startswith(f"{path}: event 1: 'jump': ")
    write_text(path, dump_json(changed(record(), "/position/goal", 0)))
    with pytest.raises(PositionError) as refused:
        load(path)
    assert str(refused.value) == f"{path}: /position/goal: 0, expected 1 to 10 (FP-9.1)"
    write_text(path, dump_json(family()))
    with pytest.raises(
        FormatError, match=r'/format: "flash-point/position@1", expected flash-point/record@1$'
    ):
        load_record(path)
    with pytest.raises(FormatError, match=r"nothing\.json: no such file$"):
        load(tmp_path / "nothing.json")
