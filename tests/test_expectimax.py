"""The expectimax over turns against trying everything, and what its cuts and tables must not change."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from advisor.analysis import Analysis
from advisor.errors import IllegalEvent, UsageError
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Position
from advisor.search.expectimax import EVERYTHING, Breadth, Depth, expectimax_turn
from advisor.search.plans import plan_turn
from exact import TINY, exact_value, static, tiny
from test_plans import check_branches

DATA = Path(__file__).parents[1] / "data" / "positions"

WON_BY_THEN = replace(EVERYTHING, blank=True)

NARROW = Depth(
    first=Breadth(width=200, ends=12, deep=3, chances=1), later=Breadth(width=12, ends=3, deep=1, chances=1),
    limit=48, last=48,
)  # fmt: skip


def shipped(name: str) -> Position:
    return load_position(str(DATA / f"{name}.json"))


def search(position: Position, depth: int, settings: Depth = NARROW, **more: Any) -> Analysis:
    return expectimax_turn(GAME, position, depth=depth, settings=settings, **more)


def values(found: Analysis) -> list[tuple[tuple[str, ...], float]]:
    return [(plan.events, plan.value) for plan in found.plans]


@pytest.mark.parametrize("name", TINY)
def test_the_chance_to_have_won_in_some_turns_is_that_of_trying_everything(name: str) -> None:
    turns, position = TINY[name]
    found = search(position, turns, WON_BY_THEN)
    assert 0 < tiny(name) < 1
    assert found.plans[0].value == pytest.approx(tiny(name), abs=1e-12)
    assert found.complete
    assert found.measure == "win"
    assert found.plans[0].standard_error == 0


@pytest.mark.parametrize("name", list(TINY)[:5])
def test_with_static_values_after_the_last_turn_it_is_that_of_trying_everything(name: str) -> None:
    position = TINY[name][1]
    truth, states = exact_value(position, 2, static)
    assert states < 200_000
    assert search(position, 2, EVERYTHING).plans[0].value == pytest.approx(truth, abs=1e-12)


@pytest.mark.parametrize("blank", [True, False])
@pytest.mark.parametrize("name", TINY)
def test_star1_gives_up_means_and_changes_no_value(name: str, blank: bool) -> None:
    position = TINY[name][1]
    full = replace(EVERYTHING, blank=blank)
    plain = search(position, 2, replace(full, star=False), top=3)
    cut = search(position, 2, full, top=3)
    assert [p.value for p in cut.plans] == pytest.approx([p.value for p in plain.plans], abs=1e-12)
    assert cut.work.leaves + cut.work.nodes <= 3 * (plain.work.leaves + plain.work.nodes)


def test_star1_saves_work_where_the_bound_says_something() -> None:
    position = TINY["hut, both victims"][1]
    plain, cut = (search(position, 3, replace(WON_BY_THEN, star=star)) for star in (False, True))
    assert cut.plans[0].value == pytest.approx(plain.plans[0].value, abs=1e-12)
    assert cut.work.nodes < plain.work.nodes / 2


@pytest.mark.parametrize("name", ["family-start", "family-middle"])
def test_star1_changes_no_value_on_the_real_board(name: str) -> None:
    cut, plain = (search(shipped(name), 2, replace(NARROW, star=star), top=2) for star in (True, False))
    assert [p.events for p in cut.plans] == [p.events for p in plain.plans]
    assert [p.value for p in cut.plans] == pytest.approx([p.value for p in plain.plans])


@pytest.mark.parametrize("name", TINY)
def test_the_transposition_table_saves_work_and_changes_no_value(name: str) -> None:
    turns, position = 2, TINY[name][1]
    kept, small, fresh = (search(position, turns, replace(EVERYTHING, cells=n)) for n in (1 << 16, 64, 0))
    assert values(kept) == values(fresh) == values(small)
    assert kept.work.nodes <= fresh.work.nodes


def test_one_turn_deep_it_is_the_one_roll_search() -> None:
    position = shipped("family-middle")
    deep = search(position, 1, replace(Depth(), last=16384), top=3)
    shallow = plan_turn(GAME, position, top=3)
    assert [p.events for p in deep.plans] == [p.events for p in shallow.plans]
    assert [p.value for p in deep.plans] == pytest.approx([p.value for p in shallow.plans], abs=1e-9)


def test_the_same_seed_gives_the_same_answer() -> None:
    position = shipped("heroic-start")
    first, second = (search(position, 2, seed=3, nodes=30_000).to_json() for _ in range(2))
    for found in (first, second):
        found["work"].pop("seconds")
    assert first == second


def test_sampled_rolls_are_right_on_average_and_their_standard_errors_are_honest() -> None:
    position = TINY["shed, a victim and a marker"][1]
    line = [["end"]]
    truth = next(p.value for p in search(position, 2, EVERYTHING, lines=line).plans if p.yours)
    squares, errors = 0.0, []
    for seed in range(60):
        found = search(position, 2, replace(EVERYTHING, limit=6), seed=seed, lines=line)
        assert any("sampled" in note for note in found.notes)
        plan = next(p for p in found.plans if p.yours)
        errors.append(plan.value - truth)
        squares += plan.standard_error**2
    assert abs(fmean(errors)) <= 3 * sqrt(squares) / 60
    assert 0.5 <= squares / sum(e * e for e in errors) <= 2


def test_work_beyond_what_is_allowed_is_named() -> None:
    found = search(shipped("family-middle"), 3, Depth(), nodes=20_000)
    assert not found.complete
    assert any("used up" in note for note in found.notes)
    assert all(0 <= plan.value <= 1 for plan in found.plans)


def test_a_plan_of_the_users_is_valued_whatever_it_is_worth() -> None:
    found = search(shipped("family-middle"), 2, top=1, lines=[["end"]])
    assert found.plans[-1].yours
    assert found.plans[-1].events == ("end",)
    assert found.plans[-1].rank > 1
    with pytest.raises(UsageError, match="stops within the turn"):
        search(shipped("family-middle"), 2, lines=[[shipped("family-middle").legal()[0][0]]])
    with pytest.raises(IllegalEvent):
        search(shipped("family-middle"), 2, lines=[["move 6,8"]])


@pytest.mark.parametrize("name", ["shed, a victim and a marker", "corridor of three, hot spots"])
def test_the_plans_and_their_branches_are_legal_and_their_values_are_means(name: str) -> None:
    position = TINY[name][1]
    found = search(position, 2, EVERYTHING, top=30)
    assert found.plans[0].gap == 0
    for plan in found.plans:
        game = Replay(position)
        for step in plan.steps:
            assert (step.event, step.cost) in game.legal()
            game.step(step.event)
        check_branches(game.position, plan)


@pytest.mark.parametrize("bad", [{"depth": 0}, {"depth": 21}, {"top": 0}, {"top": 1001}, {"nodes": 0}])
def test_numbers_out_of_range_are_refused_by_name(bad: dict[str, int]) -> None:
    with pytest.raises(UsageError, match=f"{next(iter(bad))}: got"):
        expectimax_turn(GAME, shipped("family-start"), **bad)  # type: ignore[arg-type]
