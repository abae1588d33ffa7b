"""Contenders timed side by side: A B A B ..., so that a busy machine slows both alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

__all__ = ["Contender", "Spread", "alternate", "cpu_clock", "quotients"]

FINE: Final = 1e-5
"""A clock is good enough if it counts in steps of so many seconds."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Something to be timed.

    Attributes
    ----------
    prepare : callable
        Given n, it makes ready for n portions of work and returns what does them; only that is timed.
    units : float
        How many units (phases, games, ...) a portion is.
    """

    prepare: Callable[[int], Callable[[], object]]
    units: float = 1.0


@dataclass(frozen=True, slots=True)
class Spread:
    """A median with the least and the greatest of the repetitions.

    >>> Spread.of([3.0, 1.0, 2.0])
    Spread(median=2.0, low=1.0, high=3.0)
    """

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return the spread of at least one value."""
        return cls(median(values), min(values), max(values))


def cpu_clock() -> tuple[str, Callable[[], float]]:
    """Return the clock of this thread's own time by name, the wall's where that is too coarse."""
    try:
        fine = time.get_clock_info("thread_time").resolution <= FINE
    except (AttributeError, ValueError):
        fine = False
    return ("CPU time", time.thread_time) if fine else ("wall time", time.perf_counter)


def alternate(
    contenders: Sequence[Contender], *, seconds: float, rounds: int, clock: Callable[[], float]
) -> list[tuple[float, ...]]:
    """Time contenders in turn, round by round.

    Parameters
    ----------
    contenders : sequence of Contender
        Each is first run until it takes about `seconds`, which also warms it up.
    seconds : float
        About how long a contender works in a round; never less than one portion.
    rounds : int
        How often each is timed.
    clock : callable
        Returns seconds.

    Returns
    -------
    list of tuple of float
        For each contender the seconds a unit in each round.
    """
    portions = [_portions(one, seconds, clock) for one in contenders]
    found: list[list[float]] = [[] for _ in contenders]
    for _ in range(rounds):
        for one, n, times in zip(contenders, portions, found, strict=True):
            times.append(_timed(one, n, clock) / (n * one.units))
    return [tuple(times) for times in found]


def quotients(above: Sequence[float], below: Sequence[float]) -> Spread:
    """Return the spread of the rounds' quotients: each round by itself.

    >>> quotients([2.0, 4.0, 9.0], [1.0, 2.0, 3.0])
    Spread(median=2.0, low=2.0, high=3.0)
    """
    return Spread.of([a / b for a, b in zip(above, below, strict=True)])


def _timed(one: Contender, n: int, clock: Callable[[], float]) -> float:
    work = one.prepare(n)
    was_on = gc.isenabled()
    gc.disable()
    try:
        began = clock()
        work()
        return max(clock() - began, 1e-9)
    finally:
        if was_on:
            gc.enable()


def _portions(one: Contender, seconds: float, clock: Callable[[], float]) -> int:
    n = 1
    while True:
        taken = _timed(one, n, clock)
        if taken >= seconds / 3:
            return max(1, round(n * seconds / taken))
        n *= max(2, min(10, round(seconds / taken)))
