"""Where things lie within a square of the SVG picture, so that up to a dozen of them stay apart."""

from __future__ import annotations

import math
from dataclasses import dataclass

from advisor.flashpoint.draw_geometry import Box
from advisor.flashpoint.draw_scene import Contents

__all__ = ["Place", "Places", "places_in"]

LARGEST, LARGEST_OUTSIDE = 62.0, 52.0


@dataclass(frozen=True, slots=True)
class Place:
    """The middle of a mark and its size."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Places:
    """The places of everything on one square; threat and hot spot have one even if there is none."""

    threat: Place
    hot_spot: Place
    tokens: tuple[Place, ...]


def places_in(box: Box, contents: Contents, count: int, *, outside: bool) -> Places:
    """Find a place for everything on a square.

    A single token lies beside the threat, and the hot spot in the lower left corner. With more of them all
    lie side by side, threat and hot spot first.

    Parameters
    ----------
    box : Box
        The square.
    contents : Contents
        What is there.
    count : int
        How many tokens there are: hazmats (one pile), POI and firefighters.
    outside : bool
        Whether the square is in the ring: no room's name is there.

    Returns
    -------
    Places
        A place for threat, hot spot and each token.
    """
    threat, hot_spot = bool(contents.threat), contents.hot_spot
    corner = Place(box.x + 25, box.y + 76, 36)
    x, y = box.centre
    largest = LARGEST_OUTSIDE if outside else LARGEST
    if count > 1 and (threat or hot_spot):
        places = _side_by_side(box.inset(5, 6, 5, 6), count + threat + hot_spot, largest)
        return Places(places[0], places[int(threat)], tuple(places[threat + hot_spot :]))
    if not count:
        return Places(Place(x, y + 3, 70), corner, ())
    if threat:
        room = box.inset(44, 28, 5, 6)
    elif hot_spot:
        room = box.inset(34, 26, 6, 7)
    else:
        room = box.inset(6, 6, 6, 6) if outside else box.inset(8, 26, 8, 7)
    beside = Place(box.x + 27, box.y + (36 if hot_spot else 45), 46)
    return Places(beside, corner, tuple(_side_by_side(room, count, largest)))


def _side_by_side(box: Box, count: int, largest: float) -> list[Place]:
    """Return places in rows, at the largest size at which all fit."""

    def size_with(columns: int) -> float:
        return min(box.width / columns, box.height / math.ceil(count / columns), largest)

    columns = max(range(1, count + 1), key=lambda n: (size_with(n), -n))
    size, rows = size_with(columns), math.ceil(count / columns)
    x, y = box.centre
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        places.append(
            Place(x + (column - (in_row - 1) / 2) * size, y + (row - (rows - 1) / 2) * size, size * 0.94)
        )
    return places
