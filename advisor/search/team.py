"""The team's plan in a search: what it has for the turn under way is valued like any other way to play it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from advisor.analysis import Analysis
from advisor.errors import UsageError
from advisor.game import Game, Planner
from advisor.guidance import TeamPlan
from advisor.search.ladder import level_turn

__all__ = ["team_turn", "with_team"]


def with_team(analysis: Analysis, plan: TeamPlan, own: Sequence[Sequence[str]] = ()) -> Analysis:
    """Return an analysis to which `plan.candidates` were handed as lines, with the team's plans marked.

    Parameters
    ----------
    analysis : Analysis
        Of the position that the plan is for.
    plan : TeamPlan
        The team's plan.
    own : sequence of sequence of str
        The user's own lines, which stay the user's.
    """
    theirs, users = set(plan.candidates), {tuple(line) for line in own}
    plans = tuple(
        replace(one, team=True, yours=one.events in users) if one.events in theirs else one
        for one in analysis.plans
    )
    return replace(analysis, plans=plans, team=plan.lines)


def team_turn(game: Game, position: Any, level: str, *, top: int = 1, seed: int = 0) -> Analysis:
    """Return the best plans for the turn by a level, the team's among those that are valued.

    Parameters
    ----------
    game, position, level, top, seed
        As for `advisor.search.ladder.level_turn`.

    Raises
    ------
    UsageError
        If the game makes no team plans, or nobody decides.
    """
    if not isinstance(game, Planner):
        raise UsageError(f"game: {game.id} makes no team plans, expected one that does")
    plan = game.team_plan(position, seed=seed)
    found = level_turn(game, position, level, top=top, seed=seed, lines=plan.candidates)
    return with_team(found, plan)
