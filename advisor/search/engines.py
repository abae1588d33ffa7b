"""The searches by name: one call for the shell and whoever else lets a person choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from advisor.analysis import Analysis
from advisor.errors import UsageError
from advisor.game import Game
from advisor.search.limits import Limits, Progress, StopFlag
from advisor.search.plans import plan_turn

__all__ = ["ENGINES", "Request", "search_turn"]

ENGINES: Final = {
    "value": "the mean of the static value over the coming roll: the first answer, some tenths of a second",
    "rollout": "the best of these plans are played on against the same dice until one leads",
    "expectimax": "several turns deep, exact over the dice; for small boards and late positions",
    "mcts": "a tree of turns that grows where it pays",
}
"""What each search does, by its name."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked for; None leaves it to the search.

    Attributes
    ----------
    engine : str
        One of `ENGINES`.
    trials : int or None
        Rollouts or simulations.
    seconds : float or None
        Wall-clock time.
    stop : float or None
        Stop when the leader is the best with this probability (rollouts).
    standard_error : float or None
        Stop when the leader's value is as sure as this (rollouts).
    depth : int or None
        Turns (expectimax).
    threads : int
        Threads of rollouts and trees; the answer does not depend on it.

    Raises
    ------
    UsageError
        If the engine is unknown, or something was asked that it has no use for.
    """

    engine: str = "value"
    trials: int | None = None
    seconds: float | None = None
    stop: float | None = None
    standard_error: float | None = None
    depth: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise UsageError(f'engine: "{self.engine}", expected one of {", ".join(ENGINES)}')
        given = {
            "trials": self.trials, "seconds": self.seconds, "stop": self.stop,
            "standard error": self.standard_error, "depth": self.depth,
        }  # fmt: skip
        for name, value in given.items():
            if value is not None and name not in _uses(self.engine):
                fits = [e for e in ENGINES if name in _uses(e)]
                raise UsageError(f"{name}: {self.engine} has no use for it, expected {' or '.join(fits)}")
        if self.threads < 1:
            raise UsageError(f"threads: {self.threads}, expected 1 or more")

    def limits(self, trials: int) -> Limits:
        """Return the limits, with so many trials if nothing was said of them."""
        return Limits(
            trials=self.trials if self.trials is not None else trials,
            seconds=self.seconds,
            stop=self.stop,
            standard_error=self.standard_error,
        )


def _uses(engine: str) -> tuple[str, ...]:
    both = ("trials", "seconds")
    return {"rollout": (*both, "stop", "standard error"), "mcts": both, "expectimax": ("depth",)}.get(
        engine, ()
    )


def search_turn(
    game: Game,
    position: Any,
    request: Request,
    *,
    top: int = 5,
    seed: int = 0,
    lines: Sequence[Sequence[str]] = (),
    progress: Callable[[Progress], None] | None = None,
    stop: StopFlag | None = None,
) -> Analysis:
    """Return the best plans for the turn by the search that was asked for.

    Parameters
    ----------
    game, position, top, seed, lines
        As for `advisor.search.plans.plan_turn`.
    request : Request
        Which search, and its limits.
    progress : callable, optional
        Called between rounds of work by those searches that work in rounds.
    stop : StopFlag, optional
        Set by another thread to stop those searches; the result so far is returned.

    Raises
    ------
    UsageError, IllegalEvent
        As `plan_turn`.
    """
    if request.engine == "rollout":
        from advisor.search.rollouts import roll_out_turn

        return roll_out_turn(
            game, position, top=top, seed=seed, lines=lines, limits=request.limits(20_000),
            threads=request.threads, progress=progress, stop=stop,
        )  # fmt: skip
    if request.engine == "mcts":
        from advisor.search.mcts import mcts_turn

        return mcts_turn(
            game, position, top=top, seed=seed, lines=lines, limits=request.limits(5_000),
            threads=request.threads, progress=progress, stop=stop,
        )  # fmt: skip
    if request.engine == "expectimax":
        from advisor.search.expectimax import expectimax_turn

        depth = 1 if request.depth is None else request.depth
        return expectimax_turn(game, position, depth=depth, top=top, seed=seed, lines=lines)
    return plan_turn(game, position, top=top, seed=seed, lines=lines)
