"""What an event did, in words: for what ``advisor replay`` and ``advisor check`` print for people."""

from __future__ import annotations

from advisor.flashpoint.position import Position
from advisor.flashpoint.tell import changes as told

__all__ = ["changes"]


def changes(event: str, before: Position, after: Position) -> list[str]:
    """Return what an event did that its description does not say, a sentence each.

    Parameters
    ----------
    event : str
        The event's text.
    before, after : Position
        The positions before and after it.

    Returns
    -------
    list of str
        Empty if there is nothing to tell.
    """
    found = [change.text for change in told(before, event, after) if change.kind == "step"]
    turn, was = after.turn, before.turn
    if turn.phase == was.phase == "action" and (turn.ap, turn.free_ap) != (was.ap, was.free_ap):
        free = f", {turn.free_ap} free" if turn.free_ap else ""
        found.append(f"{turn.ap} AP left{free}")
    return found
