"""A game of Flash Point under way, event by event in the core (`advisor.game.Match`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from advisor._flashpoint import Core, CoreGame, CoreState, standing
from advisor.errors import IllegalEvent, UsageError
from advisor.flashpoint.bridge import (
    DRIVE_AMBULANCE,
    DRIVE_ENGINE,
    REASONS,
    Names,
    to_position,
    to_state,
)
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import PHASES
from advisor.game import Result
from advisor.words import marked

__all__ = ["CAUSES", "COLUMNS", "HEADLINE", "PlayedGame", "code_of", "result_of"]

COLUMNS: Final = (marked("rescued"), marked("lost"), marked("damage"))
CAUSES: Final = ("collapse", "victims", "unreachable")
HEADLINE: Final = ("level", "board", "firefighters")

_OVER: Final = PHASES.index("over")


def result_of(core: Core, state: bytes) -> Result:
    """Return how the game stands in a state."""
    reason, *counts = standing(core, state)
    cause = REASONS[reason]
    return Result((float(cause == "rescued"),), cause, dict(zip(COLUMNS, counts, strict=True)))


def code_of(names: Names, state: CoreState, text: str, number: int) -> int:
    """Return the code of the legal action that a text names, the `number`-th of a line.

    Raises
    ------
    IllegalEvent
        If there is none.
    """
    drives = "drive" in text
    for kind, argument, direction, who, riders, _, code in state.legal():
        if kind in (DRIVE_AMBULANCE, DRIVE_ENGINE) and not drives:
            continue  # there can be thousands of them
        if names.action(kind, argument, direction, who, riders, state.active) == text:
            return code
    raise IllegalEvent(text, "not legal here", number=number)


class PlayedGame:
    """A game under way.

    Parameters
    ----------
    position : Position
        Where it begins; it has no problems.
    seed, number : int
        What its dice follow from.

    Examples
    --------
    >>> from advisor.flashpoint.board import Board
    >>> from advisor.flashpoint.setup import SetUp, make
    >>> game = PlayedGame(make(SetUp(Board.shipped("base-1"))).position, seed=1, number=0)
    >>> while not game.over:
    ...     for action in game.line("greedy"):
    ...         game.apply(action)
    ...     game.happen()
    >>> game.result().cause in ("rescued", *CAUSES)
    True
    """

    player = 0

    def __init__(self, position: Position, seed: int, number: int) -> None:
        state = to_state(position)
        self._start = position
        self._names = Names(position)
        self._game = CoreGame(state, seed, number)
        self.owner: object = state.core
        self.table: object = state.core.table()

    @property
    def state(self) -> bytes:
        """The state's bytes."""
        return self._game.to_bytes()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._game.phase == _OVER

    @property
    def turns(self) -> int:
        """Turns that have been ended."""
        return self._game.turns

    def position(self) -> Position:
        """Return the position as it is now."""
        return to_position(self._game.state(), self._start)

    def line(self, policy: str) -> tuple[int, ...]:
        """Return the actions of a policy of the core."""
        return self._game.line(policy)

    def codes(self, events: Sequence[str]) -> tuple[int, ...]:
        """Return the codes of a line of legal actions, or say which one is not legal."""
        here, found = self._game.state(), []
        for number, text in enumerate(events, 1):
            found.append(code_of(self._names, here, text, number))
            here.apply(found[-1])
        return tuple(found)

    def apply(self, action: int) -> None:
        """Carry out a legal action."""
        self._game.apply(action)

    def happen(self) -> None:
        """Let chance events happen until somebody decides or the game is over."""
        try:
            self._game.happen()
        except ValueError:
            board = self._start.board.id
            raise UsageError(
                f"turn {self.turns}: a new POI has nowhere to go on board {board!r}, expected a larger board"
            ) from None

    def result(self) -> Result:
        """Return how the game stands."""
        return result_of(self._game.core, self.state)
