"""``advisor routes``: the cheapest ways of a firefighter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from advisor.files import dump_json
from advisor.shell.options import FirefighterOption, PositionArgument, WidthOption, columns
from advisor.shell.output import colours_wanted, emit, emit_rich, say, terminal_width
from advisor.shell.source import read_position, source_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from advisor.guidance import Route, RouteTable

__all__ = ["routes"]

StepsOption = Annotated[bool, typer.Option("--steps", help="Name the actions of each route, turn by turn.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the routes as JSON (advisor/routes@1).")]


def routes(
    position: PositionArgument,
    firefighter: FirefighterOption = None,
    steps: StepsOption = False,
    json: JsonOption = False,
    width: WidthOption = None,
) -> None:
    """List the cheapest ways: to each POI and hazmat and out with it, out of the building, to the ambulance.

    Each with its AP and the turns that it takes with the AP at hand and those
    of later turns, doors, walls and fire on the way included, as if nothing
    else happened meanwhile.
    """
    from advisor.game import router

    room = columns(width) or terminal_width()
    found = read_position(position)
    with source_named(position):
        table = router(found.game).routes(found, firefighter)
    if json:
        emit(dump_json(table.to_json()), end="")
        return
    say([table.who.text, ""])
    emit_rich(_drawn(table), colours=colours_wanted(), width=room)
    if steps:
        say(line for route in table.routes for line in _steps(route, room))
    from advisor.shell.plan_words import flow

    say(["", *(line for note in table.notes for line in flow(note.text.split(" "), "", room))])


def _drawn(table: RouteTable) -> Table:
    from rich.table import Table

    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("AP", "turns"):
        drawn.add_column(title, justify="right", no_wrap=True)
    drawn.add_column("route", overflow="fold")
    drawn.add_column("squares", overflow="fold", style="dim")
    for route in table.routes:
        drawn.add_row(str(route.cost), str(route.turns), route.goal.text, _squares(route))
    return drawn


def _squares(route: Route) -> str:
    """Return the squares of a route, a bar where something is taken along from then on."""
    places = list(route.places)
    if route.turning:
        places[route.turning] += " |"
    return " ".join(places)


def _steps(route: Route, width: int) -> Iterator[str]:
    from advisor.shell.plan_words import flow, joined

    yield ""
    yield route.goal.text
    for turn in sorted({step.turn for step in route.steps}):
        words = [f"{s.event} ({s.cost})" for s in route.steps if s.turn == turn]
        yield from flow([f"turn {turn}:", *joined(words, ";")], "  ", width)
