"""A position: everything that can change in a game, frozen (`flash-point/position@1`)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from advisor.errors import PositionError, Problem
from advisor.flashpoint.board import Board
from advisor.flashpoint.squares import Edge, Square

__all__ = ["Firefighter", "Poi", "Position", "Turn", "begins_turn"]


@dataclass(frozen=True, slots=True)
class Poi:
    """A point of interest on the board: `kind` is ``unknown``, ``victim`` or ``treated``.

    >>> Poi((2, 2), "victim").at
    (2, 2)
    """

    at: Square
    kind: str


@dataclass(frozen=True, slots=True)
class Firefighter:
    """A firefighter: where it stands, its specialist (None without the rule) and saved AP.

    >>> Firefighter("red", (0, 1), "paramedic").saved_ap
    0
    """

    id: str
    at: Square
    specialist: str | None = None
    saved_ap: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and what comes next; keys of other phases are None.

    >>> Turn("red", "action", ap=4).acted, Turn("red", "reveal", at=(2, 2), cause="enter").dice
    (False, None)
    """

    firefighter: str
    phase: str
    ap: int = 0
    free_ap: int = 0
    acted: bool = False
    began_at_engine: bool = False
    commanded: tuple[str, ...] = ()
    cafs_command_ap: int = 0
    at: Square | None = None
    """Phase ``reveal``: the square."""
    cause: str | None = None
    """Phase ``reveal``: ``enter``, ``identify``, ``replenish`` or ``fire``."""
    dice: tuple[int | None, int | None] | None = None
    """Deck gun phases: red and black, None for a die that is to be rolled."""
    rerolled: tuple[str, ...] | None = None
    """Deck gun phases: the dice re-rolled so far."""
    flare_up: bool | None = None
    """Phase ``advance_fire``: True after the first roll."""
    result: str | None = None
    """Phase ``over``: ``won`` or ``lost``."""
    reason: str | None = None
    """Phase ``over``: ``rescued``, ``victims``, ``collapse`` or ``unreachable``."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position in normal form: lists of squares are in reading order.

    Examples
    --------
    >>> from advisor.flashpoint.rules import THREAT_MARKERS
    >>> position = Position(
    ...     board=Board.shipped("hut"), rules=(), variants=(), goal=1, fire=((1, 1),), smoke=(), hot_spots=(),
    ...     hot_spot_supply=0, threat_markers=THREAT_MARKERS, hazmats=(), damage=(), doors=(),
    ...     poi=(Poi((2, 2), "victim"),), unrevealed_victims=0, unrevealed_false_alarms=0, rescued=0, lost=0,
    ...     ambulance=None, engine=None, firefighters=(Firefighter("red", (0, 1)),),
    ...     turn=Turn("red", "action", ap=4))
    >>> Position.from_json(position.to_json(), check=False) == position
    True
    """

    game: ClassVar[str] = "flash-point"
    """The game's name (`advisor.game.GAMES`)."""

    board: Board
    rules: tuple[str, ...]
    variants: tuple[str, ...]
    goal: int
    fire: tuple[Square, ...]
    smoke: tuple[Square, ...]
    hot_spots: tuple[Square, ...]
    hot_spot_supply: int
    threat_markers: int
    hazmats: tuple[Square, ...]
    damage: tuple[tuple[Edge, int], ...]
    doors: tuple[tuple[Edge, str], ...]
    poi: tuple[Poi, ...]
    unrevealed_victims: int
    unrevealed_false_alarms: int
    rescued: int
    lost: int
    ambulance: str | None
    engine: str | None
    firefighters: tuple[Firefighter, ...]
    turn: Turn

    @classmethod
    def from_json(cls, obj: object, *, check: bool = True, pointer: str = "") -> Position:
        """Return the position that a JSON object describes, in normal form.

        Parameters
        ----------
        obj : object
            What the JSON reader returned.
        check : bool
            Also refuse what can be read but contradicts itself or the rules. Without it, `problems` says so,
            and only a position without problems may be asked for `legal`, `chance` or `apply`.
        pointer : str
            Where in its file the object lies.

        Raises
        ------
        FormatError
            If keys, types or the board are wrong.
        PositionError
            If the position contradicts itself or the rules, with all its problems. Their pointers count the
            entries of lists as they came.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> Position.from_json({**start.to_json(), "goal": 11})
        Traceback (most recent call last):
        advisor.errors.PositionError: /goal: 11, expected 1 to 10 (FP-9.1)
        """
        from advisor.flashpoint import json_position
        from advisor.flashpoint.problems import consistency_problems

        position, places = json_position.read(obj, pointer)
        if check:
            problems = consistency_problems(position)
            if problems:
                raise PositionError(tuple(places.original(problem) for problem in problems))
        return position

    def to_json(self) -> dict[str, Any]:
        """Return the position as a JSON object in normal form: all keys, lists in order.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.to_json()["fire"], Position.from_json(start.to_json()) == start
        (['1,1'], True)
        """
        from advisor.flashpoint import json_position

        return json_position.write(self)

    @classmethod
    def from_string(cls, text: str, *, check: bool = True) -> Position:
        """Return the position of a short string (`to_string`).

        Parameters
        ----------
        text : str
            The whole string.
        check : bool
            As for `from_json`.

        Raises
        ------
        FormatError
            If it is no such string.
        PositionError
            If it can be read but contradicts itself or the rules.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> Position.from_string("fp1.3GSXPFUvcpEoqONJblw7m5PW3Zv91S") == start
        True
        """
        from advisor.flashpoint import compact

        position = compact.decode(text)
        problems = position.problems() if check else ()
        if problems:
            raise PositionError(problems)
        return position

    def to_string(self) -> str:
        """Return the position as one short word to copy and paste; `from_string` reads it back.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.to_string()
        'fp1.3GSXPFUvcpEoqONJblw7m5PW3Zv91S'
        """
        from advisor.flashpoint import compact

        return compact.encode(self)

    def __str__(self) -> str:
        return self.to_string()

    def problems(self) -> tuple[Problem, ...]:
        """Return everything that is wrong with the position, empty if it is sound.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.problems()
        ()
        >>> from dataclasses import replace
        >>> [str(problem) for problem in replace(start, goal=0).problems()]
        ['/goal: 0, expected 1 to 10 (FP-9.1)']
        """
        from advisor.flashpoint.problems import position_problems

        return position_problems(self)

    def legal(self) -> tuple[tuple[str, int], ...]:
        """Return the legal actions in the order of the formats, each with its cost in AP.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.legal()
        (('move 1,3', 1), ('move 2,2', 1), ('move 3,3', 1), ('end', 0))
        """
        from advisor.flashpoint import bridge

        return bridge.legal(self)

    def apply(self, text: str) -> Position:
        """Return the position after an event, an action or one of chance.

        Raises
        ------
        IllegalEvent
            If the event is not possible here.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.apply("move 2,2").active.at
        (2, 2)
        >>> start.apply("move 1,1")
        Traceback (most recent call last):
        advisor.errors.IllegalEvent: 'move 1,1': 1,1 is not adjacent to 2,3, where red stands (FP-4.1)
        """
        from advisor.flashpoint import bridge

        return bridge.apply(self, text)

    def chance(self) -> tuple[tuple[str, Fraction], ...]:
        """Return the chance events that may come next with their probabilities, empty if none is due.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.chance(), start.apply("end").chance()[0]
        ((), ('roll 1,1', Fraction(1, 4)))
        """
        from advisor.flashpoint import bridge

        return bridge.chance(self)

    def firefighter(self, firefighter_id: str) -> Firefighter:
        """Return the firefighter with this id.

        Raises
        ------
        KeyError
            If there is none.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.firefighter("blue").at
        (3, 1)
        """
        for one in self.firefighters:
            if one.id == firefighter_id:
                return one
        raise KeyError(firefighter_id)

    @property
    def active(self) -> Firefighter:
        """The firefighter whose turn it is, also after its `end`.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.active.id
        'red'
        """
        return self.firefighter(self.turn.firefighter)

    @property
    def damage_count(self) -> int:
        """The damage markers on the board (FP-1.5).

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.damage_count, start.apply("end").apply("roll 1,1").damage_count
        (0, 2)
        """
        return sum(count for _, count in self.damage)

    @property
    def threats_left(self) -> int:
        """The threat markers that can still be placed (FP-1.6).

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.threat_markers, start.threats_left
        (36, 35)
        """
        return self.threat_markers - len(self.fire) - len(self.smoke)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (FP-9).

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.is_over
        False
        """
        return self.turn.phase == "over"

    @property
    def result(self) -> str | None:
        """``won`` or ``lost``, None as long as the game goes on.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> start = set_up(SetUp(Board.shipped("hut"))).position
        >>> start.result is None
        True
        """
        return self.turn.result


def begins_turn(before: Position, after: Position) -> bool:
    """Return whether a turn begins with the second of two positions that are one event apart (FP-2.1).

    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> ended = set_up(SetUp(Board.shipped("hut"))).position.apply("end")
    >>> begins_turn(ended, ended.apply("roll 1,2"))
    True
    """
    was = before.turn
    ended = was.phase in ("advance_fire", "replenish") or was.cause in ("fire", "replenish")
    return ended and after.turn.phase == "action"
