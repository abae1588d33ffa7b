"""Levels of effort, the rollouts that the one-ply search replies in, and what ends a search early."""

from __future__ import annotations

import threading
import time
from dataclasses import asdict, replace
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from advisor._search import Replier, Rollouts, TurnSearch
from advisor.analysis import Analysis
from advisor.errors import UsageError
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Position
from advisor.search.engines import Request, search_turn
from advisor.search.ladder import LADDER, level_turn, up_to
from advisor.search.levels import DEFAULT, LEVELS
from advisor.search.limits import CancelledError, Clock, Limits, Progress, StopFlag
from advisor.search.plans import FIRST_LOOK, Effort, effort_within, plan_turn
from advisor.search.rollouts import Reply, RolloutSettings, roll_out_turn
from advisor.search.statistics import mean_and_error
from exact import TINY, exact_value, static

FOLDER = Path(__file__).parents[1] / "data" / "positions"
MIDDLE = "family-middle"
RACE = "race-to-the-ambulance"
EVERYTHING = Reply(nodes=1_000_000, width=10**6, ends=10**6, chances=10**6, limit=10**9)


@cache
def shipped(name: str) -> Position:
    return load_position(FOLDER / f"{name}.json")


@cache
def searched(name: str) -> TurnSearch:
    root = GAME.root(shipped(name))
    search = TurnSearch(root.table, root.owner, root.state, player=root.player, seed=0, **asdict(FIRST_LOOK))
    assert search.run()
    return search


def trials(name: str, n: int, *, first: int = 0, **settings: Any) -> NDArray[np.float64]:
    search = searched(name)
    race = Rollouts(search, [search.plans()[0]["state"]], **{"seed": 3, "replies": 1} | settings)
    out = np.empty((n, 2))
    assert race.run(0, first, out, Replier(search, **asdict(Reply()))) == n
    return out


def without_time(found: Analysis) -> Analysis:
    return replace(found, work=replace(found.work, seconds=0))


# Rollouts in which the one-ply search replies


@pytest.mark.parametrize("name", TINY)
def test_the_best_reply_to_every_roll_meets_the_exact_value_of_two_turns(name: str) -> None:
    position = TINY[name][1]
    truth, _ = exact_value(position, 2, static)
    found = roll_out_turn(
        GAME, position, seed=1, effort=Effort(coarse=10**9, fine=10**9), limits=Limits(trials=40_000),
        settings=RolloutSettings(plans=40, replies=1, controls=1, reply=EVERYTHING),
    )  # fmt: skip
    best = found.plans[0]
    assert abs(best.value - truth) <= 3.5 * best.standard_error + 1e-9


def test_a_reply_is_worth_what_the_search_of_its_turn_says() -> None:
    position = shipped(MIDDLE)
    effort = Effort(width=10**6, inner_width=10**6, coarse=10**9, fine=10**9, leaves=10**9)
    replier = Replier(searched(MIDDLE), **asdict(EVERYTHING))
    best = plan_turn(GAME, position, top=1, effort=effort).plans[0]
    assert replier.value(GAME.root(position).state) == pytest.approx(best.value, abs=1e-9)


def test_a_reply_does_not_depend_on_what_was_asked_before() -> None:
    whole = trials(RACE, 48, replies=2)
    late, early = trials(RACE, 24, first=24, replies=2), trials(RACE, 24, replies=2)
    assert np.array_equal(whole, np.concatenate([early, late]))


@pytest.mark.parametrize("replies", [1, 2])
def test_the_luck_taken_off_a_reply_has_zero_mean_and_most_of_its_variance(replies: int) -> None:
    found = trials(MIDDLE, 960, replies=replies, controls=1, stratified=False)
    mean, error = mean_and_error(found[:, 1])
    assert abs(mean) < 3.5 * error
    assert np.var(found[:, 0] - found[:, 1]) < np.var(found[:, 0]) / (2 if replies == 1 else 1)


def test_a_reducer_changes_the_noise_of_replies_and_not_the_mean() -> None:
    plain = trials(MIDDLE, 480, seed=5, stratified=False)
    found = trials(MIDDLE, 480, seed=6, controls=1)
    (a, ea), (b, eb) = mean_and_error(plain[:, 0]), mean_and_error(found[:, 0] - found[:, 1])
    assert abs(a - b) < 3 * sqrt(ea**2 + eb**2)
    assert eb < ea


def test_rollouts_with_replies_ask_for_a_replier_of_their_search() -> None:
    search = searched(MIDDLE)
    race = Rollouts(search, [search.plans()[0]["state"]], replies=1)
    for replier in (None, Replier(searched(RACE), **asdict(Reply()))):
        with pytest.raises(ValueError, match="expected a replier of this search"):
            race.run(0, 0, np.empty((1, 2)), replier)


# Levels


@pytest.mark.parametrize(
    "request_",
    [
        *(Request(level=level) for level in LADDER if level != "deep"),
        Request(level="deep", trials=200), Request(engine="rollout", trials=600),
        Request(engine="expectimax", depth=1),
    ],
    ids=lambda request: request.level or request.engine,
)  # fmt: skip
def test_the_order_in_which_face_down_markers_are_written_changes_no_answer(request_: Request) -> None:
    """Who lies where face down is in no position (FP-8): all that could tell is the order."""
    obj = shipped("family-start").to_json()
    turned = {**obj, "poi": obj["poi"][::-1]}
    assert obj != turned
    one, other = (search_turn(GAME, Position.from_json(o), request_) for o in (obj, turned))
    assert [(p.events, p.value, p.gap) for p in one.plans] == [
        (p.events, p.value, p.gap) for p in other.plans
    ]


def test_every_level_is_described_and_the_usual_one_is_there() -> None:
    assert list(LADDER) == list(LEVELS)
    assert DEFAULT in LADDER
    assert up_to(DEFAULT)[-1] == DEFAULT


@pytest.mark.parametrize("level", LADDER)
def test_a_level_gives_legal_plans_and_says_who_it_is(level: str) -> None:
    position = shipped(MIDDLE)
    found = search_turn(GAME, position, Request(level=level), top=3)
    assert found.work.by == level
    assert bool(found.work.trials) == (LADDER[level].rollouts is not None)
    for plan in found.plans:
        game = Replay(position)
        for event in plan.events:
            game.step(event)


@pytest.mark.parametrize("level", [name for name, what in LADDER.items() if what.rollouts])
def test_a_level_says_the_same_for_any_number_of_threads(level: str) -> None:
    limits = Limits(trials=120)
    found = [
        without_time(level_turn(GAME, shipped(RACE), level, seed=4, limits=limits, threads=threads))
        for threads in (1, 2, 4)
    ]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("level", [name for name, what in LADDER.items() if what.rollouts])
def test_a_plan_of_the_users_takes_no_trials_from_the_others(level: str) -> None:
    lines = [["end"], ["move 3,1", "end"], ["move 3,1", "move 3,2", "end"]]
    found = search_turn(GAME, shipped(MIDDLE), Request(level=level), lines=lines, top=1)
    assert all(plan.trials > 0 for plan in found.plans)
    assert sum(plan.yours for plan in found.plans) >= 3


@pytest.mark.parametrize("trials_allowed", [1, 40, 100])
def test_few_trials_are_shared_out_and_are_no_reason_to_speak_of_time(trials_allowed: int) -> None:
    seen: list[Analysis] = []
    request = Request(level="deep", trials=trials_allowed)
    found = search_turn(GAME, shipped(MIDDLE), request, partial=seen.append)
    assert (found.work.by, found.work.stopped_by) == ("deep", "trials")
    assert found.work.trials == trials_allowed // 16 * 16
    assert without_time(found) == without_time(search_turn(GAME, shipped(MIDDLE), request))


def test_who_waits_sees_the_lower_levels_first_and_the_same_answer_in_the_end() -> None:
    seen: list[Analysis] = []
    request = Request(level="quick")
    found = search_turn(GAME, shipped(MIDDLE), request, partial=seen.append)
    assert [p.work.by for p in seen] == up_to("quick")[:-1]
    assert without_time(found) == without_time(search_turn(GAME, shipped(MIDDLE), request))


def test_a_search_without_time_gives_its_first_look_and_says_why() -> None:
    found = search_turn(GAME, shipped("recruit-start"), Request(seconds=1e-6))
    assert found.plans
    assert (found.work.by, found.work.stopped_by) == ("instant", "seconds")


@pytest.mark.parametrize("name", ["recruit-start", "driver-at-the-engine"])
def test_time_is_kept(name: str) -> None:
    request = Request(level="deep", trials=10**6, stop=0.999999, seconds=0.3)
    began, cpu = time.perf_counter(), time.process_time()
    found = search_turn(GAME, shipped(name), request)
    # a first look of a wide turn may come on top, and telling the plans; other work on the machine does not
    late = min(time.perf_counter() - began, time.process_time() - cpu) - 0.3
    assert late < 0.2
    assert found.work.stopped_by == "seconds"


@pytest.mark.parametrize("request_", [Request(engine="value"), Request(engine="expectimax", depth=4)])
def test_a_flag_ends_any_search_at_once_with_a_first_look(request_: Request) -> None:
    flag = StopFlag()
    timer = threading.Timer(0.02, flag.set)
    cpu = time.process_time()
    timer.start()
    found = search_turn(GAME, shipped("captain"), request_, stop=flag)
    assert time.process_time() - cpu < 0.7  # alone the first takes a second, the other a minute
    assert found.plans
    assert (found.work.by, found.work.stopped_by) == ("instant", "stopped")


def test_what_is_cancelled_before_it_has_a_plan_says_so() -> None:
    flag = StopFlag()
    flag.set()
    with pytest.raises(CancelledError):
        plan_turn(GAME, shipped(MIDDLE), clock=Clock(stop=flag))


def test_a_flag_calls_those_who_listen_and_nobody_else() -> None:
    flag, heard = StopFlag(), list[str]()
    with flag.calls(lambda: heard.append("left")):
        pass
    with flag.calls(lambda: heard.append("there")):
        flag.set()
    with flag.calls(lambda: heard.append("late")):
        assert heard == ["there", "late"]


def test_the_effort_within_a_time_follows_from_the_time_alone() -> None:
    assert effort_within(0.05) == FIRST_LOOK
    assert effort_within(5) == effort_within(None) == Effort()
    assert effort_within(0.05, Effort(width=7)) == Effort(width=7)


def test_progress_tells_who_leads() -> None:
    seen: list[Progress] = []
    found = search_turn(GAME, shipped(MIDDLE), Request(level="deep", trials=400), progress=seen.append)
    assert seen[-1].best == found.plans[0].events[0]
    assert [p.done for p in seen] == sorted(p.done for p in seen)


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ({"level": "genius"}, f'level: "genius", expected one of {", ".join(LADDER)}'),
        (
            {"level": "deep", "engine": "mcts"},
            'level and engine: got "deep" and "mcts", expected one of them',
        ),
        ({"level": "deep", "depth": 2}, "depth: level deep has no use for it, expected expectimax"),
        (
            {"level": "instant", "trials": 9},
            "trials: level instant has no use for it, expected rollout or mcts",
        ),
        ({"seconds": -1}, "seconds: got -1, expected more than 0"),
    ],
)
def test_wishes_that_contradict_each_other_are_one_line(wish: dict[str, Any], line: str) -> None:
    with pytest.raises(UsageError, match=line):
        Request(**wish)
