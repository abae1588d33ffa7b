"""Positions and records from wherever they come: a file, standard input or a position string."""

from __future__ import annotations

from pathlib import Path

from advisor.errors import FormatError, Problem
from advisor.files import in_file, parse_json, read_text, short
from advisor.flashpoint.position import Position
from advisor.flashpoint.record import Record
from advisor.flashpoint.schema import POSITION_FORMAT, RECORD_FORMAT

__all__ = ["load", "load_position", "load_record", "read"]


def load(source: str | Path, *, check: bool = True) -> Position | Record:
    """Return the position or the record that a source holds.

    Parameters
    ----------
    source : str or Path
        The path of a JSON file, ``-`` for standard input, or a position string (`Position.to_string`).
        A file, or standard input, may also hold a position string.
    check : bool
        Also refuse a position that contradicts itself or the rules.

    Raises
    ------
    FormatError
        If there is nothing to be read as either; the message begins with the name of the file.
    PositionError
        If the position contradicts itself or the rules.

    Examples
    --------
    >>> load("fp1.3GSXPFUvcpEoqONJblw7m5PW3Zv91S").board.name
    'The hut'
    """
    from advisor.flashpoint import compact

    if isinstance(source, str) and source.startswith(compact.PREFIX):
        return Position.from_string(source, check=check)
    text = read_text(source)
    with in_file(source):
        if text.startswith(compact.PREFIX):
            return Position.from_string(text.strip(), check=check)
        return read(parse_json(text), check=check)


def read(obj: object, *, check: bool = True) -> Position | Record:
    """Return the position or the record that an object describes, by its format.

    Raises
    ------
    FormatError, PositionError
        As `load`, without the name of a file.
    """
    kind = obj.get("format") if isinstance(obj, dict) else None
    if kind == POSITION_FORMAT:
        return Position.from_json(obj, check=check)
    if kind == RECORD_FORMAT:
        return Record.from_json(obj, check=check)
    expected = f"expected {POSITION_FORMAT} or {RECORD_FORMAT}"
    if not isinstance(obj, dict):
        raise FormatError(Problem("", f"{short(obj)}, expected an object: a position or a record"))
    if "format" not in obj:
        raise FormatError(Problem("/format", f"missing key, {expected}"))
    raise FormatError(Problem("/format", f"{short(kind)}, {expected}"))


def load_position(source: str | Path, *, check: bool = True) -> Position:
    """Return the position that a source holds; of a record, the one after all its events.

    Without `check` it may have problems; of a record that begins with such a one, it is the first: nothing
    can be played from there.

    Raises
    ------
    FormatError, PositionError
        As `load`.
    IllegalEvent
        If an event of the record is not legal.

    Examples
    --------
    >>> load_position("fp1.3GSXPFUvcpEoqONJblw7m5PW3Zv91S").turn.ap
    4
    >>> load_position("nowhere.json")
    Traceback (most recent call last):
    advisor.errors.FormatError: nowhere.json: no such file
    """
    found = load(source, check=check)
    if isinstance(found, Position):
        return found
    if not check and found.position.problems():
        return found.position
    with in_file(source):
        return found.final()


def load_record(source: str | Path, *, check: bool = True) -> Record:
    """Return the record that a source holds.

    Raises
    ------
    FormatError, PositionError
        As `load`, and if it holds a position alone.

    Examples
    --------
    >>> load_record("nowhere.json")
    Traceback (most recent call last):
    advisor.errors.FormatError: nowhere.json: no such file
    """
    found = load(source, check=check)
    if isinstance(found, Record):
        return found
    with in_file(source):
        message = f"{short(POSITION_FORMAT)}, expected {RECORD_FORMAT}"
        raise FormatError(Problem("/format", message))
