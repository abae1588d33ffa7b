"""Section 10, the set-up, clause by clause."""

from __future__ import annotations

import pytest

from advisor.errors import UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.setup import SetUp, make
from clause_positions import (
    board,
    clauses_against,
    show,
)

BASE = Board.shipped("base-2")
EMPTY = Board.from_json(board())
RULES = ("specialists", "hazmats", "vehicles", "hot_spots", "arrows")


@pytest.mark.parametrize("level", ["family", "recruit"])
def test_all_doors_are_closed_and_the_pool_is_10_and_5_fp_10_1(level: str) -> None:
    # None is open: those that an explosion of the set-up hit are destroyed, all others closed.
    position = make(SetUp(BASE, level, firefighters=2, seed=3)).position
    assert set(dict(position.doors).values()) <= {"destroyed"}
    if level == "family":
        assert position.doors == ()
    assert (position.unrevealed_victims, position.unrevealed_false_alarms) == (10, 5)
    assert {poi.kind for poi in position.poi} == {"unknown"}


@pytest.mark.parametrize("board_id", ["base-1", "base-2"])
def test_family_fire_and_poi_lie_on_the_squares_of_the_board_file_fp_10_2(board_id: str) -> None:
    shipped = Board.shipped(board_id)
    position = make(SetUp(shipped, "family", firefighters=1)).position
    assert position.fire == tuple(sorted(shipped.family_fire))
    assert [poi.at for poi in position.poi] == sorted(shipped.family_poi)
    assert (position.hazmats, position.hot_spots, position.rules) == ((), (), ())


def test_the_random_family_set_up_leaves_damage_and_hot_spots_off_and_breaks_doors_fp_10_2() -> None:
    made = Board.from_json(board(doors=["1,1-2,1", "1,1-1,2"], walls=["5,5-5,6", "4,5-5,5"]))
    # 1st: column 1 of the table, 1,1. 2nd: 5,5. 3rd: column 4 (9 - 5), row 3. POI: 6,1 6,2 6,3.
    dice = [1, 5, 5, 3, 6, 1, 6, 2, 6, 3]
    position = make(SetUp(made, "random-family", firefighters=1), dice).position
    shown = show(position)
    assert shown["fire"] == ["1,1", "2,4", "3,3", "3,4", "3,5", "4,4", "5,4", "5,5", "6,5"]
    assert shown["doors"] == {"1,1-1,2": "destroyed", "1,1-2,1": "destroyed"}
    assert (shown["damage"], shown["hot_spots"]) == ({}, [])
    assert shown["poi"] == ["6,1 unknown", "6,2 unknown", "6,3 unknown"]


def test_firefighters_and_vehicles_start_outside_where_the_players_like_fp_10_3() -> None:
    setup = SetUp(BASE, "recruit", firefighters=2, squares=["0,0", "7,4"], ambulance="west", engine="east")
    position = make(setup).position
    assert [one.at for one in position.firefighters] == [(0, 0), (7, 4)]
    assert (position.ambulance, position.engine) == ("west", "east")
    for inside in ("3,3", "1,1", "6,8"):
        with pytest.raises(UsageError):
            SetUp(BASE, "recruit", firefighters=1, squares=[inside])
    with pytest.raises(UsageError):
        SetUp(BASE, "recruit", firefighters=1, ambulance="middle")


def test_explosions_put_fire_and_hot_spot_and_resolve_with_damage_and_shockwaves_fp_10_4() -> None:
    made = Board.from_json(board(walls=["3,6-3,7"]))
    # 1st: 1,4. 2nd: 2,4 burns, again: 3,4 (up: a shockwave through 2,4 and 1,4 to the outer wall).
    # 3rd: black 4 turned over to 5: row 3 burns, again: row 4. Hazmats, POI and nothing more (two play).
    dice = [4, 2, 4, 3, 4, 3, 4, 6, 8, 6, 8, 6, 7, 6, 1, 6, 2, 6, 3]
    setup = SetUp(made, "recruit", firefighters=2, seed=1)
    position = make(setup, dice).position
    shown = show(position)
    assert shown["hot_spots"] == ["1,4", "3,4", "4,5"]
    # Around 1,4: wall up; 1,5, 2,4, 1,3. Around 3,4: wave up, 3,5, 4,4, 3,3.
    # Around 4,5: up 3,5 burns, wave to 2,5; 4,6; 5,5; left 4,4 burns, wave to 4,3.
    assert shown["fire"] == sorted(
        ["1,4", "1,3", "1,5", "2,4", "3,4", "3,3", "3,5", "4,4", "4,5", "2,5", "4,6", "5,5", "4,3"]
    )
    assert shown["damage"] == {"0,4-1,4": 2}
    assert shown["hazmats"] == ["6,7", "6,8", "6,8"]
    assert shown["hot_spot_supply"] == 6


def test_fire_blown_outside_is_removed_after_the_last_explosion_fp_10_4() -> None:
    made = Board.from_json(board(gaps=["0,4-1,4"]))
    dice = [4, 5, 1, 5, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 3, 5]
    position = make(SetUp(made, "recruit", firefighters=1, seed=1), dice).position
    assert all(made.is_inside(square) for square in position.fire)
    assert (1, 4) in position.fire


@pytest.mark.parametrize(
    ("level", "explosions", "hazmats", "more", "supply"),
    [("recruit", 3, 3, 0, 6), ("veteran", 3, 4, 3, 6), ("heroic", 4, 5, 3, 12)],
)
@pytest.mark.parametrize(("crew", "crowd"), [(2, 0), (3, 2), (4, 3), (6, 3)])
def test_levels_and_crews_have_their_numbers_fp_10_4_fp_10_5_fp_10_6_fp_10_7(
    level: str, explosions: int, hazmats: int, more: int, supply: int, crew: int, crowd: int
) -> None:
    position = make(SetUp(BASE, level, firefighters=crew, seed=11 * crew)).position
    assert len(position.hazmats) == hazmats
    assert len(position.hot_spots) == explosions + more + crowd
    assert position.hot_spot_supply == supply
    fire = set(position.fire)
    assert len(position.poi) == len({poi.at for poi in position.poi}) == 3
    assert not fire & {poi.at for poi in position.poi}
    assert not fire & set(position.hazmats)
    assert position.problems() == ()


def test_hazmats_may_share_a_square_and_poi_may_not_fp_10_5_fp_10_6() -> None:
    # Explosions on 1,1, 6,1 and (column 8) 3,8; three hazmats on 4,4; POI 4,4, once more 4,4, 4,5, 4,6.
    dice = [1, 6, 1, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 4, 6]
    position = make(SetUp(EMPTY, "recruit", firefighters=1), dice).position
    assert show(position)["hazmats"] == ["4,4", "4,4", "4,4"]
    assert show(position)["poi"] == ["4,4 unknown", "4,5 unknown", "4,6 unknown"]


def test_there_are_24_hot_spots_in_all_fp_10_7() -> None:
    squares = [f"{row},{column}" for row in (1, 2, 3) for column in range(1, 9)]
    assert clauses_against(rules=["hot_spots"], hot_spots=squares, hot_spot_supply=0) == set()
    assert clauses_against(rules=["hot_spots"], hot_spots=squares[:12], hot_spot_supply=12) == set()
    assert clauses_against(rules=["hot_spots"], hot_spots=squares[:13], hot_spot_supply=12) == {"FP-10.7"}


def test_specialists_are_chosen_or_drawn_all_different_fp_10_8() -> None:
    setup = SetUp(BASE, "heroic", firefighters=6, specialists=["rescue", None, "cafs"], seed=2)
    crew = [one.specialist for one in make(setup).position.firefighters]
    assert (crew[0], crew[2], len(set(crew))) == ("rescue", "cafs", 6)
    with pytest.raises(UsageError):
        SetUp(BASE, "heroic", firefighters=2, specialists=["rescue", "rescue"])
    twice = {"red": "0,0 hazmat", "blue": "0,1 hazmat"}
    assert clauses_against(rules=["specialists"], firefighters=twice) == {"FP-10.8"}


def test_the_fourth_explosion_of_a_heroic_game_is_rolled_as_the_second_fp_10_4() -> None:
    # 1,1, 6,1 and (column 8) 3,8; then 1,1 burns, again: 4,4. Five hazmats, POI on 4,4 burns, again.
    dice = [1, 6, 1, 3, 1, 1, 4, 4, *[5, 5] * 5, 4, 4, 5, 5, 5, 6, 5, 7]
    # Further hot spots may lie in fire, but not two on a square: 4,4 again, 3,4, 5,5, again, 5,6.
    dice += [4, 4, 3, 4, 5, 5, 5, 5, 5, 6]
    position = make(SetUp(EMPTY, "heroic", firefighters=1), dice).position
    assert show(position)["hot_spots"] == ["1,1", "3,4", "3,8", "4,4", "5,5", "5,6", "6,1"]
    assert show(position)["hazmats"] == ["5,5"] * 5
    assert show(position)["poi"] == ["5,5 unknown", "5,6 unknown", "5,7 unknown"]
    assert position.hot_spot_supply == 12
