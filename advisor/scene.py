"""What a game shows and asks of people, as records that know no game; and front ends need no more.

Three protocols: a `Painter` draws positions, an `Editor` changes them by hand, a `Teller` says what happens
at the table and what the players have to enter. `advisor.game.painter`, `editor` and `teller` return them.
Texts are in the language that is spoken (`advisor.words`). A place on the board is named by a target's id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from advisor.analysis import Plan
    from advisor.analysis_map import OutcomeMap

__all__ = [
    "Ask", "Change", "Choice", "Counter", "Editor", "Field", "Hint", "Option", "Painter", "Picture", "Target",
    "Teller", "Tool",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Target:
    """A place of a picture that can be clicked.

    Attributes
    ----------
    id : str
        Its kind and its name in the game's notation: ``"square 2,4"``, ``"edge 2,4-2,5"``, ``"piece red"``.
    kind : str
        The first word of the id.
    label : str
        What is there, for people who hear the picture.
    x, y, width, height : float
        Its box in units of the picture.
    row, column : int
        Where it lies in a grid of its kind, for the arrow keys.

    Examples
    --------
    >>> Target("square 2,4", "square", "2,4 hall: fire", 0.0, 0.0, 100.0, 100.0, 2, 4).kind
    'square'
    """

    id: str
    kind: str
    label: str
    x: float
    y: float
    width: float
    height: float
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn position.

    Attributes
    ----------
    svg : str
        An ``<svg>`` element without scripts, with a viewBox of `width` x `height` that begins at 0, 0.
    width, height : float
        Its size in its own units.
    targets : tuple of Target
        Its places, those that lie above others last.
    words : str
        The picture in words, many lines.

    Examples
    --------
    >>> Picture("<svg/>", 100.0, 50.0, (), "an empty board").words
    'an empty board'
    """

    svg: str
    width: float
    height: float
    targets: tuple[Target, ...]
    words: str


@runtime_checkable
class Painter(Protocol):
    """What a game offers to a page: pictures."""

    def picture(
        self,
        position: Any,
        *,
        theme: str = "light",
        plan: Sequence[str] = (),
        outcomes: OutcomeMap | None = None,
        measure: str = "win",
        chosen: Sequence[str] = (),
        prefix: str = "",
    ) -> Picture:
        """Draw a position, sound or not.

        Parameters
        ----------
        position : object
            A position of the game.
        theme : str
            ``"light"`` or ``"dark"``.
        plan : sequence of str
            Events from this position: drawn as a way with numbered steps. Events that do not lead on from
            here are left out.
        outcomes : OutcomeMap, optional
            What the coming chance event may do, laid over the board.
        measure : str
            ``"win"`` if the values of `outcomes` are win probabilities, else ``"score"``.
        chosen : sequence of str
            Ids of targets to be marked.
        prefix : str
            Put before ids within the picture, for several pictures on one page.

        Raises
        ------
        UsageError
            If there is no such theme.
        """


@dataclass(frozen=True, slots=True)
class Option:
    """One of several things to choose from.

    >>> Option("reveal victim", "a victim").label
    'a victim'
    """

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form for a new game (`Editor.fields`).

    Attributes
    ----------
    name : str
        The option of the set-up (`Game.options`) that it gives.
    label, help : str
        What it is called, and what it does.
    kind : str
        ``"choice"`` (one of `options`), ``"many"`` (any of them), ``"number"`` or ``"switch"``.
    value : object
        The value to begin with: a str, a tuple of str, an int or a bool.
    options : tuple of Option
        What there is to choose from.
    least, most : int
        Of a number.
    basic : bool
        Whether it is for everybody; the others are shown on request.

    Examples
    --------
    >>> Field("players", "Players", "", "number", 2, (), 1, 4, True).kind
    'number'
    """

    name: str
    label: str
    help: str
    kind: str
    value: Any
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    basic: bool = True


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that clicks on the board may do to a position.

    Attributes
    ----------
    id, label, help : str
        Its name, what it is called, and what a click with it does.
    group : str
        Under which heading it stands.
    sign : str
        One or two characters or an emoji for its button.
    on : tuple of str
        The kinds of target that it works on.

    Examples
    --------
    >>> Tool("stone", "Stone", "put a stone or take it away", "Markers", "o", ("square",)).on
    ('square',)
    """

    id: str
    label: str
    help: str
    group: str
    sign: str
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """A number of a position that people may change.

    >>> Counter("rescued", "Rescued", 3, 0, 10).value
    3
    """

    id: str
    label: str
    value: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A thing of a position that is one of several.

    >>> Choice("turn", "Turn", "red", (Option("red", "red"),)).value
    'red'
    """

    id: str
    label: str
    value: str
    options: tuple[Option, ...]


@runtime_checkable
class Editor(Protocol):
    """What a game offers to a page: positions made by hand.

    Positions come back unchecked: `problems` says what is wrong with them. Each method that changes one
    raises UsageError, and nothing else, where the change makes no sense.
    """

    def fields(self, given: Mapping[str, Any]) -> tuple[Field, ...]:
        """Return the form for a new game, given what was chosen so far (by `Field.name`)."""

    def open(self, given: object) -> tuple[Any, dict[str, Any] | None, list[str]]:
        """Return the position that an object of the game's formats or a position string describes, unchecked.

        Of a record: the last position that its legal events lead to. With it come the record as JSON (None
        if it was none), and what there is to say, such as the first event that was not legal.

        Raises
        ------
        FormatError
            If it cannot be read.
        """

    def tools(self, position: Any) -> tuple[Tool, ...]:
        """Return what clicks may do, group by group."""

    def edit(self, position: Any, tool: str, target: str) -> Any:
        """Return the position after a click with a tool on a target.

        What is there is taken away, or turned on to its next state; else it is put there.
        """

    def move(self, position: Any, piece: str, target: str) -> Any:
        """Return the position after a piece (a target's id) was dragged to a target."""

    def counters(self, position: Any) -> tuple[Counter, ...]:
        """Return the numbers that can be changed."""

    def count(self, position: Any, counter: str, value: int) -> Any:
        """Return the position with a number changed."""

    def choices(self, position: Any) -> tuple[Choice, ...]:
        """Return the other things that can be changed: whose turn it is, what comes next."""

    def choose(self, position: Any, choice: str, value: str) -> Any:
        """Return the position with such a thing changed."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What the players have to enter: how a chance event came out, or what only they decide.

    Attributes
    ----------
    kind : str
        ``"grid"``: a square of the board, or a row and a column; ``"options"``: one of `options`.
    text : str
        The question, a sentence.
    rows, columns : tuple of str
        Of a grid: the numbers on the dice; event number ``r * len(columns) + c`` belongs to row r, column c.
    events : tuple of str
        Of a grid: the event of each cell.
    targets : tuple of str
        Of a grid: the id of the target that stands for each cell.
    options : tuple of Option
        Events to choose from, each with its words.
    usual : str
        The event that holds if nobody says otherwise; empty where there is none such.
    replaces : bool
        Of a correction (`Teller.corrections`): whether an option takes the place of the event that it
        corrects; else it follows it.

    Examples
    --------
    >>> Ask("options", "What was it?", options=(Option("reveal victim", "a victim"),)).kind
    'options'
    """

    kind: str
    text: str
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    usual: str = ""
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """One thing to do at the table, or to know, after an event.

    Attributes
    ----------
    text : str
        A sentence: ``"Explosion at 3,5: put a damage marker on the wall to the east."``
    kind : str
        ``"step"`` (how the event came to it) or ``"do"`` (what to change on the table).
    targets : tuple of str
        Ids of the targets that it is about.
    clause : str
        The clause of the rules that says so, ``"FP-5.4"``; may be empty.

    Examples
    --------
    >>> Change("Put smoke on 3,5.", "do", ("square 3,5",), "FP-5.3").kind
    'do'
    """

    text: str
    kind: str
    targets: tuple[str, ...] = ()
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in steps.

    Attributes
    ----------
    idea : str
        What the plan is about, a sentence that names nobody and no place.
    where : str
        Who does it and where.
    targets : tuple of str
        Ids of the targets that `where` speaks of.

    Examples
    --------
    >>> Hint("Somebody can be rescued now.", "red, at 2,4.", ("square 2,4",)).idea
    'Somebody can be rescued now.'
    """

    idea: str
    where: str
    targets: tuple[str, ...] = ()


@runtime_checkable
class Teller(Protocol):
    """What a game offers to hint mode: words for events, questions to the players, hints in steps."""

    def turn_text(self, position: Any) -> str:
        """Return whose turn it is and what comes next, a sentence."""

    def event_text(self, position: Any, event: str) -> str:
        """Return an event that is possible here in words: ``"Move to 2,4 (hall)"``."""

    def ask(self, position: Any) -> Ask | None:
        """Return what the players have to enter now; None if somebody decides or the game is over."""

    def corrections(self, before: Any, event: str, after: Any) -> tuple[Ask, ...]:
        """Return what the players may decide about an event after it: an order in place of the usual one
        (`Ask.replaces`), or where somebody is put (options follow it)."""

    def changes(self, before: Any, event: str, after: Any) -> tuple[Change, ...]:
        """Return what an event did, in the order of the rules, and what to change on the table."""

    def rules(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the rules in short: headings, each with its lines."""

    def title(self, position: Any) -> str:
        """Return what a game that begins in a position is called, a few words."""

    def hint(self, position: Any, plan: Plan) -> Hint:
        """Return a plan as a hint in steps."""
