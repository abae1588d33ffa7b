"""Ranked plans: how sure they are, what they do, why, and what may come after them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

import streamlit as st

from advisor.analysis import Analysis, Branch, Plan, Step
from advisor.analysis_reasons import Comparison
from advisor.analysis_split import OutcomeSplit
from advisor.game import teller
from advisor.value_words import gap_words, measure_words, printed_gap, value_words
from advisor.web.plain import plain
from advisor.web.quest import Quest, level_chooser
from advisor.web.searches import DEEPEST
from advisor.web.state import Desk
from advisor.web.walk import after, reached, said, step_texts
from advisor.words import _

__all__ = ["figures", "show", "show_details", "show_progress"]

_FEW: Final = 4
"""Outcomes that are named one by one."""

_LIKELY: Final = 0.5
"""Effects of a roll that are told; the others need luck besides."""


def show(here: Desk, asked: Quest | None) -> None:
    """Draw the list of plans, the best first."""
    if here.problems:
        return
    if asked is None:
        st.info(plain(teller(here.position.game).turn_text(here.position)))
        st.caption(_("Nobody decides now: enter what the dice or markers say, in “Play”."))
        return
    level_chooser()
    with st.container():  # what comes and goes in it moves nothing below
        show_progress(asked)
    found = asked.analysis
    if found is None:
        return
    if found.measure != "win":
        st.caption(_("On this board values only order the plans: they are no win chances."))
    with st.container():
        for plan in found.plans:
            _card(here, found, plan)
        _equal(found)
        for note in found.notes:
            st.caption(plain(note))
    _team(here)


def show_progress(asked: Quest) -> None:
    """Draw how far a search is, with what stops it or lets it go on."""
    if asked.error:
        st.error(plain(asked.error))
        return
    if asked.running:
        line, button = st.columns([4, 1], vertical_alignment="center")
        line.progress(asked.share, text=plain(asked.words))
        button.button(_("Stop"), key="search-stop", on_click=asked.stop)
    elif asked.stopped:
        line, button = st.columns([4, 1], vertical_alignment="center")
        line.caption(_("Stopped: the list is what was found by then."))
        button.button(_("Go on"), key="search-go", on_click=asked.go_on)


def figures(plan: Plan, measure: str) -> str:
    """Return a plan's figures on one line: its value, how far behind it is, what it costs."""
    parts = [f"{measure_words(measure)} {value_words(plan.value, plan.standard_error, measure)}"]
    gap = printed_gap(plan.value + plan.gap, plan.value, measure)
    if plan.rank > 1:
        behind = _("{gap} behind").format(gap=gap_words(gap, measure, plan.gap_error))
        parts.append(_("tie with the best") if plan.tie else behind)
    saves = _("spends {spent} AP, saves {saved}") if plan.saved is not None else _("spends {spent} AP")
    parts.append(saves.format(spent=plan.spent, saved=plan.saved))
    return " · ".join(parts)


def _card(here: Desk, found: Analysis, plan: Plan) -> None:
    chosen = here.chosen == plan.rank
    with st.container(border=True, key=f"plan-{plan.rank}"):
        head, button = st.columns([4, 1], vertical_alignment="center")
        name = _("Your plan ({rank})") if plan.yours else _("Plan {rank}")
        tie = " :material/equal:" if plan.tie and plan.rank > 1 else ""
        head.markdown(
            f"**{plain(name.format(rank=plan.rank))}**{tie}  \n{plain(figures(plan, found.measure))}"
        )
        label = _("Hide") if chosen else _("Show")
        button.button(
            label, key=f"plan-show-{plan.rank}", type="primary" if chosen else "secondary",
            on_click=_choose, args=(here, 0 if chosen else plan.rank),
            help=_("Draw this plan on the board, and say more of it"),
        )  # fmt: skip
        if chosen:
            show_details(here.position, found, plan)
        else:
            words = [text for text, _cost in step_texts(here.position, plan.steps)]
            st.markdown(plain(" → ".join(words)))


def _choose(here: Desk, rank: int) -> None:
    here.chosen = rank


def show_details(position: Any, found: Analysis, plan: Plan) -> None:
    """Draw all of one plan: its steps, what to do after chance events, reasons, how games end."""
    st.markdown(_steps(step_texts(position, plan.steps)))
    end = reached(position, plan.events)
    branches = [
        "    " * (depth - 1) + f"- *{plain(label)}* {steps}"
        for depth, label, steps in _branches(end, plan.branches, 1)
    ]
    if branches:
        st.markdown("\n".join(branches))
    for comparison in found.comparisons or ():
        if plan.rank in (comparison.better, comparison.other):
            _reasons(comparison, found.measure)
    if plan.split is not None:
        _split(plan.split)
    if plan.risk is not None:
        told = _("Risk of the coming roll: the worst tenth is worth {worst} on average; spread {spread}.")
        worst = value_words(plan.risk.worst_tenth, 0.0, found.measure)
        st.caption(plain(told.format(worst=worst, spread=gap_words(plan.risk.spread, found.measure))))
    if plan.map is not None:
        _worst(plan, found.measure)
    events = " ; ".join(plan.events)
    st.caption(plain(_("In the notation: {events}").format(events=events)))


def _steps(steps: Sequence[tuple[str, int]]) -> str:
    lines = []
    for number, (text, cost) in enumerate(steps, 1):
        price = f" — {plain(_('{n} AP').format(n=cost))}" if cost else ""
        lines.append(f"{number}. {plain(text)}{price}")
    return "\n".join(lines)


def _branches(position: Any, branches: Sequence[Branch], depth: int) -> list[tuple[int, str, str]]:
    """Return a line for each branch, those with the same answer together."""
    groups: dict[str, tuple[list[Branch], float]] = {}
    for branch in branches:
        words = _line(after(position, branch), branch.steps)
        members, share = groups.get(words, ([], 0.0))
        groups[words] = ([*members, branch], share + branch.probability)
    lines: list[tuple[int, str, str]] = []
    for words, (members, share) in sorted(groups.items(), key=lambda group: -group[1][1]):
        outcomes = [outcome for branch in members for outcome in branch.outcomes]
        lines.append((depth, _label(position, outcomes, share), words))
        first = members[0]
        if first.branches and depth < DEEPEST and len(members) == 1:
            there = reached(after(position, first), [step.event for step in first.steps])
            lines += _branches(there, first.branches, depth + 1)
    return lines


def _line(position: Any, steps: Sequence[Step]) -> str:
    if not steps:
        return plain(_("not looked at any further"))
    return plain(" → ".join(text for text, _cost in step_texts(position, steps)))


def _label(position: Any, outcomes: Sequence[str], share: float) -> str:
    if len(outcomes) <= _FEW:
        names = ", ".join(said(position, outcome) for outcome in outcomes)
    else:
        names = _("after {n} other rolls").format(n=len(outcomes))
    return f"{names} ({share:.0%}):"


def _reasons(comparison: Comparison, measure: str) -> None:
    pair = {"better": comparison.better, "other": comparison.other}
    gap = gap_words(comparison.gap, measure, comparison.gap_error)
    if comparison.equal:
        told = _("Plans {better} and {other} are equal as far as can be told.")
        st.markdown(plain(told.format(**pair)))
        return
    st.markdown(
        f"**{plain(_('Why plan {better} is better than plan {other} ({gap}):').format(**pair, gap=gap))}**"
    )
    st.markdown("\n".join(f"- {plain(reason.text)}" for reason in comparison.reasons))
    if comparison.against:
        st.markdown(plain(_("What speaks for plan {other} all the same:").format(**pair)))
        st.markdown("\n".join(f"- {plain(reason.text)}" for reason in comparison.against))


def _equal(found: Analysis) -> None:
    ties = [plan.rank for plan in found.plans if plan.tie and plan.rank > 1]
    if ties:
        told = _("A tie: the difference is within the noise of what was tried; take what you like better.")
        st.caption(f":material/equal: {plain(told)}")


_SHADES: Final = ("#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#e69f00", "#999999")
"""Colours of shares: those of Okabe and Ito."""


def _split(split: OutcomeSplit) -> None:
    bars, words = [], []
    for shade, share in zip(_SHADES, split.shares, strict=False):
        if share.probability > 0:
            bars.append(f'<div style="width:{share.probability:.1%};background:{shade};height:0.8rem"></div>')
        words.append(f"{share.title} {share.probability:.0%} ± {share.standard_error:.0%}")
    told = _("How {games} games ended that the simple policy “{policy}” played on: {shares}.").format(
        games=split.games, policy=split.policy, shares=", ".join(words)
    )
    st.html(
        f'<div role="img" aria-label="{escape(told)}" style="display:flex;border-radius:4px;overflow:hidden">'
        f"{''.join(bars)}</div>"
    )
    amounts = ", ".join(
        f"{amount.kind} {amount.mean:.1f} ± {amount.standard_error:.1f}" for amount in split.amounts
    )
    st.caption(plain(told) + ("  \n" + plain(amounts) if amounts else ""))


def _worst(plan: Plan, measure: str) -> None:
    if plan.map is None:
        return
    lines = []
    for cell in plan.map.worst(3):
        sure = [effect.text for effect in cell.effects if effect.probability >= _LIKELY][:_FEW]
        effects = "; ".join(sure) or _("nothing grave for sure")
        value = value_words(cell.value, cell.standard_error, measure)
        lines.append(f"- {plain(f'{cell.event} ({cell.probability:.0%}): {value}. {effects}')}")
    st.markdown(f"{plain(_('The worst that the coming roll can do:'))}\n\n" + "\n".join(lines))


def _team(here: Desk) -> None:
    with st.expander(_("The whole team over the next turns"), key="team"):
        if not st.toggle(_("Work it out"), key="team-wanted"):
            st.caption(_("Who does what, as if nothing new happened in between."))
            return
        from advisor.web.team import team_lines

        lines, notes = team_lines(here.position)
        st.table(lines)
        for note in notes:
            st.caption(plain(note))
