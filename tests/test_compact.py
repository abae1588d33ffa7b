"""The position string: exact round trips, and no wrong letter that goes unnoticed."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.errors import AdvisorError, FormatError
from advisor.flashpoint import compact
from advisor.flashpoint.board import Board, EngineSpot, Spot
from advisor.flashpoint.compact import PREFIX, decode, encode
from advisor.flashpoint.compact_codes import ALPHABET, from_letters, rank, to_letters, unrank
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.rules import PHASES, RULES, SPECIALISTS, VARIANTS

SHARED = Path(__file__).parents[1].parent / "shared"
CORPUS = SHARED / "conformance"

BASE = Board.shipped("base-1")
ODD = replace(
    BASE, id="Mein Haus", name="Δωμάτιο \U0001f525 \ud800", is_shipped=False,
    ambulance_spots=(Spot("übergang", ((0, 5), (0, 6))), *BASE.ambulance_spots[1:]),
    engine_spots=(EngineSpot("n", ((0, 7), (0, 8)), (1, 3), (5, 8)), *BASE.engine_spots[1:]),
)  # fmt: skip
BOARDS = (BASE, Board.shipped("base-2"), Board.shipped("hut"), replace(BASE, is_shipped=False), ODD)

FAMILY = Position(
    board=BASE, rules=(), variants=(), goal=7, fire=((2, 2), (2, 3), (3, 2)), smoke=((4, 4),), hot_spots=(),
    hot_spot_supply=0, threat_markers=36, hazmats=(), damage=((((2, 3), (2, 4)), 1), (((2, 3), (3, 3)), 2)),
    doors=((((1, 3), (1, 4)), "open"),), poi=(Poi((2, 4), "victim"), Poi((5, 8), "unknown")),
    unrevealed_victims=8, unrevealed_false_alarms=5, rescued=1, lost=0, ambulance=None, engine=None,
    firefighters=(Firefighter("red", (0, 5)), Firefighter("blue", (7, 3), None, 2)),
    turn=Turn("red", "action", ap=3, acted=True),
)  # fmt: skip
HEROIC = replace(
    FAMILY, rules=RULES, hot_spots=((1, 1), (2, 2), (3, 3)), hot_spot_supply=12,
    hazmats=((4, 6), (4, 6), (6, 1)), ambulance="north", engine="south", variants=("small-station",),
    firefighters=tuple(
        Firefighter(name, at, job)
        for name, at, job in zip(
            ("red", "blue", "green", "white"), ((0, 5), (0, 6), (3, 4), (7, 1)), SPECIALISTS, strict=False
        )
    ),
    turn=Turn("blue", "action", ap=4, free_ap=2, acted=True, commanded=("red", "white"), cafs_command_ap=1),
)  # fmt: skip


def _squares(
    board: Board, draw: st.DrawFn, most: int, *, repeats: bool = False
) -> tuple[tuple[int, int], ...]:
    square = st.tuples(st.integers(0, board.rows + 1), st.integers(0, board.columns + 1))
    anywhere = st.tuples(st.integers(0, 99), st.integers(0, 99))
    faulty = draw(st.integers(0, 9)) == 0
    found = draw(st.lists(anywhere if faulty else square, max_size=most, unique=not (repeats or faulty)))
    return tuple(sorted(found))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions in normal form, most of which contradict the rules somewhere."""
    board = draw(st.sampled_from(BOARDS))
    number = st.integers(0, 9) | st.integers(-(10**9), 10**9)
    square = st.tuples(st.integers(0, board.rows + 1), st.integers(0, board.columns + 1))
    ids = draw(
        st.lists(
            st.sampled_from(["red", "blue", "green"])
            | st.from_regex(r"[a-z][a-z0-9-]{0,15}", fullmatch=True),
            max_size=6,
        )
    )
    names = st.sampled_from(ids) | st.text(max_size=9) if ids else st.text(max_size=9)
    edges = st.sampled_from((*board.walls, *board.doors, ((97, 3), (98, 3)), ((0, 0), (0, 1))))
    phase = draw(st.sampled_from(PHASES))
    more: dict[str, Any] = {}
    if phase == "reveal":
        more = {
            "at": draw(square),
            "cause": draw(st.sampled_from(["enter", "identify", "replenish", "fire"])),
        }
    elif phase.startswith("deck_gun"):
        dice = draw(st.tuples(st.none() | number, st.none() | number))
        more = {
            "dice": dice,
            "rerolled": tuple(draw(st.lists(st.sampled_from(["red", "black"]), max_size=3))),
        }
    elif phase == "advance_fire":
        more = {"flare_up": draw(st.booleans())}
    elif phase == "over":
        more = {"result": draw(st.sampled_from(["won", "lost"])), "reason": "collapse"}
    specialist = st.none() | st.sampled_from(list(SPECIALISTS))
    spots = st.none() | st.sampled_from([spot.id for spot in board.ambulance_spots]) | st.text(max_size=5)
    kinds = st.sampled_from(["unknown", "victim", "treated"])
    return Position(
        board=board,
        rules=tuple(rule for rule in RULES if draw(st.booleans())),
        variants=tuple(draw(st.lists(st.sampled_from(VARIANTS), max_size=4))),
        goal=draw(number),
        fire=_squares(board, draw, 20),
        smoke=_squares(board, draw, 20),
        hot_spots=_squares(board, draw, 6),
        hot_spot_supply=draw(number),
        threat_markers=draw(st.just(36) | number),
        hazmats=_squares(board, draw, 8, repeats=True),
        damage=tuple(sorted(draw(st.dictionaries(edges, st.integers(1, 2) | number, max_size=9)).items())),
        doors=tuple(
            sorted(draw(st.dictionaries(edges, st.sampled_from(["open", "destroyed"]), max_size=4)).items())
        ),
        poi=tuple(draw(st.lists(st.builds(Poi, square, kinds), max_size=5))),
        unrevealed_victims=draw(number),
        unrevealed_false_alarms=draw(number),
        rescued=draw(number),
        lost=draw(number),
        ambulance=draw(spots),
        engine=draw(spots),
        firefighters=tuple(Firefighter(name, draw(square), draw(specialist), draw(number)) for name in ids),
        turn=Turn(
            draw(names),
            phase,
            ap=draw(number),
            free_ap=draw(number),
            acted=draw(st.booleans()),
            began_at_engine=draw(st.booleans()),
            commanded=tuple(draw(st.lists(names, max_size=3))),
            cafs_command_ap=draw(number),
            **more,
        ),
    )


@given(positions())
@settings(max_examples=150, deadline=None)
def test_any_position_comes_back_exactly(position: Position) -> None:
    text = encode(position)
    back = decode(text)
    assert back == position
    assert back.board.is_shipped == position.board.is_shipped
    assert text.startswith(PREFIX)
    assert set(text[len(PREFIX) :]) <= set(ALPHABET)


def test_usual_positions_are_short() -> None:
    assert len(encode(FAMILY)) < 70
    assert len(encode(HEROIC)) < 100
    assert len(encode(replace(HEROIC, board=replace(BASE, is_shipped=False)))) < 400


def test_a_board_given_whole_stays_whole_and_a_shipped_one_is_named() -> None:
    inline = replace(FAMILY, board=replace(BASE, is_shipped=False))
    assert decode(encode(inline)).to_json()["board"] == BASE.to_json()
    assert decode(encode(FAMILY)).to_json()["board"] == "base-1"


@pytest.mark.parametrize("position", [FAMILY, HEROIC], ids=["family", "heroic"])
def test_no_other_letter_at_any_place_goes_unnoticed(position: Position) -> None:
    text = encode(position)
    for at in range(len(text)):
        for letter in (*ALPHABET[::3], "-", "é", "\n", ""):  # "" leaves the letter out
            other = text[:at] + letter + text[at + 1 :]
            if other != text:
                with pytest.raises(FormatError):
                    decode(other)


@pytest.mark.parametrize("position", [FAMILY, HEROIC], ids=["family", "heroic"])
def test_no_two_swapped_or_doubled_letters_go_unnoticed(position: Position) -> None:
    text = encode(position)
    for at in range(len(text)):
        doubled = text[:at] + text[at] + text[at:]
        with pytest.raises(FormatError):
            decode(doubled)
        for to in range(at + 1, len(text)):
            if text[at] != text[to]:
                with pytest.raises(FormatError):
                    decode(text[:at] + text[to] + text[at + 1 : to] + text[at] + text[to + 1 :])


def _signed(number: int) -> str:
    """A string with check letters that fit, whatever the number means."""
    text = PREFIX + to_letters(number)
    return text + compact._check(text)


@given(st.integers(0, 2**400) | st.integers(0, 2**30))
@settings(max_examples=300, deadline=None)
def test_a_forged_string_is_refused_or_is_exactly_what_its_position_is_written_as(number: int) -> None:
    text = _signed(number)
    try:
        position = decode(text)
    except FormatError as error:
        written, message = text, str(error)
    else:
        written, message = encode(position), ""
    assert written == text
    assert "\n" not in message


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_forged_change_of_a_whole_string_is_refused_or_written_the_same_again(data: st.DataObject) -> None:
    number = from_letters(encode(data.draw(st.sampled_from([FAMILY, HEROIC])))[len(PREFIX) : -6])
    text = _signed(number ^ (1 << data.draw(st.integers(0, number.bit_length() + 8))))
    try:
        written = encode(decode(text))
    except AdvisorError:
        written = text
    assert written == text


@given(st.text() | st.text(st.sampled_from(ALPHABET)).map(PREFIX.__add__))
def test_junk_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        decode(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no position string, expected one that begins with 'fp1.'"),
        ("move 2,4", "no position string, expected one that begins with 'fp1.'"),
        ("fp2.abcdefghij", "begins with 'fp2.', a version unknown here"),
        ("fp1.", "the check letters at the end do not fit"),
        ("fp1.abc def", "' ' at character 8, expected only letters A-Z, a-z and digits"),
        ("fp1.abcdefghijklm", "the check letters at the end do not fit"),
        ("fp1." + "z" * 10**6, "1000004 characters, expected a position string of at most 8000"),
    ],
)
def test_a_refusal_says_what_was_expected(text: str, words: str) -> None:
    with pytest.raises(FormatError, match="expected") as caught:
        decode(text)
    assert words in str(caught.value)


def test_another_edition_of_a_board_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = encode(FAMILY)
    changed = replace(BASE, doors=BASE.doors[1:])
    monkeypatch.setattr(Board, "shipped", classmethod(lambda _, __: changed))
    with pytest.raises(FormatError, match="another edition of the board 'base-1'"):
        decode(text)


def test_the_name_of_a_room_is_no_other_edition_of_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    text = encode(FAMILY)
    changed = replace(BASE, room_names=())
    monkeypatch.setattr(Board, "shipped", classmethod(lambda _, __: changed))
    assert decode(text).fire == FAMILY.fire


@pytest.mark.parametrize(
    "position",
    [
        replace(FAMILY, rules=("arrows", "vehicles")),
        replace(FAMILY, doors=((((1, 3), (1, 4)), "closed"),)),
        replace(FAMILY, fire=((100, 100),)),
        replace(FAMILY, goal=2**600),
        replace(FAMILY, turn=replace(FAMILY.turn, firefighter="x" * 9000)),
        replace(FAMILY, turn=replace(FAMILY.turn, phase="dinner")),
        replace(FAMILY, poi=(Poi((1, 1), "cat"),)),
    ],
)
def test_what_no_reader_of_positions_returns_is_written_exactly_or_refused(position: Position) -> None:
    try:
        back = decode(encode(position))
    except FormatError:
        back = position
    assert back == position


def test_a_choice_of_numbers_and_its_rank_are_the_same() -> None:
    ranks = [rank(unrank(number, 3)) for number in range(56)]
    assert ranks == list(range(56))  # 56 choices of 3 out of 8


def _json_positions() -> Iterator[dict[str, Any]]:
    rng = random.Random(11)
    for path in sorted((CORPUS / "games").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in rng.choices(list(lines), k=4):
                yield json.loads(line)["position"]
    for path in sorted((CORPUS / "refused").glob("*.json")) + sorted((CORPUS / "accepted").glob("*.json")):
        try:
            obj = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue
        yield obj.get("position", obj) if isinstance(obj, dict) else {}


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared")
def test_recorded_positions_come_back_exactly_the_refused_ones_included() -> None:
    lengths, read = [], 0
    for obj in _json_positions():
        try:
            position = Position.from_json(obj, check=False)
        except AdvisorError:
            continue
        text = encode(position)
        assert decode(text).to_json() == position.to_json()
        read += 1
        if position.board.is_shipped and not position.problems():
            lengths.append(len(text))
    assert read > 400
    assert max(lengths) < 120
