"""What a game must offer to search, analysis and the front ends, and the table of games.

A game is a package of its own and a compiled module; search and analysis work through the protocols here
(and, in the compiled half, through the table of C functions in `cext/advisor/game.pxd`) and know no game.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from advisor.errors import FormatError, Problem, UsageError
from advisor.files import short

if TYPE_CHECKING:
    from advisor.analysis_map import Axis, Effect
    from advisor.analysis_reasons import Contrast, Side
    from advisor.guidance import RouteTable, TeamPlan
    from advisor.scene import Editor, Painter, Teller

__all__ = [
    "GAMES", "STRINGS", "Course", "EffectKind", "Ending", "Game", "Match", "Planner", "Result", "Root",
    "Router", "Turn", "editor", "game", "game_of", "painter", "planner", "router", "teller",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class EffectKind:
    """A kind of thing that chance events do (`advisor.analysis_map.Effect`).

    Attributes
    ----------
    kind : str
        Its name in records.
    sign : str
        One character for it on a grid.
    title : str
        What it is called in a legend.
    mild : bool
        Whether outcomes that do nothing graver are nothing to speak of.
    """

    kind: str
    sign: str
    title: str
    mild: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """A way in which a game ends.

    Attributes
    ----------
    kind : str
        `Result.cause` of such games.
    title : str
        What it is called.
    """

    kind: str
    title: str


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

    def advance(self, state: bytes, events: Sequence[str]) -> bytes:
        """Return where a line of actions leads from a state.

        Raises
        ------
        IllegalEvent
            If one is not legal, with its number.
        """

    def grid(self) -> tuple[Axis, Axis]:
        """Return how the outcomes of the chance event after a turn lie on a grid: its rows and its columns.

        Outcomes that have no order in two directions lie in one row.
        """

    def place(self, code: int) -> tuple[int, int]:
        """Return the row and the column of such an outcome, counted from 0."""

    def effects(self, state: bytes, codes: Sequence[int]) -> tuple[Effect, ...]:
        """Return what chance events do, one after another, from a state at the end of a turn."""

    def contrasts(self, own: Side, other: Side) -> tuple[Contrast, ...]:
        """Return in what one plan differs from another, whichever of them it speaks for."""

    def result(self, state: bytes) -> Result:
        """Return how the game stands in a state; its cause is empty while the game is not over."""

    def remarks(self) -> tuple[str, ...]:
        """Return what a player who weighs risks should know of the position, one sentence each."""


class Turn(Protocol):
    """Where somebody decides in a game under way: all that a policy may look at, no dice to come."""

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
        """Who decides."""

    def position(self) -> Any:
        """Return the position as a value."""

    def line(self, policy: str) -> tuple[int, ...]:
        """Return the actions of one of the core's policies up to the end of the turn or a chance event."""

    def codes(self, events: Sequence[str]) -> tuple[int, ...]:
        """Return the codes of a line of legal actions.

        Raises
        ------
        IllegalEvent
            If one is not legal, with its number.
        """


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    Attributes
    ----------
    values : tuple of float
        By player (one team: length 1), each in [0, 1]: 1 won, 0 lost.
    cause : str
        Why it ended, one of `Game.causes`.
    counts : dict
        A whole number for each of `Game.columns`.
    """

    values: tuple[float, ...]
    cause: str
    counts: dict[str, int]


class Match(Turn, Protocol):
    """A game under way, with dice of its own: a stream for each turn, the same whoever plays."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def turns(self) -> int:
        """Turns that have been ended."""

    def apply(self, action: int) -> None:
        """Carry out a legal action.

        Raises
        ------
        ValueError
            If it is not legal.
        """

    def happen(self) -> None:
        """Let chance events happen until somebody decides or the game is over."""

    def result(self) -> Result:
        """Return how the game stands; meant for its end."""


class Course(Protocol):
    """A game at the table as it goes on, event by event."""

    @property
    def position(self) -> Any:
        """The position now."""

    def step(self, event: str, /) -> None:
        """Let an event happen: an action, one of chance, or a correction of the one before.

        Raises
        ------
        IllegalEvent
            If it is not possible here; nothing is changed then.
        """

    def copy(self) -> Course:
        """Return the same game, to go on in another way."""


class Game(Protocol):
    """A game: how its positions are read, shown, searched and played."""

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

    def read(self, given: object, turn: int | None = None) -> Any:
        """Return the position that an object of the game's formats or a position string describes.

        Parameters
        ----------
        given : object
            A position, a record (it stands for its last position) or a position string.
        turn : int, optional
            Of a record: the position where this turn begins, counted from 0.

        Raises
        ------
        FormatError, PositionError
            If it cannot be read or contradicts itself or the rules; pointers begin at `given`.
        IllegalEvent
            If an event of the record is not legal, with its number.
        UsageError
            If a turn was named and there is none such.
        """

    def position_json(self, position: Any) -> dict[str, Any]:
        """Return the position as an object of the game's format."""

    def write_record(
        self, position: Any, events: Sequence[str], *, title: str = "",
        players: Mapping[str, str] | None = None, extra: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Return a game as an object of the game's format for records; `extra` are its keys ``x-...``."""

    def read_record(self, given: object) -> tuple[Any, tuple[str, ...], dict[str, str], dict[str, Any]]:
        """Return where a record begins, its events, who plays whom, and its keys ``x-...``.

        Raises
        ------
        FormatError, PositionError
            If it cannot be read, or begins in a position that is wrong; events are not looked at.
        """

    def course(self, position: Any) -> Course:
        """Return a game at the table that begins in a position, which has no faults."""

    def event_kind(self, event: str) -> str:
        """Return of what kind an event of the game is: ``"action"``, ``"chance"`` or ``"correction"``.

        Raises
        ------
        IllegalEvent
            If it is none of the game's.
        """

    def turn_begins(self, before: Any | None, after: Any) -> str:
        """Return whose turn begins with the second of two positions, one event apart; empty if none does.

        With the first position of a game, which has none before it, a turn begins.
        """

    @property
    def core_policies(self) -> tuple[str, ...]:
        """Names of the policies that the core plays by itself (`Turn.line`)."""

    @property
    def columns(self) -> tuple[str, ...]:
        """What is counted in a game besides who won, ``"rescued"``."""

    @property
    def causes(self) -> tuple[str, ...]:
        """Why a game can be lost."""

    @property
    def endings(self) -> tuple[Ending, ...]:
        """The ways in which a game ends, those that are won first."""

    @property
    def effect_kinds(self) -> tuple[EffectKind, ...]:
        """The kinds of thing that chance events do, the gravest first."""

    def reason_text(self, kind: str, parameters: Mapping[str, str | float], measure: str) -> str:
        """Return a contrast in words that speak for a plan, in the language that is spoken.

        Besides the game's own there are two kinds: ``"ahead"``, what the next player is found to make of it,
        and ``"sum"``, the value of the plan, where nothing single explains enough. `measure` is that of the
        analysis.
        """

    @property
    def playout(self) -> str:
        """The name of the policy by which the core plays games out, one of `core_policies`."""

    @property
    def headline(self) -> tuple[str, ...]:
        """The options of a set-up that are always named."""

    def fingerprint(self) -> str:
        """Return a short text that changes with the rules, the playout policy or the static value."""

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a set-up, each looked at and with its default where it was not given.

        Raises
        ------
        UsageError
            If one is unknown or wrong.
        """

    def describe(self, options: Mapping[str, Any]) -> str:
        """Return the options of a set-up in a few words."""

    def start(self, options: Mapping[str, Any], seed: int) -> Any:
        """Return a start position: the same options and seed make the same one."""

    def match(self, position: Any, seed: int, number: int) -> Match:
        """Return a game that begins in a position; its dice follow from the seed, its number and the turn."""


@runtime_checkable
class Router(Protocol):
    """What a game may offer besides: the ways of a player."""

    def routes(self, position: Any, who: str | None = None) -> RouteTable:
        """Return the cheapest ways of a player; of whose turn it is if nobody is named.

        Raises
        ------
        UsageError
            If nobody has this name, or the game is over.
        """


@runtime_checkable
class Planner(Protocol):
    """What a game may offer besides: a plan for the whole team."""

    def team_plan(self, position: Any, *, seed: int = 0) -> TeamPlan:
        """Return who does what over the next turns, as if chance events held still.

        Raises
        ------
        UsageError
            If the game is over or no decision comes next.
        """


def _offer(name: str, kind: type, lack: str) -> Any:
    found = game(name)
    if not isinstance(found, kind):
        raise UsageError(f"game: {short(name)} {lack}, expected a game that does")
    return found


def router(name: str) -> Router:
    """Return what tells the ways in a game.

    >>> router("flash-point") is game("flash-point")
    True

    Raises
    ------
    UsageError
        If there is no such game, or it has no such thing.
    """
    return cast(Router, _offer(name, Router, "tells no routes"))


def planner(name: str) -> Planner:
    """Return what makes team plans in a game.

    >>> planner("flash-point") is game("flash-point")
    True

    Raises
    ------
    UsageError
        If there is no such game, or it has no such thing.
    """
    return cast(Planner, _offer(name, Planner, "makes no team plans"))


def painter(name: str) -> Painter:
    """Return what draws positions of a game.

    Raises
    ------
    UsageError
        If there is no such game, or it has no such thing.
    """
    from advisor.scene import Painter

    return cast(Painter, _offer(name, Painter, "draws no pictures"))


def editor(name: str) -> Editor:
    """Return what changes positions of a game by hand.

    Raises
    ------
    UsageError
        If there is no such game, or it has no such thing.
    """
    from advisor.scene import Editor

    return cast(Editor, _offer(name, Editor, "edits no positions"))


def teller(name: str) -> Teller:
    """Return what tells the events of a game at the table.

    Raises
    ------
    UsageError
        If there is no such game, or it has no such thing.
    """
    from advisor.scene import Teller

    return cast(Teller, _offer(name, Teller, "tells no events"))


GAMES: Final = {"flash-point": "advisor.flashpoint.adapter"}
"""Modules by the name of their game; each has a `GAME`."""

STRINGS: Final = {"fp": "flash-point"}
"""Games by the letters that their position strings begin with."""


def game(name: str) -> Game:
    """Return a game by its name.

    >>> game("flash-point").id
    'flash-point'
    """
    if name not in GAMES:
        raise UsageError(f"game: {short(name)}, expected one of {', '.join(GAMES)}")
    return cast(Game, importlib.import_module(GAMES[name]).GAME)


def game_of(given: object) -> Game:
    """Return the game of a position or a record, by its format, or of a position string, by its letters.

    >>> game_of({"format": "flash-point/position@1"}).id, game_of("fp1.xyz").id
    ('flash-point', 'flash-point')

    Raises
    ------
    FormatError
        If it is of no game that there is.
    """
    games = ", ".join(GAMES)
    if isinstance(given, str):
        letters = given[: len(given) - len(given.lstrip("abcdefghijklmnopqrstuvwxyz"))]
        if letters not in STRINGS:
            raise FormatError(Problem("", f"{short(given)}, expected an object or a position string"))
        return game(STRINGS[letters])
    if not isinstance(given, dict):
        raise FormatError(Problem("", f"{short(given)}, expected an object or a position string"))
    if "format" not in given:
        raise FormatError(Problem("/format", f"missing key, expected a format of {games}"))
    kind = given["format"]
    name = kind.partition("/")[0] if isinstance(kind, str) else ""
    if name not in GAMES:
        raise FormatError(Problem("/format", f"{short(kind)}, expected a format of {games}"))
    return game(name)
