"""FP-5.6 to FP-5.9: hazmats, flare-ups, consequences and knock-downs, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from clause_positions import board, clause_of, clauses_against, damaged, fire_phase, play, show

HOT = ["hazmats", "hot_spots"]


def burnt(*rolls: str, **made: Any) -> dict[str, Any]:
    return show(play(fire_phase(**made), *(f"roll {roll}" for roll in rolls)))


# 5.6 Hazmats


@pytest.mark.parametrize("hot", [True, False])
def test_a_burning_hazmat_explodes_leaves_the_game_and_leaves_a_hot_spot_fp_5_6(hot: bool) -> None:
    rules = HOT if hot else ["hazmats"]
    after = burnt("4,7", rules=rules, smoke=["4,7"], hazmats=["4,7", "1,1"])
    assert after["fire"] == ["3,7", "4,6", "4,7", "4,8", "5,7"]
    assert after["hazmats"] == ["1,1"]
    assert after["hot_spots"] == (["4,7"] if hot else [])
    assert after["hot_spot_supply"] == (5 if hot else 0)


def test_no_hot_spot_is_left_from_an_empty_supply_or_on_another_one_fp_5_6() -> None:
    empty = burnt("4,7", rules=HOT, smoke=["4,7"], hazmats=["4,7"], hot_spot_supply=0)
    assert (empty["hot_spots"], empty["hazmats"]) == ([], [])
    # Smoke on 4,6 becomes fire and lights 4,7, which has a hot spot already.
    second = burnt("4,6", rules=HOT, smoke=["4,6", "4,7"], hazmats=["4,7"], hot_spots=["4,7"])
    assert (second["hot_spots"], second["hot_spot_supply"]) == (["4,7"], 6)
    assert second["hazmats"] == []


@pytest.mark.parametrize(
    ("two", "first"),
    [(["3,3", "3,5"], "3,3"), (["4,4", "3,5"], "3,5"), (["2,4", "3,3"], "2,4"), (["4,4", "2,4"], "2,4")],
)
def test_hazmats_explode_in_reading_order_unless_the_players_choose_fp_5_6(
    two: list[str], first: str
) -> None:
    """The one hot spot of the supply shows which one was the first."""
    last = next(at for at in two if at != first)
    position = fire_phase(rules=HOT, fire=["3,4"], hazmats=two, hot_spot_supply=1)
    assert show(play(position, "roll 3,4"))["hot_spots"] == [first]
    for order in (last, f"{last} {first}"):
        chosen = show(play(position, f"roll 3,4 hazmats {order}"))
        assert (chosen["hot_spots"], chosen["hazmats"]) == ([last], [])
    assert show(play(position, f"roll 3,4 hazmats {first}"))["hot_spots"] == [first]


def test_a_hazmat_lit_by_another_takes_its_place_in_the_order_fp_5_6() -> None:
    # The roll lights 3,5 and 4,4; 3,5 lights 2,5, which then comes before 4,4.
    position = fire_phase(rules=HOT, fire=["3,4"], hazmats=["2,5", "3,5", "4,4"], hot_spot_supply=2)
    assert show(play(position, "roll 3,4"))["hot_spots"] == ["2,5", "3,5"]
    assert show(play(position, "roll 3,4 hazmats 3,5 4,4"))["hot_spots"] == ["3,5", "4,4"]
    assert show(play(position, "roll 3,4 hazmats 4,4"))["hot_spots"] == ["3,5", "4,4"]
    assert clause_of(position, "roll 3,4 hazmats 2,5") == "FP-5.6"
    assert clause_of(position, "roll 3,4 hazmats 4,4 2,5") == "FP-5.6"
    assert clause_of(position, "roll 3,4 hazmats 3,5 3,5") == "FP-5.6"
    assert clause_of(position, "roll 3,4 hazmats 6,6") == "FP-5.6"
    assert clause_of(position, "roll 3,4 hazmats 3,5 2,5 4,4 3,5") == "FP-5.6"


def test_a_roll_that_lights_no_hazmat_has_no_order_to_choose_fp_5_6() -> None:
    position = fire_phase(rules=HOT, hazmats=["3,3"])
    assert clause_of(position, "roll 3,4 hazmats 3,3") == "FP-5.6"
    assert clause_of(fire_phase(), "roll 3,4 hazmats 3,3") in ("FP-5.6", "FP-11.1")


def test_two_hazmats_on_one_square_explode_one_by_one_fp_5_6() -> None:
    made = board(walls=["2,5-2,6"])
    position = fire_phase(on=made, rules=HOT, smoke=["2,5"], hazmats=["2,5", "2,5"])
    after = show(play(position, "roll 2,5"))
    # Two explosions: the wall gets two markers, the other arms run one square further the second time.
    assert after["damage"] == {"2,5-2,6": 2, "0,5-1,5": 1}
    assert after["fire"] == ["1,5", "2,3", "2,4", "2,5", "3,5", "4,5"]
    assert (after["hot_spots"], after["hot_spot_supply"]) == (["2,5"], 5)
    assert after == show(play(position, "roll 2,5 hazmats 2,5 2,5"))


def test_the_flashover_is_done_again_after_every_hazmat_and_may_light_the_next_fp_5_6() -> None:
    # The first hazmat breaks the door; the flashover lights the smoke and the hazmat behind it.
    made = board(doors=["4,3-4,4"])
    after = burnt("4,3", on=made, rules=["hazmats"], smoke=["4,3", "4,4", "4,7"], hazmats=["4,3", "4,4"])
    assert after["doors"] == {"4,3-4,4": "destroyed"}
    assert after["hazmats"] == []
    # 4,4 explodes: up, right and down of it burn; left is a shockwave through 4,3 and 4,2 to 4,1.
    assert after["fire"] == ["3,3", "3,4", "4,1", "4,2", "4,3", "4,4", "4,5", "5,3", "5,4"]
    assert after["smoke"] == ["4,7"]


def test_names_may_be_left_over_when_the_house_collapses_fp_5_6() -> None:
    made = board(walls=["2,3-3,3"])
    position = fire_phase(
        on=made, rules=["hazmats"], damage=damaged(23), fire=["3,4"], hazmats=["3,3", "3,5"]
    )
    after = play(position, "roll 3,4 hazmats 3,3 3,5")
    assert after.turn.reason == "collapse"


def test_a_hazmat_does_not_lie_in_fire_after_the_fire_phase_fp_5_6() -> None:
    assert clauses_against(rules=["hazmats"], fire=["3,4"], hazmats=["3,4"]) == {"FP-5.6"}


# 5.7 Flare-ups


@pytest.mark.parametrize("lies", ["clear", "smoke", "fire"])
def test_a_roll_on_a_hot_spot_is_followed_by_another_whatever_it_did_fp_5_7(lies: str) -> None:
    made: dict[str, Any] = {} if lies == "clear" else {lies: ["3,3"]}
    position = fire_phase(rules=["hot_spots"], hot_spots=["3,3"], **made)
    flare = play(position, "roll 3,3")
    assert (flare.turn.phase, flare.turn.flare_up) == ("advance_fire", True)
    assert show(flare)["hot_spots"] == ["3,3"]
    assert clause_of(flare, "poi 1,1") == "FP-5.7"
    after = show(play(flare, "roll 6,8"))
    assert (after["hot_spots"], after["hot_spot_supply"]) == (["3,3", "6,8"], 5)
    assert after["turn"]["phase"] == "replenish"


def test_after_any_number_of_flare_ups_one_hot_spot_lies_on_the_last_target_fp_5_7() -> None:
    made: dict[str, Any] = {"rules": ["hot_spots"], "hot_spots": ["1,1", "2,2"]}
    after = burnt("1,1", "2,2", "1,1", "4,4", **made)
    assert (after["hot_spots"], after["hot_spot_supply"]) == (["1,1", "2,2", "4,4"], 5)
    after = burnt("1,1", "4,4", hot_spot_supply=0, **made)
    assert (after["hot_spots"], after["hot_spot_supply"]) == (["1,1", "2,2"], 0)


def test_a_hot_spot_that_only_burns_makes_no_flare_up_fp_5_7() -> None:
    position = fire_phase(rules=["hot_spots"], fire=["3,3"], hot_spots=["3,4", "2,3"])
    after = show(play(position, "roll 3,3"))
    assert (after["turn"]["phase"], after["hot_spots"]) == ("replenish", ["2,3", "3,4"])


def test_a_last_target_with_a_hazmats_hot_spot_gets_no_second_one_fp_5_7() -> None:
    position = fire_phase(rules=HOT, hot_spots=["1,1"], smoke=["5,5"], hazmats=["5,5"])
    after = show(play(position, "roll 1,1", "roll 5,5"))
    # The hazmat's hot spot does not count for a further roll, nor is another placed on it.
    assert (after["hot_spots"], after["hot_spot_supply"]) == (["1,1", "5,5"], 5)
    assert after["turn"]["phase"] == "replenish"


def test_the_last_hot_spot_of_the_supply_may_go_to_a_hazmat_before_fp_5_7() -> None:
    position = fire_phase(
        rules=HOT, hot_spots=["1,1"], hot_spot_supply=1, smoke=["1,1"], hazmats=["1,1", "1,2"]
    )
    # 1,1 has one already; 1,2 takes the last; nothing is left for 6,6.
    after = show(play(position, "roll 1,1", "roll 6,6"))
    assert (after["hot_spots"], after["hot_spot_supply"]) == (["1,1", "1,2"], 0)


def test_without_the_rule_there_are_no_flare_ups_fp_5_7() -> None:
    made: dict[str, Any] = {"phase": "advance_fire", "turn": {"flare_up": True}}
    assert clauses_against(**made) == {"FP-5.7"}
    assert clauses_against(rules=["hot_spots"], **made) == set()


# 5.8 Consequences


def test_face_up_victims_burn_first_then_face_down_poi_in_reading_order_fp_5_8() -> None:
    position = fire_phase(fire=["3,4"], victims=["4,4"], poi=["3,5", "3,3"])
    first = play(position, "roll 3,4")
    assert (first.lost, first.turn.cause, show(first)["turn"]["at"]) == (1, "fire", "3,3")
    assert show(first)["poi"] == ["3,3 unknown", "3,5 unknown"]
    second = play(first, "reveal false-alarm")
    assert (second.lost, show(second)["turn"]["at"], show(second)["poi"]) == (1, "3,5", ["3,5 unknown"])
    after = play(second, "reveal victim")
    assert (after.lost, after.poi, after.turn.phase) == (2, (), "replenish")
    assert (after.unrevealed_victims, after.unrevealed_false_alarms) == (8, 4)
    assert clause_of(first, "poi 1,1") == "FP-5.8"


@pytest.mark.parametrize(
    ("poi", "order"),
    [(["4,4", "3,5", "2,4"], ["2,4", "3,5", "4,4"]), (["3,5", "4,4", "3,3"], ["3,3", "3,5", "4,4"])],
)
def test_reading_order_is_row_then_column_fp_5_8(poi: list[str], order: list[str]) -> None:
    position = play(fire_phase(fire=["3,4"], poi=poi), "roll 3,4")
    for square in order:
        assert show(position)["turn"]["at"] == square
        position = play(position, "reveal victim")
    assert (position.lost, position.turn.phase) == (3, "replenish")


def test_treated_and_untreated_victims_burn_alike_fp_5_8() -> None:
    after = burnt("2,2", rules=["specialists"], smoke=["2,2"], treated=["2,2"], victims=["2,2", "1,1"])
    assert (after["lost"], after["poi"]) == (2, ["1,1 victim"])


def test_every_firefighter_in_fire_is_knocked_down_before_the_poi_burn_fp_5_8() -> None:
    crew = {"red": "3,5", "blue": "4,4", "ash": "5,4"}
    position = fire_phase(fire=["3,4"], firefighters=crew, poi=["2,4"])
    during = play(position, "roll 3,4")
    assert during.turn.phase == "reveal"
    # 3,5 is nearest to the north (9 against 16 and 17), 4,4 to the south (9 against 16 and 17).
    assert show(during)["at"] == {"red": "0,5", "blue": "7,4", "ash": "5,4"}


def test_victims_and_firefighters_outside_burn_too_and_the_fire_there_goes_last_fp_5_8() -> None:
    position = fire_phase(
        on=board(gaps=["6,6-7,6"]),
        rules=["vehicles"],
        fire=["6,6"],
        firefighters={"red": "7,6"},
        victims=["7,6", "7,7"],
        poi=["6,5"],
    )
    during = play(position, "roll 6,6")
    # While the POI of 6,5 is revealed, the fire outside is still there.
    assert (during.turn.phase, during.lost) == ("reveal", 1)
    assert "7,6" in show(during)["fire"]
    assert show(during)["at"] == {"red": "0,6"}
    after = show(play(during, "reveal false-alarm"))
    assert after["fire"] == ["5,6", "6,5", "6,6", "6,7"]
    assert (after["poi"], after["lost"]) == (["7,7 victim"], 1)


def test_the_end_is_checked_only_after_the_last_reveal_by_fire_fp_5_8() -> None:
    position = fire_phase(fire=["3,4"], victims=["4,4"], poi=["3,5"], lost=3, goal=3)
    during = play(position, "roll 3,4")
    assert (during.lost, during.turn.phase) == (4, "reveal")
    after = play(during, "reveal victim")
    assert (after.lost, after.turn.phase, after.turn.reason) == (5, "over", "victims")


def test_consequences_come_once_after_the_last_of_several_rolls_fp_5_8() -> None:
    position = fire_phase(
        rules=["hot_spots"],
        fire=["3,4"],
        hot_spots=["3,4"],
        firefighters={"red": "3,3"},
        victims=["3,3", "3,5"],
    )
    flare = play(position, "roll 3,4")
    assert (flare.lost, len(flare.poi), show(flare)["at"]["red"]) == (0, 2, "3,3")
    after = play(flare, "roll 3,5")
    # 3,3 : west 9, north 13, south 16.
    assert (after.lost, len(after.poi), show(after)["at"]["red"]) == (2, 0, "3,0")


def test_smoke_harms_nobody_fp_5_8() -> None:
    after = burnt("5,5", firefighters={"red": "5,5"}, victims=["5,5"], poi=["5,6"], smoke=["5,6"])
    assert (after["lost"], after["at"]["red"], len(after["poi"])) == (0, "5,5", 2)


# 5.9 Knocked down, without vehicles

NORTH, EAST, SOUTH, WEST = ["0,5", "0,6"], ["3,9", "4,9"], ["7,3", "7,4"], ["3,0", "4,0"]


@pytest.mark.parametrize(
    ("fell", "default", "allowed"),
    [
        ("3,4", "0,5", NORTH),  # 10 against 25, 16, 16
        ("3,5", "0,5", NORTH),  # 9 against 16, 17, 25
        ("4,5", "7,4", SOUTH),  # 10 against 16, 16, 25
        ("4,6", "4,9", EAST),  # 9 against 16, 13, 36
        ("4,8", "4,9", EAST),
        ("6,5", "7,4", SOUTH),  # 2
        ("6,2", "7,3", SOUTH),  # 2 against 8 in the west
        ("1,1", "3,0", WEST),  # 5 against 17 in the north
        ("5,2", "7,3", SOUTH + WEST),  # 5 and 5, the south comes first in the board file
        ("3,6", "0,6", NORTH + EAST),  # 9 and 9
        ("4,3", "7,3", SOUTH + WEST),  # 9 and 9
    ],
)
def test_who_falls_goes_to_the_nearest_spot_as_the_crow_flies_fp_5_9(
    fell: str, default: str, allowed: list[str]
) -> None:
    position = fire_phase(firefighters={"red": fell}, smoke=[fell])
    after = play(position, f"roll {fell}")
    assert show(after)["at"]["red"] == default
    for square in NORTH + EAST + SOUTH + WEST:
        if square in allowed:
            assert show(play(position, f"roll {fell}", f"place red {square}"))["at"]["red"] == square
        else:
            assert clause_of(position, f"roll {fell}", f"place red {square}") == "FP-5.9"


@pytest.mark.parametrize(
    ("fell", "default", "allowed"),
    [
        ("3,2", "4,2", {"4,2", "4,3"}),  # the nearer square though it is listed second
        ("2,2", "0,2", {"0,2", "0,3", "4,2", "4,3"}),  # 4 to the north and to the south
        ("2,4", "2,6", {"2,6", "3,6"}),  # 4 against 5 and 5
        ("1,5", "2,6", {"2,6", "3,6"}),  # 2
    ],
)
def test_on_another_board_the_nearest_spot_is_another_fp_5_9(
    fell: str, default: str, allowed: set[str]
) -> None:
    position = fire_phase(on="cottage", firefighters={"red": fell}, smoke=[fell])
    assert show(play(position, f"roll {fell}"))["at"]["red"] == default
    for square in ("0,2", "0,3", "2,6", "3,6", "4,2", "4,3"):
        if square in allowed:
            play(position, f"roll {fell}", f"place red {square}")
        else:
            assert clause_of(position, f"roll {fell}", f"place red {square}") == "FP-5.9"


def test_a_correction_is_for_each_of_the_fallen_once_and_right_afterwards_fp_5_9() -> None:
    crew = {"red": "3,3", "blue": "3,5", "ash": "0,0"}
    position = fire_phase(fire=["3,4"], firefighters=crew)
    # red: west 9, north 13. blue: north 9, east 16.
    after = show(play(position, "roll 3,4", "place blue 0,6", "place red 4,0"))
    assert after["at"] == {"red": "4,0", "blue": "0,6", "ash": "0,0"}
    assert clause_of(position, "roll 3,4", "place ash 0,5") == "FP-5.9"
    assert clause_of(position, "roll 3,4", "place blue 0,6", "place blue 0,5") == "FP-5.9"
    assert clause_of(position, "roll 3,4", "poi 6,6", "place blue 0,6") == "FP-5.9"


def test_who_falls_keeps_its_saved_ap_and_loses_what_it_carried_fp_5_9() -> None:
    crew = {"red": "0,0", "blue": "5,7"}
    position = fire_phase(firefighters=crew, saved={"blue": 3}, smoke=["5,7"], victims=["5,7"])
    after = play(position, "roll 5,7")
    assert after.firefighter("blue").saved_ap == 3
    assert (after.lost, after.poi) == (1, ())
    # 5,7: east 5 (4,9), south 13, north 26.
    assert show(after)["at"]["blue"] == "4,9"


def test_who_stands_in_outside_fire_falls_as_well_fp_5_9() -> None:
    position = fire_phase(on=board(gaps=["0,2-1,2"]), fire=["1,2"], firefighters={"red": "0,2"})
    # 0,2: north 9, west 13.
    assert show(play(position, "roll 1,2"))["at"]["red"] == "0,5"
