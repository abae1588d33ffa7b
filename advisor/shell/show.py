"""``advisor show``: a position as a picture in the terminal, as SVG, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from advisor.files import dump_json, write_text
from advisor.shell.options import (
    AsciiOption,
    NoColourOption,
    PositionArgument,
    ThemeOption,
    WidthOption,
    columns,
    only_one,
    theme_named,
)
from advisor.shell.output import can_draw, colours_wanted, emit, emit_rich, say, terminal_width
from advisor.shell.source import read_position

if TYPE_CHECKING:
    from advisor.flashpoint.position import Position

__all__ = ["picture", "show"]

SvgOption = Annotated[
    str | None,
    typer.Option("--svg", metavar="FILE", help="Write an SVG picture to a file, or - for output."),
]
StringOption = Annotated[bool, typer.Option("--string", help="Print the position string instead.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the position's JSON in normal form instead.")]
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
    faulty: FaultyOption = False,
    no_colour: NoColourOption = False,
    ascii_only: AsciiOption = False,
    width: WidthOption = None,
) -> None:
    """Draw a position: walls, damage, doors, fire, smoke, POI, hazmats, vehicles, everyone, and the state.

    Colours only on a terminal; without them, and with --ascii, the picture says just as much.
    """
    only_one(svg=svg is not None, string=string, json=json)
    colours, wanted = theme_named(theme), columns(width)
    found = read_position(position, check=not faulty)
    if svg is not None:
        from advisor.flashpoint.draw import board_svg

        drawn = board_svg(found, theme=colours) + "\n"
        if svg == "-":
            emit(drawn, end="")
        else:
            write_text(svg, drawn)
    elif string:
        emit(found.to_string())
    elif json:
        emit(dump_json(found.to_json()), end="")
    else:
        picture(found, ascii_only=ascii_only, no_colour=no_colour, width=wanted)
        if faulty:
            _list_problems(found)


def picture(position: Position, *, ascii_only: bool, no_colour: bool, width: int | None) -> None:
    """Draw a position in the terminal."""
    room = width or terminal_width()
    plain = ascii_only or not can_draw()
    if not no_colour and colours_wanted():
        from advisor.flashpoint.draw import board_rich

        emit_rich(board_rich(position, ascii_only=plain, width=room), colours=True)
        return
    from advisor.flashpoint.draw import board_text

    say(board_text(position, ascii_only=plain, width=room).split("\n"))


def _list_problems(position: Position) -> None:
    problems = position.problems()
    say(["", f"Problems ({len(problems)}):" if problems else "No problems."])
    say(f"  {problem}" for problem in problems)
