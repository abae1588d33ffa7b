"""A plan as a hint in steps: its idea first, then who does it and where; only what its steps do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from advisor.errors import IllegalEvent
from advisor.flashpoint.bridge import roll_hazards
from advisor.flashpoint.event_words import listed, place_words
from advisor.flashpoint.names import specialist_name, spot_name
from advisor.flashpoint.notation import MOVES, Event, parse
from advisor.flashpoint.position import Position, Turn
from advisor.flashpoint.squares import Edge, Square, edge_text, square_text
from advisor.scene import Hint
from advisor.words import _, marked

if TYPE_CHECKING:
    from advisor.analysis import Plan

__all__ = ["IDEAS", "hint"]

IDEAS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType({
    "win": (
        marked("The game can be won this turn."),
        marked("{who} brings the victim from {where} to safety: that is the last one that is needed."),
    ),
    "rescue": (
        marked("A victim can be rescued this turn."),
        marked("{who} brings the victim from {where} to safety."),
    ),
    "pick-up": (
        marked("The ambulance can fetch somebody."),
        marked("{who} drives the ambulance to {spot}, where a victim waits."),
    ),
    "reveal": (
        marked("Find out what is under a POI."),
        marked("{who} goes to the POI at {where} and turns it over."),
    ),
    "send-to-reveal": (
        marked("Find out what is under a POI."),
        marked("{captain} sends {who} to the POI at {where}, to turn it over."),
    ),
    "identify": (
        marked("Find out from afar what is under a POI."),
        marked("{who} identifies the POI at {where}."),
    ),
    "treat": (
        marked("Treat a victim, so that it can walk along."),
        marked("{who} resuscitates the victim at {where}."),
    ),
    "carry": (
        marked("Take a victim along."),
        marked("{who} takes the victim from {where} to {to}."),
    ),
    "hazmat": (
        marked("Get rid of a hazmat."),
        marked("{who} sees to the hazmat at {where}."),
    ),
    "haul": (
        marked("Move a hazmat."),
        marked("{who} hauls the hazmat from {where} to {to}."),
    ),
    "gun": (
        marked("Let the deck gun do the work."),
        marked("{who} fires the deck gun, which stands at {spot}."),
    ),
    "keep": (
        marked("The deck gun's dice are good enough."),
        marked("{who} keeps them."),
    ),
    "reroll": (
        marked("The deck gun's dice can be better."),
        marked("{who} rolls again."),
    ),
    "fire-collapse": (
        marked("Keep the building standing: without this fire, fewer rolls bring it down."),
        marked("{who} fights the fire at {squares}."),
    ),
    "fire-lost": (
        marked("Fight the fire, so that the next roll reaches fewer victims."),
        marked("{who} fights the fire at {squares}."),
    ),
    "fire-damage": (
        marked("Fight the fire, so that the next roll does less damage."),
        marked("{who} fights the fire at {squares}."),
    ),
    "fire": (
        marked("Fight the fire."),
        marked("{who} fights the fire at {squares}."),
    ),
    "wall": (
        marked("Make a way through a wall."),
        marked("{who} chops the wall {edge}."),
    ),
    "drive": (
        marked("Bring a vehicle to where it is needed."),
        marked("{who} drives it to {spot}."),
    ),
    "crew": (
        marked("Another specialist is of more use now."),
        marked("{who} changes to the {specialist}."),
    ),
    "door": (
        marked("Open a door."),
        marked("{who} opens the door {edge}."),
    ),
    "shut": (
        marked("Close a door."),
        marked("{who} closes the door {edge}."),
    ),
    "command": (
        marked("Let the Captain send somebody into place."),
        marked("{captain} sends {who} to {where}."),
    ),
    "move": (
        marked("Move into place."),
        marked("{who} goes to {where}."),
    ),
    "save": (
        marked("Wait and save action points."),
        marked("{who} stays where it is and saves {n} AP."),
    ),
    "end": (
        marked("There is nothing better to do than to end the turn."),
        marked("{who} ends the turn."),
    ),
})  # fmt: skip
"""What plans achieve, what matters most first: the idea, and a sentence on who and where."""

_RANKS: Final = {name: rank for rank, name in enumerate(IDEAS)}

_PLAIN: Final = ("door", "shut", "command", "move", "save", "end")
"""What is told only where nothing else is."""

_SAID: Final = 2
"""So many achievements are told."""


@dataclass
class _Found:
    """Something that a plan achieves."""

    kind: str
    who: str
    at: Square | None = None
    to: Square | None = None
    edge: Edge | None = None
    name: str = ""
    squares: tuple[Square, ...] = ()
    n: int = 0
    captain: str = ""


def hint(position: Position, plan: Plan) -> Hint:
    """Return a plan as a hint in steps (`advisor.scene.Teller.hint`).

    Parameters
    ----------
    position : Position
        Where somebody decides.
    plan : Plan
        A plan for it: its steps are looked at, up to the first chance event.

    Examples
    --------
    >>> from advisor.analysis import Plan, Step
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> hint(start, Plan((Step("end", 0),), (), 0, 4, 0.5, 0.0, 0.0, 0.0, True)).idea
    'Wait and save action points.'
    """
    walk = _Walk(position)
    for event in plan.events:
        if not walk.step(event):
            break
    found = sorted(walk.all(), key=lambda one: _RANKS[one.kind])
    if not found:
        found = [_Found("end", position.turn.firefighter)]
    told = found[:1] + [one for one in found[1:] if one.kind not in _PLAIN][: _SAID - 1]
    if found[0].kind in _PLAIN:
        told += [one for one in found[1:] if one.kind == found[0].kind]
    where = " ".join(_where(position, one) for one in told)
    targets = dict.fromkeys(target for one in told for target in _targets(one))
    return Hint(_(IDEAS[found[0].kind][0]), where, tuple(targets))


class _Walk:
    """A plan acted out, with what it achieves."""

    def __init__(self, position: Position) -> None:
        self._start = self._here = position
        self._found: list[_Found] = []
        self._wet: list[Square] = []

    def step(self, text: str) -> bool:
        """Carry out the next event; return whether it is legal and somebody decides after it."""
        try:
            event, after = parse(text), self._here.apply(text)
        except IllegalEvent:
            return False
        self._look(event, after)
        self._here = after
        return after.turn.phase == "action"

    def all(self) -> list[_Found]:
        """Return what was found."""
        found = list(self._found)
        if self._wet:
            who = self._start.turn.firefighter
            squares = tuple(dict.fromkeys(self._wet))
            found.append(_Found(self._fire_kind(), who, squares=squares))
        return found

    def _look(self, event: Event, after: Position) -> None:
        before, captain = self._here, ""
        who = before.turn.firefighter
        if event.kind == "command" and event.inner is not None:
            captain, who, event = who, event.who or "", event.inner
        origin = before.firefighter(who).at
        if event.kind in MOVES:
            self._moved(event, who, origin, after, captain)
        elif event.kind == "extinguish" and event.square is not None:
            self._wet.append(event.square)
        elif event.kind == "drive":
            kind = "pick-up" if after.rescued > before.rescued else "drive"
            self._add(_Found(kind, who, name=event.spot or ""))
        elif event.kind == "fire-deck-gun":
            self._add(_Found("gun", who, name=before.engine or ""))
        elif event.kind == "door" and event.edge is not None:
            opens = event.edge not in dict(before.doors)
            self._add(_Found("door" if opens else "shut", who, edge=event.edge))
        elif event.kind == "chop":
            self._found = [one for one in self._found if one.edge != event.edge]
            self._add(_Found("wall", who, edge=event.edge))
        elif event.kind == "crew":
            self._add(_Found("crew", who, name=event.specialist or ""))
        elif event.kind == "end":
            saved = after.firefighter(who).saved_ap
            acted = self._found or self._wet
            if not acted:
                self._add(_Found("save" if saved else "end", who, origin, n=saved))
        else:
            kind = {"resuscitate": "treat", "dispose": "hazmat"}.get(event.kind, event.kind)
            self._add(_Found(kind, who, event.square or origin))

    def _moved(self, event: Event, who: str, origin: Square, after: Position, captain: str) -> None:
        before, to = self._here, event.square
        if after.turn.phase == "reveal":
            self._add(_Found("send-to-reveal" if captain else "reveal", who, to, captain=captain))
            return
        if event.kind in ("haul", "haul+lead"):
            gone = len(after.hazmats) < len(before.hazmats)
            self._travel("haul", who, origin, to, "hazmat" if gone else "")
        if event.kind in ("carry", "carry+lead", "lead", "haul+lead"):
            safe = after.rescued > before.rescued
            self._travel("carry", who, origin, to, ("win" if after.is_over else "rescue") if safe else "")
        if captain:
            self._goes(_Found("command", who, to, captain=captain))
        elif event.kind == "move":
            self._goes(_Found("move", who, to))

    def _travel(self, kind: str, who: str, origin: Square, to: Square | None, end: str) -> None:
        """Note that something was taken along, together with how it came here; `end` is what came of it."""
        for one in self._found:
            if one.kind == kind and one.to == origin and one.who == who:
                one.to, one.kind = to, end or kind
                return
        self._add(_Found(end or kind, who, origin, to))

    def _goes(self, found: _Found) -> None:
        """Note where somebody goes: where it comes to in the end counts."""
        self._found = [one for one in self._found if (one.kind, one.who) != (found.kind, found.who)]
        self._add(found)

    def _add(self, found: _Found) -> None:
        self._found.append(found)

    def _fire_kind(self) -> str:
        """Return what the water is good for, by what the next roll does with and without it."""
        start, turn = self._start, Turn(self._start.turn.firefighter, "advance_fire", flare_up=False)
        dry = roll_hazards(replace(start, turn=turn))
        wet = roll_hazards(replace(start, turn=turn, fire=self._here.fire, smoke=self._here.smoke))
        for name, kind in (("collapses", "fire-collapse"), ("lost", "fire-lost"), ("damage", "fire-damage")):
            if dry[name] - wet[name] > 1e-9:
                return kind
        return "fire"


def _where(position: Position, found: _Found) -> str:
    return _(IDEAS[found.kind][1]).format(
        who=found.who,
        captain=found.captain,
        where=place_words(position, found.at) if found.at is not None else "",
        to=place_words(position, found.to) if found.to is not None else "",
        edge=edge_text(found.edge) if found.edge is not None else "",
        squares=listed(position, found.squares) if found.squares else "",
        spot=spot_name(found.name),
        specialist=specialist_name(found.name),
        n=found.n,
    )


def _targets(found: _Found) -> list[str]:
    squares = [*found.squares, *(square for square in (found.at, found.to) if square is not None)]
    targets = [f"piece {found.who}", *(f"square {square_text(square)}" for square in squares)]
    return targets + ([f"edge {edge_text(found.edge)}"] if found.edge is not None else [])
