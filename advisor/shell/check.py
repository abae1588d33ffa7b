"""``advisor check``: a plan of one's own, whether it is legal, what it leaves, and how good it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from advisor.errors import IllegalEvent, UsageError
from advisor.files import counted, dump_json
from advisor.shell.options import LevelOption, PositionArgument, SeedOption, WidthOption, columns, whole
from advisor.shell.output import can_draw, emit, say, terminal_width
from advisor.shell.plan_input import split_plan
from advisor.shell.search_options import (
    EngineOption,
    SecondsOption,
    ThreadsOption,
    TrialsOption,
    request_of,
    search,
)
from advisor.shell.source import read_position, source_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.analysis import Analysis, Plan
    from advisor.check import Checked
    from advisor.flashpoint.position import Position

__all__ = ["check"]

PlanOption = Annotated[
    str, typer.Option("--plan", metavar="ACTIONS", help="The plan: 'move 1,6; end', or copied from a list.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print it as JSON (advisor/check@1).")]

_LEADS_TO: Final = {
    "open": "stops within the turn",
    "chance": "goes up to dice or a reveal",
    "ended": "ends the turn",
    "over": "ends the game",
}


def check(
    position: PositionArgument,
    plan: PlanOption,
    level: LevelOption = None,
    engine: EngineOption = None,
    trials: TrialsOption = None,
    seconds: SecondsOption = None,
    threads: ThreadsOption = None,
    seed: SeedOption = "0",
    json: JsonOption = False,
    width: WidthOption = None,
) -> None:
    """Check a plan: is it legal, what does it cost and leave, and how far is it behind the best one.

    Both plans meet the same dice, so the gap is truer than the two values. An
    action that is not legal is refused by its number and the clause that
    forbids it, after those before it.
    """
    from advisor.check import check_plan

    request = request_of(level=level, engine=engine, trials=trials, seconds=seconds, threads=threads)
    start, room = whole("--seed", seed), columns(width)
    events = split_plan(plan)
    if not events:
        raise UsageError('--plan: "", expected actions')
    found = read_position(position)
    with source_named(position):
        checked = check_plan(found, events)
    if checked.comparable:
        # The second is what the plan is compared with if it is the best itself.
        checked = checked.against(search(found, request, top=2, seed=start, lines=[events]))
    if json:
        emit(dump_json(checked.to_json()), end="")
    else:
        say(_lines(found, checked, room or terminal_width()))
    if checked.refusal is not None:
        no = checked.refusal
        raise UsageError(f"--plan: {IllegalEvent(no.text, no.reason, no.clause, no.number)}")


def _lines(position: Position, checked: Checked, width: int) -> Iterator[str]:
    from advisor.flashpoint.draw import turn_words
    from advisor.shell.plan_text import analysis_lines
    from advisor.shell.plan_words import flow

    yield turn_words(position)
    yield from _steps(checked)
    yield ""
    if checked.refusal is not None:
        yield f"legal so far: {counted(len(checked.steps), 'action')} of {len(checked.plan)}"
        return
    saved = "" if checked.saved is None else f" and saves {checked.saved}"
    yield f"legal: {_LEADS_TO[checked.ends]}, spends {checked.spent} AP{saved}"
    after = checked.positions[-1]
    yield f"after it: {turn_words(after)}"
    yield f"  {after.to_string()}"
    yield ""
    if checked.analysis is None or checked.yours is None:
        yield "not compared with other plans: go on up to end, dice or a reveal"
        return
    verdict = _verdict(checked.yours, checked.analysis)
    shown = _shown(checked.analysis)
    lines = analysis_lines(shown, "", width=width, dot="·" if can_draw() else ";")
    next(lines)  # its heading; ours is the verdict
    yield from flow(verdict.split(" "), "", width)
    yield from lines


def _steps(checked: Checked) -> Iterator[str]:
    """Yield each action in words with what it changed."""
    from advisor.flashpoint.event_words import describe
    from advisor.shell.changes import changes

    wide = min(32, max((len(step.event) for step in checked.steps), default=0))
    for number, step in enumerate(checked.steps, 1):
        before, after = checked.positions[number - 1 : number + 1]
        yield f"{number:3}  {step.cost} AP  {step.event:<{wide}}  {describe(step.event, before)}"
        for change in changes(step.event, before, after):
            yield f"           {change}"


def _shown(analysis: Analysis) -> Analysis:
    """Return the analysis with the best plan and the player's; if that is the best, with the next one."""
    from dataclasses import replace

    first = analysis.plans[:1]
    rest = analysis.plans[1:]
    own = tuple(plan for plan in rest if plan.yours)
    return replace(analysis, plans=first + (own if not first[0].yours else rest[:1]))


def _verdict(yours: Plan, analysis: Analysis) -> str:
    """Say in a sentence how the plan compares with the best, or with the next if it is the best."""
    from advisor.value_words import gap_words

    place = f"place {yours.rank} of {analysis.plans_found}"
    others = [plan for plan in analysis.plans if not plan.yours]
    if not others:
        return f"{place}: there is no other plan"
    other = min(others, key=lambda plan: plan.rank)
    best = yours.rank < other.rank
    measured = other if best else yours
    gap = gap_words(measured.gap, analysis.measure, measured.gap_error)
    if measured.tie:
        to = "the next one" if best else "the best"
        return f"{place}: cannot be told from {to} under the same dice ({gap})"
    if best:
        return f"{place}: the best plan that was found, {gap} ahead of the next under the same dice"
    return f"{place}: {gap} behind the best under the same dice"
