"""Positions changed by hand: what a click with a tool does, and where people and vehicles are dragged.

Nothing is checked against the whole of the rules here: `Position.problems` says afterwards what is wrong, and
a position with faults may be a step on the way. Refused is only what can never be right, smoke in the ring.
What belongs together is kept in step: a victim that is put on the board comes from the unrevealed ones, and
goes back to them, so that ten stay ten (FP-8.4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from advisor.errors import UsageError
from advisor.files import short
from advisor.flashpoint.position import Poi, Position
from advisor.flashpoint.rules import HAZMATS
from advisor.flashpoint.squares import Edge, Square, parse_edge, parse_square, square_text
from advisor.flashpoint.still import fresh_turn
from advisor.scene import Tool
from advisor.words import _

__all__ = ["edit", "move", "tools", "with_victims"]

_MOST_HERE: Final = 2
"""Hazmats that clicks pile up on one square before they clear it."""


def tools(position: Position) -> tuple[Tool, ...]:
    """Return the tools that fit the rules of a position."""
    fire, people, rest = _("Fire and smoke"), _("People and POI"), _("Building and the rest")
    square, edge = ("square",), ("edge",)
    found = [
        Tool("fire", _("Fire"), _("Put fire on a square, or take it away."), fire, "🔥", square),
        Tool("smoke", _("Smoke"), _("Put smoke on a square, or take it away."), fire, "💨", square),
    ]
    if "hot_spots" in position.rules:
        said = _("Put a hot spot on a square, or take it away.")
        found.append(Tool("hot-spot", _("Hot spot"), said, fire, "🌡️", square))
    if "hazmats" in position.rules:
        said = _("Put a hazmat on a square, a second one, or take both away.")
        found.append(Tool("hazmat", _("Hazmat"), said, fire, "☣️", square))
    said = _("Put a face-down POI on a square, or take it away.")
    found.append(Tool("poi", _("POI, face down"), said, people, "❓", square))
    said = _("Put a victim on a square, or take one away; it comes from the unrevealed ones.")
    found.append(Tool("victim", _("Victim"), said, people, "🧍", square))
    if "specialists" in position.rules:
        said = _("Put a treated victim on a square, or take one away.")
        found.append(Tool("treated", _("Treated victim"), said, people, "🩹", square))
    for one in position.firefighters:
        said = _("Let {who} stand on a square.").format(who=one.id)
        found.append(Tool(f"put {one.id}", one.id, said, people, "🧑‍🚒", square))
    said = _("Walls: one damage marker, two, none. Doors: open, destroyed, closed.")
    found.append(Tool("edge", _("Wall or door"), said, rest, "🚪", edge))
    if "vehicles" in position.rules:
        said = _("Park it on the spot that a square belongs to.")
        found.append(Tool("park ambulance", _("Ambulance"), said, rest, "🚑", square))
        found.append(Tool("park engine", _("Engine"), said, rest, "🚒", square))
    said = _("Take all markers off a square, or mend a wall or door.")
    found.append(Tool("clear", _("Clear"), said, rest, "🧽", ("square", "edge")))
    return tuple(found)


def edit(position: Position, tool: str, target: str) -> Position:
    """Return the position after a click with a tool on a target, unchecked.

    Raises
    ------
    UsageError
        If there is no such tool or target, or the tool can do nothing there.
    """
    name, _blank, what = tool.partition(" ")
    if tool in _ON_SQUARES:
        return _ON_SQUARES[tool](position, _square(position, target))
    if name == "put" and any(one.id == what for one in position.firefighters):
        return _put(position, what, _square(position, target))
    if name == "park" and what in ("ambulance", "engine"):
        return _park(position, what, _square(position, target))
    if tool in ("edge", "clear"):
        if target.startswith("square ") and tool == "clear":
            return _clear(position, _square(position, target))
        return _turn_edge(position, _edge(position, target), mend=tool == "clear")
    raise UsageError(f"tool: {short(tool)}, expected one of {', '.join(t.id for t in tools(position))}")


def move(position: Position, piece: str, target: str) -> Position:
    """Return the position after somebody or a vehicle was dragged to a square, unchecked.

    Raises
    ------
    UsageError
        If there is no such piece or square, or a vehicle cannot park there.
    """
    kind, _blank, who = piece.partition(" ")
    square = _square(position, target)
    if kind == "piece" and any(one.id == who for one in position.firefighters):
        return _put(position, who, square)
    if kind == "piece" and who in ("ambulance", "engine"):
        return _park(position, who, square)
    raise UsageError(f"piece: {short(piece)}, expected a firefighter or a vehicle")


def with_victims(position: Position, more: int) -> Position:
    """Return the position with so many more victims known, taken from the unrevealed ones."""
    return replace(position, unrevealed_victims=max(position.unrevealed_victims - more, 0))


# --- targets ----------------------------------------------------------------------------------------------


def _square(position: Position, target: str) -> Square:
    kind, _blank, name = target.partition(" ")
    square = parse_square(name) if kind == "square" else None
    if square is None or not position.board.is_on_board(square):
        raise UsageError(f"target: {short(target)}, expected a square of the board")
    return square


def _edge(position: Position, target: str) -> Edge:
    kind, _blank, name = target.partition(" ")
    edge = parse_edge(name) if kind == "edge" else None
    if edge is None or (edge not in position.board.walls and edge not in position.board.doors):
        raise UsageError(f"target: {short(target)}, expected a wall or a door of the board")
    return edge


def _inside(position: Position, square: Square, what: str) -> None:
    if not position.board.is_inside(square):
        raise UsageError(
            _("{square} is outside: {what} can lie inside only").format(square=square_text(square), what=what)
        )


# --- what clicks do ---------------------------------------------------------------------------------------


def _toggled(squares: tuple[Square, ...], square: Square) -> tuple[Square, ...]:
    without = tuple(other for other in squares if other != square)
    return without if len(without) < len(squares) else tuple(sorted((*squares, square)))


def _without(squares: tuple[Square, ...], square: Square) -> tuple[Square, ...]:
    return tuple(other for other in squares if other != square)


def _fire(position: Position, square: Square) -> Position:
    return replace(position, fire=_toggled(position.fire, square), smoke=_without(position.smoke, square))


def _smoke(position: Position, square: Square) -> Position:
    _inside(position, square, _("smoke"))
    return replace(position, smoke=_toggled(position.smoke, square), fire=_without(position.fire, square))


def _hot_spot(position: Position, square: Square) -> Position:
    _inside(position, square, _("a hot spot"))
    return replace(position, hot_spots=_toggled(position.hot_spots, square))


def _hazmat(position: Position, square: Square) -> Position:
    _inside(position, square, _("a hazmat"))
    here = position.hazmats.count(square)
    if here >= _MOST_HERE or (here and len(position.hazmats) >= HAZMATS):
        return replace(position, hazmats=_without(position.hazmats, square))
    return replace(position, hazmats=tuple(sorted((*position.hazmats, square))))


def _poi(position: Position, square: Square, kind: str) -> Position:
    if kind == "unknown":
        _inside(position, square, _("a face-down POI"))
    marker = Poi(square, kind)
    if marker in position.poi:
        rest = list(position.poi)
        rest.remove(marker)
        found = replace(position, poi=tuple(rest))
        return found if kind == "unknown" else with_victims(found, -1)
    order = ("unknown", "victim", "treated").index
    rest = sorted((*position.poi, marker), key=lambda poi: (poi.at, order(poi.kind)))
    found = replace(position, poi=tuple(rest))
    return found if kind == "unknown" else with_victims(found, 1)


def _clear(position: Position, square: Square) -> Position:
    for poi in position.poi:
        if poi.at == square:
            position = _poi(position, square, poi.kind)
    return replace(
        position, fire=_without(position.fire, square), smoke=_without(position.smoke, square),
        hot_spots=_without(position.hot_spots, square), hazmats=_without(position.hazmats, square),
    )  # fmt: skip


_ON_SQUARES: Final[dict[str, Callable[[Position, Square], Position]]] = {
    "fire": _fire,
    "smoke": _smoke,
    "hot-spot": _hot_spot,
    "hazmat": _hazmat,
    "poi": lambda position, square: _poi(position, square, "unknown"),
    "victim": lambda position, square: _poi(position, square, "victim"),
    "treated": lambda position, square: _poi(position, square, "treated"),
}


_DOORS: Final = {"closed": "open", "open": "destroyed", "destroyed": "closed"}


def _turn_edge(position: Position, edge: Edge, *, mend: bool) -> Position:
    if edge in position.board.doors:
        doors = dict(position.doors)
        now = "closed" if mend else _DOORS.get(doors.get(edge, "closed"), "closed")
        doors.pop(edge, None)
        if now != "closed":
            doors[edge] = now
        return replace(position, doors=tuple(sorted(doors.items())))
    damage = dict(position.damage)
    count = 0 if mend else (damage.pop(edge, 0) + 1) % 3
    damage.pop(edge, None)
    if count:
        damage[edge] = count
    return replace(position, damage=tuple(sorted(damage.items())))


def _put(position: Position, who: str, square: Square) -> Position:
    crew = tuple(replace(one, at=square) if one.id == who else one for one in position.firefighters)
    return _begun(replace(position, firefighters=crew))


def _park(position: Position, vehicle: str, square: Square) -> Position:
    board = position.board
    spots = board.ambulance_spots if vehicle == "ambulance" else board.engine_spots
    if "vehicles" not in position.rules:
        raise UsageError(_("there are no vehicles in this game"))
    for spot in spots:
        if square in spot.squares:
            parked: dict[str, Any] = {vehicle: spot.id}
            return _begun(replace(position, **parked))
    places = ", ".join(square_text(at) for spot in spots for at in spot.squares)
    raise UsageError(
        _("{square} is no parking spot, expected one of {places}").format(
            square=square_text(square), places=places
        )
    )


def _begun(position: Position) -> Position:
    """Return the position with what the turn's begin depends on, as long as nobody has acted."""
    turn = position.turn
    known = any(one.id == turn.firefighter for one in position.firefighters)
    if turn.phase != "action" or turn.acted or not known:
        return position
    begun = fresh_turn(position, turn.firefighter).began_at_engine
    return replace(position, turn=replace(turn, began_at_engine=begun))
