"""The map of the coming roll on the board, as SVG: a value and the signs of what happens on each square."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from advisor.analysis_map import Cell, OutcomeMap
from advisor.flashpoint import draw_marks as marks
from advisor.flashpoint.draw_geometry import Box, Geometry
from advisor.flashpoint.draw_svg import board_svg
from advisor.flashpoint.draw_theme import BLUE, VERMILION, ink_on
from advisor.flashpoint.effects import EFFECT_KINDS
from advisor.flashpoint.position import Position
from advisor.words import _

__all__ = ["map_overlay", "map_svg", "map_words"]

_LIKELY: Final = 0.1
"""A sign stands on a square for what is at least so likely there."""
_MIDDLE: Final = "#f4efe4"
_HEIGHT: Final = 30.0


def map_svg(
    position: Position, found: OutcomeMap, measure: str, *, theme: str = "light", prefix: str = ""
) -> str:
    """Draw the map of the coming roll on the board.

    Parameters
    ----------
    position : Position
        Where the roll is met, or the plan stops before it.
    found : OutcomeMap
        The map.
    measure : str
        ``"win"`` if its values are win probabilities.
    theme, prefix : str
        As for `board_svg`.

    Returns
    -------
    str
        An ``<svg>`` element.

    Raises
    ------
    UsageError
        If there is no such theme.

    Notes
    -----
    Values far below the mean are orange-red, far above it blue; the figures say the same.
    """
    overlay = map_overlay(position, found, measure)
    return board_svg(position, theme=theme, prefix=prefix, overlay=overlay, said=map_words(found, measure))


def map_overlay(position: Position, found: OutcomeMap, measure: str) -> str:
    """Return the map as SVG text for the layer above the board (`advisor.flashpoint.draw.board_svg`)."""
    return "".join(_cells(found, Geometry.of(position.board), measure))


def _cells(found: OutcomeMap, geometry: Geometry, measure: str) -> Iterator[str]:
    furthest = max((abs(cell.value - found.value) for cell in found.cells), default=0.0)
    for cell in found.cells:
        square = int(found.rows.labels[cell.row]), int(found.columns.labels[cell.column])
        colour = _colour((cell.value - found.value) / furthest if furthest > 0 else 0.0)
        box = geometry.box(square)
        yield _label(
            Box(box.x + 8, box.y + 8, box.width - 16, _HEIGHT), _figure(cell.value, measure), colour, 23
        )
        signs = _signs(cell)
        if signs:
            wide = min(13.0 * len(signs) + 10, box.width - 16)
            place = Box(box.x + box.width - 8 - wide, box.y + box.height - 8 - 23, wide, 23)
            yield _label(place, signs, colour, min(18.0, 1.35 * wide / len(signs)))


def _label(box: Box, said: str, colour: str, size: float) -> str:
    x, y = box.centre
    return (
        f'<rect x="{marks.number(box.x)}" y="{marks.number(box.y)}" width="{marks.number(box.width)}" '
        f'height="{marks.number(box.height)}" rx="7" fill="{colour}" fill-opacity="0.92" '
        f'stroke="{marks.INK}" stroke-width="1.5"/>'
    ) + marks.text(said, x, y + size * 0.36, size, ink_on(colour), extra=marks.BOLD)


def _figure(value: float, measure: str) -> str:
    return f"{value:.1%}" if measure == "win" else f"{value:.3f}"


def _signs(cell: Cell) -> str:
    there = {effect.kind for effect in cell.effects if effect.probability >= _LIKELY}
    return "".join(kind.sign for kind in EFFECT_KINDS if kind.kind in there)


def _colour(off: float) -> str:
    """Return the colour of a value, by how far it is off the mean: -1 the furthest below.

    >>> _colour(0.0), _colour(-1.0)
    ('#f4efe4', '#d55e00')
    """
    end = VERMILION if off < 0 else BLUE
    share = min(abs(off), 1.0)
    parts = []
    for i in (1, 3, 5):
        low, high = int(_MIDDLE[i : i + 2], 16), int(end[i : i + 2], 16)
        parts.append(f"{round(low + (high - low) * share):02x}")
    return "#" + "".join(parts)


def map_words(found: OutcomeMap, measure: str) -> tuple[str, ...]:
    """Say what the map shows, a line each."""
    mean = _figure(found.value, measure)
    if not found.cells:
        bare = _("No roll comes after the plan: win chance {mean}.")
        return (
            (bare if measure == "win" else _("No roll comes after the plan: score {mean}.")).format(
                mean=mean
            ),
        )
    shown = {sign for cell in found.cells for sign in _signs(cell)}
    legend = ", ".join(f"{kind.sign} {_(kind.title)}" for kind in EFFECT_KINDS if kind.sign in shown)
    worst = ", ".join(f"{c.event.partition(' ')[2]} ({_figure(c.value, measure)})" for c in found.worst(4))
    said = _("Score after each roll, {mean} on average: blue is above, orange-red below.")
    if measure == "win":
        said = _("Win chance after each roll, {mean} on average: blue is above, orange-red below.")
    given = (_("After {events}.").format(events=", ".join(found.given)),) if found.given else ()
    return (*given, said.format(mean=mean), f"{legend}.", _("Worst rolls: {rolls}.").format(rolls=worst))
