"""The team's plan among the plans: handed to the search, valued under the same dice, and told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.api import analyse
from advisor.files import read_json
from advisor.flashpoint.position import Position
from advisor.game import game, planner
from advisor.policies import amount_of_work, make_policy, names

FOLDER = Path(__file__).parents[1] / "data" / "positions"
NAMES = ("family-start", "recruit-start", "captain", "puzzle-cottage")
GAME = game("flash-point")


def shipped(name: str) -> Position:
    return Position.from_json(read_json(FOLDER / f"{name}.json"))


@pytest.mark.parametrize("name", NAMES)
def test_what_the_team_has_for_the_turn_is_valued_and_marked(name: str) -> None:
    position = shipped(name)
    plan = planner("flash-point").team_plan(position)
    found = analyse(position, level="instant", top=1, team=True)
    marked = [one.events for one in found.plans if one.team]
    assert plan.candidates[0] in marked
    assert set(marked) <= set(plan.candidates)
    assert not any(one.yours for one in found.plans)
    assert found.team == plan.lines


def test_the_other_plans_are_worth_the_same_with_it_and_without() -> None:
    position = shipped("family-start")
    alone = {plan.events: plan.value for plan in analyse(position, level="instant", top=5).plans}
    beside = {p.events: p.value for p in analyse(position, level="instant", top=5, team=True).plans}
    assert all(beside[events] == value for events, value in alone.items() if events in beside)
    assert len(alone.keys() & beside.keys()) >= 4


def test_a_plan_of_the_users_stays_the_users() -> None:
    position = shipped("puzzle-cottage")
    found = analyse(position, level="instant", top=1, team=True, lines=[["end"]])
    (own,) = [plan for plan in found.plans if plan.yours]
    assert own.events == ("end",)


def test_policies_with_the_team_have_their_own_amount_of_work_and_play() -> None:
    assert {"value+team", "quick+team"} <= set(names(GAME))
    assert amount_of_work("value+team") != amount_of_work("value")
    turn = GAME.match(shipped("puzzle-cottage"), 1, 0)
    assert make_policy(GAME, "value+team").actions(turn, 3)
