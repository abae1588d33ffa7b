"""``advisor legal``: the legal actions of a position with their costs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from advisor.shell.options import JsonlOption, PositionArgument
from advisor.shell.output import emit, say
from advisor.shell.source import read_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.flashpoint.position import Position

__all__ = ["legal", "table"]


def legal(position: PositionArgument, jsonl: JsonlOption = False) -> None:
    """List the legal actions of a position in the formats' order, each with its cost in AP.

    With --jsonl a line ["move 1,6", 1] each. Where dice or a reveal come next,
    there are none; the list for people then says what can happen.
    """
    found = read_position(position)
    if jsonl:
        from advisor.files import dump_line

        for action in found.legal():
            emit(dump_line(action))
        return
    say(table(found))


def table(position: Position) -> Iterator[str]:
    """Yield the lines of the list for people."""
    from advisor.flashpoint.draw import turn_words
    from advisor.flashpoint.event_words import describe

    yield turn_words(position)
    actions = position.legal()
    if not actions:
        yield from _happenings(position)
        return
    width = min(48, max(len(text) for text, _ in actions))
    yield ""
    yield "AP  action"
    for text, cost in actions:
        yield f"{cost:2}  {text:<{width}}  {describe(text, position)}"


def _happenings(position: Position) -> Iterator[str]:
    """Say what can come next where nobody decides: all of it, or one line for dice."""
    outcomes = position.chance()
    kinds = Counter(text.partition(" ")[0] for text, _ in outcomes)
    if not outcomes:
        return
    yield ""
    for kind, number in kinds.items():
        if kind != "reveal":
            of_kind = [text for text, _ in outcomes]
            yield f"no actions; next comes one of {number} equally likely: {of_kind[0]} ... {of_kind[-1]}"
            return
    yield "no actions; next comes:"
    for text, probability in outcomes:
        yield f"  {text}  ({probability.numerator} of {probability.denominator})"
