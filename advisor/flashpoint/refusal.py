"""Why an event is not legal: the reason in plain words and the clause that forbids it.

The core decides what is legal and says no more. This module looks afterwards, in plain Python, for the first
clause that a refused event offends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from advisor.errors import IllegalEvent
from advisor.flashpoint.notation import ACTIONS, Event, parse
from advisor.flashpoint.position import Position
from advisor.flashpoint.refusal_actions import explain_action
from advisor.flashpoint.refusal_chance import explain_answer, explain_chance, explain_place, places
from advisor.flashpoint.refusal_scene import Refusal, Scene
from advisor.flashpoint.squares import Square, square_text

__all__ = ["UNEXPLAINED", "explain", "places"]

UNEXPLAINED: Final = "it is not among the legal events here, and no clause that forbids it was found"
"""The last resort of `explain`; a test holds that it is never needed."""


def explain(position: Position, text: str, fallen: Mapping[str, Square] | None = None) -> tuple[str, str]:
    """Return why an event that is not legal in a position is not.

    Parameters
    ----------
    position : Position
        A position without contradictions.
    text : str
        An event's text that is not legal in it.
    fallen : mapping, optional
        For ``place`` in a record: where those stood whom the event before knocked down and who have not been
        put elsewhere yet, by id.

    Returns
    -------
    reason : str
        One line without a final stop.
    clause : str
        ``"FP-4.2"``; ``""`` if `text` is no event of the table.

    Examples
    --------
    >>> from advisor.flashpoint.board import Board
    >>> from advisor.flashpoint.setup import SetUp, make
    >>> start = make(SetUp(Board.shipped("base-1"), "family", ids=["red"])).position
    >>> explain(start, "roll 1,1")
    ('the action phase of red is not over', 'FP-2.1')
    """
    try:
        event = parse(text)
    except IllegalEvent as error:
        return error.reason, error.clause
    scene = Scene(position)
    if position.turn.phase == "over":
        return _over(scene)
    if event.kind == "place":
        return explain_place(scene, event, fallen)
    expected = _EXPECTED[position.turn.phase]
    if event.kind not in expected:
        return _out_of_turn(scene, event)
    if position.turn.phase == "action":
        found = explain_action(scene, event)
    elif position.turn.phase == "deck_gun_choice":
        found = explain_answer(scene, event)
    else:
        found = explain_chance(scene, event)
    return found or (UNEXPLAINED, "")


_EXPECTED: Final = {
    "action": tuple(kind for kind in ACTIONS if kind not in ("keep", "reroll")),
    "reveal": ("reveal",),
    "deck_gun_roll": ("deck-gun",),
    "deck_gun_choice": ("keep", "reroll"),
    "advance_fire": ("roll",),
    "replenish": ("poi",),
}

_ENDS: Final = {
    "rescued": ("won, {rescued} victims are rescued", "FP-9.1"),
    "victims": ("lost, {lost} victims are lost", "FP-9.2"),
    "collapse": ("lost, the building has collapsed", "FP-9.3"),
    "unreachable": ("lost, the goal of {goal} cannot be reached any more", "FP-9.4"),
}

_REVEALS: Final = {"enter": "FP-4.6", "identify": "FP-7.4", "replenish": "FP-8.2", "fire": "FP-5.8"}


def _over(scene: Scene) -> Refusal:
    position = scene.position
    words, clause = _ENDS[str(position.turn.reason)]
    how = words.format(rescued=position.rescued, lost=position.lost, goal=position.goal)
    return f"the game is over: {how}", clause


def _out_of_turn(scene: Scene, event: Event) -> Refusal:
    """Say what comes next instead of an event of another phase (FP-2.1)."""
    turn, kind = scene.turn, event.kind
    if turn.phase == "reveal":
        at = square_text(turn.at) if turn.at else "the board"
        reason = f"the POI at {at} is revealed first, expected 'reveal victim' or 'reveal false-alarm'"
        return reason, _REVEALS[str(turn.cause)]
    if turn.phase == "deck_gun_roll":
        clause = "FP-7.6" if turn.rerolled else "FP-6.8"
        return "the deck gun's dice come next, expected 'deck-gun RED,BLACK'", clause
    if turn.phase == "deck_gun_choice":
        return "the Driver first keeps or re-rolls the dice, expected 'keep' or 'reroll DIE'", "FP-7.6"
    if turn.phase == "advance_fire":
        if turn.flare_up:
            return "a flare-up is rolled first, expected 'roll RED,BLACK'", "FP-5.7"
        return "the fire advances first, expected 'roll RED,BLACK'", "FP-5.1"
    if turn.phase == "replenish":
        return "a new POI is placed first, expected 'poi RED,BLACK'", "FP-8.1"
    if kind == "reveal":
        return "no POI is to be revealed now", "FP-4.6"
    if kind == "deck-gun":
        return "the deck gun has not been fired", "FP-6.8"
    if kind in ("keep", "reroll"):
        return "there is no roll of the deck gun to keep or to re-roll", "FP-7.6"
    return f"the action phase of {turn.firefighter} is not over", "FP-2.1"
