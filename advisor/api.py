"""The adviser's answer to a position of any game, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from advisor.analysis import Analysis
from advisor.errors import PositionError, Problem
from advisor.game import game

__all__ = ["Playable", "analyse"]


class Playable(Protocol):
    """A position that says of which game it is."""

    @property
    def game(self) -> str:
        """The game's name in `advisor.game.GAMES`."""

    def problems(self) -> tuple[Problem, ...]:
        """Return everything that is wrong with the position."""


def analyse(
    position: Playable, *, top: int = 5, seed: int = 0, lines: Sequence[Sequence[str]] = (),
    maps: bool = False, risk: bool = False, games: int = 0,
) -> Analysis:  # fmt: skip
    """Return ranked plans for the turn of a position, as ``advisor advise`` prints them.

    Parameters
    ----------
    position : Playable
        A position in which somebody decides next; of any game of `advisor.game.GAMES`.
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

    Raises
    ------
    PositionError
        If the position contradicts itself or the rules.
    UsageError
        If nobody decides next, `top` is below 1, or one of `lines` stops too early.
    IllegalEvent
        If one of `lines` is not legal.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> found = analyse(start, top=1, lines=[["move 1,3", "end"]])
    >>> [plan.yours for plan in found.plans], found.plans[1].events, found.measure
    ([False, True], ('move 1,3', 'end'), 'score')
    >>> len(analyse(start, top=1, maps=True).plans[0].map.cells)
    4
    """
    from advisor.search.plans import plan_turn

    problems = position.problems()
    if problems:
        raise PositionError(problems)
    played = game(position.game)
    found = plan_turn(played, position, top=top, seed=seed, lines=lines)
    if not (maps or risk or games):
        return found
    from advisor.search.outlook import with_outlook

    return with_outlook(played, position, found, maps=maps, risk=risk, games=games)
