"""FP-5.1 to FP-5.5, FP-5.10: rolls, explosions, shockwaves and flashover, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.flashpoint.board import Board
from clause_positions import NEXT, between, board, clause_of, clauses_against, fire_phase, play, show, step


def burnt(roll: str, **made: Any) -> dict[str, Any]:
    return show(play(fire_phase(**made), f"roll {roll}"))


# 5.1 and 5.2


@pytest.mark.parametrize("target", ["1,8", "6,1", "4,5"])
def test_a_clear_target_gets_smoke_smoke_becomes_fire_and_fire_explodes_fp_5_1(target: str) -> None:
    clear = burnt(target)
    assert (clear["smoke"], clear["fire"]) == ([target], [])
    smoke = burnt(target, smoke=[target])
    assert (smoke["smoke"], smoke["fire"]) == ([], [target])
    fire = burnt(target, fire=[target])
    around = [step(target, direction) for direction in NEXT]
    inside = Board.from_json(board()).is_inside
    lit = [at for at in around if inside((int(at[0]), int(at[2])))]
    assert fire["fire"] == sorted([target, *lit])
    assert len(fire["damage"]) == 4 - len(lit)


def test_firefighters_victims_poi_and_hazmats_do_not_keep_smoke_away_fp_5_1() -> None:
    after = burnt(
        "2,2",
        rules=["hazmats"],
        firefighters={"red": "2,2"},
        victims=["2,2"],
        hazmats=["2,2"],
        poi=["2,3"],
    )
    assert after["smoke"] == ["2,2"]
    assert (after["at"]["red"], after["hazmats"], after["lost"]) == ("2,2", ["2,2"], 0)
    assert burnt("2,3", poi=["2,3"])["poi"] == ["2,3 unknown"]


@pytest.mark.parametrize("text", ["roll 0,4", "roll 7,4", "roll 3,0", "roll 3,9"])
def test_the_dice_never_show_an_outside_square_fp_5_10(text: str) -> None:
    assert clause_of(fire_phase(), text) == "FP-5.1"


@pytest.mark.parametrize("direction", NEXT)
@pytest.mark.parametrize(
    ("edge", "lit"),
    [
        ("wall 0", False),
        ("wall 1", False),
        ("wall 2", True),
        ("closed", False),
        ("open", True),
        ("destroyed", True),
        ("none", True),
    ],
)
def test_smoke_placed_next_to_fire_becomes_fire_over_an_edge_that_does_not_block_fp_5_2(
    edge: str, lit: bool, direction: str
) -> None:
    made = with_edge(between("5,6", direction), edge)
    after = burnt("5,6", fire=[step("5,6", direction)], **made)
    assert ("5,6" in after["fire"]) == lit
    assert ("5,6" in after["smoke"]) != lit
    # Nothing is broken by smoke.
    assert (after["damage"], after["doors"]) == (made.get("damage", {}), made.get("doors", {}))


def test_smoke_placed_next_to_outside_fire_becomes_fire_during_a_flare_up_fp_5_2() -> None:
    made: dict[str, Any] = {"rules": ["hot_spots"], "fire": ["3,9"], "turn": {"flare_up": True}}
    blown = {"on": board(gaps=["3,8-3,9"])}
    assert burnt("3,8", **made, **blown)["fire"] == ["3,8"]
    assert burnt("3,8", **made)["fire"] == []


def with_edge(edge: str, kind: str) -> dict[str, Any]:
    """Return the board and the fields for one edge: a wall with damage, a door in a state, or nothing."""
    if kind == "none":
        return {"on": board()}
    if kind.startswith("wall"):
        count = int(kind[-1])
        return {"on": board(walls=[edge]), "damage": {edge: count} if count else {}}
    return {"on": board(doors=[edge]), "doors": {} if kind == "closed" else {edge: kind}}


# 5.3


EFFECTS = [
    # edge, passes, damage afterwards, door afterwards, whether the edge is passable afterwards
    ("wall 0", False, 1, None, False),
    ("wall 1", False, 2, None, True),
    ("wall 2", True, 2, None, True),
    ("closed", False, 0, "destroyed", True),
    ("open", True, 0, "destroyed", True),
    ("destroyed", True, 0, "destroyed", True),
    ("none", True, 0, None, True),
]


@pytest.mark.parametrize("direction", NEXT)
@pytest.mark.parametrize(("edge", "passes", "damage", "door", "passable"), EFFECTS)
@pytest.mark.parametrize("beyond", ["clear", "smoke", "fire"])
def test_an_explosion_has_exactly_one_effect_in_each_direction_fp_5_3(
    beyond: str, edge: str, passes: bool, damage: int, door: str | None, passable: bool, direction: str
) -> None:
    target = "4,5"
    side, near, far = between(target, direction), step(target, direction), step(target, direction, 2)
    lies = {} if beyond == "clear" else {beyond: [near]}
    fire = [target, *lies.pop("fire", [])]
    after = burnt(target, fire=fire, **lies, **with_edge(side, edge))
    assert after["damage"] == ({side: damage} if damage else {})
    assert after["doors"] == ({side: door} if door else {})
    expected = {target, *(step(target, other) for other in NEXT if other != direction)}
    if beyond == "fire":
        expected |= {near, far} if passes else {near}
    elif passes or (beyond == "smoke" and passable):  # the flashover comes through what is now open
        expected |= {near}
    assert set(after["fire"]) == expected
    assert after["smoke"] == ([] if beyond != "smoke" or near in expected else [near])


@pytest.mark.parametrize(
    ("inside", "direction"), [("1,4", "up"), ("5,8", "right"), ("6,6", "down"), ("2,1", "left")]
)
def test_fire_is_placed_outside_too_fp_5_3(inside: str, direction: str) -> None:
    position = fire_phase(
        on=board(doors=[between(inside, direction)]),
        doors={between(inside, direction): "open"},
        rules=["hot_spots"],
        fire=[inside],
        hot_spots=[inside],
    )
    between_rolls = show(play(position, f"roll {inside}"))
    assert step(inside, direction) in between_rolls["fire"]
    assert between_rolls["doors"] == {between(inside, direction): "destroyed"}


def test_all_four_arms_have_their_own_effect_fp_5_3() -> None:
    """Up a door, right a shockwave, down the outer wall, left smoke; on a board of another size."""
    made = board(5, 7, doors=["4,4-5,4"])
    after = burnt("5,4", on=made, firefighters={"red": "0,0"}, fire=["5,4", "5,5"], smoke=["5,3"])
    assert after["doors"] == {"4,4-5,4": "destroyed"}
    assert after["damage"] == {"5,4-6,4": 1}
    assert (after["fire"], after["smoke"]) == (["5,3", "5,4", "5,5", "5,6"], [])


# 5.4


@pytest.mark.parametrize("direction", NEXT)
@pytest.mark.parametrize(("edge", "passes", "damage", "door", "passable"), EFFECTS)
@pytest.mark.parametrize("landing", ["clear", "smoke"])
def test_a_shockwave_meets_walls_doors_and_the_first_square_without_fire_fp_5_4(
    landing: str, edge: str, passes: bool, damage: int, door: str | None, passable: bool, direction: str
) -> None:
    target = "3,4" if direction in ("up", "right") else "4,5"
    near, last = step(target, direction), step(target, direction, 2)
    side = between(near, direction)
    smoke = [last] if landing == "smoke" else []
    after = burnt(target, fire=[target, near], smoke=smoke, **with_edge(side, edge))
    assert after["damage"] == ({side: damage} if damage else {})
    assert after["doors"] == ({side: door} if door else {})
    lit = passes or (landing == "smoke" and passable)
    assert (last in after["fire"]) == lit
    assert (last in after["smoke"]) == (landing == "smoke" and not lit)
    # The burning square that it ran through is as before, and nothing happens at its sides.
    others = {step(target, other) for other in NEXT if other != direction}
    assert set(after["fire"]) == {target, near, *others} | ({last} if lit else set())


@pytest.mark.parametrize(
    ("fire", "doors", "landing"),
    [
        (["2,2", "2,3", "2,4", "2,5"], ["2,2-2,3", "2,4-2,5", "2,5-2,6"], "2,6"),
        (["2,2", "3,2", "4,2", "5,2"], ["3,2-4,2", "5,2-6,2"], "6,2"),
    ],
)
def test_a_shockwave_runs_on_through_open_doors_and_destroys_them_all_fp_5_4(
    fire: list[str], doors: list[str], landing: str
) -> None:
    made = board(doors=doors)
    after = burnt("2,2", on=made, doors=dict.fromkeys(doors, "open"), fire=fire)
    assert after["doors"] == dict.fromkeys(doors, "destroyed")
    assert landing in after["fire"]


def test_a_shockwave_stops_at_its_first_obstacle_and_spares_what_is_behind_fp_5_4() -> None:
    made = board(doors=["2,3-2,4", "2,5-2,6"], walls=["2,4-2,5"])
    fire = ["2,2", "2,3", "2,4", "2,5"]
    after = burnt("2,2", on=made, doors={"2,5-2,6": "open"}, fire=fire)
    # The closed door 2,3-2,4 stops it: neither the wall nor the open door behind suffers.
    assert after["doors"] == {"2,3-2,4": "destroyed", "2,5-2,6": "open"}
    assert after["damage"] == {}
    after = burnt("2,2", on=made, doors={"2,3-2,4": "open"}, fire=fire)
    assert after["doors"] == {"2,3-2,4": "destroyed"}
    assert after["damage"] == {"2,4-2,5": 1}


@pytest.mark.parametrize(("state", "outside"), [("closed", False), ("open", True), ("destroyed", True)])
def test_a_shockwave_leaves_the_house_through_a_door_that_is_not_closed_fp_5_4(
    state: str, outside: bool
) -> None:
    doors = {} if state == "closed" else {"3,8-3,9": state}
    position = fire_phase(
        on=board(doors=["3,8-3,9"]),
        doors=doors,
        rules=["hot_spots"],
        hot_spots=["3,6"],
        fire=["3,6", "3,7", "3,8"],
    )
    between_rolls = show(play(position, "roll 3,6"))
    assert ("3,9" in between_rolls["fire"]) == outside
    assert between_rolls["doors"] == {"3,8-3,9": "destroyed"}
    assert show(play(position, "roll 3,6", "roll 6,1"))["fire"] == sorted(
        ["2,6", "3,5", "3,6", "3,7", "3,8", "4,6"]
    )


@pytest.mark.parametrize(
    ("fire", "target", "gap"),
    [
        (["3,8", "3,9"], "3,8", "3,8-3,9"),
        (["3,2", "3,1", "3,0"], "3,2", "3,0-3,1"),
        (["5,5", "6,5", "7,5"], "5,5", "6,5-7,5"),
    ],
)
def test_a_shockwave_ends_without_effect_at_the_edge_of_the_ring_fp_5_4(
    fire: list[str], target: str, gap: str
) -> None:
    position = fire_phase(
        on=board(gaps=[gap]),
        rules=["hot_spots"],
        fire=fire,
        hot_spots=[target],
        turn={"flare_up": True},
    )
    after = show(play(position, f"roll {target}"))
    around = {step(target, direction) for direction in NEXT}
    assert set(after["fire"]) == {*fire, *around}
    assert (after["damage"], after["doors"]) == ({}, {})


def test_shockwaves_of_one_explosion_run_in_all_four_directions_fp_5_4() -> None:
    cross = ["3,5", "2,5", "4,5", "3,4", "3,6", "3,7"]
    after = burnt("3,5", fire=cross)
    assert set(after["fire"]) == {*cross, "1,5", "5,5", "3,3", "3,8"}


@pytest.mark.parametrize(
    ("fire", "walls", "hit"),
    [
        (["3,5", "2,5"], ["1,5-2,5", "3,5-3,6"], "1,5-2,5"),
        (["3,5", "3,6"], ["3,6-3,7", "3,5-4,5"], "3,6-3,7"),
        (["3,5", "4,5"], ["4,5-5,5", "3,4-3,5"], "4,5-5,5"),
        (["3,5"], ["3,5-4,5", "3,4-3,5"], "3,5-4,5"),
    ],
)
def test_the_last_damage_marker_goes_up_before_right_before_down_before_left_fp_5_4(
    fire: list[str], walls: list[str], hit: str
) -> None:
    others = {f"6,{column}-7,{column}": 2 for column in range(1, 9)}
    others |= {f"0,{column}-1,{column}": 2 for column in (1, 2, 3)} | {"0,4-1,4": 1}
    assert sum(others.values()) == 23
    after = burnt("3,5", on=board(walls=walls), damage=others, fire=fire)
    assert after["damage"] == others | {hit: 1}
    assert after["turn"]["reason"] == "collapse"


# 5.5 and 5.10


def test_a_flashover_runs_on_until_no_smoke_next_to_fire_is_left_fp_5_5() -> None:
    chain = ["1,2", "1,3", "2,3", "3,3", "3,2", "3,1"]
    after = burnt("1,1", smoke=["1,1", *chain, "5,3", "4,4"])
    assert after["fire"] == sorted(["1,1", *chain])
    # 4,4 touches the chain at a corner only, 5,3 not at all.
    assert after["smoke"] == ["4,4", "5,3"]


def test_a_flashover_passes_open_doors_and_holes_but_no_closed_door_or_wall_fp_5_5() -> None:
    made = board(walls=["2,4-3,4", "2,4-2,5", "3,4-3,5"], doors=["2,3-2,4", "1,4-2,4", "3,3-3,4", "3,4-4,4"])
    smoke = ["1,4", "2,3", "2,5", "3,4", "4,4", "3,5"]
    after = burnt(
        "2,4",
        on=made,
        doors={"2,3-2,4": "open", "3,4-4,4": "destroyed"},
        damage={"2,4-3,4": 2, "2,4-2,5": 1},
        smoke=["2,4", *smoke],
    )
    assert after["fire"] == ["2,3", "2,4", "3,4", "4,4"]
    assert after["smoke"] == ["1,4", "2,5", "3,5"]


def test_smoke_placed_elsewhere_does_not_keep_old_smoke_from_flashing_over_fp_5_5() -> None:
    # A firefighter has turned 2,2 into smoke; the roll falls far away, and 2,2 burns again.
    after = burnt("6,8", fire=["2,3"], smoke=["2,2"])
    assert (after["fire"], after["smoke"]) == (["2,2", "2,3"], ["6,8"])


def test_a_flashover_starts_from_outside_fire_over_an_open_edge_fp_5_5() -> None:
    position = fire_phase(
        on=board(gaps=["6,2-7,2"]),
        rules=["hot_spots"],
        fire=["7,2", "7,3"],
        smoke=["6,2", "6,3", "4,4"],
        turn={"flare_up": True},
    )
    # 7,2 lights 6,2 through the gap, that one lights 6,3; 7,3 is behind a wall.
    assert show(play(position, "roll 1,8"))["fire"] == ["6,2", "6,3"]


def test_smoke_never_lies_outside_fp_5_10() -> None:
    assert clauses_against(smoke=["7,4"]) == {"FP-5.10"}
    position = fire_phase(on="base-1", fire=["4,8"], rules=["hot_spots"], hot_spots=["4,8"])
    between_rolls = show(play(position, "roll 4,8"))
    assert "4,9" in between_rolls["fire"]
    assert between_rolls["smoke"] == []
    assert show(play(position, "roll 4,8", "roll 1,1"))["smoke"] == ["1,1"]
