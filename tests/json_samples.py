"""Positions and boards as JSON objects for the tests of values: small, sound, and made to be changed."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the corpus ../shared is not there")

RULES = ["specialists", "hazmats", "vehicles", "hot_spots", "arrows"]


def board() -> dict[str, Any]:
    """A board of two rows and four columns with all that a board can have."""
    return {
        "format": "flash-point/board@1",
        "id": "hall",
        "name": "The hall",
        "rows": 2,
        "columns": 4,
        "walls": ["0,1-1,1", "0,2-1,2", "1,0-1,1", "1,2-1,3"],
        "doors": ["2,2-2,3"],
        "ambulance_spots": [
            {"id": "north", "squares": ["0,2", "0,1"]},
            {"id": "south", "squares": ["3,3", "3,4"]},
        ],
        "engine_spots": [
            {"id": "east", "squares": ["1,5", "2,5"], "quadrant": {"rows": [1, 1], "columns": [3, 4]}},
            {"id": "west", "squares": ["1,0", "2,0"], "quadrant": {"rows": [1, 2], "columns": [1, 3]}},
        ],
        "arrows": ["E E S W", "N W W W"],
        "first_explosion": ["1,2", "1,2", "2,3", "1,1"],
        "family": {"fire": ["1,1", "2,1"], "poi": ["1,4"]},
        "rooms": ["AABB", "AABB"],
        "room_names": {"A": "shop", "B": "store"},
    }


def family() -> dict[str, Any]:
    """A family game on base-1 in the action phase, two firefighters."""
    return {
        "format": "flash-point/position@1",
        "board": "base-1",
        "rules": [],
        "variants": [],
        "goal": 7,
        "fire": ["2,2", "2,3", "3,2"],
        "smoke": ["2,1"],
        "hot_spots": [],
        "hot_spot_supply": 0,
        "threat_markers": 36,
        "hazmats": [],
        "damage": {"2,3-2,4": 1},
        "doors": {"1,3-1,4": "open"},
        "poi": [{"at": "5,1", "is": "unknown"}, {"at": "5,8", "is": "victim"}],
        "unrevealed": {"victims": 8, "false_alarms": 5},
        "rescued": 0,
        "lost": 0,
        "ambulance": None,
        "engine": None,
        "firefighters": [
            {"id": "red", "at": "0,6", "specialist": None, "saved_ap": 0},
            {"id": "blue", "at": "4,4", "specialist": None, "saved_ap": 2},
        ],
        "turn": turn("action", ap=4),
    }


def experienced() -> dict[str, Any]:
    """An experienced game on base-1 in the action phase of the Captain, who has commanded green."""
    return {
        **family(),
        "rules": list(RULES),
        "hot_spots": ["2,2", "6,6"],
        "hot_spot_supply": 6,
        "hazmats": ["3,6", "3,6"],
        "ambulance": "north",
        "engine": "south",
        "firefighters": [
            {"id": "red", "at": "0,5", "specialist": "captain", "saved_ap": 0},
            {"id": "blue", "at": "4,4", "specialist": "cafs", "saved_ap": 4},
            {"id": "green", "at": "4,5", "specialist": "driver", "saved_ap": 0},
        ],
        "turn": turn("action", ap=3, free_ap=1, acted=True, commanded=["green"]),
    }


def turn(phase: str, **further: Any) -> dict[str, Any]:
    """The turn of red with everything reset, and further keys."""
    return {
        "firefighter": "red",
        "phase": phase,
        "ap": 0,
        "free_ap": 0,
        "acted": False,
        "began_at_engine": False,
        "commanded": [],
        "cafs_command_ap": 0,
        **further,
    }


def changed(obj: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """A copy with the value at a JSON pointer set (``-`` at the end: appended to a list)."""
    made = copy.deepcopy(obj)
    *path, last = pointer.split("/")[1:]
    at: Any = made
    for part in path:
        at = at[int(part)] if isinstance(at, list) else at[part]
    if isinstance(at, list):
        at[len(at) if last == "-" else int(last) : len(at) if last == "-" else int(last) + 1] = [value]
    else:
        at[last] = value
    return made


def without(obj: dict[str, Any], key: str) -> dict[str, Any]:
    """A copy without a key."""
    return {name: value for name, value in copy.deepcopy(obj).items() if name != key}
