"""Routes in the pictures: which of a table are drawn, their marks in the terminal and their lines in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import hypot
from typing import Final

from advisor.flashpoint import draw_marks as marks
from advisor.flashpoint.draw_geometry import Geometry
from advisor.flashpoint.draw_theme import BLUE, GREEN, ORANGE, PURPLE, THEMES, VERMILION, Theme, ink_on
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import Square, parse_square
from advisor.guidance import Route, RouteTable

__all__ = ["arrow", "badge", "drawn_routes", "line", "route_lines", "route_marks", "route_overlay"]

_COLOURS: Final = (BLUE, VERMILION, GREEN, PURPLE, ORANGE)
_WIDTH: Final = 9.0
_LANE: Final = 13.0  # between the lines of routes that share squares
_HEAD: Final = 20.0


def drawn_routes(table: RouteTable) -> tuple[Route, ...]:
    """Return the routes that a picture shows: the cheapest way with each POI to where it is rescued.

    Where a POI cannot be brought out, the way to it; without any POI, the way out or to the ambulance.
    """
    best: dict[str, Route] = {}
    for route in table.routes:
        where = route.goal.params.get("where")
        if where is None or route.kind.endswith(".hazmat"):
            continue
        known = best.get(where)
        if known is None or known.kind.startswith("fetch") or route.cost < known.cost:
            best[where] = route
    if best:
        return tuple(best.values())
    return tuple(route for route in table.routes if route.kind in ("out", "ambulance"))


def route_marks(routes: Sequence[Route]) -> dict[Square, str]:
    """Return the numbers of the routes that lead over each square, from 1 on."""
    found: dict[Square, str] = {}
    for number, route in enumerate(routes, 1):
        for square in dict.fromkeys(_squares(route)):
            found[square] = found.get(square, "") + str(number)
    return found


def route_lines(table: RouteTable, routes: Sequence[Route]) -> Iterator[str]:
    """Yield what the numbers of a picture's routes stand for."""
    yield f"Routes of {table.who.text}"
    for number, route in enumerate(routes, 1):
        turns = f"{route.turns} turn{'s' if route.turns > 1 else ''}"
        yield f"{number} {route.goal.text}: {route.cost} AP, {turns}"


def route_overlay(position: Position, routes: Sequence[Route], theme: str = "light") -> str:
    """Return routes as SVG text for the layer above the board (`advisor.flashpoint.draw.board_svg`).

    A route is a line in a colour and in a lane of its own, with its number and an arrow where it ends; it is
    broken from where something is taken along.
    """
    geometry, colours = Geometry.of(position.board), THEMES[theme]
    return "".join(
        _drawn(route, number, (number - (len(routes) + 1) / 2) * _LANE, geometry, colours)
        for number, route in enumerate(routes, 1)
    )


def _drawn(route: Route, number: int, lane: float, geometry: Geometry, theme: Theme) -> str:
    points = [(x + lane, y + lane) for x, y in map(geometry.centre, _squares(route))]
    colour, turning = _COLOURS[(number - 1) % len(_COLOURS)], route.turning
    parts = [line(points[: turning + 1] if turning else points, colour, theme, "")]
    if turning and len(points) > turning + 1:
        parts.append(line(points[turning:], colour, theme, ' stroke-dasharray="20 12"'))
    if len(points) > 1:
        parts.append(arrow(points[-2], points[-1], colour, theme))
    before, end = points[-2:] if len(points) > 1 else points * 2
    middle = (before[0] + end[0]) / 2, (before[1] + end[1]) / 2
    parts.append(badge(middle, str(number), colour, theme))
    return f"<g><title>{_escaped(route)}</title>{''.join(parts)}</g>"


def _squares(route: Route) -> list[Square]:
    return [square for square in map(parse_square, route.places) if square is not None]


def _escaped(route: Route) -> str:
    return escape(f"{route.goal.text}: {route.cost} AP, turns: {route.turns}")


def line(points: Sequence[tuple[float, float]], colour: str, theme: Theme, extra: str = "") -> str:
    """Return a line through points, with a rim that sets it off from the board."""
    if len(points) < 2:
        return ""
    path = "L".join(f"{marks.number(x)} {marks.number(y)}" for x, y in points)
    how = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'<path d="M{path}" {how} stroke="{theme.page}" stroke-width="{_WIDTH + 4:g}" stroke-opacity="0.7"/>'
        f'<path d="M{path}" {how} stroke="{colour}" stroke-width="{_WIDTH:g}"{extra}/>'
    )


def arrow(before: tuple[float, float], end: tuple[float, float], colour: str, theme: Theme) -> str:
    """Return the head of an arrow that comes from `before` and ends at `end`."""
    dx, dy = end[0] - before[0], end[1] - before[1]
    length = hypot(dx, dy) or 1.0
    ux, uy = dx / length * _HEAD, dy / length * _HEAD
    corners = [
        (end[0] + ux, end[1] + uy),
        (end[0] - uy * 0.8, end[1] + ux * 0.8),
        (end[0] + uy * 0.8, end[1] - ux * 0.8),
    ]
    points = " ".join(f"{marks.number(x)},{marks.number(y)}" for x, y in corners)
    return f'<polygon points="{points}" fill="{colour}" stroke="{theme.page}" stroke-width="2"/>'


def badge(at: tuple[float, float], said: str, colour: str, theme: Theme) -> str:
    """Return a round badge with a number."""
    x, y = at
    circle = f'<circle cx="{marks.number(x)}" cy="{marks.number(y)}" r="18" fill="{colour}"'
    return f'{circle} stroke="{theme.page}" stroke-width="2"/>' + marks.text(
        said, x, y + 8.5, 24, ink_on(colour), extra=marks.BOLD
    )
