"""Positions and records from the command line, with errors that name where they come from."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from advisor.errors import UsageError
from advisor.files import in_file

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from advisor.flashpoint.position import Position
    from advisor.flashpoint.record import Record

__all__ = ["read_position", "read_record", "source_named"]

_STRING: Final = "fp1."


def source_named(source: str) -> AbstractContextManager[None]:
    """Put the name of the source before the errors raised inside."""
    return in_file("position string" if source.startswith(_STRING) else source)


def read_position(source: str, *, check: bool = True) -> Position:
    """Return the position that a command was given (`advisor.flashpoint.load.load_position`).

    Raises
    ------
    AdvisorError
        If there is none, with one line that begins with where it was looked for.
    """
    from advisor.flashpoint.load import load_position

    with _string_named(source):
        return load_position(source, check=check)


def read_record(source: str) -> Record:
    """Return the record that a command was given.

    Raises
    ------
    AdvisorError
        If there is none, with one line that begins with where it was looked for.
    """
    from advisor.flashpoint.load import load_record

    with _string_named(source):
        return load_record(source)


def _string_named(source: str) -> AbstractContextManager[None]:
    # A file is named by whoever reads it.
    if not source:
        raise UsageError('"", expected a file, - for standard input, or a position string')
    return source_named(source) if source.startswith(_STRING) else nullcontext()
