"""What the commands print, and the one line that a wrong input gets."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, TextIO

from advisor.errors import UsageError

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "FAILED", "INTERRUPTED", "NO_READER", "OutputClosedError", "abandon", "can_draw", "colours_wanted",
    "complain", "emit", "emit_rich", "finish", "one_line", "prepare", "say", "terminal_width",
]  # fmt: skip

FAILED: Final = 2
"""Exit status after a wrong input."""
INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells count it (128 and the signal's number)."""
NO_READER: Final = 141
"""Exit status when nobody reads the output any more, as shells count it."""

WIDTH: Final = 80
"""Columns where there is no terminal to ask."""

_LONGEST: Final = 700
_HEAD: Final = 300
_BLANKS: Final = re.compile(r"\s+")


class OutputClosedError(Exception):
    """Nobody reads the output any more (``advisor replay game.json | head``)."""


def prepare() -> None:
    """Make the standard streams fit for use: output in UTF-8 whatever the locale, an input to read from."""
    if sys.stdin is None:  # closed by the caller: nothing to read then, which says so in one line
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open as long as the process lives
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not _is_utf8(stream) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _is_utf8(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "").replace("_", "") == "utf8"


def can_draw() -> bool:
    """Return whether the output can show more than ASCII characters."""
    return sys.stdout is not None and _is_utf8(sys.stdout)


def colours_wanted() -> bool:
    """Return whether to colour: on a terminal that can, unless ``NO_COLOR`` is set (https://no-color.org)."""
    if sys.stdout is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def terminal_width() -> int:
    """Return the columns of the terminal, 80 where the output is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return WIDTH
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except OSError:  # a terminal that does not tell
        return WIDTH
    return columns or WIDTH


def emit(text: str, *, end: str = "\n") -> None:
    """Print a text to standard output.

    Raises
    ------
    OutputClosedError
        If nobody reads it any more.
    UsageError
        If it cannot be written.
    """
    if sys.stdout is None:
        raise UsageError("standard output: closed, expected somewhere to write to")
    try:
        sys.stdout.write(text + end)
    except BrokenPipeError:
        raise OutputClosedError from None
    except OSError as error:
        raise _unwritable(error) from None


def say(lines: Iterable[str]) -> None:
    """Print lines for people to standard output; names from files cannot smuggle control characters in."""
    for line in lines:
        emit(line if line.isprintable() else "".join(c if c.isprintable() else "?" for c in line))


def emit_rich(*renderables: RenderableType, colours: bool, width: int | None = None) -> None:
    """Print what rich can render; without colours no escape sequence is among it."""
    from rich.console import Console

    console = Console(
        file=io.StringIO(), force_terminal=colours, no_color=not colours, width=width or WIDTH,
        color_system="auto" if colours else None, legacy_windows=False, highlight=False, markup=False,
        emoji=False,
    )  # fmt: skip
    with console.capture() as captured:
        for renderable in renderables:
            console.print(renderable, soft_wrap=width is None)
    emit(captured.get(), end="")


def finish() -> None:
    """See to it that everything printed has arrived.

    Raises
    ------
    OutputClosedError, UsageError
        As `emit`.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise OutputClosedError from None
    except OSError as error:
        raise _unwritable(error) from None


def _unwritable(error: OSError) -> UsageError:
    return UsageError(f"standard output: cannot be written: {error.strerror or error}")


def abandon() -> None:
    """Give up standard output, so that what is still in its buffer does not fail again at the exit."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, AttributeError):  # no real file behind it: then nothing fails at the exit either
        return


def one_line(message: str) -> str:
    """Return a message as one line of printable characters, not too long.

    >>> one_line("two\\nlines\\x1b[31m")
    'two lines\\\\x1b[31m'
    """
    line = _BLANKS.sub(" ", message).strip()
    if not line.isprintable():
        line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in line)
    if len(line) > _LONGEST:
        line = f"{line[:_HEAD]} ... {line[_HEAD + 5 - _LONGEST :]}"
    return line


def complain(message: str, *, command: str = "advisor") -> None:
    """Print the one line that a wrong input gets."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"{command}: {one_line(message)}\n")
        sys.stderr.flush()
    except OSError:  # nowhere left to say it; the exit status does
        return
