"""Rollouts with sequential halving: the few best plans are played on until it is clear which one is best."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from advisor._search import Rollouts
from advisor.analysis import Analysis, Plan
from advisor.errors import UsageError
from advisor.game import Game
from advisor.search.limits import Limits, Progress, StopFlag
from advisor.search.plans import SAME, TIE, Effort, TurnPlans
from advisor.search.statistics import mean_and_error, paired, probability_best

__all__ = ["Race", "RolloutSettings", "roll_out_turn"]

CHUNK: Final = 48
"""Trials a thread takes at a time: a block of the first roll of the base board."""


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """How rollouts are played.

    Attributes
    ----------
    plans : int
        How many plans enter the race, those of the user's on top of them.
    horizon : int
        Turns of the playout policy after the plan before the static value stands for the rest.
    controls : int
        Turns in which the luck of the roll is taken off.
    stratified : bool
        Whether the first roll is stratified.
    """

    plans: int = 12
    horizon: int = 6
    controls: int = 0
    stratified: bool = True


class Race:
    """A race of plans that can be continued: sequential halving (Karnin, Koren and Somekh 2013).

    Trials are shared out in rounds; after each, the worse half of the plans drops out. Every plan meets the
    same trials, so they are compared by paired differences.

    Parameters
    ----------
    turn : TurnPlans
        The plans of the turn, valued.
    settings : RolloutSettings
        How rollouts are played.
    seed : int
        Trial t of a seed meets the same dice after every plan.
    threads : int
        How many threads share the trials; the result does not depend on it.
    """

    def __init__(self, turn: TurnPlans, settings: RolloutSettings, *, seed: int, threads: int) -> None:
        if threads < 1:
            raise UsageError(f"threads: got {threads}, expected 1 or more")
        self.turn = turn
        self.seed = seed
        self.entrants = turn.entrants(settings.plans)
        self.values: list[NDArray[np.float64]] = [np.empty(0) for _ in self.entrants]
        self.alive = list(range(len(self.entrants)))
        self.trials = 0
        self._threads = threads
        self._rollouts = Rollouts(
            turn.search,
            [found["state"] for found in self.entrants],
            seed=seed,
            horizon=settings.horizon,
            controls=settings.controls,
            stratified=settings.stratified,
        )

    def ranking(self) -> list[int]:
        """Return the plans' numbers: those still in the race first, by mean; then who dropped out last."""

        def key(plan: int) -> tuple[bool, int, float, int]:
            values = self.values[plan]
            mean = float(values.mean()) if len(values) else self.entrants[plan]["value"]
            return (plan not in self.alive, -len(values), -mean, plan)

        return sorted(range(len(self.entrants)), key=key)

    def run_round(self, share: int, stop: Callable[[], bool]) -> bool:
        """Give every plan in the race so many more trials.

        Returns False if it was stopped: then nothing of the round is kept.
        """
        blocks = [
            (plan, len(self.values[plan]) + first, np.empty((min(CHUNK, share - first), 2)))
            for plan in self.alive
            for first in range(0, share, CHUNK)
        ]

        def work(block: tuple[int, int, NDArray[np.float64]]) -> bool:
            plan, first, out = block
            return not stop() and self._rollouts.run(plan, first, out) == len(out)

        if self._threads == 1:
            done = all(work(block) for block in blocks)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                done = all(pool.map(work, blocks))
        if not done:
            return False
        for plan in self.alive:
            new = [out[:, 0] - out[:, 1] for owner, _, out in blocks if owner == plan]
            self.values[plan] = np.concatenate([self.values[plan], *new])
        self.trials += share * len(self.alive)
        return True

    def drop_half(self) -> None:
        """Let the worse half of the plans in the race drop out, but for two; the user's plans stay."""
        order = [p for p in self.ranking() if p in self.alive]
        keep = set(order[: max(2, ceil(len(order) / 2))])
        keep |= {p for p in order if self.entrants[p].get("yours", False)}
        self.alive = sorted(keep)

    def p_best(self) -> tuple[int, float]:
        """Return the leader and the probability that it is the best of those still in the race."""
        leader = self.ranking()[0]
        odds = probability_best([self.values[p] for p in self.alive], self.seed)
        return leader, float(odds[self.alive.index(leader)])

    def cancel(self) -> None:
        """Stop the trials under way."""
        self._rollouts.cancel()


def roll_out_turn(
    game: Game,
    position: Any,
    *,
    top: int = 5,
    seed: int = 0,
    limits: Limits | None = None,
    effort: Effort | None = None,
    settings: RolloutSettings | None = None,
    lines: Sequence[Sequence[str]] = (),
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    stop: StopFlag | None = None,
) -> Analysis:
    """Return the best plans for the turn by a race of rollouts among those that look best.

    Parameters
    ----------
    game, position, top, seed, effort, lines
        As for `advisor.search.plans.plan_turn`.
    limits : Limits, optional
        When to stop.
    settings : RolloutSettings, optional
        How rollouts are played.
    threads : int
        How many threads share the trials; the result does not depend on it.
    progress : callable, optional
        Called after every round.
    stop : StopFlag, optional
        Set by another thread to stop; the result so far is returned.

    Raises
    ------
    UsageError, IllegalEvent
        As `plan_turn`.
    """
    limits = limits or Limits()
    began = time.perf_counter()
    turn = TurnPlans(game, position, seed=seed, effort=effort, lines=lines, top=top)
    race = Race(turn, settings or RolloutSettings(), seed=seed, threads=threads)

    def late() -> bool:
        return bool(stop) or (limits.seconds is not None and time.perf_counter() - began >= limits.seconds)

    why = "trials"
    share = CHUNK
    while True:
        share = min(share, (limits.trials - race.trials) // len(race.alive) // CHUNK * CHUNK)
        if share == 0:
            break
        if not race.run_round(share, late):
            why = "stopped" if stop else "seconds"
            break
        leader, odds = race.p_best()
        if progress is not None:
            event = turn.reader.first_event(race.entrants[leader])
            progress(Progress(race.trials, limits.trials, time.perf_counter() - began, event, odds))
        if limits.stop is not None and odds >= limits.stop:
            why = "stop"
            break
        if limits.standard_error is not None:
            error = mean_and_error(race.values[leader])[1]
            if error <= limits.standard_error:
                why = "standard error"
                break
        race.drop_half()
        share *= 2
    return _analysis(race, top, began, why)


def _analysis(race: Race, top: int, began: float, why: str) -> Analysis:
    order = race.ranking()
    best = order[0]
    odds: dict[int, float] = {}
    if len(race.values[best]):
        shares = probability_best([race.values[p] for p in race.alive], race.seed)
        odds = {p: float(share) for p, share in zip(race.alive, shares, strict=True)}
    plans = []
    for rank, number in enumerate(order, 1):
        found = race.entrants[number]
        if rank <= top or found.get("yours", False):
            plan = race.turn.reader.plan(found, race.entrants[best], rank)
            plans.append(_measured(plan, race, number, best, odds.get(number)))
    work = {"trials": race.trials, "stopped_by": why}
    return race.turn.analysis(tuple(plans), time.perf_counter() - began, work)


def _measured(plan: Plan, race: Race, number: int, best: int, odds: float | None) -> Plan:
    """The plan with what the rollouts say of it; without any trial it stays as it was."""
    values = race.values[number]
    if not len(values):
        return plan
    mean, error = mean_and_error(values)
    gap, gap_error = (0.0, 0.0) if number == best else paired(race.values[best], values)
    return replace(
        plan,
        value=mean,
        standard_error=error,
        gap=gap,
        gap_error=gap_error,
        tie=gap <= max(TIE * gap_error, SAME),
        trials=len(values),
        p_best=odds,
    )
