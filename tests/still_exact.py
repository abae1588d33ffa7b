"""The fewest turns in which the goal can be reached with the fire standing still, by trying everything.

For tiny boards: all sequences of actions of the core, turn after turn, with the best outcome of each reveal.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor._flashpoint import CoreState
from advisor.flashpoint.bridge import REASONS, to_position, to_state
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import PHASES
from advisor.flashpoint.still import next_turn

__all__ = ["TooManyError", "fewest_turns"]


class TooManyError(Exception):
    """There is more to try than is worth the time."""


def fewest_turns(position: Position, most: int, limit: int = 20_000) -> int | None:
    """Return the fewest turns, None if more than `most` are needed.

    Raises
    ------
    TooManyError
        If a turn, or all turns up to one, have more than `limit` states.
    """
    level = [to_state(position)]
    for turn in range(1, most + 1):
        later: dict[bytes, CoreState] = {}
        for state in level:
            for end in _ends(state, limit):
                if PHASES[end.phase] == "over":
                    if REASONS[end.fields()["reason"]] == "rescued":
                        return turn
                    continue
                start = to_state(next_turn(to_position(end, position)))
                later[start.to_bytes()] = start
        if len(later) * 20 > limit:
            raise TooManyError
        level = list(later.values())
    return None


def _ends(state: CoreState, limit: int) -> Iterator[CoreState]:
    """Yield every state in which a turn may end, or the game."""
    seen, stack = {state.to_bytes()}, [state]
    while stack:
        here = stack.pop()
        phase = PHASES[here.phase]
        if phase not in ("action", "reveal", "deck_gun_roll", "deck_gun_choice"):
            yield here
            continue
        for after in _next(here, phase):
            if after.to_bytes() not in seen:
                seen.add(after.to_bytes())
                stack.append(after)
        if len(seen) > limit:
            raise TooManyError


def _next(state: CoreState, phase: str) -> Iterator[CoreState]:
    is_chance = phase in ("reveal", "deck_gun_roll")
    for entry in state.chance() if is_chance else state.legal():
        after = state.copy()
        if is_chance:
            after.apply_chance(int(entry[3]))
        else:
            after.apply(int(entry[-1]))
        yield after
