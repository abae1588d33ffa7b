"""What of a position is a number or one of several things: counters, whose turn it is, who is who, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from advisor.errors import UsageError
from advisor.files import short
from advisor.flashpoint.edit import with_victims
from advisor.flashpoint.names import phase_name, rule_name, specialist_name, spot_name, variant_name
from advisor.flashpoint.position import Firefighter, Position, Turn
from advisor.flashpoint.rules import (
    HOT_SPOTS,
    MAX_FIREFIGHTERS,
    MAX_SAVED,
    POOL_FALSE_ALARMS,
    POOL_VICTIMS,
    RULES,
    SPECIALISTS,
    THREAT_MARKERS,
    VARIANTS,
)
from advisor.flashpoint.setup_options import FIREFIGHTERS
from advisor.flashpoint.squares import Square
from advisor.flashpoint.still import fresh_turn
from advisor.scene import Choice, Counter, Option
from advisor.words import _

__all__ = ["choices", "choose", "count", "counters"]

_MOST_AP: Final = 9  # FP-3.1: the Generalist's 5 and 4 saved ones

_FIELDS: Final = {
    "rescued": "rescued", "lost": "lost", "victims": "unrevealed_victims",
    "false-alarms": "unrevealed_false_alarms", "goal": "goal", "threats": "threat_markers",
    "hot-spots": "hot_spot_supply",
}  # fmt: skip
"""Counters and the fields that they are."""

_ON, _OFF = "on", "off"


def counters(position: Position) -> tuple[Counter, ...]:
    """Return the numbers of a position that people may change."""
    turn = position.turn
    found = []
    if turn.phase == "action":
        found.append(Counter("ap", _("AP of {who}").format(who=turn.firefighter), turn.ap, 0, _MOST_AP))
        known = SPECIALISTS.get(_specialist(position, turn.firefighter) or "")
        if known is not None and known.free:
            found.append(Counter("free-ap", _("Free AP"), turn.free_ap, 0, known.free))
    for one in position.firefighters:
        if one.id != turn.firefighter or turn.phase not in ("action", "reveal", "deck_gun_roll"):
            label = _("AP that {who} has saved").format(who=one.id)
            found.append(Counter(f"saved {one.id}", label, one.saved_ap, 0, MAX_SAVED))
    found += [
        Counter("rescued", _("Victims rescued"), position.rescued, 0, POOL_VICTIMS),
        Counter("lost", _("Victims lost"), position.lost, 0, POOL_VICTIMS),
        Counter("victims", _("Victims not seen yet"), position.unrevealed_victims, 0, POOL_VICTIMS),
        Counter(
            "false-alarms", _("False alarms not seen yet"), position.unrevealed_false_alarms, 0,
            POOL_FALSE_ALARMS,
        ),
        Counter("goal", _("Victims to rescue"), position.goal, 1, POOL_VICTIMS),
    ]  # fmt: skip
    if "hot_spots" in position.rules:
        supply = position.hot_spot_supply
        found.append(Counter("hot-spots", _("Hot spots in the supply"), supply, 0, HOT_SPOTS))
    threats = position.threat_markers
    found.append(Counter("threats", _("Fire and smoke markers in the box"), threats, 0, THREAT_MARKERS))
    return tuple(found)


def count(position: Position, counter: str, value: int) -> Position:
    """Return the position with a number changed, unchecked; what is rescued or lost was unrevealed before.

    Raises
    ------
    UsageError
        If there is no such counter, or the number is out of its range.
    """
    known = {entry.id: entry for entry in counters(position)}
    if counter not in known:
        raise UsageError(f"counter: {short(counter)}, expected one of {', '.join(known)}")
    entry = known[counter]
    if not entry.least <= value <= entry.most and value != entry.value:
        raise UsageError(f"{entry.label}: {short(value)}, expected {entry.least} to {entry.most}")
    if counter == "ap":
        return replace(position, turn=replace(position.turn, ap=value))
    if counter == "free-ap":
        return replace(position, turn=replace(position.turn, free_ap=value))
    if counter.startswith("saved "):
        who = counter.partition(" ")[2]
        return _with(position, who, lambda one: replace(one, saved_ap=value))
    field: dict[str, Any] = {_FIELDS[counter]: value}
    changed = replace(position, **field)
    return with_victims(changed, value - entry.value) if counter in ("rescued", "lost") else changed


def choices(position: Position) -> tuple[Choice, ...]:
    """Return the other things of a position that people may change."""
    turn, crew = position.turn, position.firefighters
    phases = dict.fromkeys(("action", "advance_fire", "replenish", turn.phase))
    found = [
        Choice("turn", _("Whose turn"), turn.firefighter, tuple(Option(one.id, one.id) for one in crew)),
        Choice("phase", _("What comes next"), turn.phase, tuple(Option(p, phase_name(p)) for p in phases)),
    ]
    if "vehicles" in position.rules:
        for vehicle, label, spots in (
            ("ambulance", _("Ambulance"), position.board.ambulance_spots),
            ("engine", _("Engine"), position.board.engine_spots),
        ):
            options = tuple(Option(spot.id, spot_name(spot.id)) for spot in spots)
            found.append(Choice(vehicle, label, getattr(position, vehicle) or "", options))
    if "specialists" in position.rules:
        options = tuple(Option(name, specialist_name(name)) for name in SPECIALISTS)
        for one in crew:
            found.append(Choice(f"specialist {one.id}", one.id, one.specialist or "", options))
    numbers = tuple(Option(str(n), str(n)) for n in range(1, MAX_FIREFIGHTERS + 1))
    found.append(Choice("crew", _("Number of firefighters"), str(len(crew)), numbers))
    found += _switches(position)
    return tuple(found)


def _switches(position: Position) -> Iterator[Choice]:
    options = (Option(_ON, _("in play")), Option(_OFF, _("left out")))
    for rule in RULES:
        yield Choice(f"rule {rule}", rule_name(rule), _ON if rule in position.rules else _OFF, options)
    for variant in VARIANTS:
        value = _ON if variant in position.variants else _OFF
        yield Choice(f"variant {variant}", variant_name(variant), value, options)


def choose(position: Position, choice: str, value: str) -> Position:
    """Return the position with such a thing changed, unchecked; a turn begins afresh where it is another's.

    Raises
    ------
    UsageError
        If there is no such choice, or no such thing to choose.
    """
    known = {entry.id: entry for entry in choices(position)}
    if choice not in known:
        raise UsageError(f"choice: {short(choice)}, expected one of {', '.join(known)}")
    values = [option.value for option in known[choice].options]
    if value not in values:
        raise UsageError(f"{known[choice].label}: {short(value)}, expected one of {', '.join(values)}")
    if value == known[choice].value:
        return position
    kind, _blank, what = choice.partition(" ")
    if kind == "turn":
        return _fresh(position, value)
    if kind == "phase":
        return _next(position, value)
    if kind in ("ambulance", "engine"):
        spot: dict[str, Any] = {kind: value}
        return replace(position, **spot)
    if kind == "specialist":
        changed = _with(position, what, lambda one: replace(one, specialist=value))
        return _fresh(changed, what) if what == position.turn.firefighter else changed
    if kind == "crew":
        return _crew(position, int(value))
    if kind == "rule":
        return _rule(position, what, on=value == _ON)
    chosen = {*position.variants, what} if value == _ON else {*position.variants} - {what}
    return replace(position, variants=tuple(v for v in VARIANTS if v in chosen))


def _specialist(position: Position, who: str) -> str | None:
    return next((one.specialist for one in position.firefighters if one.id == who), None)


def _with(position: Position, who: str, change: Callable[[Firefighter], Firefighter]) -> Position:
    crew = tuple(change(one) if one.id == who else one for one in position.firefighters)
    return replace(position, firefighters=crew)


def _fresh(position: Position, who: str) -> Position:
    """Return the position as a turn of a firefighter begins in it."""
    turn = fresh_turn(position, who)
    return replace(_with(position, who, lambda one: replace(one, saved_ap=0)), turn=turn)


def _next(position: Position, phase: str) -> Position:
    who = position.turn.firefighter
    if phase == "action":
        return _fresh(position, who)
    flare_up = False if phase == "advance_fire" else None
    return replace(position, turn=Turn(who, phase, flare_up=flare_up))


def _crew(position: Position, number: int) -> Position:
    """Return the position with so many firefighters: new ones stand outside, the last ones leave."""
    crew = list(position.firefighters[:number])
    while len(crew) < number:
        used = {one.id for one in crew}
        name = next(name for name in (*FIREFIGHTERS, *(f"crew-{n}" for n in range(9))) if name not in used)
        specialist = _free_specialist(crew) if "specialists" in position.rules else None
        crew.append(Firefighter(name, _outside(position), specialist))
    changed = replace(position, firefighters=tuple(crew))
    known = [one.id for one in crew]
    if position.turn.firefighter in known:
        commanded = tuple(who for who in position.turn.commanded if who in known)
        return replace(changed, turn=replace(position.turn, commanded=commanded))
    return _fresh(changed, known[0])


def _free_specialist(crew: list[Firefighter]) -> str | None:
    used = {one.specialist for one in crew}
    return next((name for name in SPECIALISTS if name not in used), None)


def _outside(position: Position) -> Square:
    """Return a square where a new firefighter stands: at the ambulance if there is one."""
    spot = next((s for s in position.board.ambulance_spots if s.id == position.ambulance), None)
    return spot.squares[0] if spot is not None else (0, 1)


def _rule(position: Position, rule: str, *, on: bool) -> Position:
    """Return the position with a part of the rules put in or left out, and what it brings or takes along."""
    chosen = {*position.rules, rule} if on else {*position.rules} - {rule}
    changed = replace(position, rules=tuple(r for r in RULES if r in chosen))
    board = position.board
    if rule == "specialists":
        crew: list[Firefighter] = []
        for one in position.firefighters:
            crew.append(replace(one, specialist=_free_specialist(crew) if on else None))
        return _fresh(replace(changed, firefighters=tuple(crew)), position.turn.firefighter)
    if rule == "vehicles":
        spots = (board.ambulance_spots, board.engine_spots)
        parked = [spot[0].id if on and spot else None for spot in spots]
        return _fresh(replace(changed, ambulance=parked[0], engine=parked[1]), position.turn.firefighter)
    if rule == "hazmats" and not on:
        return replace(changed, hazmats=())
    if rule == "hot_spots" and not on:
        return replace(changed, hot_spots=(), hot_spot_supply=0)
    return changed
