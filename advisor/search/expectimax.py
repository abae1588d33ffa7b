"""Plans ranked by an expectimax some turns deep: thin over the compiled search, blind to the game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from advisor import __version__
from advisor._search import Expectimax
from advisor.analysis import Analysis, Work
from advisor.errors import UsageError
from advisor.game import Game
from advisor.search.limits import CancelledError, Clock
from advisor.search.plans import Reader, notes_on, with_lines

__all__ = ["EVERYTHING", "Breadth", "Depth", "expectimax_turn"]


@dataclass(frozen=True, slots=True)
class Breadth:
    """How much is looked at in one turn.

    Attributes
    ----------
    width : int
        States kept at each number of AP spent.
    ends : int
        Ways to end the turn that are valued over the next roll, by the order of their static values.
    deep : int
        Of these, those that are searched to the full depth, by the order of that mean.
    chances : int
        Chance events within the turn that are followed.
    """

    width: int
    ends: int
    deep: int
    chances: int


@dataclass(frozen=True, slots=True)
class Depth:
    """What a search of some turns looks at; the same settings give the same answer everywhere.

    Attributes
    ----------
    first, later : Breadth
        In the turn at the root, and in all others.
    limit : int
        Chance events between two turns are expanded exactly as long as their numbers of outcomes multiply to
        at most this; beyond, four chains are sampled.
    last : int
        The same after the last turn.
    cells : int
        Size of the transposition table, in states; 0 for none.
    star : bool
        Whether means over chance that cannot come above the best plan known are given up (Star1).
    blank : bool
        True to count a game that is not over after the last turn as nothing: values are then the chance to
        have won by that time. False to take its static value.
    nodes : int
        States of all walks that may be under way at one time.
    """

    first: Breadth = Breadth(width=1000, ends=120, deep=12, chances=6)
    later: Breadth = Breadth(width=60, ends=12, deep=3, chances=1)
    limit: int = 64
    last: int = 128
    cells: int = 1 << 16
    star: bool = True
    blank: bool = False
    nodes: int = 300_000


_ALL: Final = Breadth(width=10**6, ends=10**6, deep=10**6, chances=10**6)

EVERYTHING: Final = Depth(first=_ALL, later=_ALL, limit=10**9, last=10**9)
"""Nothing is left out: for small games."""


def expectimax_turn(
    game: Game,
    position: Any,
    *,
    depth: int = 2,
    top: int = 5,
    seed: int = 0,
    nodes: int = 5_000_000,
    settings: Depth | None = None,
    lines: Sequence[Sequence[str]] = (),
    clock: Clock | None = None,
) -> Analysis:
    """Return the best plans for the turn, by the best play of the turns to come over all dice.

    Parameters
    ----------
    game : Game
        The position's game.
    position : Position
        A position in which a decision comes next.
    depth : int
        Turns that are looked at, the one under way included; 1 or more.
    top : int
        How many plans to return, 1 to 1000; those of `lines` come on top of them. Others are looked at only
        until it is known that they are not among these.
    seed : int
        For chance events beyond the exact bound.
    nodes : int
        Work units allowed: states walked, states after chance, static values. Beyond, the playout policy
        plays turns out, and the analysis says so.
    settings : Depth, optional
        How much to look at.
    lines : sequence of sequence of str
        Plans of the user's, up to the end of the turn or the first chance event: valued and returned in any
        case.
    clock : Clock, optional
        What may end the search; then there is no answer.

    Raises
    ------
    UsageError
        If the game is over, no decision comes next, a number is out of range, or one of `lines` stops too
        early.
    IllegalEvent
        If one of `lines` is not legal.
    CancelledError
        If the clock ended the search.

    References
    ----------
    Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21
    (1983).
    """
    for name, value, most in (("depth", depth, 20), ("top", top, 1000), ("nodes", nodes, 10**12)):
        if not 1 <= value <= most:
            raise UsageError(f"{name}: got {value}, expected 1 to {most}")
    began = time.perf_counter()
    settings = settings or Depth()
    root = game.root(position)
    search = Expectimax(
        root.table,
        root.owner,
        root.state,
        root.player,
        seed,
        turns=depth,
        budget=nodes,
        first=_numbers(settings.first),
        later=_numbers(settings.later),
        limit=settings.limit,
        last=settings.last,
        cells=settings.cells,
        star=settings.star,
        blank=settings.blank,
        nodes=settings.nodes,
    )
    given = [root.codes(line) for line in lines]
    with (clock or Clock()).watch(search.cancel):
        if not search.run(top, given):
            raise CancelledError
    found = with_lines(root, search, search.plans(), given)
    reader = Reader(root, search)
    plans = tuple(
        reader.plan(f, found[0], rank)
        for rank, f in enumerate(found, 1)
        if rank <= top or f.get("yours", False)
    )
    report = search.report
    return Analysis(
        game=game.id,
        position=game.position_json(position),
        measure="win" if root.calibrated or settings.blank else "score",
        seed=seed,
        engine=f"advisor {__version__}",
        work=Work(
            nodes=report["nodes"],
            valued=report["states"],
            leaves=report["leaves"],
            cut=report["cut"],
            seconds=time.perf_counter() - began,
        ),
        complete=report["complete"] and not report["unsearched"],
        plans=plans,
        plans_found=len(found),
        notes=(*_words(depth, settings, report), *notes_on(root, {"complete": True, "cut": 0}, plans)),
    )


def _numbers(breadth: Breadth) -> tuple[int, int, int, int]:
    return min(breadth.width, 10**9), breadth.ends, breadth.deep, breadth.chances


def _words(depth: int, settings: Depth, report: dict[str, Any]) -> list[str]:
    """What a reader should know of the search."""
    turns = f"{depth} turn{'s' if depth > 1 else ''}"
    notes = [f"Looked {turns} deep; {report['given_up']} means over the dice were given up early."]
    if settings.blank:
        notes.append(f"Values are the chance to have won after {turns}.")
    if report["unsearched"]:
        notes.append(f"{report['unsearched']} plans were left out after a cheap look.")
    if report["sampled"]:
        notes.append(f"After {report['sampled']} rolls what came next was sampled, four chains each.")
    if report["spent"]:
        notes.append("The work allowed was used up: some turns were played out by the playout policy.")
    return notes
