"""From a way to actions, and from actions to turns: how soon a firefighter gets there (FP-3, FP-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from advisor.flashpoint.graph import Building, prices_of
from advisor.flashpoint.position import Firefighter, Position
from advisor.flashpoint.rules import MAX_SAVED, SPECIALISTS
from advisor.flashpoint.squares import Edge, Square, edge, edge_text, square_text

__all__ = [
    "BASE_AP",
    "Deed",
    "Purse",
    "building_after",
    "cleared",
    "deeds_along",
    "is_acting",
    "purse_of",
    "timetable",
]

BASE_AP: Final = 4  # FP-3.1

_MOVES: Final = {"": "move", "victim": "carry", "treated": "lead", "hazmat": "haul"}
_LONGEST_RUN: Final = 2
"""Squares in fire that are walked through one after the other; any purse pays for them in one turn."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action on a way.

    Attributes
    ----------
    event : str
        Its text.
    cost : int
        AP.
    pays : str
        Which free AP may pay for it: ``"movement"``, ``"extinguish"`` or ``""`` (FP-3.3).
    at : Square
        Where the firefighter stands after it.
    rests : bool
        False if the turn cannot end after it: the firefighter stands in fire (FP-4.10).
    opens : Edge or None
        The edge that a door or a chop is about.
    quenches : Square or None
        The square that is extinguished.
    """

    event: str
    cost: int
    pays: str
    at: Square
    rests: bool = True
    opens: Edge | None = None
    quenches: Square | None = None

    @property
    def commanded(self) -> bool:
        """Whether the Captain can make somebody do it (FP-7.3)."""
        return self.pays == "movement" or self.event.startswith("door")


@dataclass(frozen=True, slots=True)
class Purse:
    """What a firefighter can spend: now, and in each later turn.

    Attributes
    ----------
    general, free : int
        AP left this turn.
    base, each : int
        General AP and free AP that a turn brings.
    kind : str
        What free AP pay for: ``"movement"``, ``"extinguish"`` or ``""``.
    """

    general: int
    free: int
    base: int
    each: int
    kind: str

    def next_turn(self) -> Purse:
        """Return the purse at the beginning of the next turn (FP-3.1, FP-3.2)."""
        return replace(self, general=self.base + min(MAX_SAVED, self.general), free=self.each)

    def paid(self, deeds: Sequence[Deed]) -> Purse | None:
        """Return what is left after paying for all of some actions, None if it does not suffice (FP-3.3)."""
        general, free = self.general, self.free
        for deed in deeds:
            own = min(free, deed.cost) if deed.pays and deed.pays == self.kind else 0
            free -= own
            general -= deed.cost - own
            if general < 0:
                return None
        return replace(self, general=general, free=free)


def is_acting(position: Position) -> bool:
    """Return whether the turn that is under way has not been ended yet."""
    turn = position.turn
    return turn.phase in ("action", "deck_gun_roll", "deck_gun_choice") or turn.cause in ("enter", "identify")


def purse_of(position: Position, firefighter: Firefighter) -> Purse:
    """Return what a firefighter can spend: in the turn under way if it is its own, else in its next one.

    The Captain's command AP move others, so they are left out (FP-7.3).
    """
    base, each, kind = BASE_AP, 0, ""
    if firefighter.specialist is not None:
        one = SPECIALISTS[firefighter.specialist]
        base = one.base
        if one.free_kind in ("movement", "extinguish"):
            each, kind = one.free, one.free_kind
    turn = position.turn
    if firefighter.id == turn.firefighter and is_acting(position):
        return Purse(turn.ap, turn.free_ap if kind else 0, base, each, kind)
    return Purse(base + firefighter.saved_ap, each, base, each, kind)


def deeds_along(
    building: Building, path: Sequence[Square], specialist: str | None, load: str = ""
) -> tuple[Deed, ...]:
    """Return the actions that take a firefighter along a way.

    Fire ahead is turned into smoke first, where that costs no more than walking into it. Else (Paramedic,
    Rescue Specialist) it is walked into, if the way goes on over an edge that is open as it is.

    Parameters
    ----------
    building : Building
        What blocks.
    path : sequence of Square
        Squares beside each other, the first is where the firefighter stands.
    specialist : str or None
        The firefighter's specialist.
    load : str
        What it takes along, one of `advisor.flashpoint.graph.LOADS`.
    """
    prices = prices_of(specialist, load)
    deeds: list[Deed] = []
    walked = _walked_into(building, path) if prices.burning < prices.step + prices.extinguish else frozenset()
    for here, there in pairwise(path):
        deeds += cleared(building, here, there, prices.chop)
        rests = here not in walked and not (here == path[0] and here in building.fire)
        cost = prices.step
        if there in walked:
            cost = prices.burning
        elif there in building.fire:
            event = f"extinguish {square_text(there)}"
            deeds.append(Deed(event, prices.extinguish, "extinguish", here, rests, quenches=there))
        event = f"{_MOVES[load]} {square_text(there)}"
        deeds.append(Deed(event, cost, "movement", there, there not in walked))
    return tuple(deeds)


def _walked_into(building: Building, path: Sequence[Square]) -> frozenset[Square]:
    """Return the burning squares of a way that one can walk into and out of again at once."""
    found, run = set(), 0
    for here, after in pairwise(path[1:]):
        if here in building.fire and run < _LONGEST_RUN and not building.blocks(edge(here, after)):
            found.add(here)
            run += 1
        else:
            run = 0
    return frozenset(found)


def cleared(building: Building, here: Square, there: Square, chop: int) -> Iterator[Deed]:
    """Yield what has to be done to the edge between two squares before one can pass."""
    between = edge(here, there)
    for _ in range(building.wall(between)):
        yield Deed(f"chop {edge_text(between)}", chop, "", here, opens=between)
    if building.is_closed(between):
        yield Deed(f"door {edge_text(between)}", 1, "", here, opens=between)


def building_after(building: Building, deeds: Sequence[Deed]) -> Building:
    """Return the building after the actions of a way: what they opened is open all the way."""
    edges = {deed.opens for deed in deeds if deed.opens is not None}
    squares = {deed.quenches for deed in deeds if deed.quenches is not None}
    return building.after(edges, squares, sum(deed.event.startswith("chop") for deed in deeds))


def timetable(deeds: Sequence[Deed], purse: Purse, *, rested: bool = True) -> tuple[tuple[int, ...], Purse]:
    """Return in which turn each action can be paid, 1 being this one, and what is left after the last.

    Each is done as soon as it can be paid; those that lead through fire are done in one turn.

    Parameters
    ----------
    deeds : sequence of Deed
        The actions.
    purse : Purse
        What can be spent this turn and later.
    rested : bool
        False if the firefighter stands in fire: the first actions belong to this turn.

    Raises
    ------
    ValueError
        If some cannot be paid in one turn.
    """
    turns: list[int] = []
    turn, waited, done = 1, 0, 0
    while done < len(deeds):
        end = done + 1
        while not deeds[end - 1].rests and end < len(deeds):
            end += 1
        left = purse.paid(deeds[done:end])
        if left is None:
            if not rested:
                raise ValueError(f"{deeds[done].event}: not to be paid in the turn that cannot end here")
            purse, turn, waited = purse.next_turn(), turn + 1, waited + 1
            if waited > 3:
                raise ValueError(f"{deeds[done].event}: not to be paid in one turn")
            continue
        turns += [turn] * (end - done)
        purse, waited, done, rested = left, 0, end, True
    return tuple(turns), purse
