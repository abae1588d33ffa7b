"""The look-ups that an explanation of an illegal event needs, in plain Python over one position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from advisor.flashpoint.notation import CLAUSES
from advisor.flashpoint.position import Firefighter, Position
from advisor.flashpoint.rules import SPECIALISTS
from advisor.flashpoint.squares import Square, edge, square_text

__all__ = ["Refusal", "Scene", "listed"]

Refusal: TypeAlias = tuple[str, str]
"""Why an event is not legal, and the clause that forbids it."""

_PARTS: Final = {
    "carry+lead": ("specialists",), "haul": ("hazmats",), "haul+lead": ("hazmats", "specialists"),
    "lead": ("specialists",), "drive": ("vehicles",), "fire-deck-gun": ("vehicles",),
    "crew": ("specialists", "vehicles"), "resuscitate": ("specialists",), "identify": ("specialists",),
    "dispose": ("specialists", "hazmats"), "command": ("specialists",),
}  # fmt: skip
"""The parts of the experienced rules that a kind of action needs (FP-11.1)."""

_PAYS: Final = {"command": "commands", "extinguish": "extinguishing", "movement": "moves"}


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a sentence lists them.

    >>> listed(["red", "blue", "green"])
    'red, blue and green'
    """
    *head, tail = words
    return f"{', '.join(head)} {last} {tail}" if head else tail


class Scene:
    """A position with its lists turned into sets and tables.

    Parameters
    ----------
    position : Position
        A position without contradictions.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = position.board
        self.turn = position.turn
        self.people = {firefighter.id: firefighter for firefighter in position.firefighters}
        self.fire = frozenset(position.fire)
        self.damage = dict(position.damage)
        self.walls = frozenset(position.board.walls)
        self.doors = {**dict.fromkeys(position.board.doors, "closed"), **dict(position.doors)}

    @property
    def active(self) -> Firefighter:
        """The firefighter whose turn it is."""
        return self.people[self.turn.firefighter]

    def on_board(self, square: Square) -> bool:
        """Whether the board has the square, the ring outside included (FP-1.1)."""
        return 0 <= square[0] <= self.board.rows + 1 and 0 <= square[1] <= self.board.columns + 1

    def without_part(self, kind: str) -> Refusal | None:
        """A part of the experienced rules that the action needs and the game leaves out (FP-11.1)."""
        missing = [part for part in _PARTS.get(kind, ()) if part not in self.position.rules]
        if not missing:
            return None
        return f"the game is played without {listed(missing).replace('_', ' ')}", "FP-11.1"

    def barrier(self, a: Square, b: Square) -> Refusal | None:
        """What stands between two adjacent squares: a wall (FP-1.3) or a closed door (FP-1.4)."""
        between = edge(a, b)
        if between in self.walls and self.damage.get(between, 0) < 2:
            return f"a wall stands between {square_text(a)} and {square_text(b)}", "FP-1.3"
        if self.doors.get(between) == "closed":
            return f"the door between {square_text(a)} and {square_text(b)} is closed", "FP-1.4"
        return None

    def apart(self, actor: Firefighter, square: Square, clause: str) -> Refusal | None:
        """Whether a square is missing on the board or not next to where somebody stands."""
        if not self.on_board(square):
            return f"the board has no square {square_text(square)}", clause
        distance = abs(actor.at[0] - square[0]) + abs(actor.at[1] - square[1])
        if distance != 1:
            where = f"{square_text(actor.at)}, where {actor.id} stands"
            return f"{square_text(square)} is not adjacent to {where}", clause
        return None

    def not_a(self, specialist: str, kind: str) -> Refusal | None:
        """Whether the active firefighter lacks the specialist that an action belongs to."""
        if self.active.specialist == specialist:
            return None
        own = SPECIALISTS.get(self.active.specialist or "")
        what = f"{self.active.id} is the {own.name}" if own else f"{self.active.id} is no specialist"
        return f"only the {SPECIALISTS[specialist].name} may {kind}, {what}", CLAUSES[kind]

    def lacks_ap(self, cost: int, free_kind: str) -> Refusal | None:
        """Whether the active firefighter cannot pay a cost for which free AP of one kind count (FP-3.3)."""
        active, turn = self.active, self.turn
        own = SPECIALISTS.get(active.specialist or "")
        pays = own is not None and own.free_kind == free_kind
        have = turn.ap + (turn.free_ap if pays else 0)
        if have >= cost:
            return None
        needs = f"it costs {cost} AP, {active.id} has {have}"
        if own is not None and turn.free_ap and not pays and have + turn.free_ap >= cost:
            return f"{needs}: its {turn.free_ap} free AP pay for {_PAYS[own.free_kind]} only", "FP-3.3"
        return needs, "FP-2.2"

    def traps(
        self, moved: dict[str, Square], commanded: str | None = None, cleared: Square | None = None
    ) -> Refusal | None:
        """Say who would stand in fire after an action that only FP-4.10 can still forbid.

        Parameters
        ----------
        moved : dict
            Where firefighters stand after it, by id.
        commanded : str or None
            Whom it commands.
        cleared : tuple of int or None
            A square whose fire it turns into smoke.
        """
        answerable = {self.active.id, *self.turn.commanded} | ({commanded} if commanded else set())
        fire = self.fire - {cleared}
        stand = {who: moved.get(who, self.people[who].at) for who in self.people if who in answerable}
        burning = [f"{who} out of the fire at {square_text(at)}" for who, at in stand.items() if at in fire]
        if not burning:
            return None
        return f"the AP left after it would not get {listed(burning)} before the turn ends", "FP-4.10"
