"""What to change on the table so that it shows the next position: one thing at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Final

from advisor.flashpoint.event_words import listed, place_words
from advisor.flashpoint.names import specialist_name, spot_name
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import Edge, Square, edge_text, square_text
from advisor.scene import Change
from advisor.words import _, marked

__all__ = ["TEXTS", "Deed", "deed_change", "deeds", "things_to_do"]

TEXTS: Final[Mapping[str, str]] = MappingProxyType({
    "move": marked("Move {who} to {to}."),
    "ambulance": marked("Move the ambulance to its parking spot {name} ({squares})."),
    "engine": marked("Move the engine to its parking spot {name} ({squares})."),
    "smoke": marked("Put smoke on {where}."),
    "fire": marked("Put fire on {where}."),
    "smoke-to-fire": marked("Turn the smoke on {where} over to fire."),
    "fire-to-smoke": marked("Turn the fire on {where} over to smoke."),
    "smoke-off": marked("Take the smoke off {where}."),
    "fire-off": marked("Take the fire off {where}."),
    "damage": marked("Put a damage marker on the wall {edge}."),
    "damage-second": marked("Put a second damage marker on the wall {edge}: it is destroyed."),
    "damage-two": marked("Put two damage markers on the wall {edge}: it is destroyed."),
    "door-open": marked("Open the door {edge}."),
    "door-closed": marked("Close the door {edge}."),
    "door-destroyed": marked("Take the door {edge} off the board: it is destroyed."),
    "hazmat": marked("Put a hazmat on {where}."),
    "hazmat-move": marked("Move a hazmat from {where} to {to}."),
    "hazmat-off": marked("Take a hazmat off {where}: it leaves the game."),
    "hot-spot": marked("Put a hot spot on {where}."),
    "poi": marked("Put a new POI face down on {where}."),
    "poi-victim": marked("Turn the POI on {where} over: a victim."),
    "poi-alarm": marked("Take the POI off {where}: a false alarm."),
    "poi-lost": marked("Take the POI off {where}: a victim, lost."),
    "treat": marked("Mark the victim on {where} as treated."),
    "victim-move": marked("Move the victim from {where} to {to}."),
    "treated-move": marked("Move the treated victim from {where} to {to}."),
    "victim-rescued": marked("Put the victim from {where} with the rescued ones."),
    "treated-rescued": marked("Put the treated victim from {where} with the rescued ones."),
    "victim-lost": marked("Put the victim from {where} with the lost ones."),
    "treated-lost": marked("Put the treated victim from {where} with the lost ones."),
    "crew": marked("Give {who} the card of the {name}."),
    "save": marked("{who} saves {n} AP for its next turn."),
    "spend": marked("{who} takes its {n} saved AP."),
})  # fmt: skip
"""A sentence for each kind of thing to do."""


_GROUPED: Final = ("smoke-off", "fire-off", "fire-to-smoke", "smoke-to-fire", "smoke", "fire")
"""What is done to several squares at once, in this order: what goes back may be needed elsewhere (FP-1.6)."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing to do on the table.

    Attributes
    ----------
    kind : str
        What, a key of `TEXTS`.
    at : Square or None
        Where, or from where.
    to : Square or None
        Where to.
    edge : Edge or None
        At which wall or door.
    who : str
        Which firefighter.
    name : str
        The parking spot or the specialist.
    n : int
        How many AP.

    Examples
    --------
    >>> Deed("smoke", (2, 3)).kind
    'smoke'
    """

    kind: str
    at: Square | None = None
    to: Square | None = None
    edge: Edge | None = None
    who: str = ""
    name: str = ""
    n: int = 0


def deeds(before: Position, after: Position) -> Iterator[Deed]:
    """Yield what to do on the table that shows one position so that it shows another, one event later.

    Parameters
    ----------
    before, after : Position
        The positions before and after the event.

    Yields
    ------
    Deed
        Things are taken and moved before others are put down.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> [(deed.kind, deed.who, deed.to) for deed in deeds(start, start.apply("move 3,3"))]
    [('move', 'red', (3, 3))]
    """
    yield from _vehicles(before, after)
    yield from _crew(before, after)
    yield from _building(before, after)
    yield from _threats(before, after)
    yield from _markers(before, after)
    yield from _hazmats(before, after)
    for square in sorted(set(after.hot_spots) - set(before.hot_spots)):
        yield Deed("hot-spot", square)
    yield from _saved(before, after)


def _vehicles(before: Position, after: Position) -> Iterator[Deed]:
    if after.ambulance != before.ambulance:
        yield Deed("ambulance", name=after.ambulance or "")
    if after.engine != before.engine:
        yield Deed("engine", name=after.engine or "")


def _crew(before: Position, after: Position) -> Iterator[Deed]:
    for old, new in zip(before.firefighters, after.firefighters, strict=True):
        if old.specialist != new.specialist:
            yield Deed("crew", who=new.id, name=new.specialist or "")
        if old.at != new.at:
            yield Deed("move", old.at, new.at, who=new.id)


def _building(before: Position, after: Position) -> Iterator[Deed]:
    markers = dict(before.damage)
    for wall, now in after.damage:
        added = now - markers.get(wall, 0)
        if added:
            kind = "damage-two" if added == 2 else "damage-second" if now == 2 else "damage"
            yield Deed(kind, edge=wall)
    old, new = dict(before.doors), dict(after.doors)
    for door in sorted(old.keys() | new.keys()):
        state = new.get(door, "closed")
        if state != old.get(door, "closed"):
            yield Deed(f"door-{state}", edge=door)


def _threats(before: Position, after: Position) -> Iterator[Deed]:
    old = {**dict.fromkeys(before.smoke, "smoke"), **dict.fromkeys(before.fire, "fire")}
    new = {**dict.fromkeys(after.smoke, "smoke"), **dict.fromkeys(after.fire, "fire")}
    found = []
    for square in old.keys() | new.keys():
        was, now = old.get(square), new.get(square)
        if was != now:
            kind = f"{was}-off" if now is None else now if was is None else f"{was}-to-{now}"
            found.append((_GROUPED.index(kind), square))
    for place, square in sorted(found):
        yield Deed(_GROUPED[place], square)


def _markers(before: Position, after: Position) -> Iterator[Deed]:
    """Yield what becomes of POI and victims; at most one event's worth: one face-down POI is turned up."""
    old = Counter((p.at, p.kind) for p in before.poi)
    new = Counter((p.at, p.kind) for p in after.poi)
    gone, come = old - new, new - old
    for at, kind in sorted(gone):
        if kind == "unknown":
            victim = after.unrevealed_victims < before.unrevealed_victims
            if come[at, "victim"]:
                come[at, "victim"] -= 1
                yield Deed("poi-victim", at)
            else:
                yield Deed("poi-lost" if victim else "poi-alarm", at)
        elif kind == "victim" and come[at, "treated"]:
            come[at, "treated"] -= 1
            gone[at, kind] -= 1
            yield Deed("treat", at)
    end = "rescued" if after.rescued > before.rescued else "lost"
    for (at, kind), number in sorted(gone.items()):
        for _number in range(number if kind != "unknown" else 0):
            to = next((square for (square, other), n in sorted(come.items()) if other == kind and n), None)
            if to is None:
                yield Deed(f"{kind}-{end}", at)
            else:
                come[to, kind] -= 1
                yield Deed(f"{kind}-move", at, to)
    for (at, kind), number in sorted(come.items()):
        if number and kind == "unknown":
            yield Deed("poi", at)


def _hazmats(before: Position, after: Position) -> Iterator[Deed]:
    old, new = Counter(before.hazmats), Counter(after.hazmats)
    gone, come = sorted((old - new).elements()), sorted((new - old).elements())
    for at in gone:
        yield Deed("hazmat-move", at, come.pop(0)) if come else Deed("hazmat-off", at)
    for at in come:
        yield Deed("hazmat", at)


def _saved(before: Position, after: Position) -> Iterator[Deed]:
    for old, new in zip(before.firefighters, after.firefighters, strict=True):
        if new.saved_ap > old.saved_ap:
            yield Deed("save", who=new.id, n=new.saved_ap)
        elif new.saved_ap < old.saved_ap:
            yield Deed("spend", who=new.id, n=old.saved_ap)


def things_to_do(before: Position, after: Position) -> Iterator[Change]:
    """Yield what to do on the table in words, the same thing on several squares at once.

    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> [change.text for change in things_to_do(start, start.apply("end"))]
    ['red saves 4 AP for its next turn.']
    """
    for kind, same in groupby(deeds(before, after), key=lambda deed: deed.kind):
        if kind in _GROUPED:
            squares = [deed.at for deed in same if deed.at is not None]
            text = _(TEXTS[kind]).format(where=listed(after, squares))
            yield Change(text, "do", tuple(f"square {square_text(square)}" for square in squares))
        else:
            yield from (deed_change(after, deed) for deed in same)


def deed_change(position: Position, deed: Deed) -> Change:
    """Return a thing to do in words.

    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> position = set_up(SetUp(Board.shipped("hut"))).position
    >>> deed_change(position, Deed("move", (2, 3), (2, 2), who="red")).text
    'Move red to 2,2.'
    """
    squares: tuple[Square, ...] = ()
    name = deed.name
    if deed.kind == "crew":
        name = specialist_name(deed.name)
    elif deed.kind in ("ambulance", "engine"):
        board = position.board
        found = board.ambulance_spot if deed.kind == "ambulance" else board.engine_spot
        spot = found(deed.name)
        squares, name = spot.squares if spot is not None else (), spot_name(deed.name)
    text = _(TEXTS[deed.kind]).format(
        where=place_words(position, deed.at) if deed.at is not None else "",
        to=place_words(position, deed.to) if deed.to is not None else "",
        edge=edge_text(deed.edge) if deed.edge is not None else "",
        squares=listed(position, squares),
        who=deed.who,
        name=name,
        n=deed.n,
    )
    return Change(text, "do", _targets(deed, squares))


def _targets(deed: Deed, squares: tuple[Square, ...]) -> tuple[str, ...]:
    places = [square for square in (deed.at, deed.to) if square is not None] + list(squares)
    if deed.kind == "move":
        places = places[1:]
    found = [f"square {square_text(square)}" for square in places]
    if deed.edge is not None:
        found.append(f"edge {edge_text(deed.edge)}")
    if deed.who:
        found.append(f"piece {deed.who}")
    return tuple(found)
