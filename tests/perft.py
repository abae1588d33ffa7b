"""Counts of the leaves of whole game trees, by the core and by the reference.

As a command, `python tests/perft.py` counts again and writes `tests/data/perft.json`: positions of all kinds,
each with the leaves of its trees of 1, 2, ... events (every legal action, every chance event; a game that has
ended is a leaf). The two columns must be equal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import positions
import random_boards
from advisor._flashpoint import perft as core_perft
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import Replay, to_state
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import RULES
from advisor.flashpoint.setup import SetUp, make
from reference import Reference

FILE = Path(__file__).parent / "data" / "perft.json"
DEPTHS = 6
MOST = 30_000
"""A tree is counted to the last depth at which it has no more leaves than this."""


def core_counts(position: Position, depths: int) -> list[int]:
    """Return how many leaves the core finds in the trees of depth 1, 2, ..."""
    state = to_state(position)
    return [core_perft(state, depth) for depth in range(1, depths + 1)]


def reference_counts(position: Position, depths: int, most: int | None = None) -> list[int]:
    """Return how many leaves the reference finds, up to the last depth with at most `most`."""
    game = Reference.from_json(position.to_json(), {position.board.id: position.board.to_json()})
    level, counts, ended = [game], list[int](), 0
    for depth in range(1, depths + 1):
        ended += sum(game.phase == "over" for game in level)
        events = [[text for text, _ in (*game.legal(), *game.chance())] for game in level]
        count = ended + sum(map(len, events))
        if most is not None and count > most and counts:
            break
        counts.append(count)
        if depth < depths:
            level = [
                child for game, texts in zip(level, events, strict=True) for child in offspring(game, texts)
            ]
    return counts


def offspring(game: Reference, texts: list[str]) -> Iterator[Reference]:
    """Yield the games after each of the events."""
    for text in texts:
        child = game.copy()
        child.apply(text)
        yield child


def starts() -> Iterator[tuple[str, Position]]:
    """Yield positions of all kinds with their names."""
    for board, level, crew in (
        ("base-1", "family", 1), ("base-2", "recruit", 3), ("base-1", "heroic", 4),
        ("hospital", "veteran", 6), ("cottage", "recruit", 2), ("hut", "family", 2),
    ):  # fmt: skip
        setup = SetUp(Board.shipped(board), level, firefighters=crew, seed=1)
        yield f"{board}, {level}, {crew}", make(setup).position
    game = Replay(make(SetUp(Board.shipped("shed"), "family", firefighters=1, seed=1)).position)
    game.step("end")
    yield "shed, family, before the roll", game.position
    rng = Random(54)
    wanted = ("action", "action", "advance_fire", "replenish", "reveal", "deck_gun_roll", "deck_gun_choice")
    for number, phase in enumerate(wanted):
        board_of = random_boards.random_board(rng, 2 + number % 3, 3) if number % 2 else Board.shipped("hut")
        rules = RULES if "deck" in phase or number < 2 else None
        position = positions.rich_position(rng, board_of, rules)
        while position.turn.phase != phase:
            position = positions.rich_position(rng, board_of, rules)
        yield f"{board_of.id}, {phase}, by hand", position


def count_all() -> Iterator[dict[str, Any]]:
    """Count every tree by both; yields the entries of the file."""
    for name, position in starts():
        reference = reference_counts(position, DEPTHS, MOST)
        core = core_counts(position, len(reference))
        print(f"{name}: core {core}, reference {reference}", file=sys.stderr)
        yield {"name": name, "core": core, "reference": reference, "position": position.to_json()}


def main() -> int:
    """Count again and write the file; status 1 if the columns differ."""
    entries = list(count_all())
    FILE.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return int(any(entry["core"] != entry["reference"] for entry in entries))


if __name__ == "__main__":
    sys.exit(main())
