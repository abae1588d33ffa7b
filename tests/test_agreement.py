"""A sample of the proof that core and reference agree; all of it: `python tests/agreement.py`."""

from __future__ import annotations

from dataclasses import replace

import pytest

import agreement
import lockstep
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.position import Firefighter, Position, Turn
from advisor.flashpoint.record import Record
from advisor.flashpoint.rules import PHASES, RULES
from advisor.flashpoint.setup import SetUp, make
from reference import Reference

ALWAYS_SEEN = {
    "move", "carry", "haul", "lead", "door", "extinguish", "chop", "drive ambulance, 1 ride",
    "drive engine, 1 ride", "fire-deck-gun", "deck-gun", "keep", "reroll red", "reroll black", "identify",
    "command move", "command carry", "command door", "end", "roll", "roll, flare-up", "roll hazmats", "poi",
    "reveal victim (enter)", "reveal victim (identify)", "reveal victim (fire)",
    "reveal false-alarm (enter)", "reveal false-alarm (identify)", "reveal false-alarm (fire)",
    "place, phase action", "place, phase reveal", "place, phase replenish",
}  # fmt: skip


def test_core_and_reference_agree_on_every_ply_of_a_sample_of_games() -> None:
    tally = agreement.Tally()
    for result in agreement.play(4000, seed=59):
        if isinstance(result, lockstep.DifferenceError):
            pytest.fail(f"{result}\n{result.record}")
        tally.add(result)
    assert tally.plies == 4000
    assert set(tally.kinds) >= ALWAYS_SEEN
    assert set(PHASES) == set(tally.phases)
    assert set(RULES) <= {rule for rules in tally.rules for rule in rules.split(" ")}
    assert {f"over: {reason}" for reason in ("rescued", "victims", "collapse", "unreachable")} <= set(
        tally.other
    )


def test_the_same_seed_plays_the_same_games() -> None:
    first, second = (agreement.batch(5, 0, 150) for _ in range(2))
    assert isinstance(first, agreement.Tally)
    assert first == second


def test_a_difference_is_found_with_a_record_that_leads_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Reference.to_json

    def wrong(self: Reference) -> dict[str, object]:
        obj = right(self)
        return obj | {"lost": 9} if obj["turn"]["phase"] == "advance_fire" else obj

    monkeypatch.setattr(Reference, "to_json", wrong)
    game = lockstep.Lockstep(make(SetUp(Board.shipped("base-1"), seed=1)).position)
    with pytest.raises(lockstep.DifferenceError, match="/lost: core 0, reference 9") as raised:
        game.attempt("end")
    assert Record.from_json(raised.value.record).final().turn.phase == "advance_fire"


def crowded(board: Board) -> Position:
    """Return a position in which all six stand where both vehicles are, on the Captain's turn."""
    position = make(SetUp(board, "recruit", firefighters=6, seed=2, specialists=("captain",))).position
    spot = board.ambulance_spots[0]
    return replace(
        position,
        ambulance=spot.id,
        engine=board.engine_spots[0].id,
        firefighters=tuple(replace(one, at=spot.squares[0]) for one in position.firefighters),
        turn=replace(position.turn, ap=8),
    )


def test_six_riders_at_both_vehicles_have_all_their_ways_to_land_fp_6_3_fp_6_4() -> None:
    base = Board.shipped("base-1")
    engines = tuple(
        replace(spot, squares=base.ambulance_spots[0].squares) if i == 0 else spot
        for i, spot in enumerate(base.engine_spots)
    )
    game = lockstep.Lockstep(crowded(replace(base, engine_spots=engines, is_shipped=False)))
    drives = [text for text, _ in game.legal if text.startswith("drive ")]
    assert len(drives) == 2 * 3**6 + 2 * 2 * 3**5


def test_a_board_may_have_as_many_parking_spots_as_its_ring_allows_fp_6_1() -> None:
    board = Board.shipped("hospital")
    ring = [(r, c) for r in range(14) for c in range(7) if r in (0, 13) or c in (0, 6)]
    pairs = [
        [f"{a[0]},{a[1]}", f"{b[0]},{b[1]}"]
        for a in ring
        for b in ring
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    ]
    assert len(pairs) == 76
    document = board.to_json() | {
        "rows": 12,
        "columns": 5,
        "walls": [],
        "doors": [],
        "ambulance_spots": [{"id": f"a{i}", "squares": pair} for i, pair in enumerate(pairs)],
        "engine_spots": [
            {"id": f"e{i}", "squares": pair, "quadrant": {"rows": [1, 12], "columns": [1, 5]}}
            for i, pair in enumerate(pairs)
        ],
        "arrows": ["S S S S S"] * 11 + ["N N N N N"],
        "first_explosion": ["1,1"] * 5,
        "family": {"fire": [], "poi": []},
    }
    for key in ("rooms", "room_names"):
        document.pop(key, None)
    position = Position(
        Board.from_json(document), ("vehicles",), (), 1, (), (), (), 0, 36, (), (), (), (), 1, 0, 0, 0,
        "a75", "e75", (Firefighter("red", (0, 0)),), Turn("red", "action", ap=4),
    )  # fmt: skip
    assert position.problems() == ()
    assert "drive ambulance a0" in [text for text, _ in Replay(position).legal()]
