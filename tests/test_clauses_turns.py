"""Section 2, the turn order, and section 3, action points, clause by clause."""

from __future__ import annotations

import pytest

from clause_positions import (
    board,
    chances,
    clause_of,
    costs,
    house,
    play,
)

# 2 Turn order


def test_firefighters_take_turns_in_the_order_of_the_list_round_and_round_fp_2_1() -> None:
    position = house(firefighters={"red": "0,0", "blue": "0,1", "ash": "0,2"}, poi=["1,1", "1,2", "1,3"])
    seen = []
    for roll in ("6,1", "6,2", "6,4", "6,6"):
        seen.append(position.turn.firefighter)
        position = play(position, "end", f"roll {roll}")
    assert seen == ["red", "blue", "ash", "red"]


def test_a_turn_is_action_phase_fire_and_poi_in_this_order_fp_2_1() -> None:
    start = house(firefighters={"red": "0,0", "blue": "0,1"}, poi=["1,1", "1,2"])
    after_end = play(start, "end")
    after_roll = play(after_end, "roll 6,6")
    after_poi = play(after_roll, "poi 5,5")
    phases = [(p.turn.phase, p.turn.firefighter) for p in (start, after_end, after_roll, after_poi)]
    assert phases == [("action", "red"), ("advance_fire", "red"), ("replenish", "red"), ("action", "blue")]
    assert clause_of(start, "roll 6,6") == "FP-2.1"
    assert clause_of(start, "poi 5,5") == "FP-2.1"
    assert clause_of(after_end, "poi 5,5") == "FP-5.1"
    assert clause_of(after_end, "move 0,1") == "FP-5.1"
    assert clause_of(after_roll, "roll 6,6") == "FP-8.1"
    assert clause_of(after_roll, "end") == "FP-8.1"
    assert after_end.legal() == after_roll.legal() == ()
    assert chances(start) == []


def test_actions_come_in_any_order_and_as_often_as_they_can_be_paid_fp_2_2() -> None:
    made = board(doors=["2,2-2,3"])
    position = house(on=made, firefighters={"red": "2,2"}, smoke=["2,1"])
    door = "door 2,2-2,3"
    assert play(position, door, door, door, door).turn.ap == 0
    for events in ((door, "extinguish 2,1", "move 2,3"), ("extinguish 2,1", door, "move 2,3")):
        assert play(position, *events).turn.ap == 1
    assert clause_of(position, door, door, door, door, door) == "FP-2.2"


def test_end_is_always_said_also_without_ap_and_possible_with_all_of_them_fp_2_2() -> None:
    spent = play(house(firefighters={"red": "0,0"}), "move 0,1", "move 0,2", "move 0,3", "move 0,4")
    assert (spent.turn.phase, spent.turn.ap) == ("action", 0)
    assert spent.legal() == (("end", 0),)
    assert play(spent, "end").turn.phase == "advance_fire"
    assert costs(house(), "end") == {"end": 0}


# 3 Action points


@pytest.mark.parametrize(
    ("specialist", "base", "free"),
    [
        ("paramedic", 4, 0),
        ("captain", 4, 2),
        ("imaging", 4, 0),
        ("cafs", 3, 3),
        ("hazmat", 4, 0),
        ("generalist", 5, 0),
        ("rescue", 4, 3),
        ("driver", 4, 0),
    ],
)
@pytest.mark.parametrize("saved", [0, 1, 4])
def test_a_turn_begins_with_base_and_saved_ap_and_the_free_ones_fp_3_1(
    specialist: str, base: int, free: int, saved: int
) -> None:
    other = "driver" if specialist != "driver" else "imaging"
    crew = {"red": f"0,0 {other}", "blue": f"0,1 {specialist}"}
    position = house(
        rules=["specialists"], firefighters=crew, saved={"blue": saved}, poi=["1,1", "1,2", "1,3"]
    )
    after = play(position, "end", "roll 6,6")
    assert (after.turn.firefighter, after.turn.ap, after.turn.free_ap) == ("blue", base + saved, free)
    assert after.firefighter("blue").saved_ap == 0


@pytest.mark.parametrize("saved", [0, 3])
def test_without_specialists_the_base_is_4_fp_3_1(saved: int) -> None:
    position = house(
        firefighters={"red": "0,0", "blue": "0,1"}, saved={"blue": saved}, poi=["1,1", "1,2", "1,3"]
    )
    turn = play(position, "end", "roll 6,6").turn
    assert (turn.ap, turn.free_ap) == (4 + saved, 0)


@pytest.mark.parametrize(("left", "saved"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (7, 4), (8, 4)])
def test_at_the_end_at_most_4_general_ap_are_saved_fp_3_2(left: int, saved: int) -> None:
    after = play(house(ap=left), "end")
    assert after.active.saved_ap == saved
    assert after.turn.ap == 0


@pytest.mark.parametrize(("specialist", "free"), [("captain", 2), ("cafs", 3), ("rescue", 3)])
def test_free_ap_are_never_saved_fp_3_2(specialist: str, free: int) -> None:
    crew = {"red": f"0,0 {specialist}"}
    position = house(rules=["specialists"], firefighters=crew, ap=2, free_ap=free, poi=["1,1", "1,2", "1,3"])
    after = play(position, "end")
    assert (after.active.saved_ap, after.turn.free_ap) == (2, 0)
    turn = play(after, "roll 6,6").turn
    assert (turn.ap, turn.free_ap) == ({"cafs": 3}.get(specialist, 4) + 2, free)


@pytest.mark.parametrize(("specialist", "kinds"), [("captain", {"command"}), ("cafs", {"extinguish"})])
def test_free_ap_pay_only_for_their_own_kind_fp_3_3(specialist: str, kinds: set[str]) -> None:
    position = house(
        on=board(doors=["3,4-3,5"]),
        rules=["specialists"],
        firefighters={"red": f"3,4 {specialist}", "blue": "5,5"},
        smoke=["2,4"],
        ap=0,
    )
    assert {text.split(" ")[0] for text in costs(position)} == {*kinds, "end"}
    assert clause_of(position, "move 4,4") == "FP-3.3"
    assert clause_of(position, "door 3,4-3,5") == "FP-3.3"


def test_movement_ap_pay_for_no_door_no_axe_and_no_water_fp_3_3() -> None:
    position = house(
        on=board(doors=["3,4-3,5"], walls=["3,4-4,4"]),
        rules=["specialists"],
        firefighters={"red": "3,4 rescue"},
        smoke=["2,4"],
        ap=0,
    )
    assert set(costs(position)) == {"move 2,4", "move 3,3", "end"}
    for text in ("door 3,4-3,5", "chop 3,4-4,4", "extinguish 2,4"):
        assert clause_of(position, text) == "FP-3.3"


@pytest.mark.parametrize(
    ("free", "ap", "event", "left"),
    [
        (3, 4, "move 4,4", (2, 4)),
        (1, 4, "carry 4,4", (0, 3)),
        (0, 4, "carry 4,4", (0, 2)),
        (2, 1, "carry 4,4", (0, 1)),
        (3, 4, "move 3,5", (1, 4)),
        (1, 3, "move 3,5", (0, 2)),
    ],
)
def test_free_ap_go_first_and_general_ap_pay_the_rest_fp_3_3(
    free: int, ap: int, event: str, left: tuple[int, int]
) -> None:
    position = house(
        rules=["specialists"],
        firefighters={"red": "3,4 rescue"},
        victims=["3,4"],
        fire=["3,5"],
        ap=ap,
        free_ap=free,
    )
    turn = play(position, event).turn
    assert (turn.free_ap, turn.ap) == left


def test_more_than_21_ap_can_be_saved_at_a_time_fp_3_4() -> None:
    crew = {name: f"0,{i}" for i, name in enumerate(("red", "blue", "green", "ash", "sky", "elm"))}
    saved = dict.fromkeys(list(crew)[1:], 4)
    after = play(house(firefighters=crew, saved=saved), "end")
    assert sum(one.saved_ap for one in after.firefighters) == 24
