"""``advisor map``: what each outcome of the roll after a plan is worth, and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from advisor.errors import UsageError
from advisor.files import dump_json, write_text
from advisor.shell.options import (
    LangOption,
    LevelOption,
    NoColourOption,
    PositionArgument,
    SeedOption,
    ThemeOption,
    WidthOption,
    columns,
    only_one,
    spoken,
    theme_named,
    whole,
)
from advisor.shell.output import can_draw, colours_wanted, emit, emit_rich, say, terminal_width
from advisor.shell.plan_input import plan_events
from advisor.shell.source import read_position, source_named
from advisor.words import SOURCE, speaking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.analysis import Plan
    from advisor.analysis_map import OutcomeMap
    from advisor.flashpoint.position import Position

__all__ = ["outcome_map", "print_map"]

PlanOption = Annotated[
    str | None,
    typer.Option(
        "--plan", metavar="ACTIONS",
        help="A plan of yours, 'move 1,6; end', up to the end of the turn or the first dice or reveal; "
        "else the best one.",
    ),
]  # fmt: skip
AfterOption = Annotated[
    list[str] | None,
    typer.Option(
        "--after", metavar="OUTCOME",
        help="Where a plan meets a reveal or dice within the turn: the outcome to go on with, "
        "'reveal victim'. Else all of them are mixed. Again for the next one.",
    ),
]  # fmt: skip
SvgOption = Annotated[
    str | None,
    typer.Option("--svg", metavar="FILE", help="Draw it on the board, as SVG, to a file, or - for output."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the map as JSON (advisor/map@1).")]


def outcome_map(
    position: PositionArgument,
    plan: PlanOption = None,
    after: AfterOption = None,
    svg: SvgOption = None,
    theme: ThemeOption = "light",
    json: JsonOption = False,
    seed: SeedOption = "0",
    level: LevelOption = None,
    lang: LangOption = None,
    no_colour: NoColourOption = False,
    width: WidthOption = None,
) -> None:
    """Draw the map of the coming roll: the value after each outcome, and what each of them does.

    The values are those that the level takes its mean over, so their mean is the
    value of the plan. Flare-ups and reveals that a roll brings with it are in
    them; but for the lowest level so is the best that the next player can make
    of it.
    """
    from dataclasses import replace

    from advisor.flashpoint.adapter import GAME
    from advisor.search.engines import Request, search_turn
    from advisor.search.outlook import Outlook

    only_one(svg=svg is not None, json=json)
    colours, start, room = theme_named(theme), whole("--seed", seed), columns(width)
    request = Request(level=level)
    found = read_position(position)
    with source_named(position):
        GAME.root(found)  # refuses a position in which nobody decides
    lines = [] if plan is None else [plan_events(plan, found)]
    with speaking(spoken(lang)):
        analysis = search_turn(GAME, found, request, top=1, seed=start, lines=lines)
        chosen = next((p for p in analysis.plans if p.yours), analysis.plans[0])
        try:
            drawn = Outlook(GAME, found, seed=start, level=analysis.work.by).map(chosen, after or ())
        except UsageError as error:
            raise UsageError(f"--after: {error}") from None
        chosen = replace(chosen, map=drawn)
        if json:
            told = {**drawn.to_json(), "measure": analysis.measure, "plan": list(chosen.events)}
            emit(dump_json(told), end="")
            return
        if svg is not None:
            _write_picture(
                svg, _before_the_roll(found, chosen, after or ()), drawn, analysis.measure, colours
            )
            return
        dot = "·" if can_draw() else ";"
        say([f" {dot} ".join(chosen.events)])
        coloured = not no_colour and colours_wanted()
        print_map(chosen, analysis.measure, width=room or terminal_width(), colours=coloured)


def _write_picture(path: str, position: Position, drawn: OutcomeMap, measure: str, theme: str) -> None:
    from advisor.flashpoint.draw_map import map_svg

    with speaking(SOURCE):  # pictures speak English: what else is written on them is not translated
        picture = map_svg(position, drawn, measure, theme=theme) + "\n"
    if path == "-":
        emit(picture, end="")
    else:
        write_text(path, picture)


def print_map(plan: Plan, measure: str, *, width: int, colours: bool) -> None:
    """Print the map of a plan."""
    from advisor.flashpoint.adapter import GAME
    from advisor.shell.outlook_text import map_runs

    if plan.map is None:
        return
    lines = list(map_runs(plan.map, GAME.effect_kinds, measure, width=width))
    if not colours:
        say("".join(text for text, _ in line) for line in lines)
        return
    from rich.text import Text

    drawn = Text(no_wrap=True, overflow="crop")
    for number, line in enumerate(lines):
        drawn.append("\n" if number else "")
        for text, style in line:
            drawn.append(text, style or None)
    emit_rich(drawn, colours=True)


def _before_the_roll(position: Position, plan: Plan, after: Sequence[str]) -> Position:
    """Return the position that the plan leads to, as far as it is the same whatever else comes."""
    events, branches = [*plan.events], plan.branches
    for outcome in after:
        branch = next((b for b in branches if outcome in b.outcomes), None)
        events.append(outcome)
        events += [step.event for step in branch.steps] if branch is not None else []
        branches = branch.branches if branch is not None else ()
    for event in events:
        position = position.apply(event)
    return position
