"""Ranked plans as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from advisor.analysis import Analysis, Branch, Plan, Step

__all__ = ["analysis_lines"]

Line = tuple[int, str, tuple[str, ...]]
"""Depth, label and actions of a branch."""

_INDENT: Final = "    "
_FEW: Final = 8
"""Outcomes that are all named; of more, the largest group is called the others."""


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
    yield head
    yield f"{len(analysis.plans)} of {analysis.plans_found} plans, best first"
    for plan in analysis.plans:
        yield ""
        yield _title(plan, analysis.measure)
        yield from _flow(_steps(plan.steps), _INDENT, width, dot)
        for depth, label, steps in _branches(plan.branches, 1):
            yield from _flow(_labelled(label, steps), _INDENT * (depth + 1), width, dot)
    yield ""
    yield from _flow(_work(analysis), "", width, ",")
    for note in analysis.notes:
        yield from _flow(note.split(" "), "", width, "")


def _title(plan: Plan, measure: str) -> str:
    parts = [f"{measure} {_value(plan.value, plan.standard_error, measure)}"]
    parts.append(f"spends {plan.spent} AP" + ("" if plan.saved is None else f", saves {plan.saved}"))
    if plan.rank > 1:
        behind = _gap(plan, measure)
        parts.append(f"tie with the best{f' ({behind})' if behind else ''}" if plan.tie else behind)
    if plan.yours:
        parts.append("yours")
    return f"{plan.rank:2}  " + "   ".join(parts)


def _value(value: float, error: float, measure: str) -> str:
    if measure == "win":
        return f"{value:.1%}" + (f" ± {error:.1%}" if error else "")
    return f"{value:.4f}" + (f" ± {error:.4f}" if error else "")


def _gap(plan: Plan, measure: str) -> str:
    gap = f"{plan.gap * 100:.1f} points" if measure == "win" else f"{plan.gap:.4f}"
    if plan.tie and not float(gap.partition(" ")[0]):
        return ""
    return f"{gap} behind"


def _steps(steps: Sequence[Step]) -> list[str]:
    return [f"{step.event} ({step.cost})" if step.cost else step.event for step in steps]


def _labelled(label: str, steps: Sequence[str]) -> list[str]:
    words = list(steps) or ["nothing further was worked out"]
    return [f"{label} {words[0]}", *words[1:]]


def _branches(branches: Sequence[Branch], depth: int) -> Iterator[Line]:
    """Yield a line for each branch; outcomes after which one does the same are one line."""
    groups: dict[tuple[tuple[str, ...], tuple[Line, ...]], tuple[list[str], float]] = {}
    for branch in branches:
        key = (tuple(_steps(branch.steps)), tuple(_branches(branch.branches, depth + 1)))
        outcomes, probability = groups.get(key, ([], 0.0))
        groups[key] = ([*outcomes, *branch.outcomes], probability + branch.probability)
    number = sum(len(branch.outcomes) for branch in branches)
    most = max((len(outcomes) for outcomes, _ in groups.values()), default=0)

    def is_rest(outcomes: Sequence[str]) -> bool:
        return len(outcomes) == most > _FEW

    for (steps, rest), (outcomes, probability) in sorted(groups.items(), key=lambda g: is_rest(g[1][0])):
        yield depth, _label(outcomes, probability, number, is_rest(outcomes)), steps
        yield from rest


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
    return f"dice {' '.join(outcome.partition(' ')[2] for outcome in outcomes)} {share}:"


def _odds(probability: float) -> str:
    """Return the chance of a draw from at most fifteen markers.

    >>> _odds(8 / 13), _odds(1.0)
    ('8 of 13', 'certain')
    """
    odds = Fraction(probability).limit_denominator(15)
    return "certain" if odds == 1 else f"{odds.numerator} of {odds.denominator}"


def _work(analysis: Analysis) -> list[str]:
    work = analysis.work
    return [
        f"{work.nodes} states walked", f"{work.valued} ends of the turn valued over the dice",
        f"{work.leaves} static values", f"{work.cut} cut after a first look", f"{work.seconds:.2f} s",
        f"seed {analysis.seed}",
    ]  # fmt: skip


def _flow(words: Sequence[str], indent: str, width: int, dot: str) -> Iterator[str]:
    """Yield lines of words with a sign between them, broken only between two words."""
    between = f" {dot}" if dot and dot != "," else dot
    line = indent
    for number, word in enumerate(words):
        last = number == len(words) - 1
        piece = word if last else word + between
        if line.strip() and len(line) + 1 + len(piece) > width:
            yield line
            line = indent + "  "
        line += piece if not line.strip() else f" {piece}"
    if line.strip():
        yield line
