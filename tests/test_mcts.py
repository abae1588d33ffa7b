"""The Monte Carlo tree search against exact values, its errors, and what must not change its answer."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import Any

import pytest

from advisor.analysis import Analysis
from advisor.errors import IllegalEvent, UsageError
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Position
from advisor.search.expectimax import EVERYTHING as ALL_OF_IT
from advisor.search.expectimax import expectimax_turn
from advisor.search.limits import Clock, Limits, Progress, StopFlag
from advisor.search.mcts import CHUNK, Growth, MctsSearch, mcts_turn
from exact import TINY, tiny
from test_plans import EVERYTHING

DATA = Path(__file__).parents[1] / "data" / "positions"

WIDE = Growth(
    nodes=400_000, plans=1000, ends=1000, chances=1000, width=1000, plan_scale=1000.0, blank=True,
)  # fmt: skip
"""All plans are looked at, and a game that is not over in time counts nothing."""

SMALL = Growth(nodes=60_000, width=20, ends=6, chances=1)


def shipped(name: str) -> Position:
    return load_position(str(DATA / f"{name}.json"))


def won_in_time(name: str, simulations: int, seed: int = 0) -> Analysis:
    turns, position = TINY[name]
    growth = replace(WIDE, turns=turns)
    return mcts_turn(GAME, position, limits=Limits(simulations), growth=growth, effort=EVERYTHING, seed=seed)


def told(found: Analysis) -> dict[str, Any]:
    answer = found.to_json()
    answer["work"].pop("seconds")
    return answer


@pytest.mark.parametrize("name", [n for n in TINY if n != "shed, a victim and a marker"])
def test_with_enough_work_the_exact_value_is_met(name: str) -> None:
    best = won_in_time(name, 24_000).plans[0]
    assert best.value == pytest.approx(tiny(name), abs=1e-9)
    assert best.standard_error < 0.15


@pytest.mark.parametrize("name", ["corridor of three, hot spots", "hut in smoke", "shed, about to collapse"])
def test_what_is_proven_has_no_error_and_the_search_ends_by_itself(name: str) -> None:
    found = won_in_time(name, 100_000)
    assert found.work.trials < 10_000
    assert any("Everything" in note for note in found.notes)
    assert found.plans[0].value == pytest.approx(tiny(name), abs=1e-12)
    assert found.plans[0].standard_error == 0


def test_the_stated_errors_cover_the_exact_values_as_often_as_they_claim() -> None:
    covered, runs = 0, 0
    for name in TINY:
        for simulations in (200, 600, 2000):
            for seed in range(5):
                best = won_in_time(name, simulations, seed).plans[0]
                covered += abs(best.value - tiny(name)) <= 1.96 * best.standard_error + 1e-9
                runs += 1
    assert covered / runs >= 0.95


def test_more_work_comes_closer_and_says_so() -> None:
    errors, stated = [], []
    for simulations in (400, 3000, 24_000):
        best = {name: won_in_time(name, simulations).plans[0] for name in TINY}
        errors.append(fmean(abs(plan.value - tiny(name)) for name, plan in best.items()))
        stated.append(fmean(plan.standard_error for plan in best.values()))
    assert errors[2] < errors[1] < errors[0]
    assert stated[2] < stated[1] < stated[0]


def test_a_mean_over_some_of_the_outcomes_is_right_on_average_and_exact_with_all_of_them() -> None:
    # One plan only: where visits go to what looks good, means over few of them are too low on average.
    obj = shipped("family-middle").to_json()
    position = Position.from_json(obj | {"turn": obj["turn"] | {"ap": 0}})
    truth = expectimax_turn(GAME, position, depth=1, settings=replace(ALL_OF_IT, last=48)).plans[0].value
    growth = replace(SMALL, turns=1)

    def value(seed: int, simulations: int) -> float:
        found = mcts_turn(GAME, position, limits=Limits(simulations), seed=seed, growth=growth)
        assert [plan.events for plan in found.plans] == [("end",)]
        return found.plans[0].value

    values = [value(seed, 80) for seed in range(60)]
    assert variance(values) > 0
    assert abs(fmean(values) - truth) <= 3 * sqrt(variance(values) / len(values))
    assert value(0, 800) == pytest.approx(truth, abs=1e-9)


def test_the_same_seed_gives_the_same_answer_for_any_number_of_threads() -> None:
    position = shipped("family-middle")
    answers = [
        told(mcts_turn(GAME, position, limits=Limits(600), seed=5, threads=threads, growth=SMALL))
        for threads in (1, 2, 4)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert told(mcts_turn(GAME, position, limits=Limits(600), seed=6, growth=SMALL)) != answers[0]


def test_a_search_that_is_continued_is_the_search_done_at_once() -> None:
    position = shipped("recruit-start")
    search = MctsSearch(GAME, position, growth=SMALL, seed=2)
    search.more(Limits(8 * CHUNK))
    search.more(Limits(8 * CHUNK))
    assert told(search.analysis()) == told(
        mcts_turn(GAME, position, limits=Limits(16 * CHUNK), growth=SMALL, seed=2)
    )


def test_a_search_can_be_stopped_and_tells_how_far_it_is() -> None:
    position = shipped("family-middle")
    stop, seen = StopFlag(), list[Progress]()

    def progress(now: Progress) -> None:
        seen.append(now)
        if len(seen) == 2:
            stop.set()

    search = MctsSearch(GAME, position, growth=SMALL)
    much = Limits(8 * CHUNK * 5)
    found = search.more(much, progress=progress, clock=Clock(stop=stop))
    assert [(now.done, now.of) for now in seen] == [(8 * CHUNK, 40 * CHUNK), (16 * CHUNK, 40 * CHUNK)]
    assert seen[-1].best == found.plans[0].events[0]
    assert (found.work.trials, found.work.stopped_by) == (16 * CHUNK, "stopped")
    found = search.more(much, progress=lambda _: search.cancel())
    assert (found.work.trials, found.work.stopped_by) == (24 * CHUNK, "stopped")
    found = search.more(Limits(8 * CHUNK * 5, seconds=1e-9))
    assert (found.work.trials, found.work.stopped_by) == (32 * CHUNK, "seconds")


def test_a_search_ends_when_its_leader_is_sure_enough() -> None:
    found = mcts_turn(GAME, shipped("puzzle-cottage"), limits=Limits(100_000, stop=0.9), growth=SMALL)
    assert found.work.trials < 20_000
    assert found.work.stopped_by in ("stop", "settled")
    assert found.plans[0].p_best is not None
    assert found.plans[0].p_best >= 0.9
    found = mcts_turn(GAME, shipped("family-start"), limits=Limits(50_000, standard_error=0.1), growth=SMALL)
    assert found.work.stopped_by == "standard error"
    assert found.plans[0].standard_error <= 0.1


def test_a_plan_of_the_users_is_valued_whatever_it_is_worth() -> None:
    position = shipped("family-middle")
    found = mcts_turn(
        GAME, position, limits=Limits(400), top=1, growth=replace(SMALL, plans=2), lines=[["end"]]
    )
    assert [plan.events for plan in found.plans if plan.yours] == [("end",)]
    with pytest.raises(UsageError, match="stops within the turn"):
        mcts_turn(GAME, position, lines=[[position.legal()[0][0]]])
    with pytest.raises(IllegalEvent):
        mcts_turn(GAME, position, lines=[["move 6,8"]])


@pytest.mark.parametrize("name", ["veteran-start", "driver-at-the-engine", "captain"])
def test_the_plans_and_their_branches_are_legal(name: str) -> None:
    position = shipped(name)
    found = mcts_turn(GAME, position, limits=Limits(400), growth=replace(SMALL, plans=40), top=20)
    assert len(found.plans) >= 3
    for plan in found.plans:
        game = Replay(position)
        for step in plan.steps:
            assert (step.event, step.cost) in game.legal()
            game.step(step.event)
        assert 0 <= plan.value <= 1
        assert plan.standard_error <= 0.5
        check_outcomes(game.position, plan)


def check_outcomes(position: Position, plan: Any) -> None:
    """Every outcome has one branch, whose steps are legal after it."""
    if plan.branches:
        odds = dict(position.chance())
        assert sorted(o for b in plan.branches for o in b.outcomes) == sorted(odds)
        for branch in plan.branches:
            game = Replay(position.apply(branch.outcomes[0]))
            for step in branch.steps:
                game.step(step.event)


def test_the_order_in_which_face_down_markers_are_written_changes_nothing() -> None:
    obj = shipped("family-start").to_json()
    turned = {**obj, "poi": obj["poi"][::-1]}
    answers = [
        told(mcts_turn(GAME, Position.from_json(one), limits=Limits(200), growth=SMALL))
        for one in (obj, turned)
    ]
    assert answers[0] == answers[1]


def test_a_tree_without_room_says_so_and_goes_on() -> None:
    found = mcts_turn(GAME, shipped("family-middle"), limits=Limits(2000), growth=replace(SMALL, nodes=800))
    assert any("memory" in note for note in found.notes)
    assert found.work.trials == 2000


@pytest.mark.parametrize(
    ("bad", "name"),
    [({"top": 0}, "top"), ({"threads": 0}, "threads"), ({"threads": 65}, "threads")],
)
def test_numbers_out_of_range_are_refused_by_name(bad: dict[str, int], name: str) -> None:
    with pytest.raises(UsageError, match=f"{name}: got"):
        mcts_turn(GAME, shipped("family-start"), **bad)  # type: ignore[arg-type]


def test_one_tree_alone_has_no_spread_and_is_refused() -> None:
    with pytest.raises(UsageError, match="trees: got 1"):
        mcts_turn(GAME, shipped("family-start"), growth=Growth(trees=1))
