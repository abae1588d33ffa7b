"""Names of the game's things, in the language that is spoken: levels, rules, variants, phases, spots."""

from __future__ import annotations

from typing import Final

from advisor.flashpoint.position import Position
from advisor.words import _, marked, plural

__all__ = [
    "game_title",
    "level_name",
    "phase_name",
    "rule_name",
    "specialist_name",
    "spot_name",
    "variant_name",
]

_LEVELS: Final = {
    "family": marked("Family game"), "random-family": marked("Family game, drawn set-up"),
    "recruit": marked("Recruit"), "veteran": marked("Veteran"), "heroic": marked("Heroic"),
}  # fmt: skip

_RULES: Final = {
    "specialists": marked("Specialists"), "hazmats": marked("Hazmats"),
    "vehicles": marked("Ambulance and engine"), "hot_spots": marked("Hot spots and flare-ups"),
    "arrows": marked("Arrows for new POI"),
}  # fmt: skip

_VARIANTS: Final = {
    "small-station": marked("Small station: no crew change"),
    "murphys-law": marked("Murphy's law: no deck gun"),
    "hidden-hazards": marked("Hidden hazards: hazmats under false alarms"),
}  # fmt: skip

_PHASES: Final = {
    "action": marked("the actions"), "advance_fire": marked("the fire's roll"),
    "replenish": marked("a new POI"), "reveal": marked("a POI is turned up"),
    "deck_gun_roll": marked("the deck gun's dice"),
    "deck_gun_choice": marked("the deck gun: keep or re-roll"), "over": marked("the game is over"),
}  # fmt: skip

_SPOTS: Final = {
    "north": marked("north"), "east": marked("east"), "south": marked("south"), "west": marked("west"),
}  # fmt: skip

_SPECIALISTS: Final = {
    "paramedic": marked("Paramedic"), "captain": marked("Fire Captain"),
    "imaging": marked("Imaging Technician"), "cafs": marked("CAFS Firefighter"),
    "hazmat": marked("Hazmat Technician"), "generalist": marked("Generalist"),
    "rescue": marked("Rescue Specialist"), "driver": marked("Driver/Operator"),
}  # fmt: skip


def level_name(level: str) -> str:
    """Return the name of a level.

    >>> level_name("recruit")
    'Recruit'
    """
    return _said(_LEVELS, level)


def rule_name(rule: str) -> str:
    """Return the name of a part of the rules (FP-11.1).

    >>> rule_name("vehicles")
    'Ambulance and engine'
    """
    return _said(_RULES, rule)


def variant_name(variant: str) -> str:
    """Return the name of a variant, with what it does (FP-11.2 to FP-11.4).

    >>> variant_name("small-station")
    'Small station: no crew change'
    """
    return _said(_VARIANTS, variant)


def phase_name(phase: str) -> str:
    """Return what comes next in a phase.

    >>> phase_name("replenish")
    'a new POI'
    """
    return _said(_PHASES, phase)


def spot_name(spot: str) -> str:
    """Return the name of a parking spot; the board's own where it is no point of the compass.

    >>> spot_name("north"), spot_name("yard")
    ('north', 'yard')
    """
    return _said(_SPOTS, spot)


def specialist_name(specialist: str) -> str:
    """Return the rulebook's name of a specialist.

    >>> specialist_name("captain")
    'Fire Captain'
    """
    return _said(_SPECIALISTS, specialist)


def game_title(position: Position) -> str:
    """Return what a game that begins in a position is called: the board, and how many play."""
    said = plural("{board}, {n} firefighter", "{board}, {n} firefighters", len(position.firefighters))
    return said.format(board=position.board.name, n=len(position.firefighters))


def _said(names: dict[str, str], name: str) -> str:
    return _(names[name]) if name in names else name
