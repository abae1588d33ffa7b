"""What an event changed, in words: for the list that ``advisor replay`` prints for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from advisor.flashpoint.draw import turn_words
from advisor.flashpoint.position import Position
from advisor.flashpoint.rooms import place
from advisor.flashpoint.squares import Square, edge_text, square_text

__all__ = ["changes"]

_CHANCE = ("reveal", "deck-gun", "roll", "poi")
_KINDS = {"unknown": "POI", "victim": "victim", "treated": "treated victim"}


def changes(event: str, before: Position, after: Position) -> list[str]:
    """Return what an event changed that its description does not say, a phrase each.

    Parameters
    ----------
    event : str
        The event's text.
    before, after : Position
        The positions before and after it.

    Returns
    -------
    list of str
        Empty if there is nothing to tell.
    """
    found: list[str] = []
    if event.partition(" ")[0] in _CHANCE or event.startswith(("fire-deck-gun", "drive")):
        found += [*_threats(before, after), *_building(before, after), *_markers(before, after)]
        found += _fallen(before, after)
    found += _victims(before, after)
    found += _next(before, after)
    return found


def _squares(what: str, squares: Iterable[Square]) -> Iterator[str]:
    shown = " ".join(square_text(square) for square in sorted(squares))
    if shown:
        yield f"{what} {shown}"


def _threats(before: Position, after: Position) -> Iterator[str]:
    fire, smoke = set(before.fire), set(before.smoke)
    fire_now, smoke_now = set(after.fire), set(after.smoke)
    yield from _squares("new fire at", fire_now - fire)
    yield from _squares("new smoke at", smoke_now - smoke)
    yield from _squares("no more fire at", fire - fire_now)
    yield from _squares("no more smoke at", smoke - smoke_now - fire_now)
    yield from _squares("new hot spot at", set(after.hot_spots) - set(before.hot_spots))
    hazmats = Counter(before.hazmats)
    hazmats.subtract(after.hazmats)
    yield from _squares("hazmat exploded at", (square for square, n in hazmats.items() if n > 0))
    yield from _squares("new hazmat at", (square for square, n in hazmats.items() if n < 0))


def _building(before: Position, after: Position) -> Iterator[str]:
    markers = dict(before.damage)
    for wall, now in after.damage:
        if now != markers.get(wall, 0):
            yield f"wall {edge_text(wall)} " + ("is destroyed" if now == 2 else "is damaged")
    doors = dict(before.doors)
    for door, state in after.doors:
        if state != doors.get(door) and state == "destroyed":
            yield f"door {edge_text(door)} is destroyed"


def _markers(before: Position, after: Position) -> Iterator[str]:
    old, new = Counter((p.at, p.kind) for p in before.poi), Counter((p.at, p.kind) for p in after.poi)
    for (at, kind), _ in sorted((old - new).items()):
        yield f"{_KINDS[kind]} at {place(before.board, at)} is gone"
    for (at, kind), _ in sorted((new - old).items()):
        yield f"{_KINDS[kind]} at {place(before.board, at)}"


def _fallen(before: Position, after: Position) -> Iterator[str]:
    for one, now in zip(before.firefighters, after.firefighters, strict=True):
        if one.at != now.at:
            yield f"{one.id} goes from {square_text(one.at)} to {square_text(now.at)}"


def _victims(before: Position, after: Position) -> Iterator[str]:
    if after.rescued > before.rescued:
        yield f"rescued: {after.rescued} of {after.goal}"
    if after.lost > before.lost:
        yield f"lost: {after.lost}"


def _next(before: Position, after: Position) -> Iterator[str]:
    if after.turn.phase == "action" and before.turn.phase == "action":
        if after.turn.ap != before.turn.ap or after.turn.free_ap != before.turn.free_ap:
            free = f", {after.turn.free_ap} free" if after.turn.free_ap else ""
            yield f"{after.turn.ap} AP left{free}"
    elif after.turn.phase == "over" or (
        after.turn.phase == "action" and after.turn.firefighter != before.turn.firefighter
    ):
        yield turn_words(after)
