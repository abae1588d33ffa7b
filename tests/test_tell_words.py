"""The words of hint mode, clause by clause: steps, things to do, what comes next, corrections, hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from advisor.analysis import Plan, Step
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.board import Board
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.words import speaking

RED, BLUE = Firefighter("red", (5, 0), "captain"), Firefighter("blue", (6, 0), "driver")
INSIDE = (replace(RED, at=(6, 2)), replace(BLUE, at=(1, 0)))
PARTS = ("specialists", "hazmats", "vehicles", "hot_spots")


def position(**fields: Any) -> Position:
    """Return a fire phase on side 1 with nothing on the board but what is given."""
    turn = Turn("red", "advance_fire", flare_up=False)
    plain = Position(
        board=Board.shipped("base-1"), rules=PARTS, variants=(), goal=7, fire=(), smoke=(), hot_spots=(),
        hot_spot_supply=3, threat_markers=36, hazmats=(), damage=(), doors=(),
        poi=(Poi((6, 1), "victim"), Poi((6, 2), "victim"), Poi((6, 3), "victim")),
        unrevealed_victims=5, unrevealed_false_alarms=5, rescued=1, lost=1, ambulance="north", engine="north",
        firefighters=(RED, BLUE), turn=turn,
    )  # fmt: skip
    return replace(plain, **fields)


def acting(**fields: Any) -> Position:
    """Return an action phase of red's with 4 AP."""
    return position(turn=Turn("red", "action", ap=4, free_ap=2), **fields)


def told(before: Position, event: str, kind: str = "step") -> list[tuple[str, str]]:
    changes = GAME.changes(before, event, before.apply(event))
    return [(change.text, change.clause) for change in changes if change.kind == kind]


def to_do(before: Position, event: str) -> list[str]:
    return [text for text, _ in told(before, event, "do")]


def test_a_roll_on_an_empty_square_brings_smoke() -> None:
    """FP-5.1."""
    before = position()
    assert told(before, "roll 1,1")[:2] == [
        ("Red 1, black 1: the fire advances at 1,1 (living room).", "FP-5.1"),
        ("Nothing burns on 1,1 (living room): smoke comes up.", "FP-5.1"),
    ]
    assert to_do(before, "roll 1,1") == ["Put smoke on 1,1 (living room)."]


def test_smoke_beside_fire_is_a_flashover() -> None:
    """FP-5.2, FP-5.5: a marker that ends as fire is put down as fire."""
    before = position(fire=((1, 2),))
    assert ("Smoke next to fire becomes fire: 1,1 (living room).", "FP-5.5") in told(before, "roll 1,1")
    assert to_do(before, "roll 1,1") == ["Put fire on 1,1 (living room)."]


def test_an_explosion_is_told_up_right_down_left() -> None:
    """FP-5.3, FP-5.4: walls, doors, fire beyond, a shockwave."""
    before = position(fire=((3, 3), (3, 4)), smoke=((4, 3),), damage=((((2, 3), (3, 3)), 1),))
    steps = told(before, "roll 3,3")
    assert steps[1] == ("There is fire on 3,3 (kitchen) already: an explosion.", "FP-5.3")
    assert steps[2][0] == "Up: the wall 2,3-3,3 is destroyed."
    assert ("Right: 3,4 (kitchen) burns already, the shockwave runs on.", "FP-5.4") in steps
    assert [text.partition(":")[0] for text, _ in steps[2:7]] == ["Up", "Right", "Right", "Down", "Left"]
    assert "Put a second damage marker on the wall 2,3-3,3: it is destroyed." in to_do(before, "roll 3,3")


def test_the_last_damage_marker_ends_the_steps() -> None:
    """FP-9.3."""
    walls = [wall for wall in Board.shipped("base-1").walls if wall != ((2, 3), (3, 3))]
    before = position(fire=((3, 3),), damage=tuple((wall, 1) for wall in walls[:23]))
    steps = told(before, "roll 3,3")
    assert steps[-1] == (
        "That was damage marker 24 of 24: the building collapses and the game is lost.",
        "FP-9.3",
    )


def test_who_is_knocked_down_and_what_is_lost_is_told() -> None:
    """FP-5.8, FP-6.7, FP-9.2."""
    before = position(
        fire=((3, 3),), firefighters=(replace(RED, at=(3, 4)),), poi=(Poi((3, 4), "victim"),), goal=5
    )
    steps = told(before, "roll 3,3")
    assert (
        "red stands in fire on 3,4 (kitchen): knocked down, and put on 0,5 (outside).", "FP-6.7"
    ) in steps  # fmt: skip
    assert ("The victim on 3,4 (kitchen) is lost in the fire.", "FP-5.8") in steps
    assert ("Lost: 2 of 4 victims that lose the game.", "FP-9.2") in steps
    assert ("Fewer than three POI are on the board: a new one is due.", "FP-8.1") in steps
    done = to_do(before, "roll 3,3")
    assert "Move red to 0,5 (outside)." in done
    assert "Put the victim from 3,4 (kitchen) with the lost ones." in done


def test_a_hazmat_explodes_leaves_the_game_and_a_hot_spot() -> None:
    """FP-5.6."""
    before = position(smoke=((1, 1),), hazmats=((1, 1),))
    steps = told(before, "roll 1,1")
    assert ("The hazmat on 1,1 (living room) is in the fire: it explodes.", "FP-5.6") in steps
    assert ("It leaves a hot spot on 1,1 (living room).", "FP-5.6") in steps
    assert "Take a hazmat off 1,1 (living room): it leaves the game." in to_do(before, "roll 1,1")


def test_a_flare_up_asks_for_another_roll() -> None:
    """FP-5.7."""
    before = position(hot_spots=((1, 1),))
    again = ("There was a hot spot on 1,1 (living room): the fire flares up, roll again.", "FP-5.7")
    assert told(before, "roll 1,1")[-1] == again
    asked = GAME.ask(before.apply("roll 1,1"))
    assert asked is not None
    assert asked.text == "The fire flares up: roll both dice again."
    last = told(before.apply("roll 1,1"), "roll 2,1")
    assert ("The flare-ups are over: a hot spot is put on 2,1 (living room).", "FP-5.7") in last


def test_the_next_turn_is_told_with_its_ap() -> None:
    """FP-3.1."""
    assert told(position(), "roll 1,1")[-1] == ("blue is next, with 4 AP.", "FP-3.1")


def test_the_drivers_single_re_roll_leaves_one_row_or_column() -> None:
    """FP-7.6."""
    before = position(
        firefighters=(Firefighter("red", (5, 0), "driver"),),
        turn=Turn("red", "deck_gun_roll", acted=True, dice=(2, None), rerolled=("black",)),
    )
    asked = GAME.ask(before)
    assert asked is not None
    assert (asked.rows, len(asked.columns)) == (("2",), 8)
    assert asked.events[0] == "deck-gun 2,1"
    assert asked.targets[-1] == "square 2,8"
    assert GAME.ask(acting()) is None
    assert GAME.ask(position(turn=Turn("red", "over", result="lost", reason="victims"), lost=4)) is None


def test_the_deck_guns_dice_are_turned_over_into_the_quadrant() -> None:
    """FP-6.8."""
    before = position(
        fire=((1, 6),),
        smoke=((1, 7),),
        turn=Turn("red", "deck_gun_roll", acted=True, dice=(None, None), rerolled=()),
    )
    steps = [text for text, _ in told(before, "deck-gun 6,3")]
    assert "Red 6 is outside the quadrant: the die is turned over to 1." in steps
    assert "Black 3 is outside the quadrant: the die is turned over to 6." in steps
    assert to_do(before, "deck-gun 6,3") == [
        "Take the smoke off 1,7 (bedroom).",
        "Take the fire off 1,6 (bedroom).",
    ]


def test_a_reveal_with_one_possible_outcome_names_it() -> None:
    """FP-8.4."""
    poi = (Poi((1, 1), "unknown"),)
    turn = Turn("red", "reveal", ap=3, acted=True, at=(1, 1), cause="enter")
    before = position(
        poi=poi, turn=turn, unrevealed_false_alarms=0, firefighters=(Firefighter("red", (1, 1), "captain"),)
    )
    asked = GAME.ask(before)
    assert asked is not None
    assert (asked.usual, len(asked.options)) == ("reveal victim", 1)
    assert to_do(before, "reveal victim") == ["Turn the POI on 1,1 (living room) over: a victim."]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("move 6,0", ["Move red to 6,0 (outside)."]),
        ("end", ["red saves 4 AP for its next turn."]),
        ("command blue move 5,0", ["Move blue to 5,0 (outside)."]),
        ("drive ambulance west", ["Move the ambulance to its parking spot west (3,0; 4,0)."]),
    ],
)
def test_actions_say_shortly_what_to_move(event: str, words: list[str]) -> None:
    assert to_do(acting(), event) == words


def test_with_the_family_rules_the_fallen_may_be_put_on_either_square() -> None:
    """FP-5.9."""
    before = position(
        rules=(), hot_spot_supply=0, ambulance=None, engine=None, fire=((3, 3),),
        firefighters=(Firefighter("red", (3, 4)), Firefighter("blue", (6, 0))),
    )  # fmt: skip
    after = before.apply("roll 3,3")
    (asked,) = GAME.corrections(before, "roll 3,3", after)
    assert asked.usual in [option.value for option in asked.options]
    assert len(asked.options) == 2
    assert not asked.replaces


def plan(*events: str) -> Plan:
    return Plan(tuple(Step(event, 1) for event in events), (), 0, None, 0.5, 0.0, 0.0, 0.0, True)


@pytest.mark.parametrize(
    ("events", "fields", "idea", "where"),
    [
        (["end"], {}, "Wait and save action points.", "red stays where it is and saves 4 AP."),
        (["move 6,0", "end"], {}, "Move into place.", "red goes to 6,0 (outside)."),
        (
            ["carry 6,1", "end"],
            {"firefighters": INSIDE},
            "Take a victim along.",
            "red takes the victim from 6,2 (dining room) to 6,1 (dining room).",
        ),
        (
            ["drive ambulance west"],
            {"poi": (Poi((3, 0), "victim"),), "goal": 2},
            "The ambulance can fetch somebody.",
            "red drives the ambulance to west, where a victim waits.",
        ),
        (
            ["extinguish 6,1", "extinguish 6,1", "end"],
            {
                "fire": ((6, 1),), "poi": (),
                "firefighters": INSIDE,
            },
            "Fight the fire, so that the next roll does less damage.",
            "red fights the fire at 6,1 (dining room).",
        ),
    ],
)  # fmt: skip
def test_a_hint_says_what_the_plan_does_and_nothing_else(
    events: Sequence[str], fields: dict[str, Any], idea: str, where: str
) -> None:
    hint = GAME.hint(acting(**fields), plan(*events))
    assert (hint.idea, hint.where) == (idea, where)
    assert "piece red" in hint.targets


def test_a_hint_of_steps_that_are_not_legal_stays_silent_about_them() -> None:
    assert GAME.hint(acting(), plan("move 3,3")).idea == "There is nothing better to do than to end the turn."


def test_whose_turn_it_is_is_said_in_the_language_that_is_spoken() -> None:
    with speaking("ja"):
        assert GAME.turn_text(acting()) != "red's action phase: 4 AP, 2 free command AP"
