"""What each level of effort does: fixed amounts of work, so a level says the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from advisor.analysis import Analysis
from advisor.game import Game
from advisor.search.levels import LEVELS
from advisor.search.limits import Clock, Limits, Progress
from advisor.search.plans import FIRST_LOOK, Effort, plan_turn
from advisor.search.rollouts import Reply, RolloutSettings, roll_out_turn

__all__ = ["LADDER", "Level", "level_turn", "up_to"]


@dataclass(frozen=True, slots=True)
class Level:
    """An amount of work.

    Attributes
    ----------
    effort : Effort
        Of the first look, which finds the plans.
    rollouts : RolloutSettings or None
        How the best of them are played on; None for a first look alone.
    trials : int
        Rollouts at most, for the plans that the level races; more in proportion where the user's race too.
    stop : float or None
        Fewer where the leader is the best with this probability.
    """

    effort: Effort = FIRST_LOOK
    rollouts: RolloutSettings | None = None
    trials: int = 0
    stop: float | None = None

    def trials_with(self, lines: int) -> int:
        """Return how many rollouts there are at most if so many plans of the user's race as well.

        >>> LADDER["quick"].trials_with(0), LADDER["quick"].trials_with(1)
        (48, 60)
        """
        if self.rollouts is None:
            return 1
        return ceil(self.trials * (self.rollouts.plans + lines) / self.rollouts.plans)

    @property
    def engine(self) -> str:
        """The search behind it, as `advisor.search.engines.ENGINES` names it."""
        return "value" if self.rollouts is None else "rollout"


WIDER_LOOK: Final = Effort(
    nodes=60_000, leaves=30_000, width=600, inner_width=60, few_ends=48, ends=120, inner_ends=4, finals=8,
    chances=24, inner_chances=2, coarse=128, fine=1024,
)  # fmt: skip
"""A tenth of a second or two."""

LADDER: Final[dict[str, Level]] = {
    "instant": Level(),
    "quick": Level(rollouts=RolloutSettings(plans=4, replies=1, controls=1), trials=48),
    "deep": Level(
        effort=WIDER_LOOK,
        rollouts=RolloutSettings(
            plans=16, replies=1, controls=1, reply=Reply(nodes=400, width=12, ends=4, chances=2)
        ),
        trials=1500,
        stop=0.99,
    ),
}
"""The levels, from the least work to the most."""

assert list(LADDER) == list(LEVELS)


def up_to(name: str) -> list[str]:
    """Return the levels up to one.

    >>> up_to("quick")
    ['instant', 'quick']
    """
    names = list(LADDER)
    return names[: names.index(name) + 1]


def level_turn(
    game: Game,
    position: Any,
    level: str,
    *,
    top: int = 5,
    seed: int = 0,
    lines: Sequence[Sequence[str]] = (),
    limits: Limits | None = None,
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    clock: Clock | None = None,
) -> Analysis:
    """Return the best plans for the turn by one level.

    Parameters
    ----------
    game, position, top, seed, lines
        As for `advisor.search.plans.plan_turn`.
    level : str
        One of `LADDER`.
    limits : Limits, optional
        In place of those of the level.
    threads, progress, clock
        As for `advisor.search.rollouts.roll_out_turn`; the lowest level takes no notice of them.

    Raises
    ------
    UsageError, IllegalEvent, CancelledError
        As `roll_out_turn`.
    """
    what = LADDER[level]
    if what.rollouts is None:
        return plan_turn(game, position, top=top, seed=seed, effort=what.effort, lines=lines)
    limits = limits or Limits(trials=what.trials_with(len(lines)), stop=what.stop)
    return roll_out_turn(
        game, position, top=top, seed=seed, lines=lines, effort=what.effort, settings=what.rollouts,
        limits=limits, threads=threads, progress=progress, clock=clock,
    )  # fmt: skip
