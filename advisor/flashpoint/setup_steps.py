"""The steps of a set-up, in words and as data, so that a table can lay out the board along with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import Edge, Square, edge_text, square_text

__all__ = ["DIRECTIONS", "Effect", "Step", "effects", "listed", "ordinal"]

DIRECTIONS: Final = ("up", "right", "down", "left")
"""In the order in which an explosion is resolved (FP-5.4)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What an explosion did in one direction (FP-5.3).

    Attributes
    ----------
    direction : str
        ``up``, ``right``, ``down`` or ``left``.
    what : str
        ``fire`` was placed, ``damage`` was placed, a ``door`` was destroyed, or ``nothing``.
    where : (int, int) or ((int, int), (int, int)) or None
        The square that got fire, the edge of the wall or door.
    markers : int
        Damage markers on the wall after it.
    """

    direction: str
    what: str
    where: Square | Edge | None = None
    markers: int = 0

    def __str__(self) -> str:
        place = _place(self.where)
        if self.what == "fire":
            done = f"fire at {place}"
        elif self.what == "damage":
            done = f"1 damage on {place}" + (", the wall is destroyed" if self.markers == 2 else "")
        elif self.what == "door":
            done = f"door {place} destroyed"
        else:
            done = "nothing to place"
        return f"{self.direction}: {done}"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a set-up.

    Attributes
    ----------
    kind : str
        ``doors``, ``pool``, ``fire``, ``explosion``, ``outside``, ``hazmat``, ``poi``, ``specialist``,
        ``hot_spot``, ``supply``, ``vehicle``, ``firefighter`` or ``turn``.
    text : str
        The step in words.
    number : int or None
        Which one of its kind it is, where they are counted: the 2nd explosion, POI 3.
    red, black : int or None
        The dice rolled for this step, None for a die that was not.
    squares : tuple of (int, int)
        Where it took place.
    again : bool
        True if nothing could be placed there and one rolls again.
    effects : tuple of Effect
        What an explosion did, direction by direction.
    firefighter, specialist : str or None
        Whom it is about, and which specialist that is.
    vehicle, spot : str or None
        Which vehicle was parked, and on which spot.
    """

    kind: str
    text: str
    number: int | None = None
    red: int | None = None
    black: int | None = None
    squares: tuple[Square, ...] = ()
    again: bool = False
    effects: tuple[Effect, ...] = ()
    firefighter: str | None = None
    specialist: str | None = None
    vehicle: str | None = None
    spot: str | None = None

    def __str__(self) -> str:
        return self.text

    def as_json(self) -> dict[str, Any]:
        """Return the step as JSON data; all keys are always there.

        >>> Step("hazmat", "hazmat 1: 4,6", number=1, red=4, black=6, squares=((4, 6),)).as_json()["squares"]
        ['4,6']
        """
        return {
            "kind": self.kind,
            "text": self.text,
            "number": self.number,
            "dice": [self.red, self.black],
            "squares": [square_text(square) for square in self.squares],
            "again": self.again,
            "effects": [
                {
                    "direction": effect.direction,
                    "what": effect.what,
                    "where": _place(effect.where) or None,
                    "markers": effect.markers,
                }
                for effect in self.effects
            ],
            "firefighter": self.firefighter,
            "specialist": self.specialist,
            "vehicle": self.vehicle,
            "spot": self.spot,
        }


def effects(before: Position, after: Position, square: Square) -> tuple[Effect, ...]:
    """Return what an explosion on `square` changed, direction by direction.

    Each direction has one effect at most and none leaves its own row or column (FP-5.3, FP-5.4), so
    where a change lies says which direction brought it.
    """
    found: dict[str, Effect] = {}
    for burning in set(after.fire) - set(before.fire) - {square}:
        direction = _direction(square, burning)
        found[direction] = Effect(direction, "fire", burning)
    markers = dict(before.damage)
    for wall, now in after.damage:
        if now != markers.get(wall, 0):
            direction = _edge_direction(square, wall)
            found[direction] = Effect(direction, "damage", wall, now)
    doors = dict(before.doors)
    for door, state in after.doors:
        if state != doors.get(door):
            direction = _edge_direction(square, door)
            found[direction] = Effect(direction, "door", door)
    return tuple(found.get(direction, Effect(direction, "nothing")) for direction in DIRECTIONS)


def _direction(origin: Square, target: Square) -> str:
    if target[1] == origin[1]:
        return "up" if target[0] < origin[0] else "down"
    return "left" if target[1] < origin[1] else "right"


def _edge_direction(origin: Square, crossed: Edge) -> str:
    """Return the direction from `origin` in which an edge of its row or column lies."""
    near, far = crossed
    # One of the two may be the origin itself; the other one then says where the edge lies.
    return _direction(origin, far if near == origin else near)


def _place(where: Square | Edge | None) -> str:
    if where is None:
        return ""
    first, second = where
    if isinstance(first, tuple) and isinstance(second, tuple):
        return edge_text((first, second))
    if isinstance(first, int) and isinstance(second, int):
        return square_text((first, second))
    raise AssertionError(f"neither a square nor an edge: {where!r}")


def ordinal(number: int) -> str:
    """Return a small number as one counts with it.

    >>> [ordinal(number) for number in (1, 2, 3, 4)]
    ['1st', '2nd', '3rd', '4th']
    """
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number, "th")


def listed(squares: Iterable[Square]) -> str:
    """Return squares as a list in words.

    >>> listed([(2, 2), (2, 3)])
    '2,2 2,3'
    """
    return " ".join(square_text(square) for square in squares)
