"""FP-6.8 and FP-6.9: the deck gun and the crew change, clause by clause."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from clause_positions import (
    EXPERIENCED,
    board,
    clause_of,
    costs,
    house,
    play,
    show,
)

ENGINE = {"north": ["0,7", "0,8"], "east": ["5,9", "6,9"], "south": ["7,1", "7,2"], "west": ["1,0", "2,0"]}
ROUND = ["north", "east", "south", "west"]
BASES = {
    "paramedic": 4,
    "captain": 4,
    "imaging": 4,
    "cafs": 3,
    "hazmat": 4,
    "generalist": 5,
    "rescue": 4,
    "driver": 4,
}
FREE = {"captain": 2, "cafs": 3, "rescue": 3}


def scene(crew: dict[str, str], **more: Any) -> Any:
    return house(rules=["vehicles"], firefighters=crew, **more)


# 6.8 Deck gun

QUADRANTS = {
    "north": (range(1, 4), range(5, 9)),
    "east": (range(4, 7), range(5, 9)),
    "south": (range(4, 7), range(1, 5)),
    "west": (range(1, 4), range(1, 5)),
}


@pytest.mark.parametrize("spot", ROUND)
def test_dice_that_miss_the_quadrant_are_turned_over_fp_6_8(spot: str) -> None:
    rows, columns = QUADRANTS[spot]
    for red, black in itertools.product(range(1, 7), range(1, 9)):
        row = red if red in rows else 7 - red
        column = black if black in columns else 9 - black
        assert row in rows
        assert column in columns
        far = "6,1" if (row, column) != (6, 1) and abs(row - 6) + abs(column - 1) > 1 else "1,8"
        position = scene(
            {"red": ENGINE[spot][1]}, engine=spot, ambulance="north", fire=[f"{row},{column}"], smoke=[far]
        )
        after = play(position, "fire-deck-gun", f"deck-gun {red},{black}")
        assert (show(after)["fire"], show(after)["smoke"]) == ([], [far])
        assert (after.turn.phase, after.turn.ap) == ("action", 0)


def test_on_a_board_of_another_size_dice_are_turned_over_by_its_faces_fp_6_8() -> None:
    # The hut, 2 x 2; the quadrant of w is 1,1 alone.
    for dice in ("1,1", "1,2", "2,1", "2,2"):
        position = house(
            on="hut",
            rules=["vehicles"],
            firefighters={"red": "2,0"},
            ambulance="n",
            engine="w",
            fire=["1,1", "2,2"],
        )
        assert show(play(position, "fire-deck-gun", f"deck-gun {dice}"))["fire"] == ["2,2"]
    cottage: dict[str, Any] = {"on": "cottage", "rules": ["vehicles"], "ambulance": "north", "engine": "east"}
    position = house(firefighters={"red": "1,6"}, fire=["3,4", "1,1"], **cottage)
    # Columns 3 to 5: a black 2 is turned over to 4, a red 3 stays.
    assert show(play(position, "fire-deck-gun", "deck-gun 3,2"))["fire"] == ["1,1"]
    assert clause_of(position, "fire-deck-gun", "deck-gun 4,2") == "FP-6.8"


@pytest.mark.parametrize(
    ("blue", "legal"),
    [("1,5", False), ("3,8", False), ("1,4", True), ("4,8", True), ("0,6", True), ("2,9", True)],
)
def test_it_is_fired_only_with_nobody_in_the_quadrant_fp_6_8(blue: str, legal: bool) -> None:
    position = scene(
        {"red": "0,7", "blue": blue}, engine="north", ambulance="south", victims=["2,6"], poi=["2,7"]
    )
    assert ("fire-deck-gun" in costs(position)) == legal
    if not legal:
        assert clause_of(position, "fire-deck-gun") == "FP-6.8"


def test_it_is_fired_only_at_the_engine_and_for_4_fp_6_8() -> None:
    assert clause_of(scene({"red": "0,6"}, engine="north", ambulance="south"), "fire-deck-gun") == "FP-6.8"
    poor = scene({"red": "0,7"}, engine="north", ambulance="south", ap=3)
    assert clause_of(poor, "fire-deck-gun") == "FP-2.2"
    crew = {"red": "3,3 captain", "blue": "0,7"}
    captain = house(rules=EXPERIENCED, firefighters=crew, engine="north", ambulance="south")
    assert clause_of(captain, "command blue fire-deck-gun") in ("FP-6.8", "FP-7.3")
    waiting = play(scene({"red": "0,7"}, engine="north", ambulance="south"), "fire-deck-gun")
    assert clause_of(waiting, "end") == "FP-6.8"
    assert waiting.turn.ap == 0


def test_target_and_open_neighbours_lose_all_threats_also_outside_the_quadrant_fp_6_8() -> None:
    made = board(walls=["2,5-3,5"], doors=["3,4-3,5", "3,5-3,6"])
    fire = ["3,5", "2,5", "3,4", "4,5"]
    position = scene(
        {"red": "0,7"},
        on=made,
        engine="north",
        ambulance="south",
        doors={"3,4-3,5": "open"},
        fire=fire,
        smoke=["3,6", "3,3"],
    )
    after = show(play(position, "fire-deck-gun", "deck-gun 3,5"))
    # Through the open door to 3,4 and across the line to 4,5; not through the wall or the closed door.
    assert (after["fire"], after["smoke"]) == (["2,5"], ["3,3", "3,6"])
    assert (after["doors"], after["damage"]) == ({"3,4-3,5": "open"}, {})


# 6.9 Crew change


@pytest.mark.parametrize("old", BASES)
@pytest.mark.parametrize("over", range(-3, 5))
def test_crew_change_reckons_new_base_and_saved_less_2_for_every_pair_fp_6_9(old: str, over: int) -> None:
    ap = BASES[old] + over
    position = house(
        rules=EXPERIENCED,
        firefighters={"red": f"7,1 {old}"},
        engine="south",
        ap=ap,
        turn={"began_at_engine": True},
    )
    expected = {
        f"crew {new}": BASES[new] + over - 2
        for new in BASES
        if new != old and ap >= 2 and BASES[new] + over - 2 >= 0
    }
    legal = costs(position, "crew")
    assert set(legal) == set(expected)
    assert set(legal.values()) <= {2}
    for event, left in expected.items():
        new = event.split(" ")[1]
        after = play(position, event)
        assert (after.active.specialist, after.turn.ap, after.turn.free_ap) == (new, left, FREE.get(new, 0))
        assert after.turn.acted
    for new in BASES:
        if f"crew {new}" not in expected:
            assert clause_of(position, f"crew {new}") == "FP-6.9"


def test_crew_change_is_the_first_action_of_one_who_began_its_turn_at_the_engine_fp_6_9() -> None:
    made: dict[str, Any] = {"rules": EXPERIENCED, "engine": "south", "poi": ["1,1", "1,2", "1,3"]}
    position = house(firefighters={"red": "7,3 hazmat", "blue": "7,2 driver"}, **made)
    assert clause_of(position, "crew captain") == "FP-6.9"
    assert clause_of(position, "move 7,2", "crew captain") == "FP-6.9"
    blue = play(position, "end", "roll 6,6")
    assert blue.turn.began_at_engine
    assert costs(blue)["crew captain"] == 2
    assert clause_of(blue, "crew hazmat") == "FP-6.9"
    assert clause_of(blue, "crew driver") == "FP-6.9"
    assert clause_of(blue, "move 7,3", "crew captain") == "FP-6.9"
    assert clause_of(blue, "crew captain", "crew rescue") == "FP-6.9"
    # One whose turn begins elsewhere did not begin it at the engine.
    assert not play(position, "end", "roll 6,6", "end", "roll 6,5").turn.began_at_engine


def test_the_new_powers_hold_from_then_on_this_turn_included_fp_6_9() -> None:
    position = house(
        rules=EXPERIENCED,
        firefighters={"red": "7,1 rescue", "blue": "5,5 hazmat"},
        engine="south",
        victims=["7,1"],
        poi=["1,1", "1,2"],
        turn={"began_at_engine": True},
    )
    paramedic = play(position, "crew paramedic")
    assert (paramedic.turn.ap, paramedic.turn.free_ap) == (2, 0)
    assert costs(paramedic)["resuscitate"] == 1
    assert costs(paramedic)["chop 6,1-7,1"] == 2
    captain = play(position, "crew captain")
    assert (captain.turn.ap, captain.turn.free_ap) == (2, 2)
    assert costs(captain)["command blue move 5,4"] == 1
    # At the next turn it is the new base that counts.
    later = play(position, "crew generalist", "end", "roll 1,8", "end", "roll 2,8")
    assert (later.turn.firefighter, later.turn.ap) == ("red", 5 + 3)
