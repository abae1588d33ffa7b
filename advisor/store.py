"""Games that are kept: one SQLite file under the user's data folder, one row a game.

A game belongs to an owner, a word that its browser keeps; nobody sees the games of others. What is written is
on the disk before the call returns. Several threads and processes may use the file at a time.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from advisor.errors import AdvisorError, FormatError, Problem, UsageError
from advisor.files import counted, dump_line, parse_json, short

__all__ = ["FOLDER", "MOST_BYTES", "MOST_GAMES", "Kept", "Store", "StoreError", "data_folder"]

FOLDER: Final = "ADVISOR_DATA"
"""The environment variable that names another folder."""

MOST_BYTES: Final = 1_000_000
"""Bytes of a game's record."""

MOST_GAMES: Final = 1000
"""Games of one owner."""

MOST_NAME: Final = 80
"""Characters of a game's name."""

_VERSION: Final = 1
_WAIT: Final = 5.0  # seconds for another process that writes
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, name TEXT NOT NULL,
    created TEXT NOT NULL, changed TEXT NOT NULL, record TEXT NOT NULL, extra TEXT NOT NULL
) STRICT
"""
_INDEX: Final = "CREATE INDEX IF NOT EXISTS games_of_owner ON games (owner, changed)"


class StoreError(AdvisorError):
    """The file with the games cannot be used.

    >>> str(StoreError("games.sqlite: locked"))
    'games.sqlite: locked'
    """


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that is kept.

    Attributes
    ----------
    id : str
        Its id, unique in the file.
    game : str
        Of which game it is (`advisor.game.GAMES`).
    name : str
        What people call it.
    created, changed : str
        When, ISO 8601 in UTC, to the second.
    record : dict or None
        The record as JSON; None in lists.
    extra : dict
        What a front end keeps beside it.
    """

    id: str
    game: str
    name: str
    created: str
    changed: str
    record: dict[str, Any] | None
    extra: dict[str, Any]


def data_folder() -> Path:
    """Return the folder for the user's data: the one that `FOLDER` names, else the system's usual place.

    >>> data_folder().is_absolute()
    True
    """
    named = os.environ.get(FOLDER)
    if named:
        return Path(named).absolute()
    from platformdirs import user_data_path

    return user_data_path("table-advisor", appauthor=False)


class Store:
    """The games of all owners in one file.

    Parameters
    ----------
    path : str or Path, optional
        The file; ``games.sqlite`` in `data_folder` if none is named. It is made when it is first used.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> store = Store(f"{folder.name}/games.sqlite")
    >>> number = store.new("ann", "flash-point", name="Tuesday", record={"events": []})
    >>> store.save("ann", number, record={"events": ["end"]})
    >>> store.load("ann", number).record, [kept.name for kept in store.games("bob")]
    ({'events': ['end']}, [])
    >>> folder.cleanup()
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path is not None else data_folder() / "games.sqlite"

    def games(self, owner: str) -> tuple[Kept, ...]:
        """Return an owner's games, the one that was changed last first, without their records.

        Raises
        ------
        StoreError
            If the file cannot be used.
        """
        with self._open() as base:
            rows = base.execute(
                "SELECT id, game, name, created, changed, extra FROM games WHERE owner = ? "
                "ORDER BY changed DESC, rowid DESC",
                (owner,),
            ).fetchall()
        return tuple(_kept(row, None, self._json(row[5], row[0])) for row in rows)

    def new(
        self, owner: str, game: str, *, name: str, record: dict[str, Any], extra: dict[str, Any] | None = None
    ) -> str:
        """Keep a new game and return its id.

        Raises
        ------
        UsageError
            If the name or the record is too long, or the owner keeps too many games.
        StoreError
            If the file cannot be used.
        """
        number, now = uuid4().hex[:16], _now()
        values = (number, owner, game, _named(name), now, now, _bounded(record), _bounded(extra or {}))
        with self._open() as base:
            kept = base.execute("SELECT count(*) FROM games WHERE owner = ?", (owner,)).fetchone()[0]
            if kept >= MOST_GAMES:
                raise UsageError(
                    f"{counted(kept, 'game')} are kept, expected fewer than {MOST_GAMES}: delete some"
                )
            base.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        return number

    def load(self, owner: str, number: str) -> Kept:
        """Return a game.

        Raises
        ------
        UsageError
            If this owner has no such game.
        StoreError
            If the file cannot be used, or what it says of the game cannot be read.
        """
        with self._open() as base:
            row = base.execute(
                "SELECT id, game, name, created, changed, record, extra FROM games "
                "WHERE owner = ? AND id = ?",
                (owner, number),
            ).fetchone()
        if row is None:
            raise _no_such(number)
        return _kept(row, self._json(row[5], number), self._json(row[6], number))

    def save(
        self, owner: str, number: str, *, record: dict[str, Any], extra: dict[str, Any] | None = None
    ) -> None:
        """Write a game's record, and what is kept beside it, in place of what was there.

        Raises
        ------
        UsageError
            If this owner has no such game, or the record is too long.
        StoreError
            If the file cannot be used.
        """
        self._change(
            number,
            "UPDATE games SET record = ?, extra = coalesce(?, extra), changed = ? "
            "WHERE owner = ? AND id = ?",
            (_bounded(record), None if extra is None else _bounded(extra), _now(), owner, number),
        )  # fmt: skip

    def rename(self, owner: str, number: str, name: str) -> None:
        """Give a game another name.

        Raises
        ------
        UsageError
            If this owner has no such game, or the name is empty or too long.
        StoreError
            If the file cannot be used.
        """
        self._change(
            number, "UPDATE games SET name = ? WHERE owner = ? AND id = ?", (_named(name), owner, number)
        )

    def delete(self, owner: str, number: str) -> None:
        """Delete a game.

        Raises
        ------
        UsageError
            If this owner has no such game.
        StoreError
            If the file cannot be used.
        """
        self._change(number, "DELETE FROM games WHERE owner = ? AND id = ?", (owner, number))

    def _change(self, number: str, command: str, values: tuple[str | None, ...]) -> None:
        with self._open() as base:
            if not base.execute(command, values).rowcount:
                raise _no_such(number)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction; what goes wrong with it is one line."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=_WAIT)) as base:
                self._prepare(base)
                with base:  # commits, or rolls back
                    yield base
        except (sqlite3.Error, OSError) as error:
            raise StoreError(
                f"{self.path}: {error}, expected a file with games that can be written"
            ) from None

    def _prepare(self, base: sqlite3.Connection) -> None:
        version = base.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise StoreError(
                f"{self.path}: made by a newer program (version {version}), expected at most {_VERSION}"
            )
        if version < _VERSION:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute(_TABLE)
            base.execute(_INDEX)
            base.execute(f"PRAGMA user_version = {_VERSION}")
            base.commit()

    def _json(self, text: str, number: str) -> dict[str, Any]:
        try:
            found = parse_json(text)
        except FormatError as error:
            raise StoreError(f"{self.path}: game {number}: {error}") from None
        if not isinstance(found, dict):
            raise StoreError(f"{self.path}: game {number}: {short(found)}, expected an object")
        return found


def _kept(row: tuple[str, ...], record: dict[str, Any] | None, extra: dict[str, Any]) -> Kept:
    return Kept(row[0], row[1], row[2], row[3], row[4], record, extra)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _no_such(number: str) -> UsageError:
    return UsageError(f"game: {short(number)}, expected the id of a game that is kept")


def _named(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= MOST_NAME:
        raise UsageError(f"name: {counted(len(name), 'character')}, expected 1 to {MOST_NAME}", field="name")
    return name


def _bounded(value: dict[str, Any]) -> str:
    text = dump_line(value)
    if len(text.encode("utf-8")) > MOST_BYTES:
        problem = f"{len(text.encode('utf-8'))} bytes, expected at most {MOST_BYTES}"
        raise FormatError(Problem("", problem))
    return text
