"""``advisor show``: a position as a picture in the terminal, as SVG, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from advisor.errors import UsageError
from advisor.files import dump_json, write_text
from advisor.game import router
from advisor.shell.options import (
    AsciiOption,
    FirefighterOption,
    NoColourOption,
    PositionArgument,
    ThemeOption,
    WidthOption,
    columns,
    only_one,
    theme_named,
)
from advisor.shell.output import can_draw, colours_wanted, emit, emit_rich, say, terminal_width
from advisor.shell.source import read_position, source_named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from advisor.flashpoint.position import Position
    from advisor.flashpoint.squares import Square
    from advisor.guidance import RouteTable

__all__ = ["picture", "show"]

SvgOption = Annotated[
    str | None,
    typer.Option("--svg", metavar="FILE", help="Write an SVG picture to a file, or - for output."),
]
StringOption = Annotated[bool, typer.Option("--string", help="Print the position string instead.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the position's JSON in normal form instead.")]
RoutesOption = Annotated[
    bool,
    typer.Option(
        "--routes", help="Draw the cheapest ways with each POI to where it is rescued, also with --svg."
    ),
]
FaultyOption = Annotated[
    bool,
    typer.Option(
        "--faulty",
        help="Draw also a position that contradicts itself or the rules, and list its problems.",
    ),
]


def show(
    position: PositionArgument,
    svg: SvgOption = None,
    theme: ThemeOption = "light",
    string: StringOption = False,
    json: JsonOption = False,
    routes: RoutesOption = False,
    firefighter: FirefighterOption = None,
    faulty: FaultyOption = False,
    no_colour: NoColourOption = False,
    ascii_only: AsciiOption = False,
    width: WidthOption = None,
) -> None:
    """Draw a position: walls, damage, doors, fire, smoke, POI, hazmats, vehicles, everyone, and the state.

    Colours only on a terminal; without them, and with --ascii, the picture says just as much.
    """
    only_one(svg=svg is not None, string=string, json=json)
    only_one(routes=routes, string=string, json=json, faulty=faulty)
    if firefighter is not None and not routes:
        raise UsageError("--firefighter: given without --routes, expected both")
    colours, wanted = theme_named(theme), columns(width)
    found = read_position(position, check=not faulty)
    table = _routes(found, position, firefighter) if routes else None
    if svg is not None:
        from advisor.flashpoint.draw import board_svg

        overlay, said = _overlay(found, table, colours) if table else ("", ())
        drawn = board_svg(found, theme=colours, overlay=overlay, said=said) + "\n"
        if svg == "-":
            emit(drawn, end="")
        else:
            write_text(svg, drawn)
    elif string:
        emit(found.to_string())
    elif json:
        emit(dump_json(found.to_json()), end="")
    else:
        picture(found, ascii_only=ascii_only, no_colour=no_colour, width=wanted, table=table)
        if faulty:
            _list_problems(found)


def _routes(position: Position, source: str, firefighter: str | None) -> RouteTable:
    with source_named(source):
        return router(position.game).routes(position, firefighter)


def _overlay(position: Position, table: RouteTable, theme: str) -> tuple[str, tuple[str, ...]]:
    """Return what is drawn over the board, and the same in words."""
    from advisor.flashpoint.draw_routes import drawn_routes, route_lines, route_overlay

    routes = drawn_routes(table)
    return route_overlay(position, routes, theme), tuple(route_lines(table, routes))


def picture(
    position: Position,
    *,
    ascii_only: bool,
    no_colour: bool,
    width: int | None,
    table: RouteTable | None = None,
) -> None:
    """Draw a position in the terminal, with routes if a table of them is given."""
    if table is not None:
        from advisor.flashpoint.draw_routes import drawn_routes, route_lines, route_marks
        from advisor.shell.plan_words import flow

        drawn = drawn_routes(table)
        _draw(position, route_marks(drawn), ascii_only=ascii_only, no_colour=no_colour, width=width)
        room = width or terminal_width()
        lines = route_lines(table, drawn)
        say(["", *(part for line in lines for part in flow(line.split(" "), "", room))])
        return
    _draw(position, {}, ascii_only=ascii_only, no_colour=no_colour, width=width)


def _draw(
    position: Position,
    marks: Mapping[Square, str],
    *,
    ascii_only: bool,
    no_colour: bool,
    width: int | None,
) -> None:
    room = width or terminal_width()
    plain = ascii_only or not can_draw()
    if not no_colour and colours_wanted():
        from advisor.flashpoint.draw import board_rich

        emit_rich(board_rich(position, ascii_only=plain, width=room, marks=marks), colours=True)
        return
    from advisor.flashpoint.draw import board_text

    say(board_text(position, ascii_only=plain, width=room, marks=marks).split("\n"))


def _list_problems(position: Position) -> None:
    problems = position.problems()
    say(["", f"Problems ({len(problems)}):" if problems else "No problems."])
    say(f"  {problem}" for problem in problems)
