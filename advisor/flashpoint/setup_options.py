"""The options of a set-up, and whether they fit each other (FP-10, FP-11)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeVar

from advisor.errors import UsageError
from advisor.files import counted, short
from advisor.flashpoint.board import Board, Spot
from advisor.flashpoint.rules import (
    EXPERIENCED,
    GOAL,
    MAX_FIREFIGHTERS,
    POOL_VICTIMS,
    RULES,
    SPECIALISTS,
    THREAT_MARKERS,
    VARIANTS,
)
from advisor.flashpoint.squares import Square, parse_square, square_text

__all__ = ["FIREFIGHTERS", "LEVELS", "Level", "Options", "SetUp", "options"]

FIREFIGHTERS: Final = ("red", "blue", "green", "orange", "yellow", "black")
"""The ids that firefighters get, seat by seat, unless others are named."""

_ID: Final = re.compile(r"[a-z][a-z0-9-]{0,15}", re.ASCII)
_CREW: Final = 3
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Level:
    """How much fire a level begins with (FP-10.2, FP-10.4, FP-10.5, FP-10.7).

    Attributes
    ----------
    explosions : int
        Explosions of the set-up; 0 for the fire of the board file.
    experienced : bool
        True if the explosions leave hot spots and damage, and hazmats and further hot spots follow.
    hazmats : int
        Hazmats at the start.
    hot_spots : int
        Further hot spots, those for the number of firefighters not included.
    supply : int
        Hot spots kept for the game.
    """

    explosions: int
    experienced: bool = False
    hazmats: int = 0
    hot_spots: int = 0
    supply: int = 6


LEVELS: Final = MappingProxyType(
    {
        "family": Level(0),
        "random-family": Level(3),
        "recruit": Level(3, experienced=True, hazmats=3),
        "veteran": Level(3, experienced=True, hazmats=4, hot_spots=3),
        "heroic": Level(4, experienced=True, hazmats=5, hot_spots=3, supply=12),
    }
)
"""The levels by name, the easiest first."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """What a table chooses before the first die is rolled.

    Wrong choices, and choices that do not fit each other, are refused at once.

    Attributes
    ----------
    board : Board
        The board.
    level : str
        ``family``, ``random-family``, ``recruit``, ``veteran`` or ``heroic``.
    rules : sequence of str or None
        The parts of the experienced rules (FP-11.1), in any order. None stands for those of the level: none
        for the family levels, all five for the others.
    variants : sequence of str
        Any of FP-11.2 to FP-11.4.
    firefighters : int or None
        How many, 1 to 6. None stands for as many as `ids` has, three if there are none.
    ids : sequence of str
        Their names in the order of play; empty for red, blue, green, orange, yellow, black.
    specialists : sequence of str or None
        Specialists by seat. Seats with None, and those after the last one named, draw theirs.
    squares : sequence of (int, int), str or None
        Starting squares by seat, outside. Seats with None, and those after the last one named, get one that
        makes sense (`advisor.flashpoint.setup_places`).
    ambulance, engine : str or None
        Parking spots by id; None for one that makes sense.
    goal : int
        Rescued victims that win: 7, or 10 for a perfect game.
    threat_markers : int
        Those in the box: 36, in an early printing 33 (FP-1.6).
    seed : int
        What the dice and draws follow from.

    Raises
    ------
    UsageError
        If an option is wrong: one line that says which one, what came and what was expected.

    Examples
    --------
    >>> SetUp(Board.shipped("base-1"), "recruit", firefighters=4, specialists=["driver"]).seed
    0
    >>> SetUp(Board.shipped("base-1"), "hard")
    Traceback (most recent call last):
    advisor.errors.UsageError: level: "hard", expected one of family, random-family, recruit, veteran, heroic
    """

    board: Board
    level: str = "family"
    rules: Sequence[str] | None = None
    variants: Sequence[str] = ()
    firefighters: int | None = None
    ids: Sequence[str] = ()
    specialists: Sequence[str | None] = ()
    squares: Sequence[Square | str | None] = ()
    ambulance: str | None = None
    engine: str | None = None
    goal: int = GOAL
    threat_markers: int = THREAT_MARKERS
    seed: int = 0

    def __post_init__(self) -> None:
        options(self)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a `SetUp` with every default filled in that needs no dice."""

    board: Board
    level: Level
    rules: tuple[str, ...]
    variants: tuple[str, ...]
    ids: tuple[str, ...]
    specialists: tuple[str | None, ...]
    squares: tuple[Square | None, ...]
    ambulance: str | None
    engine: str | None


def options(setup: SetUp) -> Options:
    """Return the options with their defaults filled in, each one looked at.

    Parameters
    ----------
    setup : SetUp
        What was chosen.

    Raises
    ------
    UsageError
        For the first option that is wrong.
    """
    if setup.level not in LEVELS:
        raise UsageError(f"level: {short(setup.level)}, expected one of {', '.join(LEVELS)}")
    level = LEVELS[setup.level]
    chosen = (EXPERIENCED if level.experienced else ()) if setup.rules is None else setup.rules
    rules = _in_order("rules", chosen, RULES)
    variants = _in_order("variants", setup.variants, VARIANTS)
    if "hidden-hazards" in variants and "hazmats" not in rules:
        raise UsageError('variants: "hidden-hazards", expected the rule hazmats with it (FP-11.4)')
    spots = min(len(setup.board.ambulance_spots), len(setup.board.engine_spots))
    if "vehicles" in rules and spots < 2:
        raise UsageError(
            f'rules: "vehicles" on the board {short(setup.board.id)}, expected a board with two or more '
            "parking spots for the ambulance and for the engine"
        )
    _whole("goal", setup.goal, 1, POOL_VICTIMS)
    _whole("threat markers", setup.threat_markers, 0, THREAT_MARKERS)
    _whole("seed", setup.seed)
    ids = _ids(setup)
    return Options(
        board=setup.board,
        level=level,
        rules=rules,
        variants=variants,
        ids=ids,
        specialists=_specialists(setup.specialists, ids, "specialists" in rules),
        squares=_squares(setup.squares, ids, setup.board),
        ambulance=_spot("ambulance", setup.ambulance, setup.board.ambulance_spots, rules),
        engine=_spot("engine", setup.engine, setup.board.engine_spots, rules),
    )


def _whole(name: str, value: int, lowest: int | None = None, highest: int | None = None) -> None:
    bounds = "" if lowest is None or highest is None else f" from {lowest} to {highest}"
    # True and False are whole numbers to Python, but nobody means them as one.
    right = isinstance(value, int) and not isinstance(value, bool)
    if not right or (lowest is not None and value < lowest) or (highest is not None and value > highest):
        raise UsageError(f"{name}: {short(value)}, expected a whole number{bounds}")


def _in_order(name: str, chosen: Iterable[str], known: tuple[str, ...]) -> tuple[str, ...]:
    """Return what was chosen in the order of FP-11, refusing what is unknown or named twice."""
    words = [chosen] if isinstance(chosen, str) else list(chosen)
    for number, word in enumerate(words):
        if word not in known:
            raise UsageError(f"{name}: {short(word)}, expected any of {', '.join(known)}")
        if word in words[:number]:
            raise UsageError(f"{name}: {short(word)} twice, expected each of them once")
    return tuple(word for word in known if word in words)


def _ids(setup: SetUp) -> tuple[str, ...]:
    ids = tuple(setup.ids)
    number = (len(ids) or _CREW) if setup.firefighters is None else setup.firefighters
    _whole("firefighters", number, 1, MAX_FIREFIGHTERS)
    if not ids:
        return FIREFIGHTERS[:number]
    if len(ids) != number:
        raise UsageError(f"ids: {len(ids)} given, expected one for each of {counted(number, 'firefighter')}")
    for seat, name in enumerate(ids):
        if not isinstance(name, str) or not _ID.fullmatch(name):
            raise UsageError(
                f"ids: {short(name)}, expected a small letter and up to 15 small letters, digits or '-'"
            )
        if name in ids[:seat]:
            raise UsageError(f"ids: {short(name)} twice, expected different ones")
    return ids


def _specialists(chosen: Sequence[str | None], ids: tuple[str, ...], rule: bool) -> tuple[str | None, ...]:
    """Return the specialist named for each seat, None where one is to be drawn (FP-10.8)."""
    seats = _by_seat("specialists", chosen, ids)
    for seat, name in enumerate(seats):
        if name is None:
            continue
        if name not in SPECIALISTS:
            raise UsageError(f"specialists: {short(name)}, expected any of {', '.join(SPECIALISTS)}")
        if not rule:
            raise UsageError(f"specialists: {short(name)}, expected the rule specialists with it (FP-11.1)")
        if name in seats[:seat]:
            first = ids[seats.index(name)]
            both = f"{short(name)} for {first} and for {ids[seat]}"
            raise UsageError(f"specialists: {both}, expected different ones (FP-10.8)")
    return seats


def _squares(
    chosen: Sequence[Square | str | None], ids: tuple[str, ...], board: Board
) -> tuple[Square | None, ...]:
    """Return the starting square named for each seat, None where the default is wanted (FP-10.3)."""
    seats: tuple[Square | str | None, ...] = _by_seat("squares", chosen, ids)
    found: list[Square | None] = []
    for name, named in zip(ids, seats, strict=True):
        square = parse_square(named) if isinstance(named, str) else named
        if named is not None and (square is None or not _is_outside(board, square)):
            shown = short(square_text(named) if isinstance(named, tuple) and len(named) == 2 else named)
            raise UsageError(
                f"squares: {shown} for {name}, expected a square outside the building, in the ring from "
                f"0,0 to {board.rows + 1},{board.columns + 1} (FP-10.3)"
            )
        found.append(square)
    return tuple(found)


def _is_outside(board: Board, square: Square) -> bool:
    # Callers hand over what they have read somewhere, so it may be no square at all.
    if not isinstance(square, tuple) or [type(number) for number in square] != [int, int]:
        return False
    return board.is_on_board(square) and not board.is_inside(square)


def _by_seat(name: str, chosen: Sequence[_T | None], ids: tuple[str, ...]) -> tuple[_T | None, ...]:
    """Return one entry for each seat, None for those that were left out at the end."""
    if isinstance(chosen, str):
        raise UsageError(f"{name}: the text {short(chosen)}, expected a list with one for each firefighter")
    if len(chosen) > len(ids):
        crew = counted(len(ids), "firefighter")
        raise UsageError(f"{name}: {len(chosen)} given, expected at most one for each of {crew}")
    return (*chosen, *(None for _ in range(len(ids) - len(chosen))))


def _spot(vehicle: str, chosen: str | None, spots: Sequence[Spot], rules: tuple[str, ...]) -> str | None:
    if chosen is None:
        return None
    if "vehicles" not in rules:
        raise UsageError(f"{vehicle}: {short(chosen)}, expected the rule vehicles with it (FP-11.1)")
    if all(spot.id != chosen for spot in spots):
        known = ", ".join(spot.id for spot in spots)
        raise UsageError(f"{vehicle}: {short(chosen)}, expected one of its parking spots: {known}")
    return chosen
