"""What a board must be beyond its shape: every refusal of the formats, each with its pointer."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Final

from advisor.errors import Problem
from advisor.files import counted, pointer_to, short
from advisor.flashpoint.rules import POI_ON_BOARD
from advisor.flashpoint.schema import BoardShape, SpotShape
from advisor.flashpoint.squares import Edge, Square, edge_text, square_text

__all__ = ["ARROWS", "MAX_SIDE", "MAX_SQUARES", "board_problems", "repeated"]

MAX_SIDE: Final = 12
MAX_SQUARES: Final = 64

ARROWS: Final = {
    "N": (-1, 0),
    "NE": (-1, 1),
    "E": (0, 1),
    "SE": (1, 1),
    "S": (1, 0),
    "SW": (1, -1),
    "W": (0, -1),
    "NW": (-1, -1),
}
"""The step (rows, columns) of each arrow."""


def board_problems(shape: BoardShape) -> tuple[Problem, ...]:
    """Return everything that is wrong with a board whose keys and types are right.

    Pointers count the entries as they came. Without a sound size nothing else is looked at.
    """
    return tuple(_size(shape)) or tuple(_Board(shape).problems())


def _size(shape: BoardShape) -> Iterator[Problem]:
    for key, value in (("rows", shape.rows), ("columns", shape.columns)):
        if not 1 <= value <= MAX_SIDE:
            yield Problem(pointer_to(key), f"{short(value)}, expected 1 to {MAX_SIDE}")
    if shape.rows <= MAX_SIDE and shape.columns <= MAX_SIDE and shape.rows * shape.columns > MAX_SQUARES:
        squares = shape.rows * shape.columns
        yield Problem("/columns", f"{squares} squares inside, expected at most {MAX_SQUARES}")


def repeated(items: Sequence[Hashable]) -> Iterator[int]:
    """Yield the index of every entry that stood there before.

    >>> list(repeated(["a", "b", "a"]))
    [2]
    """
    seen: set[Hashable] = set()
    for i, item in enumerate(items):
        if item in seen:
            yield i
        seen.add(item)


class _Board:
    def __init__(self, shape: BoardShape) -> None:
        self.shape = shape
        self.rows, self.columns = shape.rows, shape.columns

    def problems(self) -> Iterator[Problem]:
        yield from self._edges()
        if not self.shape.ambulance_spots:
            yield Problem("/ambulance_spots", "an empty list, expected at least one spot", "FP-5.9")
        yield from self._spots("ambulance_spots", self.shape.ambulance_spots)
        yield from self._spots("engine_spots", self.shape.engine_spots)
        yield from self._quadrants()
        yield from self._arrows()
        yield from self._first_explosion()
        yield from self._family()
        yield from self._rooms()

    def _on_board(self, square: Square) -> bool:
        return square[0] <= self.rows + 1 and square[1] <= self.columns + 1

    def _inside(self, square: Square) -> bool:
        return 1 <= square[0] <= self.rows and 1 <= square[1] <= self.columns

    def _edges(self) -> Iterator[Problem]:
        walls = set(self.shape.walls)
        for key, edges in (("walls", self.shape.walls), ("doors", self.shape.doors)):
            for i in repeated(edges):
                yield Problem(pointer_to(key, i), f"{edge_text(edges[i])} stands twice in the list")
            for i, edge in enumerate(edges):
                fault = self._edge_fault(edge)
                if fault:
                    yield Problem(pointer_to(key, i), f"{edge_text(edge)} {fault}", "FP-1.2")
                elif key == "doors" and edge in walls:
                    message = f"{edge_text(edge)} is among the walls too, expected a wall or a door"
                    yield Problem(pointer_to(key, i), message, "FP-1.2")

    def _edge_fault(self, edge: Edge) -> str:
        if not all(self._on_board(square) for square in edge):
            return f"leaves the board, expected squares up to {self.rows + 1},{self.columns + 1}"
        if not any(self._inside(square) for square in edge):
            return "lies between two outside squares, expected an edge of an inside square"
        return ""

    def _spots(self, key: str, spots: Sequence[SpotShape]) -> Iterator[Problem]:
        for i in repeated([spot.id for spot in spots]):
            yield Problem(pointer_to(key, i, "id"), f"{short(spots[i].id)} stands twice in the list")
        for i in repeated([tuple(spot.squares) for spot in spots]):
            message = "the same squares as a spot before, expected different ones"
            yield Problem(pointer_to(key, i, "squares"), message, "FP-6.1")
        for i, spot in enumerate(spots):
            (a, b), (c, d) = spot.squares
            fault = abs(a - c) + abs(b - d) != 1 or any(
                not self._on_board(square) or self._inside(square) for square in spot.squares
            )
            if fault:
                came = " and ".join(map(square_text, spot.squares))
                message = f"{came}, expected two adjacent outside squares"
                yield Problem(pointer_to(key, i, "squares"), message, "FP-6.1")

    def _quadrants(self) -> Iterator[Problem]:
        for i, spot in enumerate(self.shape.engine_spots):
            sides = (
                ("rows", spot.quadrant.rows, self.rows),
                ("columns", spot.quadrant.columns, self.columns),
            )
            for key, (first, last), faces in sides:
                where = pointer_to("engine_spots", i, "quadrant", key)
                came = f"{short(first)} to {short(last)}"
                if not 1 <= first <= last <= faces:
                    yield Problem(where, f"{came}, expected the first and the last of 1 to {faces}", "FP-6.8")
                    continue
                missed = [
                    face
                    for face in range(1, faces + 1)
                    if not first <= face <= last and not first <= faces + 1 - face <= last
                ]
                if missed:
                    turned = f"a die showing {missed[0]} misses it even turned over ({faces + 1 - missed[0]})"
                    yield Problem(where, f"{came}: {turned}", "FP-6.8")

    def _arrows(self) -> Iterator[Problem]:
        if len(self.shape.arrows) != self.rows:
            yield Problem(
                "/arrows",
                f"{counted(len(self.shape.arrows), 'row')} of arrows, expected {self.rows}",
                "FP-8.3",
            )
        for r, line in enumerate(self.shape.arrows[: self.rows], 1):
            where, words = pointer_to("arrows", r - 1), line.split(" ")
            unknown = [word for word in words if word not in ARROWS]
            if unknown:
                expected = f"{self.columns} of {' '.join(ARROWS)}, a single space between"
                yield Problem(where, f"{short(unknown[0])} among the arrows, expected {expected}", "FP-8.3")
            elif len(words) != self.columns:
                yield Problem(where, f"{counted(len(words), 'arrow')}, expected {self.columns}", "FP-8.3")
            else:
                for c, word in enumerate(words, 1):
                    if not self._inside((r + ARROWS[word][0], c + ARROWS[word][1])):
                        message = (
                            f"the arrow {word} of {r},{c} points outside, expected one that stays inside"
                        )
                        yield Problem(where, message, "FP-8.3")

    def _first_explosion(self) -> Iterator[Problem]:
        squares = self.shape.first_explosion
        if len(squares) != self.columns:
            message = f"{counted(len(squares), 'square')}, expected {self.columns}, one a column"
            yield Problem("/first_explosion", message, "FP-10.4")
        yield from self._all_inside(squares, "first_explosion")

    def _all_inside(self, squares: Iterable[Square], *path: str) -> Iterator[Problem]:
        for i, square in enumerate(squares):
            if not self._inside(square):
                yield Problem(
                    pointer_to(*path, i),
                    f"{square_text(square)} is outside, expected an inside square",
                    "FP-1.1",
                )

    def _family(self) -> Iterator[Problem]:
        family = self.shape.family
        for key, squares in (("fire", family.fire), ("poi", family.poi)):
            yield from self._all_inside(squares, "family", key)
            for i in repeated(squares):
                message = f"{square_text(squares[i])} stands twice in the list"
                yield Problem(pointer_to("family", key, i), message, "FP-10.2")
        if len(family.poi) > POI_ON_BOARD:
            message = f"{len(family.poi)} POI, expected at most {POI_ON_BOARD}"
            yield Problem("/family/poi", message, "FP-8.1")
        for i, square in enumerate(family.poi):
            if square in family.fire:
                message = (
                    f"{square_text(square)} is in the fire of the set-up, expected a square without fire"
                )
                yield Problem(pointer_to("family", "poi", i), message, "FP-10.2")

    def _rooms(self) -> Iterator[Problem]:
        shape = self.shape
        if "rooms" in shape.model_fields_set and len(shape.rooms) != self.rows:
            yield Problem("/rooms", f"{counted(len(shape.rooms), 'row')} of letters, expected {self.rows}")
        for r, line in enumerate(shape.rooms):
            if len(line) != self.columns or not all("A" <= letter <= "Z" for letter in line):
                message = f"{short(line)}, expected {self.columns} letters A-Z"
                yield Problem(pointer_to("rooms", r), message)
        for letter in shape.room_names:
            if len(letter) != 1 or not "A" <= letter <= "Z":
                yield Problem(pointer_to("room_names", letter), f"{short(letter)}, expected a letter A-Z")
