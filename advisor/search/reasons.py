"""Reasons: why one plan is better than another, in contrasts that the search has computed.

What the contrasts are and what they are called the game says; which of them count, and in what order, is said
here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Any, Final

from advisor.analysis import Analysis, Plan
from advisor.analysis_reasons import Comparison, Contrast, Reason, Side
from advisor.errors import UsageError
from advisor.game import Game
from advisor.search.ladder import LADDER
from advisor.search.outlook import Outlook
from advisor.search.plans import SAME, TIE, TIE_OF_CHAINS

__all__ = ["LEAST_GAP", "LEAST_SHARE", "MOST", "Reasoner", "with_reasons"]

MOST: Final = 5
"""Reasons that are kept; people are told the first three."""

LEAST_GAP: Final = 0.002
"""Plans whose values are closer are equal to anybody at a table, however exact the values are; but nothing is
equal to a win that is certain."""

LEAST_SHARE: Final = 0.1
"""A contrast that explains less of the gap is no reason."""


class Reasoner:
    """Compares plans of an analysis.

    The maps are of static values, whatever the search: they are made in some milliseconds, and what a search
    that looks further finds beside them is a contrast of its own (``"ahead"``).

    Parameters
    ----------
    game, position
        The game, and the position that was analysed.
    analysis : Analysis
        The result of a search.

    Raises
    ------
    UsageError
        If no decision comes next.
    """

    def __init__(self, game: Game, position: Any, analysis: Analysis) -> None:
        self._game = game
        self._root = game.root(position)
        self._analysis = analysis
        by = LADDER.get(analysis.work.by)
        self._outlook = Outlook(game, position, seed=analysis.seed, effort=by.effort if by else None)
        self._sides: dict[int, Side] = {}

    def compare(self, one: int, two: int) -> Comparison:
        """Return two plans side by side, the better one first.

        Parameters
        ----------
        one, two : int
            Their ranks.

        Raises
        ------
        UsageError
            If one of them is not the rank of a plan of the analysis, or both are the same.
        """
        better, other = self._plan(one), self._plan(two)
        if one == two:
            raise UsageError(f"plans {one} and {two}: the same, expected two of them")
        if other.gap < better.gap:
            better, other = other, better
        gap = other.gap - better.gap
        error = hypot(better.gap_error, other.gap_error)
        if _alike(better, other, gap, error):
            return Comparison(better.rank, other.rank, gap, error, True)
        bar = max(LEAST_SHARE * gap, error)
        return Comparison(
            better=better.rank,
            other=other.rank,
            gap=gap,
            gap_error=error,
            equal=False,
            reasons=self._reasons(better, other, bar) or (self._bare(better, other),),
            against=self._reasons(other, better, bar),
        )

    def best(self) -> Comparison | None:
        """Return the best plan beside the next one that can be told from it; None if there is none."""
        plans = sorted(self._analysis.plans, key=lambda plan: plan.rank)
        further = [plan for plan in plans[1:] if not _alike(plans[0], plan, plan.gap, plan.gap_error)]
        return self.compare(plans[0].rank, further[0].rank) if further else None

    def _plan(self, rank: int) -> Plan:
        for plan in self._analysis.plans:
            if plan.rank == rank:
                return plan
        known = ", ".join(str(plan.rank) for plan in self._analysis.plans)
        raise UsageError(f"plan {rank}: not among those found, expected one of {known}")

    def _side(self, plan: Plan) -> Side:
        if plan.rank not in self._sides:
            self._sides[plan.rank] = Side(plan, self._outlook.map(plan), tuple(self._outlook.ends(plan)))
        return self._sides[plan.rank]

    def _reasons(self, plan: Plan, than: Plan, bar: float) -> tuple[Reason, ...]:
        """What speaks for a plan and weighs enough."""
        found = [contrast for contrast in self._contrasts(plan, than) if contrast.weight >= bar]
        found.sort(key=lambda contrast: -contrast.weight)
        return tuple(self._reason(contrast) for contrast in found[:MOST])

    def _contrasts(self, plan: Plan, than: Plan) -> Sequence[Contrast]:
        sides = (self._side(plan), self._side(than))
        found = [*self._root.contrasts(*sides)]
        if plan.trials and than.trials and all(side.map.met > 0 for side in sides):  # else nothing lies ahead
            later = tuple(side.plan.value - side.map.value for side in sides)
            found.append(Contrast("ahead", (("own", later[0]), ("other", later[1])), later[0] - later[1]))
        return found

    def _bare(self, better: Plan, other: Plan) -> Reason:
        """What is left to say where no contrast explains enough: many small ones do."""
        numbers = (("own", better.value), ("other", other.value))
        return self._reason(Contrast("sum", numbers, other.gap - better.gap))

    def _reason(self, contrast: Contrast) -> Reason:
        text = self._game.reason_text(contrast.kind, dict(contrast.parameters), self._analysis.measure)
        return Reason(contrast.kind, contrast.parameters, contrast.weight, text)


def _alike(better: Plan, other: Plan, gap: float, error: float) -> bool:
    """Whether two plans cannot be told apart; beside the best one a plan has said so itself."""
    if gap < LEAST_GAP and not (better.value == 1 and gap > SAME):
        return True
    if better.gap == 0:
        return other.tie
    return gap <= (TIE if better.trials else TIE_OF_CHAINS) * error


def with_reasons(
    game: Game, position: Any, analysis: Analysis, pairs: Sequence[tuple[int, int]] = ()
) -> Analysis:
    """Return an analysis that says why its best plan is the best.

    Parameters
    ----------
    game, position
        The game, and the position that was analysed.
    analysis : Analysis
        The result of a search.
    pairs : sequence of tuple of two int
        The ranks of plans to compare as well.

    Raises
    ------
    UsageError
        If a rank is not that of a plan of the analysis.
    """
    reasoner = Reasoner(game, position, analysis)
    found = [reasoner.best()] if analysis.plans else []
    found += [reasoner.compare(*pair) for pair in pairs]
    return replace(analysis, comparisons=tuple(dict.fromkeys(one for one in found if one is not None)))
