"""Positions from JSON and to JSON: the normal form, and where each entry stood before it was put in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from advisor.errors import Problem
from advisor.files import pointer_to
from advisor.flashpoint.board import read_board
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.rules import RULES, VARIANTS
from advisor.flashpoint.schema import (
    POSITION_FORMAT,
    AdvanceFireShape,
    DeckGunChoiceShape,
    DeckGunRollShape,
    OverShape,
    PositionShape,
    RevealShape,
    TurnShape,
    read_shape,
)
from advisor.flashpoint.squares import Square, edge_text, square_text

__all__ = ["Places", "read", "write"]

_POI_ORDER: Final = ("unknown", "victim", "treated")
_DICE: Final = ("red", "black")

T = TypeVar("T")


class Places:
    """Where the entries of lists stood in the file: leads a pointer into the normal form back there."""

    def __init__(self, pointer: str) -> None:
        self._pointer = pointer
        self._order: dict[str, Sequence[int]] = {}

    def put_in_order(self, path: str, items: Sequence[T], key: Callable[[T], Any]) -> tuple[T, ...]:
        """Return the entries of the list at `path` sorted by `key`, and remember where they stood."""
        order = sorted(range(len(items)), key=lambda i: key(items[i]))
        self._order[path] = order
        return tuple(items[i] for i in order)

    def original(self, problem: Problem) -> Problem:
        """Return the problem with its pointer led back to the file."""
        pointer = problem.pointer
        for path, order in self._order.items():
            if pointer.startswith(path + "/"):
                index, slash, rest = pointer[len(path) + 1 :].partition("/")
                pointer = pointer_to(*path[1:].split("/"), order[int(index)]) + slash + rest
                break
        return replace(problem, pointer=self._pointer + pointer)


def _itself(item: Square) -> Square:
    return item


def read(obj: object, pointer: str = "") -> tuple[Position, Places]:
    """Return the position of a JSON object in normal form, unchecked, and where its entries stood.

    Raises
    ------
    FormatError
        If keys, types or the board are wrong.
    """
    shape = read_shape(PositionShape, obj, pointer)
    board = read_board(shape.board, f"{pointer}/board")
    places = Places(pointer)
    ids = [one.id for one in shape.firefighters]
    position = Position(
        board=board,
        rules=places.put_in_order("/rules", shape.rules, RULES.index),
        variants=places.put_in_order("/variants", shape.variants, VARIANTS.index),
        goal=shape.goal,
        fire=places.put_in_order("/fire", shape.fire, _itself),
        smoke=places.put_in_order("/smoke", shape.smoke, _itself),
        hot_spots=places.put_in_order("/hot_spots", shape.hot_spots, _itself),
        hot_spot_supply=shape.hot_spot_supply,
        threat_markers=shape.threat_markers,
        hazmats=places.put_in_order("/hazmats", shape.hazmats, _itself),
        damage=tuple(sorted(shape.damage.items())),
        doors=tuple(sorted(shape.doors.items())),
        poi=places.put_in_order("/poi", [Poi(poi.at, poi.kind) for poi in shape.poi], _poi_key),
        unrevealed_victims=shape.unrevealed.victims,
        unrevealed_false_alarms=shape.unrevealed.false_alarms,
        rescued=shape.rescued,
        lost=shape.lost,
        ambulance=shape.ambulance,
        engine=shape.engine,
        firefighters=tuple(
            Firefighter(one.id, one.at, one.specialist, one.saved_ap) for one in shape.firefighters
        ),
        turn=_read_turn(shape.turn, places, ids),
    )
    return position, places


def _poi_key(poi: Poi) -> tuple[Square, int]:
    return poi.at, _POI_ORDER.index(poi.kind)


def _read_turn(shape: TurnShape, places: Places, ids: list[str]) -> Turn:
    def rank(firefighter_id: str) -> int:
        return ids.index(firefighter_id) if firefighter_id in ids else len(ids)

    further: dict[str, Any] = {}
    if isinstance(shape, RevealShape):
        further = {"at": shape.at, "cause": shape.cause}
    elif isinstance(shape, (DeckGunRollShape, DeckGunChoiceShape)):
        rerolled = places.put_in_order("/turn/rerolled", shape.rerolled, _DICE.index)
        further = {"dice": tuple(shape.dice), "rerolled": rerolled}
    elif isinstance(shape, AdvanceFireShape):
        further = {"flare_up": shape.flare_up}
    elif isinstance(shape, OverShape):
        further = {"result": shape.result, "reason": shape.reason}
    return Turn(
        firefighter=shape.firefighter,
        phase=shape.phase,
        ap=shape.ap,
        free_ap=shape.free_ap,
        acted=shape.acted,
        began_at_engine=shape.began_at_engine,
        commanded=places.put_in_order("/turn/commanded", shape.commanded, rank),
        cafs_command_ap=shape.cafs_command_ap,
        **further,
    )


def write(position: Position) -> dict[str, Any]:
    """Return a position as a JSON object in normal form."""
    return {
        "format": POSITION_FORMAT,
        "board": position.board.id if position.board.is_shipped else position.board.to_json(),
        "rules": sorted(position.rules, key=_rank(RULES)),
        "variants": sorted(position.variants, key=_rank(VARIANTS)),
        "goal": position.goal,
        "fire": _texts(position.fire),
        "smoke": _texts(position.smoke),
        "hot_spots": _texts(position.hot_spots),
        "hot_spot_supply": position.hot_spot_supply,
        "threat_markers": position.threat_markers,
        "hazmats": _texts(position.hazmats),
        "damage": {edge_text(edge): count for edge, count in sorted(position.damage)},
        "doors": {edge_text(edge): state for edge, state in sorted(position.doors)},
        "poi": [
            {"at": square_text(poi.at), "is": poi.kind}
            for poi in sorted(position.poi, key=lambda poi: (poi.at, _rank(_POI_ORDER)(poi.kind)))
        ],
        "unrevealed": {
            "victims": position.unrevealed_victims,
            "false_alarms": position.unrevealed_false_alarms,
        },
        "rescued": position.rescued,
        "lost": position.lost,
        "ambulance": position.ambulance,
        "engine": position.engine,
        "firefighters": [
            {
                "id": one.id,
                "at": square_text(one.at),
                "specialist": one.specialist,
                "saved_ap": one.saved_ap,
            }
            for one in position.firefighters
        ],
        "turn": _write_turn(position),
    }


def _texts(squares: Sequence[Square]) -> list[str]:
    return [square_text(square) for square in sorted(squares)]


def _rank(order: Sequence[str]) -> Callable[[str], int]:
    """Return the key that sorts by a fixed order, what is not in it last (such a position is refused)."""
    ranks: Mapping[str, int] = {name: i for i, name in enumerate(order)}
    return lambda name: ranks.get(name, len(ranks))


def _write_turn(position: Position) -> dict[str, Any]:
    turn = position.turn
    obj: dict[str, Any] = {
        "firefighter": turn.firefighter,
        "phase": turn.phase,
        "ap": turn.ap,
        "free_ap": turn.free_ap,
        "acted": turn.acted,
        "began_at_engine": turn.began_at_engine,
        "commanded": sorted(turn.commanded, key=_rank([one.id for one in position.firefighters])),
        "cafs_command_ap": turn.cafs_command_ap,
    }
    if turn.at is not None:
        obj["at"] = square_text(turn.at)
    if turn.cause is not None:
        obj["cause"] = turn.cause
    if turn.dice is not None:
        obj["dice"] = list(turn.dice)
    if turn.rerolled is not None:
        obj["rerolled"] = sorted(turn.rerolled, key=_rank(_DICE))
    if turn.flare_up is not None:
        obj["flare_up"] = turn.flare_up
    if turn.result is not None:
        obj["result"] = turn.result
    if turn.reason is not None:
        obj["reason"] = turn.reason
    return obj
