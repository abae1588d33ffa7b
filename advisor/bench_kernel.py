"""The fire phase in plain C as a yardstick: `tests/bench/fire.c` of a source tree, compiled on the fly."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from advisor.bench_clock import Contender
from advisor.flashpoint.board import Board
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import SPECIALISTS
from advisor.flashpoint.squares import Edge, Square

__all__ = ["Kernel", "compile_kernel"]

FLAGS: Final = ("-O3", "-g0", "-fno-math-errno", "-shared", "-fPIC")
"""Those of the core, and what a library needs."""

SHAPE: Final = (6, 8)
PITCH: Final = 9
ACROSS, ALONG = 0, 1
KINDS: Final = ("unknown", "victim", "treated")
BASE_AP: Final = 4
SECONDS: Final = 60
"""What a compiler may take."""

REPORTED: Final = ("over", "damage", "lost", "fires", "knocked_down")


class _House(ctypes.Structure):
    """`house` of fire.c."""

    _fields_ = (
        ("fire", ctypes.c_uint64),
        ("smoke", ctypes.c_uint64),
        ("hot", ctypes.c_uint64),
        ("outside", ctypes.c_uint64),
        ("passes", ctypes.c_uint64 * 2),
        ("hurt", ctypes.c_uint64 * 2),
        ("ajar", ctypes.c_uint64 * 2),
        ("damage", ctypes.c_uint8),
        ("lost", ctypes.c_uint8),
        ("rescued", ctypes.c_uint8),
        ("hot_supply", ctypes.c_uint8),
        ("hidden_victims", ctypes.c_uint8),
        ("hidden_alarms", ctypes.c_uint8),
        ("active", ctypes.c_uint8),
        ("ap", ctypes.c_uint8),
        ("at", ctypes.c_uint8 * 6),
        ("saved", ctypes.c_uint8 * 6),
        ("poi_at", ctypes.c_uint8 * 3),
        ("poi_is", ctypes.c_uint8 * 3),
        ("poi", ctypes.c_uint8),
        ("hazmat", ctypes.c_uint8 * 6),
        ("hazmats", ctypes.c_uint8),
        ("what_next", ctypes.c_uint8),
        ("knocked_down", ctypes.c_uint8),
    )


class _Table(ctypes.Structure):
    """`table` of fire.c."""

    _fields_ = (
        ("doors", ctypes.c_uint64 * 2),
        ("fall_to", ctypes.c_uint8 * 80),
        ("base_ap", ctypes.c_uint8 * 6),
        ("firefighters", ctypes.c_int32),
        ("goal", ctypes.c_int32),
        ("markers", ctypes.c_int32),
        ("hot_spots", ctypes.c_int32),
    )


class _Sums(ctypes.Structure):
    """`sums` of fire.c, in the order of the core's `FIRE_COLUMNS`."""

    _fields_ = tuple((name, ctypes.c_int64) for name in REPORTED)


def compile_kernel(source: Path) -> tuple[Kernel | None, str]:
    """Return the kernel made from its C source and how it was compiled, or None and why it cannot be had."""
    if not source.is_file():
        return None, "its source is not at hand: it is in a source tree only"
    try:
        named = shlex.split(os.environ.get("CC", ""))
    except ValueError as error:
        return None, f"CC: {error}"
    found = [one for one in (named, ["cc"], ["gcc"], ["clang"]) if one and shutil.which(one[0])]
    if not found:
        return None, "no C compiler (CC, cc, gcc, clang)"
    with tempfile.TemporaryDirectory(prefix="advisor-bench-", ignore_cleanup_errors=True) as folder:
        library = Path(folder) / "fire.so"
        command = [*found[0], *FLAGS, "-o", str(library), str(source)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
            if done.returncode:
                return None, f"it does not compile: {(done.stderr.splitlines() or ['no message'])[0]}"
            return Kernel(ctypes.CDLL(str(library))), " ".join([*found[0], *FLAGS])
        except (OSError, subprocess.TimeoutExpired) as error:
            return None, str(error).splitlines()[0]


class Kernel:
    """The compiled kernel.

    Parameters
    ----------
    library : ctypes.CDLL
        `fire.c`, compiled.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        self._library.run.restype = ctypes.c_int64
        for name in ("run", "sample"):
            getattr(self._library, name).argtypes = (
                ctypes.POINTER(_Table),
                ctypes.POINTER(_House),
                ctypes.c_int64,
                ctypes.c_uint64,
                *([ctypes.POINTER(_Sums)] if name == "sample" else []),
            )
        self._library.sample.restype = None
        sizes = self._library.size_of_house(), self._library.size_of_table()
        assert sizes == (ctypes.sizeof(_House), ctypes.sizeof(_Table)), "the layout of fire.c has changed"

    def means(self, position: Position, phases: int, seed: int) -> dict[str, float]:
        """Return the means over fire phases of what the core reports of each."""
        table, house = _table(position), _house(position)
        sums = _Sums()
        self._library.sample(table, house, phases, seed, sums)
        return {name: getattr(sums, name) / phases for name in REPORTED}

    def fire_phases(self, positions: Sequence[Position]) -> Contender:
        """Fire phases, each from a copy."""
        ready = [(_table(position), _house(position)) for position in positions]

        def run(n: int) -> None:
            for table, house in ready:
                self._library.run(table, house, n, n)

        def prepare(n: int) -> Callable[[], object]:
            return lambda: run(n)

        return Contender(prepare, len(ready))


def _bit(square: Square) -> int:
    """Return the bit of a square inside, or of an edge by its second square."""
    return 1 << PITCH * (square[0] - 1) + square[1] - 1


def _edge_bit(edge: Edge) -> tuple[int, int]:
    """Return which kind of edge it is and its bit: that of its second square, to the right or below."""
    first, second = edge
    return (ACROSS if first[0] == second[0] else ALONG), _bit(second)


def _place(square: Square) -> int:
    return 10 * square[0] + square[1]


def _between(board: Board) -> list[Edge]:
    """Return all edges but those between two outside squares."""
    rows, columns = SHAPE
    across = [((r, c), (r, c + 1)) for r in range(1, rows + 1) for c in range(columns + 1)]
    along = [((r, c), (r + 1, c)) for r in range(rows + 1) for c in range(1, columns + 1)]
    return across + along


def _house(position: Position) -> _House:
    house, board = _House(), position.board
    assert (board.rows, board.columns) == SHAPE
    assert all(board.is_inside(square) for square in position.fire)
    house.fire = sum(map(_bit, position.fire))
    house.smoke = sum(map(_bit, position.smoke))
    house.hot = sum(map(_bit, position.hot_spots))
    damage, doors = dict(position.damage), dict(position.doors)
    walls, closed = set(board.walls), set(board.doors) - set(doors)
    for edge in _between(board):
        way, bit = _edge_bit(edge)
        if edge not in closed and (edge not in walls or damage.get(edge) == 2):
            house.passes[way] |= bit
        if damage.get(edge) == 1:
            house.hurt[way] |= bit
        if doors.get(edge) == "open":
            house.ajar[way] |= bit
    house.damage, house.lost, house.rescued = position.damage_count, position.lost, position.rescued
    house.hot_supply = position.hot_spot_supply
    house.hidden_victims = position.unrevealed_victims
    house.hidden_alarms = position.unrevealed_false_alarms
    ids = [one.id for one in position.firefighters]
    house.active = ids.index(position.turn.firefighter)
    for i, one in enumerate(position.firefighters):
        house.at[i], house.saved[i] = _place(one.at), one.saved_ap
    house.poi, house.hazmats = len(position.poi), len(position.hazmats)
    for i, poi in enumerate(position.poi):
        house.poi_at[i], house.poi_is[i] = _place(poi.at), KINDS.index(poi.kind)
    for i, square in enumerate(position.hazmats):
        house.hazmat[i] = _place(square)
    return house


def _table(position: Position) -> _Table:
    table, board = _Table(), position.board
    assert "hidden-hazards" not in position.variants
    for edge in board.doors:
        way, bit = _edge_bit(edge)
        table.doors[way] |= bit
    spots = board.ambulance_spots
    if position.ambulance is not None:
        spots = tuple(spot for spot in spots if spot.id == position.ambulance)
    squares = [square for spot in spots for square in spot.squares]
    for row in range(SHAPE[0] + 2):
        for column in range(SHAPE[1] + 2):
            # the nearest square of all is that of the first of the nearest spots (FP-5.9, FP-6.7)
            near = min(squares, key=lambda one: (one[0] - row) ** 2 + (one[1] - column) ** 2)
            table.fall_to[_place((row, column))] = _place(near)
    for i, one in enumerate(position.firefighters):
        table.base_ap[i] = BASE_AP if one.specialist is None else SPECIALISTS[one.specialist].base
    table.firefighters, table.goal = len(position.firefighters), position.goal
    table.markers, table.hot_spots = position.threat_markers, "hot_spots" in position.rules
    return table
