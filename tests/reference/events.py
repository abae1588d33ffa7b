"""Events as text: which chance events can come next, and carrying out any event."""

from __future__ import annotations

import re
from fractions import Fraction

from .actions import legal_actions, take
from .board import Square, square_from, square_text
from .phases import advance_fire, place_poi, put_fallen, reveal
from .state import (
    ACTION,
    ADVANCE_FIRE,
    DECK_GUN_CHOICE,
    DECK_GUN_ROLL,
    OVER,
    REPLENISH,
    REVEAL,
    Illegal,
    State,
)
from .vehicles import deck_gun_rolled

NUMBER = "(?:0|[1-9][0-9]?)"
SQUARE = f"{NUMBER},{NUMBER}"
DICE_EVENT = re.compile(f"(deck-gun|poi|roll) ({SQUARE})(?: hazmats ({SQUARE}(?: {SQUARE})*))?")
PLACE_EVENT = re.compile(f"place ([a-z][a-z0-9-]*) ({SQUARE})")
CLAUSES = {
    "move": "FP-4.1", "carry": "FP-4.2", "carry+lead": "FP-4.5", "haul": "FP-4.3", "haul+lead": "FP-4.5",
    "lead": "FP-4.4", "door": "FP-4.7", "extinguish": "FP-4.8", "chop": "FP-4.9", "drive": "FP-6.2",
    "fire-deck-gun": "FP-6.8", "keep": "FP-7.6", "reroll": "FP-7.6", "crew": "FP-6.9",
    "resuscitate": "FP-7.1", "identify": "FP-7.4", "dispose": "FP-7.5", "command": "FP-7.3", "end": "FP-4.10",
}  # fmt: skip
DICE_PHASES = {"roll": ADVANCE_FIRE, "poi": REPLENISH, "deck-gun": DECK_GUN_ROLL}


def chance_events(state: State) -> list[tuple[str, Fraction]]:
    """Every chance event that can come next, with its probability; none where a choice is due."""
    phase = state.turn.phase
    if phase == REVEAL:
        return reveals(state)
    dice = possible_dice(state)
    return [
        (f"{word} {square_text(result)}", Fraction(1, len(dice)))
        for word, its_phase in DICE_PHASES.items()
        if phase == its_phase
        for result in dice
    ]


def reveals(state: State) -> list[tuple[str, Fraction]]:
    """A uniform draw from the markers that nobody has seen (FP-8.4)."""
    victims, false_alarms = state.unrevealed_victims, state.unrevealed_false_alarms
    outcomes = (("reveal victim", victims), ("reveal false-alarm", false_alarms))
    return [(event, Fraction(count, victims + false_alarms)) for event, count in outcomes if count > 0]


def possible_dice(state: State) -> list[Square]:
    """All results of the dice, row by row; a die of the deck gun that is not rolled stays (FP-7.6)."""
    red, black = state.turn.dice
    return [(r, c) for r, c in state.board.dice() if red in (None, r) and black in (None, c)]


def apply_event(state: State, event: str) -> None:
    """Carry out an action, a chance event or a correction; Illegal, and nothing changed, if it is not legal.

    With the players' order of hazmats it turns out only on the way whether the event is legal: pass a copy.
    """
    if PLACE_EVENT.fullmatch(event):
        apply_place(state, event)
    elif state.turn.phase in (ACTION, DECK_GUN_CHOICE):
        apply_action(state, event)
    elif state.turn.phase == REVEAL:
        apply_reveal(state, event)
    else:
        apply_dice(state, event)


def apply_action(state: State, event: str) -> None:
    action = next((action for action in legal_actions(state) if action.text == event), None)
    if action is None:
        clause = CLAUSES.get(event.split(" ")[0], "FP-2.2")
        raise Illegal(f"not a legal action in phase {state.turn.phase} (see {clause})")
    state.fallen.clear()
    take(state, action)


def apply_reveal(state: State, event: str) -> None:
    possible = [text for text, _ in reveals(state)]
    if event not in possible:
        raise Illegal(f"expected {' or '.join(possible)} (FP-8.4)")
    state.fallen.clear()
    reveal(state, is_victim=event == "reveal victim")


def apply_dice(state: State, event: str) -> None:
    """`roll`, `poi` or `deck-gun` (FP-5.1, FP-8.1, FP-6.8); `roll` may name an order of hazmats (FP-5.6)."""
    match = DICE_EVENT.fullmatch(event)
    if match is None or DICE_PHASES[match[1]] != state.turn.phase:
        raise Illegal(f"not what comes next in phase {state.turn.phase}")
    word, dice = match[1], square_from(match[2])
    order = [square_from(text) for text in match[3].split(" ")] if match[3] else []
    if dice not in possible_dice(state) or (order and word != "roll"):
        raise Illegal("no such result of the dice (FP-1.1, FP-7.6)")
    state.fallen.clear()
    if word == "roll":
        advance_fire(state, dice, order)
    elif word == "poi":
        place_poi(state, dice)
    else:
        deck_gun_rolled(state, *dice)


def apply_place(state: State, event: str) -> None:
    """The players put one just knocked down elsewhere (FP-5.9, FP-6.7)."""
    match = PLACE_EVENT.fullmatch(event)
    assert match is not None
    names = [firefighter.id for firefighter in state.firefighters]
    number = names.index(match[1]) if match[1] in names else None
    if number is None or number not in state.fallen or state.turn.phase == OVER:
        raise Illegal("only one who was knocked down by the event before can be placed (FP-5.9, FP-6.7)")
    square = square_from(match[2])
    if square not in state.fallen[number]:
        allowed = ", ".join(map(square_text, state.fallen[number]))
        raise Illegal(f"it may be put on one of {allowed} only (FP-5.9, FP-6.7)")
    put_fallen(state, number, square)
