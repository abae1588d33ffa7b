"""Why an action is not legal in the action phase, clause by clause."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from advisor.flashpoint.board import Spot
from advisor.flashpoint.notation import CLAUSES, MOVES, Event
from advisor.flashpoint.position import Firefighter
from advisor.flashpoint.refusal_scene import Refusal, Scene, listed
from advisor.flashpoint.rules import SPECIALISTS
from advisor.flashpoint.squares import Square, edge_text, square_text

__all__ = ["explain_action"]


def explain_action(scene: Scene, event: Event) -> Refusal | None:
    """Return why `event` is not legal in the action phase, None if no clause is found to forbid it.

    Parameters
    ----------
    scene : Scene
        The position, phase ``action``.
    event : Event
        An action.
    """
    return scene.without_part(event.kind) or _CHECKS[event.kind](scene, event)


def _square_of(event: Event) -> Square:
    assert event.square is not None, "the notation gives a square to these kinds"
    return event.square


def _lies(scene: Scene, kind: str, at: Square) -> bool:
    return any(poi.at == at and poi.kind == kind for poi in scene.position.poi)


# Moves (FP-4.1 to FP-4.5)


def _move(scene: Scene, event: Event) -> Refusal | None:
    actor, target = scene.active, _square_of(event)
    return (
        _move_of(scene, actor, event)
        or scene.lacks_ap(_move_cost(scene, event), "movement")
        or scene.traps({actor.id: target})
    )


def _move_cost(scene: Scene, event: Event) -> int:
    if event.kind == "move":
        return 2 if event.square in scene.fire else 1
    return 1 if event.kind == "lead" else 2


def _move_of(scene: Scene, actor: Firefighter, event: Event) -> Refusal | None:
    """Look at a move, commanded or not, its cost left aside."""
    target, here = _square_of(event), square_text(actor.at)
    if found := scene.apart(actor, target, "FP-4.1") or scene.barrier(actor.at, target):
        return found
    loads = {load: clause for load, clause in _LOADS.items() if load in event.kind.split("+")}
    for load, clause in loads.items():
        if load == "carry" and not _lies(scene, "victim", actor.at):
            treated = ", only a treated one" if _lies(scene, "treated", actor.at) else ""
            return f"no untreated victim lies on {here} to carry{treated}", clause
        if load == "haul" and actor.at not in scene.position.hazmats:
            return f"no hazmat lies on {here} to haul", clause
        if load == "lead" and not _lies(scene, "treated", actor.at):
            untreated = ", only an untreated one" if _lies(scene, "victim", actor.at) else ""
            return f"no treated victim lies on {here} to lead{untreated}", clause
    if loads and target in scene.fire:
        taken = listed(_LOAD_NAMES[load] for load in loads)
        return f"{taken} cannot be taken into the fire at {square_text(target)}", next(iter(loads.values()))
    return None


_LOADS: Final = {"carry": "FP-4.2", "haul": "FP-4.3", "lead": "FP-4.4"}
_LOAD_NAMES: Final = {"carry": "a victim", "haul": "a hazmat", "lead": "a treated victim"}


# Doors, fire and walls (FP-4.7 to FP-4.9)


def _door(scene: Scene, event: Event) -> Refusal | None:
    return _door_of(scene, scene.active, event) or scene.lacks_ap(1, "") or scene.traps({})


def _door_of(scene: Scene, actor: Firefighter, event: Event) -> Refusal | None:
    assert event.edge is not None, "the notation gives an edge to these kinds"
    state = scene.doors.get(event.edge)
    if state is None:
        return f"there is no door on {edge_text(event.edge)}", "FP-4.7"
    if actor.at not in event.edge:
        return f"the door is not on an edge of {square_text(actor.at)}, where {actor.id} stands", "FP-4.7"
    return ("the door is destroyed", "FP-4.7") if state == "destroyed" else None


def _extinguish(scene: Scene, event: Event) -> Refusal | None:
    actor, target = scene.active, _square_of(event)
    beside = None if target == actor.at else scene.apart(actor, target, "FP-4.8")
    if found := beside or (None if target == actor.at else scene.barrier(actor.at, target)):
        return found[0], "FP-4.8"
    if target not in scene.fire and target not in scene.position.smoke:
        return f"there is neither fire nor smoke on {square_text(target)}", "FP-4.8"
    cost = 2 if actor.specialist in ("paramedic", "rescue") else 1
    cleared = target if target in scene.fire else None
    return scene.lacks_ap(cost, "extinguish") or scene.traps({}, cleared=cleared)


def _chop(scene: Scene, event: Event) -> Refusal | None:
    actor, wall = scene.active, event.edge
    assert wall is not None, "the notation gives an edge to these kinds"
    if wall not in scene.walls:
        if wall in scene.doors:
            return f"there is a door on {edge_text(wall)}, and a door cannot be chopped", "FP-1.4"
        return f"there is no wall on {edge_text(wall)}", "FP-4.9"
    if actor.at not in wall:
        return f"the wall is not on an edge of {square_text(actor.at)}, where {actor.id} stands", "FP-4.9"
    if scene.damage.get(wall, 0) >= 2:
        return f"the wall on {edge_text(wall)} is destroyed already", "FP-4.9"
    return scene.lacks_ap(1 if actor.specialist == "rescue" else 2, "") or scene.traps({})


# Vehicles (FP-6)


def _drive(scene: Scene, event: Event) -> Refusal | None:
    engine = event.vehicle == "engine"
    spots: tuple[Spot, ...] = scene.board.engine_spots if engine else scene.board.ambulance_spots
    now = scene.position.engine if engine else scene.position.ambulance
    ids = [spot.id for spot in spots]
    at = spots[ids.index(str(now))]
    if engine and scene.active.at not in at.squares:
        return f"{scene.active.id} is not at the engine, which stands at {now}", "FP-6.3"
    if event.spot not in ids:
        return f"the {event.vehicle} has no parking spot '{event.spot}', only {listed(ids)}", "FP-6.2"
    if event.spot == now:
        return f"the {event.vehicle} stands at {now} already", "FP-6.2"
    steps = (ids.index(str(event.spot)) - ids.index(str(now))) % len(ids)
    if steps not in (1, len(ids) - 1):
        return f"{event.spot} is not the next spot from {now} in either direction", "FP-6.2"
    landing = spots[ids.index(str(event.spot))]
    found = _riders(scene, event, at, landing, "FP-6.3" if engine else "FP-6.4")
    return found or scene.lacks_ap(2, "") or scene.traps(dict(event.riders))


def _riders(scene: Scene, event: Event, at: Spot, landing: Spot, clause: str) -> Refusal | None:
    """Look at who rides: at the vehicle, onto the spot, once each and in the order of the list."""
    order = list(scene.people)
    names = [who for who, _ in event.riders]
    for who, square in event.riders:
        if who not in order:
            return f"there is no firefighter '{who}' in the game", clause
        if scene.people[who].at not in at.squares:
            return f"{who} is not at the {event.vehicle} and cannot ride along", clause
        if square not in landing.squares:
            squares = listed(map(square_text, landing.squares), "or")
            return (
                f"{who} lands on {squares}, the squares of {landing.id}, not on {square_text(square)}",
                clause,
            )
    if len(set(names)) < len(names):
        return "a firefighter is named twice", clause
    if names != sorted(names, key=order.index):
        return f"riders are named in the order of the list: {listed(sorted(names, key=order.index))}", clause
    if event.vehicle == "engine" and scene.active.id not in names:
        return f"{scene.active.id} drives the engine, so it moves with it and has to be named", clause
    return None


def _fire_deck_gun(scene: Scene, event: Event) -> Refusal | None:
    if "murphys-law" in scene.position.variants:
        return "there is no deck gun in the variant murphys-law", "FP-11.3"
    spot = next(spot for spot in scene.board.engine_spots if spot.id == scene.position.engine)
    if scene.active.at not in spot.squares:
        return f"{scene.active.id} is not at the engine, which stands at {spot.id}", "FP-6.8"
    (top, bottom), (left, right) = spot.rows, spot.columns
    inside = [f.id for f in scene.people.values() if top <= f.at[0] <= bottom and left <= f.at[1] <= right]
    if inside:
        verb = "is" if len(inside) == 1 else "are"
        return f"{listed(inside)} {verb} in the quadrant of {spot.id}", "FP-6.8"
    return scene.lacks_ap(2 if scene.active.specialist == "driver" else 4, "") or scene.traps({})


def _crew(scene: Scene, event: Event) -> Refusal | None:
    if "small-station" in scene.position.variants:
        return "there is no crew change in the variant small-station", "FP-11.2"
    active, turn, clause = scene.active, scene.turn, CLAUSES["crew"]
    new = SPECIALISTS[str(event.specialist)]
    holder = next((f.id for f in scene.people.values() if f.specialist == new.id), None)
    if turn.acted:
        return "a crew change is only possible as the first action of the turn", clause
    if not turn.began_at_engine:
        return f"{active.id} did not begin its turn at the engine", clause
    if holder is not None:
        return f"{holder} is the {new.name} already", clause
    if turn.ap < 2:
        return f"it costs 2 general AP, {active.id} has {turn.ap}", clause
    base = SPECIALISTS[str(active.specialist)].base
    left = new.base + turn.ap - base - 2
    if left < 0:
        return f"{active.id} would have {left} AP: {new.base} + ({turn.ap} - {base}) - 2", clause
    return scene.traps({})


# Specialists (FP-7)


def _resuscitate(scene: Scene, event: Event) -> Refusal | None:
    if found := scene.not_a("paramedic", event.kind):
        return found
    if not _lies(scene, "victim", scene.active.at):
        return f"no untreated victim lies on {square_text(scene.active.at)}", CLAUSES[event.kind]
    return scene.lacks_ap(1, "") or scene.traps({})


def _identify(scene: Scene, event: Event) -> Refusal | None:
    if found := scene.not_a("imaging", event.kind):
        return found
    if not _lies(scene, "unknown", _square_of(event)):
        return f"no face-down POI lies on {square_text(_square_of(event))}", CLAUSES[event.kind]
    return scene.lacks_ap(1, "") or scene.traps({})


def _dispose(scene: Scene, event: Event) -> Refusal | None:
    if found := scene.not_a("hazmat", event.kind):
        return found
    if scene.active.at not in scene.position.hazmats:
        return f"no hazmat lies on {square_text(scene.active.at)}", CLAUSES[event.kind]
    return scene.lacks_ap(2, "") or scene.traps({})


def _command(scene: Scene, event: Event) -> Refusal | None:
    inner, who, clause = event.inner, str(event.who), CLAUSES["command"]
    assert inner is not None, "the notation gives a command something to do"
    if found := scene.not_a("captain", "command"):
        return found
    if who == scene.active.id:
        return "nobody commands itself", clause
    if who not in scene.people:
        return f"there is no firefighter '{who}' in the game", clause
    actor = scene.people[who]
    is_move = inner.kind in MOVES
    found = _move_of(scene, actor, inner) if is_move else _door_of(scene, actor, inner)
    if found := scene.without_part(inner.kind) or found:
        return found
    cost = _move_cost(scene, inner) if is_move else 1
    if actor.specialist == "cafs" and scene.turn.cafs_command_ap + cost > 1:
        spent = f", {scene.turn.cafs_command_ap} is spent" if scene.turn.cafs_command_ap else ""
        return f"at most 1 AP a turn may go to the CAFS Firefighter, this costs {cost}{spent}", clause
    moved = {who: _square_of(inner)} if is_move else {}
    return scene.lacks_ap(cost, "command") or scene.traps(moved, commanded=who)


# The end of the action phase (FP-2.2, FP-4.10)


def _end(scene: Scene, event: Event) -> Refusal | None:
    answerable = [f for f in scene.people.values() if f.id in (scene.active.id, *scene.turn.commanded)]
    burning = [f"{f.id} does at {square_text(f.at)}" for f in answerable if f.at in scene.fire]
    if not burning:
        return None
    return f"nobody may stand in fire when the action phase ends, {listed(burning)}", "FP-4.10"


_CHECKS: Final[MappingProxyType[str, Callable[[Scene, Event], Refusal | None]]] = MappingProxyType({
    **dict.fromkeys(MOVES, _move),
    "door": _door,
    "extinguish": _extinguish,
    "chop": _chop,
    "drive": _drive,
    "fire-deck-gun": _fire_deck_gun,
    "crew": _crew,
    "resuscitate": _resuscitate,
    "identify": _identify,
    "dispose": _dispose,
    "command": _command,
    "end": _end,
})  # fmt: skip
