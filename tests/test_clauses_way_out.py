"""FP-4.10: nobody may stand in fire when the action phase ends.

Most tests take place in a corridor of one row, in which 1,1 is a dead end.
"""

from __future__ import annotations

from typing import Any

import pytest

from clause_positions import EXPERIENCED, board, clause_of, clauses_against, costs, damaged, house, play

CORRIDOR = board(1, 8)
DEAD_END = ["1,1"]
BURNING = ["1,1", "1,2"]


def stuck(specialist: str, fire: list[str], free: int, ap: int, **more: Any) -> bool:
    """Return whether one in fire on 1,1 has no way out, by the clause that refuses the position."""
    found = clauses_against(
        on=more.pop("on", CORRIDOR),
        rules=["specialists"],
        firefighters={"red": f"1,1 {specialist}"},
        fire=fire,
        free_ap=free,
        ap=ap,
        **more,
    )
    assert found <= {"FP-4.10"}
    return bool(found)


@pytest.mark.parametrize("specialist", ["imaging", "hazmat", "generalist", "driver"])
def test_a_step_away_or_a_step_of_water_is_a_way_out_for_1_ap_fp_4_10(specialist: str) -> None:
    for fire in (DEAD_END, BURNING):
        assert stuck(specialist, fire, 0, 0)
        assert not stuck(specialist, fire, 0, 1)


@pytest.mark.parametrize(
    ("fire", "needed"), [(DEAD_END, 1), (BURNING, 2), ([*BURNING, "1,3"], 2), (["1,1", "1,3"], 1)]
)
def test_the_paramedics_way_out_is_a_clear_neighbour_or_its_dear_water_fp_4_10(
    fire: list[str], needed: int
) -> None:
    for ap in range(5):
        assert stuck("paramedic", fire, 0, ap) == (ap < needed)


@pytest.mark.parametrize("free", range(4))
@pytest.mark.parametrize("ap", range(4))
def test_movement_ap_help_to_get_away_but_not_with_water_fp_4_10(free: int, ap: int) -> None:
    assert stuck("rescue", DEAD_END, free, ap) == (free + ap < 1)
    # Through a second fire it is 2 + 1 of both kinds together, with water 2 general ones.
    assert stuck("rescue", BURNING, free, ap) == (ap < 2 and free + ap < 3)


@pytest.mark.parametrize("free", range(4))
@pytest.mark.parametrize("ap", range(3))
def test_extinguish_ap_put_out_the_own_square_and_command_ap_do_not_help_oneself_fp_4_10(
    free: int, ap: int
) -> None:
    assert stuck("cafs", BURNING, free, ap) == (free + ap < 1)
    if free <= 2:
        assert stuck("captain", DEAD_END, free, ap) == (ap < 1)


def test_one_looks_ahead_on_edges_as_they_are_and_on_plain_moves_and_water_only_fp_4_10() -> None:
    shut = board(1, 8, doors=["1,1-1,2"])
    # Opening the door (1) and walking out (free) would do, but is not looked at.
    assert stuck("rescue", DEAD_END, 3, 1, on=shut)
    assert not stuck("rescue", DEAD_END, 0, 2, on=shut)
    # The action itself may well open the door: afterwards the way is clear.
    position = house(
        on=shut, rules=["specialists"], firefighters={"red": "1,1 paramedic"}, fire=DEAD_END, ap=2
    )
    assert set(costs(position)) == {"door 1,1-1,2", "extinguish 1,1"}
    assert set(costs(play(position, "door 1,1-1,2"))) == {"move 1,2"}


def test_water_on_the_neighbours_fire_is_a_help_only_if_a_step_can_follow_fp_4_10() -> None:
    crew = {"red": "1,1 paramedic"}
    rich = house(on=CORRIDOR, rules=["specialists"], firefighters=crew, fire=BURNING, ap=3)
    assert set(costs(rich)) == {"extinguish 1,1", "extinguish 1,2", "move 1,2"}
    assert set(costs(play(rich, "extinguish 1,2"))) == {"move 1,2"}
    poor = house(on=CORRIDOR, rules=["specialists"], firefighters=crew, fire=BURNING, ap=2)
    assert set(costs(poor)) == {"extinguish 1,1"}
    assert clause_of(poor, "extinguish 1,2") == clause_of(poor, "move 1,2") == "FP-4.10"


@pytest.mark.parametrize(
    ("specialist", "free", "ap", "clause"),
    [
        ("imaging", 0, 3, ""),
        ("imaging", 0, 2, "FP-4.10"),
        ("imaging", 0, 1, "FP-2.2"),
        ("paramedic", 0, 3, ""),
        ("paramedic", 0, 2, "FP-4.10"),
        ("rescue", 3, 0, ""),
        ("rescue", 2, 0, "FP-4.10"),
        ("rescue", 2, 1, ""),
        ("rescue", 1, 1, "FP-4.10"),
        ("captain", 2, 2, "FP-4.10"),
        ("captain", 0, 3, ""),
        ("cafs", 0, 2, "FP-4.10"),
        ("cafs", 0, 3, ""),
        ("cafs", 3, 2, ""),
    ],
)
def test_a_step_into_fire_needs_the_ap_for_the_way_out_too_fp_4_10(
    specialist: str, free: int, ap: int, clause: str
) -> None:
    position = house(
        on=CORRIDOR,
        rules=["specialists"],
        firefighters={"red": f"1,2 {specialist}"},
        fire=DEAD_END,
        free_ap=free,
        ap=ap,
    )
    if clause:
        assert clause_of(position, "move 1,1") == clause
    else:
        assert costs(position)["move 1,1"] == 2
        assert play(position, "move 1,1").legal() != ()


def test_the_outside_is_a_way_out_as_well_fp_4_10() -> None:
    gap = board(1, 8, gaps=["1,0-1,1"])
    assert stuck("paramedic", BURNING, 0, 1) is True
    assert stuck("paramedic", BURNING, 0, 1, on=gap) is False


@pytest.mark.parametrize(
    ("specialist", "event", "cost"),
    [
        ("imaging", "identify 1,5", 1),
        ("hazmat", "drive ambulance east", 2),
        ("driver", "drive ambulance west", 2),
        ("captain", "command blue move 1,7", 1),
        ("generalist", "extinguish 1,2", 1),
        ("generalist", "chop 0,1-1,1", 2),
        ("generalist", "door 1,1-2,1", 1),
    ],
)
def test_in_fire_every_action_must_leave_the_ap_for_the_way_out_fp_4_10(
    specialist: str, event: str, cost: int
) -> None:
    made: dict[str, Any] = {
        "on": board(1, 8, doors=["1,1-2,1"]),
        "rules": EXPERIENCED,
        "firefighters": {"red": f"1,1 {specialist}", "blue": "1,8"},
        "fire": DEAD_END,
        "smoke": ["1,2"],
        "poi": ["1,5"],
        "free_ap": 0,
    }
    assert costs(house(**made, ap=cost + 1))[event] == cost
    poor = house(**made, ap=cost)
    if event.startswith("door"):
        # The opened door is an exit, but nothing is left to walk through it.
        assert costs(poor)["extinguish 1,1"] == 1
    assert clause_of(poor, event) == "FP-4.10"


def test_end_is_legal_only_when_nobody_stands_in_fire_fp_4_10() -> None:
    position = house(on=CORRIDOR, firefighters={"red": "1,2"}, fire=DEAD_END)
    assert "end" in costs(position)
    assert clause_of(position, "move 1,1", "end") == "FP-4.10"
    assert "end" in costs(play(position, "move 1,1", "move 1,2"))
    assert "end" in costs(play(position, "move 1,1", "extinguish 1,1"))


# Those whom the Captain has commanded


def commanding(
    fire: list[str], free: int, ap: int, *, blue: str = "1,1", red: str = "1,8", **more: Any
) -> dict[str, Any]:
    commanded = more.pop("commanded", ["blue"])
    cafs = more.pop("cafs_command_ap", 0)
    crew = {"red": f"{red} captain", "blue": blue} | more.pop("crew", {})
    return {
        "on": CORRIDOR,
        "rules": ["specialists"],
        "firefighters": crew,
        "fire": fire,
        "free_ap": free,
        "ap": ap,
        "turn": {"acted": True, "commanded": commanded, "cafs_command_ap": cafs},
        **more,
    }


@pytest.mark.parametrize(("free", "ap", "legal"), [(2, 1, True), (2, 0, False), (1, 2, True), (0, 2, False)])
def test_who_is_commanded_into_fire_must_be_commanded_out_again_fp_4_10(
    free: int, ap: int, legal: bool
) -> None:
    position = house(**commanding(DEAD_END, free, ap, blue="1,2", commanded=[]))
    event = "command blue move 1,1"
    assert (event in costs(position)) == legal
    if not legal:
        assert clause_of(position, event) == "FP-4.10"
    else:
        after = play(position, event)
        assert clause_of(after, "end") == "FP-4.10"
        assert set(costs(after)) == {"command blue move 1,2"}
        assert "end" in costs(play(after, "command blue move 1,2"))


@pytest.mark.parametrize(("free", "ap", "ok"), [(2, 0, False), (2, 1, True), (0, 2, False), (0, 3, True)])
def test_a_commanded_one_gets_out_by_moves_only_without_water_of_its_own_fp_4_10(
    free: int, ap: int, ok: bool
) -> None:
    # Through the second fire: 2 + 1. Neither blue's water nor its saved AP count.
    made = commanding(BURNING, free, ap, blue="1,1 generalist", saved={"blue": 4})
    assert clauses_against(**made) == (set() if ok else {"FP-4.10"})


@pytest.mark.parametrize(
    ("fire", "spent", "ok"), [(DEAD_END, 0, True), (DEAD_END, 1, False), (BURNING, 0, False)]
)
def test_the_cafs_firefighter_has_only_its_1_commanded_ap_for_the_way_out_fp_4_10(
    fire: list[str], spent: int, ok: bool
) -> None:
    made = commanding(fire, 2, 4, blue="1,1 cafs", cafs_command_ap=spent)
    assert clauses_against(**made) == (set() if ok else {"FP-4.10"})


@pytest.mark.parametrize(
    ("free", "ap", "ok"),
    [(0, 1, False), (1, 0, False), (2, 0, False), (1, 1, True), (2, 1, True), (0, 2, True)],
)
def test_the_captains_own_need_and_the_commanded_ones_are_added_up_fp_4_10(
    free: int, ap: int, ok: bool
) -> None:
    assert clauses_against(**commanding(["1,1", "1,8"], free, ap)) == (set() if ok else {"FP-4.10"})


@pytest.mark.parametrize(
    ("free", "ap", "ok"), [(1, 0, False), (0, 1, False), (2, 0, True), (1, 1, True), (0, 2, True)]
)
def test_the_needs_of_two_commanded_ones_are_added_up_fp_4_10(free: int, ap: int, ok: bool) -> None:
    made = commanding(["1,1", "1,5"], free, ap, commanded=["blue", "ash"], crew={"ash": "1,5"})
    assert clauses_against(**made) == (set() if ok else {"FP-4.10"})


def test_with_needs_of_two_only_what_leaves_enough_for_both_is_legal_fp_4_10() -> None:
    made = commanding(["1,1", "1,8"], 0, 2, smoke=["1,7"])
    tight = house(**made)
    assert set(costs(tight)) == {"move 1,7", "extinguish 1,8", "command blue move 1,2"}
    assert clause_of(tight, "extinguish 1,7") == "FP-4.10"
    assert "extinguish 1,7" in costs(house(**(made | {"ap": 3})))
    assert set(costs(play(tight, "extinguish 1,8"))) == {"command blue move 1,2"}
    assert set(costs(play(tight, "command blue move 1,2"))) == {"move 1,7", "extinguish 1,8"}


def test_the_captains_water_may_save_the_commanded_one_though_it_is_not_looked_ahead_at_fp_4_10() -> None:
    position = house(**commanding(DEAD_END, 0, 1, red="1,2", smoke=["1,3"]))
    assert set(costs(position)) == {"extinguish 1,1", "command blue move 1,2"}
    assert clause_of(position, "move 1,3") == clause_of(position, "extinguish 1,3") == "FP-4.10"
    # Not looked ahead at: blue between two fires needs 3, whatever the Captain could put out for 1.
    assert clauses_against(**commanding(BURNING, 0, 1, red="1,3")) == {"FP-4.10"}


def test_others_in_fire_in_the_action_phase_do_not_occur_fp_4_10() -> None:
    made = commanding(DEAD_END, 2, 4, commanded=[])
    assert clauses_against(**made) == {"FP-4.10"}


@pytest.mark.parametrize(("ap", "legal"), [(4, False), (5, True)])
def test_a_shot_of_the_deck_gun_must_leave_the_ap_for_a_commanded_one_fp_4_10(ap: int, legal: bool) -> None:
    position = house(
        rules=EXPERIENCED,
        firefighters={"red": "7,1 captain", "blue": "1,8"},
        fire=["1,8"],
        free_ap=0,
        ap=ap,
        turn={"acted": True, "commanded": ["blue"]},
    )
    assert ("fire-deck-gun" in costs(position)) == legal
    if not legal:
        assert clause_of(position, "fire-deck-gun") == "FP-4.10"


@pytest.mark.parametrize(("goal", "legal"), [(1, True), (2, False)])
def test_an_action_that_wins_the_game_is_exempt_fp_4_10(goal: int, legal: bool) -> None:
    made = commanding(DEAD_END, 0, 2, victims=["1,8"], goal=goal)
    position = house(**(made | {"on": board(1, 8, gaps=["1,8-1,9"])}))
    assert ("carry 1,9" in costs(position)) == legal
    if legal:
        assert play(position, "carry 1,9").turn.reason == "rescued"
    else:
        assert clause_of(position, "carry 1,9") == "FP-4.10"


@pytest.mark.parametrize(("count", "legal"), [(23, True), (22, False)])
def test_an_action_that_loses_the_game_is_exempt_too_fp_4_10(count: int, legal: bool) -> None:
    position = house(
        on=board(walls=["4,4-4,5"]),
        rules=["specialists"],
        damage=damaged(count),
        firefighters={"red": "4,5 captain", "blue": "3,3"},
        fire=["3,3"],
        free_ap=0,
        ap=2,
        turn={"acted": True, "commanded": ["blue"]},
    )
    assert ("chop 4,4-4,5" in costs(position)) == legal
    if legal:
        assert play(position, "chop 4,4-4,5").turn.reason == "collapse"
    else:
        assert clause_of(position, "chop 4,4-4,5") == "FP-4.10"
