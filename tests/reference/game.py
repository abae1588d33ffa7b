"""`Reference`: a position, its legal actions and chance events, and what events do to it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .actions import legal_actions
from .board import Square
from .events import apply_event, chance_events
from .fire import clear_outside, set_up_explosion
from .phases import advance_fire
from .position import state_from_json, state_to_json
from .state import State


class Reference:
    """A game of Flash Point at one position.

    For example, a random game from `position`::

        game = Reference.from_json(position, boards)
        while game.phase != "over":
            game.apply(random.choice(game.legal() or game.chance())[0])
    """

    def __init__(self, state: State) -> None:
        self.state = state

    @classmethod
    def from_json(cls, position: Mapping[str, Any], boards: Mapping[str, dict[str, Any]]) -> Reference:
        """Read a valid `flash-point/position@1` object; `boards` maps board ids to board objects."""
        return cls(state_from_json(position, boards))

    def to_json(self) -> dict[str, Any]:
        """The position in normal form."""
        return state_to_json(self.state)

    def copy(self) -> Reference:
        return Reference(self.state.copy())

    @property
    def phase(self) -> str:
        """What comes next, as in the formats' table of phases."""
        return self.state.turn.phase

    def legal(self) -> list[tuple[str, int]]:
        """Every legal action with its cost in AP, in the formats' order; empty where there are none."""
        return [(action.text, action.cost) for action in legal_actions(self.state)]

    def chance(self) -> list[tuple[str, Fraction]]:
        """Every chance event with its probability, in a fixed order; empty where a choice is due."""
        return chance_events(self.state)

    def apply(self, event: str) -> None:
        """Carry out an action, a chance event or a `place` correction.

        Raises
        ------
        Illegal
            If the event is not legal here; nothing has changed then.
        """
        if " hazmats " in event:
            trial = self.state.copy()
            apply_event(trial, event)
            self.state = trial
        else:
            apply_event(self.state, event)


def fire_phase(ref: Reference, r: int, b: int) -> None:
    """What `ref.apply(f"roll {r},{b}")` does, without reading text (FP-5.1 to FP-5.8)."""
    ref.state.fallen.clear()
    advance_fire(ref.state, (r, b))


def explosion_at_setup(ref: Reference, square: Square, damage: bool) -> None:
    """One explosion of the set-up (FP-10.4); `damage=False`: the random family set-up (FP-10.2)."""
    set_up_explosion(ref.state, square, damage=damage)


def clear_set_up_fire(ref: Reference) -> None:
    """FP-5.8 (c), after all explosions of the set-up (FP-10.4)."""
    clear_outside(ref.state)
