"""Events one after another: where they lead, and how they read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor.analysis import Branch, Step
from advisor.errors import AdvisorError
from advisor.game import teller

__all__ = ["after", "reached", "said", "step_texts"]


def reached(position: Any, events: Sequence[str]) -> Any:
    """Return where events lead from a position; those from the first on that is not legal count no more."""
    for event in events:
        try:
            position = position.apply(event)
        except AdvisorError:
            break
    return position


def said(position: Any, event: str) -> str:
    """Return an event in words; as it stands where it has none."""
    try:
        return teller(position.game).event_text(position, event)
    except AdvisorError:
        return event


def step_texts(position: Any, steps: Sequence[Step]) -> list[tuple[str, int]]:
    """Return the steps of a plan in words, each with its price, from the position where they begin."""
    told = []
    for step in steps:
        told.append((said(position, step.event), step.cost))
        position = reached(position, (step.event,))
    return told


def after(position: Any, branch: Branch) -> Any:
    """Return the position after the first of the outcomes of a branch."""
    return reached(position, branch.outcomes[:1])
