"""The building as printed: squares, edges, parking spots. Nothing in here changes during a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Square = tuple[int, int]  # row, column
Edge = tuple[Square, Square]  # the smaller square in reading order first
Direction = tuple[int, int]

UP, RIGHT, DOWN, LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)
DIRECTIONS: tuple[Direction, ...] = (UP, RIGHT, DOWN, LEFT)  # the order of FP-5.4

COMPASS: dict[str, Direction] = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1),
    "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
}  # fmt: skip


def step(square: Square, direction: Direction) -> Square:
    """The square one step away, on the board or not."""
    return square[0] + direction[0], square[1] + direction[1]


def edge_between(one: Square, other: Square) -> Edge:
    """The edge of two adjacent squares (FP-1.2)."""
    return (one, other) if one < other else (other, one)


def square_text(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def edge_text(edge: Edge) -> str:
    return f"{square_text(edge[0])}-{square_text(edge[1])}"


def square_from(text: str) -> Square:
    row, column = text.split(",")
    return int(row), int(column)


def edge_from(text: str) -> Edge:
    one, other = text.split("-")
    return square_from(one), square_from(other)


@dataclass(frozen=True)
class Quadrant:
    """What the engine's deck gun reaches from one spot; both ends of each range belong to it (FP-6.8)."""

    rows: tuple[int, int]
    columns: tuple[int, int]

    def has_row(self, row: int) -> bool:
        return self.rows[0] <= row <= self.rows[1]

    def has_column(self, column: int) -> bool:
        return self.columns[0] <= column <= self.columns[1]

    def __contains__(self, square: Square) -> bool:
        return self.has_row(square[0]) and self.has_column(square[1])


@dataclass(frozen=True)
class Spot:
    """A parking spot: two outside squares (FP-6.1); an engine's spot has a quadrant."""

    id: str
    squares: tuple[Square, ...]
    quadrant: Quadrant | None = None


class Board:
    """A board, read from a valid `flash-point/board@1` object.

    `around` gives for each square its adjacent squares, each with the edge between, in reading order.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.rows: int = document["rows"]
        self.columns: int = document["columns"]
        self.walls = frozenset(map(edge_from, document["walls"]))
        self.doors = frozenset(map(edge_from, document["doors"]))
        self.ambulance_spots = [spot_from(spot) for spot in document["ambulance_spots"]]
        self.engine_spots = [spot_from(spot) for spot in document["engine_spots"]]
        self.squares = frozenset((r, c) for r in range(self.rows + 2) for c in range(self.columns + 2))
        self.around = {here: self._neighbours(here) for here in self.squares}
        self.arrows = {
            (r, c): step((r, c), COMPASS[arrow])
            for r, row in enumerate(document["arrows"], start=1)
            for c, arrow in enumerate(row.split(), start=1)
        }

    def _neighbours(self, here: Square) -> tuple[tuple[Square, Edge], ...]:
        nearby = sorted(step(here, direction) for direction in DIRECTIONS)
        return tuple((there, edge_between(here, there)) for there in nearby if there in self.squares)

    def is_inside(self, square: Square) -> bool:
        """FP-1.1."""
        return 1 <= square[0] <= self.rows and 1 <= square[1] <= self.columns

    def dice(self) -> list[Square]:
        """All results of the red and the black die, row by row (FP-1.1)."""
        return [(r, c) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]

    def ambulance_spot(self, name: str | None) -> Spot:
        return next(spot for spot in self.ambulance_spots if spot.id == name)

    def engine_spot(self, name: str | None) -> Spot:
        return next(spot for spot in self.engine_spots if spot.id == name)


def spot_from(document: dict[str, Any]) -> Spot:
    squares = tuple(map(square_from, document["squares"]))
    if "quadrant" not in document:
        return Spot(document["id"], squares)
    rows, columns = document["quadrant"]["rows"], document["quadrant"]["columns"]
    return Spot(document["id"], squares, Quadrant((rows[0], rows[1]), (columns[0], columns[1])))


def normal_board(document: dict[str, Any]) -> dict[str, Any]:
    """The board object with its keys and its lists of squares and edges in order."""
    normal = {
        "format": document["format"],
        "id": document["id"],
        "name": document["name"],
        "rows": document["rows"],
        "columns": document["columns"],
        "walls": sorted(document["walls"], key=edge_from),
        "doors": sorted(document["doors"], key=edge_from),
        "ambulance_spots": [
            {"id": spot["id"], "squares": spot["squares"]} for spot in document["ambulance_spots"]
        ],
        "engine_spots": [
            {
                "id": spot["id"],
                "squares": spot["squares"],
                "quadrant": {"rows": spot["quadrant"]["rows"], "columns": spot["quadrant"]["columns"]},
            }
            for spot in document["engine_spots"]
        ],
        "arrows": document["arrows"],
        "first_explosion": document["first_explosion"],
        "family": {
            "fire": sorted(document["family"]["fire"], key=square_from),
            "poi": sorted(document["family"]["poi"], key=square_from),
        },
    }
    return normal | {key: document[key] for key in ("rooms", "room_names") if key in document}
