"""The shape of boards, positions and records: keys and types.

Only what a field by itself may be is said here; texts of squares and edges are read on the way. What fields
say about one another is in `json_board` (boards) and `problems` (positions).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import AfterValidator, Field, PlainValidator
from pydantic_core import ErrorDetails

from advisor import shapes
from advisor.errors import Problem
from advisor.files import pointer_to, short
from advisor.flashpoint.rules import PHASES
from advisor.flashpoint.squares import Edge, Square, parse_edge, parse_square
from advisor.shapes import Shape, expected

__all__ = [
    "BOARD_FORMAT", "POSITION_FORMAT", "RECORD_FORMAT", "BoardShape", "PositionShape", "RecordShape",
    "TurnShape", "read_shape", "shape_problems",
]  # fmt: skip

BOARD_FORMAT: Final = "flash-point/board@1"
POSITION_FORMAT: Final = "flash-point/position@1"
RECORD_FORMAT: Final = "flash-point/record@1"

_ID: Final = re.compile(r"[a-z][a-z0-9-]{0,15}", re.ASCII)


def _square(came: object) -> Square:
    square = parse_square(came) if isinstance(came, str) else None
    if square is None:
        raise expected('a square "row,column"')
    return square


def _edge(came: object) -> Edge:
    edge = parse_edge(came) if isinstance(came, str) else None
    if edge is None:
        raise expected('an edge "r,c-r,c" between adjacent squares, the smaller one first')
    return edge


def _firefighter_id(text: str) -> str:
    if not _ID.fullmatch(text):
        raise expected("an id [a-z][a-z0-9-]{0,15}")
    return text


def _full(text: str) -> str:
    if not text:
        raise expected("an id that is not empty")
    return text


def _spot_id(text: str) -> str:
    # It is one word of an event: `drive ambulance east`.
    if not text or " " in text or not text.isprintable():
        raise expected("an id of one word")
    return text


def _two(items: list[Any]) -> list[Any]:
    if len(items) != 2:
        raise expected(f"a list of two, not of {len(items)}")
    return items


SquareText = Annotated[Square, PlainValidator(_square)]
EdgeText = Annotated[Edge, PlainValidator(_edge)]
IdText = Annotated[str, AfterValidator(_firefighter_id)]
Rule = Literal["specialists", "hazmats", "vehicles", "hot_spots", "arrows"]
Variant = Literal["small-station", "murphys-law", "hidden-hazards"]
SpecialistId = Literal[
    "paramedic", "captain", "imaging", "cafs", "hazmat", "generalist", "rescue", "driver"
]  # fmt: skip
Die = Literal["red", "black"]


class SpotShape(Shape):
    """`ambulance_spots/*` of a board."""

    id: Annotated[str, AfterValidator(_spot_id)]
    squares: Annotated[list[SquareText], AfterValidator(_two)]


class QuadrantShape(Shape):
    """`engine_spots/*/quadrant` of a board."""

    rows: Annotated[list[int], AfterValidator(_two)]
    columns: Annotated[list[int], AfterValidator(_two)]


class EngineSpotShape(SpotShape):
    """`engine_spots/*` of a board."""

    quadrant: QuadrantShape


class FamilyShape(Shape):
    """`family` of a board."""

    fire: list[SquareText]
    poi: list[SquareText]


class BoardShape(Shape):
    """A board as read; whether its squares and edges are the board's is looked at by `json_board`."""

    format: Literal["flash-point/board@1"]
    id: Annotated[str, AfterValidator(_full)]
    name: str
    rows: int
    columns: int
    walls: list[EdgeText]
    doors: list[EdgeText]
    ambulance_spots: list[SpotShape]
    engine_spots: list[EngineSpotShape]
    arrows: list[str]
    first_explosion: list[SquareText]
    family: FamilyShape
    rooms: list[str] = Field(default_factory=list)
    room_names: dict[str, str] = Field(default_factory=dict)


class PoiShape(Shape):
    """`poi/*` of a position; `kind` is the key `is`."""

    at: SquareText
    kind: Literal["unknown", "victim", "treated"] = Field(alias="is")


class UnrevealedShape(Shape):
    """`unrevealed` of a position."""

    victims: int
    false_alarms: int


class FirefighterShape(Shape):
    """`firefighters/*` of a position."""

    id: IdText
    at: SquareText
    specialist: SpecialistId | None
    saved_ap: int


class TurnShape(Shape):
    """The keys of `turn` that every phase has."""

    firefighter: str
    phase: str
    ap: int
    free_ap: int
    acted: bool
    began_at_engine: bool
    commanded: list[str]
    cafs_command_ap: int


class ActionShape(TurnShape):
    """`turn` in phase `action`."""

    phase: Literal["action"]


class RevealShape(TurnShape):
    """`turn` in phase `reveal`."""

    phase: Literal["reveal"]
    at: SquareText
    cause: Literal["enter", "identify", "replenish", "fire"]


class DeckGunRollShape(TurnShape):
    """`turn` in phase `deck_gun_roll`."""

    phase: Literal["deck_gun_roll"]
    dice: Annotated[list[int | None], AfterValidator(_two)]
    rerolled: list[Die]


class DeckGunChoiceShape(TurnShape):
    """`turn` in phase `deck_gun_choice`."""

    phase: Literal["deck_gun_choice"]
    dice: Annotated[list[int | None], AfterValidator(_two)]
    rerolled: list[Die]


class AdvanceFireShape(TurnShape):
    """`turn` in phase `advance_fire`."""

    phase: Literal["advance_fire"]
    flare_up: bool


class ReplenishShape(TurnShape):
    """`turn` in phase `replenish`."""

    phase: Literal["replenish"]


class OverShape(TurnShape):
    """`turn` in phase `over`."""

    phase: Literal["over"]
    result: Literal["won", "lost"]
    reason: Literal["rescued", "victims", "collapse", "unreachable"]


class PositionShape(Shape):
    """A position as read; `board` is looked at by `Board.from_json`."""

    format: Literal["flash-point/position@1"]
    board: Any
    rules: list[Rule]
    variants: list[Variant]
    goal: int
    fire: list[SquareText]
    smoke: list[SquareText]
    hot_spots: list[SquareText]
    hot_spot_supply: int
    threat_markers: int
    hazmats: list[SquareText]
    damage: dict[EdgeText, int]
    doors: dict[EdgeText, Literal["open", "destroyed"]]
    poi: list[PoiShape]
    unrevealed: UnrevealedShape
    rescued: int
    lost: int
    ambulance: str | None
    engine: str | None
    firefighters: list[FirefighterShape]
    turn: Annotated[
        ActionShape
        | RevealShape
        | DeckGunRollShape
        | DeckGunChoiceShape
        | AdvanceFireShape
        | ReplenishShape
        | OverShape,
        Field(discriminator="phase"),
    ]


class RecordShape(Shape):
    """A record without its `x-` keys; `position` is looked at by `Position.from_json`."""

    format: Literal["flash-point/record@1"]
    title: str
    players: dict[str, str]
    position: Any
    events: list[str]


_PHASE_OF_KEY: Final[Mapping[str, str]] = {
    "at": "reveal",
    "cause": "reveal",
    "dice": "deck_gun_roll or deck_gun_choice",
    "rerolled": "deck_gun_roll or deck_gun_choice",
    "flare_up": "advance_fire",
    "result": "over",
    "reason": "over",
}

S = TypeVar("S", bound=Shape)


def read_shape(shape: type[S], obj: object, pointer: str = "") -> S:
    """Return `obj` in this shape.

    Raises
    ------
    FormatError
        Naming the first field that does not fit.
    """
    return shapes.read_shape(shape, obj, pointer, _words)


def shape_problems(shape: type[S], obj: object, pointer: str = "") -> tuple[Problem, ...]:
    """Return everything about `obj` that does not fit this shape.

    >>> [str(problem) for problem in shape_problems(UnrevealedShape, {"victims": True, "note": 1})]
    ['/victims: true, expected a whole number', '/false_alarms: missing key', '/note: unknown key']
    """
    return shapes.shape_problems(shape, obj, pointer, _words)


def _words(detail: ErrorDetails, pointer: str) -> Problem | None:
    """What is wrong with a turn: which keys it has depends on its phase."""
    kind, loc, came = detail["type"], detail["loc"], detail["input"]
    if not loc or loc[0] != "turn":
        return None
    if kind == "union_tag_not_found":  # it has no `phase` or is no object
        if isinstance(came, dict):
            return Problem(f"{pointer}/turn/phase", "missing key")
        return Problem(f"{pointer}/turn", f"{short(came)}, expected an object")
    if kind == "union_tag_invalid":
        tag = came.get("phase") if isinstance(came, dict) else came
        return Problem(f"{pointer}/turn/phase", f"{short(tag)}, expected one of {', '.join(PHASES)}")
    if len(loc) < 2:
        return None
    # without the phase, by which pydantic chose among the shapes of a turn
    key = loc[2:]
    owner = _PHASE_OF_KEY.get(str(key[-1])) if kind == "extra_forbidden" and len(key) == 1 else None
    if owner:
        where = pointer + pointer_to("turn", *key)
        return Problem(where, f"unknown key, it belongs to the phase {owner}")
    return shapes.problem({**detail, "loc": ("turn", *key)}, pointer)
