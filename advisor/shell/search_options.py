"""The options by which a person chooses a search, and the search itself as a person waits for it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from advisor.errors import UsageError
from advisor.files import short
from advisor.search.bounds import MOST_DEPTH, MOST_SECONDS, MOST_THREADS, MOST_TRIALS
from advisor.shell.options import whole
from advisor.shell.progress import search_progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.analysis import Analysis
    from advisor.flashpoint.position import Position
    from advisor.search.engines import Request

__all__ = [
    "DepthOption", "EngineOption", "ErrorOption", "SecondsOption", "StopOption",
    "ThreadsOption", "TrialsOption", "request_of", "search",
]  # fmt: skip

EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine", metavar="NAME",
        help="In place of a level: value (the mean over the coming roll), rollout (the best plans are played "
        "on by the playout policy), expectimax (several turns deep), mcts (a tree of turns).",
    ),
]  # fmt: skip
TrialsOption = Annotated[
    str | None,
    typer.Option("--trials", metavar="NUMBER", help="Rollouts or simulations at most."),
]
SecondsOption = Annotated[
    str | None,
    typer.Option("--seconds", metavar="NUMBER", help="Stop after so much time with what there is by then."),
]
StopOption = Annotated[
    str | None,
    typer.Option("--stop", metavar="PERCENT", help="Stop when the leader is so surely the best: 95, 98, 99."),
]  # fmt: skip
ErrorOption = Annotated[
    str | None,
    typer.Option("--se", metavar="NUMBER", help="Stop when the best value has this standard error."),
]
DepthOption = Annotated[
    str | None, typer.Option("--depth", metavar="TURNS", help="expectimax: how many turns deep.")
]
ThreadsOption = Annotated[
    str | None,
    typer.Option(
        "--threads", metavar="NUMBER",
        help="Threads, else as many as there are cores; the answer does not depend on it.",
    ),
]  # fmt: skip


def request_of(
    *,
    level: str | None = None,
    engine: str | None = None,
    trials: str | None = None,
    seconds: str | None = None,
    stop: str | None = None,
    se: str | None = None,
    depth: str | None = None,
    threads: str | None = None,
) -> Request:
    """Return the level or the search that these options, as they were typed, ask for.

    Raises
    ------
    UsageError
        If one is wrong, or they do not fit one another.
    """
    from advisor.search.engines import Request

    cores = min(os.cpu_count() or 1, MOST_THREADS)
    return Request(
        level=level,
        engine=engine,
        trials=None if trials is None else whole("--trials", trials, 1, MOST_TRIALS),
        seconds=None if seconds is None else _number("--seconds", seconds),
        stop=None if stop is None else _percent("--stop", stop),
        standard_error=None if se is None else _number("--se", se),
        depth=None if depth is None else whole("--depth", depth, 1, MOST_DEPTH),
        threads=cores if threads is None else whole("--threads", threads, 1, MOST_THREADS),
    )


def _number(option: str, text: str) -> float:
    """Return a number above 0; what is out of range for the search is refused there."""
    value = _as_float(text)
    if not (0 < value < MOST_SECONDS):
        raise UsageError(f"{option}: {short(text)}, expected a number above 0")
    return value


def _percent(option: str, text: str) -> float:
    """Return a percentage above 50 as a probability."""
    value = _as_float(text)
    if not (50 < value < 100):
        raise UsageError(f"{option}: {short(text)}, expected percent, more than 50 and less than 100")
    return value / 100


def _as_float(text: str) -> float:
    """Return what was typed as a number, 0 if it is none."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def search(
    position: Position, request: Request, *, top: int, seed: int, lines: Sequence[Sequence[str]]
) -> Analysis:
    """Search in a thread of its own: Ctrl-C stops it and keeps what was found."""
    from concurrent.futures import ThreadPoolExecutor
    from contextvars import copy_context

    from advisor.flashpoint.adapter import GAME
    from advisor.search.engines import search_turn
    from advisor.search.limits import StopFlag

    flag = StopFlag()
    with ThreadPoolExecutor(1) as pool, search_progress() as tell:
        future = pool.submit(
            copy_context().run, search_turn, GAME, position, request,
            top=top, seed=seed, lines=lines, progress=tell, stop=flag,
        )  # fmt: skip
        try:
            return future.result()
        except KeyboardInterrupt:
            flag.set()
            return future.result()
