"""Files: JSON read strictly, text written whole or not at all. Nothing here knows any game."""

from __future__ import annotations

import json
import math
import os
import re
import secrets
import shutil
import stat
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, Final, NoReturn

from advisor.errors import AdvisorError, FormatError, Problem, UsageError

__all__ = [
    "MAX_BYTES", "MAX_DEPTH", "MAX_WHOLE", "counted", "dump_json", "dump_line", "in_file", "parse_json",
    "parse_line", "pointer_to", "read_json", "read_text", "short", "source_name", "write_text",
]  # fmt: skip

MAX_BYTES: Final = 8 * 2**20
"""No file of ours comes near this size; a larger one is refused before it is read."""

MAX_DEPTH: Final = 64
"""Lists and objects within one another; deeper ones would exhaust the stack of the reader or the writer."""

MAX_WHOLE: Final = 2**64 - 1
"""Whole numbers beyond it, up or down, are refused: nothing of ours counts so far."""

_SHOWN: Final = 40
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def short(value: object) -> str:
    """Return what came, as JSON and short enough for a message of one line: at most 42 characters.

    >>> short("x" * 60), short(True), short(["red", 1]), short({"a": 1})
    ('"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."', 'true', '["red", 1]', 'an object')
    """
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, (list, tuple)):
        if any(isinstance(item, (dict, list, tuple)) for item in value[:_SHOWN]):
            return f"a list of {len(value)}"
        shown = f"[{', '.join(map(short, value[:_SHOWN]))}]"
        return shown if len(shown) <= _SHOWN else f"a list of {len(value)}"
    if isinstance(value, str):
        return f'"{_cut(map(_escaped, value), _SHOWN)}"'
    if value is None or isinstance(value, (bool, float)):
        return json.dumps(value)
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def _escaped(character: str) -> str:
    """Return a character as it stands within a JSON text; what cannot be printed is escaped."""
    return json.dumps(character, ensure_ascii=not character.isprintable())[1:-1]


def _cut(pieces: Iterable[str], most: int) -> str:
    """Join the pieces, as many as fit: an escape is one of them, and never cut in two."""
    shown = list(islice(pieces, most + 1))  # none is empty: of more than so many not all fit
    if sum(map(len, shown)) <= most:
        return "".join(shown)
    ends = accumulate(map(len, shown))
    return "".join(piece for piece, end in zip(shown, ends, strict=True) if end <= most - 3) + "..."


def counted(count: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "hot spot"), counted(3, "hot spot")
    ('1 hot spot', '3 hot spots')
    """
    return f"{short(count)} {noun}{'' if count == 1 else 's'}"


def pointer_to(*parts: str | int) -> str:
    """Return the JSON pointer (RFC 6901) of a place.

    Keys that would break a line are escaped as in JSON, very long ones are cut: a pointer is for reading.

    >>> pointer_to("fire", 3), pointer_to("a/b", "c~d"), pointer_to()
    ('/fire/3', '/a~1b/c~0d', '')
    """
    return "".join("/" + _pointer_part(str(part)) for part in parts)


def _pointer_part(part: str) -> str:
    special = {"~": "~0", "/": "~1"}
    pieces = (special.get(c, c if c.isprintable() else _escaped(c)) for c in part)
    return _cut(pieces, 2 * _SHOWN)


def source_name(source: str | Path) -> str:
    """Return how messages name a source: the path, or "standard input" for ``-``."""
    name = "standard input" if str(source) == "-" else str(source)
    return name if name.isprintable() else json.dumps(name)[1:-1]


@contextmanager
def in_file(source: str | Path) -> Iterator[None]:
    """Put the name of the file before the message of any error of ours raised inside.

    >>> with in_file("game.json"):
    ...     raise FormatError(Problem("/goal", "missing key"))
    Traceback (most recent call last):
    advisor.errors.FormatError: game.json: /goal: missing key
    """
    try:
        yield
    except AdvisorError as error:
        error.args = (f"{source_name(source)}: {error}",)
        raise


def _refuse(message: str, pointer: str = "") -> NoReturn:
    raise FormatError(Problem(pointer, message))


def read_text(source: str | Path) -> str:
    """Return the text of a file, or of standard input for ``-``.

    Raises
    ------
    FormatError
        If there is no such file, it cannot be read, is a folder, is larger than `MAX_BYTES` or not UTF-8.
        The message begins with the name of the file.
    """
    with in_file(source):
        return _decode(_read_bytes(source))


def read_json(source: str | Path) -> Any:
    """Return the JSON value in a file, or on standard input for ``-``.

    Raises
    ------
    FormatError
        As `read_text` and `parse_json`; the message begins with the name of the file.
    """
    with in_file(source):
        return parse_json(_decode(_read_bytes(source)))


def _read_bytes(source: str | Path) -> bytes:
    try:
        if str(source) == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(source, "rb") as file:
                if os.fstat(file.fileno()).st_size > MAX_BYTES:
                    _refuse(f"larger than {MAX_BYTES // 2**20} MB, expected a file of JSON text")
                data = file.read(MAX_BYTES + 1)  # a device or a pipe has no size: stop in time
    except IsADirectoryError:
        _refuse("a folder, expected a file of JSON text")
    except FileNotFoundError:
        _refuse("no such file")
    except OSError as error:
        _refuse(f"cannot be read: {error.strerror or error}")
    except FormatError:
        raise
    except ValueError:  # a name with a null character
        _refuse("no such file")
    if len(data) > MAX_BYTES:
        _refuse(f"larger than {MAX_BYTES // 2**20} MB, expected a file of JSON text")
    return data


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        _refuse(f"not UTF-8 (byte {error.start + 1}), expected JSON text in UTF-8")


def _whole(text: str) -> int:
    # Python refuses thousands of digits without saying where; any number out of bounds does for `_inspect`.
    return int(text) if len(text) <= _SHOWN else MAX_WHOLE + 1


def parse_json(text: str) -> Any:
    """Return the value of a JSON text, read more strictly than Python does it.

    Duplicate keys, NaN and Infinity, numbers beyond all bounds, half surrogate pairs and nesting deeper than
    `MAX_DEPTH` are refused.

    >>> parse_json('{"a": [1, true]}')
    {'a': [1, True]}
    >>> parse_json('{"a": {"b": 1, "b": 2}}')
    Traceback (most recent call last):
    advisor.errors.FormatError: /a/b: the key stands twice in its object, expected once

    Raises
    ------
    FormatError
        With one line that says where and what.
    """
    twice: list[tuple[dict[str, Any], str]] = []

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        built = dict(pairs)
        if len(built) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            twice.append((built, next(key for key in built if counts[key] > 1)))
        return built

    if not text.strip(" \t\r\n"):
        _refuse("empty, expected JSON text")
    if text.startswith("\ufeff"):
        _refuse("begins with a byte order mark, expected JSON text without one")
    try:
        value = json.loads(text, object_pairs_hook=build, parse_int=_whole)
    except json.JSONDecodeError as error:
        what = (error.msg[:1].lower() + error.msg[1:]).removesuffix(" at").removesuffix(" starting")
        _refuse(f"no JSON at line {error.lineno}, column {error.colno}: {what}")
    except RecursionError:
        _refuse(f"nested too deep, expected at most {MAX_DEPTH} lists and objects within one another")
    _inspect(value, {id(built): key for built, key in twice})
    return value


def parse_line(line: bytes) -> Any:
    """Return the value of a line of JSON text, read as strictly as a file.

    >>> parse_line(b'[1, 2]')
    [1, 2]

    Raises
    ------
    FormatError
        As `parse_json`, or if it is longer than `MAX_BYTES` or not UTF-8.
    """
    if len(line) > MAX_BYTES:
        _refuse(f"longer than {MAX_BYTES // 2**20} MB, expected a line of JSON text")
    return parse_json(_decode(line))


def _inspect(root: object, twice: dict[int, str]) -> None:
    """Refuse what the JSON reader lets pass: nesting, duplicate keys, odd numbers, half surrogate pairs."""
    # A stack of our own: recursion is what a deep file would exhaust. Reversed, so that the first fault
    # in the order of the file is the one that is named.
    stack: list[tuple[object, tuple[str | int, ...]]] = [(root, ())]
    while stack:
        value, path = stack.pop()
        if len(path) > MAX_DEPTH:
            where = pointer_to(*path[:3])
            _refuse(
                f"nested too deep, expected at most {MAX_DEPTH} lists and objects within one another", where
            )
        if isinstance(value, dict):
            if id(value) in twice:
                key = twice[id(value)]
                _refuse("the key stands twice in its object, expected once", pointer_to(*path, key))
            for key in value:
                if _SURROGATE.search(key):
                    _refuse("a key with half a surrogate pair, expected Unicode text", pointer_to(*path, key))
            stack.extend((item, (*path, key)) for key, item in reversed(value.items()))
        elif isinstance(value, list):
            stack.extend((value[i], (*path, i)) for i in range(len(value) - 1, -1, -1))
        elif isinstance(value, float) and not math.isfinite(value):
            _refuse("NaN, Infinity or beyond all bounds, expected a number", pointer_to(*path))
        elif isinstance(value, int) and abs(value) > MAX_WHOLE:
            _refuse(f"a whole number out of bounds, expected at most {MAX_WHOLE}", pointer_to(*path))
        elif isinstance(value, str) and _SURROGATE.search(value):
            _refuse("a text with half a surrogate pair, expected Unicode text", pointer_to(*path))


def dump_json(value: object) -> str:
    """Return the JSON text of a value in our one style for files: indent 1, a final newline.

    >>> print(dump_json({"title": "Zoë", "events": []}), end="")
    {
     "title": "Zoë",
     "events": []
    }
    """
    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def dump_line(value: object) -> str:
    """Return the JSON text of a value on one line without blanks, for JSON lines; no newline at the end.

    >>> dump_line(["move 1,6", 1])
    '["move 1,6",1]'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def write_text(path: str | Path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all.

    The text goes to a new file beside it, which then takes its place; on failure the old file is as it was
    and nothing else is left. A device or a pipe is written to directly.

    Raises
    ------
    UsageError
        If the file cannot be written.
    """
    try:
        data = text.encode("utf-8")
        target = Path(os.path.realpath(path))  # a link stays a link
        try:
            mode: int | None = target.stat().st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and stat.S_ISDIR(mode):
            raise UsageError(f"{source_name(path)}: a folder, expected a file to write to")
        if mode is not None and not stat.S_ISREG(mode):
            with open(target, "wb") as device:
                device.write(data)
        else:
            _replace(target, data, keep_mode=mode is not None)
    except OSError as error:
        raise UsageError(f"{source_name(path)}: cannot be written: {error.strerror or error}") from None
    except UnicodeEncodeError:
        raise UsageError(
            f"{source_name(path)}: cannot be written: half a surrogate pair in the text"
        ) from None
    except AdvisorError:
        raise
    except ValueError:  # a name with a null character
        raise UsageError(f"{source_name(path)}: cannot be written: no name of a file") from None


def _replace(target: Path, data: bytes, *, keep_mode: bool) -> None:
    beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.tmp")
    try:
        with open(beside, "xb") as file:
            file.write(data)
        if keep_mode:
            shutil.copymode(target, beside)
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
