"""Events in words: what somebody may do, and what the dice and markers said."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from advisor.flashpoint.names import specialist_name, spot_name
from advisor.flashpoint.notation import MOVES, Event, parse
from advisor.flashpoint.position import Position
from advisor.flashpoint.rooms import place
from advisor.flashpoint.rules import MAX_SAVED
from advisor.flashpoint.squares import Square, edge_text, square_text
from advisor.words import _, marked

__all__ = ["describe", "listed", "place_words"]

_TEXTS: Final = MappingProxyType({
    "move": marked("Move to {where}"),
    "carry": marked("Carry a victim to {where}"),
    "carry+lead": marked("Carry a victim and lead a treated one to {where}"),
    "haul": marked("Haul a hazmat to {where}"),
    "haul+lead": marked("Haul a hazmat and lead a treated victim to {where}"),
    "lead": marked("Lead a treated victim to {where}"),
    "into-fire": marked("Move into the fire at {where}"),
    "door": marked("Open the door {edge}"),
    "close": marked("Close the door {edge}"),
    "extinguish": marked("Clear the smoke at {where}"),
    "extinguish-fire": marked("Turn the fire at {where} into smoke"),
    "chop": marked("Chop the wall {edge}"),
    "break": marked("Break through the wall {edge}"),
    "drive ambulance": marked("Drive the ambulance to {spot}"),
    "drive engine": marked("Drive the engine to {spot}"),
    "ride ambulance": marked("Drive the ambulance to {spot}; along with it: {riders}"),
    "ride engine": marked("Drive the engine to {spot}; along with it: {riders}"),
    "rider": marked("{who} to {where}"),
    "fire-deck-gun": marked("Fire the deck gun"),
    "keep": marked("Keep the dice"),
    "reroll red": marked("Re-roll the red die"),
    "reroll black": marked("Re-roll the black die"),
    "reroll both": marked("Re-roll both dice"),
    "crew": marked("Change to the {specialist}"),
    "resuscitate": marked("Resuscitate the victim"),
    "identify": marked("Identify the POI at {where}"),
    "dispose": marked("Dispose of the hazmat"),
    "command": marked("Command {who}: {deed}"),
    "end": marked("End the turn"),
    "save": marked("End the turn and save {n} AP"),
    "reveal victim": marked("The POI is a victim"),
    "reveal false-alarm": marked("The POI is a false alarm"),
    "reveal victim at": marked("The POI at {where} is a victim"),
    "reveal false-alarm at": marked("The POI at {where} is a false alarm"),
    "deck-gun": marked("The deck gun's dice show red {red}, black {black}"),
    "roll": marked("The fire advances at {where}"),
    "roll hazmats": marked("The fire advances at {where}, hazmats explode first at {first}"),
    "poi": marked("The dice for a new POI show {where}"),
    "place": marked("{who}, knocked down, is put on {where}"),
})  # fmt: skip


def place_words(position: Position, square: Square) -> str:
    """Return a square with its room, or that it is outside.

    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> place_words(set_up(SetUp(Board.shipped("base-1"))).position, (0, 3))
    '0,3 (outside)'
    """
    if position.board.is_inside(square):
        return place(position.board, square)
    return _("{square} (outside)").format(square=square_text(square))


def listed(position: Position, squares: Sequence[Square]) -> str:
    """Return a square with its room, or several without.

    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> position = set_up(SetUp(Board.shipped("base-1"))).position
    >>> listed(position, [(5, 8)]), listed(position, [(5, 8), (6, 8)])
    ('5,8 (toilet)', '5,8; 6,8')
    """
    if len(squares) == 1:
        return place_words(position, squares[0])
    return "; ".join(map(square_text, squares))


def describe(text: str, position: Position) -> str:
    """Return an event in words, as a person at the table would say it.

    Parameters
    ----------
    text : str
        An event, legal or not.
    position : Position
        The position before it.

    Returns
    -------
    str
        ``"Move to 2,4 (living room)"``, no full stop. Who acts is said where it is not whose turn it is.

    Raises
    ------
    IllegalEvent
        If `text` is no event of the table.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> describe("move 2,2", set_up(SetUp(Board.shipped("hut"))).position)
    'Move to 2,2'
    """
    return _said(parse(text), position)


def _said(event: Event, position: Position) -> str:
    if event.kind == "command" and event.inner is not None:
        return _(_TEXTS["command"]).format(who=event.who, deed=_said(event.inner, position))
    kind, turn = event.kind, position.turn
    square = turn.at if kind == "reveal" else event.square or event.dice
    riders = [_(_TEXTS["rider"]).format(who=who, where=square_text(at)) for who, at in event.riders]
    return _(_TEXTS[_key(event, position)]).format(
        where=place_words(position, square) if square is not None else "",
        edge=edge_text(event.edge) if event.edge is not None else "",
        who=event.who,
        spot=spot_name(event.spot or ""),
        riders="; ".join(riders),
        specialist=specialist_name(event.specialist or ""),
        n=min(turn.ap, MAX_SAVED),
        red=event.dice[0] if event.dice else 0,
        black=event.dice[1] if event.dice else 0,
        first="; ".join(map(square_text, event.hazmats)),
    )


def _key(event: Event, position: Position) -> str:
    """Return which of the texts an event has in a position."""
    kind = event.kind
    if kind in MOVES:
        return "into-fire" if kind == "move" and event.square in position.fire else kind
    if kind == "door":
        return "close" if dict(position.doors).get(event.edge or ((0, 0), (0, 1))) == "open" else kind
    if kind == "chop":
        return "break" if dict(position.damage).get(event.edge or ((0, 0), (0, 1))) else kind
    if kind == "extinguish":
        return "extinguish-fire" if event.square in position.fire else kind
    if kind == "drive":
        return f"{'ride' if event.riders else 'drive'} {event.vehicle}"
    if kind == "reroll":
        return f"reroll {event.die}"
    if kind == "end":
        return "save" if position.turn.ap else kind
    if kind == "reveal":
        return f"reveal {event.marker}" + (" at" if position.turn.at is not None else "")
    return "roll hazmats" if kind == "roll" and event.hazmats else kind
