"""The adviser's answer to a position of any game, in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from advisor.analysis import Analysis
from advisor.errors import PositionError, Problem, UsageError
from advisor.game import game, planner
from advisor.search.limits import Progress, StopFlag

__all__ = ["Playable", "analyse"]


class Playable(Protocol):
    """A position that says of which game it is."""

    @property
    def game(self) -> str:
        """The game's name in `advisor.game.GAMES`."""

    def problems(self) -> tuple[Problem, ...]:
        """Return everything that is wrong with the position."""


def analyse(
    position: Playable,
    *,
    level: str | None = None,
    engine: str | None = None,
    seconds: float | None = None,
    trials: int | None = None,
    p_best: float | None = None,
    standard_error: float | None = None,
    depth: int | None = None,
    threads: int = 1,
    top: int = 5,
    seed: int = 0,
    lines: Sequence[Sequence[str]] = (),
    maps: bool = False,
    risk: bool = False,
    games: int = 0,
    team: bool = False,
    progress: Callable[[Progress], None] | None = None,
    partial: Callable[[Analysis], None] | None = None,
    stop: StopFlag | None = None,
) -> Analysis:
    """Return ranked plans for the turn of a position, as ``advisor advise`` prints them.

    Parameters
    ----------
    position : Playable
        A position in which somebody decides next; of any game of `advisor.game.GAMES`.
    level : str, optional
        How much work: ``"instant"``, ``"quick"`` or ``"deep"``, which is usual.
    engine : str, optional
        In place of a level: ``"value"``, ``"rollout"``, ``"expectimax"`` or ``"mcts"``.
    seconds : float, optional
        Wall-clock time at most; the answer is then that of the highest level that was finished.
    trials : int, optional
        Rollouts or simulations, in place of those of the level.
    p_best : float, optional
        Stop when the leader is the best with this probability (rollouts).
    standard_error : float, optional
        Stop when the leader's value is as sure as this (rollouts).
    depth : int, optional
        Turns (``engine="expectimax"``).
    threads : int
        Threads of rollouts and trees; the answer does not depend on it.
    top : int
        How many plans to return, at least 1; those of `lines` come on top of them.
    seed : int
        What random numbers follow from: the same position, options and seed give the same plans.
    lines : sequence of sequence of str
        Plans of your own, up to the end of the turn or the first chance event: valued and returned in any
        case.
    maps : bool
        Put a map of the coming chance event with every plan.
    risk : bool
        Put its risk with every plan, and say which of the best is the safest.
    games : int
        Games played on after every plan, to say how they end: 0 for none, else at least 2.
    team : bool
        Make a plan for the whole team (`advisor.game.planner`), tell it, and value what it has for this turn
        among the plans.
    progress : callable, optional
        Called with how far it is, between rounds of work.
    partial : callable, optional
        Called with the answer of each lower level; the first comes at once.
    stop : StopFlag, optional
        Set by another thread to stop; what was found by then is returned, at least a first look.

    Raises
    ------
    PositionError
        If the position contradicts itself or the rules.
    UsageError
        If nobody decides next, an option is out of range or has no use, or one of `lines` stops too early.
    IllegalEvent
        If one of `lines` is not legal.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> found = analyse(start, level="instant", top=1, lines=[["move 1,3", "end"]])
    >>> [plan.yours for plan in found.plans], found.plans[1].events, found.measure
    ([False, True], ('move 1,3', 'end'), 'score')
    >>> len(analyse(start, level="instant", top=1, maps=True).plans[0].map.cells)
    4

    A search that takes long tells what it has by then, and stops when it is told to:

    >>> flag, seen = StopFlag(), []
    >>> def look(found):
    ...     seen.append(found.work.by)
    ...     flag.set()
    >>> found = analyse(start, level="deep", partial=look, stop=flag)
    >>> seen, found.work.by, found.work.stopped_by
    (['instant'], 'instant', 'stopped')
    """
    from advisor.search.engines import Request, search_turn

    if p_best is not None and not 0.5 < p_best < 1:  # called `stop` in a request, which is a flag here
        raise UsageError(f"p_best: got {p_best}, expected a probability between 0.5 and 1")
    request = Request(
        level=level, engine=engine, trials=trials, seconds=seconds, stop=p_best,
        standard_error=standard_error, depth=depth, threads=threads,
    )  # fmt: skip
    problems = position.problems()
    if problems:
        raise PositionError(problems)
    played = game(position.game)
    plan = planner(position.game).team_plan(position, seed=seed) if team else None
    asked = lines if plan is None else (*plan.candidates, *lines)
    found = search_turn(
        played, position, request, top=top, seed=seed, lines=asked, progress=progress, partial=partial,
        stop=stop,
    )  # fmt: skip
    if plan is not None:
        from advisor.search.team import with_team

        found = with_team(found, plan, lines)
    if not (maps or risk or games):
        return found
    from advisor.search.outlook import with_outlook

    return with_outlook(played, position, found, maps=maps, risk=risk, games=games)
