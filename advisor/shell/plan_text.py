"""Ranked plans as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from advisor.analysis import Analysis, Branch, Plan, Step
from advisor.shell.outlook_text import caution_lines, outlook_lines
from advisor.shell.plan_words import flow, joined, value_words

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
            words = [*label.split(" "), *joined(steps, f" {dot}")]
            told += flow(words, _INDENT * (depth + 1), width)
        told += outlook_lines(plan, analysis.measure, width, _INDENT)
    yield head
    yield f"{len(analysis.plans)} of {analysis.plans_found} plans, best first"
    yield from told
    yield ""
    yield from flow(joined(_work(analysis), ","), "", width)
    if any(line.endswith(_MORE) for line in told):
        yield f"{_MORE} stands for what to do after further dice or reveals; --json has all of it."
    yield from caution_lines(analysis, width)
    for note in analysis.notes:
        yield from flow(note.split(" "), "", width)


def _title(plan: Plan, measure: str, width: int) -> Iterator[str]:
    """Yield the line with a plan's figures; what does not fit comes on another."""
    parts = [f"{measure} {value_words(plan.value, plan.standard_error, measure)}"]
    parts.append(f"spends {plan.spent} AP" + ("" if plan.saved is None else f", saves {plan.saved}"))
    if plan.rank > 1:
        behind = _gap(plan, measure)
        parts.append(f"tie with the best{f' ({behind})' if behind else ''}" if plan.tie else behind)
    if plan.yours:
        parts.append("yours")
    line = f"{plan.rank:2}  {parts[0]}"
    for part in parts[1:]:
        if len(line) + 3 + len(part) > width:
            yield line
            line = f"{_INDENT}{part}"
        else:
            line += f"   {part}"
    yield line


def _gap(plan: Plan, measure: str) -> str:
    """Say how far a plan is behind the best, nothing where it is not."""
    factor, digits, unit = (100, 1, " points") if measure == "win" else (1, 4, "")
    # The difference of the two values as they are printed: a reader who subtracts finds the same.
    best, own = (float(f"{value * factor:.{digits}f}") for value in (plan.value + plan.gap, plan.value))
    gap = f"{best - own:.{digits}f}"
    if float(gap) > 0:
        return f"{gap}{unit} behind"
    return "" if plan.tie else f"less than {10.0**-digits:.{digits}f}{unit} behind"


def _steps(steps: Sequence[Step]) -> list[str]:
    return [f"{step.event} ({step.cost})" if step.cost else step.event for step in steps]


def _branches(branches: Sequence[Branch], depth: int) -> Iterator[Line]:
    """Yield a line for each branch; outcomes after which one does the same are one line.

    Of a chance event with too many different answers only the likeliest are told.
    """
    groups: dict[tuple[tuple[str, ...], tuple[Line, ...]], tuple[list[str], float]] = {}
    for branch in branches:
        steps = tuple(_steps(branch.steps)) or ("not looked at any further",)
        rest: tuple[Line, ...] = ()
        if branch.branches and (depth == _DEEPEST or (_is_dice(branches) and _is_dice(branch.branches))):
            steps = (*steps, _MORE)
        else:
            rest = tuple(_branches(branch.branches, depth + 1))
        outcomes, probability = groups.get((steps, rest), ([], 0.0))
        groups[steps, rest] = ([*outcomes, *branch.outcomes], probability + branch.probability)
    number = sum(len(branch.outcomes) for branch in branches)
    told = sorted(groups.items(), key=lambda group: -group[1][1])
    left = sum(len(outcomes) for _, (outcomes, _) in told[_MOST:])
    told = told[:_MOST]
    others = not left and len(told) > 1 and len(told[0][1][0]) > _FEW
    if others:  # the largest group, without its dice, after those that are named
        told = [*told[1:], told[0]]
    for place, ((steps, rest), (outcomes, probability)) in enumerate(told, 1):
        label = _label(outcomes, probability, number, others and place == len(told))
        yield depth, label, steps
        yield from rest
    if left:
        yield depth, f"other dice ({left} of {number}):", (_MORE,)


def _is_dice(branches: Sequence[Branch]) -> bool:
    return not any(outcome.startswith("reveal") for branch in branches for outcome in branch.outcomes)


def _label(outcomes: Sequence[str], probability: float, number: int, others: bool) -> str:
    if not outcomes:
        return "then:"
    kind, _, what = outcomes[0].partition(" ")
    if kind == "reveal" and len(outcomes) > 1:
        return "whatever it is:"
    if kind == "reveal":
        return f"if a {what.replace('-', ' ')} ({_odds(probability)}):"
    share = f"({len(outcomes)} of {number})"
    if len(outcomes) == number:
        return "whatever the dice:"
    if others:
        return f"all other dice {share}:"
    dice = sorted(outcome.partition(" ")[2] for outcome in outcomes)
    return f"dice {' '.join(dice)} {share}:"


def _odds(probability: float) -> str:
    """Return the chance of a draw from at most fifteen markers.

    >>> _odds(8 / 13), _odds(1.0)
    ('8 of 13', 'certain')
    """
    odds = Fraction(probability).limit_denominator(15)
    return "certain" if odds == 1 else f"{odds.numerator} of {odds.denominator}"


def _work(analysis: Analysis) -> list[str]:
    work = analysis.work
    told = [
        f"{work.nodes} states walked", f"{work.valued} ends of the turn valued over the dice",
        f"{work.leaves} static values", f"{work.cut} cut after a first look",
    ]  # fmt: skip
    if work.trials:
        told.append(f"{work.trials} trials (ended by: {work.stopped_by})")
    elif work.stopped_by:
        told.append(f"ended by: {work.stopped_by}")
    return [*([work.by] if work.by else []), *told, f"{work.seconds:.2f} s", f"seed {analysis.seed}"]
