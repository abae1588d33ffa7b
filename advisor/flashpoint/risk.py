"""What the coming roll threatens, and what a fire or a hazmat adds to it, told in turns."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from advisor.flashpoint.bridge import roll_hazards
from advisor.flashpoint.position import Position, Turn
from advisor.flashpoint.rules import DAMAGE_MARKERS
from advisor.flashpoint.squares import Square

__all__ = ["LOST", "Risk"]

LOST: Final = 16.0
"""A victim lost counts as much as so many turns."""
KNOCKED_DOWN: Final = 4.0
BURNING: Final = 0.5
COLLAPSE: Final = 60.0


class Risk:
    """What the next roll does in the mean over its faces, from a position as it stands.

    Parameters
    ----------
    position : Position
        A position without problems, whoever acts.
    """

    def __init__(self, position: Position) -> None:
        self._position = replace(position, turn=Turn(position.turn.firefighter, "advance_fire"))
        self._damage = float(DAMAGE_MARKERS) / (DAMAGE_MARKERS + 1 - position.damage_count)
        self._hazards = roll_hazards(self._position)

    @cached_property
    def toll(self) -> float:
        """What the next roll costs, in turns."""
        return self._toll(self._hazards)

    def _toll(self, hazards: dict[str, Any]) -> float:
        return float(
            LOST * hazards["lost"]
            + self._damage * hazards["damage"]
            + KNOCKED_DOWN * hazards["knocked_down"]
            + BURNING * hazards["fires"]
            + COLLAPSE * hazards["collapses"]
        )

    def burns(self, square: Square) -> float:
        """Return the chance that fire lies on a square after the next roll; outside it is removed at once."""
        board = self._position.board
        if not board.is_inside(square):
            return 0.0
        burns = self._hazards["burns"]
        return float(burns[(square[0] - 1) * board.columns + square[1] - 1]) / len(burns)

    def of_fire(self, square: Square) -> float:
        """Return how much less the next roll costs without the fire on a square."""
        fire = tuple(other for other in self._position.fire if other != square)
        return self.toll - self._toll(roll_hazards(replace(self._position, fire=fire)))

    def of_hazmat(self, square: Square) -> float:
        """Return how much less the next roll costs with one hazmat less on a square."""
        hazmats = list(self._position.hazmats)
        hazmats.remove(square)
        return self.toll - self._toll(roll_hazards(replace(self._position, hazmats=tuple(hazmats))))
