"""Section 8: replenishing the POI, and section 9: the end of the game, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from clause_positions import (
    EXPERIENCED,
    board,
    chances,
    clause_of,
    clauses_against,
    damaged,
    fire_phase,
    house,
    play,
    show,
)


def replenishing(**more: Any) -> Any:
    """Return a position in which a POI is placed next."""
    return house(phase="replenish", **more)


# 8.1


@pytest.mark.parametrize(
    ("lies", "due"),
    [
        ({}, 3),
        ({"poi": ["1,1"]}, 2),
        ({"victims": ["1,1", "1,2"]}, 1),
        ({"treated": ["1,1"], "victims": ["1,2"], "poi": ["1,3"]}, 0),
        ({"victims": ["1,1", "1,1", "1,1"]}, 0),
    ],
)
def test_poi_are_placed_until_there_are_three_face_down_or_victims_fp_8_1(
    lies: dict[str, Any], due: int
) -> None:
    position = play(fire_phase(rules=["specialists"], **lies), "roll 6,1")
    for number in range(due):
        assert position.turn.phase == "replenish"
        assert len(chances(position)) == 48
        position = play(position, f"poi 5,{number + 1}")
        assert f"5,{number + 1} unknown" in show(position)["poi"]
    assert (position.turn.phase, len(position.poi)) == ("action", 3)


@pytest.mark.parametrize(
    ("unrevealed", "due"), [((0, 0), 0), ((0, 1), 0), ((1, 0), 0), ((1, 1), 1), ((0, 2), 1), ((2, 1), 1)]
)
def test_no_more_are_placed_than_face_down_markers_are_left_in_the_supply_fp_8_1(
    unrevealed: tuple[int, int], due: int
) -> None:
    # One of those nobody has seen lies on 1,1 already; with the victim there are never more than three.
    poi = ["1,1"] if sum(unrevealed) else []
    position = play(fire_phase(poi=poi, unrevealed=unrevealed, rescued=6, victims=["2,2"]), "roll 6,1")
    for number in range(due):
        assert position.turn.phase == "replenish"
        position = play(position, f"poi 5,{number + 1}")
    assert position.turn.phase == "action"
    assert clauses_against(phase="replenish", poi=poi, unrevealed=(0, len(poi)), goal=1, victims=["2,2"]) == {
        "FP-8.1"
    }


def test_the_dice_never_place_a_poi_outside_fp_8_1() -> None:
    for text in ("poi 0,1", "poi 7,1", "poi 1,0", "poi 1,9"):
        assert clause_of(replenishing(), text) == "FP-8.1"


# 8.2


@pytest.mark.parametrize(
    "lies", [{"poi": ["4,7"]}, {"victims": ["4,7"]}, {"victims": ["4,7"], "smoke": ["4,7"]}]
)
def test_without_arrows_a_square_with_a_poi_or_victim_is_rolled_again_fp_8_2(lies: dict[str, Any]) -> None:
    position = replenishing(**lies)
    assert play(position, "poi 4,7") == position
    assert len(play(position, "poi 4,6").poi) == 2


@pytest.mark.parametrize("threat", ["fire", "smoke"])
def test_without_arrows_a_threat_is_removed_and_the_poi_placed_fp_8_2(threat: str) -> None:
    lies: dict[str, Any] = {threat: ["4,6", "4,7"]}
    after = show(play(replenishing(**lies), "poi 4,7"))
    assert after[threat] == ["4,6"]
    assert (after["fire"] + after["smoke"], after["poi"]) == (["4,6"], ["4,7 unknown"])


def test_without_arrows_a_poi_under_a_firefighter_is_revealed_at_once_fp_8_2() -> None:
    crew = {"red": "0,0", "blue": "2,2"}
    position = replenishing(firefighters=crew, poi=["1,1", "1,2"], smoke=["2,2"])
    before = play(position, "poi 2,2")
    assert (before.turn.phase, before.turn.cause, before.smoke) == ("reveal", "replenish", ())
    assert before.turn.firefighter == "red"
    assert clause_of(before, "poi 3,3") == "FP-8.2"
    victim = play(before, "reveal victim")
    assert (victim.turn.phase, victim.turn.firefighter) == ("action", "blue")
    # A false alarm leaves, and one more is placed.
    alarm = play(before, "reveal false-alarm")
    assert (alarm.turn.phase, len(alarm.poi), alarm.unrevealed_false_alarms) == ("replenish", 2, 4)
    assert play(alarm, "poi 3,3").turn.firefighter == "blue"


# 8.3

DIAGONAL = ["SE S SW W", "E NE S NW", "N E NW N"]
"""3 x 4: 1,1 -> 2,2 -> 1,3 -> 2,2 is a loop without its start; 3,1 -> 2,1 -> 2,2; 2,4 -> 1,3; 3,3 -> 2,2."""


@pytest.mark.parametrize(
    ("taken", "rolled", "placed"),
    [
        (["1,1"], "1,1", "2,2"),
        (["1,1", "2,2"], "1,1", "1,3"),
        (["2,4"], "2,4", "1,3"),
        (["2,4", "1,3"], "2,4", "2,2"),
        (["3,3"], "3,3", "2,2"),
        (["3,1"], "3,1", "2,1"),
        (["3,1", "2,1", "2,2"], "3,1", "1,3"),
        ([], "1,1", "1,1"),
    ],
)
def test_arrows_lead_to_the_first_free_square_diagonally_too_fp_8_3(
    taken: list[str], rolled: str, placed: str
) -> None:
    position = replenishing(
        on=board(3, 4, arrows=DIAGONAL, walls=["1,1-1,2", "2,1-2,2", "1,3-2,3", "2,3-2,4"]),
        rules=["arrows"],
        smoke=taken,
    )
    after = show(play(position, f"poi {rolled}"))
    # Walls do not matter, and no threat is removed.
    assert (after["poi"], after["smoke"]) == ([f"{placed} unknown"], sorted(taken))


@pytest.mark.parametrize("kind", ["smoke", "fire", "poi", "victims", "firefighters"])
def test_with_arrows_a_square_is_free_without_threat_poi_victim_and_firefighter_fp_8_3(kind: str) -> None:
    lies: dict[str, Any] = {kind: {"red": "1,1"} if kind == "firefighters" else ["1,1"]}
    position = replenishing(on=board(3, 4, arrows=DIAGONAL), rules=["arrows"], **lies)
    assert "2,2 unknown" in show(play(position, "poi 1,1"))["poi"]


def test_with_arrows_hazmats_and_hot_spots_do_not_take_a_square_fp_8_3() -> None:
    position = replenishing(
        on=board(3, 4, arrows=DIAGONAL),
        rules=["hazmats", "hot_spots", "arrows"],
        hazmats=["1,1"],
        hot_spots=["1,1"],
    )
    assert show(play(position, "poi 1,1"))["poi"] == ["1,1 unknown"]


@pytest.mark.parametrize(
    ("rolled", "again"), [("1,1", True), ("2,1", False), ("3,3", True), ("2,2", True), ("3,2", False)]
)
def test_a_path_into_a_loop_without_a_free_square_is_rolled_again_fp_8_3(rolled: str, again: bool) -> None:
    # 2,2 and 1,3 are the loop; 1,1 and 3,3 lead into it and are taken, too.
    position = replenishing(
        on=board(3, 4, arrows=DIAGONAL), rules=["arrows"], fire=["2,2", "3,3"], smoke=["1,1", "1,3"]
    )
    after = play(position, f"poi {rolled}")
    assert (after == position) == again
    assert again or show(after)["poi"] == [f"{rolled} unknown"]


def test_the_arrows_of_the_base_board_are_followed_fp_8_3() -> None:
    position = replenishing(on="base-1", rules=["arrows"], smoke=["2,2", "1,1", "1,8"])
    # Row 1 of the arrows begins with SE, row 2 with E SE; row 1 ends with SW.
    assert show(play(position, "poi 1,1"))["poi"] == ["3,3 unknown"]
    assert show(play(position, "poi 1,8"))["poi"] == ["2,7 unknown"]


# 8.4


@pytest.mark.parametrize(("victims", "alarms"), [(10, 5), (4, 1), (3, 0), (1, 5)])
def test_a_reveal_is_a_uniform_draw_from_those_nobody_has_seen_fp_8_4(victims: int, alarms: int) -> None:
    position = house(
        firefighters={"red": "2,2"}, poi=["2,3", "5,5"], unrevealed=(victims, alarms), rescued=0, goal=1
    )
    before = play(position, "move 2,3")
    total = victims + alarms
    expected = [
        (f"reveal {name}", Fraction(count, total))
        for name, count in (("victim", victims), ("false-alarm", alarms))
        if count
    ]
    assert list(before.chance()) == expected
    if not alarms:
        assert clause_of(before, "reveal false-alarm") == "FP-8.4"


def test_the_pool_holds_10_victims_and_5_false_alarms_fp_8_4() -> None:
    assert clauses_against(unrevealed=(10, 5)) == set()
    assert clauses_against(unrevealed=(11, 5)) == {"FP-8.4"}
    assert clauses_against(unrevealed=(10, 6)) == {"FP-8.4"}
    assert clauses_against(unrevealed=(8, 5), rescued=2, victims=["1,1"]) == {"FP-8.4"}
    assert clauses_against(unrevealed=(1, 0), poi=["1,1", "1,2"], goal=1) == {"FP-8.4"}


# 9


@pytest.mark.parametrize("goal", [1, 7, 10])
def test_the_game_is_won_at_once_when_the_goal_is_reached_fp_9_1(goal: int) -> None:
    made: dict[str, Any] = {"on": board(gaps=["5,0-5,1"]), "firefighters": {"red": "5,1"}, "goal": goal}
    after = play(house(victims=["5,1"], rescued=goal - 1, **made), "carry 5,0")
    assert (after.turn.result, after.turn.reason, after.rescued) == ("won", "rescued", goal)
    assert (after.legal(), after.chance()) == ((), ())
    assert clause_of(after, "end") == "FP-9.1"
    if goal > 1:
        one_less = house(victims=["5,1"], rescued=goal - 2, **made)
        assert play(one_less, "carry 5,0").turn.phase == "action"


@pytest.mark.parametrize("goal", [0, 11])
def test_the_goal_is_1_to_10_fp_9_1(goal: int) -> None:
    assert "FP-9.1" in clauses_against(goal=goal)


def test_all_rescued_by_the_same_action_count_fp_9_1() -> None:
    position = house(
        on=board(gaps=["5,0-5,1"]),
        rules=["specialists"],
        firefighters={"red": "5,1 imaging"},
        victims=["5,1"],
        treated=["5,1"],
        rescued=6,
    )
    assert play(position, "carry+lead 5,0").rescued == 8
    drive = house(rules=EXPERIENCED, ambulance="north", victims=["3,9"], treated=["3,9", "4,9"], rescued=6)
    after = play(drive, "drive ambulance east")
    assert (after.rescued, after.turn.reason) == (9, "rescued")


@pytest.mark.parametrize(("lost", "over"), [(1, False), (2, False), (3, True)])
def test_the_game_is_lost_with_four_or_more_victims_lost_fp_9_2(lost: int, over: bool) -> None:
    position = fire_phase(smoke=["4,4"], victims=["4,4"], lost=lost, goal=1)
    after = play(position, "roll 4,4")
    assert after.lost == lost + 1
    assert after.is_over == over
    if over:
        assert (after.turn.result, after.turn.reason) == ("lost", "victims")
        assert clause_of(after, "poi 1,1") == "FP-9.2"


def test_all_that_burn_together_are_counted_before_the_game_is_lost_fp_9_2() -> None:
    position = fire_phase(fire=["3,4"], victims=["3,3", "3,5", "4,4"], lost=3, goal=1)
    after = play(position, "roll 3,4")
    assert (after.lost, after.turn.reason) == (6, "victims")


def test_after_a_collapse_nothing_is_moved_or_counted_any_more_fp_9_3() -> None:
    position = fire_phase(
        on=board(walls=["3,4-4,4"], gaps=["3,8-3,9"]),
        rules=["hot_spots"],
        damage=damaged(23),
        fire=["3,4", "3,5"],
        hot_spots=["3,4"],
        firefighters={"red": "2,4"},
        victims=["2,4"],
        poi=["3,6"],
        lost=3,
    )
    after = play(position, "roll 3,4")
    # Up and right have burnt 2,4 and 3,6; down is the 24th marker; left, falls and losses come no more.
    assert show(after)["fire"] == ["2,4", "3,4", "3,5", "3,6"]
    assert (show(after)["at"]["red"], show(after)["poi"], after.lost) == (
        "2,4",
        ["2,4 victim", "3,6 unknown"],
        3,
    )
    assert (after.turn.result, after.turn.reason, after.turn.flare_up) == ("lost", "collapse", None)
    assert clause_of(after, "place red 0,5") == "FP-9.3"


def test_a_collapse_by_an_axe_ends_the_action_phase_at_once_fp_9_3() -> None:
    position = house(on=board(walls=["3,4-4,4"]), damage=damaged(23), firefighters={"red": "3,4"})
    after = play(position, "chop 3,4-4,4")
    assert (after.turn.reason, after.turn.ap, after.turn.firefighter) == ("collapse", 0, "red")
    assert clause_of(after, "end") == clause_of(after, "roll 1,1") == "FP-9.3"


@pytest.mark.parametrize(
    ("goal", "rescued", "unrevealed", "others", "over"),
    [
        (7, 3, (3, 2), [], True),  # 3 + 0 + 3
        (7, 3, (3, 2), ["1,1"], False),  # 3 + 1 + 3
        (7, 6, (0, 5), [], True),
        (7, 6, (1, 5), [], False),
        (10, 0, (9, 5), [], True),  # in a perfect game no victim may be lost
        (1, 0, (0, 3), [], True),
        (1, 0, (0, 3), ["1,1"], False),
    ],
)
def test_a_goal_out_of_reach_is_lost_after_the_fire_fp_9_4(
    goal: int, rescued: int, unrevealed: tuple[int, int], others: list[str], over: bool
) -> None:
    position = fire_phase(
        smoke=["4,4"], victims=["4,4", *others], goal=goal, rescued=rescued, unrevealed=unrevealed
    )
    after = play(position, "roll 4,4")
    assert after.lost == 1
    assert after.turn.reason == ("unreachable" if over else None)
    if over:
        assert after.turn.result == "lost"
        assert clause_of(after, "poi 1,1") == "FP-9.4"


def test_four_lost_come_before_unreachable_fp_9_4() -> None:
    position = fire_phase(smoke=["4,4"], victims=["4,4"], lost=3, unrevealed=(6, 0))
    assert play(position, "roll 4,4").turn.reason == "victims"


def test_treated_victims_and_those_outside_can_still_be_rescued_fp_9_4() -> None:
    made: dict[str, Any] = {"rules": EXPERIENCED, "goal": 2, "unrevealed": (0, 2), "smoke": ["4,4"]}
    position = fire_phase(treated=["1,1"], victims=["4,4", "0,0"], **made)
    assert play(position, "roll 4,4").turn.reason is None
    assert play(fire_phase(treated=["1,1"], victims=["4,4"], **made), "roll 4,4").turn.reason == "unreachable"
