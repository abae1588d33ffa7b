"""A player's own plan looked at: is it legal, what does it cost, what does it leave; blind to the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, Self

from advisor.analysis import Analysis, Plan, Step
from advisor.api import Playable
from advisor.errors import IllegalEvent, PositionError
from advisor.game import game

__all__ = ["FORMAT", "Checked", "Steppable", "check_plan"]

FORMAT: Final = "advisor/check@1"


class Steppable(Playable, Protocol):
    """A position that events lead on from."""

    def apply(self, text: str) -> Self:
        """Return the position after an event."""

    def to_json(self) -> dict[str, Any]:
        """Return the position as an object of the game's format."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What there is to say of a plan.

    Attributes
    ----------
    plan : tuple of str
        Its actions as they came.
    steps : tuple of Step
        Those that are legal one after another, with what they cost.
    refusal : IllegalEvent or None
        Why the next one is not legal, with its number and the clause; None if the whole plan is legal.
    spent : int
        What the steps cost.
    saved : int or None
        What is kept for the next turn; None if the turn does not end with them.
    ends : str
        What the steps lead to: ``"open"`` (one decides further), ``"chance"`` (a chance event within the
        turn), ``"ended"`` or ``"over"``.
    positions : tuple
        The positions before and after each step.
    analysis : Analysis or None
        The best plan and this one, `Plan.yours`; None where they were not compared.
    """

    plan: tuple[str, ...]
    steps: tuple[Step, ...]
    refusal: IllegalEvent | None
    spent: int
    saved: int | None
    ends: str
    positions: tuple[Any, ...]
    analysis: Analysis | None = None

    @property
    def comparable(self) -> bool:
        """Whether it can be valued: it is legal, and does not stop within the turn."""
        return self.refusal is None and self.ends != "open"

    @property
    def yours(self) -> Plan | None:
        """The plan as it was valued."""
        plans = self.analysis.plans if self.analysis is not None else ()
        return next((plan for plan in plans if plan.yours), None)

    def against(self, analysis: Analysis) -> Checked:
        """Return it with an analysis of its position that took the plan in (`lines`)."""
        return replace(self, analysis=analysis)

    def to_json(self) -> dict[str, Any]:
        """Return it as an object of the format ``advisor/check@1``."""
        no = self.refusal
        refusal = None
        if no is not None:
            refusal = {"number": no.number, "event": no.text, "reason": no.reason, "clause": no.clause}
        return {
            "format": FORMAT,
            "plan": list(self.plan),
            "legal": no is None,
            "refusal": refusal,
            "steps": [step.to_json() for step in self.steps],
            "spent": self.spent,
            "saved": self.saved,
            "ends": self.ends,
            "after": self.positions[-1].to_json(),
            "analysis": None if self.analysis is None else self.analysis.to_json(),
        }


def check_plan(position: Steppable, plan: Sequence[str]) -> Checked:
    """Return whether a plan is legal, and what it costs and leaves; values come by `Checked.against`.

    Parameters
    ----------
    position : Steppable
        A position in which somebody decides next.
    plan : sequence of str
        Actions; chance events are none.

    Raises
    ------
    PositionError
        If the position contradicts itself or the rules.
    UsageError
        If nobody decides next.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> found = check_plan(start, ["move 3,3", "end"])
    >>> found.refusal, found.spent, found.saved, found.ends
    (None, 1, 3, 'ended')
    >>> print(check_plan(start, ["move 3,3", "move 1,1"]).refusal)
    event 2: 'move 1,1': 1,1 is not adjacent to 3,3, where red stands (FP-4.1)
    """
    problems = position.problems()
    if problems:
        raise PositionError(problems)
    root = game(position.game).root(position)
    refusal, legal = None, tuple(plan)
    try:
        codes = root.codes(legal)
    except IllegalEvent as error:
        refusal, legal = error, legal[: (error.number or 1) - 1]
        codes = root.codes(legal)
    state, spent, ends = root.follow(codes)
    positions = [position]
    for event in legal:
        positions.append(positions[-1].apply(event))
    return Checked(
        plan=tuple(plan),
        steps=tuple(Step(text, cost) for text, cost in root.events(root.state, codes)),
        refusal=refusal,
        spent=spent,
        saved=root.saved(state) if ends == "ended" else None,
        ends=ends,
        positions=tuple(positions),
    )
