"""What a picture shows, gathered once for the terminal and for SVG: squares' contents, edges, letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from advisor.flashpoint.board import Spot
from advisor.flashpoint.position import Firefighter, Position
from advisor.flashpoint.squares import Edge, Square, edge

__all__ = ["EDGE_STATES", "Contents", "ParkingSpot", "Scene", "printable", "scene_of"]

EDGE_STATES = ("wall", "damaged", "rubble", "closed", "open", "destroyed")
"""A wall with 0, 1 and 2 damage markers (FP-1.3), a door closed, open and destroyed (FP-1.4)."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything that lies or stands on one square."""

    threat: str = ""
    """``"fire"``, ``"smoke"`` or ``""``."""
    hot_spot: bool = False
    hazmats: int = 0
    unknown: int = 0
    """Face-down POI."""
    victims: int = 0
    treated: int = 0
    firefighters: tuple[Firefighter, ...] = ()
    spots: tuple[tuple[str, bool], ...] = ()
    """Parking spots: ``"ambulance"`` or ``"engine"``, and whether the vehicle is there."""
    marks: str = ""
    """The numbers of the routes that lead over it."""


@dataclass(frozen=True, slots=True)
class ParkingSpot:
    """A parking spot as it is now: whose it is, and whether the vehicle is there."""

    kind: str
    spot: Spot
    occupied: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A position made ready for drawing."""

    position: Position
    squares: Mapping[Square, Contents]
    """All squares, the ring included, in reading order."""
    edges: Mapping[Edge, str]
    """One of `EDGE_STATES` for each wall and door."""
    spots: tuple[ParkingSpot, ...]
    letters: Mapping[str, str]
    """A letter or digit of its own for each firefighter's id."""
    active: str | None
    """Whose turn it is, None when the game is over."""


def printable(text: str, *, ascii_only: bool = False) -> str:
    """Return a text with everything that cannot be printed safely replaced by ``?``.

    >>> printable("a\\x1b[1m\\n"), printable("küche", ascii_only=True)
    ('a?[1m?', 'k?che')
    """
    shown = "".join(c if c.isprintable() else "?" for c in text)
    return shown.encode("ascii", "replace").decode() if ascii_only else shown


def scene_of(position: Position, marks: Mapping[Square, str] | None = None) -> Scene:
    """Gather what a picture of a position shows, with the numbers of routes on squares.

    A position that contradicts itself is drawn too, as far as it goes: an editor shows it with its faults.
    """
    spots = tuple(_spots(position))
    turn = position.turn
    return Scene(
        position=position,
        squares=_contents(position, spots, marks or {}),
        edges=_edges(position),
        spots=spots,
        letters=_letters([f.id for f in position.firefighters]),
        active=None if turn.phase == "over" else turn.firefighter,
    )


def _spots(position: Position) -> Iterator[ParkingSpot]:
    """Yield the spots that matter: without vehicles the ambulance's, where the knocked down go (FP-5.9)."""
    for spot in position.board.ambulance_spots:
        yield ParkingSpot("ambulance", spot, spot.id == position.ambulance)
    if "vehicles" in position.rules:
        for engine_spot in position.board.engine_spots:
            yield ParkingSpot("engine", engine_spot, engine_spot.id == position.engine)


def _contents(
    position: Position, spots: tuple[ParkingSpot, ...], marks: Mapping[Square, str]
) -> dict[Square, Contents]:
    board = position.board
    fire, smoke, hot = set(position.fire), set(position.smoke), set(position.hot_spots)
    hazmats = Counter(position.hazmats)
    poi = Counter((p.at, p.kind) for p in position.poi)

    def on(square: Square) -> Contents:
        return Contents(
            threat="fire" if square in fire else "smoke" if square in smoke else "",
            hot_spot=square in hot,
            hazmats=hazmats[square],
            unknown=poi[square, "unknown"],
            victims=poi[square, "victim"],
            treated=poi[square, "treated"],
            firefighters=tuple(f for f in position.firefighters if f.at == square),
            spots=tuple((s.kind, s.occupied) for s in spots if square in s.spot.squares),
            marks=marks.get(square, ""),
        )

    return {(r, c): on((r, c)) for r in range(board.rows + 2) for c in range(board.columns + 2)}


def _edges(position: Position) -> dict[Edge, str]:
    damage, doors = dict(position.damage), dict(position.doors)
    walls = {edge(*e): EDGE_STATES[min(damage.get(e, 0), 2)] for e in position.board.walls}
    states = {e: doors.get(e, "closed") for e in position.board.doors}
    return walls | {edge(*e): now if now in EDGE_STATES else "closed" for e, now in states.items()}


def _letters(ids: list[str]) -> dict[str, str]:
    """Give each id its initial, or else its first letter (or any sign) that is still free.

    >>> _letters(["red", "blue", "black", "b"])
    {'red': 'R', 'blue': 'B', 'black': 'L', 'b': 'A'}
    """
    given: dict[str, str] = {}
    for name in ids:
        wanted = [c for c in name.upper() if c.isalnum()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        given[name] = next((c for c in wanted if c not in given.values()), "+")
    return given
