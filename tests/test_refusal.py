"""Why events are refused: the reason in words and the clause that forbids it."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from advisor.errors import IllegalEvent
from advisor.flashpoint import bridge
from advisor.flashpoint.board import Board
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.record import Record
from advisor.flashpoint.refusal import UNEXPLAINED, explain, places
from advisor.flashpoint.rules import RULES, SPECIALISTS

SHARED = Path(__file__).parents[1].parent / "shared"
CORPUS = SHARED / "conformance"
CASES = SHARED / "cases" / "rules"


def red(at: tuple[int, int] = (2, 3), specialist: str | None = "generalist") -> Firefighter:
    return Firefighter("red", at, specialist)


def blue(at: tuple[int, int] = (5, 2), specialist: str | None = "cafs") -> Firefighter:
    return Firefighter("blue", at, specialist)


def table(*firefighters: Firefighter, turn: dict[str, Any] | None = None, **changes: Any) -> Position:
    """Board side 1 with all rules; red, a Generalist, stands on 2,3 with 4 AP, blue on 5,2."""
    position = Position(
        board=Board.shipped("base-1"), rules=RULES, variants=(), goal=7, fire=(), smoke=(), hot_spots=(),
        hot_spot_supply=0, threat_markers=36, hazmats=(), damage=(), doors=(), poi=(), unrevealed_victims=8,
        unrevealed_false_alarms=5, rescued=0, lost=0, ambulance="north", engine="north",
        firefighters=firefighters or (red(), blue()), turn=Turn("red", "action", ap=4),
    )  # fmt: skip
    return replace(position, turn=replace(position.turn, **(turn or {})), **changes)


FAMILY: dict[str, Any] = {"rules": (), "ambulance": None, "engine": None}
VICTIM, TREATED, FACE_DOWN = Poi((2, 3), "victim"), Poi((2, 3), "treated"), Poi((5, 8), "unknown")
AT_ENGINE = (0, 7)
TWO_FREE: dict[str, Any] = {"ap": 0, "free_ap": 2}
SPENT: dict[str, Any] = {"cafs_command_ap": 1, "commanded": ("blue",), "acted": True}
BEGAN: dict[str, Any] = {"acted": True, "began_at_engine": True}


def phase(name: str, **keys: Any) -> dict[str, Any]:
    return {"phase": name, "ap": 0, **keys}


REFUSED = [
    # Moves.
    (table(), "move 3,2", "3,2 is not adjacent to 2,3, where red stands", "FP-4.1"),
    (table(), "move 2,3", "2,3 is not adjacent", "FP-4.1"),
    (table(red((2, 9))), "move 2,10", "the board has no square 2,10", "FP-4.1"),
    (table(), "move 2,4", "a wall stands between 2,3 and 2,4", "FP-1.3"),
    (table(damage=((((2, 3), (2, 4)), 1),)), "move 2,4", "a wall stands between", "FP-1.3"),
    (table(red((1, 3))), "move 1,4", "the door between 1,3 and 1,4 is closed", "FP-1.4"),
    (table(), "carry 1,3", "no untreated victim lies on 2,3 to carry", "FP-4.2"),
    (table(poi=(TREATED,)), "carry 1,3", "only a treated one", "FP-4.2"),
    (table(poi=(VICTIM,), fire=((1, 3),)), "carry 1,3", "cannot be taken into the fire at 1,3", "FP-4.2"),
    (table(), "haul 1,3", "no hazmat lies on 2,3 to haul", "FP-4.3"),
    (table(hazmats=((2, 3),), fire=((1, 3),)), "haul 1,3", "a hazmat cannot be taken into", "FP-4.3"),
    (table(poi=(VICTIM,)), "lead 1,3", "no treated victim lies on 2,3 to lead, only an untreated", "FP-4.4"),
    (table(poi=(TREATED,), fire=((1, 3),)), "lead 1,3", "a treated victim cannot be taken into", "FP-4.4"),
    (table(poi=(VICTIM,)), "carry+lead 1,3", "no treated victim lies on 2,3", "FP-4.4"),
    (table(hazmats=((2, 3),)), "haul+lead 1,3", "no treated victim lies on 2,3", "FP-4.4"),
    (table(), "carry+haul 1,3", "never takes along a victim and a hazmat", "FP-4.5"),
    # Doors, fire, walls.
    (table(), "door 2,2-2,3", "there is no door on 2,2-2,3", "FP-4.7"),
    (table(), "door 1,3-1,4", "the door is not on an edge of 2,3, where red stands", "FP-4.7"),
    (table(red((1, 3)), doors=((((1, 3), (1, 4)), "destroyed"),)), "door 1,3-1,4", "destroyed", "FP-4.7"),
    (table(), "extinguish 1,3", "there is neither fire nor smoke on 1,3", "FP-4.8"),
    (table(fire=((2, 4),)), "extinguish 2,4", "a wall stands between 2,3 and 2,4", "FP-4.8"),
    (table(smoke=((1, 2),)), "extinguish 1,2", "1,2 is not adjacent to 2,3", "FP-4.8"),
    (table(), "chop 2,2-2,3", "there is no wall on 2,2-2,3", "FP-4.9"),
    (table(), "chop 1,5-1,6", "the wall is not on an edge of 2,3", "FP-4.9"),
    (table(damage=((((2, 3), (2, 4)), 2),)), "chop 2,3-2,4", "is destroyed already", "FP-4.9"),
    (table(red((1, 3))), "chop 1,3-1,4", "a door cannot be chopped", "FP-1.4"),
    # AP.
    (table(turn={"ap": 1}), "chop 2,3-2,4", "it costs 2 AP, red has 1", "FP-2.2"),
    (table(turn={"ap": 0}), "move 1,3", "it costs 1 AP, red has 0", "FP-2.2"),
    (
        table(red(specialist="rescue"), smoke=((1, 3),), turn={"ap": 1, "free_ap": 3}),
        "extinguish 1,3", "its 3 free AP pay for moves only", "FP-3.3",
    ),
    (table(red(specialist="paramedic"), smoke=((1, 3),), turn={"ap": 1}), "extinguish 1,3", "2 AP", "FP-2.2"),
    # Fire at the end of the action phase.
    (table(red(), fire=((2, 3),)), "end", "nobody may stand in fire when the action phase ends", "FP-4.10"),
    (table(fire=((1, 3),), turn={"ap": 2}), "move 1,3", "red out of the fire at 1,3", "FP-4.10"),
    (table(fire=((2, 3),), turn={"ap": 1}), "door 1,3-1,4", "not on an edge", "FP-4.7"),
    (table(fire=((2, 3),), turn={"ap": 2}), "chop 2,3-2,4", "red out of the fire at 2,3", "FP-4.10"),
    # Vehicles.
    (table(), "drive ambulance north", "stands at north already", "FP-6.2"),
    (table(), "drive ambulance south", "south is not the next spot from north", "FP-6.2"),
    (table(), "drive ambulance moon", "no parking spot 'moon', only north, east, south and west", "FP-6.2"),
    (table(), "drive engine east red@5,9", "red is not at the engine, which stands at north", "FP-6.3"),
    (table(red(AT_ENGINE)), "drive engine east", "red drives the engine", "FP-6.3"),
    (table(red(AT_ENGINE)), "drive engine east red@0,5", "red lands on 5,9 or 6,9", "FP-6.3"),
    (table(), "drive ambulance east red@3,9", "red is not at the ambulance", "FP-6.4"),
    (table(), "drive ambulance east pink@3,9", "there is no firefighter 'pink'", "FP-6.4"),
    (table(red((0, 5))), "drive ambulance east red@3,9 red@4,9", "a firefighter is named twice", "FP-6.4"),
    (
        table(red((0, 5)), blue((0, 6))), "drive ambulance east blue@3,9 red@3,9",
        "riders are named in the order of the list: red and blue", "FP-6.4",
    ),
    (table(turn={"ap": 1}), "drive ambulance east", "it costs 2 AP, red has 1", "FP-2.2"),
    (table(), "fire-deck-gun", "red is not at the engine", "FP-6.8"),
    (table(red(AT_ENGINE), blue((2, 6))), "fire-deck-gun", "blue is in the quadrant of north", "FP-6.8"),
    (table(red(AT_ENGINE), turn={"ap": 3}), "fire-deck-gun", "it costs 4 AP, red has 3", "FP-2.2"),
    (table(red(AT_ENGINE), variants=("murphys-law",)), "fire-deck-gun", "murphys-law", "FP-11.3"),
    (table(red(AT_ENGINE), variants=("small-station",)), "crew captain", "small-station", "FP-11.2"),
    (table(), "crew captain", "red did not begin its turn at the engine", "FP-6.9"),
    (table(red(AT_ENGINE), turn=BEGAN), "crew captain", "only possible as the first action", "FP-6.9"),
    (
        table(red(AT_ENGINE), blue(), turn={"began_at_engine": True}), "crew cafs",
        "blue is the CAFS Firefighter already", "FP-6.9",
    ),
    (
        table(red(AT_ENGINE), turn={"began_at_engine": True, "ap": 3}), "crew cafs",
        "red would have -1 AP: 3 + (3 - 5) - 2", "FP-6.9",
    ),
    (
        table(red(AT_ENGINE), turn={"began_at_engine": True, "ap": 1}), "crew captain",
        "it costs 2 general AP, red has 1", "FP-6.9",
    ),
    # Specialists.
    (table(poi=(VICTIM,)), "resuscitate", "only the Paramedic may resuscitate, red is the Gener", "FP-7.1"),
    (table(red(specialist="paramedic")), "resuscitate", "no untreated victim lies on 2,3", "FP-7.1"),
    (table(), "command blue move 5,1", "only the Fire Captain may command", "FP-7.3"),
    (table(red(specialist="captain")), "command red move 1,3", "nobody commands itself", "FP-7.3"),
    (table(red(specialist="captain")), "command pink move 1,3", "no firefighter 'pink'", "FP-7.3"),
    (table(red(specialist="captain"), blue()), "command blue carry 5,1", "no untreated victim", "FP-4.2"),
    (
        table(red(specialist="captain"), blue(), turn=SPENT),
        "command blue move 5,1", "at most 1 AP a turn may go to the CAFS Firefighter", "FP-7.3",
    ),
    (
        table(red(specialist="captain"), blue(), poi=(Poi((5, 2), "victim"),)), "command blue carry 5,1",
        "this costs 2", "FP-7.3",
    ),
    (
        table(red(specialist="captain"), blue((5, 2), "driver"), turn={"ap": 0}), "command blue move 5,1",
        "it costs 1 AP, red has 0", "FP-2.2",
    ),
    (
        table(red(specialist="captain"), blue(specialist="driver"), fire=((5, 1),), turn=TWO_FREE),
        "command blue move 5,1", "blue out of the fire at 5,1", "FP-4.10",
    ),
    (table(poi=(FACE_DOWN,)), "identify 5,8", "only the Imaging Technician may identify", "FP-7.4"),
    (table(red(specialist="imaging")), "identify 5,8", "no face-down POI lies on 5,8", "FP-7.4"),
    (table(hazmats=((2, 3),)), "dispose", "only the Hazmat Technician may dispose", "FP-7.5"),
    (table(red(specialist="hazmat")), "dispose", "no hazmat lies on 2,3", "FP-7.5"),
    # Parts that are not in play.
    (table(red(specialist=None), **FAMILY), "drive ambulance east", "played without vehicles", "FP-11.1"),
    (table(red(specialist=None), **FAMILY), "haul 1,3", "played without hazmats", "FP-11.1"),
    (table(red(specialist=None), **FAMILY), "lead 1,3", "played without specialists", "FP-11.1"),
    (table(red(specialist=None), **FAMILY), "crew cafs", "without specialists and vehicles", "FP-11.1"),
    # What comes next.
    (table(), "roll 1,1", "the action phase of red is not over", "FP-2.1"),
    (table(), "poi 1,1", "the action phase of red is not over", "FP-2.1"),
    (table(), "reveal victim", "no POI is to be revealed now", "FP-4.6"),
    (table(), "deck-gun 1,1", "the deck gun has not been fired", "FP-6.8"),
    (table(), "keep", "there is no roll of the deck gun", "FP-7.6"),
    (table(turn=phase("advance_fire", flare_up=False)), "move 1,3", "the fire advances first", "FP-5.1"),
    (table(turn=phase("advance_fire", flare_up=True)), "end", "a flare-up is rolled first", "FP-5.7"),
    (table(turn=phase("advance_fire", flare_up=False)), "roll 7,1", "the red die shows 1 to 6", "FP-5.1"),
    (table(turn=phase("advance_fire", flare_up=False)), "roll 1,9", "the black die shows 1 to 8", "FP-5.1"),
    (
        table(hazmats=((4, 4),), turn=phase("advance_fire", flare_up=False)), "roll 1,1 hazmats 4,4",
        "no hazmat burns on 4,4 when its turn comes", "FP-5.6",
    ),
    (
        table(hazmats=((4, 4),), turn=phase("advance_fire", flare_up=False)), "roll 1,1 hazmats 4,5",
        "no hazmat lies on 4,5", "FP-5.6",
    ),
    (
        table(hazmats=((4, 4),), turn=phase("advance_fire", flare_up=False)), "roll 1,1 hazmats 4,4 4,4",
        "hazmats on 4,4: 1, but the square is named 2 times", "FP-5.6",
    ),
    (
        table(smoke=((4, 4),), hazmats=((1, 1), (4, 4)), turn=phase("advance_fire", flare_up=False)),
        "roll 4,4 hazmats 4,4 1,1", "no hazmat burns on 1,1 when its turn comes", "FP-5.6",
    ),
    (table(turn=phase("replenish")), "poi 0,1", "the red die shows 1 to 6, not 0", "FP-8.1"),
    (table(turn=phase("replenish")), "roll 1,1", "a new POI is placed first", "FP-8.1"),
    (
        table(poi=(FACE_DOWN,), turn={"phase": "reveal", "at": (5, 8), "cause": "identify"}), "end",
        "the POI at 5,8 is revealed first", "FP-7.4",
    ),
    (
        table(red((5, 8)), poi=(FACE_DOWN,), turn={"phase": "reveal", "at": (5, 8), "cause": "enter"}),
        "move 5,7", "the POI at 5,8 is revealed first", "FP-4.6",
    ),
    (
        table(
            poi=(FACE_DOWN,), unrevealed_false_alarms=0,
            turn={"phase": "reveal", "at": (5, 8), "cause": "identify"},
        ),
        "reveal false-alarm", "no false alarm is left", "FP-8.4",
    ),
    (
        table(red(AT_ENGINE), turn=phase("deck_gun_roll", dice=(None, None), rerolled=())), "end",
        "the deck gun's dice come next", "FP-6.8",
    ),
    (
        table(red(AT_ENGINE, "driver"), turn=phase("deck_gun_roll", dice=(None, 5), rerolled=("red",))),
        "deck-gun 2,6", "the black die is not re-rolled and lies at 5, not 6", "FP-7.6",
    ),
    (
        table(red(AT_ENGINE, "driver"), turn=phase("deck_gun_choice", dice=(2, 5), rerolled=("red",))),
        "reroll both", "the red die has been re-rolled, each die only once", "FP-7.6",
    ),
    (
        table(red(AT_ENGINE, "driver"), turn=phase("deck_gun_choice", dice=(2, 5), rerolled=())),
        "end", "the Driver first keeps or re-rolls the dice", "FP-7.6",
    ),
    # The end of the game.
    (
        table(rescued=7, unrevealed_victims=3, turn=phase("over", result="won", reason="rescued")), "end",
        "the game is over: won, 7 victims are rescued", "FP-9.1",
    ),
    (
        table(lost=4, unrevealed_victims=6, turn=phase("over", result="lost", reason="victims")), "roll 1,1",
        "the game is over: lost, 4 victims are lost", "FP-9.2",
    ),
    (
        table(lost=3, unrevealed_victims=6, turn=phase("over", result="lost", reason="unreachable")), "end",
        "the game is over: lost, the goal of 7 cannot be reached", "FP-9.4",
    ),
    # Corrections.
    (table(), "place pink 0,5", "there is no firefighter 'pink'", "FP-6.7"),
    (table(), "place red 0,5", "red was not knocked down by the event before", "FP-6.7"),
    # No events.
    (table(), "jump", "no event of the table", ""),
    (table(), "move 1,03", "texts are exact, expected 'move 1,3'", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("position", "text", "words", "clause"),
    [pytest.param(*case, id=f"{case[1]}, {case[3] or 'no event'}") for case in REFUSED],
)
def test_an_illegal_event_is_refused_with_its_reason_and_clause(
    position: Position, text: str, words: str, clause: str
) -> None:
    with pytest.raises(IllegalEvent) as caught:
        bridge.apply(position, text)
    assert words in caught.value.reason
    assert caught.value.clause == clause


def test_the_positions_of_these_examples_are_sound() -> None:
    assert {text: str(table_.problems()) for table_, text, _, _ in REFUSED if table_.problems()} == {}


def test_one_knocked_down_may_be_put_on_the_squares_of_all_nearest_spots_fp_5_9() -> None:
    position = table(red(specialist=None), **FAMILY)
    assert places(position, (2, 5)) == ((0, 5), (0, 6))
    reason, clause = explain(position, "place red 7,3", {"red": (2, 5)})
    assert (reason, clause) == (
        "red may be put on 0,5 or 0,6, the squares of the nearest ambulance spots", "FP-5.9"
    )  # fmt: skip


def test_with_vehicles_one_knocked_down_goes_to_the_ambulance_fp_6_7() -> None:
    assert places(table(ambulance="east"), (2, 1)) == ((3, 9), (4, 9))
    reason, clause = explain(table(), "place red 3,9", {"red": (2, 5)})
    assert (reason, clause) == ("red may be put on 0,5 or 0,6, the squares of the ambulance", "FP-6.7")


def test_nobody_is_put_elsewhere_who_was_not_knocked_down_fp_5_9() -> None:
    position = table(red(specialist=None), **FAMILY)
    assert explain(position, "place red 0,5", {}) == (
        "red was not knocked down by the event before",
        "FP-5.9",
    )
    assert explain(position, "place red 0,5")[0].startswith("a correction follows in a record on the event")


def _cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        refused = case["expect"].get("refused")
        if refused and refused["event"]:
            clauses = refused.get("clause", [])
            yield pytest.param(
                case["record"],
                refused["event"],
                [clauses] if isinstance(clauses, str) else clauses,
                id=path.stem,
            )
    index = CORPUS / "refused" / "index.json"
    for name, entry in json.loads(index.read_text(encoding="utf-8")).items() if index.is_file() else ():
        if name.startswith("event-"):
            record = json.loads((CORPUS / "refused" / name).read_text(encoding="utf-8"))
            yield pytest.param(
                record, entry["event"], [entry["clause"]] if "clause" in entry else [], id=name
            )


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared")
@pytest.mark.parametrize(("record", "number", "clauses"), list(_cases()))
def test_the_refusals_of_the_cases_and_the_corpus_name_one_of_their_clauses(
    record: dict[str, Any], number: int, clauses: list[str]
) -> None:
    replay = Record.from_json(record).replay()
    with pytest.raises(IllegalEvent) as caught:
        list(replay)
    error = caught.value
    assert (error.number, error.text) == (number, record["events"][number - 1])
    assert error.reason != UNEXPLAINED
    assert not clauses or any(
        re.search(rf"(?<![\w.-]){re.escape(clause)}(?!\w|[.,-]\d)", error.clause) for clause in clauses
    )


def _texts(position: Position, rng: random.Random) -> Iterator[str]:
    """Well-formed events near where somebody stands or something lies."""
    centres = [one.at for one in position.firefighters] + [poi.at for poi in position.poi]
    near = {(r + dr, c + dc) for r, c in centres for dr, dc in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))}
    squares = [f"{r},{c}" for r, c in sorted(near) if r >= 0 and c >= 0]
    edges = [f"{r},{c}-{r},{c + 1}" for r, c in sorted(near) if r >= 0 and c >= 0]
    edges += [f"{r},{c}-{r + 1},{c}" for r, c in sorted(near) if r >= 0 and c >= 0]
    ids = [one.id for one in position.firefighters]
    moves = [
        f"{kind} {at}"
        for kind in ("move", "carry", "carry+lead", "haul", "haul+lead", "lead")
        for at in squares
    ]
    doors = [f"door {at}" for at in edges]
    yield from moves + doors + [f"chop {at}" for at in edges]
    yield from (f"{kind} {at}" for kind in ("extinguish", "identify") for at in squares)
    commands = [f"command {who} {what}" for who in ids for what in moves + doors]
    yield from rng.sample(commands, min(len(commands), 150))
    yield from (
        "fire-deck-gun",
        "resuscitate",
        "dispose",
        "end",
        "keep",
        "reroll red",
        "reroll black",
        "reroll both",
    )
    yield from (f"crew {specialist}" for specialist in SPECIALISTS)
    board = position.board
    for vehicle, spots in (("ambulance", board.ambulance_spots), ("engine", board.engine_spots)):
        for spot in spots:
            yield f"drive {vehicle} {spot.id}"
            for count in (1, 2, 3):
                riders = [f"{rng.choice(ids)}@{r},{c}" for r, c in rng.choices(spot.squares, k=count)]
                yield f"drive {vehicle} {spot.id} {' '.join(riders)}"
    yield from ("reveal victim", "reveal false-alarm", "roll 1,1", "poi 1,1", "deck-gun 1,1", "place red 0,1")
    named = [f"{r},{c}" for r, c in position.hazmats] + squares[:2]
    yield f"roll 1,1 hazmats {' '.join(rng.choices(named, k=rng.randint(1, 3)))}"


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared")
def test_every_illegal_action_of_recorded_positions_has_a_reason() -> None:
    rng = random.Random(20240)
    asked, refusals = 0, {}
    for path in rng.sample(sorted((CORPUS / "games").glob("*.jsonl.gz")), 16):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            position = Position.from_json(json.loads(rng.choice(list(lines)))["position"], check=False)
        possible = {text for text, _ in (*bridge.legal(position), *bridge.chance(position))}
        for text in _texts(position, rng):
            if text in possible:
                continue
            try:
                bridge.apply(position, text)  # an order of hazmats other than the default may well be legal
            except IllegalEvent as error:
                refusals[text] = error
                asked += 1
    assert {
        text for text, error in refusals.items() if error.reason == UNEXPLAINED or not error.clause
    } == set()
    assert asked > 3000
