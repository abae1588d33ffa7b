"""The set-up of a game (FP-10, FP-11.1, FP-11.4)."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.errors import UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import RULES, SPECIALISTS, VARIANTS
from advisor.flashpoint.setup import LEVELS, SetUp, SetUpResult, Step, make
from advisor.flashpoint.squares import Square, parse_edge, parse_square
from reference import Reference, clear_set_up_fire, explosion_at_setup

BASE_1, BASE_2 = Board.shipped("base-1"), Board.shipped("base-2")
COTTAGE, HUT, SHED = Board.shipped("cottage"), Board.shipped("hut"), Board.shipped("shed")
EXPERIENCED = ("recruit", "veteran", "heroic")


def of_kind(made: SetUpResult, kind: str) -> list[Step]:
    return [step for step in made.steps if step.kind == kind]


def placed(made: SetUpResult, kind: str) -> list[Square]:
    return [step.squares[0] for step in of_kind(made, kind) if not step.again]


# The family's set-up


@pytest.mark.parametrize("board", [BASE_1, BASE_2, COTTAGE, HUT, SHED], ids=lambda board: str(board.id))
def test_the_family_set_up_is_the_one_of_the_board_file_fp_10_2(board: Board) -> None:
    made = make(SetUp(board, firefighters=4))
    position = made.position
    assert position.fire == board.family_fire
    assert tuple(poi.at for poi in position.poi) == board.family_poi
    assert {poi.kind for poi in position.poi} <= {"unknown"}
    assert (position.rules, position.damage, position.doors, position.smoke) == ((), (), (), ())
    assert (position.unrevealed_victims, position.unrevealed_false_alarms) == (10, 5)
    assert (position.ambulance, position.engine, position.hot_spot_supply) == (None, None, 0)
    assert made.dice == ()
    assert position.problems() == ()


def test_a_family_set_up_with_parts_has_no_hot_spots_or_hazmats_yet_fp_10_2() -> None:
    for level in ("family", "random-family"):
        position = make(SetUp(BASE_1, level, rules=RULES, firefighters=4)).position
        assert (position.hot_spots, position.hazmats, position.hot_spot_supply) == ((), (), 6)


def test_the_random_family_set_up_damages_doors_but_no_walls_fp_10_2() -> None:
    doors = 0
    for seed in range(40):
        made = make(SetUp(BASE_1, "random-family", seed=seed))
        assert made.position.damage == ()
        assert len(made.position.poi) == 3
        doors += len(made.position.doors)
    assert doors > 0


def test_fire_without_a_marker_left_is_skipped_fp_1_6() -> None:
    made = make(SetUp(BASE_1, threat_markers=4))
    assert made.position.fire == BASE_1.family_fire[:4]
    assert "no threat markers are left for" in of_kind(made, "fire")[0].text
    made = make(SetUp(BASE_1, "recruit", threat_markers=0))
    assert made.position.fire == ()
    assert len(made.position.hot_spots) >= 3
    assert made.position.damage != ()
    assert "no threat marker is left for fire and hot spot there" in of_kind(made, "explosion")[0].text


# Explosions, by dice that somebody rolled


def test_dice_that_a_table_rolled_are_used_in_the_order_of_rolling_fp_10_4() -> None:
    dice = [4, 3, 6, 1, 1, 3, 6, 7, 3, 6, 5, 2, 4, 3, 2, 1, 2, 8, 2, 8, 5, 7, 5, 2]
    setup = SetUp(BASE_1, "recruit", ids=["ann", "bob"], specialists=["captain", "driver"], squares=["0,7"])
    made = make(setup, dice)
    assert [step.text for step in made.steps if step.red or step.black] == [
        "1st explosion: black die 4 -> 3,6: fire and hot spot there; up: 1 damage on 2,6-3,6; "
        "right: 1 damage on 3,6-3,7; down: fire at 4,6; left: fire at 3,5",
        "2nd explosion: 3,6 - fire there, roll again",
        "2nd explosion: 1,1: fire and hot spot there; up: 1 damage on 0,1-1,1; right: fire at 1,2; "
        "down: fire at 2,1; left: 1 damage on 1,0-1,1",
        "3rd explosion: black die turned over to 8, red die 3 -> 3,8: fire and hot spot there; "
        "up: door 2,8-3,8 destroyed; right: 1 damage on 3,8-3,9; down: fire at 4,8; left: fire at 3,7",
        "hazmat 1: 6,7",
        "hazmat 2: 3,6 - fire there, roll again",
        "hazmat 2: 5,2",
        "hazmat 3: 4,3",
        "POI 1: 2,1 - fire there, roll again",
        "POI 1: 2,8",
        "POI 2: 2,8 - POI there, roll again",
        "POI 2: 5,7",
        "POI 3: 5,2",
    ]
    shown = made.position.to_json()
    assert shown["fire"] == ["1,1", "1,2", "2,1", "3,5", "3,6", "3,7", "3,8", "4,6", "4,8"]
    assert shown["hot_spots"] == ["1,1", "3,6", "3,8"]
    assert shown["damage"] == dict.fromkeys(("0,1-1,1", "1,0-1,1", "2,6-3,6", "3,6-3,7", "3,8-3,9"), 1)
    assert shown["doors"] == {"2,8-3,8": "destroyed"}
    assert shown["hazmats"] == ["4,3", "5,2", "6,7"]
    assert [poi["at"] for poi in shown["poi"]] == ["2,8", "5,2", "5,7"]
    assert shown["hot_spot_supply"] == 6
    assert made.dice == tuple(dice)
    assert made.position.problems() == ()


def test_fire_that_came_out_of_the_building_is_removed_after_the_explosions_fp_5_8_c() -> None:
    # 1,6 explodes through the doorway above it, and no marker stays outside.
    made = make(SetUp(BASE_1, "random-family"), [1, 1, 6, 1, 2, 4, 5, 5, 6, 2])
    second = of_kind(made, "explosion")[1]
    assert second.effects[0].where == (0, 6)
    assert of_kind(made, "outside")[0].squares == ((0, 6),)
    assert all(BASE_1.is_inside(square) for square in made.position.fire)


def test_the_third_explosion_lies_in_the_column_of_the_black_die_turned_over_fp_10_4() -> None:
    for seed in range(60):
        explosions = [
            step for step in of_kind(make(SetUp(BASE_2, "recruit", seed=seed)), "explosion") if not step.again
        ]
        black = explosions[1].black
        assert black is not None
        assert explosions[2].squares[0][1] == 9 - black
        assert (explosions[2].black, explosions[2].squares[0][0]) == (None, explosions[2].red)


def test_a_third_explosion_in_a_column_all_on_fire_takes_both_dice_fp_10_4() -> None:
    dice = [2, 2, 2, 2, 4, 1, 1, 3, 2, 1, 5, 2, 5]
    made = make(SetUp(COTTAGE, "recruit", rules=()), dice)
    assert [step.text for step in of_kind(made, "explosion")] == [
        "1st explosion: black die 2 -> 2,4: fire there; up: fire at 1,4; right: 1 damage on 2,4-2,5; "
        "down: fire at 3,4; left: fire at 2,3",
        "2nd explosion: 2,2: fire there; up: 1 damage on 1,2-2,2; "
        "right: 1 damage on 2,4-2,5, the wall is destroyed; down: door 2,2-3,2 destroyed; left: fire at 2,1",
        "3rd explosion: 2,4 - fire there, roll again",
        "3rd explosion: all of column 4 burns, both dice -> 1,1: fire there; up: 1 damage on 0,1-1,1; "
        "right: fire at 1,2; down: fire at 3,1; left: 1 damage on 1,0-1,1",
    ]
    assert made.position.problems() == ()


def test_a_third_explosion_rolls_only_the_red_die_again_fp_10_4() -> None:
    # 3,5 and 1,5 burn; the black die of the 2nd explosion, a 4, is turned over to 5.
    made = make(SetUp(BASE_1, "random-family"), [2, 1, 4, 1, 3, 6, 5, 7, 2, 5, 2, 2])
    third = [step for step in of_kind(made, "explosion") if step.number == 3]
    assert [(step.red, step.black, step.again) for step in third] == [
        (1, None, True),
        (3, None, True),
        (6, None, False),
    ]
    assert third[0].text == (
        "3rd explosion: black die turned over to 5, red die 1 -> 1,5 - fire there, roll the red die again"
    )


@pytest.mark.parametrize("level", ["random-family", *EXPERIENCED])
def test_nothing_is_placed_on_what_is_in_its_way_and_one_rolls_again_fp_10_4_to_10_7(level: str) -> None:
    """The steps alone, by the reference's explosions, lead to the same board."""
    for seed in range(12):
        setup = SetUp(BASE_1, level, rules=RULES, firefighters=4, seed=seed)
        made = make(setup)
        position = made.position
        experienced = level != "random-family"
        empty = make(SetUp(Board.shipped("base-1"), threat_markers=0)).position.to_json()
        empty |= {"threat_markers": 36, "poi": [], "rules": ["hot_spots"]}
        reference = Reference.from_json(empty, {"base-1": BASE_1.to_json()})
        hazmats: list[Square] = []
        poi: list[Square] = []
        hot_spots: set[Square] = set()
        fire: set[Square] = set()
        for step in made.steps:
            square = step.squares[0] if step.squares else (0, 0)
            taken = {
                "explosion": square in reference.state.fire,
                "hazmat": square in reference.state.fire,
                "poi": square in reference.state.fire or square in poi,
                "hot_spot": square in hot_spots,
            }
            assert step.again == taken.get(step.kind, False), step
            if step.again:
                continue
            if step.kind == "explosion":
                explosion_at_setup(reference, square, experienced)
                fire |= {square, *(e.where for e in step.effects if e.what == "fire")}  # type: ignore[arg-type]
                hot_spots |= {square} if experienced else set()
                if step.number == len({s.number for s in of_kind(made, "explosion")}):
                    clear_set_up_fire(reference)
            elif step.kind == "hazmat":
                hazmats.append(square)
            elif step.kind == "poi":
                poi.append(square)
            elif step.kind == "hot_spot":
                hot_spots.add(square)
        assert set(position.fire) == reference.state.fire == {at for at in fire if BASE_1.is_inside(at)}
        assert dict(position.damage) == reference.state.damage
        assert dict(position.doors) == {
            door: state for door, state in reference.state.doors.items() if state != "closed"
        }
        assert position.hazmats == tuple(sorted(hazmats))
        assert position.hot_spots == tuple(sorted(hot_spots))
        assert [marker.at for marker in position.poi] == sorted(poi)


# Numbers


@pytest.mark.parametrize(
    ("level", "explosions", "hazmats", "further", "supply"),
    [("recruit", 3, 3, 0, 6), ("veteran", 3, 4, 3, 6), ("heroic", 4, 5, 3, 12)],
)
@pytest.mark.parametrize(("crew", "more"), [(1, 0), (2, 0), (3, 2), (4, 3), (5, 3), (6, 3)])
def test_the_numbers_of_a_level_and_a_crew_fp_10_4_to_10_7(
    level: str, explosions: int, hazmats: int, further: int, supply: int, crew: int, more: int
) -> None:
    for board in (BASE_1, BASE_2):
        made = make(SetUp(board, level, firefighters=crew, seed=crew))
        position = made.position
        targets = placed(made, "explosion")
        assert len(targets) == explosions
        assert set(targets) <= set(position.hot_spots) & set(position.fire)
        assert len(position.hazmats) == hazmats
        assert len(position.hot_spots) == explosions + further + more
        assert position.hot_spot_supply == supply
        assert len(position.poi) == 3
        assert len(position.firefighters) == crew
        assert (position.rules, position.goal, position.threat_markers) == (RULES, 7, 36)


def test_parts_that_were_not_chosen_are_left_out_fp_11_1() -> None:
    for chosen in range(32):
        rules = tuple(rule for bit, rule in enumerate(RULES) if chosen >> bit & 1)
        position = make(SetUp(BASE_1, "veteran", rules=rules[::-1], firefighters=3, seed=chosen)).position
        assert position.rules == rules
        assert len(position.hazmats) == (4 if "hazmats" in rules else 0)
        assert len(position.hot_spots) == (8 if "hot_spots" in rules else 0)
        assert position.hot_spot_supply == (6 if "hot_spots" in rules else 0)
        assert (position.ambulance is None) == (position.engine is None) == ("vehicles" not in rules)
        assert (position.firefighters[0].specialist is None) == ("specialists" not in rules)
        assert position.damage != ()
        assert position.problems() == ()


def test_hidden_hazards_begin_without_hazmats_fp_11_4() -> None:
    made = make(SetUp(BASE_1, "heroic", variants=["hidden-hazards"]))
    assert made.position.hazmats == ()
    assert of_kind(made, "hazmat") == []


def test_dice_fall_evenly_and_reach_every_square_of_the_building() -> None:
    seen: Counter[Square] = Counter()
    first: Counter[Square] = Counter()
    for seed in range(200):
        made = make(SetUp(BASE_1, "heroic", firefighters=6, seed=seed))
        seen.update(step.squares[0] for step in made.steps if step.red and step.black)
        first.update(placed(made, "explosion")[:1])
    assert len(seen) == 48
    expected = seen.total() / 48
    # The 99.9 % point of chi-square with 47 degrees of freedom; the seeds are fixed.
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 82.7
    assert set(first) == set(BASE_1.first_explosion)


def test_specialists_are_drawn_evenly_and_all_different_fp_10_8() -> None:
    seats: list[Counter[str]] = [Counter() for _ in range(4)]
    for seed in range(800):
        position = make(SetUp(BASE_1, rules=["specialists"], firefighters=4, seed=seed)).position
        drawn = [str(one.specialist) for one in position.firefighters]
        assert len(set(drawn)) == 4
        for seat, specialist in zip(seats, drawn, strict=True):
            seat[specialist] += 1
    for seat in seats:
        # The 99.9 % point of chi-square with 7 degrees of freedom.
        assert sum((seat[specialist] - 100) ** 2 / 100 for specialist in SPECIALISTS) < 24.4


def test_named_specialists_keep_their_seats_and_the_others_are_drawn_fp_10_8() -> None:
    for seed in range(30):
        setup = SetUp(
            BASE_1, "recruit", firefighters=6, specialists=[None, "driver", None, "cafs"], seed=seed
        )
        made = make(setup)
        crew = [one.specialist for one in made.position.firefighters]
        assert (crew[1], crew[3]) == ("driver", "cafs")
        assert len(set(crew)) == 6
        said = [step.text.split()[1] for step in of_kind(made, "specialist")]
        assert said == ["drawn:", "chosen:", "drawn:", "chosen:", "drawn:", "drawn:"]


# Seeds, dice, steps as data


BOARDS = st.sampled_from(
    [BASE_1, BASE_2, COTTAGE, Board.shipped("hospital"), Board.shipped("corridor"), SHED, HUT]
)


@st.composite
def setups(draw: st.DrawFn) -> SetUp:
    board = draw(BOARDS)
    rules = draw(st.sets(st.sampled_from(RULES)))
    variants = draw(st.sets(st.sampled_from(VARIANTS)))
    if board is SHED:
        rules -= {"vehicles"}
    if "hazmats" not in rules:
        variants -= {"hidden-hazards"}
    return SetUp(
        board,
        draw(st.sampled_from(list(LEVELS))),
        rules=sorted(rules),
        variants=sorted(variants),
        firefighters=draw(st.integers(1, 6)),
        goal=draw(st.integers(1, 10)),
        threat_markers=draw(st.sampled_from([36, 33, 12, 5, 0])),
        seed=draw(st.integers()),
    )


@settings(max_examples=150, deadline=None)
@given(setup=setups())
def test_every_set_up_is_sound_and_comes_again_from_its_seed_and_its_dice(setup: SetUp) -> None:
    try:
        made = make(setup)
    except UsageError as error:
        assert str(error).startswith("the set-up cannot be completed: ")  # noqa: PT017
        assert setup.board in (HUT, SHED, COTTAGE) or setup.board.rows == 1
        return
    position = made.position
    assert position.problems() == ()
    assert Position.from_json(position.to_json()) == position
    assert position.legal()
    assert make(setup) == made
    assert make(setup, made.dice) == made
    assert all("\n" not in step.text for step in made.steps)
    assert len(made.dice) == sum((step.red is not None) + (step.black is not None) for step in made.steps)
    json.dumps(made.steps_as_json())


def test_other_seeds_make_other_set_ups() -> None:
    made = {make(SetUp(BASE_1, "random-family", seed=seed)).position.fire for seed in range(50)}
    assert len(made) > 40


def test_a_step_as_json_can_be_laid_out_by_a_program() -> None:
    made = make(SetUp(BASE_1, "recruit", seed=4))
    first = next(step for step in made.steps_as_json() if step["kind"] == "explosion")
    assert first["dice"][0] is None
    assert parse_square(first["squares"][0]) == BASE_1.first_explosion[first["dice"][1] - 1]
    assert [effect["direction"] for effect in first["effects"]] == ["up", "right", "down", "left"]
    for effect in first["effects"]:
        reads = parse_square if effect["what"] == "fire" else parse_edge
        assert (effect["where"] is None) == (effect["what"] == "nothing")
        assert effect["where"] is None or reads(effect["where"]) is not None
