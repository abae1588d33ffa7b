"""A plan as a person types it, or copies it from what was printed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from advisor.errors import IllegalEvent, UsageError
from advisor.files import short

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.flashpoint.position import Position

__all__ = ["plan_events", "split_plan"]

_COST: Final = re.compile(r" \([0-9]+\)$")


def split_plan(text: str) -> list[str]:
    """Return the actions of a plan as they were typed, or copied from what was printed.

    >>> split_plan("move 1,6 (1) · end"), split_plan("move 1,6; end;")
    (['move 1,6', 'end'], ['move 1,6', 'end'])
    """
    words = [_COST.sub("", word.strip()) for word in re.split("[;·]", text)]
    return [word for word in words if word]


def plan_events(text: str, position: Position) -> Sequence[str]:
    """Return the actions of a plan.

    Raises
    ------
    UsageError
        If one is not legal, or the plan stops within the turn.
    """
    from advisor.flashpoint.bridge import Replay

    events = split_plan(text)
    game = Replay(position)
    for number, event in enumerate(events, 1):
        try:
            game.code(event)
            game.step(event)
        except IllegalEvent as error:
            told = IllegalEvent(event, error.reason, error.clause, number)
            raise UsageError(f"--plan: {told}") from None
    if not events or game.legal():
        raise UsageError(
            f"--plan: {short(text)} stops within the turn, expected actions up to end, a reveal or dice"
        )
    return events
