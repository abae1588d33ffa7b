"""Why one plan is better than another, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from advisor.lines import words_of
from advisor.shell.plan_words import flow
from advisor.value_words import gap_words, printed_gap
from advisor.words import _

if TYPE_CHECKING:
    from advisor.analysis import Analysis
    from advisor.analysis_reasons import Comparison

__all__ = ["TOLD", "equal_lines", "reason_lines"]

TOLD: Final = 3
"""Reasons that are told for the better plan; one is told for the other."""


def reason_lines(comparison: Comparison, analysis: Analysis, width: int, indent: str) -> Iterator[str]:
    """Yield why the better of two plans is better, and the weightiest thing that speaks for the other.

    Parameters
    ----------
    comparison : Comparison
        Of plans that are not equal.
    analysis : Analysis
        The analysis that it belongs to.
    width : int
        Columns.
    indent : str
        What stands before each line.
    """
    values = {plan.rank: plan.value for plan in analysis.plans}
    gap = printed_gap(values[comparison.better], values[comparison.other], analysis.measure)
    said = _("{gap} better than {rank}:")
    head = said.format(gap=gap_words(gap, analysis.measure), rank=comparison.other)
    yield from flow(words_of(head), indent, width)
    for reason in comparison.reasons[:TOLD]:
        yield from flow(["-", *words_of(reason.text)], f"{indent}  ", width)
    for reason in comparison.against[:1]:
        said = _("for {rank} speaks: {reason}").format(rank=comparison.other, reason=reason.text)
        yield from flow(words_of(said), f"{indent}  ", width)


def equal_lines(analysis: Analysis, width: int) -> Iterator[str]:
    """Yield which plans that were compared are equal within the noise."""
    if analysis.comparisons == () and len(analysis.plans) > 1:
        yield from flow(words_of(_("The plans shown are equal within the noise.")), "", width)
    for comparison in analysis.comparisons or ():
        if comparison.equal:
            said = _("Plans {one} and {two} are equal within the noise: {gap} ± {error} apart.").format(
                one=comparison.better,
                two=comparison.other,
                gap=gap_words(comparison.gap, analysis.measure),
                error=gap_words(comparison.gap_error, analysis.measure),
            )
            yield from flow(words_of(said), "", width)
