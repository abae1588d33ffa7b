"""A game record: a position and the events after it (`flash-point/record@1`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from advisor.errors import FormatError, IllegalEvent, Problem, UsageError
from advisor.files import pointer_to, short
from advisor.flashpoint.position import Position
from advisor.flashpoint.schema import RECORD_FORMAT, RecordShape, read_shape

__all__ = ["Record"]

_EXTRA: Final = "x-"
_OPEN: Final = ("action", "deck_gun_choice")
"""Phases in which somebody decides."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game record, as far as it goes; its events are not looked at before `replay`.

    Examples
    --------
    >>> from advisor.flashpoint.board import Board
    >>> from advisor.flashpoint.setup import SetUp, make
    >>> start = make(SetUp(Board.shipped("base-1"), "family", ids=["red"])).position
    >>> record = Record(start, ("end", "roll 1,1"), title="One turn")
    >>> record.final().smoke
    ((1, 1),)
    >>> Record.from_json(record.to_json()) == record
    True
    """

    position: Position
    """The start."""
    events: tuple[str, ...] = ()
    title: str = ""
    players: dict[str, str] = field(default_factory=dict)
    """Who plays which firefighter, by id, in the order of the firefighters' list."""
    extra: dict[str, Any] = field(default_factory=dict)
    """Top-level keys that begin with ``x-``, kept as they are."""

    @classmethod
    def from_json(cls, obj: object, *, check: bool = True) -> Record:
        """Return the record that a JSON object describes.

        Parameters
        ----------
        obj : object
            What the JSON reader returned.
        check : bool
            Also refuse a start position that contradicts itself or the rules.

        Raises
        ------
        FormatError
            If keys, types or the board are wrong, or a player plays nobody.
        PositionError
            If the start position contradicts itself or the rules.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> record = Record(set_up(SetUp(Board.shipped("hut"))).position, ("move 2,2",))
        >>> Record.from_json({**record.to_json(), "players": {"pink": "Ann"}})
        Traceback (most recent call last):
        advisor.errors.FormatError: /players/pink: "pink", expected the id of a firefighter: red, blue, green
        """
        extra: dict[str, Any] = {}
        if isinstance(obj, dict):
            extra = {key: value for key, value in obj.items() if str(key).startswith(_EXTRA)}
            obj = {key: value for key, value in obj.items() if key not in extra}
        shape = read_shape(RecordShape, obj)
        position = Position.from_json(shape.position, check=check, pointer="/position")
        ids = [one.id for one in position.firefighters]
        for player in shape.players:
            if player not in ids:
                message = f"{short(player)}, expected the id of a firefighter: {', '.join(ids)}"
                raise FormatError(Problem(pointer_to("players", player), message))
        return cls(
            position=position,
            events=tuple(shape.events),
            title=shape.title,
            players={one: shape.players[one] for one in ids if one in shape.players},
            extra=extra,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object in normal form; the extra keys come last.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> record = Record(set_up(SetUp(Board.shipped("hut"))).position, ("move 2,2",))
        >>> record.to_json()["events"]
        ['move 2,2']
        """
        return {
            "format": RECORD_FORMAT,
            "title": self.title,
            "players": dict(self.players),
            "position": self.position.to_json(),
            "events": list(self.events),
            **self.extra,
        }

    def replay(self) -> Iterator[tuple[int, str | None, Position]]:
        """Yield the number, the text and the position after each event; first 0, None and the start.

        Raises
        ------
        IllegalEvent
            With its number, when the first event comes that is not legal; what was yielded before it holds.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> record = Record(set_up(SetUp(Board.shipped("hut"))).position, ("move 2,2",))
        >>> [(number, event, position.turn.phase) for number, event, position in record.replay()]
        [(0, None, 'action'), (1, 'move 2,2', 'reveal')]
        """
        from advisor.flashpoint.bridge import Replay

        yield 0, None, self.position
        if not self.events:
            return
        game = Replay(self.position)
        for number, text in enumerate(self.events, 1):
            try:
                game.step(text)
            except IllegalEvent as error:
                raise IllegalEvent(text, error.reason, error.clause, number) from None
            yield number, text, game.position

    def final(self) -> Position:
        """Return the position after all events.

        Raises
        ------
        IllegalEvent
            With its number, if an event is not legal.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> record = Record(set_up(SetUp(Board.shipped("hut"))).position, ("move 2,2",))
        >>> record.final().turn.at
        (2, 2)
        """
        return deque(self.replay(), maxlen=1).pop()[2]

    def at_turn(self, number: int) -> Position:
        """Return the position where a turn begins: nobody has acted, and whoever fell down has been placed.

        Parameters
        ----------
        number : int
            How many turns were ended before. For the turn in which the record breaks off before anybody
            decides, it is the last position.

        Raises
        ------
        UsageError
            If the record has no such turn.
        IllegalEvent
            With its number, if an event up to there is not legal.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> record = Record(set_up(SetUp(Board.shipped("hut"))).position, ("move 3,3", "end", "roll 1,1"))
        >>> record.at_turn(0) == record.position, record.at_turn(1) == record.final()
        (True, True)
        """
        turns = self.events.count("end")
        if not 0 <= number <= turns:
            message = f"turn: {short(number)}, expected 0 to {turns}: so many turns were ended"
            raise UsageError(message, field="turn")
        ended, before = 0, self.position
        for _, event, after in self.replay():
            acts = event is not None and before.turn.phase in _OPEN and not event.startswith("place ")
            if acts and ended == number:
                return before
            ended += event == "end"
            before = after
        return before
