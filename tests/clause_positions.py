"""A maker of small positions: an empty house by default, so that a test states only what it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from advisor.errors import IllegalEvent, PositionError
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.position import Position

__all__ = [
    "EXPERIENCED", "NEXT", "STEPS", "between", "board", "chances", "clause_of", "clauses_against", "costs",
    "damaged", "fire_phase", "house", "play", "ring", "show", "spots", "step",
]  # fmt: skip

EXPERIENCED: Final = ("specialists", "hazmats", "vehicles", "hot_spots", "arrows")
FREE: Final = {"captain": 2, "cafs": 3, "rescue": 3}
BASE: Final = {"cafs": 3, "generalist": 5}
DRAWN: Final = ("imaging", "hazmat", "generalist", "paramedic", "driver", "captain")
"""Who comes when a test does not care, in this order."""
STEPS: Final = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
NEXT: Final = tuple(STEPS)


def ring(rows: int = 6, columns: int = 8) -> list[str]:
    """Return the outside squares in reading order."""
    return [
        f"{r},{c}"
        for r in range(rows + 2)
        for c in range(columns + 2)
        if r in (0, rows + 1) or c in (0, columns + 1)
    ]


def step(square: str, direction: str, count: int = 1) -> str:
    """Return the square some steps away."""
    (row, column), (down, right) = map(int, square.split(",")), STEPS[direction]
    return f"{row + count * down},{column + count * right}"


def between(square: str, direction: str) -> str:
    """Return the edge on one side of a square."""
    ends = sorted((square, step(square, direction)), key=lambda text: tuple(map(int, text.split(","))))
    return "-".join(ends)


def spots(rows: int, columns: int) -> dict[str, list[dict[str, Any]]]:
    """Return parking spots as around the base game's house, fitted to the size."""
    if (rows, columns) == (6, 8):
        ambulance = {"north": "0,5 0,6", "east": "3,9 4,9", "south": "7,3 7,4", "west": "3,0 4,0"}
        engine = {"north": "0,7 0,8", "east": "5,9 6,9", "south": "7,1 7,2", "west": "1,0 2,0"}
    else:
        last, side = rows + 1, columns + 1
        ambulance = {
            "north": "0,0 0,1",
            "east": f"0,{side} 1,{side}",
            "south": f"{last},{columns} {last},{side}",
        }
        ambulance |= {"west": f"{rows},0 {last},0"}
        engine = dict(ambulance)
    top, left = (rows + 1) // 2, (columns + 1) // 2
    low, high = (1, top), (rows + 1 - top, rows)
    west, east = (1, left), (columns + 1 - left, columns)
    quadrants = {"north": (low, east), "east": (high, east), "south": (high, west), "west": (low, west)}
    return {
        "ambulance_spots": [{"id": name, "squares": text.split()} for name, text in ambulance.items()],
        "engine_spots": [
            {
                "id": name,
                "squares": text.split(),
                "quadrant": {"rows": list(quadrants[name][0]), "columns": list(quadrants[name][1])},
            }
            for name, text in engine.items()
        ],
    }


def board(
    rows: int = 6,
    columns: int = 8,
    *,
    walls: Sequence[str] = (),
    doors: Sequence[str] = (),
    gaps: Sequence[str] = (),
    arrows: Sequence[str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a house with outer walls and nothing inside, but for the walls, doors and gaps named."""
    outer = [between(f"{row},1", "left") for row in range(1, rows + 1)]
    outer += [between(f"{row},{columns}", "right") for row in range(1, rows + 1)]
    outer += [between(f"1,{column}", "up") for column in range(1, columns + 1)]
    outer += [between(f"{rows},{column}", "down") for column in range(1, columns + 1)]
    # The plainest arrows that stay inside: to the right, the last one back; in a single column downwards.
    along = [" ".join(["E"] * (columns - 1) + ["W"])] * rows
    downwards = ["S"] * (rows - 1) + ["N"]
    return {
        "format": "flash-point/board@1",
        "id": "empty",
        "name": "Empty house",
        "rows": rows,
        "columns": columns,
        "walls": [edge for edge in outer if edge not in {*doors, *gaps}] + list(walls),
        "doors": list(doors),
        **spots(rows, columns),
        "arrows": list(arrows) if arrows else along if columns > 1 else downwards,
        "first_explosion": [f"1,{column}" for column in range(1, columns + 1)],
        "family": {"fire": [], "poi": []},
        **more,
    }


def damaged(count: int) -> dict[str, int]:
    """Return that many damage markers, the upper outer wall first, then the lower one from the left."""
    edges = [f"0,{c}-1,{c}" for c in range(1, 9)] + [f"6,{c}-7,{c}" for c in range(1, 9)]
    return {edge: min(2, count - 2 * i) for i, edge in enumerate(edges) if count > 2 * i}


def house(
    *,
    on: str | dict[str, Any] | None = None,
    rules: str | Sequence[str] = (),
    firefighters: Mapping[str, str] | None = None,
    saved: Mapping[str, int] | None = None,
    poi: Sequence[str] = (),
    victims: Sequence[str] = (),
    treated: Sequence[str] = (),
    unrevealed: tuple[int, int] | None = None,
    phase: str = "action",
    ap: int | None = None,
    free_ap: int | None = None,
    turn: Mapping[str, Any] | None = None,
    **more: Any,
) -> Position:
    """Return a position that the program has found sound.

    Parameters
    ----------
    on : str or dict
        The board, by default the empty house.
    rules : str or sequence of str
        ``"experienced"`` or parts; by default the family game.
    firefighters : mapping
        Id to ``"2,2"`` or ``"2,2 paramedic"``; the first one is active. By default red in a corner outside.
    more : Any
        Fields of the position as the formats name them.
    """
    chosen = EXPERIENCED if rules == "experienced" else tuple(rules)
    crew = dict(firefighters or {"red": "7,9" if on is None else "0,0"})
    drawn = [name for name in DRAWN if not any(text.endswith(" " + name) for text in crew.values())]
    people: list[dict[str, Any]] = []
    for who, text in crew.items():
        at, _, specialist = text.partition(" ")
        job = (specialist or drawn.pop(0)) if "specialists" in chosen else None
        people.append({"id": who, "at": at, "specialist": job, "saved_ap": (saved or {}).get(who, 0)})
    active = (turn or {}).get("firefighter", people[0]["id"])
    job = next(one["specialist"] for one in people if one["id"] == active) or ""
    acting = phase == "action"
    seen = len(victims) + len(treated) + more.get("rescued", 0) + more.get("lost", 0)
    hidden = unrevealed or (10 - seen, 5)
    vehicles, hot = "vehicles" in chosen, "hot_spots" in chosen
    kinds = ((poi, "unknown"), (victims, "victim"), (treated, "treated"))
    obj: dict[str, Any] = {
        "format": "flash-point/position@1",
        "board": board() if on is None else on,
        "rules": list(chosen),
        "variants": [],
        "goal": 7,
        "fire": [],
        "smoke": [],
        "hot_spots": [],
        "hot_spot_supply": 6 if hot else 0,
        "threat_markers": 36,
        "hazmats": [],
        "damage": {},
        "doors": {},
        "poi": [{"at": at, "is": kind} for squares, kind in kinds for at in squares],
        "unrevealed": {"victims": hidden[0], "false_alarms": hidden[1]},
        "rescued": 0,
        "lost": 0,
        "ambulance": "north" if vehicles else None,
        "engine": "south" if vehicles else None,
        "firefighters": people,
        "turn": {
            "firefighter": active,
            "phase": phase,
            "ap": (BASE.get(job, 4) if acting else 0) if ap is None else ap,
            "free_ap": (FREE.get(job, 0) if acting else 0) if free_ap is None else free_ap,
            "acted": False,
            "began_at_engine": False,
            "commanded": [],
            "cafs_command_ap": 0,
            **({"flare_up": False} if phase == "advance_fire" else {}),
            **(turn or {}),
        },
    }
    return Position.from_json(obj | more)


def fire_phase(**more: Any) -> Position:
    """Return a position in which the fire advances next."""
    return house(phase="advance_fire", **more)


def play(position: Position, *events: str) -> Position:
    """Return the position after events, corrections included."""
    game = Replay(position)
    for text in events:
        game.step(text)
    return game.position


def show(position: Position) -> dict[str, Any]:
    """Return the position as its file shows it; POI as ``{"2,4 victim", ...}`` in a sorted list."""
    shown = position.to_json()
    shown["poi"] = sorted(f"{poi['at']} {poi['is']}" for poi in shown["poi"])
    shown["at"] = {one["id"]: one["at"] for one in shown["firefighters"]}
    return shown


def costs(position: Position, *words: str) -> dict[str, int]:
    """Return the legal actions that begin with one of the words, all if none is named, with their AP."""
    return {text: cost for text, cost in position.legal() if not words or text.split(" ")[0] in words}


def chances(position: Position) -> list[str]:
    """Return the texts of what chance may bring next."""
    return [text for text, _ in position.chance()]


def clause_of(position: Position, *events: str) -> str:
    """Return the clause by which the last event is refused, all before it being legal."""
    *before, text = events
    position = play(position, *before)
    assert text not in {*costs(position), *chances(position)}, text
    with pytest.raises(IllegalEvent) as refusal:
        play(position, text)
    assert refusal.value.text == text
    assert refusal.value.reason
    return refusal.value.clause


def clauses_against(**made: Any) -> set[str]:
    """Return the clauses that a position offends, empty if it is sound."""
    try:
        house(**made)
    except PositionError as error:
        return {problem.clause for problem in error.problems}
    return set()
