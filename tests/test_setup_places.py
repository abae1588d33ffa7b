"""The first turn of a set-up, and where firefighters and vehicles stand (FP-10.3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from advisor.flashpoint.board import Board
from advisor.flashpoint.rules import SPECIALISTS
from advisor.flashpoint.setup import SetUp, make
from advisor.flashpoint.setup_places import starting_squares, ways_in

BASE_1, BASE_2 = Board.shipped("base-1"), Board.shipped("base-2")
COTTAGE = Board.shipped("cottage")


@pytest.mark.parametrize("specialist", SPECIALISTS.values(), ids=lambda one: str(one.id))
def test_the_first_firefighter_begins_with_its_ap_fp_3_1(specialist: Any) -> None:
    turn = make(SetUp(BASE_1, "recruit", specialists=[specialist.id])).position.turn
    assert (turn.firefighter, turn.phase, turn.acted) == ("red", "action", False)
    assert (turn.ap, turn.free_ap) == (specialist.base, specialist.free)
    plain = make(SetUp(BASE_1)).position.turn
    assert (plain.ap, plain.free_ap, plain.began_at_engine) == (4, 0, False)


def test_a_turn_began_at_the_engine_only_with_vehicles_and_there_fp_6_9() -> None:
    (spot,) = [spot for spot in BASE_1.engine_spots if spot.id == "north"]
    for rules, square, began in (
        (["vehicles"], spot.squares[1], True),
        (["vehicles"], (7, 9), False),
        ([], spot.squares[1], False),
    ):
        engine = "north" if rules else None
        position = make(SetUp(BASE_1, rules=rules, engine=engine, squares=[square])).position
        assert position.turn.began_at_engine is began


def test_squares_and_spots_that_were_chosen_are_used_fp_10_3() -> None:
    setup = SetUp(
        BASE_1,
        "recruit",
        ids=["a", "b-2", "c"],
        squares=["0,0", None, (7, 9)],
        ambulance="west",
        engine="south",
    )
    position = make(setup).position
    assert [one.id for one in position.firefighters] == ["a", "b-2", "c"]
    assert (position.firefighters[0].at, position.firefighters[2].at) == ((0, 0), (7, 9))
    assert position.firefighters[1].at in ways_in(position)
    assert (position.ambulance, position.engine) == ("west", "south")


def test_without_a_choice_everybody_starts_at_a_way_in_and_they_are_spread() -> None:
    for board in (BASE_1, BASE_2, COTTAGE):
        position = make(SetUp(board, firefighters=6)).position
        ways = ways_in(position)
        taken = Counter(one.at for one in position.firefighters)
        assert set(taken) <= set(ways)
        assert max(taken.values()) - min(taken[way] for way in ways) <= 1
    assert ways_in(make(SetUp(BASE_1)).position) == ((0, 6), (3, 0), (4, 9), (7, 3))


def test_a_driver_starts_at_the_engine_and_a_paramedic_at_the_ambulance() -> None:
    for seed in range(20):
        setup = SetUp(BASE_1, "recruit", specialists=["driver", "paramedic", "rescue"], seed=seed)
        position = make(setup).position
        engine = BASE_1.engine_spot(str(position.engine))
        ambulance = BASE_1.ambulance_spot(str(position.ambulance))
        assert engine is not None
        assert ambulance is not None
        driver, paramedic, rescue = (one.at for one in position.firefighters)
        assert driver in engine.squares
        assert paramedic in ambulance.squares
        assert rescue in ways_in(position)
        assert position.turn.began_at_engine
        burning = {
            spot.id: sum(
                spot.rows[0] <= row <= spot.rows[1] and spot.columns[0] <= column <= spot.columns[1]
                for row, column in position.fire
            )
            for spot in BASE_1.engine_spots
        }
        assert burning[engine.id] == max(burning.values())


def test_without_a_deck_gun_the_driver_starts_like_everybody_fp_11_3() -> None:
    setup = SetUp(BASE_1, "recruit", specialists=["driver"], variants=["murphys-law"], firefighters=1)
    position = make(setup).position
    assert position.firefighters[0].at in ways_in(position)
    assert starting_squares(position, [None]) == (position.firefighters[0].at,)
