"""The searches by name and the levels of effort: one call for whoever lets a person choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from advisor.analysis import Analysis
from advisor.errors import UsageError
from advisor.files import short
from advisor.game import Game
from advisor.search.ladder import LADDER, Level, level_turn, up_to
from advisor.search.levels import DEFAULT, LEVELS
from advisor.search.limits import CancelledError, Clock, Limits, Progress, StopFlag
from advisor.search.plans import FIRST_LOOK, plan_turn

__all__ = ["ENGINES", "Request", "search_turn"]

ENGINES: Final = {
    "value": "the mean of the static value over the coming roll",
    "rollout": "the best of these plans are played on against the same dice until one leads",
    "expectimax": "several turns deep, exact over the dice; for small boards and late positions",
    "mcts": "a tree of turns that grows where it pays",
}
"""What each search does, by its name."""


_LOWEST: Final = next(iter(LADDER))


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked for; None leaves it to the search.

    Attributes
    ----------
    level : str or None
        One of `advisor.search.levels.LEVELS`; without an engine, None is the level that is usual.
    engine : str or None
        One of `ENGINES`, in place of a level.
    trials : int or None
        Rollouts or simulations, in place of those of the level.
    seconds : float or None
        Wall-clock time at most. With a level, the answer is that of the highest level that was finished by
        then, or of the rounds of the next that were.
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
        If level or engine is unknown, both are given, or something was asked that it has no use for.
    """

    level: str | None = None
    engine: str | None = None
    trials: int | None = None
    seconds: float | None = None
    stop: float | None = None
    standard_error: float | None = None
    depth: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.level is not None and self.engine is not None:
            raise UsageError(
                f"level and engine: got {short(self.level)} and {short(self.engine)}, expected one of them",
                field="engine",
            )
        if self.level is not None and self.level not in LEVELS:
            raise UsageError(
                f"level: {short(self.level)}, expected one of {', '.join(LEVELS)}", field="level"
            )
        if self.engine is not None and self.engine not in ENGINES:
            raise UsageError(
                f"engine: {short(self.engine)}, expected one of {', '.join(ENGINES)}", field="engine"
            )
        given = {
            "trials": self.trials, "seconds": self.seconds, "stop": self.stop,
            "standard error": self.standard_error, "depth": self.depth,
        }  # fmt: skip
        for name, value in given.items():
            if value is not None and name not in self._uses(self.engine or self.chosen.engine):
                fits = [e for e in ENGINES if name in self._uses(e)]
                who = self.engine or f"level {self.level or DEFAULT}"
                raise UsageError(
                    f"{name}: {who} has no use for it, expected {' or '.join(fits)}",
                    field=name.replace(" ", "_"),
                )
        if self.threads < 1:
            raise UsageError(f"threads: {self.threads}, expected 1 or more", field="threads")
        self.limits(1)  # refuses numbers out of range

    @property
    def chosen(self) -> Level:
        """The level that counts where no engine was named."""
        return LADDER[self.level or DEFAULT]

    def limits(self, trials: int, stop: float | None = None) -> Limits:
        """Return the limits, with these where nothing was said of them."""
        return Limits(
            trials=self.trials if self.trials is not None else trials,
            seconds=self.seconds,
            stop=self.stop if self.stop is not None else stop,
            standard_error=self.standard_error,
        )

    def _uses(self, engine: str) -> tuple[str, ...]:
        both = ("trials", "seconds")
        found = {"rollout": (*both, "stop", "standard error"), "mcts": both, "expectimax": ("depth",)}
        return found.get(engine, ("seconds",) if self.engine is None else ())


@dataclass(frozen=True, slots=True)
class _Asked:
    """A position, and what is the same for every search of it."""

    game: Game
    position: Any
    request: Request
    top: int
    seed: int
    lines: Sequence[Sequence[str]]
    clock: Clock
    progress: Callable[[Progress], None] | None

    @property
    def common(self) -> dict[str, Any]:
        return {"top": self.top, "seed": self.seed, "lines": self.lines}

    def first_look(self) -> Analysis:
        """The answer that takes no time to speak of, whatever the clock says."""
        return plan_turn(self.game, self.position, effort=FIRST_LOOK, **self.common)

    def by_level(self, level: str, *, last: bool) -> Analysis:
        """The answer of a level; the limits that were asked for are those of the last one."""
        what = LADDER[level]
        limits = self.request.limits(what.trials_with(len(self.lines)), what.stop) if last else None
        return level_turn(
            self.game, self.position, level, limits=limits, threads=self.request.threads,
            progress=self.progress, clock=self.clock, **self.common,
        )  # fmt: skip

    def by_engine(self, engine: str) -> Analysis:
        """The answer of a search."""
        if engine == "rollout":
            from advisor.search.rollouts import roll_out_turn

            return roll_out_turn(
                self.game, self.position, limits=self.request.limits(20_000), threads=self.request.threads,
                progress=self.progress, clock=self.clock, **self.common,
            )  # fmt: skip
        if engine == "mcts":
            from advisor.search.mcts import mcts_turn

            return mcts_turn(
                self.game, self.position, limits=self.request.limits(5_000), threads=self.request.threads,
                progress=self.progress, clock=self.clock, **self.common,
            )  # fmt: skip
        if engine == "expectimax":
            from advisor.search.expectimax import expectimax_turn

            depth = 1 if self.request.depth is None else self.request.depth
            return expectimax_turn(self.game, self.position, depth=depth, clock=self.clock, **self.common)
        return plan_turn(self.game, self.position, clock=self.clock, **self.common)


def search_turn(
    game: Game,
    position: Any,
    request: Request,
    *,
    top: int = 5,
    seed: int = 0,
    lines: Sequence[Sequence[str]] = (),
    progress: Callable[[Progress], None] | None = None,
    partial: Callable[[Analysis], None] | None = None,
    stop: StopFlag | None = None,
) -> Analysis:
    """Return the best plans for the turn by the level or the search that was asked for.

    Parameters
    ----------
    game, position, top, seed, lines
        As for `advisor.search.plans.plan_turn`.
    request : Request
        Which level or search, and its limits.
    progress : callable, optional
        Called between rounds of work by those searches that work in rounds.
    partial : callable, optional
        Called with the answer of each lower level before the asked one's: the first comes at once.
    stop : StopFlag, optional
        Set by another thread to stop; what was found by then is returned, at least a first look.

    Raises
    ------
    UsageError, IllegalEvent
        As `plan_turn`.
    """
    asked = _Asked(game, position, request, top, seed, lines, Clock(request.seconds, stop), progress)
    if request.engine is not None:
        if partial is not None:
            partial(_named(asked.first_look(), _LOWEST))
        try:
            return _named(asked.by_engine(request.engine), request.engine)
        except CancelledError:
            return _named(asked.first_look(), _LOWEST, asked.clock.why)
    stages = up_to(request.level or DEFAULT)
    if request.seconds is None and partial is None and not stop:
        stages = stages[-1:]  # nobody needs the lower ones, and what the last says does not hang on them
    return _climb(asked, stages, partial)


def _climb(asked: _Asked, stages: Sequence[str], partial: Callable[[Analysis], None] | None) -> Analysis:
    """The answer of the last of these levels, or of the last that time was left for."""
    answer: Analysis | None = None
    for level in stages:
        if answer is not None and partial is not None:
            partial(answer)
        if answer is not None and asked.clock.late:
            return replace(answer, work=replace(answer.work, stopped_by=asked.clock.why))
        try:
            found = asked.by_level(level, last=level == stages[-1])
        except CancelledError:
            break
        if answer is None or found.work.trials or not asked.clock.late:
            answer = _named(found, level)
    if answer is None:
        return _named(asked.first_look(), _LOWEST, asked.clock.why)
    if answer.work.by != stages[-1]:
        return replace(answer, work=replace(answer.work, stopped_by=asked.clock.why))
    return answer


def _named(found: Analysis, by: str, why: str | None = None) -> Analysis:
    """The analysis with the name of what made it, and why nothing better did."""
    return replace(found, work=replace(found.work, by=by, stopped_by=why or found.work.stopped_by))
