"""Section 1, the building, clause by clause."""

from __future__ import annotations

from fractions import Fraction

import pytest

from advisor.errors import FormatError, PositionError
from clause_positions import (
    NEXT,
    between,
    board,
    clause_of,
    clauses_against,
    costs,
    damaged,
    fire_phase,
    house,
    play,
    ring,
    show,
    step,
)


@pytest.mark.parametrize(("rows", "columns"), [(6, 8), (3, 5), (5, 3), (1, 12), (12, 1), (8, 8)])
def test_every_inside_square_is_rolled_with_the_same_chance_and_no_other_fp_1_1(
    rows: int, columns: int
) -> None:
    position = fire_phase(on=board(rows, columns), firefighters={"red": "0,0"})
    inside = [f"roll {r},{c}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
    assert position.chance() == tuple((text, Fraction(1, rows * columns)) for text in inside)
    assert clause_of(position, f"roll {rows + 1},1") == "FP-5.1"
    assert clause_of(position, f"roll 1,{columns + 1}") == "FP-5.1"
    assert clause_of(position, "roll 0,1") == clause_of(position, "roll 1,0") == "FP-5.1"


def test_row_1_is_on_top_and_column_1_at_the_left_fp_1_1() -> None:
    position = play(fire_phase(fire=["1,1"]), "roll 1,1")
    assert show(position)["damage"] == {"0,1-1,1": 1, "1,0-1,1": 1}
    assert show(position)["fire"] == ["1,1", "1,2", "2,1"]


def test_firefighters_and_victims_can_be_on_all_80_squares_fp_1_1() -> None:
    squares = [f"{r},{c}" for r in range(8) for c in range(10)]
    assert len(squares) == 80
    assert len(ring()) == 32
    assert {"0,0", "0,9", "7,0", "7,9"} <= set(ring())
    for square in squares:
        # The ambulance stands where it would not rescue the victim at once.
        ambulance = "south" if square in ("0,5", "0,6") else "north"
        position = house(
            rules=["vehicles"], firefighters={"red": square}, victims=[square], ambulance=ambulance
        )
        assert show(position)["at"] == {"red": square}


@pytest.mark.parametrize("square", ["8,0", "0,10", "7,10", "8,9"])
def test_beyond_the_ring_there_is_nothing_fp_1_1(square: str) -> None:
    with pytest.raises((PositionError, FormatError)):
        house(firefighters={"red": square})
    with pytest.raises((PositionError, FormatError)):
        house(rules=["vehicles"], victims=[square])


@pytest.mark.parametrize("square", ["0,3", "7,6", "2,0", "5,9", "0,0", "7,9"])
def test_hazmats_hot_spots_smoke_and_face_down_poi_lie_inside_only_fp_1_1(square: str) -> None:
    crew = {"red": "0,1"}
    assert clauses_against(firefighters=crew, rules=["hazmats"], hazmats=[square]) == {"FP-1.1"}
    assert clauses_against(firefighters=crew, rules=["hot_spots"], hot_spots=[square]) == {"FP-1.1"}
    assert clauses_against(firefighters=crew, smoke=[square]) == {"FP-5.10"}
    assert clauses_against(firefighters=crew, poi=[square]) == {"FP-1.1"}


@pytest.mark.parametrize(
    ("at", "neighbours"),
    [
        ("3,4", ["2,4", "3,3", "3,5", "4,4"]),
        ("1,1", ["1,2", "2,1"]),
        ("6,8", ["5,8", "6,7"]),
        ("4,8", ["3,8", "4,7", "5,8"]),
        ("0,0", ["0,1", "1,0"]),
        ("7,9", ["6,9", "7,8"]),
        ("3,9", ["2,9", "4,9"]),
        ("4,0", ["3,0", "5,0"]),
    ],
)
def test_squares_are_adjacent_up_down_left_and_right_and_never_around_the_edge_fp_1_2(
    at: str, neighbours: list[str]
) -> None:
    position = house(firefighters={"red": at})
    assert costs(position, "move") == {f"move {square}": 1 for square in neighbours}


@pytest.mark.parametrize("target", ["2,3", "2,5", "4,3", "4,5"])
def test_squares_are_never_adjacent_diagonally_fp_1_2(target: str) -> None:
    position = house(firefighters={"red": "3,4"}, fire=[target], smoke=["5,4"])
    assert clause_of(position, f"move {target}") in ("FP-1.2", "FP-4.1")
    assert clause_of(position, f"extinguish {target}") == "FP-4.8"
    # Nor does fire touch smoke over a corner, whatever is rolled elsewhere.
    phase = fire_phase(fire=[target], smoke=["3,4"])
    assert show(play(phase, "roll 6,1"))["smoke"] == ["3,4", "6,1"]


@pytest.mark.parametrize(("rows", "columns"), [(6, 8), (2, 5), (5, 2)])
def test_edges_between_two_outside_squares_are_open_all_around_fp_1_2(rows: int, columns: int) -> None:
    around = ring(rows, columns)
    for square in around:
        position = house(on=board(rows, columns), firefighters={"red": square})
        ways = {f"move {step(square, d)}" for d in NEXT if step(square, d) in around}
        assert len(ways) == 2
        assert set(costs(position, "move")) == ways


@pytest.mark.parametrize("edge", ["0,3-0,4", "4,9-5,9"])
def test_no_wall_and_no_door_lies_between_two_outside_squares_fp_1_2(edge: str) -> None:
    for made in (board(walls=[edge]), board(doors=[edge])):
        with pytest.raises(FormatError):
            house(on=made)


@pytest.mark.parametrize("direction", NEXT)
@pytest.mark.parametrize("damage", [0, 1, 2])
def test_a_wall_blocks_everything_until_its_second_marker_fp_1_3(damage: int, direction: str) -> None:
    wall, beyond = between("3,4", direction), step("3,4", direction)
    made = board(walls=[wall])
    markers = {wall: damage} if damage else {}
    passes = damage == 2
    position = house(on=made, damage=markers, firefighters={"red": "3,4"}, smoke=[beyond])
    assert (f"move {beyond}" in costs(position)) == passes
    assert (f"extinguish {beyond}" in costs(position)) == passes
    if not passes:
        assert clause_of(position, f"move {beyond}") == "FP-1.3"
        assert clause_of(position, f"extinguish {beyond}") in ("FP-1.3", "FP-4.8")
    # Fire and smoke.
    phase = fire_phase(on=made, damage=markers, fire=[beyond])
    assert (show(play(phase, "roll 3,4"))["fire"] == sorted(["3,4", beyond])) == passes
    # Explosions.
    after = show(play(fire_phase(on=made, damage=markers, fire=["3,4"]), "roll 3,4"))
    assert after["damage"] == {wall: min(2, damage + 1)}
    assert (beyond in after["fire"]) == passes


def test_a_wall_carries_two_damage_markers_at_most_fp_1_3() -> None:
    made = board(walls=["3,4-3,5"])
    assert clauses_against(on=made, damage={"3,4-3,5": 2}) == set()
    with pytest.raises((PositionError, FormatError)):
        house(on=made, damage={"3,4-3,5": 3})
    assert clauses_against(on=made, damage={"3,5-3,6": 1}) == {"FP-1.3"}


@pytest.mark.parametrize("direction", NEXT)
@pytest.mark.parametrize("state", ["closed", "open", "destroyed"])
def test_only_a_closed_door_blocks_and_it_blocks_everything_fp_1_4(state: str, direction: str) -> None:
    door, beyond = between("4,5", direction), step("4,5", direction)
    made, doors = board(doors=[door]), {} if state == "closed" else {door: state}
    passes = state != "closed"
    position = house(on=made, doors=doors, firefighters={"red": "4,5"}, smoke=[beyond])
    assert (f"move {beyond}" in costs(position)) == passes
    assert (f"extinguish {beyond}" in costs(position)) == passes
    if not passes:
        assert clause_of(position, f"move {beyond}") == "FP-1.4"
        assert clause_of(position, f"extinguish {beyond}") in ("FP-1.4", "FP-4.8")
    phase = fire_phase(on=made, doors=doors, fire=[beyond])
    assert (show(play(phase, "roll 4,5"))["smoke"] == []) == passes
    after = show(play(fire_phase(on=made, doors=doors, fire=["4,5"]), "roll 4,5"))
    assert (beyond in after["fire"]) == passes


@pytest.mark.parametrize("state", ["closed", "open", "destroyed"])
def test_a_door_never_carries_damage_and_cannot_be_chopped_fp_1_4(state: str) -> None:
    door = "5,2-6,2"
    doors = {} if state == "closed" else {door: state}
    position = house(on=board(doors=[door]), doors=doors, firefighters={"red": "6,2"})
    assert clause_of(position, f"chop {door}") == "FP-1.4"
    assert clauses_against(on=board(doors=[door]), doors=doors, damage={door: 1}) == {"FP-1.4"}
    after = show(play(fire_phase(on=board(doors=[door]), doors=doors, fire=["6,2"]), "roll 6,2"))
    assert after["doors"] == {door: "destroyed"}
    assert after["damage"] == {"6,2-7,2": 1}


def test_the_24th_marker_by_fire_collapses_the_house_between_two_arms_fp_1_5() -> None:
    made = board(walls=["4,6-4,7", "4,6-5,6"])
    after = show(play(fire_phase(on=made, damage=damaged(23), fire=["4,6"]), "roll 4,6"))
    # Up: fire. Right: the wall, the 24th marker. Down (a wall) and left (open): nothing any more.
    assert after["fire"] == ["3,6", "4,6"]
    assert after["damage"] == damaged(23) | {"4,6-4,7": 1}
    assert (after["turn"]["result"], after["turn"]["reason"]) == ("lost", "collapse")


def test_the_24th_marker_may_come_from_a_shockwave_far_away_fp_1_5() -> None:
    made = board(walls=["3,6-3,7", "4,4-5,4"])
    position = fire_phase(on=made, damage=damaged(23), fire=["3,4", "3,5", "3,6"])
    after = show(play(position, "roll 3,4"))
    assert after["fire"] == ["2,4", "3,4", "3,5", "3,6"]
    assert after["damage"] == damaged(23) | {"3,6-3,7": 1}
    assert after["turn"]["reason"] == "collapse"


def test_the_24th_marker_may_come_from_a_hazmat_before_its_arms_are_done_fp_1_5() -> None:
    made = board(walls=["2,3-3,3"])
    position = fire_phase(on=made, rules=["hazmats"], damage=damaged(23), smoke=["3,3"], hazmats=["3,3"])
    after = show(play(position, "roll 3,3"))
    assert after["fire"] == ["3,3"]
    assert after["damage"] == damaged(23) | {"2,3-3,3": 1}
    assert after["turn"]["reason"] == "collapse"


@pytest.mark.parametrize(("count", "over"), [(22, False), (23, True)])
def test_the_24th_marker_by_an_axe_collapses_the_house_at_once_fp_1_5(count: int, over: bool) -> None:
    position = house(
        on=board(walls=["4,4-4,5"]),
        rules=["specialists"],
        damage=damaged(count),
        firefighters={"red": "4,5 rescue"},
    )
    after = play(position, "chop 4,4-4,5")
    assert after.damage_count == count + 1
    assert after.is_over == over
    assert after.turn.reason == ("collapse" if over else None)


def test_there_are_24_damage_markers_and_no_more_fp_1_5() -> None:
    over = {"phase": "over", "turn": {"result": "lost", "reason": "collapse"}}
    assert clauses_against(damage=damaged(24), **over) == set()
    assert clauses_against(damage=damaged(25), **over) >= {"FP-1.5"}


@pytest.mark.parametrize("markers", [36, 33, 5])
def test_without_threat_markers_left_smoke_is_not_placed_but_flipped_fp_1_6(markers: int) -> None:
    inside = [f"{r},{c}" for r in range(1, 7) for c in range(1, 9)]
    smoke = inside[-markers:]
    position = fire_phase(smoke=smoke, threat_markers=markers)
    assert show(play(position, "roll 1,1"))["smoke"] == smoke
    # A flip needs no marker; the flashover lights all the smoke around.
    after = show(play(position, "roll 6,8"))
    assert after["fire"] == smoke
    assert after["smoke"] == []


def test_the_position_says_how_many_threat_markers_there_are_fp_1_6() -> None:
    smoke = [f"{r},{c}" for r in range(1, 7) for c in range(1, 9)]
    assert clauses_against(smoke=smoke[:33], threat_markers=33) == set()
    assert clauses_against(smoke=smoke[:34], threat_markers=33) == {"FP-1.6"}
    assert clauses_against(smoke=smoke[:36]) == set()
    assert clauses_against(smoke=smoke[:37]) == {"FP-1.6"}


@pytest.mark.parametrize(
    ("left", "lit"), [(0, []), (1, ["2,4"]), (2, ["2,4", "3,5"]), (3, ["2,4", "3,5", "4,4"])]
)
def test_threat_markers_run_out_in_the_order_up_right_down_left_fp_1_6_fp_5_4(
    left: int, lit: list[str]
) -> None:
    position = fire_phase(fire=["3,4"], threat_markers=1 + left)
    assert show(play(position, "roll 3,4"))["fire"] == sorted([*lit, "3,4"])


def test_a_fire_marker_outside_counts_though_it_is_removed_afterwards_fp_1_6() -> None:
    position = fire_phase(on=board(gaps=["0,5-1,5"]), fire=["1,5"], threat_markers=2)
    after = show(play(position, "roll 1,5"))
    # Up, outside, comes first and takes the last marker: nothing is left for 1,6, 2,5 and 1,4.
    assert after["fire"] == ["1,5"]


def test_outside_fire_still_holds_its_marker_during_a_flare_up_fp_1_6() -> None:
    position = fire_phase(
        on=board(gaps=["0,5-1,5"]), rules=["hot_spots"], fire=["1,5"], hot_spots=["1,5"], threat_markers=2
    )
    between_rolls = play(position, "roll 1,5")
    assert show(between_rolls)["fire"] == ["0,5", "1,5"]
    after = play(between_rolls, "roll 6,6")
    assert (show(after)["smoke"], show(after)["fire"]) == ([], ["1,5"])


def test_without_threat_markers_walls_and_doors_still_suffer_fp_1_6() -> None:
    made = board(walls=["2,6-3,6"], doors=["3,6-3,7", "3,5-3,6"])
    position = fire_phase(on=made, doors={"3,5-3,6": "open"}, fire=["3,6"], threat_markers=1)
    after = show(play(position, "roll 3,6"))
    assert after["damage"] == {"2,6-3,6": 1}
    assert after["doors"] == {"3,5-3,6": "destroyed", "3,6-3,7": "destroyed"}
    assert after["fire"] == ["3,6"]


def test_a_shockwave_without_a_marker_lands_on_smoke_only_fp_1_6() -> None:
    fire = ["4,4", "4,5", "4,3"]
    after = show(play(fire_phase(fire=fire, smoke=["4,6"], threat_markers=4), "roll 4,4"))
    assert after["fire"] == ["4,3", "4,4", "4,5", "4,6"]


@pytest.mark.parametrize(
    ("outside", "inside"), [("0,6", "1,6"), ("3,0", "3,1"), ("4,9", "4,8"), ("7,3", "6,3")]
)
def test_a_doorway_is_an_open_edge_without_door_or_wall_fp_1_7(outside: str, inside: str) -> None:
    position = house(on="base-1", firefighters={"red": outside}, smoke=[inside])
    assert costs(position)[f"move {inside}"] == 1
    assert costs(position)[f"extinguish {inside}"] == 1
    edge = "-".join(sorted((outside, inside)))
    assert clause_of(position, f"door {edge}") == "FP-4.7"
    assert clause_of(position, f"chop {edge}") == "FP-4.9"
    # And it stays one, whatever explodes in it.
    position = fire_phase(on="base-1", rules=["hot_spots"], fire=[inside], hot_spots=[inside])
    between_rolls = show(play(position, f"roll {inside}"))
    assert outside in between_rolls["fire"]
    assert edge not in {**between_rolls["damage"], **between_rolls["doors"]}
