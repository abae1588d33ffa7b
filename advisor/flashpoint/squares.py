"""Squares and edges: the one place where their texts are read and written (FP-1.1, FP-1.2)."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

__all__ = ["Edge", "Square", "edge", "edge_text", "parse_edge", "parse_square", "square_text"]

Square: TypeAlias = tuple[int, int]
"""(row, column), the ring outside included: row 0 on top, column 0 at the left."""

Edge: TypeAlias = tuple[Square, Square]
"""Two adjacent squares, the smaller one in reading order first."""

_NUMBER: Final = "(?:0|[1-9][0-9]?)"
_SQUARE: Final = re.compile(rf"({_NUMBER}),({_NUMBER})", re.ASCII)
_EDGE: Final = re.compile(rf"({_NUMBER}),({_NUMBER})-({_NUMBER}),({_NUMBER})", re.ASCII)


def square_text(square: Square) -> str:
    """Return the text of a square.

    >>> square_text((2, 4))
    '2,4'
    """
    return f"{square[0]},{square[1]}"


def edge_text(edge: Edge) -> str:
    """Return the text of an edge.

    >>> edge_text(((1, 3), (1, 4)))
    '1,3-1,4'
    """
    (a, b), (c, d) = edge
    return f"{a},{b}-{c},{d}"


def edge(a: Square, b: Square) -> Edge:
    """Return the edge between two squares, the smaller one first.

    >>> edge((1, 4), (1, 3))
    ((1, 3), (1, 4))
    """
    return (a, b) if a < b else (b, a)


def parse_square(text: str) -> Square | None:
    """Return the square that `text` names exactly, None if it is no square's text.

    >>> parse_square("2,4"), parse_square("02,4")
    ((2, 4), None)
    """
    found = _SQUARE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def parse_edge(text: str) -> Edge | None:
    """Return the edge that `text` names exactly, None if it is no edge's text.

    Adjacency and order are looked at, the size of a board is not.

    >>> parse_edge("1,3-1,4"), parse_edge("1,4-1,3"), parse_edge("1,3-2,4")
    (((1, 3), (1, 4)), None, None)
    """
    found = _EDGE.fullmatch(text)
    if not found:
        return None
    a, b, c, d = map(int, found.groups())
    return ((a, b), (c, d)) if (c - a, d - b) in ((0, 1), (1, 0)) else None
