"""What a model is fitted to: lessons from the core in chunk files, so that a broken-off run goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from advisor._flashpoint import FEATURE_NAMES, STATE_SIZE, CoreState, play_lessons, turn_ways
from advisor.errors import UsageError
from advisor.flashpoint.model import FAMILIES, Weights
from advisor.search.plans import Effort
from advisor.train_play import ONE_PLY, draw_start, play_one_ply, start_state

__all__ = ["Lessons", "Stage", "collect", "in_fours", "join"]

Floats = NDArray[np.float32]

RARE: Final = 10
"""Roots from one set-up: enough to pay for the making of it."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One round of lessons.

    Attributes
    ----------
    count : int
        Turns out of games of the playout policy, or with `games` games of the one-ply player, all turns of
        which are lessons.
    games : bool
        See `count`.
    ways, rolls : int
        Ways to play each turn, and games from each way. With `games` and no ways there are no lessons but the
        games themselves.
    middle : int
        With `games`, every so many of them start in the middle of games of the policy, where more is lost
        already than in the player's own games; 0 for none.
    effort : Effort
        Of the one-ply player.
    """

    count: int
    games: bool = False
    middle: int = 0
    ways: int = 6
    rolls: int = 4
    effort: Effort = ONE_PLY


@dataclass(frozen=True, slots=True)
class Lessons:
    """What `advisor._flashpoint.play_lessons` gave, of many turns, and of which games they were.

    Attributes
    ----------
    after : ndarray, shape (turns, ways, features)
    rolled : ndarray, shape (turns, ways, rolls, features)
        All zeros where the game was over.
    won : ndarray, shape (turns, ways, rolls)
    turns : ndarray, shape (turns, ways, rolls)
        How long the game took from there.
    leaf : ndarray, shape (positions, features)
        After each roll of the one-ply player's games.
    game : ndarray, shape (positions,)
        Number of the game of each.
    ended : ndarray, shape (games,)
        1 for a game that the one-ply player won.
    """

    after: NDArray[np.float16]
    rolled: NDArray[np.float16]
    won: NDArray[np.float16]
    turns: NDArray[np.int32]
    leaf: NDArray[np.float16]
    game: NDArray[np.int32]
    ended: NDArray[np.int32]

    def worth(self, discount: float) -> Floats:
        """Return what each game counts: 0 if lost, `discount` to the power of its turns if won."""
        worth: Floats = self.won.astype(np.float32) * np.float32(discount) ** self.turns.astype(np.float32)
        return worth


def join(parts: Sequence[Lessons]) -> Lessons:
    """Return lessons one after another, their games numbered anew."""
    first = np.cumsum([0, *(len(p.ended) for p in parts)])
    games = [p.game + n for p, n in zip(parts, first, strict=False)]
    fields = {f: np.concatenate([getattr(p, f) for p in parts]) for f in Lessons.__slots__ if f != "game"}
    return Lessons(**fields, game=np.concatenate(games).astype(np.int32))


def in_fours(lessons: Lessons) -> Lessons:
    """Return lessons with four rolls a way each, several for each that had a multiple of four.

    >>> import numpy as np
    >>> none = np.zeros((0, 3), np.float16), np.zeros(0, np.int32), np.zeros(0, np.int32)
    >>> won = turns = np.ones((5, 6, 8))
    >>> long = Lessons(np.ones((5, 6, 3)), np.ones((5, 6, 8, 3)), won, turns, *none)
    >>> in_fours(long).rolled.shape
    (10, 6, 4, 3)
    """
    turns, ways, rolls, features = lessons.rolled.shape
    parts = rolls // 4
    assert parts * 4 == rolls
    rolled = lessons.rolled.reshape(turns, ways, parts, 4, features).swapaxes(1, 2)

    def split(x: NDArray[Any]) -> NDArray[Any]:
        return x.reshape(turns, ways, parts, 4).swapaxes(1, 2).reshape(-1, ways, 4)

    return replace(
        lessons,
        after=np.repeat(lessons.after, parts, axis=0),
        rolled=rolled.reshape(-1, ways, 4, features),
        won=split(lessons.won),
        turns=split(lessons.turns),
    )


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
    parts = list(_games(chunk, rng) if chunk.stage.games else _turns(chunk, rng))
    lessons = join(parts)
    beside = chunk.path.with_suffix(f".{os.getpid()}.tmp")
    try:
        with open(beside, "xb") as file:
            np.savez(file, **{name: getattr(lessons, name) for name in Lessons.__slots__})
        os.replace(beside, chunk.path)
    finally:
        beside.unlink(missing_ok=True)
    return chunk.path


def _turns(chunk: _Chunk, rng: Random) -> Iterator[Lessons]:
    """Turns out of games of the policy."""
    stage = chunk.stage
    for first in range(0, stage.count, RARE):
        state = start_state(draw_start(chunk.family, rng), chunk.weights)
        ways = turn_ways(state, min(RARE, stage.count - first), stage.ways, rng.getrandbits(60))
        yield _lessons(state, ways, stage.rolls, rng, [], [])


def _games(chunk: _Chunk, rng: Random) -> Iterator[Lessons]:
    """Games of the one-ply player: of each turn its best plan and others that it weighed."""
    stage = chunk.stage
    for number in range(1, stage.count + 1):
        state = start_state(draw_start(chunk.family, rng), chunk.weights)
        if stage.middle and number % stage.middle == 0:
            middle = turn_ways(state, 1, 1, rng.getrandbits(60))[0, 0]
            state = CoreState.from_bytes(state.core, middle.tobytes())
        ways: list[list[bytes]] = []
        leaves: list[list[float]] = []

        def note(plans: list[dict[str, Any]], ways: list[list[bytes]] = ways) -> None:
            if not stage.ways:
                return
            picks = [0, 1, *(rng.randrange(len(plans)) for _ in range(stage.ways - 2))][: stage.ways]
            ways.append([plans[min(k, len(plans) - 1)]["state"] for k in picks])

        def see(here: CoreState, leaves: list[list[float]] = leaves) -> None:
            leaves.append([value for _, value in here.features()])

        game = play_one_ply(state, rng.getrandbits(60), stage.effort, on_plans=note, on_roll=see)
        flat = np.frombuffer(b"".join(b"".join(w) for w in ways), np.uint8)
        yield _lessons(
            state, flat.reshape(len(ways), stage.ways, STATE_SIZE), stage.rolls, rng, leaves, [game.won]
        )


def _lessons(
    state: CoreState,
    ways: NDArray[np.uint8],
    rolls: int,
    rng: Random,
    leaves: list[list[float]],
    won: list[bool],
) -> Lessons:
    after, rolled, ends, turns = play_lessons(state.core, ways, rolls, rng.getrandbits(60))
    return Lessons(
        after.astype(np.float16),
        rolled.astype(np.float16),
        ends.astype(np.float16),
        turns,
        np.array(leaves, np.float16).reshape(-1, len(FEATURE_NAMES)),
        np.zeros(len(leaves), np.int32),
        np.array(won, np.int32),
    )


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
        By which the one-ply player plays.
    chunk : int
        Turns or games a file.
    processes : int
        Games are played on so many cores.
    progress : callable, optional
        Told the turns or games done and all of them.

    Raises
    ------
    UsageError
        If a chunk file cannot be read, or was made by other settings.
    """
    assert family in FAMILIES
    folder.mkdir(parents=True, exist_ok=True)
    how = sha256(
        repr((FEATURE_NAMES, family, seed, stage, None if weights is None else weights.digest())).encode()
    )
    counts = [min(chunk, stage.count - first) for first in range(0, stage.count, chunk)]
    chunks = [
        _Chunk(
            folder / f"{family}-{name}-{how.hexdigest()[:8]}-{number:04d}.npz",
            family,
            int.from_bytes(sha256(f"{how.hexdigest()} {number}".encode()).digest()[:7], "big"),
            replace(stage, count=count),
            weights,
        )
        for number, count in enumerate(counts)
    ]
    missing = [c for c in chunks if not c.path.exists()]
    done = stage.count - sum(c.stage.count for c in missing)
    for count in _run(missing, processes):
        done += count
        if progress is not None:
            progress(done, stage.count)
    parts = [_read(c.path) for c in chunks]
    return join(parts)


def _run(chunks: Sequence[_Chunk], processes: int) -> Iterator[int]:
    if processes == 1:
        for chunk in chunks:
            _play(chunk)
            yield chunk.stage.count
        return
    with ProcessPoolExecutor(processes) as pool:
        for chunk, _ in zip(chunks, pool.map(_play, chunks), strict=True):
            yield chunk.stage.count


def _read(path: Path) -> Lessons:
    try:
        with np.load(path) as data:
            return Lessons(**{name: data[name] for name in Lessons.__slots__})
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise UsageError(f"{path}: no chunk of lessons ({error}), remove it to play it again") from None
