"""Colours of the SVG picture: a light and a dark theme, the firefighters' own colours.

The colours of markers are those of Okabe and Ito (Color Universal Design, 2008), which people with a colour
vision deficiency can tell apart; every marker has a shape of its own as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

__all__ = [
    "BLUE",
    "GREEN",
    "ORANGE",
    "PAWNS",
    "PURPLE",
    "THEMES",
    "VERMILION",
    "YELLOW",
    "Theme",
    "ink_on",
    "pawn_colours",
]

ORANGE: Final = "#e69f00"
GREEN: Final = "#009e73"
YELLOW: Final = "#f0e442"
BLUE: Final = "#0072b2"
VERMILION: Final = "#d55e00"
PURPLE: Final = "#cc79a7"


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours that depend on light or dark."""

    page: str
    ground: str
    grid: str
    text: str
    muted: str
    wall: str
    floors: tuple[str, ...]
    fire_floor: str
    smoke: str
    smoke_line: str
    spot: str
    door: str
    halo: str
    panel: str


THEMES: Final = MappingProxyType({
    "light": Theme(
        page="#fbf9f4", ground="#dde5d6", grid="#b9bfb2", text="#1d1d1b", muted="#56534d", wall="#33302c",
        floors=("#f8ecd3", "#dfecf7", "#f6e1e6", "#e6efd9", "#eae4f6", "#ece8e1", "#d9f0ec"),
        fire_floor="#f7c873", smoke="#a9aeb4", smoke_line="#5c6167", spot="#7d8676", door="#8a5a2b",
        halo="#1d1d1b", panel="#efebe1",
    ),
    "dark": Theme(
        page="#15181d", ground="#222c26", grid="#46504a", text="#f2efe8", muted="#b3b0a8", wall="#ece7db",
        floors=("#3f3627", "#263a4c", "#48303a", "#33412a", "#3a3350", "#3b3a38", "#22433f"),
        fire_floor="#7d3b12", smoke="#8f959c", smoke_line="#d9dde2", spot="#93a095", door="#c98f55",
        halo="#ffffff", panel="#1f242b",
    ),
})  # fmt: skip

PAWNS: Final = MappingProxyType({
    "red": "#c8202f", "blue": BLUE, "green": GREEN, "orange": ORANGE, "yellow": YELLOW, "black": "#1c1c1c",
    "white": "#ffffff", "purple": "#7b3f98", "pink": PURPLE, "brown": "#7a4b24", "grey": "#8a8f94",
    "gray": "#8a8f94", "cyan": "#56b4e9", "sky": "#56b4e9", "teal": "#1b7f7a", "gold": "#c9a227",
    "silver": "#c4c9cf", "violet": "#7b3f98", "magenta": "#b5338a",
})  # fmt: skip
"""Colours of firefighters whose id is a colour's name."""

_OTHERS: Final = ("#c8202f", BLUE, GREEN, ORANGE, "#7b3f98", YELLOW)


def pawn_colours(ids: list[str]) -> dict[str, str]:
    """Return a colour for each firefighter: that of its name, or one that nobody has.

    >>> pawn_colours(["red", "anna"])
    {'red': '#c8202f', 'anna': '#0072b2'}
    """
    given = {name: PAWNS[name] for name in ids if name in PAWNS}
    for name in ids:
        if name not in given:
            given[name] = next((c for c in _OTHERS if c not in given.values()), PAWNS["grey"])
    return given


def ink_on(colour: str) -> str:
    """Return black or white, whichever reads better on a colour (contrast of WCAG 2.1).

    >>> ink_on("#f0e442"), ink_on("#1c1c1c")
    ('#000000', '#ffffff')
    """
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    light = sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "#000000" if (light + 0.05) ** 2 > 1.05 * 0.05 else "#ffffff"
