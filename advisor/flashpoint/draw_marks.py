"""The markers of the SVG picture, a function for each: SVG text of a mark at a place, of a size.

Each is drawn in a box of 100 x 100 around the origin and then scaled and moved. Upright and crosswise edges
are drawn crosswise and turned.
"""

from __future__ import annotations

from html import escape

from advisor.flashpoint.draw_geometry import CELL, Box
from advisor.flashpoint.draw_scene import printable
from advisor.flashpoint.draw_theme import BLUE, GREEN, ORANGE, PURPLE, VERMILION, YELLOW, Theme, ink_on

__all__ = [
    "closed_door", "cube", "damaged_wall", "destroyed_door", "fire", "hazmat", "hot_spot", "number",
    "open_door", "parking", "pawn", "placed", "rubble", "smoke", "text", "treated", "turned", "unknown",
    "vehicle", "victim", "wall",
]  # fmt: skip

INK = "#1d1d1b"
WALL_WIDTH = 11
STUB = 16  # of the wall at both sides of a door


def number(value: float) -> str:
    """Return a number with at most two decimals.

    >>> number(12.0), number(1 / 3)
    ('12', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text(
    said: str, x: float, y: float, size: float, fill: str, *, anchor: str = "middle", extra: str = ""
) -> str:
    """Return a line of text, its base line at `y`; what is said is escaped here."""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}" '
        f'text-anchor="{anchor}"{extra}>{escape(printable(said))}</text>'
    )


def placed(drawn: str, x: float, y: float, size: float) -> str:
    """Move a mark of 100 x 100 to its place and size."""
    return f'<g transform="translate({number(x)} {number(y)}) scale({number(size / 100)})">{drawn}</g>'


def turned(drawn: str, x: float, y: float, upright: bool) -> str:
    """Move something drawn crosswise to its place and turn it if it is to stand upright."""
    turn = " rotate(90)" if upright else ""
    return f'<g transform="translate({number(x)} {number(y)}){turn}">{drawn}</g>'


def _filled(fill: str, width: float) -> str:
    """Return the attributes of a shape with a dark outline."""
    return f'fill="{fill}" stroke="{INK}" stroke-width="{width}"'


BOLD = ' font-weight="700"'


def fire() -> str:
    """Draw a flame."""
    return (
        f'<path d="M2-49C14-30 37-16 37 13C37 36 20 47 0 47C-20 47-37 36-37 13C-37-1-30-12-23-21'
        f'C-20-10-14-5-8-6C-15-22-9-39 2-49Z" fill="{VERMILION}" stroke="#7a2e00" stroke-width="4" '
        'stroke-linejoin="round"/>'
        f'<path d="M3-14C8 0 20 7 20 22C20 36 11 43 0 43C-11 43-20 36-20 22C-20 10-6 3 3-14Z" '
        f'fill="{YELLOW}"/>'
    )


def smoke(theme: Theme) -> str:
    """Draw puffs of smoke."""
    puffs = ((-22, 12, 21), (22, 10, 22), (-6, -14, 25), (2, 20, 20), (20, -16, 15))
    outline = "".join(f'<circle cx="{x}" cy="{y}" r="{r + 4}"/>' for x, y, r in puffs)
    inside = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in puffs)
    return (
        f'<g fill="{theme.smoke_line}">{outline}</g><g fill="{theme.smoke}">{inside}</g>'
        f'<path d="M-24-6A20 20 0 0 1 8-22M-4 22A18 18 0 0 0 28 12" fill="none" '
        f'stroke="{theme.smoke_line}" stroke-width="4" stroke-linecap="round"/>'
    )


def hot_spot() -> str:
    """Draw the burst of a hot spot."""
    points = " ".join(
        f"{x},{y}"
        for x, y in (
            (0, -50), (12, -24), (38, -36), (27, -10), (50, 4), (24, 13), (30, 42), (6, 26),
            (-18, 46), (-18, 18), (-48, 16), (-28, -4), (-44, -30), (-14, -24),
        )
    )  # fmt: skip
    return (
        f'<polygon points="{points}" {_filled(ORANGE, 6)} stroke-linejoin="round"/>'
        f'<circle r="13" fill="{INK}"/>'
    )


def hazmat(count: int) -> str:
    """Draw a drum, with a badge if there are several."""
    drum = (
        f'<path d="M-32-34V34C-32 46 32 46 32 34V-34Z" {_filled(YELLOW, 5)}/>'
        f'<ellipse cy="-34" rx="32" ry="10" {_filled("#fff7b0", 5)}/>'
        f'<path d="M0-16L21 22H-21Z" {_filled(INK, 5)} stroke-linejoin="round"/>'
        f'<path d="M0-4V9M0 15V18" stroke="{YELLOW}" stroke-width="6" stroke-linecap="round"/>'
    )
    if count == 1:
        return drum
    badge = f'<circle cx="28" cy="28" r="24" fill="{INK}" stroke="#fff" stroke-width="5"/>'
    return drum + badge + text(str(count), 28, 41, 37, "#ffffff", extra=BOLD)


def unknown() -> str:
    """Draw a POI lying face down."""
    return (
        f'<circle r="44" {_filled(BLUE, 5)}/><circle r="36" fill="none" stroke="#fff" '
        'stroke-width="4"/>' + text("?", 0, 22, 62, "#ffffff", extra=BOLD)
    )


def _person(tile: str, clothes: str) -> str:
    return (
        f'<rect x="-42" y="-42" width="84" height="84" rx="20" {_filled(tile, 5)}/>'
        f'<path d="M-29 39.5C-29 12-16 6 0 6C16 6 29 12 29 39.5Z" {_filled(clothes, 5)}/>'
        f'<circle cy="-14" r="17" {_filled("#fff", 5)}/>'
    )


def victim() -> str:
    """Draw a victim that is not treated: someone calling for help."""
    arms = f'<path d="M-26 26L-33-12M26 26L33-12" stroke="{INK}" stroke-width="7" stroke-linecap="round"/>'
    return _person("#fbd9e8", PURPLE) + arms


def treated() -> str:
    """Draw a treated victim: with the cross of first aid."""
    cross = '<path d="M22 8V38M7 23H37" stroke="#fff" stroke-width="10" stroke-linecap="round"/>'
    badge = f'<circle cx="22" cy="23" r="24" {_filled(GREEN, 5)}/>'
    return _person("#d8f3e8", "#8fd6bd") + badge + cross


def pawn(letter: str, colour: str, theme: Theme, *, active: bool) -> str:
    """Draw a firefighter with its letter; the one whose turn it is stands in a ring of light."""
    ink = ink_on(colour)
    rim = "#ffffff" if ink == "#ffffff" else INK
    ring = f'<circle r="52" fill="{YELLOW}" fill-opacity="0.85" stroke="{theme.halo}" stroke-width="6"/>'
    body = '<path d="M-40 47C-40 10-27-5 0-5C27-5 40 10 40 47Z"/>'
    helmet = '<path d="M-24-22C-25-56 25-56 24-22L33-19V-14H-33V-19Z"/>'
    return (
        (ring if active else "")
        + f'<g fill="{INK}" stroke="{INK}" stroke-width="12" stroke-linejoin="round">{body}{helmet}</g>'
        + f'<g fill="{colour}" stroke="{rim}" stroke-width="4" stroke-linejoin="round">{body}'
        + f'<circle cy="-14" r="16" fill="#f2d2b2" stroke="{INK}"/>{helmet}</g>'
        + text(letter, 0, 39, 46, ink, extra=BOLD)
    )


def cube(x: float) -> str:
    """Draw a damage marker on a wall."""
    return (
        f'<rect x="{number(x - 11)}" y="-11" width="22" height="22" rx="3" fill="#111" stroke="{YELLOW}" '
        f'stroke-width="3.5"/>'
    )


def wall(theme: Theme) -> str:
    """Draw a whole wall."""
    return f'<path d="M-50 0H50" stroke="{theme.wall}" stroke-width="{WALL_WIDTH}" stroke-linecap="round"/>'


def damaged_wall(theme: Theme) -> str:
    """Draw a wall with one damage marker."""
    return wall(theme) + cube(0)


def rubble(theme: Theme) -> str:
    """Draw a destroyed wall: the broken line of where it was, and both markers."""
    return (
        f'<path d="M-46 0H46" stroke="{theme.wall}" stroke-width="4" stroke-dasharray="7 9"/>'
        + cube(-13)
        + cube(13)
    )


def _stubs(theme: Theme) -> str:
    end = CELL / 2 - STUB
    return (
        f'<path d="M-50 0H{number(-end)}M{number(end)} 0H50" stroke="{theme.wall}" '
        f'stroke-width="{WALL_WIDTH}" stroke-linecap="round"/>'
    )


def closed_door(theme: Theme) -> str:
    """Draw a closed door: a bar between the stubs of the wall."""
    return (
        f'<rect x="-36" y="-8" width="72" height="16" rx="3" fill="{theme.door}" stroke="{theme.wall}" '
        f'stroke-width="3"/><circle cx="24" r="4" fill="{YELLOW}" stroke="{INK}" stroke-width="1.5"/>'
    ) + _stubs(theme)


def open_door(theme: Theme) -> str:
    """Draw an open door: a leaf swung aside."""
    return (
        f'<path d="M34 0A68 68 0 0 1 25 34" fill="none" stroke="{theme.door}" stroke-width="3" '
        f'stroke-dasharray="5 5"/><g stroke-linecap="round"><path d="M-34 0L23 35" stroke="{theme.wall}" '
        f'stroke-width="15"/><path d="M-34 0L23 35" stroke="{theme.door}" stroke-width="10"/></g>'
    ) + _stubs(theme)


def destroyed_door(theme: Theme) -> str:
    """Draw a destroyed door: the stubs and a few splinters."""
    return _stubs(theme) + (
        f'<path d="M-30-7L-20 5M-24 8L-16-4M30 7L20-5M24-8L15 5M-4 6L5-5" stroke="{theme.door}" '
        'stroke-width="5" stroke-linecap="round"/>'
    )


def parking(box: Box, kind: str, theme: Theme) -> str:
    """Draw a parking spot without its vehicle: a dashed outline with its name."""
    length, depth = max(box.width, box.height), min(box.width, box.height)
    outline = (
        f'<rect x="{number(-length / 2)}" y="{number(-depth / 2)}" width="{number(length)}" '
        f'height="{number(depth)}" rx="10" fill="none" stroke="{theme.spot}" stroke-width="3" '
        'stroke-dasharray="9 7"/>'
    )
    name = text(kind, 0, 7, 22, theme.spot, extra=' letter-spacing="2"')
    return turned(outline + name, *box.centre, box.height > box.width)


def vehicle(box: Box, kind: str) -> str:
    """Draw the ambulance or the engine from above, as long as its two squares."""
    length, depth = max(box.width, box.height), min(box.width, box.height)
    drawn = _AMBULANCE if kind == "ambulance" else _ENGINE
    scaled = f'<g transform="scale({number(length / 164)} {number(depth / 66)})">{drawn}</g>'
    return turned(scaled, *box.centre, box.height > box.width)


_WHEELS = "".join(
    f'<rect x="{x}" y="{y}" width="24" height="8" rx="3" fill="{INK}"/>' for x in (-60, 36) for y in (-32, 24)
)
_AMBULANCE = (
    f'{_WHEELS}<rect x="-79" y="-28" width="158" height="56" rx="10" {_filled("#fff", 4)}/>'
    f'<path d="M-77-17H44M-77 17H44" stroke="{VERMILION}" stroke-width="6"/>'
    f'<path d="M44-24Q62 0 44 24L66 20Q74 0 66-20Z" {_filled("#9fc6e0", 3)}/>'
    '<path d="M-20-12V12M-32 0H-8" stroke="#c8202f" stroke-width="9"/>'
    + text("AMB", 20, 7, 20, INK, extra=BOLD)
)
_ENGINE = (
    f'{_WHEELS}<rect x="-79" y="-28" width="158" height="56" rx="8" {_filled("#b3202c", 4)}/>'
    f'<path d="M48-23Q62 0 48 23L68 20Q75 0 68-20Z" {_filled("#9fc6e0", 3)}/>'
    '<path d="M-72-16H-8M-72-4H-8M-64-16V-4M-52-16V-4M-40-16V-4M-28-16V-4M-16-16V-4" stroke="#fff" '
    'stroke-width="3.5"/>' + text("ENGINE", -26, 20, 19, "#ffffff", extra=BOLD)
    + f'<circle cx="24" r="13" {_filled(YELLOW, 4)}/>'
    f'<path d="M24 0H48" stroke="{INK}" stroke-width="7" stroke-linecap="round"/>'
)  # fmt: skip
