"""``advisor advise``: ranked plans for the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from advisor.errors import UsageError
from advisor.files import dump_json, write_text
from advisor.game import planner
from advisor.search.bounds import MOST_PLANS
from advisor.shell.options import (
    LangOption,
    LevelOption,
    PositionArgument,
    SeedOption,
    WidthOption,
    columns,
    spoken,
    whole,
)
from advisor.shell.output import can_draw, colours_wanted, emit, emit_rich, say, terminal_width
from advisor.shell.plan_input import plan_events
from advisor.shell.search_options import (
    DepthOption,
    EngineOption,
    ErrorOption,
    SecondsOption,
    StopOption,
    ThreadsOption,
    TrialsOption,
    request_of,
    search,
)
from advisor.shell.source import read_position, source_named
from advisor.words import _, speaking

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
    bool,
    typer.Option(
        "--team",
        help="Say also what everybody does over the next turns (advisor crew), and value what "
        "that has for this turn among the plans.",
    ),
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
VersusOption = Annotated[
    tuple[str, str] | None,
    typer.Option("--vs", metavar="RANK RANK", help="Also say why one of two plans printed is better."),
]


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
    versus: VersusOption = None,
    lang: LangOption = None,
    team: TeamOption = False,
) -> None:
    """Rank the plans for this turn, by the value of the position over what the dice may bring.

    Each plan is a line of actions with their AP; where a POI is revealed or the
    deck gun fires, it says what to do after each outcome, and why the best one
    is better than the next that can be told from it. The same position,
    options and seed give the same plans. Ctrl-C during a long search prints
    what was found so far.
    """
    from advisor.flashpoint.adapter import GAME
    from advisor.search.team import with_team

    request = request_of(
        level=level, engine=engine, trials=trials, seconds=seconds, stop=stop, se=se, depth=depth,
        threads=threads,
    )  # fmt: skip
    number, start, room = whole("--top", top, 1, MOST_PLANS), whole("--seed", seed), columns(width)
    pair = None if versus is None else (whole("--vs", versus[0], 1), whole("--vs", versus[1], 1))
    tongue = spoken(lang)
    found = read_position(position)
    with source_named(position):
        GAME.root(found)  # refuses a position in which nobody decides
    lines = [plan_events(text, found) for text in plan or ()]
    with speaking(tongue):
        crew = planner(found.game).team_plan(found, seed=start) if team else None
        asked = lines if crew is None else [*crew.candidates, *lines]
        analysis = search(found, request, top=number, seed=start, lines=asked)
        if crew is not None:
            analysis = with_team(analysis, crew, lines)
        analysis = _looked_into(found, analysis, maps=outcome_map, risk=risk, split=split, versus=pair)
        if record is not None:
            _write_record(record, found, analysis)
        if json:
            emit(dump_json(analysis.to_json()), end="")
            return
        _print(found, analysis, room or terminal_width())


def _looked_into(
    position: Position, analysis: Analysis, *, maps: bool, risk: bool, split: bool | None,
    versus: tuple[int, int] | None,
) -> Analysis:  # fmt: skip
    """Return the analysis with reasons, and with what was asked for of what may come after its plans."""
    from advisor.flashpoint.adapter import GAME
    from advisor.search.outlook import GAMES, with_outlook
    from advisor.search.reasons import with_reasons

    try:
        analysis = with_reasons(GAME, position, analysis, () if versus is None else (versus,))
    except UsageError as error:
        raise UsageError(f"--vs: {error}") from None
    played = split if split is not None else analysis.work.by not in _BRIEF
    if not (maps or risk or played):
        return analysis
    return with_outlook(GAME, position, analysis, maps=maps, risk=risk, games=GAMES if played else 0)


def _print(position: Position, analysis: Analysis, width: int) -> None:
    from advisor.flashpoint.draw import turn_words
    from advisor.shell.plan_text import analysis_lines

    dot = "·" if can_draw() else ";"
    say(analysis_lines(analysis, turn_words(position), width=width, dot=dot))
    for planned in analysis.plans:
        if planned.map is not None:
            from advisor.shell.outcome_map import print_map

            head = _("Plan {rank}: {events}")
            say(["", head.format(rank=planned.rank, events=f" {dot} ".join(planned.events))])
            print_map(planned, analysis.measure, width=width, colours=colours_wanted())
    if analysis.team:
        from advisor.shell.crew import team_table

        say(["", _("The team over the next turns:")])
        emit_rich(team_table(analysis.team), colours=colours_wanted(), width=width)


def _write_record(path: str, position: Position, analysis: Analysis) -> None:
    from advisor.flashpoint.record import Record

    if not analysis.plans:
        raise UsageError("--record: no plan was found, expected one to write")
    best = min(analysis.plans, key=lambda plan: plan.rank)
    title = f"The best plan by {analysis.engine}"
    write_text(path, dump_json(Record(position, best.events, title=title).to_json()))
