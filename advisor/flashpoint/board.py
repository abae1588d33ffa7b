"""A board: walls, doors, parking spots, arrows and tables (`flash-point/board@1`)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any

from advisor.errors import FormatError, Problem
from advisor.files import in_file, parse_json, short
from advisor.flashpoint.json_board import board_problems
from advisor.flashpoint.schema import BOARD_FORMAT, BoardShape, read_shape
from advisor.flashpoint.squares import Edge, Square, edge_text, square_text

__all__ = ["Board", "EngineSpot", "Spot", "board_ids", "read_board"]

_PACKAGE = "advisor.data.boards"


@dataclass(frozen=True, slots=True)
class Spot:
    """A parking spot of the ambulance: two adjacent outside squares (FP-6.1).

    >>> Board.shipped("base-1").ambulance_spots[0]
    Spot(id='north', squares=((0, 5), (0, 6)))
    """

    id: str
    squares: tuple[Square, Square]


@dataclass(frozen=True, slots=True)
class EngineSpot(Spot):
    """A parking spot of the engine with the quadrant its deck gun reaches (FP-6.8).

    >>> spot = Board.shipped("base-1").engine_spots[0]
    >>> spot.rows, spot.columns
    ((1, 3), (5, 8))
    """

    rows: tuple[int, int]
    columns: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Board:
    """A board, frozen and put in order: lists of squares and edges are in reading order.

    `first_explosion`, the spots (clockwise) and their squares keep the order of the file.

    Examples
    --------
    >>> board = Board.shipped("base-1")
    >>> board.rows, board.columns, len(board.doors), board.room((5, 8))
    (6, 8, 8, 'toilet')
    >>> Board.from_json(board.to_json()) == board
    True
    """

    id: str
    name: str
    rows: int
    columns: int
    walls: tuple[Edge, ...]
    doors: tuple[Edge, ...]
    ambulance_spots: tuple[Spot, ...]
    engine_spots: tuple[EngineSpot, ...]
    arrows: tuple[tuple[str, ...], ...]
    first_explosion: tuple[Square, ...]
    family_fire: tuple[Square, ...]
    family_poi: tuple[Square, ...]
    rooms: tuple[str, ...] | None = None
    room_names: tuple[tuple[str, str], ...] | None = None
    is_shipped: bool = field(default=False, compare=False)
    """True if it came by its id: a position then names it so, too. A board given whole stays whole."""

    @classmethod
    def shipped(cls, board_id: str) -> Board:
        """Return a board that ships with the program.

        Raises
        ------
        FormatError
            If there is no such board.

        Examples
        --------
        >>> Board.shipped("hut").name
        'The hut'
        """
        return _shipped(board_id)

    @classmethod
    def from_json(cls, obj: object, pointer: str = "") -> Board:
        """Return the board that a JSON object describes, put in order.

        Parameters
        ----------
        obj : object
            What the JSON reader returned.
        pointer : str
            Where in its file the object lies.

        Raises
        ------
        FormatError
            Naming the first thing that is wrong.

        Examples
        --------
        >>> Board.from_json({**Board.shipped("hut").to_json(), "rows": 13})
        Traceback (most recent call last):
        advisor.errors.FormatError: /rows: 13, expected 1 to 12
        """
        shape = read_shape(BoardShape, obj, pointer)
        problems = board_problems(shape)
        if problems:
            raise FormatError(replace(problems[0], pointer=pointer + problems[0].pointer))
        given = shape.model_fields_set
        return cls(
            id=shape.id,
            name=shape.name,
            rows=shape.rows,
            columns=shape.columns,
            walls=tuple(sorted(shape.walls)),
            doors=tuple(sorted(shape.doors)),
            ambulance_spots=tuple(Spot(spot.id, _two(spot.squares)) for spot in shape.ambulance_spots),
            engine_spots=tuple(
                EngineSpot(spot.id, _two(spot.squares), _two(spot.quadrant.rows), _two(spot.quadrant.columns))
                for spot in shape.engine_spots
            ),
            arrows=tuple(tuple(line.split(" ")) for line in shape.arrows),
            first_explosion=tuple(shape.first_explosion),
            family_fire=tuple(sorted(shape.family.fire)),
            family_poi=tuple(sorted(shape.family.poi)),
            rooms=tuple(shape.rooms) if "rooms" in given else None,
            room_names=tuple(sorted(shape.room_names.items())) if "room_names" in given else None,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the board as a JSON object in normal form.

        >>> Board.shipped("hut").to_json()["doors"]
        ['1,2-2,2', '2,1-3,1']
        """
        obj: dict[str, Any] = {
            "format": BOARD_FORMAT,
            "id": self.id,
            "name": self.name,
            "rows": self.rows,
            "columns": self.columns,
            "walls": [edge_text(edge) for edge in sorted(self.walls)],
            "doors": [edge_text(edge) for edge in sorted(self.doors)],
            "ambulance_spots": [
                {"id": spot.id, "squares": [square_text(square) for square in spot.squares]}
                for spot in self.ambulance_spots
            ],
            "engine_spots": [
                {
                    "id": spot.id,
                    "squares": [square_text(square) for square in spot.squares],
                    "quadrant": {"rows": list(spot.rows), "columns": list(spot.columns)},
                }
                for spot in self.engine_spots
            ],
            "arrows": [" ".join(line) for line in self.arrows],
            "first_explosion": [square_text(square) for square in self.first_explosion],
            "family": {
                "fire": [square_text(square) for square in sorted(self.family_fire)],
                "poi": [square_text(square) for square in sorted(self.family_poi)],
            },
        }
        if self.rooms is not None:
            obj["rooms"] = list(self.rooms)
        if self.room_names is not None:
            obj["room_names"] = dict(sorted(self.room_names))
        return obj

    def is_on_board(self, square: Square) -> bool:
        """Return whether the board, its ring included, has this square.

        >>> [Board.shipped("hut").is_on_board(square) for square in ((1, 1), (0, 3), (0, 4))]
        [True, True, False]
        """
        return 0 <= square[0] <= self.rows + 1 and 0 <= square[1] <= self.columns + 1

    def is_inside(self, square: Square) -> bool:
        """Return whether a square is one of the building's, not of the ring around it (FP-1.1).

        >>> [Board.shipped("hut").is_inside(square) for square in ((1, 1), (0, 3))]
        [True, False]
        """
        return 1 <= square[0] <= self.rows and 1 <= square[1] <= self.columns

    def ambulance_spot(self, spot_id: str) -> Spot | None:
        """Return the ambulance's spot with this id, None if there is none.

        >>> Board.shipped("base-1").ambulance_spot("roof") is None
        True
        """
        return next((spot for spot in self.ambulance_spots if spot.id == spot_id), None)

    def engine_spot(self, spot_id: str) -> EngineSpot | None:
        """Return the engine's spot with this id, None if there is none.

        >>> Board.shipped("base-1").engine_spot("roof") is None
        True
        """
        return next((spot for spot in self.engine_spots if spot.id == spot_id), None)

    def room(self, square: Square) -> str | None:
        """Return the name of the room in which a square lies, None if the board does not say.

        >>> Board.shipped("base-1").room((5, 8))
        'toilet'
        """
        if self.rooms is None or not self.is_inside(square):
            return None
        letter = self.rooms[square[0] - 1][square[1] - 1]
        return dict(self.room_names or ()).get(letter)


def _two(items: list[Any]) -> tuple[Any, Any]:
    first, second = items
    return first, second


@cache
def board_ids() -> tuple[str, ...]:
    """Return the ids of the boards that ship with the program, in the order of the alphabet.

    >>> "base-1" in board_ids()
    True
    """
    names = (file.name for file in resources.files(_PACKAGE).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def _load(board_id: str) -> Board:
    name = f"{board_id}.json"
    with in_file(name):
        text = resources.files(_PACKAGE).joinpath(name).read_text(encoding="utf-8")
        return replace(Board.from_json(parse_json(text)), is_shipped=True)


def _shipped(board_id: str, pointer: str = "") -> Board:
    if board_id not in board_ids():  # looked up first: an id is part of a file's name
        known = ", ".join(board_ids())
        raise FormatError(Problem(pointer, f"no board {short(board_id)}, expected one of {known}"))
    return _load(board_id)


def read_board(value: object, pointer: str) -> Board:
    """Return the board that a position names by its id or holds whole."""
    if isinstance(value, str):
        return _shipped(value, pointer)
    if not isinstance(value, dict):
        raise FormatError(Problem(pointer, f"{short(value)}, expected the id of a board or a board"))
    return Board.from_json(value, pointer)
