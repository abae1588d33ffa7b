"""Section 11: parts of the experienced rules and variants, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.errors import UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.setup import SetUp, make
from clause_positions import (
    EXPERIENCED,
    board,
    clause_of,
    clauses_against,
    costs,
    damaged,
    fire_phase,
    house,
    play,
    show,
)

BASE = Board.shipped("base-2")
RULES = ("specialists", "hazmats", "vehicles", "hot_spots", "arrows")


# 11.1


def everything(rules: list[str], **more: Any) -> Any:
    """Return red at the engine with all that the chosen parts allow."""
    made: dict[str, Any] = {
        "on": board(gaps=["6,1-7,1"]),
        "rules": rules,
        "firefighters": {"red": "7,1 captain", "blue": "5,5 paramedic"},
        "hazmats": ["5,5"] if "hazmats" in rules else [],
        "turn": {"began_at_engine": "vehicles" in rules},
    }
    return house(**(made | more))


@pytest.mark.parametrize("left_out", RULES)
def test_each_part_can_be_left_out_by_itself_fp_11_1(left_out: str) -> None:
    rules = [part for part in RULES if part != left_out]
    position = everything(rules)
    kinds = {text.split(" ")[0] for text in costs(position)}
    assert ("command" in kinds) == (left_out != "specialists")
    assert ("drive" in kinds) == ("fire-deck-gun" in kinds) == (left_out != "vehicles")
    assert ("crew" in kinds) == (left_out not in ("specialists", "vehicles"))
    hauls = any(" haul " in text for text in costs(position))
    assert hauls == (left_out not in ("specialists", "hazmats"))


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("lead 6,1", ["hazmats", "vehicles"]),
        ("carry+lead 6,1", ["hazmats"]),
        ("haul 6,1", ["specialists", "vehicles"]),
        ("haul+lead 6,1", ["hazmats"]),
        ("drive ambulance east", ["specialists"]),
        ("fire-deck-gun", []),
        ("crew driver", ["vehicles"]),
        ("crew driver", ["specialists"]),
        ("resuscitate", ["hazmats"]),
        ("identify 1,1", []),
        ("dispose", ["specialists"]),
        ("command blue move 5,6", ["vehicles"]),
    ],
)
def test_actions_of_parts_not_chosen_are_refused_fp_11_1(text: str, rules: list[str]) -> None:
    assert clause_of(everything(rules), text) == "FP-11.1"


def test_markers_of_parts_not_chosen_are_refused_fp_11_1() -> None:
    assert clauses_against(hazmats=["1,1"]) == {"FP-11.1"}
    assert clauses_against(hot_spots=["1,1"]) == {"FP-11.1"}
    assert clauses_against(hot_spot_supply=6) == {"FP-11.1"}
    assert clauses_against(treated=["1,1"]) == {"FP-11.1"}
    assert clauses_against(ambulance="north") == {"FP-11.1"}
    assert clauses_against(engine="north") == {"FP-11.1"}


def test_without_arrows_an_experienced_game_replenishes_as_the_family_game_fp_11_1() -> None:
    lies: dict[str, Any] = {"phase": "replenish", "smoke": ["1,1"], "on": "base-1"}
    with_arrows = house(rules=EXPERIENCED, **lies)
    assert show(play(with_arrows, "poi 1,1"))["poi"] == ["2,2 unknown"]
    without = house(rules=["specialists", "hazmats", "vehicles", "hot_spots"], **lies)
    after = show(play(without, "poi 1,1"))
    assert (after["poi"], after["smoke"]) == (["1,1 unknown"], [])


@pytest.mark.parametrize("part", RULES)
def test_a_set_up_leaves_out_the_parts_not_chosen_fp_11_1(part: str) -> None:
    position = make(SetUp(BASE, "veteran", rules=[part], firefighters=4, seed=5)).position
    assert position.rules == (part,)
    assert len(position.hazmats) == (4 if part == "hazmats" else 0)
    assert len(position.hot_spots) == (9 if part == "hot_spots" else 0)
    assert position.hot_spot_supply == (6 if part == "hot_spots" else 0)
    assert (position.ambulance is not None) == (position.engine is not None) == (part == "vehicles")
    assert (position.firefighters[0].specialist is not None) == (part == "specialists")
    # Damage and fire belong to no part.
    assert position.fire
    assert position.damage


# 11.2 and 11.3


def test_a_small_station_has_no_crew_change_fp_11_2() -> None:
    assert costs(everything(list(RULES)), "crew") != {}
    position = everything(list(RULES), variants=["small-station"])
    assert costs(position, "crew") == {}
    assert clause_of(position, "crew driver") == "FP-11.2"
    assert "fire-deck-gun" in costs(position)


def test_murphys_law_has_no_deck_gun_fp_11_3() -> None:
    position = everything(list(RULES), variants=["murphys-law"])
    assert clause_of(position, "fire-deck-gun") == "FP-11.3"
    assert {text.split(" ")[1] for text in costs(position, "drive")} == {"ambulance", "engine"}
    assert "crew driver" in costs(position)
    driver = house(
        rules=EXPERIENCED, variants=["murphys-law"], firefighters={"red": "7,1 driver"}, ambulance="north"
    )
    assert clause_of(driver, "fire-deck-gun") == "FP-11.3"


# 11.4

HIDDEN: dict[str, Any] = {"variants": ["hidden-hazards"]}


def test_hidden_hazards_need_hazmats_and_begin_without_any_fp_11_4() -> None:
    assert clauses_against(rules=["vehicles"], **HIDDEN) == {"FP-11.4"}
    with pytest.raises(UsageError):
        SetUp(BASE, "recruit", rules=["vehicles"], variants=["hidden-hazards"])
    assert make(SetUp(BASE, "heroic", variants=["hidden-hazards"], seed=4)).position.hazmats == ()


@pytest.mark.parametrize("cause", ["enter", "identify", "replenish", "command"])
def test_a_false_alarm_revealed_otherwise_than_by_fire_leaves_a_hazmat_fp_11_4(cause: str) -> None:
    made: dict[str, Any] = {"rules": ["specialists", "hazmats"], **HIDDEN}
    if cause == "replenish":
        position = play(house(phase="replenish", firefighters={"red": "2,3"}, **made), "poi 2,3")
    else:
        job = {"enter": "driver", "identify": "imaging", "command": "captain"}[cause]
        crew = {"red": f"2,2 {job}", "blue": "2,4"}
        event = {"enter": "move 2,3", "identify": "identify 2,3", "command": "command blue move 2,3"}[cause]
        position = play(house(firefighters=crew, poi=["2,3"], **made), event)
    assert show(play(position, "reveal false-alarm"))["hazmats"] == ["2,3"]
    assert show(play(position, "reveal victim"))["hazmats"] == []


@pytest.mark.parametrize(("count", "after"), [(0, 1), (5, 6), (6, 6)])
def test_with_six_hazmats_on_the_board_no_seventh_comes_fp_11_4(count: int, after: int) -> None:
    position = house(
        rules=["hazmats"], firefighters={"red": "2,2"}, poi=["2,3"], hazmats=["5,5"] * count, **HIDDEN
    )
    assert len(play(position, "move 2,3", "reveal false-alarm").hazmats) == after
    plain = house(rules=["hazmats"], firefighters={"red": "2,2"}, poi=["2,3"], hazmats=["5,5"] * count)
    assert len(play(plain, "move 2,3", "reveal false-alarm").hazmats) == count


def test_a_false_alarm_revealed_by_fire_explodes_without_a_hot_spot_fp_11_4() -> None:
    position = fire_phase(rules=["hazmats", "hot_spots"], smoke=["3,4"], poi=["3,4"], **HIDDEN)
    before = play(position, "roll 3,4")
    assert (before.turn.phase, before.turn.cause, show(before)["fire"]) == ("reveal", "fire", ["3,4"])
    after = show(play(before, "reveal false-alarm"))
    assert after["fire"] == ["2,4", "3,3", "3,4", "3,5", "4,4"]
    assert (after["hot_spots"], after["hot_spot_supply"], after["hazmats"], after["lost"]) == ([], 6, [], 0)
    victim = show(play(before, "reveal victim"))
    assert (victim["fire"], victim["lost"]) == (["3,4"], 1)
    plain = play(fire_phase(rules=["hazmats"], smoke=["3,4"], poi=["3,4"]), "roll 3,4", "reveal false-alarm")
    assert show(plain)["fire"] == ["3,4"]


def test_after_that_explosion_the_consequences_begin_again_with_the_knock_downs_fp_11_4() -> None:
    # 3,4 explodes, lights red's 3,3 and the victim's 2,4 and, by the flashover, 4,5 with a second POI.
    position = fire_phase(
        rules=["hazmats"],
        smoke=["3,4", "4,5"],
        poi=["3,4", "4,5"],
        victims=["2,4"],
        firefighters={"red": "3,3"},
        **HIDDEN,
    )
    first = play(position, "roll 3,4")
    assert (show(first)["at"]["red"], first.lost) == ("3,3", 0)
    second = play(first, "reveal false-alarm")
    assert show(second)["at"]["red"] == "3,0"
    assert (second.lost, second.turn.phase, show(second)["turn"]["at"]) == (1, "reveal", "4,5")
    assert clause_of(second, "poi 1,1") in ("FP-5.8", "FP-11.4")


def test_hazmats_lit_by_that_explosion_explode_in_default_order_with_their_hot_spots_fp_11_4() -> None:
    position = fire_phase(
        rules=["hazmats", "hot_spots"],
        smoke=["3,4"],
        poi=["3,4"],
        hazmats=["3,5", "4,4"],
        hot_spot_supply=1,
        **HIDDEN,
    )
    after = show(play(position, "roll 3,4", "reveal false-alarm"))
    assert (after["hot_spots"], after["hot_spot_supply"], after["hazmats"]) == (["3,5"], 0, [])


def test_outside_fire_goes_and_the_end_is_checked_once_at_the_very_end_fp_11_4() -> None:
    position = fire_phase(
        on=board(gaps=["0,4-1,4"]),
        rules=["hazmats"],
        smoke=["1,4"],
        poi=["1,4", "1,6"],
        victims=["1,3"],
        lost=3,
        **HIDDEN,
    )
    first = play(position, "roll 1,4")
    assert (first.lost, first.turn.phase) == (3, "reveal")
    over = play(first, "reveal false-alarm")
    assert (over.lost, over.turn.reason, show(over)["fire"]) == (4, "victims", ["1,3", "1,4", "1,5", "2,4"])
    # With a second POI in the fire the game is not over before that one is revealed, too.
    position = fire_phase(
        on=board(gaps=["0,4-1,4"]),
        rules=["hazmats"],
        smoke=["1,4"],
        poi=["1,4", "1,5"],
        victims=["1,3"],
        lost=3,
        **HIDDEN,
    )
    during = play(position, "roll 1,4", "reveal false-alarm")
    assert (during.lost, during.turn.phase) == (4, "reveal")
    assert "0,4" in show(during)["fire"]
    last = play(during, "reveal victim")
    assert (last.lost, last.turn.reason) == (5, "victims")
    assert all(not at.startswith("0,") for at in show(last)["fire"])


def test_a_false_alarm_in_fire_may_collapse_the_house_fp_11_4() -> None:
    position = fire_phase(
        on=board(walls=["3,4-3,5"]),
        rules=["hazmats"],
        damage=damaged(23),
        smoke=["3,4"],
        poi=["3,4"],
        victims=["2,4"],
        **HIDDEN,
    )
    after = play(position, "roll 3,4", "reveal false-alarm")
    assert (after.turn.reason, after.lost, show(after)["fire"]) == ("collapse", 0, ["2,4", "3,4"])
