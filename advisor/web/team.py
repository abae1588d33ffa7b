"""The team's plan, made once for a position."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from advisor.errors import AdvisorError
from advisor.game import planner
from advisor.words import LANGUAGES, _, current, speaking

__all__ = ["team_lines"]


def team_lines(position: Any) -> tuple[list[dict[str, str]], tuple[str, ...]]:
    """Return a row for each thing that somebody does over the next turns, and notes on them."""
    return _made(position, current())


@lru_cache(maxsize=32)
def _made(position: Any, code: str) -> tuple[list[dict[str, str]], tuple[str, ...]]:
    assert code in LANGUAGES
    with speaking(code):
        try:
            plan = planner(position.game).team_plan(position)
        except AdvisorError as error:
            return [], (str(error),)
        rows = [
            {_("who"): line.who, _("what"): line.said.text, _("when"): line.when.text} for line in plan.lines
        ]
        least = _("No fewer than {n} turns can do it: {why}").format(
            n=plan.least_turns, why=plan.assumes.text
        )
        return rows, (least, *(note.text for note in plan.notes))
