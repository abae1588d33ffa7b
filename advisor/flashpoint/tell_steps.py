"""The steps of a fire phase in words: a sentence for each thing that happens (`advisor.flashpoint.trace`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from advisor.flashpoint.event_words import listed, place_words
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import DAMAGE_MARKERS
from advisor.flashpoint.squares import edge_text, square_text
from advisor.flashpoint.trace import Step, Trace
from advisor.scene import Change
from advisor.words import _, marked

__all__ = ["COLLAPSE", "TEXTS", "collapse_step", "step_change", "steps_of"]

_DIRECTIONS: Final = {
    "up": marked("Up"), "right": marked("Right"), "down": marked("Down"), "left": marked("Left"),
}  # fmt: skip

COLLAPSE: Final = marked("That was damage marker {n} of {n}: the building collapses and the game is lost.")

TEXTS: Final[Mapping[str, str]] = MappingProxyType({
    "roll": marked("Red {red}, black {black}: the fire advances at {where}."),
    "smoke": marked("Nothing burns on {where}: smoke comes up."),
    "no-smoke": marked("All threat markers are in use: nothing is put on {where}."),
    "ignite": marked("There is smoke on {where}: it becomes fire."),
    "explosion": marked("There is fire on {where} already: an explosion."),
    "hazmat": marked("The hazmat on {where} is in the fire: it explodes."),
    "burnt-hazmat": marked("The POI on {where} is a false alarm with a hazmat under it: it explodes."),
    "wall": marked("{direction}: the wall {edge} is damaged."),
    "wall-down": marked("{direction}: the wall {edge} is destroyed."),
    "door-closed": marked("{direction}: the closed door {edge} is destroyed and stops the blast."),
    "door-open": marked("{direction}: the open door {edge} is destroyed, and the blast goes on."),
    "wave": marked("{direction}: {where} burns already, the shockwave runs on."),
    "wave-ends": marked("{direction}: the shockwave leaves the board."),
    "blast-fire": marked("{direction}: {where} catches fire."),
    "blast-flips": marked("{direction}: the smoke on {where} becomes fire."),
    "blast-no-marker": marked("{direction}: all threat markers are in use, {where} does not catch fire."),
    "flashover": marked("Smoke next to fire becomes fire: {squares}."),
    "hazmat-gone": marked("The hazmat on {where} leaves the game."),
    "hazmat-hot-spot": marked("It leaves a hot spot on {where}."),
    "flare-up": marked("There was a hot spot on {where}: the fire flares up, roll again."),
    "hot-spot": marked("The flare-ups are over: a hot spot is put on {where}."),
    "falls": marked("{who} stands in fire on {where}: knocked down, and put on {to}."),
    "victim-lost": marked("The victim on {where} is lost in the fire."),
    "treated-lost": marked("The treated victim on {where} is lost in the fire."),
    "burnt-victim": marked("The POI on {where} was a victim: it is lost."),
    "burnt-alarm": marked("The POI on {where} was a false alarm: it leaves the game."),
    "clear": marked("Fire outside the building is taken away: {squares}."),
    "victim": marked("The POI on {where} is a victim."),
    "alarm": marked("The POI on {where} is a false alarm: it leaves the game."),
    "alarm-hazmat": marked("The POI on {where} is a false alarm: a hazmat lies there."),
    "poi-roll": marked("Red {red}, black {black}: the new POI goes to {where}."),
    "poi-arrows": marked("{where} is not free: the arrows lead on to {to}."),
    "poi-loop": marked("The arrows from {where} lead to no free square: roll again."),
    "poi-taken": marked("There is a POI on {where} already: roll again."),
    "poi-fire": marked("The fire on {where} is taken away."),
    "poi-smoke": marked("The smoke on {where} is taken away."),
    "poi": marked("A new POI lies face down on {where}."),
    "gun-roll": marked("The deck gun's dice show red {red}, black {black}."),
    "gun-red": marked("Red {red} is outside the quadrant: the die is turned over to {other}."),
    "gun-black": marked("Black {black} is outside the quadrant: the die is turned over to {other}."),
    "gun-hit": marked("The water falls on {where} and runs to open squares beside it: {squares}."),
    "gun-nothing": marked("The water falls on {where}: nothing burns there or beside it."),
})  # fmt: skip
"""A sentence for each kind of step."""


def step_change(position: Position, step: Step) -> Change:
    """Return a step in words.

    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> position = set_up(SetUp(Board.shipped("hut"))).position
    >>> step_change(position, Step("smoke", "FP-5.1", at=(2, 2))).text
    'Nothing burns on 2,2: smoke comes up.'
    """
    dice = step.dice or (0, 0)
    text = _(TEXTS[step.kind]).format(
        where=place_words(position, step.at) if step.at is not None else "",
        to=place_words(position, step.to) if step.to is not None else "",
        edge=edge_text(step.edge) if step.edge is not None else "",
        direction=_(_DIRECTIONS[step.direction]) if step.direction else "",
        squares=listed(position, step.squares) if step.squares else "",
        who=step.who,
        red=dice[0],
        black=dice[0] if step.kind == "gun-black" else dice[1],
        other=dice[1],
    )
    squares = [*([step.at] if step.at is not None else []), *step.squares]
    targets = [f"square {square_text(square)}" for square in squares]
    if step.edge is not None:
        targets.append(f"edge {edge_text(step.edge)}")
    if step.who:
        targets.append(f"piece {step.who}")
    return Change(text, "step", tuple(dict.fromkeys(targets)), step.clause)


def steps_of(trace: Trace) -> list[Change]:
    """Return everything that happened in words, the collapse that ended it included (FP-9.3)."""
    told = [step_change(trace.position, step) for step in trace.steps]
    return [*told, collapse_step()] if trace.collapsed else told


def collapse_step() -> Change:
    """Return that the last damage marker has been placed (FP-1.5, FP-9.3)."""
    return Change(_(COLLAPSE).format(n=DAMAGE_MARKERS), "step", (), "FP-9.3")
