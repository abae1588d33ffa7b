"""What the players decide about an event after it: the order of hazmats, where the fallen are put."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from advisor.errors import IllegalEvent
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.event_words import place_words
from advisor.flashpoint.notation import Event, parse
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import Square, square_text
from advisor.scene import Ask, Option
from advisor.words import _

__all__ = ["corrections"]

_MOST: Final = 6
"""So many orders are offered; with more, it is asked which hazmat is the first."""

_LOOKED_AT: Final = 200
"""So many orders are tried: six hazmats have 720."""


def corrections(before: Position, event: str, after: Position) -> tuple[Ask, ...]:
    """Return what the players may decide about an event after it (`advisor.scene.Teller.corrections`).

    The order in which hazmats explode (FP-5.6), where that matters: with many orders, which of them is the
    first. And where those are put who were knocked down (FP-5.9, FP-6.7).

    Raises
    ------
    IllegalEvent
        If `event` is not legal in `before`.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> before = set_up(SetUp(Board.shipped("hut"))).position.apply("end")
    >>> corrections(before, "roll 1,2", before.apply("roll 1,2"))
    ()
    """
    known = parse(event)
    if known.kind not in ("roll", "reveal"):
        return ()
    game = Replay(before)
    game.step(event)
    found = _orders(before, known, game) if known.kind == "roll" and len(before.hazmats) > 1 else []
    if not after.is_over:
        fallen = game.fallen()
        found += [_placing(game.position, who, squares) for who, squares in fallen.items()]
    return tuple(found)


def _placing(after: Position, who: str, squares: tuple[Square, ...]) -> Ask:
    """Ask where one is put who was knocked down."""
    options = tuple(
        Option(f"place {who} {square_text(square)}", place_words(after, square)) for square in squares
    )
    text = _("{who} was knocked down: where do you put it?").format(who=who)
    usual = f"place {who} {square_text(after.firefighter(who).at)}"
    return Ask("options", text, options=options, usual=usual)


def _orders(before: Position, event: Event, game: Replay) -> list[Ask]:
    """Ask in which order the hazmats explode, if that makes a difference (FP-5.6)."""
    dice = f"roll {square_text(event.dice or (0, 0))}"
    ends = _by_end(before, dice, len(before.hazmats))
    text = _("In which order do the hazmats explode?")
    if len(ends) > _MOST:
        ends, text = _by_end(before, dice, 1), _("Which hazmat explodes first?")
    if len(ends) < 2:
        return []
    here = game.state.to_bytes()
    ends.setdefault(here, event.hazmats)
    options = tuple(
        Option(
            str(event) if end == here else _event(dice, order),
            " → ".join(map(square_text, order)) or _("in reading order"),
        )
        for end, order in ends.items()
    )
    return [Ask("options", text, options=options, usual=str(event), replaces=True)]


def _by_end(before: Position, dice: str, length: int) -> dict[bytes, tuple[Square, ...]]:
    """Return orders by the state that they lead to; of those that lead to the same, the first."""
    found: dict[bytes, tuple[Square, ...]] = {}
    for end, order in islice(_walk(before, dice, (), length), _LOOKED_AT):
        found.setdefault(end, order)
        if len(found) > _MOST:
            break
    return found


def _walk(
    before: Position, dice: str, order: tuple[Square, ...], length: int
) -> Iterator[tuple[bytes, tuple[Square, ...]]]:
    """Yield where the orders lead that begin like this one, none longer than `length`."""
    game = Replay(before)
    try:
        game.step(_event(dice, order))
    except IllegalEvent:
        return
    left = list(before.hazmats)
    for square in order:
        left.remove(square)
    last = True
    for square in dict.fromkeys(left) if len(order) < length else ():
        for found in _walk(before, dice, (*order, square), length):
            last = False
            yield found
    if last:
        yield game.state.to_bytes(), order


def _event(dice: str, order: tuple[Square, ...]) -> str:
    return f"{dice} hazmats {' '.join(map(square_text, order))}" if order else dice
