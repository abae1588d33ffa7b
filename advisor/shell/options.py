"""Options and arguments that several commands share, and their completion in the shell."""

from __future__ import annotations

import re
from typing import Annotated, Final

import typer

from advisor.errors import UsageError
from advisor.files import MAX_WHOLE, short
from advisor.search.levels import DEFAULT, LEVELS
from advisor.shell.output import can_draw
from advisor.words import LANGUAGES, SOURCE, language, usual_language

__all__ = [
    "AsciiOption", "FirefighterOption", "JsonlOption", "LangOption", "LevelOption", "NoColourOption",
    "PositionArgument", "SeedOption", "ThemeOption", "WidthOption", "columns", "examples", "only_one",
    "spoken", "theme_named", "whole",
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
# Numbers are texts to typer: what it says about a wrong one names neither what came nor what was expected.
WidthOption = Annotated[
    str | None,
    typer.Option("--width", metavar="COLUMNS", help="Columns, 40 to 1000; else those of the terminal."),
]
SeedOption = Annotated[
    str, typer.Option("--seed", metavar="NUMBER", help="What random numbers follow from, 0 or more.")
]
FirefighterOption = Annotated[
    str | None,
    typer.Option("--firefighter", metavar="ID", help="Whose routes; those of whose turn it is if left out."),
]
ThemeOption = Annotated[
    str, typer.Option("--theme", metavar="light|dark", help="Colours of the SVG picture.")
]
LevelOption = Annotated[
    str | None,
    typer.Option(
        "--level", "-l", metavar="LEVEL", autocompletion=lambda: list(LEVELS),
        help=" ".join(f"{name}: {words.does} (about {words.takes})." for name, words in LEVELS.items())
        + f" Usual is {DEFAULT}.",
    ),
]  # fmt: skip
LangOption = Annotated[
    str | None,
    typer.Option(
        "--lang", metavar="LANGUAGE", autocompletion=lambda: list(LANGUAGES),
        help=f"The language of the answer: {', '.join(LANGUAGES)}; else that of the environment.",
    ),
]  # fmt: skip
JsonlOption = Annotated[bool, typer.Option("--jsonl", help="JSON, a line for each.")]


_WHOLE: Final = re.compile(r"[0-9]{1,20}", re.ASCII)


def whole(flag: str, text: str, lowest: int = 0, highest: int = MAX_WHOLE) -> int:
    """Return the whole number that a flag was given.

    >>> whole("--top", "3", 1, 1000)
    3

    Raises
    ------
    UsageError
        If it is none, or out of bounds.
    """
    if _WHOLE.fullmatch(text) and lowest <= int(text) <= highest:
        return int(text)
    raise UsageError(f"{flag}: {short(text)}, expected a whole number from {lowest} to {highest}")


def columns(text: str | None) -> int | None:
    """Return the columns that ``--width`` asks for, None if it was not given."""
    return None if text is None else whole("--width", text, 40, 1000)


def spoken(text: str | None) -> str:
    """Return the language that ``--lang`` asks for, that of the environment if it was not given.

    Raises
    ------
    UsageError
        If there is no such language.
    """
    if text is None:
        return usual_language() if can_draw() else SOURCE
    try:
        return language(text)
    except UsageError as error:
        raise UsageError(f"--lang: {str(error).removeprefix('language: ')}") from None


def theme_named(text: str) -> str:
    """Return the theme that ``--theme`` asks for.

    Raises
    ------
    UsageError
        If there is no such theme.
    """
    if text not in ("light", "dark"):
        raise UsageError(f"--theme: {short(text)}, expected light or dark")
    return text


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
        raise UsageError(f"{' and '.join(chosen[:2])}: both given, expected one of them at most")
