"""A position as an SVG picture: self-contained, without scripts, fonts, styles or links.

The picture is put together from layers, each a ``<g>`` with an id (see `LAYERS`), from the ground up; an
overlay (a route, a heat map) goes into the empty layer ``overlay``, its places come from `Geometry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Final

from advisor.errors import UsageError
from advisor.files import short
from advisor.flashpoint import draw_marks as marks
from advisor.flashpoint.draw_geometry import Box, Geometry
from advisor.flashpoint.draw_places import Place, Places, places_in
from advisor.flashpoint.draw_scene import ParkingSpot, Scene, printable, scene_of
from advisor.flashpoint.draw_status import status_strip, text_width
from advisor.flashpoint.draw_theme import THEMES, Theme, pawn_colours
from advisor.flashpoint.draw_words import board_lines, turn_words
from advisor.flashpoint.position import Position
from advisor.flashpoint.rooms import room_letter
from advisor.flashpoint.squares import Square

__all__ = ["LAYERS", "board_svg", "piece_boxes"]

ROOM_NAME = 21.0


def board_svg(
    position: Position, *, theme: str = "light", prefix: str = "", overlay: str = "", said: Sequence[str] = ()
) -> str:
    """Draw a position as SVG.

    Parameters
    ----------
    position : Position
        The position.
    theme : str
        ``"light"`` or ``"dark"``.
    prefix : str
        Put before the ids of the layers, for several pictures on one page.
    overlay : str
        SVG text for the layer ``overlay``, in the units of `Geometry`.
    said : sequence of str
        What the overlay shows, in words: below the board, and in the picture's description.

    Returns
    -------
    str
        An ``<svg>`` element with a viewBox, without width and height: it takes the size that it is given.

    Raises
    ------
    UsageError
        If there is no such theme.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> picture = board_svg(set_up(SetUp(Board.shipped("hut"))).position, theme="dark")
    >>> picture[:4], "<title" in picture
    ('<svg', True)
    """
    if theme not in THEMES:
        raise UsageError(f"theme: {short(theme)}, expected one of {', '.join(THEMES)}")
    colours = THEMES[theme]
    scene, geometry, ids = scene_of(position), Geometry.of(position.board), escape(prefix)
    layers = [
        f'<g id="{ids}{name}">{"".join(draw(scene, colours, geometry))}{overlay * (name == "overlay")}</g>'
        for name, draw in LAYERS.items()
    ]
    strip, strip_height = status_strip(scene, colours, geometry, said)
    width, height = marks.number(geometry.width), marks.number(geometry.board_height + strip_height)
    words = "\n".join(escape(printable(line)) for line in (*board_lines(scene), *said))
    title = escape(printable(f"{position.board.name}: {turn_words(position)}"))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{ids}title {ids}description" '
        "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif\">",
        f'<title id="{ids}title">{title}</title>',
        f'<desc id="{ids}description">{words}</desc>',
        f'<rect width="{width}" height="{height}" rx="18" fill="{colours.page}"/>',
        *layers,
        f'<g id="{ids}status">{strip}</g>',
        "</svg>",
    ])  # fmt: skip


# --- the ground ---------------------------------------------------------------------------------------------


def _ground(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    yield _rect(geometry.ground(), f'rx="14" fill="{theme.ground}"')


def _floors(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    tints = _tints(scene, len(theme.floors))
    for square in scene.squares:
        if not geometry.is_outside(square):
            fill = theme.floors[tints.get(room_letter(scene.position.board, square) or "", 0)]
            yield _rect(geometry.box(square), f'fill="{fill}" stroke="{fill}"')


def _tints(scene: Scene, count: int) -> dict[str, int]:
    """Give each room a tint that differs from its neighbours', as far as there are tints."""
    board = scene.position.board
    beside: dict[str, set[str]] = {}
    for row, column in scene.squares:
        here = room_letter(board, (row, column))
        for near in ((row, column + 1), (row + 1, column)):
            there = room_letter(board, near)
            if here and there:
                beside.setdefault(here, set()).add(there)
                beside.setdefault(there, set()).add(here)
    given: dict[str, int] = {}
    for letter in sorted(beside):
        taken = {given[other] for other in beside[letter] if other in given}
        free = [n for n in range(count) if n not in taken] or list(range(count))
        # The tint that fewest rooms have makes the rooms differ more than they must.
        given[letter] = min(free, key=lambda n: (list(given.values()).count(n), n))
    return given


def _grid(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    lines = []
    ground, rows, columns = geometry.ground(), geometry.rows + 2, geometry.columns + 2
    for column in range(1, columns):
        lines.append(f"M{marks.number(geometry.box((0, column)).x)} {ground.y:g}v{ground.height:g}")
    for row in range(1, rows):
        lines.append(f"M{marks.number(ground.x)} {geometry.box((row, 0)).y:g}h{ground.width:g}")
    yield f'<path d="{"".join(lines)}" stroke="{theme.grid}" stroke-width="1.5" stroke-dasharray="4 5"/>'


def _room_names(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    board = scene.position.board
    for letter, name in board.room_names or ():
        squares = [s for s in scene.squares if room_letter(board, s) == letter]
        if not squares:
            continue
        row, first = squares[0]
        last = first
        while (row, last + 1) in squares:
            last += 1
        box = geometry.box((row, first)).around(geometry.box((row, last)))
        size = min(ROOM_NAME, ROOM_NAME * (box.width - 20) / max(1.0, text_width(name, ROOM_NAME)))
        said = name if size > 9 else name[:12]
        extra = ' font-style="italic" letter-spacing="0.5"'
        yield marks.text(said, box.centre[0], box.y + 24, max(size, 9), theme.muted, extra=extra)


def _spots(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    crowded = {s for s, c in scene.squares.items() if len(c.spots) > 1}
    for parked in sorted(scene.spots, key=lambda s: s.occupied):
        box = _spot_box(parked, crowded, geometry)
        yield marks.vehicle(box, parked.kind) if parked.occupied else marks.parking(box, parked.kind, theme)


def _spot_box(parked: ParkingSpot, crowded: set[Square], geometry: Geometry) -> Box:
    """Return where a vehicle stands; where two spots share a square, each takes a lane of its own."""
    first, second = parked.spot.squares
    box = geometry.box(first).around(geometry.box(second))
    across = first[0] == second[0]
    depth = box.height if across else box.width
    before, after = depth * 0.14, depth * 0.14
    if crowded & {first, second}:
        # The ambulance keeps to the building, the engine to the street.
        is_far = (first[0] if across else first[1]) > 0
        outer = parked.kind == "engine"
        before, after = (depth * 0.53, depth * 0.07) if is_far == outer else (depth * 0.07, depth * 0.53)
    return box.inset(7, before, 7, after) if across else box.inset(before, 7, after, 7)


# --- what lies on the squares -------------------------------------------------------------------------------


def _threat_floors(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    for square, contents in scene.squares.items():
        if contents.threat:
            box = geometry.box(square).inset(3, 3, 3, 3)
            tint, opacity = (theme.fire_floor, 0.85) if contents.threat == "fire" else (theme.smoke, 0.35)
            yield _rect(box, f'rx="8" fill="{tint}" fill-opacity="{opacity}"')


def _threats(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    for square, contents in scene.squares.items():
        if contents.threat:
            mark = marks.fire() if contents.threat == "fire" else marks.smoke(theme)
            yield _placed(mark, _places(scene, geometry, square).threat)


def _hot_spots(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    for square, contents in scene.squares.items():
        if contents.hot_spot:
            yield _placed(marks.hot_spot(), _places(scene, geometry, square).hot_spot)


def _markers(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    for square, contents in scene.squares.items():
        things = [
            *[marks.hazmat(contents.hazmats)] * bool(contents.hazmats),
            *[marks.unknown()] * contents.unknown,
            *[marks.victim()] * contents.victims,
            *[marks.treated()] * contents.treated,
        ]
        if things:
            places = _places(scene, geometry, square).tokens
            yield from map(_placed, things, places)  # the first places; firefighters have the others


def _firefighters(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    colours = pawn_colours([f.id for f in scene.position.firefighters])
    for square, contents in scene.squares.items():
        if contents.firefighters:
            places = _places(scene, geometry, square).tokens[-len(contents.firefighters) :]
            for f, place in zip(contents.firefighters, places, strict=True):
                active = f.id == scene.active
                yield _placed(marks.pawn(scene.letters[f.id], colours[f.id], theme, active=active), place)


def _places(scene: Scene, geometry: Geometry, square: Square) -> Places:
    contents = scene.squares[square]
    poi = contents.unknown + contents.victims + contents.treated
    count = bool(contents.hazmats) + poi + len(contents.firefighters)
    return places_in(geometry.box(square), contents, count, outside=geometry.is_outside(square))


def _placed(mark: str, place: Place) -> str:
    return marks.placed(mark, place.x, place.y, place.size)


def piece_boxes(scene: Scene, geometry: Geometry) -> Iterator[tuple[str, Square, Box]]:
    """Yield every firefighter and parked vehicle by name, with its square and the box of its mark."""
    crowded = {s for s, c in scene.squares.items() if len(c.spots) > 1}
    for parked in scene.spots:
        if parked.occupied and "vehicles" in scene.position.rules:
            yield parked.kind, parked.spot.squares[0], _spot_box(parked, crowded, geometry)
    for square, contents in scene.squares.items():
        if contents.firefighters:
            places = _places(scene, geometry, square).tokens[-len(contents.firefighters) :]
            for one, place in zip(contents.firefighters, places, strict=True):
                half = place.size / 2
                yield one.id, square, Box(place.x - half, place.y - half, place.size, place.size)


# --- edges and coordinates ----------------------------------------------------------------------------------

_EDGES: dict[str, Callable[[Theme], str]] = {
    "wall": marks.wall,
    "damaged": marks.damaged_wall,
    "rubble": marks.rubble,
    "closed": marks.closed_door,
    "open": marks.open_door,
    "destroyed": marks.destroyed_door,
}


def _edges_in(*states: str) -> Callable[[Scene, Theme, Geometry], Iterator[str]]:
    def drawn(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
        for state in states:
            for side, now in scene.edges.items():
                if now == state:
                    yield marks.turned(_EDGES[state](theme), *geometry.side(side))

    return drawn


def _coordinates(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    ground = geometry.ground()
    for column in range(geometry.columns + 2):
        x, _ = geometry.centre((0, column))
        for y in (ground.y - 8, ground.y + ground.height + 30):
            yield marks.text(str(column), x, y, 30, theme.muted, extra=marks.BOLD)
    for row in range(geometry.rows + 2):
        _, y = geometry.centre((row, 0))
        for x in (ground.x - 19, ground.x + ground.width + 19):
            yield marks.text(str(row), x, y + 11, 30, theme.muted, extra=marks.BOLD)


def _overlay(scene: Scene, theme: Theme, geometry: Geometry) -> Iterator[str]:
    yield from ()


LAYERS: Final[Mapping[str, Callable[[Scene, Theme, Geometry], Iterator[str]]]] = MappingProxyType(
    {
        "ground": _ground,
        "floors": _floors,
        "threat-floors": _threat_floors,
        "grid": _grid,
        "room-names": _room_names,
        "spots": _spots,
        "threats": _threats,
        "walls": _edges_in("wall", "damaged", "rubble"),
        "doors": _edges_in("closed", "destroyed", "open"),
        "hot-spots": _hot_spots,
        "markers": _markers,
        "firefighters": _firefighters,
        "coordinates": _coordinates,
        "overlay": _overlay,
    }
)
"""The layers by id, from the ground up."""


def _rect(box: Box, how: str) -> str:
    x, y, width, height = (marks.number(n) for n in (box.x, box.y, box.width, box.height))
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {how}/>'
