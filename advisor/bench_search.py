"""The benchmark's part on searches: how much they look at in a second, and how soon a person knows."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from advisor._search import Mcts, Replier, Rollouts
from advisor.bench_clock import Contender, Spread, alternate
from advisor.bench_report import Measure, Target
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.position import Position
from advisor.search.ladder import LADDER, level_turn
from advisor.search.limits import Clock
from advisor.search.mcts import Growth
from advisor.search.plans import FIRST_LOOK, TurnPlans
from advisor.search.rollouts import Race, RolloutSettings

__all__ = ["SearchSize", "search_measures"]

BLOCK: Final = 48
"""Trials of a block: the faces of the roll on the base board."""

SIMULATIONS: Final = 480
"""Of a tree: enough to grow it some turns deep; the first few only value the root's plans."""

GAP: Final = 0.05
"""Five points: the difference that is to be told."""

SURE: Final = 0.98

THREADS: Final = 2

PLAIN: Final = "plain rollouts"

REPLIES: Final = RolloutSettings(plans=2, replies=1, controls=1)
"""The rollouts of the levels, for two plans."""


@dataclass(frozen=True, slots=True)
class SearchSize:
    """How long it takes.

    Attributes
    ----------
    seconds, rounds
        As for `advisor.bench_clock.alternate`.
    positions : int
        Middle games that are searched.
    waits : int
        How often each wait is measured.
    blocks : int
        Blocks of trials behind a variance.
    """

    seconds: float
    rounds: int
    positions: int
    waits: int
    blocks: int


def search_measures(
    positions: Mapping[str, Sequence[Position]],
    size: SearchSize,
    clock: Callable[[], float],
    tell: Callable[[str], None],
) -> list[Measure]:
    """Measure the searches.

    Parameters
    ----------
    positions : mapping of str to sequence of Position
        By what they are called: each at the beginning of a turn.
    size : SearchSize
        How long it takes.
    clock : callable
        For rates; waits are in wall time.
    tell : callable
        Told the name of each thing before it is measured.
    """
    found: list[Measure] = []
    for words, given in positions.items():
        turns = [_walked(position) for position in given[: size.positions]]
        bench = _SearchBench(words, given[: size.positions], turns, size, clock, tell)
        found += [bench.plans(), bench.rollouts(), bench.replies(), bench.simulations()]
        found += [*bench.variance(), bench.first_list(), bench.resolve()]
    return found


def _walked(position: Position) -> TurnPlans:
    return TurnPlans(GAME, position, seed=0, effort=FIRST_LOOK, lines=(), top=1)


@dataclass(frozen=True, slots=True)
class _SearchBench:
    words: str
    positions: Sequence[Position]
    turns: Sequence[TurnPlans]
    size: SearchSize
    clock: Callable[[], float]
    tell: Callable[[str], None]

    def _rate(self, what: str, unit: str, works: Sequence[Callable[[int], object]], units: float) -> Measure:
        """How often a second, the mean over positions."""
        name = f"{what}, {self.words}"
        self.tell(name)

        def prepare(n: int) -> Callable[[], object]:
            return lambda: [work(n) for work in works]

        contender = Contender(prepare, units * len(works))
        (times,) = alternate(
            [contender], seconds=self.size.seconds, rounds=self.size.rounds, clock=self.clock
        )
        return Measure(name, unit, Spread.of(times), repetitions=len(times), note=self._note())

    def _note(self) -> str:
        return f"{len(self.positions)} middle games"

    def plans(self) -> Measure:
        """Plans that a first look values over the coming roll, walk included."""

        def work(n: int, position: Position) -> None:
            for _ in range(n):
                _walked(position)

        works = [partial(work, position=position) for position in self.positions]
        valued = sum(turn.found_count for turn in self.turns) / len(self.turns)
        return self._rate("plans", "plans", works, valued)

    def _race(self, turn: TurnPlans, **settings: Any) -> Rollouts:
        return Rollouts(turn.search, [turn.entrants(1)[0]["state"]], seed=1, **settings)

    def rollouts(self) -> Measure:
        """Rollouts of the playout policy up to its horizon."""
        horizon = RolloutSettings().horizon
        races = [self._race(turn, horizon=horizon, controls=0) for turn in self.turns]

        def work(n: int, race: Rollouts) -> None:
            race.run(0, 0, np.empty((n * BLOCK, 2)))

        works = [partial(work, race=race) for race in races]
        return self._rate("rollouts", "trials", works, BLOCK)

    def replies(self) -> Measure:
        """Rollouts that the one-ply search answers, nothing remembered from one block to the next."""
        races = [(self._race(t, replies=1, controls=1), t) for t in self.turns]

        def work(n: int, race: Rollouts, turn: TurnPlans) -> None:
            for k in range(n):
                race.run(0, BLOCK * k, np.empty((BLOCK, 2)), Replier(turn.search, **asdict(REPLIES.reply)))

        works = [partial(work, race=race, turn=turn) for race, turn in races]
        return self._rate("replies", "trials", works, BLOCK)

    def simulations(self) -> Measure:
        """Simulations of the tree search, new trees each time."""
        growth = asdict(replace(Growth(), trees=2, nodes=200_000))
        most = growth.pop("plans")

        def work(n: int, turn: TurnPlans) -> None:
            root, plans = turn.root, [plan["state"] for plan in turn.entrants(most)]
            for _ in range(n):
                trees = Mcts(
                    root.table, root.owner, root.state, root.player, 0, plans=plans, whole=False, **growth
                )
                trees.simulate(0, SIMULATIONS)

        works = [partial(work, turn=turn) for turn in self.turns]
        return self._rate("tree search", "simulations", works, SIMULATIONS)

    def variance(self) -> tuple[Measure, Measure]:
        """How many times as many plain trials a value, and a gap, would take to be as sure."""
        name = f"variance, {self.words}"
        self.tell(name)
        values, gaps = [], []
        for turn in self.turns:
            both = [plan["state"] for plan in turn.entrants(2)]
            if len(both) < 2:
                continue
            value, gap = _variance_factors(turn, both, self.size.blocks)
            values.append(value)
            gaps += [gap] if np.isfinite(gap) else []
        note = (
            f"{len(values)} middle games, {self.size.blocks} blocks of {BLOCK} trials each; means found equal"
        )
        found = [
            Measure(
                f"{name}: {what}", "trials", ratio=Spread.of(factors), yardstick=PLAIN,
                repetitions=len(factors), target=Target("ratio", "at least", 10), note=note,
            )
            for what, factors in (("a value", values), ("a gap", gaps or [1.0]))
        ]  # fmt: skip
        return found[0], found[1]

    def _wait(self, what: str, works: Sequence[Callable[[], object]], most: float, note: str) -> Measure:
        """Wall time that a person waits: the slowest of the positions."""
        name = f"{what}, {self.words}"
        self.tell(name)
        spreads = []
        for work in works:
            waited = []
            for _ in range(self.size.waits):
                began = time.perf_counter()
                work()
                waited.append(time.perf_counter() - began)
            spreads.append(Spread.of(waited))
        spreads.sort(key=lambda spread: spread.median)
        return Measure(
            name, "waits", spreads[-1], repetitions=self.size.waits,
            target=Target("seconds_each", "at most", most),
            note=f"wall time; {note}the slowest of {len(works)}, the fastest {spreads[0].median:.2g} s",
        )  # fmt: skip

    def first_list(self) -> Measure:
        """The lowest level."""
        level = next(iter(LADDER))
        works = [partial(level_turn, GAME, position, level) for position in self.positions]
        return self._wait("first list", works, 0.3, "")

    def resolve(self) -> Measure:
        """From nothing to knowing which of two plans is better that are five points apart."""
        pairs = [_five_apart(turn) for turn in self.turns]
        works = [partial(_told_apart, p, pair) for p, pair in zip(self.positions, pairs, strict=True)]
        gaps = [abs(pair[0]["value"] - pair[1]["value"]) for pair in pairs]
        apart = f"{100 * min(gaps):.1f} to {100 * max(gaps):.1f} points apart"
        note = f"{THREADS} threads, plans {apart}, {SURE:.0%} sure; "
        return self._wait("a gap of 5 points", works, 2.0, note)


def _variance_factors(turn: TurnPlans, both: list[bytes], blocks: int) -> tuple[float, float]:
    """Variances of block means without and with the reducers: of the first plan's value, and of the gap."""
    plain = [_blocks(turn, state, blocks, seed=10 + k, reduced=False) for k, state in enumerate(both)]
    reduced = [_blocks(turn, state, blocks, seed=20, reduced=True) for state in both]
    for a, b in zip(plain, reduced, strict=True):
        error = np.sqrt((a.var(ddof=1) + b.var(ddof=1)) / blocks)
        assert abs(a.mean() - b.mean()) <= 5 * error + 1e-9, "the reducers changed a mean"
    value = plain[0].var(ddof=1) / max(reduced[0].var(ddof=1), 1e-12)
    before, after = (plain[0] - plain[1]).var(ddof=1), (reduced[0] - reduced[1]).var(ddof=1)
    return float(value), float(before / after) if after > 1e-12 else float("inf")


def _blocks(turn: TurnPlans, state: bytes, blocks: int, *, seed: int, reduced: bool) -> NDArray[np.float64]:
    """Means of blocks of trials; plain ones have no reducer, and a seed of their own for each plan."""
    race = Rollouts(turn.search, [state], seed=seed, replies=1, controls=int(reduced), stratified=reduced)
    out = np.empty((blocks * BLOCK, 2))
    race.run(0, 0, out, Replier(turn.search, **asdict(REPLIES.reply)))
    means: NDArray[np.float64] = (out[:, 0] - out[:, 1]).reshape(blocks, BLOCK).mean(axis=1)
    return means


def _five_apart(turn: TurnPlans) -> list[dict[str, Any]]:
    """The best plan of a first look, and the one nearest to five points behind it."""
    best, *others = turn.entrants(turn.found_count)
    return [best, min(others, key=lambda plan: abs(best["value"] - plan["value"] - GAP))]


def _told_apart(position: Position, pair: list[dict[str, Any]]) -> int:
    """The first look, then trials until it is told; how many."""
    turn = _walked(position)
    race = Race(turn, REPLIES, seed=0, threads=THREADS, entrants=pair)
    while race.run_round(REPLIES.chunk, Clock()) and race.trials < 20_000:
        if race.p_best()[1] >= SURE:
            break
    return race.trials
