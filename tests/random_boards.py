"""Boards and rules that tests share: those that ship, and random ones of every size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

from advisor.flashpoint.board import Board
from advisor.flashpoint.rules import RULES, VARIANTS
from advisor.flashpoint.squares import Edge, Square, edge_text, square_text

SHIPPED = ("base-1", "base-2", "corridor", "cottage", "hospital", "hut", "shed")
RULE_SETS = tuple(
    tuple(rule for rule, chosen in zip(RULES, choice, strict=True) if chosen)
    for choice in product((False, True), repeat=len(RULES))
)
"""All 32 subsets of the parts of the experienced rules (FP-11.1)."""

STEPS = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1),
    "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
}  # fmt: skip


def edges_of(rows: int, columns: int) -> list[Edge]:
    """Return every edge of a building's inside squares, in reading order."""
    found = set()
    for r, c in product(range(1, rows + 1), range(1, columns + 1)):
        for other in ((r - 1, c), (r, c - 1)):
            found.add((other, (r, c)))
        for other in ((r, c + 1), (r + 1, c)):
            found.add(((r, c), other))
    return sorted(found)


def random_size(rng: Random) -> tuple[int, int]:
    """Return rows and columns, the odd sizes more often than they deserve.

    No board of one square exists: its arrow could not stay inside.
    """
    sizes = [
        (1, 2),
        (2, 1),
        (2, 2),
        (1, 12),
        (12, 1),
        (12, 5),
        (5, 12),
        (8, 8),
        (3, 7),
        (7, 3),
        (6, 8),
        (8, 6),
    ]
    if rng.random() < 0.5:
        return rng.choice(sizes)
    while True:
        size = rng.randint(1, 8), rng.randint(1, 8)
        if size != (1, 1):
            return size


def random_board(rng: Random, rows: int, columns: int) -> Board:
    """Return a sound inline board of this size with random walls, doors, spots and arrows."""
    walls, doors = [], []
    wall_share, door_share = rng.choice(((0.1, 0.1), (0.3, 0.2), (0.6, 0.1), (0.9, 0.05)))
    for edge in edges_of(rows, columns):
        outer = not all(1 <= r <= rows and 1 <= c <= columns for r, c in edge)
        die = rng.random()
        if die < (0.75 if outer else wall_share):
            walls.append(edge_text(edge))
        elif die > 1 - door_share:
            doors.append(edge_text(edge))
    inside = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    pairs = _ring_pairs(rows, columns)
    arrows = [
        " ".join(
            rng.choice([w for w, (dr, dc) in STEPS.items() if 1 <= r + dr <= rows and 1 <= c + dc <= columns])
            for c in range(1, columns + 1)
        )
        for r in range(1, rows + 1)
    ]
    fire = rng.sample(inside, rng.randint(0, len(inside) // 2))
    free = [square for square in inside if square not in fire]
    return Board.from_json(
        {
            "format": "flash-point/board@1",
            "id": f"random-{rows}x{columns}",
            "name": f"Random, {rows} by {columns}",
            "rows": rows,
            "columns": columns,
            "walls": walls,
            "doors": doors,
            "ambulance_spots": [
                {"id": f"a{i}", "squares": _texts(_either_way(rng, pair))}
                for i, pair in enumerate(rng.sample(pairs, min(len(pairs), rng.choice((2, 2, 3, 4, 6)))))
            ],
            "engine_spots": [
                {
                    "id": f"e{i}",
                    "squares": _texts(_either_way(rng, pair)),
                    "quadrant": {"rows": _half(rng, rows), "columns": _half(rng, columns)},
                }
                for i, pair in enumerate(rng.sample(pairs, min(len(pairs), rng.choice((2, 2, 3, 4)))))
            ],
            "arrows": arrows,
            "first_explosion": _texts([rng.choice(inside) for _ in range(columns)]),
            "family": {
                "fire": _texts(fire),
                "poi": _texts(rng.sample(free, min(len(free), rng.randint(0, 3)))),
            },
        }
    )


def _ring_pairs(rows: int, columns: int) -> list[tuple[Square, Square]]:
    ring = [
        (r, c)
        for r, c in product(range(rows + 2), range(columns + 2))
        if not (1 <= r <= rows and 1 <= c <= columns)
    ]
    return [(a, b) for a in ring for b in ring if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]


def _either_way(rng: Random, pair: tuple[Square, Square]) -> list[Square]:
    return rng.sample(pair, 2)


def _half(rng: Random, faces: int) -> list[int]:
    """Return a range that no die misses when it is turned over (FP-6.8)."""
    while True:
        first, last = sorted((rng.randint(1, faces), rng.randint(1, faces)))
        if all(first <= f <= last or first <= faces + 1 - f <= last for f in range(1, faces + 1)):
            return [first, last]


def _texts(squares: Sequence[Square]) -> list[str]:
    return [square_text(square) for square in squares]


def any_board(rng: Random) -> Board:
    """Return one of the boards that ship, or a random one."""
    if rng.random() < 0.55:
        return Board.shipped(rng.choice(("base-1", "base-2", *SHIPPED)))
    return random_board(rng, *random_size(rng))


def any_rules(rng: Random, board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return rules and variants that the board can have, the full experienced ones more often."""
    rules = RULES if rng.random() < 0.3 else rng.choice(RULE_SETS)
    if min(len(board.ambulance_spots), len(board.engine_spots)) < 2:
        rules = tuple(rule for rule in rules if rule != "vehicles")
    variants = tuple(
        variant
        for variant in VARIANTS
        if rng.random() < 0.25 and (variant != "hidden-hazards" or "hazmats" in rules)
    )
    return rules, variants
