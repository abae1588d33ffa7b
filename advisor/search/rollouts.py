"""Rollouts with sequential halving: the few best plans are played on until it is clear which one is best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from math import ceil, hypot
from queue import SimpleQueue
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from advisor._search import Replier, Rollouts
from advisor.analysis import Analysis, Plan
from advisor.errors import UsageError
from advisor.game import Game
from advisor.search.limits import Clock, Limits, Progress
from advisor.search.plans import SAME, TIE, Effort, TurnPlans, effort_within
from advisor.search.statistics import mean_and_error, paired, probability_best

__all__ = ["Race", "RolloutSettings", "roll_out_turn"]

CHUNK: Final = 48
"""Trials a thread takes at a time: a block of the first roll of the base board."""

REPLY_CHUNK: Final = 12
"""The same where the one-ply search replies: a quarter, as a trial costs some twenty times as much."""


@dataclass(frozen=True, slots=True)
class Reply:
    """How much the one-ply search of a turn in a rollout looks at.

    Attributes
    ----------
    nodes : int
        States walked, beyond which the playout policy plays the turn out: few, so that it does after a chance
        event within the turn.
    width : int
        States kept at each number of AP spent.
    ends : int
        Ways to end the turn that are valued over the coming roll.
    chances : int
        Chance events within the turn that are followed.
    limit : int
        Chance events are expanded exactly as long as their numbers of outcomes multiply to at most this.
    """

    nodes: int = 50
    width: int = 6
    ends: int = 3
    chances: int = 1
    limit: int = 64


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
    replies : int
        Turns after the plan that the one-ply search plays; what it says of the last stands for the rest. 0:
        the playout policy plays, as far as its `horizon`.
    reply : Reply
        How much the one-ply search looks at.
    """

    plans: int = 12
    horizon: int = 6
    controls: int = 0
    stratified: bool = True
    replies: int = 0
    reply: Reply = Reply()

    @property
    def chunk(self) -> int:
        """Trials that a thread takes at a time; a plan's first share."""
        return REPLY_CHUNK if self.replies else CHUNK


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
    entrants : sequence of dict, optional
        The plans that race, of those of the turn; by default the best by their first values, and the user's.
    """

    def __init__(
        self,
        turn: TurnPlans,
        settings: RolloutSettings,
        *,
        seed: int,
        threads: int,
        entrants: Sequence[dict[str, Any]] | None = None,
    ) -> None:
        if threads < 1:
            raise UsageError(f"threads: got {threads}, expected 1 or more")
        self.turn = turn
        self.seed = seed
        self.entrants = turn.entrants(settings.plans) if entrants is None else list(entrants)
        self.values: list[NDArray[np.float64]] = [np.empty(0) for _ in self.entrants]
        self.alive = list(range(len(self.entrants)))
        self.trials = 0
        self._threads = threads
        self._chunk = settings.chunk
        self._repliers: SimpleQueue[Replier | None] = SimpleQueue()
        for _ in range(threads):
            self._repliers.put(Replier(turn.search, **asdict(settings.reply)) if settings.replies else None)
        self._rollouts = Rollouts(
            turn.search,
            [found["state"] for found in self.entrants],
            seed=seed,
            horizon=settings.horizon,
            controls=settings.controls,
            stratified=settings.stratified,
            replies=settings.replies,
        )

    def ranking(self) -> list[int]:
        """Return the plans' numbers: those still in the race first, by mean; then who dropped out last."""

        def key(plan: int) -> tuple[bool, int, float, int]:
            values = self.values[plan]
            mean = float(values.mean()) if len(values) else self.entrants[plan]["value"]
            return (plan not in self.alive, -len(values), -mean, plan)

        return sorted(range(len(self.entrants)), key=key)

    def run_round(self, share: int, clock: Clock) -> bool:
        """Give every plan in the race so many more trials.

        Returns False if the clock ended it: then nothing of the round is kept.
        """
        blocks = [
            (plan, len(self.values[plan]) + first, np.empty((min(self._chunk, share - first), 2)))
            for plan in self.alive
            for first in range(0, share, self._chunk)
        ]

        def work(block: tuple[int, int, NDArray[np.float64]]) -> bool:
            plan, first, out = block
            if clock.late:
                return False
            replier = self._repliers.get()
            try:
                return self._rollouts.run(plan, first, out, replier) == len(out)
            finally:
                self._repliers.put(replier)

        with clock.watch(self._rollouts.cancel):
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
    clock: Clock | None = None,
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
    clock : Clock, optional
        What may end the race, besides the limits: the result so far is returned.

    Raises
    ------
    UsageError, IllegalEvent
        As `plan_turn`.
    CancelledError
        If the clock ended the search before it had any plan.
    """
    limits = limits or Limits()
    clock = clock or Clock(limits.seconds)
    effort = effort_within(limits.seconds, effort)
    turn = TurnPlans(game, position, seed=seed, effort=effort, lines=lines, top=top, clock=clock)
    settings = settings or RolloutSettings()
    race = Race(turn, settings, seed=seed, threads=threads)

    why = "trials"
    chunk = share = settings.chunk
    while True:
        # whole blocks; of fewer trials than a first block of all plans takes, every plan gets its part
        each = (limits.trials - race.trials) // len(race.alive)
        share = min(share, each // chunk * chunk or (0 if race.trials else each))
        if share == 0:
            break
        if not race.run_round(share, clock):
            why = clock.why
            break
        leader, odds = race.p_best()
        if progress is not None:
            event = turn.reader.first_event(race.entrants[leader])
            progress(Progress(race.trials, limits.trials, clock.spent, event, odds))
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
    return _analysis(race, top, clock.spent, why)


def _analysis(race: Race, top: int, seconds: float, why: str) -> Analysis:
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
    return race.turn.analysis(tuple(plans), seconds, work)


def _measured(plan: Plan, race: Race, number: int, best: int, odds: float | None) -> Plan:
    """The plan with what the rollouts say of it; without any trial it stays as it was.

    A plan that dropped out is valued by what the best one has come to by now, less the gap over the trials
    that both met: the luck of these trials is in both, so this is nearer than its own mean.
    """
    values = race.values[number]
    if not len(values):
        return plan
    gap, gap_error = (0.0, 0.0) if number == best else paired(race.values[best], values)
    mean, error = mean_and_error(race.values[best])
    if len(values) == len(race.values[best]):
        error = mean_and_error(values)[1]
    else:
        error = hypot(error, gap_error)
    mean = min(max(mean - gap, 0.0), 1.0)
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
