"""As if the fire stood still: the next turn begins without a roll and without new POI."""

from __future__ import annotations

from dataclasses import replace

from advisor.flashpoint.pace import BASE_AP
from advisor.flashpoint.position import Position, Turn
from advisor.flashpoint.rules import SPECIALISTS

__all__ = ["end_turn", "next_turn"]


def next_turn(position: Position) -> Position:
    """Return the beginning of the next turn, what is still to come in this one left out (FP-2.1, FP-3.1).

    Parameters
    ----------
    position : Position
        A position of a game that is not over.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> later = next_turn(start.apply("end"))
    >>> later.turn.firefighter, later.turn.ap, later.fire == start.fire
    ('blue', 4, True)
    """
    crew = position.firefighters
    number = [one.id for one in crew].index(position.turn.firefighter)
    one = crew[(number + 1) % len(crew)]
    base, free = BASE_AP, 0
    if one.specialist is not None:
        base, free = SPECIALISTS[one.specialist].base, SPECIALISTS[one.specialist].free
    engine = position.board.engine_spot(position.engine or "")
    turn = Turn(
        one.id,
        "action",
        ap=base + one.saved_ap,
        free_ap=free,
        began_at_engine=engine is not None and one.at in engine.squares,
    )
    rest = tuple(replace(other, saved_ap=0) if other is one else other for other in crew)
    return replace(position, firefighters=rest, turn=turn)


def end_turn(position: Position) -> Position:
    """Return the beginning of the next turn after an `end` now.

    Raises
    ------
    IllegalEvent
        If the turn cannot end here.
    """
    return next_turn(position.apply("end"))
