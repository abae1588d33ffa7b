"""A game at the table as it goes on: what happened, what may come next, back and forth; blind to the game.

Nothing is drawn but by `Play.roll`, from a stream that follows from a seed and the number of the event, and
what was drawn so is noted: a table with dice of its own never needs it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from advisor.errors import IllegalEvent, UsageError
from advisor.game import Course, game, game_of, teller
from advisor.scene import Ask

__all__ = ["TABLE_KEY", "Play", "PlayedTurn"]

TABLE_KEY: Final = "x-table"
"""Where a record holds which events the program drew."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a game.

    Attributes
    ----------
    who : str
        Whose turn it is.
    round : int
        How many turns it has had, this one included.
    begins : int
        How many events were before it: the position there is where it begins.

    Examples
    --------
    >>> PlayedTurn("red", 1, 0).round
    1
    """

    who: str
    round: int
    begins: int


class Play:
    """A game at the table.

    Parameters
    ----------
    position : object
        Where it begins; a position of a game.
    players : dict, optional
        Who plays whom.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> play = Play(set_up(SetUp(Board.shipped("hut"))).position)
    >>> play.play_all(["move 2,2", "reveal victim"])
    >>> play.events, play.crosses
    (('move 2,2', 'reveal victim'), True)
    >>> play.undo()
    Traceback (most recent call last):
    advisor.errors.UsageError: undo: 'reveal victim' came by chance, expected that to be meant
    >>> play.undo(beyond=True)
    >>> play.events, play.can_redo
    (('move 2,2',), True)
    """

    def __init__(self, position: Any, *, players: dict[str, str] | None = None) -> None:
        self._courses: list[Course] = [game(position.game).course(position)]
        self._positions = [position]
        self._events: list[str] = []
        self._drawn: dict[int, int] = {}
        self._undone: list[tuple[str, int | None]] = []
        self._extra: dict[str, Any] = {}
        self.players = dict(players or {})

    @classmethod
    def from_record(cls, record: Any) -> Play:
        """Return the game of a record, as far as its events go.

        Raises
        ------
        FormatError, PositionError, IllegalEvent
            If the record cannot be read, or an event is not legal.
        """
        start, events, players, extra = game_of(record).read_record(record)
        made = cls(start, players=players)
        kept = extra.pop(TABLE_KEY, None)
        made._extra = extra
        for number, event in enumerate(events, 1):
            try:
                made._go(event)
            except IllegalEvent as error:
                raise IllegalEvent(event, error.reason, error.clause, number) from None
        made._drawn = _numbers(kept, len(events))
        return made

    def to_record(self, *, title: str = "") -> dict[str, Any]:
        """Return the game as a record of its format; which events were drawn stands under `TABLE_KEY`."""
        drawn = {str(number): seed for number, seed in sorted(self._drawn.items())}
        extra = {**self._extra, **({TABLE_KEY: {"drawn": drawn}} if drawn else {})}
        return game(self.start.game).write_record(
            self.start, self.events, title=title, players=self.players, extra=extra
        )

    @property
    def start(self) -> Any:
        """The position in which the game began."""
        return self._positions[0]

    @property
    def position(self) -> Any:
        """The position now."""
        return self._positions[-1]

    @property
    def events(self) -> tuple[str, ...]:
        """What has happened."""
        return tuple(self._events)

    def drawn(self, number: int) -> bool:
        """Return whether the program drew an event, counted from 1."""
        return number in self._drawn

    def last(self, count: int) -> Iterator[tuple[Any, str, Any]]:
        """Yield the last events in their order: the position before, the event, the position after."""
        for number in range(max(len(self._events) - count, 0), len(self._events)):
            yield self._positions[number], self._events[number], self._positions[number + 1]

    def ask(self) -> Ask | None:
        """Return what the players have to enter now; None if somebody decides or the game is over."""
        return teller(self.position.game).ask(self.position)

    def play(self, event: str) -> None:
        """Carry out an event, an action or one of chance.

        Raises
        ------
        IllegalEvent
            If it is not possible here; nothing has changed then.
        """
        self._go(event)
        self._undone.clear()

    def play_all(self, events: Sequence[str]) -> None:
        """Carry out events one after another, all of them or none.

        Raises
        ------
        IllegalEvent
            With its number among them, if one is not possible; nothing has changed then.
        """
        course, after = self._courses[-1], list[Course]()
        for number, event in enumerate(events, 1):
            course = _stepped(course, event, number)
            after.append(course)
        self._undone.clear()
        for event, reached in zip(events, after, strict=True):
            self._add(event, reached)

    def roll(self, seed: int) -> str:
        """Draw the chance event that comes next, carry it out, note that it was drawn, and return it.

        Parameters
        ----------
        seed : int
            What it follows from, with the number of the event: the same game and seed draw the same.

        Raises
        ------
        UsageError
            If no chance event comes next.
        """
        outcomes = self.position.chance()
        if not outcomes:
            raise UsageError("roll: no dice or reveal come next, expected a position that waits for one")
        stream = random.Random(f"{seed} {len(self._events) + 1}")
        events, weights = zip(*outcomes, strict=True)
        event: str = stream.choices(events, [float(weight) for weight in weights])[0]
        self.play(event)
        self._drawn[len(self._events)] = seed
        return event

    @property
    def can_undo(self) -> bool:
        """Whether there is an event to take back."""
        return bool(self._events)

    @property
    def can_redo(self) -> bool:
        """Whether an event was taken back that can be played again."""
        return bool(self._undone)

    @property
    def crosses(self) -> bool:
        """Whether the event to be taken back next is one of chance: to draw it anew is another game."""
        return bool(self._events) and self._kind(len(self._events)) == "chance"

    def undo(self, *, beyond: bool = False) -> None:
        """Take the last event back.

        Parameters
        ----------
        beyond : bool
            Also where it is one of chance.

        Raises
        ------
        UsageError
            If there is none, or it is one of chance and that was not meant.
        """
        if not self._events:
            raise UsageError("undo: nothing has happened, expected an event to take back")
        if self.crosses and not beyond:
            raise UsageError(f"undo: {self._events[-1]!r} came by chance, expected that to be meant")
        number = len(self._events)
        self._undone.append((self._events.pop(), self._drawn.pop(number, None)))
        self._positions.pop()
        self._courses.pop()

    def redo(self) -> None:
        """Play again what was taken back last.

        Raises
        ------
        UsageError
            If there is nothing.
        """
        if not self._undone:
            raise UsageError("redo: nothing was taken back, expected an event to play again")
        event, seed = self._undone.pop()
        self._go(event)
        if seed is not None:
            self._drawn[len(self._events)] = seed

    def corrections(self) -> tuple[Ask, ...]:
        """Return what the players may still decide about the last event: see `correct`."""
        number = len(self._events)
        while number and self._kind(number) == "correction":
            number -= 1
        if not number:
            return ()
        before, event, after = self._positions[number - 1], self._events[number - 1], self._positions[number]
        found = teller(after.game).corrections(before, event, after)
        return tuple(ask for ask in found if self._is_open(ask, number))

    def _is_open(self, ask: Ask, number: int) -> bool:
        """Return whether a correction of an event can still be made."""
        if ask.replaces:
            return number == len(self._events)
        try:
            self._courses[-1].copy().step(ask.options[0].value)
        except IllegalEvent:
            return False
        return True

    def correct(self, event: str) -> None:
        """Let one of the options of `corrections` hold: it takes the place of the last event, or follows it.

        Of what holds anyway nothing is noted.

        Raises
        ------
        UsageError
            If it is none of them.
        """
        for ask in self.corrections():
            if any(event == option.value for option in ask.options):
                break
        else:
            raise UsageError(f"correction: {event!r}, expected one that is offered")
        if event == ask.usual:
            return
        if ask.replaces:
            course = _stepped(self._courses[-2], event)
            self._courses[-1], self._positions[-1], self._events[-1] = course, course.position, event
        else:
            self._go(event)
        self._undone.clear()

    def turns(self) -> tuple[PlayedTurn, ...]:
        """Return the turns so far, the one under way included.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> play = Play(set_up(SetUp(Board.shipped("hut"))).position)
        >>> play.play_all(["move 3,3", "end", "roll 1,2"])
        >>> [(turn.who, turn.round, turn.begins) for turn in play.turns()]
        [('red', 1, 0), ('blue', 1, 3)]
        """
        here, had = game(self.start.game), Counter[str]()
        found = []
        for number, position in enumerate(self._positions):
            who = here.turn_begins(self._positions[number - 1] if number else None, position)
            if who:
                had[who] += 1
                found.append(PlayedTurn(who, had[who], number))
        return tuple(found)

    def branch(self, count: int) -> Play:
        """Return a game of its own that shares the first events with this one.

        Raises
        ------
        UsageError
            If there are not so many.
        """
        if not 0 <= count <= len(self._events):
            raise UsageError(f"branch: {count}, expected 0 to {len(self._events)}")
        made = Play(self.start, players=self.players)
        made._courses = [course.copy() for course in self._courses[: count + 1]]
        made._positions, made._events = self._positions[: count + 1], self._events[:count]
        made._drawn = {number: seed for number, seed in self._drawn.items() if number <= count}
        return made

    def _kind(self, number: int) -> str:
        """Return of what kind an event is, counted from 1."""
        return game(self.start.game).event_kind(self._events[number - 1])

    def _go(self, event: str) -> None:
        self._add(event, _stepped(self._courses[-1], event))

    def _add(self, event: str, after: Course) -> None:
        self._events.append(event)
        self._courses.append(after)
        self._positions.append(after.position)


def _stepped(course: Course, event: str, number: int | None = None) -> Course:
    """Return a game one event later; the one that is given stays as it is."""
    after = course.copy()
    try:
        after.step(event)
    except IllegalEvent as error:
        raise IllegalEvent(event, error.reason, error.clause, number) from None
    return after


def _numbers(kept: Any, most: int) -> dict[int, int]:
    """Return which events were drawn, of what a record says: it may say anything."""
    drawn = kept.get("drawn") if isinstance(kept, dict) else None
    if not isinstance(drawn, dict):
        return {}
    found = {number: drawn.get(str(number)) for number in range(1, most + 1)}
    return {number: seed for number, seed in found.items() if isinstance(seed, int)}
