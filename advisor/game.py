"""What a game must offer to search, analysis and the front ends, and the table of games.

A game is a package of its own and a compiled module; search and analysis work through the protocols here
(and, in the compiled half, through the table of C functions in `cext/advisor/game.pxd`) and know no game.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Final, Protocol, cast

from advisor.errors import UsageError
from advisor.files import short

__all__ = ["GAMES", "Game", "Root", "game"]


class Root(Protocol):
    """A position made ready for a search."""

    @property
    def table(self) -> object:
        """The capsule with the game's table of C functions."""

    @property
    def owner(self) -> object:
        """What the table points into; a search keeps it alive."""

    @property
    def state(self) -> bytes:
        """The position in the core's form."""

    @property
    def player(self) -> int:
        """Whose value counts: who chooses at the root."""

    @property
    def calibrated(self) -> bool:
        """Whether static values are win probabilities; else they are called scores."""

    def events(self, state: bytes, actions: Sequence[int]) -> tuple[tuple[str, int], ...]:
        """Return the texts of a line of actions from a state, each with what it costs."""

    def outcome(self, code: int) -> str:
        """Return the text of a chance event."""

    def saved(self, state: bytes) -> int:
        """Return what is kept for the chooser's next turn in a state just after the end of a turn."""

    def codes(self, events: Sequence[str]) -> tuple[int, ...]:
        """Return the codes of a line of legal actions from the root.

        Raises
        ------
        IllegalEvent
            If one is not legal, with its number.
        """

    def follow(self, actions: Sequence[int]) -> tuple[bytes, int, str]:
        """Return where a line of legal actions leads from the root: the state, what it cost, and what it is.

        That is ``"open"`` (somebody decides within the turn), ``"chance"`` (a chance event within the turn
        comes next), ``"ended"`` or ``"over"``.
        """


class Game(Protocol):
    """A game: how its positions are read, shown and searched."""

    @property
    def id(self) -> str:
        """The game's name in formats, ``"flash-point"``."""

    def root(self, position: Any) -> Root:
        """Return a position made ready for a search.

        Raises
        ------
        UsageError
            If the game is over or no decision comes next: one line that says what does.
        """

    def position_json(self, position: Any) -> dict[str, Any]:
        """Return the position as an object of the game's format."""


GAMES: Final = {"flash-point": "advisor.flashpoint.adapter"}
"""Modules by the name of their game; each has a `GAME`."""


def game(name: str) -> Game:
    """Return a game by its name.

    >>> game("flash-point").id
    'flash-point'
    """
    if name not in GAMES:
        raise UsageError(f"game: {short(name)}, expected one of {', '.join(GAMES)}")
    return cast(Game, importlib.import_module(GAMES[name]).GAME)
