"""The strip below the SVG picture: the turn, the counts of the game, the firefighters, the rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from advisor.flashpoint import draw_marks as marks
from advisor.flashpoint.draw_geometry import Geometry
from advisor.flashpoint.draw_scene import Scene
from advisor.flashpoint.draw_theme import Theme, pawn_colours
from advisor.flashpoint.draw_words import (
    damage_placed,
    rules_words,
    specialist_name,
    threat_markers_left,
    turn_words,
)  # fmt: skip
from advisor.flashpoint.rules import DAMAGE_MARKERS, VICTIMS_LOST
from advisor.lines import STUCK, words_of
from advisor.words import _

__all__ = ["status_strip"]

MARGIN, TURN_SIZE, SIZE, SMALL = 36.0, 37.0, 31.0, 25.0
ICON = 48.0
_WIDE = "\u2e7f"  # signs beyond it are as wide as they are high


@dataclass(frozen=True, slots=True)
class Item:
    """A mark with some text beside it: the first line, and a smaller second one."""

    mark: str
    first: str
    second: str = ""

    @property
    def width(self) -> float:
        """How wide the item is at the most, the gap to the next one included.

        >>> Item("", "3/7", "rescued").width > Item("", "3/7").width
        True
        """
        return ICON + 8 + max(text_width(self.first, SIZE * 1.1), text_width(self.second, SMALL)) + 18


def text_width(said: str, size: float) -> float:
    """Estimate how wide a text is; fonts differ, so this is on the safe side."""
    return size * sum(
        0.34 if c in "iljtfrI'.,:;!|()- /" else 0.88 if c in "mwMW@" else 1.0 if c > _WIDE else 0.6
        for c in said
    )


def status_strip(
    scene: Scene, theme: Theme, geometry: Geometry, more: Sequence[str] = ()
) -> tuple[str, float]:
    """Draw the strip.

    Parameters
    ----------
    scene : Scene
        The position.
    theme : Theme
        Its colours.
    geometry : Geometry
        The strip is as wide as the picture and begins below the board.
    more : sequence of str
        What an overlay shows, said below the turn.

    Returns
    -------
    tuple of str and float
        The SVG text and the height of the strip.
    """
    left, room = MARGIN + 16, geometry.width - 2 * MARGIN - 32
    top = geometry.board_height
    parts: list[str] = []
    y = top + 46
    said = turn_words(scene.position)
    for line in _broken(
        said[:1].upper() + said[1:] if scene.active is None else said, room, TURN_SIZE * 1.12
    ):
        parts.append(marks.text(line, left, y, TURN_SIZE, theme.text, anchor="start", extra=marks.BOLD))
        y += 44
    for line in (line for text in more for line in _broken(text, room, SMALL)):
        parts.append(marks.text(line, left, y - 8, SMALL, theme.text, anchor="start"))
        y += 31
    for items in (_counts(scene), _crew(scene, theme)):
        y = _flow(parts, items, left, y, room, theme) + 10
    y += 12
    for line in _broken(f"{scene.position.board.name} · {_rules(scene)}", room, SMALL):
        parts.append(marks.text(line, left, y, SMALL, theme.muted, anchor="start"))
        y += 31
    height = y - top
    panel = (
        f'<rect x="{marks.number(MARGIN)}" y="{marks.number(top)}" rx="14" fill="{theme.panel}" '
        f'width="{marks.number(geometry.width - 2 * MARGIN)}" height="{marks.number(height - 8)}"/>'
    )
    return panel + "".join(parts), height + MARGIN / 2


def _rules(scene: Scene) -> str:
    return _("rules: {rules}").format(rules=rules_words(scene.position))


def _counts(scene: Scene) -> list[Item]:
    position = scene.position
    lost = '<path d="M-34-34L34 34M34-34L-34 34" stroke="#c8202f" stroke-width="12" stroke-linecap="round"/>'
    cube = f'<g transform="scale(3)">{marks.cube(0)}</g>'
    items = [
        Item(marks.victim(), f"{position.rescued}/{position.goal}", _("rescued")),
        Item(marks.victim() + lost, f"{position.lost}/{VICTIMS_LOST}", _("lost")),
        Item(cube, f"{damage_placed(position)}/{DAMAGE_MARKERS}", _("damage")),
        Item(marks.fire(), f"{threat_markers_left(position)}/{position.threat_markers}", _("threats left")),
    ]
    if "hot_spots" in position.rules:
        items.append(Item(marks.hot_spot(), str(position.hot_spot_supply), _("hot spot supply")))
    # In few words, so that three items fit side by side: the picture's description has the long ones.
    hidden = _("{victims} + {alarms} hidden").format(
        victims=position.unrevealed_victims, alarms=position.unrevealed_false_alarms
    )
    return [*items, Item(marks.unknown(), hidden, _("victims + alarms"))]


def _crew(scene: Scene, theme: Theme) -> list[Item]:
    crew = scene.position.firefighters
    colours = pawn_colours([f.id for f in crew])
    items = []
    for f in crew:
        mark = marks.pawn(scene.letters[f.id], colours[f.id], theme, active=f.id == scene.active)
        saved = " · " + _("saved {n}").format(n=f.saved_ap) if f.saved_ap else ""
        items.append(Item(mark, f.id + saved, specialist_name(f)))
    return items


def _flow(parts: list[str], items: Sequence[Item], left: float, y: float, room: float, theme: Theme) -> float:
    """Draw items side by side, in columns if one line is too short; return where the next line begins."""
    if not items:
        return y
    widths = [item.width for item in items]
    columns, line = len(items), 60.0
    places = [left + sum(widths[:n]) for n in range(columns)]
    if sum(widths) > room:
        fit = max(1, int(room // max(widths)))
        columns = math.ceil(len(items) / math.ceil(len(items) / fit))  # as many on each line, more or less
        places = [left + n * room / columns for n in range(columns)]
    for index, item in enumerate(items):
        x, top = places[index % columns], y + line * (index // columns)
        beside = x + ICON + 8
        middle = top + (13 if item.second else 26)
        parts += [
            marks.placed(item.mark, x + ICON / 2, top + 15, ICON),
            marks.text(item.first, beside, middle, SIZE, theme.text, anchor="start", extra=marks.BOLD),
        ]
        if item.second:
            parts.append(marks.text(item.second, beside, top + 38, SMALL, theme.muted, anchor="start"))
    return y + line * math.ceil(len(items) / columns)


def _broken(said: str, room: float, size: float) -> list[str]:
    """Break a text into lines that fit."""
    lines: list[str] = []
    for word in words_of(said):
        part = word.removesuffix(STUCK)
        if lines and text_width(f"{lines[-1]} {part}", size) <= room:
            blank = "" if lines[-1].endswith(STUCK) else " "
            lines[-1] = f"{lines[-1].removesuffix(STUCK)}{blank}{word}"
        else:
            lines.append(word)
    return [line.removesuffix(STUCK) for line in lines]
