"""The crew's plan: who fetches whom, holds which fire, opens which way, and when the ambulance moves.

Each firefighter gets timetables (`crew_columns`): one to three jobs in a row, with all their actions and the
turns in which its AP pay for them. CP-SAT takes one timetable for everybody (`crew_model`), with what they
share: POI, fires, damage markers, the ambulance, commands. Acted out by the core (`crew_events`) the plan
becomes real events.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from advisor.flashpoint.crew_bound import least_turns
from advisor.flashpoint.crew_columns import Column, Columns
from advisor.flashpoint.crew_events import Performance, settled
from advisor.flashpoint.crew_model import Choice, CrewModel
from advisor.flashpoint.crew_words import assumption, lines_of, notes_of
from advisor.flashpoint.position import Position
from advisor.guidance import TeamPlan, TimedStep

__all__ = ["CrewPlan", "plan_crew", "team_plan"]

ROUNDS: Final = 6
LEAST_TURNS: Final = 12
"""A plan looks so many rounds ahead, and at least so many turns."""
CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True)
class CrewPlan:
    """A plan before it is put into words.

    Attributes
    ----------
    position : Position
        Where it begins: nobody has to leave fire first.
    first : tuple of (str, int)
        The events that led there from the position that was asked about, each with its cost.
    columns : Columns
        What there was to do.
    choice : Choice
        The timetables.
    others : tuple of Choice
        The best ones in which the turn under way is played in another way.
    """

    position: Position
    first: tuple[tuple[str, int], ...]
    columns: Columns
    choice: Choice
    others: tuple[Choice, ...] = ()


def plan_crew(position: Position, *, seed: int = 0, candidates: int = CANDIDATES) -> CrewPlan:
    """Return the best timetables for the crew.

    Parameters
    ----------
    position : Position
        A position without problems in which somebody acts.
    seed : int
        Of the solver; the same position and seed give the same plan.
    candidates : int
        How many ways to play the turn under way are looked for.

    Raises
    ------
    UsageError
        If it takes too long to find how everybody leaves the fire (FP-4.10).
    """
    first, start = settled(position)
    crew = start.firefighters
    columns = Columns(start, max(ROUNDS * len(crew), LEAST_TURNS))
    choices = [columns.of(one) for one in crew]
    model = CrewModel(columns, choices, seed)
    best = model.solve()
    if best is None:
        nothing = tuple(own[-1] for own in choices)
        best = Choice(nothing, 0, sum(columns.undone), False)
    active = [one.id for one in crew].index(start.turn.firefighter)
    others: list[Choice] = []
    tried = best
    while len(others) + 1 < candidates:
        played = _played(tried.columns[active])
        model.without([c for c in choices[active] if _played(c) == played])
        found = model.solve()
        if found is None:
            break
        others.append(found)
        tried = found
    return CrewPlan(start, first, columns, best, tuple(others))


def _played(column: Column) -> tuple[str, ...]:
    """What a timetable does in the turn under way."""
    return tuple(deed.event for deed, turn in zip(column.deeds, column.turns, strict=True) if turn == 1)


def candidate_lines(plan: CrewPlan) -> tuple[tuple[str, ...], ...]:
    """Return ways to play the turn under way that fit the plan or one of the others, best first."""
    first = tuple(event for event, _ in plan.first)
    reveals = next((n for n, event in enumerate(first) if event.startswith("reveal")), None)
    if reveals is not None or plan.position.is_over:
        return (first[:reveals],)
    found: dict[tuple[str, ...], None] = {}
    for choice in (plan.choice, *plan.others):
        line = Performance(plan.position, choice.columns).line()
        found[(*first, *line)] = None
    return tuple(found)


def first_steps(plan: CrewPlan) -> Iterator[TimedStep]:
    """Yield the actions that come before everything else, in the turn under way."""
    who = plan.position.turn.firefighter
    for event, cost in plan.first:
        if not event.startswith("reveal"):
            yield TimedStep(1, who, event, cost)


def team_plan(position: Position, *, seed: int = 0) -> TeamPlan:
    """Return the crew's plan in words and events, with the lower bound.

    Parameters
    ----------
    position : Position
        A position without problems in which somebody acts.
    seed : int
        Of the solver; the same position and seed give the same plan.

    Raises
    ------
    UsageError
        If it takes too long to find how everybody leaves the fire (FP-4.10).

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> plan = team_plan(set_up(SetUp(Board.shipped("hut"))).position)
    >>> plan.lines[0].said.id
    'crew.fire'
    """
    began = time.perf_counter()
    plan = plan_crew(position, seed=seed)
    choice = plan.choice
    acted = Performance(plan.position, choice.columns).all()
    return TeamPlan(
        game=position.game,
        lines=lines_of(plan.position, plan.columns, choice.columns),
        steps=(*first_steps(plan), *acted.steps),
        cost=choice.cost,
        optimal=choice.optimal,
        complete=not plan.columns.cut,
        seconds=time.perf_counter() - began,
        least_turns=least_turns(position),
        assumes=assumption(),
        candidates=candidate_lines(plan),
        notes=notes_of(optimal=choice.optimal, cut=plan.columns.cut),
    )
