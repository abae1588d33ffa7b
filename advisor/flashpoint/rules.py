"""The switches and numbers of the rules: parts, variants, specialists, limits of the box."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

__all__ = [
    "DAMAGE_MARKERS", "EXPERIENCED", "GOAL", "HAZMATS", "HOT_SPOTS", "MAX_FIREFIGHTERS", "MAX_SAVED",
    "PHASES", "POI_ON_BOARD", "POOL_FALSE_ALARMS", "POOL_VICTIMS", "RULES", "SPECIALISTS", "THREAT_MARKERS",
    "VARIANTS", "VICTIMS_LOST", "Specialist",
]  # fmt: skip

RULES: Final = ("specialists", "hazmats", "vehicles", "hot_spots", "arrows")
"""The parts of the experienced rules, in the order of FP-11.1."""

EXPERIENCED: Final = RULES

VARIANTS: Final = ("small-station", "murphys-law", "hidden-hazards")
"""FP-11.2 to FP-11.4."""

PHASES: Final = (
    "action", "reveal", "deck_gun_roll", "deck_gun_choice", "advance_fire", "replenish", "over",
)  # fmt: skip

GOAL: Final = 7  # FP-9.1, without a perfect game or a puzzle
DAMAGE_MARKERS: Final = 24  # FP-1.5
THREAT_MARKERS: Final = 36  # FP-1.6
HOT_SPOTS: Final = 24  # FP-10.7
HAZMATS: Final = 6
POI_ON_BOARD: Final = 3  # FP-8.1
POOL_VICTIMS: Final = 10  # FP-10.1
POOL_FALSE_ALARMS: Final = 5
VICTIMS_LOST: Final = 4  # FP-9.2
MAX_FIREFIGHTERS: Final = 6
MAX_SAVED: Final = 4  # FP-3.2


@dataclass(frozen=True, slots=True)
class Specialist:
    """One of the eight specialists (rules, section 7).

    Attributes
    ----------
    id : str
        The id in files, ``"cafs"``.
    name : str
        The rulebook's name.
    base : int
        Base AP a turn.
    free : int
        Free AP a turn.
    free_kind : str
        What the free AP pay for: ``"command"``, ``"extinguish"``, ``"movement"`` or ``""``.
    """

    id: str
    name: str
    base: int
    free: int = 0
    free_kind: str = ""


SPECIALISTS: Final = MappingProxyType(
    {
        s.id: s
        for s in (
            Specialist("paramedic", "Paramedic", 4),
            Specialist("captain", "Fire Captain", 4, 2, "command"),
            Specialist("imaging", "Imaging Technician", 4),
            Specialist("cafs", "CAFS Firefighter", 3, 3, "extinguish"),
            Specialist("hazmat", "Hazmat Technician", 4),
            Specialist("generalist", "Generalist", 5),
            Specialist("rescue", "Rescue Specialist", 4, 3, "movement"),
            Specialist("driver", "Driver/Operator", 4),
        )
    }
)
"""By id, in the order of section 7."""
