"""What a model is fitted to: lessons from the core in chunk files, so that a broken-off run goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from advisor._flashpoint import CoreState, lessons
from advisor.errors import UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import to_state
from advisor.flashpoint.model import FAMILIES, Weights, family_of, using
from advisor.flashpoint.setup import SetUp, make

__all__ = ["Lessons", "Stage", "Start", "collect", "draw_start", "start_state"]

Floats = NDArray[np.float32]

BOARDS: Final = ("base-1", "base-1", "base-1", "base-2")
"""A quarter of the games is on the second side."""

STARTS: Final[dict[str, tuple[tuple[str, int], ...]]] = {
    "family": (
        *(("family", n) for n in (1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6)),
        *(("random-family", n) for n in (2, 3, 4)),
    ),
    "experienced": (
        *(("recruit", n) for n in (1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6)),
        *(("veteran", n) for n in (2, 3, 3, 4)),
        *(("heroic", n) for n in (3, 4)),
    ),
}
"""Levels and firefighters, each as often as it stands here."""

RARE: Final = 10
"""Roots from one set-up: enough to pay for the making of it."""


@dataclass(frozen=True, slots=True)
class Start:
    """A set-up that games start from."""

    level: str
    firefighters: int
    board: str
    seed: int


@dataclass(frozen=True, slots=True)
class Stage:
    """One round of playing and fitting.

    Attributes
    ----------
    roots : int
        Turns to play in several ways.
    ways, rolls : int
        Ways to play each, and rolls after each way.
    player_ways, player_finals : int
        Of the quick player that plays on by the model of the stage before; 0: the playout policy plays on.
    """

    roots: int
    ways: int = 6
    rolls: int = 4
    player_ways: int = 0
    player_finals: int = 0


@dataclass(frozen=True, slots=True)
class Lessons:
    """What `advisor._flashpoint.lessons` gave, of many set-ups; `rolled` is all zeros where the game was over.

    Attributes
    ----------
    after : ndarray, shape (roots, ways, features)
    rolled : ndarray, shape (roots, ways, rolls, features)
    won : ndarray, shape (roots, ways, rolls)
    """

    after: NDArray[np.float16]
    rolled: NDArray[np.float16]
    won: NDArray[np.float16]


def draw_start(family: str, rng: Random) -> Start:
    """Draw a set-up of a rule family."""
    level, firefighters = rng.choice(STARTS[family])
    return Start(level, firefighters, rng.choice(BOARDS), rng.getrandbits(32))


def start_state(start: Start, weights: Weights | None = None) -> CoreState:
    """Return the start in the core, with a model of its own if weights are given."""
    board = Board.shipped(start.board)
    options = SetUp(board, start.level, firefighters=start.firefighters, seed=start.seed)
    position = make(options).position
    if weights is None:
        return to_state(position)
    with using({family_of(position.rules): weights}):
        return to_state(position)


@dataclass(frozen=True, slots=True)
class _Chunk:
    path: Path
    family: str
    seed: int
    stage: Stage
    weights: Weights | None


def _play(chunk: _Chunk) -> Path:
    """Fill one chunk file."""
    rng = Random(chunk.seed)
    found: list[tuple[Floats, Floats, Floats]] = []
    left = chunk.stage.roots
    while left > 0:
        state = start_state(draw_start(chunk.family, rng), chunk.weights)
        roots = min(RARE, left)
        found.append(
            lessons(
                state, roots, rng.getrandbits(60), ways=chunk.stage.ways, rolls=chunk.stage.rolls,
                player_ways=chunk.stage.player_ways, player_finals=chunk.stage.player_finals,
            )
        )  # fmt: skip
        left -= roots
    beside = chunk.path.with_suffix(f".{os.getpid()}.tmp")
    with open(beside, "xb") as file:
        after, rolled, won = (np.concatenate(part).astype(np.float16) for part in zip(*found, strict=True))
        np.savez(file, after=after, rolled=rolled, won=won)
    os.replace(beside, chunk.path)
    return chunk.path


def collect(
    folder: Path,
    family: str,
    stage: Stage,
    *,
    seed: int,
    name: str,
    weights: Weights | None = None,
    chunk: int = 200,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Lessons:
    """Play a stage's lessons, chunk by chunk; chunks that are there already are kept.

    Parameters
    ----------
    folder : Path
        Where the chunk files are.
    family : str
        A rule family of `advisor.flashpoint.model`.
    stage : Stage
        How much, and who plays.
    seed : int
        The same seed and stage give the same lessons for any number of processes.
    name : str
        Of the stage: part of the files' names.
    weights : Weights, optional
        By which the quick player plays.
    chunk : int
        Roots a file.
    processes : int
        Games are played on so many cores.
    progress : callable, optional
        Told the roots done and all of them.

    Raises
    ------
    UsageError
        If a chunk file cannot be read, or was made by other settings.
    """
    assert family in FAMILIES
    folder.mkdir(parents=True, exist_ok=True)
    how = sha256(repr((family, seed, stage, None if weights is None else weights.digest())).encode())
    counts = [min(chunk, stage.roots - first) for first in range(0, stage.roots, chunk)]
    chunks = [
        _Chunk(
            folder / f"{family}-{name}-{how.hexdigest()[:8]}-{number:04d}.npz",
            family,
            int.from_bytes(sha256(f"{how.hexdigest()} {number}".encode()).digest()[:7], "big"),
            Stage(count, stage.ways, stage.rolls, stage.player_ways, stage.player_finals),
            weights,
        )
        for number, count in enumerate(counts)
    ]
    missing = [c for c in chunks if not c.path.exists()]
    done = stage.roots - sum(c.stage.roots for c in missing)
    for count in _run(missing, processes):
        done += count
        if progress is not None:
            progress(done, stage.roots)
    parts = [_read(c.path) for c in chunks]
    return Lessons(*(np.concatenate([getattr(p, field) for p in parts]) for field in Lessons.__slots__))


def _run(chunks: Sequence[_Chunk], processes: int) -> Iterator[int]:
    if processes == 1:
        for chunk in chunks:
            _play(chunk)
            yield chunk.stage.roots
        return
    with ProcessPoolExecutor(processes) as pool:
        for chunk, _ in zip(chunks, pool.map(_play, chunks), strict=True):
            yield chunk.stage.roots


def _read(path: Path) -> Lessons:
    try:
        with np.load(path) as data:
            return Lessons(data["after"], data["rolled"], data["won"])
    except (OSError, ValueError, KeyError) as error:
        raise UsageError(f"{path}: no chunk of lessons ({error}), remove it to play it again") from None
