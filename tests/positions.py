"""Makers of positions that tests share: set-ups, random boards, and hand-set positions full of what is rare.

Every maker takes a `random.Random`; the same state of it makes the same position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any, TypeVar

from advisor.errors import UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.rules import RULES, SPECIALISTS, VARIANTS
from advisor.flashpoint.setup import SetUp, make
from advisor.flashpoint.squares import Edge, Square, edge_text, square_text

T = TypeVar("T")

SHIPPED = ("base-1", "base-2", "corridor", "cottage", "hospital", "hut", "shed")
LEVELS = ("family", "random-family", "recruit", "veteran", "heroic")
IDS = ("red", "blue", "green", "orange", "yellow", "black")
RULE_SETS = tuple(
    tuple(rule for rule, chosen in zip(RULES, choice, strict=True) if chosen)
    for choice in product((False, True), repeat=len(RULES))
)
"""All 32 subsets of the parts of the experienced rules (FP-11.1)."""

STEPS = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1), "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
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
    sizes = [(1, 2), (2, 1), (2, 2), (1, 12), (12, 1), (12, 5), (5, 12), (8, 8), (3, 7), (7, 3), (6, 8), (8, 6)]
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
            "family": {"fire": _texts(fire), "poi": _texts(rng.sample(free, min(len(free), rng.randint(0, 3))))},
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


def set_up_position(rng: Random) -> Position | None:
    """Return the start of a game on one of the boards; None if no set-up came about on a board too small."""
    board = any_board(rng)
    rules, variants = any_rules(rng, board)
    try:
        setup = SetUp(
            board,
            rng.choice(LEVELS),
            rules=rules,
            variants=variants,
            firefighters=rng.randint(1, 6),
            goal=rng.choice((7, 7, 10, rng.randint(1, 10))),
            threat_markers=rng.choice((36, 36, 33, rng.randint(5, 36))),
            seed=rng.getrandbits(32),
        )
        position = make(setup).position
    except UsageError:  # a fault of the options' mix, which this maker does not look into
        return None
    return None if position.problems() else position


def rich_position(rng: Random, board: Board | None = None, rules: tuple[str, ...] | None = None) -> Position:
    """Return a sound hand-set position full of what is rare in games.

    Parameters
    ----------
    rng : Random
        Where all choices come from.
    board : Board, optional
        The board; else any.
    rules : tuple of str, optional
        The parts in play; else any.
    """
    if board is None:
        board = any_board(rng)
    while True:
        position = _Rich(rng, board, rules).position()
        if not position.problems():
            return position


@dataclass
class _Rich:
    """One attempt at a rich position: most come out sound, `problems()` tells which."""

    rng: Random
    board: Board
    only_rules: tuple[str, ...] | None

    def position(self) -> Position:
        rng, board = self.rng, self.board
        rules, variants = any_rules(rng, board)
        if self.only_rules is not None:
            rules = self.only_rules
            if "hazmats" not in rules:
                variants = tuple(v for v in variants if v != "hidden-hazards")
        self.rules = rules
        self.inside = [(r, c) for r in range(1, board.rows + 1) for c in range(1, board.columns + 1)]
        self.everywhere = list(product(range(board.rows + 2), range(board.columns + 2)))
        self.ambulance = rng.choice(board.ambulance_spots) if "vehicles" in rules else None
        self.engine = rng.choice(board.engine_spots) if "vehicles" in rules else None
        phase, cause = self._phase(variants)
        unsettled = phase == "flare_up" or cause == "fire"
        threat_markers = rng.choice((36, 36, 33, rng.randint(0, 36)))
        fire, smoke = self._threats(threat_markers, unsettled)
        hot_spots = self._some(self.inside, 0.3, 24) if "hot_spots" in rules else []
        supply = rng.choice((0, 1, 6, 12, 24)) if "hot_spots" in rules else 0
        crew = self._crew(fire)
        poi = self._poi(fire, crew, unsettled)
        at: Square | None = None
        if phase == "reveal":
            at = self._to_reveal(poi, fire, crew, cause)
        face_down = sum(p.kind == "unknown" for p in poi)
        shown = len(poi) - face_down
        rescued, lost = rng.randint(0, 6), rng.choice((0, 0, 1, 2, 3, 3))
        victims = max(0, min(rng.choice((0, 1, 3, 10)), 10 - shown - rescued - lost))
        false_alarms = rng.choice((0, 1, 3, 5))
        false_alarms = max(false_alarms, min(5, face_down - victims))
        goal = rng.randint(1, 10)
        if rng.random() < 0.9:  # one that is neither reached nor out of reach
            goal = min(10, rng.randint(rescued + 1, max(rescued + 1, rescued + shown + victims)))
        return Position(
            board=board,
            rules=rules,
            variants=variants,
            goal=goal,
            fire=tuple(fire),
            smoke=tuple(smoke),
            hot_spots=tuple(hot_spots),
            hot_spot_supply=min(supply, 24 - len(hot_spots)),
            threat_markers=threat_markers,
            hazmats=tuple(self._hazmats(fire, unsettled)),
            damage=self._damage(),
            doors=self._doors(),
            poi=tuple(sorted(poi, key=lambda p: (p.at, ("unknown", "victim", "treated").index(p.kind)))),
            unrevealed_victims=victims,
            unrevealed_false_alarms=false_alarms,
            rescued=rescued,
            lost=lost,
            ambulance=self.ambulance.id if self.ambulance else None,
            engine=self.engine.id if self.engine else None,
            firefighters=tuple(crew),
            turn=Turn(crew[0].id, "action"),
        ).__class__.__call__ if False else self._with_turn(
            Position(
                board=board,
                rules=rules,
                variants=variants,
                goal=goal,
                fire=tuple(fire),
                smoke=tuple(smoke),
                hot_spots=tuple(hot_spots),
                hot_spot_supply=min(supply, 24 - len(hot_spots)),
                threat_markers=threat_markers,
                hazmats=tuple(self._hazmats(fire, unsettled)),
                damage=self._damage(),
                doors=self._doors(),
                poi=tuple(poi),
                unrevealed_victims=victims,
                unrevealed_false_alarms=false_alarms,
                rescued=rescued,
                lost=lost,
                ambulance=None,
                engine=None,
                firefighters=tuple(crew),
                turn=Turn(crew[0].id, "action"),
            ),
            phase,
            cause,
            at,
        )
