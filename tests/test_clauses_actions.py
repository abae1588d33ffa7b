"""Section 4, the actions of everybody (for FP-4.10 see the way out), clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from clause_positions import (
    EXPERIENCED,
    NEXT,
    between,
    board,
    chances,
    clause_of,
    clauses_against,
    costs,
    house,
    play,
    show,
    step,
)

# 4.1 to 4.5: moves


@pytest.mark.parametrize("direction", NEXT)
@pytest.mark.parametrize(("kind", "cost"), [("clear", 1), ("smoke", 1), ("fire", 2)])
def test_a_move_costs_1_and_2_into_fire_while_smoke_costs_nothing_extra_fp_4_1(
    kind: str, cost: int, direction: str
) -> None:
    target = step("4,3", direction)
    position = house(
        firefighters={"red": "4,3"},
        fire=[target] if kind == "fire" else [],
        smoke=[target] if kind == "smoke" else [],
    )
    assert costs(position)[f"move {target}"] == cost
    after = play(position, f"move {target}")
    assert (show(after)["at"]["red"], after.turn.ap) == (target, 4 - cost)


def test_a_move_goes_to_an_adjacent_square_of_the_board_only_fp_4_1() -> None:
    position = house(firefighters={"red": "0,4"})
    assert clause_of(position, "move 0,6") == "FP-4.1"
    assert clause_of(position, "move 0,4") == "FP-4.1"
    assert clause_of(house(firefighters={"red": "7,4"}), "move 8,4") == "FP-4.1"
    assert clause_of(house(firefighters={"red": "4,9"}), "move 4,10") == "FP-4.1"
    assert clause_of(house(ap=0), "move 6,9") == "FP-2.2"


def test_a_carry_takes_one_untreated_victim_of_the_own_square_along_fp_4_2() -> None:
    position = house(firefighters={"red": "5,6"}, victims=["5,6", "5,6", "5,5"], smoke=["4,6"])
    assert costs(position, "carry") == {f"carry {at}": 2 for at in ("4,6", "5,5", "5,7", "6,6")}
    after = play(position, "carry 4,6")
    assert show(after)["poi"] == ["4,6 victim", "5,5 victim", "5,6 victim"]
    assert (show(after)["at"]["red"], after.turn.ap) == ("4,6", 2)


def test_nobody_is_carried_into_fire_from_afar_or_for_less_than_2_ap_fp_4_2() -> None:
    position = house(firefighters={"red": "5,6"}, victims=["5,6", "5,5"], fire=["5,7"])
    assert clause_of(position, "carry 5,7") == "FP-4.2"
    assert "move 5,7" in costs(position)
    assert clause_of(house(firefighters={"red": "5,6"}, victims=["5,5"]), "carry 4,6") == "FP-4.2"
    assert clause_of(house(firefighters={"red": "5,6"}, victims=["5,6"], ap=1), "carry 4,6") == "FP-2.2"


def test_treated_victims_and_face_down_poi_are_not_carried_fp_4_2() -> None:
    position = house(rules=["specialists"], firefighters={"red": "5,6 hazmat"}, treated=["5,6"], poi=["5,7"])
    assert costs(position, "carry") == {}
    assert clause_of(position, "carry 5,7") == "FP-4.2"


@pytest.mark.parametrize(
    ("inside", "outside"), [("1,2", "0,2"), ("2,8", "2,9"), ("6,7", "7,7"), ("5,1", "5,0")]
)
def test_a_haul_takes_one_hazmat_along_and_outside_it_leaves_the_game_fp_4_3(
    inside: str, outside: str
) -> None:
    edge = "-".join(sorted((inside, outside)))
    position = house(
        on=board(gaps=[edge]),
        rules=["hazmats"],
        firefighters={"red": inside},
        hazmats=[inside, inside, "4,4"],
    )
    assert costs(position)[f"haul {outside}"] == 2
    after = play(position, f"haul {outside}")
    assert show(after)["hazmats"] == sorted([inside, "4,4"])
    assert (show(after)["at"]["red"], after.rescued) == (outside, 0)


def test_a_hazmat_hauled_inside_lies_on_the_new_square_fp_4_3() -> None:
    position = house(rules=["hazmats"], firefighters={"red": "4,8"}, hazmats=["4,8"], smoke=["3,8"])
    assert show(play(position, "haul 3,8"))["hazmats"] == ["3,8"]


def test_no_hazmat_is_hauled_into_fire_from_afar_or_for_1_ap_fp_4_3() -> None:
    position = house(rules=["hazmats"], firefighters={"red": "4,8"}, hazmats=["4,8"], fire=["4,7"])
    assert clause_of(position, "haul 4,7") == "FP-4.3"
    far = house(rules=["hazmats"], firefighters={"red": "4,8"}, hazmats=["4,7"])
    assert clause_of(far, "haul 3,8") == "FP-4.3"
    poor = house(rules=["hazmats"], firefighters={"red": "4,8"}, hazmats=["4,8"], ap=1)
    assert clause_of(poor, "haul 3,8") == "FP-2.2"


def test_a_treated_victim_is_led_for_1_ap_and_not_into_fire_fp_4_4() -> None:
    position = house(
        rules=["specialists"],
        firefighters={"red": "2,7 hazmat"},
        treated=["2,7"],
        fire=["2,8"],
        smoke=["1,7"],
        ap=3,
    )
    assert costs(position, "lead") == {"lead 1,7": 1, "lead 2,6": 1, "lead 3,7": 1}
    assert clause_of(position, "lead 2,8") == "FP-4.4"
    after = play(position, "lead 1,7", "lead 1,6")
    assert (show(after)["poi"], after.turn.ap) == (["1,6 treated"], 1)
    assert clause_of(after, "move 1,5", "lead 1,6") == "FP-4.4"


def test_carry_or_haul_combine_with_lead_for_2_ap_never_carry_with_haul_fp_4_5() -> None:
    position = house(
        rules=EXPERIENCED,
        firefighters={"red": "4,4 generalist"},
        victims=["4,4"],
        treated=["4,4", "4,4"],
        hazmats=["4,4"],
    )
    assert costs(position, "carry+lead")["carry+lead 4,5"] == 2
    assert costs(position, "haul+lead")["haul+lead 4,5"] == 2
    for text in ("carry+haul 4,5", "haul+carry 4,5", "carry+haul+lead 4,5"):
        assert clause_of(position, text) == "FP-4.5"
    after = show(play(position, "carry+lead 4,5"))
    assert (after["poi"], after["hazmats"]) == (["4,4 treated", "4,5 treated", "4,5 victim"], ["4,4"])
    after = show(play(position, "haul+lead 5,4"))
    assert (after["poi"], after["hazmats"]) == (["4,4 treated", "4,4 victim", "5,4 treated"], ["5,4"])


def test_a_combined_move_needs_both_loads_and_no_fire_fp_4_5() -> None:
    crew = {"red": "4,4 generalist"}
    only_treated = house(rules=EXPERIENCED, firefighters=crew, treated=["4,4"])
    assert costs(only_treated, "carry+lead", "haul+lead") == {}
    assert clause_of(only_treated, "carry+lead 4,5") in ("FP-4.2", "FP-4.5")
    both = house(rules=EXPERIENCED, firefighters=crew, treated=["4,4"], victims=["4,4"], fire=["4,5"])
    assert clause_of(both, "carry+lead 4,5") in ("FP-4.2", "FP-4.5")
    assert "carry+lead 4,3" in costs(both)


def test_nothing_is_held_between_two_moves_fp_4_5() -> None:
    position = house(firefighters={"red": "3,2"}, victims=["3,2"])
    after = play(position, "carry 3,3", "move 3,4", "move 3,3")
    assert show(after)["poi"] == ["3,3 victim"]
    saved = house(firefighters={"red": "3,2", "blue": "3,3"}, victims=["3,2"], poi=["1,1", "1,2"])
    after = play(saved, "carry 3,3", "end", "roll 6,6")
    # Another one takes over what was left on the square.
    assert costs(after)["carry 3,4"] == 2


# 4.6: reveal


@pytest.mark.parametrize("kind", ["move", "carry", "haul", "lead", "carry+lead", "haul+lead", "command"])
@pytest.mark.parametrize("marker", ["victim", "false-alarm"])
def test_every_kind_of_move_reveals_a_face_down_poi_at_no_cost_fp_4_6(kind: str, marker: str) -> None:
    here: dict[str, Any] = {
        "victims": ["2,2"] if "carry" in kind else [],
        "treated": ["2,2"] if "lead" in kind else [],
    }
    position = house(
        rules=EXPERIENCED,
        firefighters={"red": "2,2 captain", "blue": "2,4"},
        poi=["2,3"],
        hazmats=["2,2"] if "haul" in kind else [],
        **here,
    )
    event = "command blue move 2,3" if kind == "command" else f"{kind} 2,3"
    before = play(position, event)
    assert (before.turn.phase, before.turn.cause, show(before)["turn"]["at"]) == ("reveal", "enter", "2,3")
    assert "2,3 unknown" in show(before)["poi"]
    assert clause_of(before, "move 2,2") == "FP-4.6"
    after = play(before, f"reveal {marker}")
    moved = [f"2,3 {name}" for name, squares in (("treated", "lead"), ("victim", "carry")) if squares in kind]
    assert show(after)["poi"] == sorted(moved + (["2,3 victim"] if marker == "victim" else []))
    assert (after.turn.phase, after.turn.ap, after.turn.free_ap) == (
        "action",
        before.turn.ap,
        before.turn.free_ap,
    )
    total = before.unrevealed_victims + before.unrevealed_false_alarms
    assert after.unrevealed_victims + after.unrevealed_false_alarms == total - 1


def test_a_refused_move_reveals_nothing_and_a_neighbour_neither_fp_4_6() -> None:
    position = house(on=board(walls=["2,2-2,3"]), firefighters={"red": "2,2"}, poi=["2,3"])
    assert clause_of(position, "move 2,3") == "FP-1.3"
    assert show(play(position, "move 3,2", "move 3,3"))["poi"] == ["2,3 unknown"]
    assert clause_of(position, "reveal victim") == "FP-4.6"
    assert chances(play(position, "move 3,2", "move 3,3", "move 2,3")) == [
        "reveal victim",
        "reveal false-alarm",
    ]


# 4.7 to 4.9: doors, water, axes


@pytest.mark.parametrize("side", ["5,3", "6,3"])
def test_a_door_is_worked_for_1_ap_from_both_sides_fp_4_7(side: str) -> None:
    door = "5,3-6,3"
    position = house(on=board(doors=[door]), firefighters={"red": side})
    assert costs(position, "door") == {f"door {door}": 1}
    opened = play(position, f"door {door}")
    assert (show(opened)["doors"], opened.turn.ap) == ({door: "open"}, 3)
    closed = play(opened, f"door {door}")
    assert (show(closed)["doors"], closed.turn.ap) == ({}, 2)


def test_no_door_is_worked_that_is_far_away_destroyed_or_not_there_fp_4_7() -> None:
    door = "3,8-3,9"
    position = house(on=board(doors=[door]), firefighters={"red": "3,7"})
    assert clause_of(position, f"door {door}") == "FP-4.7"
    assert clause_of(position, "door 3,6-3,7") == "FP-4.7"
    assert clause_of(position, "door 2,8-2,9") == "FP-4.7"
    gone = house(on=board(doors=[door]), doors={door: "destroyed"}, firefighters={"red": "3,9"})
    assert clause_of(gone, f"door {door}") == "FP-4.7"
    assert (
        clause_of(house(on=board(doors=[door]), firefighters={"red": "3,9"}, ap=0), f"door {door}")
        == "FP-2.2"
    )


@pytest.mark.parametrize("target", ["2,6", "1,6", "3,6", "2,5", "2,7"])
def test_extinguishing_reaches_the_own_square_and_the_four_around_fp_4_8(target: str) -> None:
    position = house(firefighters={"red": "2,6"}, fire=[target])
    assert costs(position, "extinguish") == {f"extinguish {target}": 1}
    smoke = play(position, f"extinguish {target}")
    assert (show(smoke)["fire"], show(smoke)["smoke"], smoke.turn.ap) == ([], [target], 3)
    clear = play(smoke, f"extinguish {target}")
    assert (show(clear)["fire"], show(clear)["smoke"], clear.turn.ap) == ([], [], 2)
    assert clause_of(clear, f"extinguish {target}") == "FP-4.8"


@pytest.mark.parametrize("target", ["2,4", "1,5", "2,8", "4,6", "7,0"])
def test_extinguishing_reaches_no_further_fp_4_8(target: str) -> None:
    fire = [] if target == "7,0" else [target]
    assert clause_of(house(firefighters={"red": "2,6"}, fire=fire), f"extinguish {target}") == "FP-4.8"


@pytest.mark.parametrize(
    ("at", "wall"),
    [("4,0", "4,0-4,1"), ("4,1", "4,0-4,1"), ("7,5", "6,5-7,5"), ("6,5", "6,5-7,5"), ("0,8", "0,8-1,8")],
)
def test_walls_are_chopped_from_inside_and_outside_for_2_ap_a_marker_fp_4_9(at: str, wall: str) -> None:
    position = house(firefighters={"red": at})
    assert costs(position)[f"chop {wall}"] == 2
    once = play(position, f"chop {wall}")
    assert (show(once)["damage"], once.turn.ap) == ({wall: 1}, 2)
    twice = play(once, f"chop {wall}")
    assert (show(twice)["damage"], twice.turn.ap) == ({wall: 2}, 0)


def test_only_a_standing_wall_on_an_edge_of_the_own_square_is_chopped_fp_4_9() -> None:
    wall = "3,3-4,3"
    far = house(on=board(walls=[wall]), firefighters={"red": "3,4"})
    assert clause_of(far, f"chop {wall}") == "FP-4.9"
    assert clause_of(far, "chop 3,4-3,5") == "FP-4.9"
    gone = house(on=board(walls=[wall]), damage={wall: 2}, firefighters={"red": "3,3"})
    assert clause_of(gone, f"chop {wall}") == "FP-4.9"
    poor = house(on=board(walls=[wall]), firefighters={"red": "3,3"}, ap=1)
    assert clause_of(poor, f"chop {wall}") == "FP-2.2"


# 4.11: rescue


@pytest.mark.parametrize("direction", NEXT)
def test_without_vehicles_any_outside_square_rescues_fp_4_11(direction: str) -> None:
    inside = {"up": "1,6", "right": "5,8", "down": "6,2", "left": "3,1"}[direction]
    outside = step(inside, direction)
    position = house(
        on=board(gaps=[between(inside, direction)]),
        rules=["specialists"],
        firefighters={"red": f"{inside} hazmat"},
        victims=[inside],
        treated=[inside],
    )
    assert play(position, f"carry {outside}").rescued == 1
    assert play(position, f"lead {outside}").rescued == 1
    both = play(position, f"carry+lead {outside}")
    assert (both.rescued, both.poi, both.lost) == (2, (), 0)


def test_a_victim_outside_would_have_been_rescued_fp_4_11() -> None:
    assert clauses_against(victims=["0,0"]) == {"FP-4.11"}
