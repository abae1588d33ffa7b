"""The form for a new game, and opening what people bring, with or without faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.errors import AdvisorError
from advisor.flashpoint.board import Board, board_ids
from advisor.flashpoint.load import read
from advisor.flashpoint.names import level_name, rule_name, specialist_name, variant_name
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import (
    GOAL,
    MAX_FIREFIGHTERS,
    POOL_VICTIMS,
    RULES,
    SPECIALISTS,
    THREAT_MARKERS,
    VARIANTS,
)
from advisor.flashpoint.setup_options import LEVELS
from advisor.scene import Field, Option
from advisor.words import _

__all__ = ["fields", "open_given"]

_NEEDS = {
    "small-station": {"specialists", "vehicles"},
    "murphys-law": {"vehicles"},
    "hidden-hazards": {"hazmats"},
}
"""What a variant takes away must be in play (FP-11.2 to FP-11.4)."""


def fields(given: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the form for a new game, given what was chosen so far: what does not fit is not offered."""
    level = given.get("level", "family")
    usual = RULES if level in LEVELS and LEVELS[level].experienced else ()
    rules = tuple(rule for rule in given.get("rules", usual) if rule in RULES)
    found = [
        Field(
            "level", _("Level"), _("How much fire the game begins with, and which rules."), "choice",
            "family", tuple(Option(name, level_name(name)) for name in LEVELS),
        ),
        Field(
            "board", _("Board"), _("Side 1 and 2 of the base game, and small boards."), "choice", "base-1",
            _boards(rules),
        ),
        Field(
            "firefighters", _("Firefighters"), _("They take turns in this order: red, blue, green, ..."),
            "number", 3, (), 1, MAX_FIREFIGHTERS,
        ),
    ]  # fmt: skip
    if "specialists" in rules:
        names = tuple(Option(name, specialist_name(name)) for name in SPECIALISTS)
        said = _("In the order of the firefighters; who is left without one draws.")
        found.append(Field("specialists", _("Specialists"), said, "many", (), names))
    fitting = tuple(Option(name, variant_name(name)) for name in VARIANTS if _NEEDS[name] <= set(rules))
    if fitting:
        found.append(Field("variants", _("Variants"), "", "many", (), fitting, basic=False))
    parts = tuple(Option(rule, rule_name(rule)) for rule in RULES)
    said = _("The experienced rules can be taken in parts.")
    found.append(Field("rules", _("Rules in play"), said, "many", usual, parts, basic=False))
    said = _("Seven win; ten are a perfect game.")
    found.append(
        Field("goal", _("Victims to rescue"), said, "number", GOAL, (), 1, POOL_VICTIMS, basic=False)
    )
    said = _("36; an early printing has 33.")
    found.append(
        Field(
            "threat_markers", _("Fire and smoke markers in the box"), said, "number", THREAT_MARKERS, (), 0,
            THREAT_MARKERS, basic=False,
        )
    )  # fmt: skip
    return tuple(found)


def _boards(rules: tuple[str, ...]) -> tuple[Option, ...]:
    boards = [Board.shipped(name) for name in board_ids()]
    if "vehicles" in rules:
        boards = [b for b in boards if min(len(b.ambulance_spots), len(b.engine_spots)) > 1]
    return tuple(Option(board.id, board.name) for board in boards)


def open_given(given: object) -> tuple[Position, dict[str, Any] | None, list[str]]:
    """Return the position that is described, unchecked, the record that it ends, and what there is to say.

    Of a record the position is the last one that its events lead to; the first illegal event is said.

    Raises
    ------
    FormatError
        If it cannot be read.
    """
    if isinstance(given, str):
        return Position.from_string(given, check=False), None, []
    found = read(given, check=False)
    if isinstance(found, Position):
        return found, None, []
    position, said = found.position, list[str]()
    if not position.problems():
        try:
            for _number, _event, position in found.replay():  # noqa: B007 - the last one counts
                pass
        except AdvisorError as error:
            said.append(str(error))
    return position, found.to_json(), said
