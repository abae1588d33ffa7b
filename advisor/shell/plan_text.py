"""Ranked plans as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from advisor.analysis import Analysis, Branch, Plan, Step
from advisor.lines import words_of
from advisor.shell.outlook_text import caution_lines, outlook_lines
from advisor.shell.plan_words import cells, flow, joined
from advisor.shell.reason_text import equal_lines, reason_lines
from advisor.value_words import gap_words, measure_words, printed_gap, value_words
from advisor.words import _, marked

__all__ = ["analysis_lines"]

Line = tuple[int, str, tuple[str, ...]]
"""Depth, label and actions of a branch."""

_INDENT: Final = "    "
_FEW: Final = 8
"""Outcomes that are all named; of more, the largest group is called the others."""

_DEEPEST: Final = 2
"""Chance events one after another that are told; what comes later is asked for when it has come to that."""

_MOST: Final = 8
"""Lines for one chance event."""

_MORE: Final = "..."
"""Stands where more is known than told."""


def analysis_lines(analysis: Analysis, head: str, *, width: int, dot: str = "·") -> Iterator[str]:
    """Yield the lines that show an analysis.

    Parameters
    ----------
    analysis : Analysis
        What was found.
    head : str
        What the position is about, the first line.
    width : int
        Columns; lines are broken between actions.
    dot : str
        What stands between two actions.
    """
    told: list[str] = []
    for plan in analysis.plans:
        told.append("")
        told += _title(plan, analysis.measure, width)
        told += flow(joined(_steps(plan.steps), f" {dot}"), _INDENT, width)
        for depth, label, steps in _branches(plan.branches, 1):
            words = [*words_of(label), *joined(steps, f" {dot}")]
            told += flow(words, _INDENT * (depth + 1), width)
        for comparison in analysis.comparisons or ():
            if comparison.better == plan.rank and not comparison.equal:
                told += reason_lines(comparison, analysis, width, _INDENT)
        told += outlook_lines(plan, analysis.measure, width, _INDENT)
    yield head
    shown = _("{shown} of {found} plans, best first")
    yield shown.format(shown=len(analysis.plans), found=analysis.plans_found)
    yield from told
    yield ""
    yield from flow(joined(_work(analysis), ","), "", width)
    if any(line.endswith(_MORE) for line in told):
        said = _("{more} stands for what to do after further dice or reveals; --json has all of it.")
        yield from flow(words_of(said.format(more=_MORE)), "", width)
    yield from equal_lines(analysis, width)
    yield from caution_lines(analysis, width)
    for note in analysis.notes:
        yield from flow(words_of(note), "", width)


def _title(plan: Plan, measure: str, width: int) -> Iterator[str]:
    """Yield the line with a plan's figures; what does not fit comes on another."""
    parts = [f"{measure_words(measure)} {value_words(plan.value, plan.standard_error, measure)}"]
    saves = _("spends {spent} AP, saves {saved}") if plan.saved is not None else _("spends {spent} AP")
    parts.append(saves.format(spent=plan.spent, saved=plan.saved))
    if plan.rank > 1:
        behind = _gap(plan, measure)
        tie = _("tie with the best ({behind})") if behind else _("tie with the best")
        parts.append(tie.format(behind=behind) if plan.tie else behind)
    if plan.yours:
        parts.append(_("yours"))
    if plan.team:
        parts.append(_("the team's"))
    line = f"{plan.rank:2}  {parts[0]}"
    for part in parts[1:]:
        if cells(line) + 3 + cells(part) > width:
            yield line
            line = f"{_INDENT}{part}"
        else:
            line += f"   {part}"
    yield line


def _gap(plan: Plan, measure: str) -> str:
    """Say how far a plan is behind the best, nothing where it is not."""
    gap = printed_gap(plan.value + plan.gap, plan.value, measure)
    if gap > 0:
        return _("{gap} behind").format(gap=gap_words(gap, measure))
    least = gap_words(0.001 if measure == "win" else 0.0001, measure)
    return "" if plan.tie else _("less than {gap} behind").format(gap=least)


def _steps(steps: Sequence[Step]) -> list[str]:
    return [f"{step.event} ({step.cost})" if step.cost else step.event for step in steps]


def _branches(branches: Sequence[Branch], depth: int) -> Iterator[Line]:
    """Yield a line for each branch; outcomes after which one does the same are one line.

    Of a chance event with too many different answers only the likeliest are told.
    """
    groups: dict[tuple[tuple[str, ...], tuple[Line, ...]], tuple[list[str], float]] = {}
    for branch in branches:
        steps = tuple(_steps(branch.steps)) or (_("not looked at any further"),)
        rest: tuple[Line, ...] = ()
        if branch.branches and (depth == _DEEPEST or (_is_dice(branches) and _is_dice(branch.branches))):
            steps = (*steps, _MORE)
        else:
            rest = tuple(_branches(branch.branches, depth + 1))
        outcomes, probability = groups.get((steps, rest), ([], 0.0))
        groups[steps, rest] = ([*outcomes, *branch.outcomes], probability + branch.probability)
    number = sum(len(branch.outcomes) for branch in branches)
    told = sorted(groups.items(), key=lambda group: -group[1][1])
    left = sum(len(group[1][0]) for group in told[_MOST:])
    told = told[:_MOST]
    others = not left and len(told) > 1 and len(told[0][1][0]) > _FEW
    if others:  # the largest group, without its dice, after those that are named
        told = [*told[1:], told[0]]
    for place, ((steps, rest), (outcomes, probability)) in enumerate(told, 1):
        label = _label(outcomes, probability, number, others and place == len(told))
        yield depth, label, steps
        yield from rest
    if left:
        share = _share(left, number)
        yield depth, _("other dice ({share}):").format(share=share), (_MORE,)


def _is_dice(branches: Sequence[Branch]) -> bool:
    return not any(outcome.startswith("reveal") for branch in branches for outcome in branch.outcomes)


def _label(outcomes: Sequence[str], probability: float, number: int, others: bool) -> str:
    if not outcomes:
        return _("then:")
    kind, what = outcomes[0].split(" ")[0], outcomes[0].partition(" ")[2]
    if kind == "reveal" and len(outcomes) > 1:
        return _("whatever it is:")
    if kind == "reveal":
        return _("if a {what} ({odds}):").format(what=_(what.replace("-", " ")), odds=_odds(probability))
    share = _share(len(outcomes), number)
    if len(outcomes) == number:
        return _("whatever the dice:")
    if others:
        return _("all other dice ({share}):").format(share=share)
    dice = sorted(outcome.partition(" ")[2] for outcome in outcomes)
    return _("dice {dice} ({share}):").format(dice=" ".join(dice), share=share)


def _share(part: int, whole: int) -> str:
    return _("{part} of {whole}").format(part=part, whole=whole)


def _odds(probability: float) -> str:
    """Return the chance of a draw from at most fifteen markers.

    >>> _odds(8 / 13), _odds(1.0)
    ('8 of 13', 'certain')
    """
    odds = Fraction(probability).limit_denominator(15)
    return _("certain") if odds == 1 else _share(odds.numerator, odds.denominator)


def _work(analysis: Analysis) -> list[str]:
    work = analysis.work
    told = [
        _("{n} states walked").format(n=work.nodes),
        _("{n} ends of the turn valued over the dice").format(n=work.valued),
        _("{n} static values").format(n=work.leaves),
        _("{n} cut after a first look").format(n=work.cut),
    ]
    ended = _(work.stopped_by) if work.stopped_by else ""
    if work.trials:
        told.append(_("{n} trials (ended by: {why})").format(n=work.trials, why=ended))
    elif work.stopped_by:
        told.append(_("ended by: {why}").format(why=ended))
    seed = _("seed {n}").format(n=analysis.seed)
    return [*([work.by] if work.by else []), *told, f"{work.seconds:.2f} s", seed]


ENDED_BY: Final = (
    marked("trials"), marked("seconds"), marked("stop"), marked("standard error"), marked("stopped")
)  # fmt: skip
"""What ended a search (`advisor.analysis.Work.stopped_by`), for the catalogues."""

REVEALED: Final = (marked("victim"), marked("false alarm"))
"""What a POI turns out to be, for the catalogues."""
