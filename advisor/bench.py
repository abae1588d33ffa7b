"""The benchmark: rates of the core, each beside a yardstick that is timed in turn with it in one process.

One thread does everything. What is measured, how, and what was found is told in `docs/bench.md`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from advisor._flashpoint import (
    STATE_SIZE,
    CoreState,
    fire_phases,
    games,
    time_copies,
    time_distances,
    time_fire_phases,
    time_legal,
)
from advisor.bench_clock import Contender, Spread, alternate, cpu_clock, quotients
from advisor.bench_kernel import Kernel, compile_kernel
from advisor.bench_positions import middle_games, random_game, start
from advisor.bench_reference import ReferenceRules, find_reference, source_tests
from advisor.bench_report import BenchReport, Machine, Measure, Target, render, this_machine
from advisor.bench_routes import check_distances, networkx_distances
from advisor.bench_search import SearchSize, search_measures
from advisor.flashpoint.bridge import to_state
from advisor.flashpoint.position import Position

__all__ = ["BenchReport", "Machine", "Measure", "Target", "render", "run"]

REFERENCE: Final = "plain Python"
WITHOUT_COPY: Final = "plain Python, no copy"
PLAIN_C: Final = "plain C"
NETWORKX: Final = "networkx"
MEMCPY: Final = "memcpy"

SAME: Final = 6.0
"""Means of two samplers of the same thing differ by at most so many standard errors."""

LEVELS: Final = (("family", "family"), ("recruit", "experienced"))
"""Levels of the set-up, and what their rules are called."""


@dataclass(frozen=True, slots=True)
class _Size:
    """How long the benchmark takes."""

    seconds: float  # of each contender in a round
    rounds: int
    positions: int  # of each level
    sampled: int  # fire phases in a comparison of samplers
    reference_games: int
    searched: int  # positions of each level that are searched
    waits: int  # how often each wait is measured
    blocks: int  # of trials behind a variance


NORMAL: Final = _Size(0.06, 9, 8, 40_000, 12, 4, 3, 24)
QUICK: Final = _Size(0.012, 3, 3, 10_000, 2, 1, 1, 6)


def run(
    *,
    quick: bool = False,
    reference: Path | None = None,
    progress: Callable[[str], None] | None = None,
) -> BenchReport:
    """Measure the core and its yardsticks.

    Parameters
    ----------
    quick : bool
        Take a few seconds instead of most of a minute; the figures are rough.
    reference : Path, optional
        The folder of the plain-Python reference of the rules, `tests/reference` of a source tree. By default
        that of the tree in which this package lies; without one its ratios are missing, and so is plain C.
    progress : callable, optional
        Told the name of each thing before it is measured.

    Raises
    ------
    UsageError
        If `reference` is not the folder of the reference.
    """
    began = time.perf_counter()
    machine = this_machine()
    rules = find_reference(reference)
    tests = reference.resolve().parent if reference is not None else source_tests()
    kernel, how = compile_kernel(tests / "bench" / "fire.c")
    bench = _Bench(QUICK if quick else NORMAL, rules, kernel, progress or (lambda _: None))
    measures = (
        *bench.copies(),
        *(measure for level, words in LEVELS for measure in bench.fire(level, words)),
        *(bench.legal(level, words) for level, words in LEVELS),
        *(bench.random_games(level) for level, _ in LEVELS),
        *(bench.policy_games(level) for level, _ in LEVELS),
        bench.distances(),
        *bench.searches(),
    )
    notes = [
        f"{bench.clock_name} of one thread; medians of {bench.size.rounds} alternating repetitions.",
        *(f"{m.name}: {m.note}." for m in measures if m.unit == "waits"),
    ]
    if rules is None:
        notes.append(
            "plain Python: no reference at hand (--reference DIR: tests/reference of a source tree)."
        )
    notes.append(f"plain C: {how}." if kernel is not None else f"plain C: not available, {how}.")
    return BenchReport(
        quick=quick,
        clock=bench.clock_name,
        seconds=time.perf_counter() - began,
        machine=machine,
        measures=measures,
        notes=tuple(notes),
    )


class _Bench:
    """The measures, one method each."""

    def __init__(
        self,
        size: _Size,
        reference: ReferenceRules | None,
        kernel: Kernel | None,
        progress: Callable[[str], None],
    ) -> None:
        self.size, self.reference, self.kernel, self._progress = size, reference, kernel, progress
        self.clock_name, self._clock = cpu_clock()
        self._middle = {level: middle_games(level, size.positions) for level, _ in LEVELS}

    def _time(self, *contenders: Contender) -> list[tuple[float, ...]]:
        return alternate(contenders, seconds=self.size.seconds, rounds=self.size.rounds, clock=self._clock)

    def _measure(
        self, name: str, unit: str, own: Sequence[float], other: Sequence[float] | None = None,
        *, yardstick: str | None = None, slower: bool = False, target: Target | None = None, note: str = "",
    ) -> Measure:  # fmt: skip
        ratio = None
        if other is not None:
            ratio = quotients(own, other) if slower else quotients(other, own)
        return Measure(
            name, unit, Spread.of(own), ratio, slower, yardstick,
            None if other is None else Spread.of(other).median, len(own), None, target, note,
        )  # fmt: skip

    def copies(self) -> tuple[Measure, ...]:
        """The size of a state, and a copy against memcpy."""
        self._progress("state copy")
        state = to_state(self._middle["recruit"][0].action)
        own, raw = self._time(
            _counted(lambda n: time_copies(state, n), 6400),
            _counted(lambda n: time_copies(state, n, raw=True), 6400),
        )
        return (
            Measure("state size", "bytes", size=STATE_SIZE, target=Target("size", "at most", 256)),
            self._measure(
                "state copy", "copies", own, raw, yardstick=MEMCPY, slower=True,
                target=Target("ratio", "at most", 2), note="memcpy: 64 states at a time",
            ),
        )  # fmt: skip

    def fire(self, level: str, words: str) -> tuple[Measure, ...]:
        """The fire phase from real positions, copy included, against plain C and plain Python."""
        name = f"fire phase, {words}"
        self._progress(name)
        positions = [game.fire for game in self._middle[level]]
        states = list(map(to_state, positions))
        others: dict[str, Contender] = {}
        if self.kernel is not None:
            for position, state in zip(positions, states, strict=True):
                _check_kernel(self.kernel, position, state, self.size.sampled)
            others[PLAIN_C] = self.kernel.fire_phases(positions)
        if self.reference is not None:
            others[REFERENCE] = self.reference.fire_phases(positions, copied=False)
            others[WITHOUT_COPY] = self.reference.fire_phases(positions, copied=True)
        own, *times = self._time(
            _over(states, lambda state, n: time_fire_phases(state, n, n)), *others.values()
        )
        against = dict(zip(others, times, strict=True))
        targets = {PLAIN_C: Target("ratio", "at most", 1.3), REFERENCE: Target("ratio", "at least", 200)}
        note = f"{len(positions)} middle games, fires on {_range(len(p.fire) for p in positions)} squares"
        return tuple(
            self._measure(
                name, "phases", own, against.get(yardstick), yardstick=yardstick,
                slower=yardstick == PLAIN_C, target=targets.get(yardstick), note=note,
            )
            for yardstick in (PLAIN_C, REFERENCE, WITHOUT_COPY)
        )  # fmt: skip

    def legal(self, level: str, words: str) -> Measure:
        """Legal actions with their costs; codes in the core, texts in the reference."""
        name = f"legal actions, {words}"
        self._progress(name)
        positions = [game.action for game in self._middle[level]]
        states = list(map(to_state, positions))
        own, other = self._with_reference(
            _over(states, lambda state, n: time_legal(state, n)),
            None if self.reference is None else self.reference.legal(positions),
        )
        counts = _range(len(state.legal()) for state in states)
        return self._measure(
            name,
            "lists",
            own,
            other,
            yardstick=REFERENCE,
            note=f"{len(states)} middle games, {counts} actions",
        )

    def _with_reference(
        self, own: Contender, other: Contender | None
    ) -> tuple[tuple[float, ...], tuple[float, ...] | None]:
        if other is None:
            return self._time(own)[0], None
        first, second = self._time(own, other)
        return first, second

    def random_games(self, level: str) -> Measure:
        """Whole games of uniform choices among the legal actions."""
        name = f"random games, {level}"
        self._progress(name)
        begin = start(level)
        state = to_state(begin)
        events = _mean_events(state, "random")
        other = None
        if self.reference is not None:
            played = [random_game(begin, Random(seed)) for seed in range(self.size.reference_games)]
            other = self.reference.random_games(begin, played, events)
        own, against = self._with_reference(_counted(lambda n: games(state, n, n, "random"), 100), other)
        target = Target("rate", "at least", 60_000) if level == "family" else None
        return self._measure(
            name,
            "games",
            own,
            against,
            yardstick=REFERENCE,
            target=target,
            note=f"{events:.0f} events a game",
        )

    def policy_games(self, level: str) -> Measure:
        """Whole games of the playout policy."""
        name = f"policy games, {level}"
        self._progress(name)
        state = to_state(start(level))
        (own,) = self._time(_counted(lambda n: games(state, n, n, "greedy"), 20))
        target = Target("rate", "at least", 4000) if level == "family" else None
        note = f"{_mean_events(state, 'greedy'):.0f} events a game"
        return self._measure(name, "games", own, target=target, note=note)

    def distances(self) -> Measure:
        """AP from a square to all squares, against Dijkstra's algorithm on a graph that is there already."""
        self._progress("all distances")
        positions = [game.action for level, _ in LEVELS for game in self._middle[level]]
        compared = check_distances(positions[:: self.size.positions])
        states = list(map(to_state, positions))
        own, other = self._time(
            _over(states, lambda state, n: time_distances(state, n)), networkx_distances(positions)
        )
        return self._measure(
            "all distances", "sources", own, other, yardstick=NETWORKX,
            target=Target("ratio", "at least", 80),
            note=f"the graph is built beforehand for networkx only; {compared} distances found equal",
        )  # fmt: skip

    def searches(self) -> list[Measure]:
        """What searches do in a second, and what a person waits for."""
        size = self.size
        positions = {
            words: [game.action for game in self._middle[level]] for level, words in LEVELS
        }  # fmt: skip
        return search_measures(
            positions,
            SearchSize(size.seconds, size.rounds, size.searched, size.waits, size.blocks),
            self._clock,
            self._progress,
        )


def _counted(work: Callable[[int], object], portion: int) -> Contender:
    """Return a contender whose batch call takes how many it is to do."""
    return Contender(lambda n: lambda: work(n * portion), portion)


def _over(states: Sequence[CoreState], work: Callable[[CoreState, int], object]) -> Contender:
    """Return a contender that does equally much from each of some states."""

    def work_all(n: int) -> None:
        for state in states:
            work(state, n)

    return Contender(lambda n: lambda: work_all(n), len(states))


def _mean_events(state: CoreState, policy: str) -> float:
    return float(games(state, 500, 1, policy)[:, 5].mean())


def _range(values: Iterable[int]) -> str:
    numbers = sorted(values)
    return f"{numbers[0]}-{numbers[-1]}"


def _check_kernel(kernel: Kernel, position: Position, state: CoreState, phases: int) -> None:
    """Look whether the kernel does what the core does: the means of all that both report must agree."""
    found = kernel.means(position, phases, 1)
    rows = fire_phases(state, phases, 2)
    for column, (name, mean) in enumerate(found.items()):
        values = rows[:, column]
        error = math.sqrt(2 * max(float(values.var()), 5 / phases) / phases)
        assert abs(mean - float(values.mean())) <= SAME * error, (
            f"core and plain C differ in {name}: {values.mean()} and {mean} from {position.to_string()}"
        )
