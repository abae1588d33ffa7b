"""The texts of the events: parsed exactly and written back exactly.

The grammar is that of the formats file, section Events. Nothing here looks at whether an event is legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from advisor.errors import IllegalEvent
from advisor.flashpoint.rules import SPECIALISTS
from advisor.flashpoint.squares import Edge, Square, edge_text, parse_edge, parse_square, square_text

__all__ = ["ACTIONS", "CHANCE", "CLAUSES", "MOVES", "TEMPLATES", "Event", "parse"]

MOVES: Final = ("move", "carry", "carry+lead", "haul", "haul+lead", "lead")
"""The six kinds of move, in the order of the table."""

TEMPLATES: Final = MappingProxyType({
    **{kind: f"{kind} ROW,COLUMN" for kind in MOVES},
    "door": "door ROW,COLUMN-ROW,COLUMN",
    "extinguish": "extinguish ROW,COLUMN",
    "chop": "chop ROW,COLUMN-ROW,COLUMN",
    "drive": "drive ambulance|engine SPOT [FIREFIGHTER@ROW,COLUMN ...]",
    "fire-deck-gun": "fire-deck-gun",
    "keep": "keep",
    "reroll": "reroll red|black|both",
    "crew": "crew SPECIALIST",
    "resuscitate": "resuscitate",
    "identify": "identify ROW,COLUMN",
    "dispose": "dispose",
    "command": "command FIREFIGHTER MOVE-OR-DOOR",
    "end": "end",
    "reveal": "reveal victim|false-alarm",
    "deck-gun": "deck-gun RED,BLACK",
    "roll": "roll RED,BLACK [hazmats ROW,COLUMN ...]",
    "poi": "poi RED,BLACK",
    "place": "place FIREFIGHTER ROW,COLUMN",
})  # fmt: skip
"""What each kind of event looks like, in the order of the table."""

CLAUSES: Final = MappingProxyType({
    "move": "FP-4.1", "carry": "FP-4.2", "carry+lead": "FP-4.5", "haul": "FP-4.3", "haul+lead": "FP-4.5",
    "lead": "FP-4.4", "door": "FP-4.7", "extinguish": "FP-4.8", "chop": "FP-4.9", "drive": "FP-6.2",
    "fire-deck-gun": "FP-6.8", "keep": "FP-7.6", "reroll": "FP-7.6", "crew": "FP-6.9",
    "resuscitate": "FP-7.1", "identify": "FP-7.4", "dispose": "FP-7.5", "command": "FP-7.3",
    "end": "FP-2.2", "reveal": "FP-8.4", "deck-gun": "FP-6.8", "roll": "FP-5.1", "poi": "FP-8.1",
    "place": "FP-5.9",
})  # fmt: skip
"""The clause that each kind of event comes from."""

CHANCE: Final = ("reveal", "deck-gun", "roll", "poi")
"""The kinds that the dice and the bag decide."""

ACTIONS: Final = tuple(kind for kind in TEMPLATES if kind not in (*CHANCE, "place"))
"""The kinds that somebody chooses, in the order of the table."""

_MAX_LENGTH: Final = 400  # six riders and a long name of a spot stay well below
_ID: Final = "[a-z][a-z0-9-]{0,15}"
_DRIVE: Final = re.compile(rf"(ambulance|engine) (\S+)((?: {_ID}@[0-9]+,[0-9]+)*)", re.ASCII)
_OFF_BOARD: Final = re.compile(r"-?(?:0|[1-9][0-9]*),-?(?:0|[1-9][0-9]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a game, action, chance or correction; fields that its kind has not are None or empty.

    Attributes
    ----------
    kind : str
        The first word of the text, ``"carry+lead"``.
    square : tuple of int or None
        The square of a move, ``extinguish``, ``identify`` or ``place``.
    edge : tuple or None
        The edge of ``door`` and ``chop``.
    vehicle, spot : str or None
        Of ``drive``.
    riders : tuple
        Of ``drive``: pairs of a firefighter's id and the square where it lands.
    specialist : str or None
        Of ``crew``.
    die : str or None
        Of ``reroll``: ``red``, ``black`` or ``both``.
    marker : str or None
        Of ``reveal``: ``victim`` or ``false-alarm``.
    dice : tuple of int or None
        Of ``roll``, ``poi`` and ``deck-gun``: (red, black) as rolled.
    hazmats : tuple
        Of ``roll``: the squares whose hazmats explode first, in this order (FP-5.6).
    who : str or None
        The firefighter of ``command`` and ``place``.
    inner : Event or None
        What ``command`` makes it do.

    Examples
    --------
    >>> event = parse("command blue carry 2,4")
    >>> event.who, event.inner.kind, event.inner.square
    ('blue', 'carry', (2, 4))
    >>> str(event)
    'command blue carry 2,4'
    """

    kind: str
    square: Square | None = None
    edge: Edge | None = None
    vehicle: str | None = None
    spot: str | None = None
    riders: tuple[tuple[str, Square], ...] = ()
    specialist: str | None = None
    die: str | None = None
    marker: str | None = None
    dice: tuple[int, int] | None = None
    hazmats: tuple[Square, ...] = ()
    who: str | None = None
    inner: Event | None = None

    def __str__(self) -> str:
        words = [self.kind]
        words += [word for word in (self.vehicle, self.spot, self.who, self.specialist) if word is not None]
        words += [word for word in (self.die, self.marker) if word is not None]
        if self.square is not None:
            words.append(square_text(self.square))
        if self.edge is not None:
            words.append(edge_text(self.edge))
        if self.dice is not None:
            words.append(square_text(self.dice))
        if self.hazmats:
            words += ["hazmats", *map(square_text, self.hazmats)]
        words += [f"{who}@{square_text(at)}" for who, at in self.riders]
        if self.inner is not None:
            words.append(str(self.inner))
        return " ".join(words)


def parse(text: str) -> Event:
    """Return the event that `text` is, exactly.

    Parameters
    ----------
    text : str
        One event of the formats' table: lower case, single spaces, no leading zeros.

    Returns
    -------
    Event
        Its `str` is `text` again.

    Raises
    ------
    IllegalEvent
        If `text` is no event of the table.

    Examples
    --------
    >>> parse("drive ambulance east red@3,9").riders
    (('red', (3, 9)),)
    >>> parse("move 2,04")
    Traceback (most recent call last):
        ...
    advisor.errors.IllegalEvent: 'move 2,04': texts are exact, expected 'move 2,4'
    """
    event = _read(text) if len(text) <= _MAX_LENGTH else None
    if event is None or str(event) != text:
        raise _unreadable(text)
    return event


def _read(text: str) -> Event | None:
    kind, _, rest = text.partition(" ")
    if kind not in TEMPLATES:
        return None
    if " " not in TEMPLATES[kind]:
        return Event(kind) if text == kind else None
    return _READERS[kind](Event(kind), rest)


def _read_square(event: Event, rest: str) -> Event | None:
    square = parse_square(rest)
    return replace(event, square=square) if square else None


def _read_edge(event: Event, rest: str) -> Event | None:
    edge = parse_edge(rest)
    return replace(event, edge=edge) if edge else None


def _read_dice(event: Event, rest: str) -> Event | None:
    dice = parse_square(rest)
    return replace(event, dice=dice) if dice else None


def _read_roll(event: Event, rest: str) -> Event | None:
    dice, *names = rest.split(" ")
    order = [parse_square(name) for name in names[1:]]
    squares = tuple(square for square in order if square)
    if names and (names[0] != "hazmats" or not squares or len(squares) < len(order)):
        return None
    read = _read_dice(event, dice)
    return replace(read, hazmats=squares) if read else None


def _read_drive(event: Event, rest: str) -> Event | None:
    found = _DRIVE.fullmatch(rest)
    if not found:
        return None
    riders = []
    for word in found[3].split():
        who, _, at = word.partition("@")
        square = parse_square(at)
        if square is None:
            return None
        riders.append((who, square))
    return replace(event, vehicle=found[1], spot=found[2], riders=tuple(riders))


def _read_die(event: Event, rest: str) -> Event | None:
    return replace(event, die=rest) if rest in ("red", "black", "both") else None


def _read_crew(event: Event, rest: str) -> Event | None:
    return replace(event, specialist=rest) if rest in SPECIALISTS else None


def _read_reveal(event: Event, rest: str) -> Event | None:
    return replace(event, marker=rest) if rest in ("victim", "false-alarm") else None


def _read_place(event: Event, rest: str) -> Event | None:
    who, _, at = rest.partition(" ")
    square = parse_square(at)
    return replace(event, who=who, square=square) if square and re.fullmatch(_ID, who, re.ASCII) else None


def _read_command(event: Event, rest: str) -> Event | None:
    who, _, what = rest.partition(" ")
    inner = _read(what) if what.partition(" ")[0] in (*MOVES, "door") else None
    return replace(event, who=who, inner=inner) if inner and re.fullmatch(_ID, who, re.ASCII) else None


_READERS: Final[MappingProxyType[str, Callable[[Event, str], Event | None]]] = MappingProxyType({
    **dict.fromkeys((*MOVES, "extinguish", "identify"), _read_square),
    **dict.fromkeys(("door", "chop"), _read_edge),
    **dict.fromkeys(("poi", "deck-gun"), _read_dice),
    "roll": _read_roll,
    "drive": _read_drive,
    "reroll": _read_die,
    "crew": _read_crew,
    "reveal": _read_reveal,
    "place": _read_place,
    "command": _read_command,
})  # fmt: skip


def _unreadable(text: str) -> IllegalEvent:
    """Say what is wrong with a text that is no event, and what it may have been meant to be."""
    if len(text) > _MAX_LENGTH:
        return IllegalEvent(text, f"no event of the table is longer than {_MAX_LENGTH} characters")
    meant = _tidied(text)
    if meant is not None:
        return IllegalEvent(text, f"texts are exact, expected '{meant}'")
    kind, _, rest = text.partition(" ")
    if kind in ("carry+haul", "haul+carry", "carry+haul+lead", "haul+carry+lead"):
        return IllegalEvent(text, "one move never takes along a victim and a hazmat", CLAUSES["carry+lead"])
    if kind == "command":
        who, _, what = rest.partition(" ")
        inner = _read(what)
        if inner is not None and inner.kind not in (*MOVES, "door") and re.fullmatch(_ID, who, re.ASCII):
            reason = f"only moves and doors can be commanded, not '{inner.kind}'"
            return IllegalEvent(text, reason, CLAUSES["command"])
    if kind in TEMPLATES:
        if _OFF_BOARD.fullmatch(rest):
            what = "dice never show this" if kind in CHANCE else "there is no such square"
            return IllegalEvent(text, f"{what}, expected '{TEMPLATES[kind]}'", CLAUSES[kind])
        return IllegalEvent(text, f"no event of the table, expected '{TEMPLATES[kind]}'")
    close = get_close_matches(kind.lower(), TEMPLATES, n=1, cutoff=0.6)
    likely = f"'{TEMPLATES[close[0]]}'" if close else f"one like '{TEMPLATES['move']}' or 'end'"
    return IllegalEvent(text, f"no event of the table, expected {likely}")


def _tidied(text: str) -> str | None:
    """Return the event that differs from `text` in case, spaces, leading zeros or an edge's order only."""
    tidy = " ".join(text.lower().split())
    tidy = re.sub(r"\s*([,@-])\s*(?=[0-9])", r"\1", tidy, flags=re.ASCII)
    tidy = re.sub(r"(?<![0-9])0+(?=[0-9])", "", tidy, flags=re.ASCII)
    tidy = re.sub(r"([0-9]+,[0-9]+)-([0-9]+,[0-9]+)", _edge_in_order, tidy, flags=re.ASCII)
    event = _read(tidy)
    return tidy if event is not None and tidy != text else None


def _edge_in_order(found: re.Match[str]) -> str:
    a, b = (tuple(map(int, end.split(","))) for end in found.groups())
    return found[0] if a < b else f"{found[2]}-{found[1]}"
