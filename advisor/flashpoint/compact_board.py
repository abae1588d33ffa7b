"""Squares, edges and whole boards as digits, for the position string."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb
from typing import Final
from zlib import crc32

from advisor.flashpoint.board import Board, EngineSpot, Spot
from advisor.flashpoint.compact_codes import (
    ALPHABET,
    Choice,
    Listed,
    Number,
    Reader,
    Text,
    Writer,
    rank,
    refuse,
    to_letters,
    unrank,
)
from advisor.flashpoint.squares import Edge, Square

__all__ = ["BoardCode", "EdgeCode", "SquareCode", "SquaresCode"]

_BEYOND: Final = 100  # a square's text has at most two digits for a row or column
_ARROWS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FREQUENT: Final = ("base-1", "base-2")
_DIGEST: Final = len(ALPHABET) ** 3


class SquareCode:
    """A square of a board of this size; one that the board has not costs more."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.grid = tuple((r, c) for r in range(rows + 2) for c in range(columns + 2))
        self.inside = tuple((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1))
        self._numbers = {square: i for i, square in enumerate(self.grid)}

    def write(self, out: Writer, value: Square) -> None:
        """Write a square."""
        out.digit(self._numbers.get(value, len(self.grid)), len(self.grid) + 1)
        if value not in self._numbers:
            if not all(0 <= number < _BEYOND for number in value):
                refuse(
                    f"{value} does not fit into a position string, expected rows and columns of two digits"
                )
            out.digit(value[0], _BEYOND)
            out.digit(value[1], _BEYOND)

    def read(self, source: Reader) -> Square:
        """Read a square back."""
        at = source.digit(len(self.grid) + 1)
        return self.grid[at] if at < len(self.grid) else (source.digit(_BEYOND), source.digit(_BEYOND))


class EdgeCode:
    """An edge: its first square, and whether it leads to the right or down."""

    def __init__(self, squares: SquareCode) -> None:
        self.squares = squares

    def write(self, out: Writer, value: Edge) -> None:
        """Write an edge."""
        (a, b), (c, d) = value
        if (c - a, d - b) not in ((0, 1), (1, 0)):
            refuse(f"{value} is no edge between adjacent squares, the smaller one first")
        self.squares.write(out, value[0])
        out.digit(c - a, 2)

    def read(self, source: Reader) -> Edge:
        """Read an edge back."""
        row, column = self.squares.read(source)
        down = source.digit(2)
        return (row, column), (row + down, column + 1 - down)


class SquaresCode:
    """A list of squares in reading order: by its number among all such lists; any other list costs more.

    Parameters
    ----------
    squares : SquareCode
        How one square is written.
    most : int
        The usual number of squares at most.
    repeats : bool
        Whether a square may stand there several times.
    """

    def __init__(self, squares: SquareCode, most: int, *, repeats: bool = False) -> None:
        self.squares, self.repeats = squares, repeats
        self.count = Number(most)

    def write(self, out: Writer, value: Sequence[Square]) -> None:
        """Write a list of squares."""
        for mode, known in enumerate((self.squares.inside, self.squares.grid)):
            numbers = {square: i for i, square in enumerate(known)}
            if len(value) <= len(known) and all(square in numbers for square in value):
                # k squares with repetitions out of n are k different numbers out of n + k - 1.
                chosen = [numbers[square] + i * self.repeats for i, square in enumerate(value)]
                if all(a < b for a, b in pairwise(chosen)):
                    out.digit(mode, 3)
                    self.count.write(out, len(value))
                    out.digit(rank(chosen), self._total(len(known), len(value)))
                    return
        out.digit(2, 3)
        Listed(0, self.squares).write(out, value)

    def read(self, source: Reader) -> tuple[Square, ...]:
        """Read a list of squares back."""
        mode = source.digit(3)
        if mode == 2:
            return Listed(0, self.squares).read(source)
        known = (self.squares.inside, self.squares.grid)[mode]
        count = self.count.read(source)
        if not 0 <= count <= len(known):
            refuse("a damaged position string: more squares than the board has")
        chosen = unrank(source.digit(self._total(len(known), count)), count)
        return tuple(known[number - i * self.repeats] for i, number in enumerate(chosen))

    def _total(self, known: int, count: int) -> int:
        return comb(known + (count - 1) * self.repeats, count)


class BoardCode:
    """A board: the id of one that ships with the program and a digest of it, or all of it."""

    def write(self, out: Writer, value: Board) -> None:
        """Write a board."""
        if not value.is_shipped:
            out.digit(len(_FREQUENT) + 1, len(_FREQUENT) + 2)
            _write_building(out, value)
            _write_words(out, value)
            return
        frequent = value.id in _FREQUENT
        out.digit(_FREQUENT.index(value.id) if frequent else len(_FREQUENT), len(_FREQUENT) + 2)
        if not frequent:
            Text().write(out, value.id)
        out.digit(_digest(value), _DIGEST)

    def read(self, source: Reader) -> Board:
        """Read a board back."""
        at = source.digit(len(_FREQUENT) + 2)
        if at == len(_FREQUENT) + 1:
            return _read_board(source)
        board_id = _FREQUENT[at] if at < len(_FREQUENT) else Text().read(source)
        board = Board.shipped(board_id)
        if source.digit(_DIGEST) != _digest(board):
            refuse(f"the position was written for another edition of the board '{board_id}'")
        return board


def _digest(board: Board) -> int:
    """Return a number that changes with anything of a board that the rules look at, names of rooms aside."""
    out = Writer()
    _write_building(out, board)
    return crc32(to_letters(out.number()).encode("ascii")) % _DIGEST


def _edges(squares: SquareCode) -> tuple[Edge, ...]:
    """Return all edges of a board except those between two outside squares."""
    inside = frozenset(squares.inside)
    beside = [((r, c), other) for r, c in squares.grid for other in ((r, c + 1), (r + 1, c))]
    return tuple(sorted((a, b) for a, b in beside if a in inside or b in inside))


def _write_building(out: Writer, board: Board) -> None:
    squares = SquareCode(board.rows, board.columns)
    out.digit(board.rows - 1, 12)
    out.digit(board.columns - 1, 12)
    walls, doors = frozenset(board.walls), frozenset(board.doors)
    for edge in _edges(squares):
        out.digit(1 if edge in walls else 2 if edge in doors else 0, 3)
    for spots in (board.ambulance_spots, board.engine_spots):
        Number(4).write(out, len(spots))
        for spot in spots:
            Choice(("north", "east", "south", "west"), others=True).write(out, spot.id)
            for square in spot.squares:
                squares.write(out, square)
            if isinstance(spot, EngineSpot):
                for side, faces in ((spot.rows, board.rows), (spot.columns, board.columns)):
                    out.digit(side[0] - 1, faces)
                    out.digit(side[1] - 1, faces)
    for line in board.arrows:
        for arrow in line:
            out.digit(_ARROWS.index(arrow), len(_ARROWS))
    for square in board.first_explosion:
        squares.write(out, square)
    for listed in (board.family_fire, board.family_poi):
        SquaresCode(squares, len(squares.inside)).write(out, listed)


def _write_words(out: Writer, board: Board) -> None:
    """Write what the rules do not look at."""
    for text in (board.id, board.name):
        Text().write(out, text)
    out.digit(int(board.rooms is not None), 2)
    for letter in "".join(board.rooms or ()):
        out.digit(_LETTERS.index(letter), len(_LETTERS))
    out.digit(int(board.room_names is not None), 2)
    if board.room_names is not None:
        out.digit(len(board.room_names), len(_LETTERS) + 1)
        for letter, name in board.room_names:
            out.digit(_LETTERS.index(letter), len(_LETTERS))
            Text().write(out, name)


def _read_board(source: Reader) -> Board:
    rows, columns = source.digit(12) + 1, source.digit(12) + 1
    if rows * columns > 64:
        refuse("a damaged position string: a board of more than 64 squares")
    squares = SquareCode(rows, columns)
    kinds = [(edge, source.digit(3)) for edge in _edges(squares)]
    ambulance_spots = tuple(Spot(*_read_spot(source, squares)) for _ in range(_count_spots(source)))
    engine_spots = tuple(
        EngineSpot(*_read_spot(source, squares), _read_side(source, rows), _read_side(source, columns))
        for _ in range(_count_spots(source))
    )
    arrows = tuple(tuple(_ARROWS[source.digit(len(_ARROWS))] for _ in range(columns)) for _ in range(rows))
    first_explosion = tuple(squares.read(source) for _ in range(columns))
    fire, poi = (SquaresCode(squares, len(squares.inside)).read(source) for _ in range(2))
    board_id, name = Text().read(source), Text().read(source)
    rooms = room_names = None
    if source.digit(2):
        rooms = tuple("".join(_LETTERS[source.digit(26)] for _ in range(columns)) for _ in range(rows))
    if source.digit(2):
        names = range(source.digit(len(_LETTERS) + 1))
        room_names = tuple((_LETTERS[source.digit(26)], Text().read(source)) for _ in names)
    board = Board(
        id=board_id,
        name=name,
        rows=rows,
        columns=columns,
        walls=tuple(edge for edge, kind in kinds if kind == 1),
        doors=tuple(edge for edge, kind in kinds if kind == 2),
        ambulance_spots=ambulance_spots,
        engine_spots=engine_spots,
        arrows=arrows,
        first_explosion=first_explosion,
        family_fire=fire,
        family_poi=poi,
        rooms=rooms,
        room_names=room_names,
    )
    # What a board has to be is looked at in one place only.
    return Board.from_json(board.to_json(), "/board")


def _count_spots(source: Reader) -> int:
    count = Number(4).read(source)
    return count if 0 <= count <= 64 else refuse("a damaged position string: too many parking spots")


def _read_spot(source: Reader, squares: SquareCode) -> tuple[str, tuple[Square, Square]]:
    spot_id = Choice(("north", "east", "south", "west"), others=True).read_name(source)
    return spot_id, (squares.read(source), squares.read(source))


def _read_side(source: Reader, faces: int) -> tuple[int, int]:
    return source.digit(faces) + 1, source.digit(faces) + 1
