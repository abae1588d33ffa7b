"""The texts of events: exact parsing, exact writing, plain words."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.errors import IllegalEvent
from advisor.flashpoint.board import Board
from advisor.flashpoint.event_words import describe
from advisor.flashpoint.notation import ACTIONS, CHANCE, CLAUSES, TEMPLATES, Event, parse
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.rules import SPECIALISTS

SHARED = Path(__file__).parents[1].parent / "shared"

NUMBERS = st.integers(0, 99)
SQUARES = st.builds(lambda r, c: f"{r},{c}", NUMBERS, NUMBERS)
EDGES = st.builds(
    lambda r, c, down: f"{r},{c}-{r + down},{c + 1 - down}",
    st.integers(0, 98),
    st.integers(0, 98),
    st.integers(0, 1),
)
IDS = st.from_regex(r"[a-z][a-z0-9-]{0,15}", fullmatch=True)
MOVES = st.builds(
    "{} {}".format, st.sampled_from(["move", "carry", "carry+lead", "haul", "haul+lead", "lead"]), SQUARES
)
DOORS = st.builds("door {}".format, EDGES)
EVENTS = st.one_of(
    MOVES,
    DOORS,
    st.builds("{} {}".format, st.sampled_from(["extinguish", "identify"]), SQUARES),
    st.builds("chop {}".format, EDGES),
    st.builds(
        lambda vehicle, spot, riders: " ".join(["drive", vehicle, spot, *riders]),
        st.sampled_from(["ambulance", "engine"]),
        st.from_regex(r"[A-Za-zé0-9_-]{1,9}", fullmatch=True),
        st.lists(st.builds("{}@{}".format, IDS, SQUARES), max_size=6),
    ),
    st.sampled_from(["fire-deck-gun", "keep", "resuscitate", "dispose", "end"]),
    st.sampled_from(["reroll red", "reroll black", "reroll both", "reveal victim", "reveal false-alarm"]),
    st.builds("crew {}".format, st.sampled_from(list(SPECIALISTS))),
    st.builds("command {} {}".format, IDS, MOVES | DOORS),
    st.builds("{} {}".format, st.sampled_from(["deck-gun", "roll", "poi"]), SQUARES),
    st.builds(
        lambda dice, names: " ".join(["roll", dice, "hazmats", *names]),
        SQUARES,
        st.lists(SQUARES, min_size=1, max_size=6),
    ),
    st.builds("place {} {}".format, IDS, SQUARES),
)


@given(EVENTS)
def test_every_event_of_the_table_is_parsed_and_written_back_exactly(text: str) -> None:
    assert str(parse(text)) == text


@given(
    st.text(max_size=60) | EVENTS,
    st.integers(0, 60),
    st.sampled_from(["", " ", "0", "x", "-", ",", "\n", "é"]),
)
def test_garbled_texts_raise_one_line_or_are_events_that_write_back(text: str, at: int, extra: str) -> None:
    garbled = text[:at] + extra + text[at + 1 :]
    try:
        event = parse(garbled)
    except IllegalEvent as error:
        written, one_line = garbled, "\n" not in str(error)
    else:
        written, one_line = str(event), True
    assert (written, one_line) == (garbled, True)


def test_a_command_holds_the_event_that_it_makes_another_one_do() -> None:
    assert parse("command blue door 2,3-2,4") == Event(
        "command", who="blue", inner=Event("door", edge=((2, 3), (2, 4)))
    )


def test_a_drive_holds_its_riders_in_the_order_of_the_text() -> None:
    event = parse("drive engine east red@1,9 blue@2,9")
    assert (event.vehicle, event.spot) == ("engine", "east")
    assert event.riders == (("red", (1, 9)), ("blue", (2, 9)))


def test_the_hazmats_of_a_roll_may_name_a_square_twice() -> None:
    assert parse("roll 3,5 hazmats 3,6 2,2 3,6").hazmats == ((3, 6), (2, 2), (3, 6))


@pytest.mark.parametrize(
    ("text", "reason", "clause"),
    [
        ("move  2,4", "texts are exact, expected 'move 2,4'", ""),
        ("move 2,04", "texts are exact, expected 'move 2,4'", ""),
        ("Move 2,4", "texts are exact, expected 'move 2,4'", ""),
        (" end", "texts are exact, expected 'end'", ""),
        ("end\n", "texts are exact, expected 'end'", ""),
        ("move 2, 4", "texts are exact, expected 'move 2,4'", ""),
        ("chop 2,5-2,4", "texts are exact, expected 'chop 2,4-2,5'", ""),
        ("move 2,-1", "there is no such square, expected 'move ROW,COLUMN'", "FP-4.1"),
        ("poi 3,100", "dice never show this, expected 'poi RED,BLACK'", "FP-8.1"),
        ("move", "no event of the table, expected 'move ROW,COLUMN'", ""),
        ("move 2,4,5", "no event of the table, expected 'move ROW,COLUMN'", ""),
        ("end now", "no event of the table, expected 'end'", ""),
        ("door 2,3-3,4", "no event of the table, expected 'door ROW,COLUMN-ROW,COLUMN'", ""),
        ("extingish 2,4", "no event of the table, expected 'extinguish ROW,COLUMN'", ""),
        ("jump", "no event of the table, expected one like 'move ROW,COLUMN' or 'end'", ""),
        ("", "no event of the table, expected one like 'move ROW,COLUMN' or 'end'", ""),
        ("crew captn", "no event of the table, expected 'crew SPECIALIST'", ""),
        ("carry+haul 3,2", "one move never takes along a victim and a hazmat", "FP-4.5"),
        ("command blue extinguish 2,4", "only moves and doors can be commanded, not 'extinguish'", "FP-7.3"),
        ("move 2,4" + " " * 500, "no event of the table is longer than 400 characters", ""),
    ],
)
def test_what_is_no_event_is_refused_with_what_was_expected(text: str, reason: str, clause: str) -> None:
    with pytest.raises(IllegalEvent) as caught:
        parse(text)
    assert (caught.value.reason, caught.value.clause) == (reason, clause)


def test_each_kind_has_a_template_and_a_clause() -> None:
    assert set(TEMPLATES) == set(CLAUSES) == {*ACTIONS, *CHANCE, "place"}


def _position() -> Position:
    return Position(
        board=Board.shipped("base-1"), rules=("specialists", "vehicles"), variants=(), goal=7,
        fire=((2, 2),), smoke=((2, 4),), hot_spots=(), hot_spot_supply=0, threat_markers=36, hazmats=(),
        damage=((((2, 4), (2, 5)), 1),), doors=((((1, 3), (1, 4)), "open"),), poi=(Poi((5, 8), "unknown"),),
        unrevealed_victims=10, unrevealed_false_alarms=5, rescued=0, lost=0,
        ambulance="north", engine="north",
        firefighters=(Firefighter("red", (2, 3), "captain"), Firefighter("blue", (2, 4), "driver")),
        turn=Turn("red", "action", ap=3, free_ap=2),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("move 2,4", "Move to 2,4 (bathroom)"),
        ("move 2,2", "Move into the fire at 2,2 (living room)"),
        ("carry+lead 0,3", "Carry a victim and lead a treated one to 0,3 (outside)"),
        ("door 1,3-1,4", "Close the door 1,3-1,4"),
        ("door 2,5-2,6", "Open the door 2,5-2,6"),
        ("extinguish 2,2", "Turn the fire at 2,2 (living room) into smoke"),
        ("extinguish 2,4", "Clear the smoke at 2,4 (bathroom)"),
        ("chop 2,4-2,5", "Break through the wall 2,4-2,5"),
        ("chop 2,3-3,3", "Chop the wall 2,3-3,3"),
        ("drive ambulance east", "Drive the ambulance to east"),
        ("drive engine east red@5,9", "Drive the engine to east; along with it: red to 5,9"),
        ("fire-deck-gun", "Fire the deck gun"),
        ("reroll both", "Re-roll both dice"),
        ("crew cafs", "Change to the CAFS Firefighter"),
        ("identify 5,8", "Identify the POI at 5,8 (toilet)"),
        ("command blue move 2,3", "Command blue: Move to 2,3 (living room)"),
        ("end", "End the turn and save 3 AP"),
        ("reveal false-alarm", "The POI is a false alarm"),
        ("deck-gun 2,6", "The deck gun's dice show red 2, black 6"),
        ("roll 2,2 hazmats 2,4", "The fire advances at 2,2 (living room), hazmats explode first at 2,4"),
        ("poi 5,8", "The dice for a new POI show 5,8 (toilet)"),
        ("place blue 0,5", "blue, knocked down, is put on 0,5 (outside)"),
    ],
)
def test_events_are_described_in_plain_words(text: str, words: str) -> None:
    assert describe(text, _position()) == words


def test_what_is_no_event_is_not_described() -> None:
    with pytest.raises(IllegalEvent):
        describe("jump", _position())


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared")
def test_all_events_and_actions_of_recorded_games_write_back_and_can_be_described() -> None:
    texts = set()
    for path in sorted((SHARED / "conformance" / "games").glob("*.jsonl.gz"))[::4]:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                entry = json.loads(line)
                texts |= {text for text, _ in entry["legal"]} | ({entry["event"]} - {None})
    position = _position()
    for text in texts:
        assert str(parse(text)) == text
        assert describe(text, position)
    assert len(texts) > 500
