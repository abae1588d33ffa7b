"""Exact values of tiny games, by trying everything in plain Python over the core's rules.

Games may go on for ever, so the value is that of a number of turns: the best chance to have won when they
have been played, or the best mean of a value of the positions after them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from advisor import _flashpoint
from advisor.flashpoint.bridge import to_state
from advisor.flashpoint.position import Position
from clause_positions import board, house

__all__ = ["TINY", "exact_value", "nothing", "static", "tiny"]

_DECIDES, _OVER = (0, 3), 6
_ENDED, _REPLENISH = 4, 5

Leaf = Callable[[Any], float]


def nothing(state: Any) -> float:
    """A game that has not been won by then counts nothing."""
    return 0.0


def static(state: Any) -> float:
    """The core's static value."""
    return float(state.value())


class Exact:
    """Values by memoised recursion, event by event.

    A position in which a die is rolled again and nothing has changed is solved for itself:
    v = p v + rest, so v = rest / (1 - p).
    """

    def __init__(self, core: Any, leaf: Leaf) -> None:
        self.core = core
        self.leaf = leaf
        self.known: dict[tuple[bytes, int], float] = {}

    def value(self, here: bytes, turns: int) -> float:
        """Return the value of a state with `turns` turns to be played, one under way included."""
        key = here, turns
        if key not in self.known:
            self.known[key] = self._value(here, turns)
        return self.known[key]

    def _value(self, here: bytes, turns: int) -> float:
        state = _flashpoint.CoreState.from_bytes(self.core, here)
        if state.phase == _OVER:
            return static(state)
        if turns == 0 and state.phase in (*_DECIDES, _REPLENISH):
            return self.leaf(state)
        if state.phase in _DECIDES:
            best = 0.0
            for *_, code in state.legal():
                after = state.copy()
                after.apply(code)
                best = max(best, self.value(after.to_bytes(), turns - (after.phase == _ENDED)))
            return best
        again, rest = 0.0, 0.0
        for *_, code, p in state.chance():
            after = state.copy()
            after.apply_chance(code)
            if after.to_bytes() == here:
                again += p
            else:
                rest += p * self.value(after.to_bytes(), turns)
        return rest / (1 - again) if again < 1 else self.leaf(state)


def exact_value(position: Position, turns: int, leaf: Leaf = nothing) -> tuple[float, int]:
    """Return the value of a position and how many states (by turns left) were tried."""
    state = to_state(position)
    exact = Exact(state.core, leaf)
    return exact.value(state.to_bytes(), turns), len(exact.known)


def _damage(twos: str, ones: str = "") -> dict[str, int]:
    return dict.fromkeys(twos.split(), 2) | dict.fromkeys(ones.split(), 1)


TINY = {
    "corridor of two, hazmats": (3, house(
        on=board(1, 2, gaps=["0,2-1,2"]), rules=("hazmats",), firefighters={"red": "0,0"}, ap=1,
        goal=1, victims=["1,2"], fire=["1,1"], unrevealed=(1, 0),
    )),
    "corridor of three, hot spots": (2, house(
        on=board(1, 3, walls=["1,1-1,2", "1,2-1,3"], doors=["1,0-1,1"]), rules=("hot_spots",),
        firefighters={"red": "1,1"}, ap=0, goal=1, victims=["1,3"], fire=["1,2"], smoke=["1,1"],
        unrevealed=(1, 1),
        damage=_damage(
            "0,1-1,1 0,2-1,2 0,3-1,3 1,1-1,2 1,1-2,1 1,2-1,3 1,2-2,2 "
            "1,3-1,4 1,3-2,3"),
    )),
    "hut in smoke": (3, house(
        on=board(2, 2, walls=["1,1-1,2", "1,1-2,1", "2,1-2,2"], gaps=["0,1-1,1"]),
        firefighters={"red": "1,2"}, ap=2, goal=1, victims=["2,1"], fire=["1,1", "2,2"], smoke=["1,2"],
        unrevealed=(0, 0),
        damage=_damage(
            "0,2-1,2 1,0-1,1 1,1-1,2 1,1-2,1 1,2-1,3 2,0-2,1 2,1-2,2 "
            "2,1-3,1 2,2-2,3 2,2-3,2"),
    )),
    "shed, a victim and a marker": (2, house(
        on=board(2, 3, walls=["1,1-2,1", "1,3-2,3"], gaps=["2,2-3,2"]),
        firefighters={"red": "0,0"}, ap=1, goal=1, victims=["2,3"], poi=["2,1"], fire=["2,2"], smoke=["1,1"],
        unrevealed=(1, 1),
        damage=_damage(
            "0,1-1,1 0,2-1,2 0,3-1,3 1,0-1,1 1,1-2,1 1,3-1,4 1,3-2,3 "
            "2,0-2,1 2,1-3,1 2,3-2,4 2,3-3,3"),
    )),
    "shed, about to collapse": (2, house(
        on=board(2, 3, walls=["1,1-1,2", "1,2-1,3", "2,2-2,3"], gaps=["2,3-2,4"]),
        firefighters={"red": "0,0"}, ap=0, goal=1, victims=["1,1", "2,3"], fire=["1,3"], smoke=["1,2"],
        unrevealed=(1, 0),
        damage=_damage(
            "0,1-1,1 0,2-1,2 0,3-1,3 1,0-1,1 1,1-1,2 1,2-1,3 1,3-1,4 "
            "2,1-3,1 2,2-2,3 2,2-3,2 2,3-3,3",
            "2,0-2,1"),
    )),
    "shed, hazmats, about to collapse": (2, house(
        on=board(2, 3, walls=["1,1-1,2", "1,1-2,1", "1,2-1,3", "1,3-2,3", "2,1-2,2"], gaps=["2,3-2,4"]),
        rules=("hazmats",), firefighters={"red": "1,1"}, ap=2, goal=1, victims=["2,2", "2,3"],
        fire=["1,2", "1,3"], unrevealed=(0, 0),
        damage=_damage(
            "0,1-1,1 1,0-1,1 1,1-1,2 1,1-2,1 1,2-1,3 1,3-1,4 1,3-2,3 "
            "2,0-2,1 2,1-3,1 2,2-3,2 0,3-1,3",
            "0,2-1,2"),
    )),
    "hut, both victims": (3, house(
        on=board(2, 2, walls=["1,1-1,2", "1,1-2,1", "1,2-2,2", "2,1-2,2"], gaps=["1,0-1,1"]),
        firefighters={"red": "2,1"}, ap=2, goal=2, victims=["1,1", "1,2"], fire=["2,1", "2,2"],
        unrevealed=(0, 0),
        damage=_damage(
            "0,1-1,1 0,2-1,2 1,1-1,2 1,1-2,1 1,2-1,3 1,2-2,2 2,0-2,1 "
            "2,1-2,2 2,1-3,1 2,2-2,3 2,2-3,2"),
    )),
}  # fmt: skip
"""Turns to be played, and a position: won with a chance strictly between 0 and 1."""


@cache
def tiny(name: str) -> float:
    """Return the exact chance to have won one of `TINY` in its turns."""
    turns, position = TINY[name]
    return exact_value(position, turns)[0]
