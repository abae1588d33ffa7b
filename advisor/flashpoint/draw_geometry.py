"""Where things are in the SVG picture: the one place with its measures, also for overlays (routes)."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.flashpoint.board import Board
from advisor.flashpoint.squares import Edge, Square

__all__ = ["CELL", "RING", "Box", "Geometry"]

CELL = 100.0
"""Side of an inside square, in units of the viewBox."""
RING = 86.0
"""Depth of the ring outside."""
LABELS = 36.0  # the band of the coordinates on each side
LEAST_WIDTH = 640.0  # small boards are centred, so that the status strip has room


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Return the box made smaller on each side."""
        return Box(self.x + left, self.y + top, self.width - left - right, self.height - top - bottom)

    def around(self, other: Box) -> Box:
        """Return the smallest box around this one and another."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, bottom - y)


@dataclass(frozen=True, slots=True)
class Geometry:
    """Places of squares and edges for a board of `rows` x `columns` inside squares.

    >>> Geometry(6, 8).box((1, 1))
    Box(x=122.0, y=122.0, width=100.0, height=100.0)
    >>> Geometry(6, 8).side(((1, 1), (1, 2)))
    (222.0, 172.0, True)
    """

    rows: int
    columns: int

    @classmethod
    def of(cls, board: Board) -> Geometry:
        """Return the geometry of a board."""
        return cls(board.rows, board.columns)

    @property
    def width(self) -> float:
        """Width of the picture."""
        return max(LEAST_WIDTH, self._board_width)

    @property
    def board_height(self) -> float:
        """Height of the board with its coordinates; the status strip follows below."""
        return 2 * (LABELS + RING) + self.rows * CELL

    @property
    def _board_width(self) -> float:
        return 2 * (LABELS + RING) + self.columns * CELL

    def box(self, square: Square) -> Box:
        """Return the box of a square, inside or in the ring."""
        x, width = _span(square[1], self.columns)
        y, height = _span(square[0], self.rows)
        return Box(x + (self.width - self._board_width) / 2, y, width, height)

    def centre(self, square: Square) -> tuple[float, float]:
        """Return the middle of a square."""
        return self.box(square).centre

    def side(self, edge: Edge) -> tuple[float, float, bool]:
        """Return the middle of an edge and whether it runs upright; each is `CELL` long."""
        first, second = edge
        box = self.box(second)
        x, y = box.centre
        return (box.x, y, True) if first[0] == second[0] else (x, box.y, False)

    def building(self) -> Box:
        """Return the box of all inside squares."""
        return self.box((1, 1)).around(self.box((self.rows, self.columns)))

    def ground(self) -> Box:
        """Return the box of all squares, the ring included."""
        return self.box((0, 0)).around(self.box((self.rows + 1, self.columns + 1)))

    def is_outside(self, square: Square) -> bool:
        """Return whether a square lies in the ring."""
        return not (1 <= square[0] <= self.rows and 1 <= square[1] <= self.columns)


def _span(index: int, count: int) -> tuple[float, float]:
    """Return where a row or column begins and how wide it is."""
    if index == 0:
        return LABELS, RING
    return LABELS + RING + (index - 1) * CELL, CELL if index <= count else RING
