"""As if the fire stood still: the next turn begins without a roll and without new POI."""

from __future__ import annotations

from dataclasses import replace

from advisor.flashpoint.pace import BASE_AP
from advisor.flashpoint.position import Position, Turn
from advisor.flashpoint.rules import SPECIALISTS

__all__ = ["end_turn", "fresh_turn", "next_turn"]


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
    rest = tuple(replace(other, saved_ap=0) if other is one else other for other in crew)
    return replace(position, firefighters=rest, turn=fresh_turn(position, one.id))


def fresh_turn(position: Position, who: str) -> Turn:
    """Return a turn of a firefighter as it begins (FP-3.1, FP-6.9): its saved AP are in it.

    Raises
    ------
    KeyError
        If there is no such firefighter.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> fresh_turn(set_up(SetUp(Board.shipped("hut"))).position, "blue").ap
    4
    """
    one = position.firefighter(who)
    known = SPECIALISTS.get(one.specialist or "")
    engine = position.board.engine_spot(position.engine or "")
    return Turn(
        one.id,
        "action",
        ap=(known.base if known else BASE_AP) + one.saved_ap,
        free_ap=known.free if known else 0,
        began_at_engine=engine is not None and one.at in engine.squares,
    )


def end_turn(position: Position) -> Position:
    """Return the beginning of the next turn after an `end` now.

    Raises
    ------
    IllegalEvent
        If the turn cannot end here.
    """
    return next_turn(position.apply("end"))
