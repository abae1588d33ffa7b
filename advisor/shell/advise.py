"""``advisor advise``: ranked plans for the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

import typer

from advisor.errors import UsageError
from advisor.files import dump_json, write_text
from advisor.game import planner
from advisor.search.bounds import MOST_PLANS
from advisor.shell.options import PositionArgument, SeedOption, WidthOption, columns, whole
from advisor.shell.output import can_draw, colours_wanted, emit, emit_rich, say, terminal_width
from advisor.shell.plan_input import plan_events
from advisor.shell.search_options import (
    DepthOption,
    EngineOption,
    ErrorOption,
    LevelOption,
    SecondsOption,
    StopOption,
    ThreadsOption,
    TrialsOption,
    request_of,
    search,
)
from advisor.shell.source import read_position, source_named

if TYPE_CHECKING:
    from advisor.analysis import Analysis
    from advisor.flashpoint.position import Position

__all__ = ["advise"]

_BRIEF: Final = ("instant", "quick", "value")
"""Answers that come too soon to have games played on after them, unless that is asked for."""

TopOption = Annotated[
    str, typer.Option("--top", metavar="NUMBER", help="How many plans to print, 1 to 1000.")
]
PlanOption = Annotated[
    list[str] | None,
    typer.Option(
        "--plan", metavar="ACTIONS",
        help="A plan of yours, 'move 1,6; end', up to the end of the turn or the first dice or reveal: it is "
        "printed among the others whatever its place. Again for more.",
    ),
]  # fmt: skip
RecordOption = Annotated[
    str | None,
    typer.Option("--record", metavar="FILE", help="Write the position and the best plan as a game record."),
]
TeamOption = Annotated[
    bool, typer.Option("--team", help="Say also what everybody does over the next turns (advisor crew).")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the analysis as JSON (advisor/analysis@1).")]

MapOption = Annotated[
    bool, typer.Option("--map", help="Also draw what each outcome of the coming roll is worth and does.")
]
RiskOption = Annotated[
    bool,
    typer.Option("--risk", help="Also say how risky the plans are, and which of the best is the safest."),
]
SplitOption = Annotated[
    bool | None,
    typer.Option(
        "--split/--no-split",
        help="Also play games on after each plan and say how they end; as a rule only after longer searches.",
    ),
]  # fmt: skip


def advise(
    position: PositionArgument,
    top: TopOption = "5",
    plan: PlanOption = None,
    seed: SeedOption = "0",
    record: RecordOption = None,
    json: JsonOption = False,
    width: WidthOption = None,
    level: LevelOption = None,
    engine: EngineOption = None,
    trials: TrialsOption = None,
    seconds: SecondsOption = None,
    stop: StopOption = None,
    se: ErrorOption = None,
    depth: DepthOption = None,
    threads: ThreadsOption = None,
    outcome_map: MapOption = False,
    risk: RiskOption = False,
    split: SplitOption = None,
    team: TeamOption = False,
) -> None:
    """Rank the plans for this turn, by the value of the position over what the dice may bring.

    Each plan is a line of actions with their AP; where a POI is revealed or the
    deck gun fires, it says what to do after each outcome. The same position,
    options and seed give the same plans. Ctrl-C during a long search prints
    what was found so far.
    """
    from advisor.flashpoint.adapter import GAME

    request = request_of(
        level=level, engine=engine, trials=trials, seconds=seconds, stop=stop, se=se, depth=depth,
        threads=threads,
    )  # fmt: skip
    number, start, room = whole("--top", top, 1, MOST_PLANS), whole("--seed", seed), columns(width)
    found = read_position(position)
    with source_named(position):
        GAME.root(found)  # refuses a position in which nobody decides
    lines = [plan_events(text, found) for text in plan or ()]
    analysis = search(found, request, top=number, seed=start, lines=lines)
    played = split if split is not None else analysis.work.by not in _BRIEF
    if outcome_map or risk or played:
        from advisor.search.outlook import GAMES, with_outlook

        games = GAMES if played else 0
        analysis = with_outlook(GAME, found, analysis, maps=outcome_map, risk=risk, games=games)
    if record is not None:
        _write_record(record, found, analysis)
    if team:
        analysis = replace(analysis, team=planner(found.game).team_plan(found, seed=start).lines)
    if json:
        emit(dump_json(analysis.to_json()), end="")
        return
    from advisor.flashpoint.draw import turn_words
    from advisor.shell.plan_text import analysis_lines

    dot = "·" if can_draw() else ";"
    wide = room or terminal_width()
    say(analysis_lines(analysis, turn_words(found), width=wide, dot=dot))
    for planned in analysis.plans if outcome_map else ():
        from advisor.shell.outcome_map import print_map

        say(["", f"Plan {planned.rank}: {f' {dot} '.join(planned.events)}"])
        print_map(planned, analysis.measure, width=wide, colours=colours_wanted())
    if analysis.team:
        from advisor.shell.crew import team_table

        say(["", "The team over the next turns:"])
        emit_rich(team_table(analysis.team), colours=colours_wanted(), width=wide)


def _write_record(path: str, position: Position, analysis: Analysis) -> None:
    from advisor.flashpoint.record import Record

    if not analysis.plans:
        raise UsageError("--record: no plan was found, expected one to write")
    best = min(analysis.plans, key=lambda plan: plan.rank)
    title = f"The best plan by {analysis.engine}"
    write_text(path, dump_json(Record(position, best.events, title=title).to_json()))
