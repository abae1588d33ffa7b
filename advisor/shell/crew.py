"""``advisor crew``: a plan for the whole crew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from advisor.files import dump_json
from advisor.shell.options import (
    LangOption,
    PositionArgument,
    SeedOption,
    WidthOption,
    columns,
    spoken,
    whole,
)
from advisor.shell.output import colours_wanted, emit, emit_rich, say, terminal_width
from advisor.shell.source import read_position, source_named
from advisor.words import _, speaking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.table import Table

    from advisor.guidance import TeamLine, TeamPlan

__all__ = ["crew", "team_table"]

StepsOption = Annotated[bool, typer.Option("--steps", help="Name everybody's actions, turn by turn.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the plan as JSON (advisor/crew@1).")]


def crew(
    position: PositionArgument,
    steps: StepsOption = False,
    json: JsonOption = False,
    seed: SeedOption = "0",
    width: WidthOption = None,
    lang: LangOption = None,
) -> None:
    """Plan for the whole crew: who fetches whom, holds which fire, opens which way, drives the ambulance.

    The plan takes the fire as it stands, with the odds that it spreads, and
    everybody's AP over the next turns. It says how to play the turn under way,
    and in how many turns the goal could be reached at best.
    """
    from advisor.game import planner

    start, room = whole("--seed", seed), columns(width) or terminal_width()
    tongue = spoken(lang)
    found = read_position(position)
    with speaking(tongue):
        with source_named(position):
            plan = planner(found.game).team_plan(found, seed=start)
        if json:
            emit(dump_json(plan.to_json()), end="")
            return
        emit_rich(team_table(plan.lines), colours=colours_wanted(), width=room)
        if steps:
            say(_steps(plan, room))
        say(_summary(plan, room))


def team_table(lines: Sequence[TeamLine]) -> Table:
    """Return what everybody does as a table."""
    from rich.table import Table

    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    drawn.add_column(_("turn"), justify="right", no_wrap=True)
    drawn.add_column(_("by when"), no_wrap=True, style="dim")
    drawn.add_column(_("who does what"), overflow="fold")
    for line in lines:
        drawn.add_row(str(line.turn), line.when.text, line.said.text)
    return drawn


def _summary(plan: TeamPlan, width: int) -> Iterator[str]:
    from advisor.lines import words_of
    from advisor.shell.plan_words import flow, joined

    yield ""
    for number, line in enumerate(plan.candidates):
        said = _("This turn:") if not number else _("Or:")
        yield from flow([*words_of(said), *joined(line, ";")], "", width)
    yield ""
    least = _("The goal takes at least {n} turns {assuming}.")
    told = least.format(n=plan.least_turns, assuming=plan.assumes.text)
    for text in (told, *(note.text for note in plan.notes)):
        yield from flow(words_of(text), "", width)


def _steps(plan: TeamPlan, width: int) -> Iterator[str]:
    from advisor.shell.plan_words import flow, joined

    yield ""
    for turn in sorted({step.turn for step in plan.steps}):
        steps = [step for step in plan.steps if step.turn == turn]
        words = [f"{step.event} ({step.cost})" for step in steps]
        yield from flow([f"{turn}", f"{steps[0].who}:", *joined(words, ";")], "", width)
