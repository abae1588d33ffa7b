"""Maps of a level whose next player replies: their mean is the plan's value, a cell the best reply's."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache
from math import hypot
from pathlib import Path

import numpy as np
import pytest

from advisor._search import Outlook as CoreOutlook
from advisor._search import Replier, Rollouts, TurnSearch
from advisor.analysis import Analysis
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.bridge import outcome_text, to_state
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Position
from advisor.search.engines import Request, search_turn
from advisor.search.ladder import LADDER
from advisor.search.outlook import Outlook, with_outlook

POSITIONS = sorted(p.stem for p in (Path(__file__).parents[1] / "data" / "positions").glob("*.json"))


@cache
def shipped(name: str) -> Position:
    return load_position(str(Path(__file__).parents[1] / "data" / "positions" / f"{name}.json"))


@cache
def advice(name: str, level: str) -> Analysis:
    return search_turn(GAME, shipped(name), Request(level=level), top=2)


@pytest.mark.parametrize(
    ("name", "level"),
    [*((name, "quick") for name in POSITIONS), ("nearly-collapsed", "deep"), ("family-middle", "deep")],
)
def test_the_mean_of_a_levels_map_is_the_plans_value_within_the_errors(name: str, level: str) -> None:
    plans = with_outlook(GAME, shipped(name), advice(name, level), maps=True).plans
    for plan in plans:
        assert plan.map is not None
        error = hypot(plan.standard_error, plan.map.standard_error)
        assert plan.map.value == pytest.approx(plan.value, abs=4 * error + 0.002)
        met = sum(cell.probability * cell.value for cell in plan.map.cells)
        if plan.map.met == pytest.approx(1):
            assert met == pytest.approx(plan.map.value, abs=1e-9)
            kinds = sum(kind.probability * kind.value for kind in plan.map.classes)
            assert kinds == pytest.approx(plan.map.value, abs=1e-9)
    assert any(plan.map is not None and plan.map.static_value is not None for plan in plans)


def test_static_values_alone_would_miss_the_value_of_a_deep_plan() -> None:
    """What the test above holds is not true of any map."""
    name = "nearly-collapsed"
    plan = advice(name, "deep").plans[0]
    static = Outlook(GAME, shipped(name)).map(plan)
    assert static.static_value is None
    assert abs(static.value - plan.value) > 4 * plan.standard_error
    deep = Outlook(GAME, shipped(name), level="deep").map(plan)
    assert deep.static_value == pytest.approx(static.value, abs=0.01)


def test_a_cell_is_the_value_of_the_best_reply_where_nothing_is_drawn_after_the_roll() -> None:
    name = "family-middle"
    position = shipped(name)
    found = Outlook(GAME, position, level="quick").map(advice(name, "quick").plans[0])
    after = position
    for event in advice(name, "quick").plans[0].events:
        after = after.apply(event)
    root = GAME.root(position)
    level = LADDER["quick"]
    search = TurnSearch(
        root.table, root.owner, root.state, player=root.player, seed=0, **asdict(level.effort)
    )
    assert level.rollouts is not None
    replier = Replier(search, **asdict(level.rollouts.reply))
    cells = {cell.event: cell for cell in found.cells}
    looked_at = 0
    for *what, code, _ in to_state(after).chance():
        here = to_state(after)
        here.apply_chance(code)
        if here.phase == 0:  # a decision follows at once: no POI is placed, and no POI burns
            looked_at += 1
            cell = cells[outcome_text(*what)]
            assert cell.value == pytest.approx(replier.value(here.to_bytes()), abs=1e-12)
            assert cell.standard_error == 0
    assert looked_at > 10


def test_replies_meet_the_dice_of_the_rollouts_that_made_the_value() -> None:
    """The mean over the first block of trials is that of as many rollouts: their luck adds up to nothing."""
    position = shipped("captain")
    root, level = GAME.root(position), LADDER["quick"]
    assert level.rollouts is not None
    search = TurnSearch(root.table, root.owner, root.state, seed=5, **asdict(level.effort))
    search.run()
    plan = next(plan for plan in search.plans() if plan["end"] == "ended")
    reply = asdict(level.rollouts.reply)
    rollouts = Rollouts(search, [plan["state"]], seed=5, controls=1, replies=1)
    rows = np.empty((48, 2))
    rollouts.run(0, 0, rows, Replier(search, **reply))
    assert abs(rows[:, 1].sum()) < 1e-9
    core = CoreOutlook(root.table, root.owner, root.player, 5)
    told = core.replies([plan["state"]] * 48, 0, Replier(search, **reply))
    assert [after for *_, after in told] == pytest.approx(list(rows[:, 0]), abs=1e-12)
    assert len({first for first, *_ in told}) == 48
    with pytest.raises(ValueError, match="no chance event comes after the turn"):
        core.replies([root.state], 0, Replier(search, **reply))


def test_a_level_that_looks_at_the_roll_alone_keeps_static_values() -> None:
    found = with_outlook(GAME, shipped("captain"), advice("captain", "instant"), maps=True)
    for plan in found.plans:
        assert plan.map is not None
        assert plan.map.static_value is None
        assert plan.map.value == pytest.approx(plan.value, abs=1e-12)


def test_the_risk_is_that_of_the_map_whether_a_map_is_made_or_not() -> None:
    name = "nearly-collapsed"
    made = with_outlook(GAME, shipped(name), advice(name, "quick"), risk=True)
    drawn = with_outlook(GAME, shipped(name), advice(name, "quick"), maps=True, risk=True)
    for plan, other in zip(made.plans, drawn.plans, strict=True):
        assert plan == replace(other, map=None)
