"""Plans ranked by Monte Carlo tree search over turns: thin over the compiled search, blind to the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from advisor._search import Mcts
from advisor.analysis import Analysis, Plan
from advisor.errors import UsageError
from advisor.game import Game
from advisor.search.limits import Clock, Limits, Progress
from advisor.search.plans import SAME, TIE, Effort, Reader, TurnPlans, effort_within

__all__ = ["CHUNK", "Growth", "MctsSearch", "mcts_turn"]

CHUNK: Final = 32
"""Simulations of each tree between two looks at the clock: results depend on counts only."""

DRAWS: Final = 4000
"""Samples behind a probability of being best: its own standard error is below 0.008."""

FOLLOWED: Final = 0.25
"""A plan with fewer visits than this share of the most visited one's was given up: it ranks last."""

SPREAD: Final = 1 / 12
"""The variance of a quantity that may lie anywhere in [0, 1]."""

MOST_VARIANCE: Final = 0.25
"""No quantity in [0, 1] has a larger variance."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How trees grow; the same settings give the same answer everywhere.

    Attributes
    ----------
    trees : int
        Independent trees, 2 to 64: their spread gives the standard errors.
    nodes : int
        Nodes of all trees together, about 100 bytes each, allocated at once.
    plans : int
        The root's plans: the best by the mean over the coming roll.
    width : int
        States kept at each number of AP spent in the walk of a further turn.
    ends, chances : int
        Plans of a further turn: ways to end it, and chance events within it, the best by a cheap value.
    explore : float
        Weight of the bonus of UCB1, in units of the value.
    plan_scale, plan_power : float
        A decision with n visits looks at ``plan_scale * n ** plan_power`` of its plans.
    chance_scale, chance_power : float
        A chance event with n visits looks at ``chance_scale * n ** chance_power`` of its outcomes.
    turns : int
        Turns that are looked at; -1 for no limit.
    blank : bool
        True to count a game that is not over after these turns as nothing.
    playout : int
        Turns that the playout policy plays on from a leaf before the static value is taken.
    """

    trees: int = 8
    nodes: int = 2_000_000
    plans: int = 24
    width: int = 60
    ends: int = 10
    chances: int = 2
    explore: float = 0.1
    plan_scale: float = 1.0
    plan_power: float = 0.4
    chance_scale: float = 3.0
    chance_power: float = 0.6
    turns: int = -1
    blank: bool = False
    playout: int = 0


@dataclass(frozen=True, slots=True)
class _Figures:
    """What all trees say of one of the root's plans."""

    visits: int
    values: NDArray[np.float64]
    half: float
    loose: float
    searched: int
    drift_squares: float

    @property
    def value(self) -> float:
        return float(self.values.mean())

    @property
    def error(self) -> float:
        """Of the mean over trees, of what each has not made up its mind about, of what rests on leaves."""
        spread = float(self.values.var(ddof=1)) / len(self.values)
        return sqrt(min(spread + self.half**2 + self.loose**2 * self.leaf_variance, MOST_VARIANCE))

    @property
    def leaf_variance(self) -> float:
        """How far first estimates are off, squared: by those that were looked into and one that was not.

        Of that one nothing is known: the truth may lie anywhere in [0, 1], however sure the estimate sounds.
        """
        unknown = SPREAD + (self.value - 0.5) ** 2
        return (unknown + self.drift_squares) / (1 + self.searched)


class MctsSearch:
    """A Monte Carlo tree search from one position, which can be continued.

    Parameters
    ----------
    game, position, top, seed, effort, lines
        As for `advisor.search.plans.plan_turn`, whose search finds the root's plans and their first order.
    threads : int
        How many trees grow at one time; the answer does not depend on it.
    growth : Growth, optional
        How trees grow.
    clock : Clock, optional
        What may end the first look: then there is no search.

    Raises
    ------
    UsageError, IllegalEvent, CancelledError
        As `plan_turn`; also if `threads` or the number of trees is out of range.

    Notes
    -----
    A node's value lies between the mean of what was tried below it, which counts every plan that was only
    tried out, and the value of the best of it, which is too high while values are noisy. An estimate is the
    middle of the two, averaged over the trees. Its standard error joins three parts: the spread between the
    trees, half the distance between the two, and the error of the first estimates at the leaves, for the
    share of the value that rests on them (or on plans not tried); that error is how far positions that were
    searched have moved from their first estimates (root of the mean square, with one more position among
    them of which nothing is known, since few were searched at first). All go to zero with more work,
    and are zero for what is proven. Gaps between plans leave the last part out, as plans share it. Plans
    that got few visits look somewhat worse than they are: visits go to what looks good.
    """

    def __init__(
        self,
        game: Game,
        position: Any,
        *,
        top: int = 5,
        seed: int = 0,
        threads: int = 1,
        growth: Growth | None = None,
        effort: Effort | None = None,
        lines: Sequence[Sequence[str]] = (),
        clock: Clock | None = None,
    ) -> None:
        growth = growth or Growth()
        for name, value, least, most in (("threads", threads, 1, 64), ("trees", growth.trees, 2, 64)):
            if not least <= value <= most:
                raise UsageError(f"{name}: got {value}, expected {least} to {most}")
        began = time.perf_counter()
        self._turn = turn = TurnPlans(
            game, position, seed=seed, effort=effort, lines=lines, top=top, clock=clock
        )
        self._top, self._seed, self._threads, self._growth = top, seed, threads, growth
        # The user's plans first, so that they are looked at in any case.
        self._plans = sorted(turn.entrants(growth.plans), key=lambda plan: not plan.get("yours", False))
        report, root = turn.search.report, turn.root
        settings = asdict(growth)
        settings.pop("plans")
        self._trees = Mcts(
            root.table,
            root.owner,
            root.state,
            root.player,
            seed,
            plans=[plan["state"] for plan in self._plans],
            whole=report["complete"] and not report["cut"] and len(self._plans) == turn.found_count,
            **settings,
        )
        self._seconds = time.perf_counter() - began
        self._stopped_by = ""

    def cancel(self) -> None:
        """Stop `more` as soon as the simulations under way are done; from any thread, or a signal handler."""
        self._trees.cancel()

    def more(
        self,
        limits: Limits | None = None,
        *,
        progress: Callable[[Progress], None] | None = None,
        clock: Clock | None = None,
    ) -> Analysis:
        """Go on with the search, and return what it has found by then.

        Parameters
        ----------
        limits : Limits, optional
            When to stop, for this call; ``trials`` are simulations, shared out evenly among the trees
            (rounded up to whole shares). Looked at between two chunks of `CHUNK` simulations a tree.
        progress : callable, optional
            Called after each chunk.
        clock : Clock, optional
            What may end this call besides the limits; the result so far is returned.
        """
        limits = limits or Limits()
        clock = clock or Clock(limits.seconds)
        began = time.perf_counter()
        self._trees.resume()
        self._stopped_by = ""
        each, done = -(-limits.trials // self._growth.trees), 0
        with ThreadPoolExecutor(self._threads) as pool:
            while not self._stopped_by:
                step = min(CHUNK, each - done)
                # Who is told to stop does not wait for the end of a chunk, but for that of the first.
                with clock.watch(self.cancel, flag_only=True) if done else nullcontext():
                    visits = self._visit(pool, step)
                done += step
                seconds = time.perf_counter() - began
                if progress is not None:
                    progress(self._progress(done * self._growth.trees, limits.trials, seconds))
                self._stopped_by = self._reason(limits, done >= each, clock, any(visits))
        self._seconds += time.perf_counter() - began
        return self.analysis()

    def _visit(self, pool: ThreadPoolExecutor, step: int) -> list[int]:
        """Let every tree grow by a step; how many visits each got."""
        trees = range(self._growth.trees)
        if self._threads == 1:
            return [self._trees.simulate(k, step) for k in trees]
        return list(pool.map(self._trees.simulate, trees, [step] * len(trees)))

    def _reason(self, limits: Limits, spent: bool, clock: Clock, grew: bool) -> str:
        """What ends the search now; empty if nothing does."""
        if self._trees.cancelled():
            return "stopped"
        if not grew or self._trees.report["settled"]:
            return "settled"
        if spent:
            return "trials"
        if clock.late:
            return clock.why
        if limits.stop is None and limits.standard_error is None:
            return ""
        figures = self._figures()
        order = self._ranked(figures)
        if limits.stop is not None and order and self._odds(figures, order).get(order[0], 0) >= limits.stop:
            return "stop"
        sure = order and figures[order[0]].error <= (limits.standard_error or -1)
        return "standard error" if sure else ""

    def _progress(self, done: int, wanted: int, seconds: float) -> Progress:
        figures = self._figures()
        order = self._ranked(figures)
        best = order[0] if order else 0
        event = self._turn.reader.first_event(self._plans[best])
        odds = self._odds(figures, order).get(best, 0.0)
        return Progress(min(done, wanted), wanted, seconds, event, odds)

    def _figures(self) -> dict[int, _Figures]:
        """What is known of the plans that every tree has looked at, by their number."""
        trees = [self._trees.root(k) for k in range(self._growth.trees)]
        report = self._trees.report
        searched, drift_squares = report["searched"], max(report["drift_squares"], 0.0)
        found = {}
        for k in range(min(len(tree) for tree in trees)):
            rows = np.array([tree[k] for tree in trees])
            visits, means, bests, loose = rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 5]
            if visits.all():
                half = float((bests - means).mean() / 2)
                found[k] = _Figures(
                    int(visits.sum()),
                    (means + bests) / 2,
                    half,
                    float(loose.mean()),
                    searched,
                    drift_squares,
                )
        return found

    def _ranked(self, figures: dict[int, _Figures]) -> list[int]:
        """The plans' numbers, best first; those that were given up come after the others."""
        most = max((f.visits for f in figures.values()), default=0)

        def order(k: int) -> tuple[bool, float, int]:
            return figures[k].visits < FOLLOWED * most, -figures[k].value, self._plans[k]["spent"]

        return sorted(figures, key=order)

    def _odds(self, figures: dict[int, _Figures], order: list[int]) -> dict[int, float]:
        """The probability of each plan that was followed to be the best of them.

        True values are taken as normal around the estimates, with the covariance between the trees and the
        doubt within them.
        """
        most = max((f.visits for f in figures.values()), default=0)
        race = [k for k in order if figures[k].visits >= FOLLOWED * most]
        if len(race) < 2:
            return dict.fromkeys(race, 1.0)
        table = np.vstack([figures[k].values for k in race])
        covariance = np.cov(table) / table.shape[1] + np.diag([figures[k].half ** 2 for k in race])
        rng = np.random.default_rng(self._seed)
        draws = rng.multivariate_normal(table.mean(axis=1), covariance, size=DRAWS, method="eigh")
        top = draws >= draws.max(axis=1, keepdims=True) - 1e-12
        shares = (top / top.sum(axis=1, keepdims=True)).mean(axis=0)
        return {k: float(share) for k, share in zip(race, shares, strict=True)}

    def analysis(self) -> Analysis:
        """Return what has been found so far."""
        figures = self._figures()
        ranked = self._ranked(figures)
        odds = self._odds(figures, ranked)
        reader = Reader(self._turn.root, self)
        plans = tuple(
            self._measured(
                reader.plan(self._plans[k], self._plans[k], rank), figures, k, ranked[0], odds.get(k)
            )
            for rank, k in enumerate(ranked, 1)
            if rank <= self._top or self._plans[k].get("yours", False)
        )
        report = self._trees.report
        work = {"trials": report["simulations"], "stopped_by": self._stopped_by}
        found = self._turn.analysis(tuple(plans), self._seconds, work)
        return replace(
            found,
            measure="win" if self._growth.blank else found.measure,
            work=replace(
                found.work,
                nodes=found.work.nodes + report["walked"],
                leaves=found.work.leaves + report["leaves"],
                cut=found.work.cut + report["left_out"],
            ),
            plans_found=len(ranked),
            notes=(*self._words(report), *found.notes),
        )

    def _measured(
        self, plan: Plan, figures: dict[int, _Figures], number: int, best: int, odds: float | None
    ) -> Plan:
        """The plan with what the trees say of it, compared tree by tree: plans meet the same dice in each."""
        own, other = figures[number], figures[best]
        gap = other.value - own.value
        spread = float((other.values - own.values).var(ddof=1)) / len(own.values)
        error = 0.0 if number == best else sqrt(spread + own.half**2 + other.half**2)
        return replace(
            plan,
            value=own.value,
            standard_error=own.error,
            gap=gap,
            gap_error=error,
            tie=gap <= max(TIE * error, SAME),
            trials=own.visits,
            p_best=odds,
        )

    def _words(self, report: dict[str, Any]) -> list[str]:
        trees = self._growth.trees
        notes = [
            f"{report['simulations']} simulations in {trees} independent trees; standard errors are made of "
            "the spread between them, what each has not made up its mind about, and how far first estimates "
            "were off."
        ]
        if self._growth.blank:
            notes.append(f"Values are the chance to have won after {self._growth.turns} turns.")
        if report["settled"]:
            notes.append("Everything within these bounds has been looked at.")
        if report["full"]:
            notes.append("The memory allowed was used up: the trees have stopped growing.")
        return notes

    # What `Reader` asks of a search.

    def choice(self, state: bytes) -> dict[str, Any] | None:
        """Return the plan followed most from a choice within the turn; where none was, the first look's."""
        return self._trees.choice(state) or self._turn.search.choice(state)

    def outcomes(self, state: bytes) -> list[tuple[int, float, bytes]]:
        """Return what a chance event may bring: code, probability, state after it."""
        return self._turn.search.outcomes(state)

    def value(self, state: bytes) -> tuple[float, list[float]]:
        """Return the first look's value of a state."""
        return self._turn.search.value(state)

    def mean(self, state: bytes) -> tuple[float, list[float]]:
        """Return the value that the first look used for a state."""
        return self._turn.search.mean(state)


def mcts_turn(
    game: Game,
    position: Any,
    *,
    top: int = 5,
    seed: int = 0,
    limits: Limits | None = None,
    effort: Effort | None = None,
    growth: Growth | None = None,
    lines: Sequence[Sequence[str]] = (),
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    clock: Clock | None = None,
) -> Analysis:
    """Return the best plans for the turn by Monte Carlo tree search; see `MctsSearch` and `MctsSearch.more`.

    The same position, settings, simulations and seed give the same answer for any number of threads.

    References
    ----------
    Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem" (2002). Couetoux,
    Hoock, Sokolovska, Teytaud and Bonnard, "Continuous upper confidence trees" (2011). Cazenave and
    Saffidine, "Score bounded Monte-Carlo tree search" (2011). Kool, van Hoof and Welling, "Ancestral
    Gumbel-top-k sampling for sampling without replacement" (2020).
    """
    limits = limits or Limits()
    clock = clock or Clock(limits.seconds)
    search = MctsSearch(
        game, position, top=top, seed=seed, threads=threads, growth=growth,
        effort=effort_within(limits.seconds, effort), lines=lines, clock=clock,
    )  # fmt: skip
    return search.more(limits, progress=progress, clock=clock)
