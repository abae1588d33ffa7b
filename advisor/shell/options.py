"""Options and arguments that several commands share, and their completion in the shell."""

from __future__ import annotations

from typing import Annotated

import typer

from advisor.errors import UsageError

__all__ = [
    "AsciiOption", "JsonlOption", "NoColourOption", "PositionArgument", "WidthOption", "examples", "only_one",
]  # fmt: skip

PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="A file with a position or a record (its last position counts), - for standard input, "
        "or a position string (fp1....).",
    ),
]
AsciiOption = Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")]
NoColourOption = Annotated[
    bool, typer.Option("--no-color", help="No colours; NO_COLOR and output to a file or pipe do the same.")
]
WidthOption = Annotated[
    int | None,
    typer.Option("--width", min=40, max=1000, metavar="COLUMNS", help="Columns; else those of the terminal."),
]
JsonlOption = Annotated[bool, typer.Option("--jsonl", help="JSON, a line for each.")]


def examples(*lines: str) -> str:
    """Return the last part of a help text.

    >>> print(examples("advisor legal game.json").replace(chr(8), ""))
    <BLANKLINE>
    Examples:
      advisor legal game.json
    """
    # A paragraph that begins with a backspace keeps its lines as they are.
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def only_one(**flags: bool) -> None:
    """Refuse flags that ask for different output.

    Raises
    ------
    UsageError
        If more than one is set.
    """
    chosen = [f"--{name}" for name, is_set in flags.items() if is_set]
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen[:2])}: expected one of them at most")
