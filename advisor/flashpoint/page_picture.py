"""Pictures for the page: a board with places to click, a plan's way, the map of the coming roll."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from advisor.errors import UsageError
from advisor.files import short
from advisor.flashpoint.draw_geometry import Box, Geometry
from advisor.flashpoint.draw_map import map_overlay, map_words
from advisor.flashpoint.draw_scene import Contents, Scene, scene_of
from advisor.flashpoint.draw_steps import steps_overlay
from advisor.flashpoint.draw_svg import board_svg, piece_boxes
from advisor.flashpoint.draw_theme import BLUE, THEMES
from advisor.flashpoint.draw_words import board_words
from advisor.flashpoint.position import Position
from advisor.flashpoint.rooms import place
from advisor.flashpoint.squares import edge_text, square_text
from advisor.scene import Picture, Target
from advisor.words import _, marked, plural

if TYPE_CHECKING:
    from advisor.analysis_map import OutcomeMap

__all__ = ["draw", "targets_of"]

_STRIP: Final = 34.0
"""How deep the place of an edge is: wide enough for a finger at the width of a phone."""

_VIEW: Final = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')

_EDGES: Final = {
    "wall": marked("wall"), "damaged": marked("wall with one damage marker"),
    "rubble": marked("destroyed wall"), "closed": marked("closed door"), "open": marked("open door"),
    "destroyed": marked("destroyed door"),
}  # fmt: skip


def draw(
    position: Position,
    *,
    theme: str = "light",
    plan: Sequence[str] = (),
    outcomes: OutcomeMap | None = None,
    measure: str = "win",
    chosen: Sequence[str] = (),
    prefix: str = "",
) -> Picture:
    """Draw a position, sound or not (`advisor.scene.Painter.picture`).

    Raises
    ------
    UsageError
        If there is no such theme.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> drawn = draw(set_up(SetUp(Board.shipped("hut"))).position)
    >>> drawn.targets[0].id, drawn.svg[:4]
    ('square 0,0', '<svg')
    """
    if theme not in THEMES:
        raise UsageError(f"theme: {short(theme)}, expected one of {', '.join(THEMES)}")
    targets = targets_of(position)
    overlay, said = "", tuple[str, ...]()
    if outcomes is not None:
        overlay, said = map_overlay(position, outcomes, measure), map_words(outcomes, measure)
    elif plan:
        overlay = steps_overlay(position, plan, theme)
    overlay += "".join(_mark(target) for target in targets if target.id in chosen)
    svg = board_svg(position, theme=theme, prefix=prefix, overlay=overlay, said=said)
    view = _VIEW.search(svg)
    assert view is not None
    words = "\n".join((board_words(position), *said))
    return Picture(svg, float(view[1]), float(view[2]), targets, words)


def targets_of(position: Position) -> tuple[Target, ...]:
    """Return the places of a board: its squares, its walls and doors, people and vehicles."""
    scene, geometry = scene_of(position), Geometry.of(position.board)
    return (*_squares(scene, geometry), *_edges(scene, geometry), *_pieces(scene, geometry))


def _squares(scene: Scene, geometry: Geometry) -> Iterator[Target]:
    for square, contents in scene.squares.items():
        label = place(scene.position.board, square)
        things = ", ".join(_things(contents))
        yield _target(
            f"square {square_text(square)}", f"{label}: {things}" if things else label,
            geometry.box(square), square,
        )  # fmt: skip


def _things(contents: Contents) -> Iterator[str]:
    if contents.threat:
        yield _("fire") if contents.threat == "fire" else _("smoke")
    if contents.hot_spot:
        yield _("hot spot")
    for number, one, many in (
        (contents.hazmats, "{n} hazmat", "{n} hazmats"),
        (contents.unknown, "{n} face-down POI", "{n} face-down POI"),
        (contents.victims, "{n} victim", "{n} victims"),
        (contents.treated, "{n} treated victim", "{n} treated victims"),
    ):
        if number:
            yield plural(one, many, number).format(n=number)
    yield from (one.id for one in contents.firefighters)
    for kind, there in contents.spots:
        if there:
            yield _("the ambulance") if kind == "ambulance" else _("the engine")


def _edges(scene: Scene, geometry: Geometry) -> Iterator[Target]:
    for edge, state in sorted(scene.edges.items()):
        x, y, upright = geometry.side(edge)
        long, deep = 70.0, _STRIP
        width, height = (deep, long) if upright else (long, deep)
        said = _("{edge}: {what}").format(edge=edge_text(edge), what=_(_EDGES[state]))
        yield _target(
            f"edge {edge_text(edge)}", said, Box(x - width / 2, y - height / 2, width, height), edge[1]
        )


def _pieces(scene: Scene, geometry: Geometry) -> Iterator[Target]:
    for name, square, box in piece_boxes(scene, geometry):
        yield _target(f"piece {name}", f"{name}, {place(scene.position.board, square)}", box, square)


def _target(ident: str, label: str, box: Box, square: tuple[int, int]) -> Target:
    kind = ident.partition(" ")[0]
    return Target(ident, kind, label, box.x, box.y, box.width, box.height, *square)


def _mark(target: Target) -> str:
    return (
        f'<rect x="{target.x + 3:g}" y="{target.y + 3:g}" width="{target.width - 6:g}" '
        f'height="{target.height - 6:g}" rx="9" fill="{BLUE}" fill-opacity="0.18" stroke="{BLUE}" '
        'stroke-width="7"/>'
    )
