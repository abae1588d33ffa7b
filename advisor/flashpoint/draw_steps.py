"""The way of a plan on the board: a line for everybody who moves, and a number for each of its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from advisor.errors import AdvisorError
from advisor.flashpoint.draw_geometry import Geometry
from advisor.flashpoint.draw_routes import arrow, badge, line
from advisor.flashpoint.draw_theme import BLUE, GREEN, ORANGE, PURPLE, THEMES, VERMILION, Theme
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import Square, parse_edge, parse_square

__all__ = ["steps_overlay"]

_COLOURS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE)
_LANE = 10.0
_BESIDE = 37.0  # between badges at one place

Point = tuple[float, float]


@dataclass
class _Way:
    """Where somebody goes."""

    colour: str
    points: list[Point]
    numbers: list[int] = field(default_factory=list)


def steps_overlay(position: Position, events: Sequence[str], theme: str = "light") -> str:
    """Return the steps of a plan as SVG text for the layer above the board.

    Parameters
    ----------
    position : Position
        Where the plan begins.
    events : sequence of str
        Its events; those from the first on that is not legal are left out.
    theme : str
        ``"light"`` or ``"dark"``.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> drawn = steps_overlay(start, ["move 1,3", "door 1,2-1,3", "end"])
    >>> drawn.count("<circle")
    1
    """
    drawing = _Drawing(position, THEMES[theme])
    number = 0
    for event in events:
        try:
            after = position.apply(event)
        except AdvisorError:
            break
        if event != "end":
            number += 1
            drawing.step(number, event, position, after)
        position = after
    return drawing.text()


class _Drawing:
    def __init__(self, position: Position, theme: Theme) -> None:
        self._geometry, self._theme = Geometry.of(position.board), theme
        self._ways: dict[str, _Way] = {}
        self._badges: list[tuple[Point, str, str]] = []
        self._used: Counter[Point] = Counter()

    def step(self, number: int, event: str, before: Position, after: Position) -> None:
        """Draw one event: the ways of those who moved, else a number where it happens."""
        moved, drives = False, event.startswith("drive ")
        for one, now in zip(before.firefighters, after.firefighters, strict=True):
            if one.at != now.at and drives:  # the vehicle's way is that of its riders
                self._ride(one.id, number)
            elif one.at != now.at:
                self._go(one.id, self._geometry.centre(one.at), self._geometry.centre(now.at), number)
                moved = True
        for vehicle, spots in (
            ("ambulance", before.board.ambulance_spots), ("engine", before.board.engine_spots),
        ):  # fmt: skip
            was, now_at = getattr(before, vehicle), getattr(after, vehicle)
            parked = {spot.id: spot.squares for spot in spots}
            if was != now_at and was in parked and now_at in parked:
                self._drive(vehicle, parked[was], parked[now_at], number)
                moved = True
        if not moved:
            self._note(number, event, before)

    def text(self) -> str:
        """Return all of it, lines below numbers."""
        parts = []
        for way in self._ways.values():
            if len(way.points) < 2:
                continue
            parts.append(line(way.points, way.colour, self._theme))
            parts.append(arrow(way.points[-2], way.points[-1], way.colour, self._theme))
        parts += [badge(at, said, colour, self._theme) for at, said, colour in self._badges]
        return "".join(parts)

    def _go(self, who: str, start: Point, end: Point, number: int) -> None:
        way = self._way(who)
        lane = (list(self._ways).index(who) % 3 - 1) * _LANE
        if not way.points:
            way.points.append((start[0] + lane, start[1] + lane))
        way.points.append((end[0] + lane, end[1] + lane))
        before = way.points[-2]
        middle = ((before[0] + way.points[-1][0]) / 2, (before[1] + way.points[-1][1]) / 2)
        self._badge(middle, number, way.colour)

    def _drive(self, vehicle: str, start: Sequence[Square], end: Sequence[Square], number: int) -> None:
        """Draw a drive along the ring, round the nearer corners; its number stands half-way."""
        first, last = start[0], end[0]
        ring = _ring(self._geometry)
        begin, stop = ring.index(first), ring.index(last)
        onward = [ring[(begin + n) % len(ring)] for n in range((stop - begin) % len(ring) + 1)]
        back = [ring[(begin - n) % len(ring)] for n in range((begin - stop) % len(ring) + 1)]
        squares = min(onward, back, key=len)[1:-1]
        centres = [self._geometry.centre(square) for square in squares]
        way = self._way(vehicle)
        way.points += [self._middle(start), *centres, self._middle(end)]
        self._badge(centres[len(centres) // 2] if centres else self._middle(end), number, way.colour)

    def _ride(self, who: str, number: int) -> None:
        """End the way of a rider where it got on: it goes on from where it gets off."""
        if who in self._ways:
            way = self._ways[f"{who} until {number}"] = self._ways.pop(who)
            self._ways[who] = _Way(way.colour, [])

    def _note(self, number: int, event: str, before: Position) -> None:
        words = event.split(" ")
        who = words[1] if words[0] == "command" else before.turn.firefighter
        at = None
        for word in words:
            square, edge = parse_square(word), parse_edge(word)
            if square is not None:
                at = self._geometry.centre(square)
            elif edge is not None:
                x, y, _upright = self._geometry.side(edge)
                at = (x, y)
        if at is None:
            at = self._geometry.centre(before.firefighter(who).at)
        self._badge(at, number, self._way(who).colour)

    def _badge(self, at: Point, number: int, colour: str) -> None:
        place = (round(at[0]), round(at[1]))
        shift = self._used[place] * _BESIDE
        self._used[place] += 1
        self._badges.append(((at[0] + shift, at[1]), str(number), colour))

    def _way(self, who: str) -> _Way:
        if who not in self._ways:
            self._ways[who] = _Way(_COLOURS[len(self._ways) % len(_COLOURS)], [])
        return self._ways[who]

    def _middle(self, squares: Sequence[tuple[int, int]]) -> Point:
        centres = [self._geometry.centre(square) for square in squares]
        return sum(x for x, _y in centres) / len(centres), sum(y for _x, y in centres) / len(centres)


def _ring(geometry: Geometry) -> list[Square]:
    """Return the squares around the building, in order."""
    bottom, right = geometry.rows + 1, geometry.columns + 1
    return [
        *((0, column) for column in range(right)),
        *((row, right) for row in range(bottom)),
        *((bottom, column) for column in range(right, 0, -1)),
        *((row, 0) for row in range(bottom, 0, -1)),
    ]
