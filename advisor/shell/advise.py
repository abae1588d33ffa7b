"""``advisor advise``: ranked plans for the turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Final

import typer

from advisor.errors import IllegalEvent, UsageError
from advisor.files import dump_json, short, write_text
from advisor.shell.options import PositionArgument, SeedOption, WidthOption, columns, whole
from advisor.shell.output import can_draw, emit, say, terminal_width
from advisor.shell.source import read_position, source_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.analysis import Analysis
    from advisor.flashpoint.position import Position

__all__ = ["advise"]

_MOST: Final = 1000
_COST: Final = re.compile(r" \([0-9]+\)$")

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
JsonOption = Annotated[bool, typer.Option("--json", help="Print the analysis as JSON (advisor/analysis@1).")]


def advise(
    position: PositionArgument,
    top: TopOption = "5",
    plan: PlanOption = None,
    seed: SeedOption = "0",
    record: RecordOption = None,
    json: JsonOption = False,
    width: WidthOption = None,
) -> None:
    """Rank the plans for this turn, by the mean value of the position over what the dice may bring.

    Each plan is a line of actions with their AP; where a POI is revealed or the
    deck gun fires, it says what to do after each outcome. The same position,
    options and seed give the same plans.
    """
    from advisor.flashpoint.adapter import GAME
    from advisor.search.plans import plan_turn

    number, start, room = whole("--top", top, 1, _MOST), whole("--seed", seed), columns(width)
    found = read_position(position)
    with source_named(position):
        GAME.root(found)  # refuses a position in which nobody decides
    lines = [_line(text, found) for text in plan or ()]
    analysis = plan_turn(GAME, found, top=number, seed=start, lines=lines)
    if record is not None:
        _write_record(record, found, analysis)
    if json:
        emit(dump_json(analysis.to_json()), end="")
        return
    from advisor.flashpoint.draw import turn_words
    from advisor.shell.plan_text import analysis_lines

    dot = "·" if can_draw() else ";"
    say(analysis_lines(analysis, turn_words(found), width=room or terminal_width(), dot=dot))


def _line(text: str, position: Position) -> Sequence[str]:
    """Return the actions of a plan as typed, or as copied from what was printed.

    Raises
    ------
    UsageError
        If one is not legal, or the plan stops within the turn.
    """
    from advisor.flashpoint.bridge import Replay

    words = [_COST.sub("", word.strip()) for word in re.split("[;·]", text)]
    events = [word for word in words if word]
    game = Replay(position)
    for number, event in enumerate(events, 1):
        try:
            game.code(event)
            game.step(event)
        except IllegalEvent as error:
            told = IllegalEvent(event, error.reason, error.clause, number)
            raise UsageError(f"--plan: {told}") from None
    if not events or game.legal():
        raise UsageError(
            f"--plan: {short(text)} stops within the turn, expected actions up to end, a reveal or dice"
        )
    return events


def _write_record(path: str, position: Position, analysis: Analysis) -> None:
    from advisor.flashpoint.record import Record

    if not analysis.plans:
        raise UsageError("--record: no plan was found, expected one to write")
    best = min(analysis.plans, key=lambda plan: plan.rank)
    title = f"The best plan by {analysis.engine}"
    write_text(path, dump_json(Record(position, best.events, title=title).to_json()))
