"""Rollouts: what they estimate, how sure they are, and that no thread or clock gets into the answer."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from advisor._search import Rollouts, TurnSearch
from advisor.errors import UsageError
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Position
from advisor.search.engines import Request, search_turn
from advisor.search.limits import Clock, Limits, Progress, StopFlag
from advisor.search.plans import Effort
from advisor.search.rollouts import RolloutSettings, roll_out_turn
from advisor.search.statistics import mean_and_error, paired, probability_best

FOLDER = Path(__file__).parents[1] / "data" / "positions"


def shipped(name: str) -> Position:
    return load_position(FOLDER / f"{name}.json")


def rollouts(name: str, plans: int = 3, **settings: Any) -> Rollouts:
    root = GAME.root(shipped(name))
    search = TurnSearch(root.table, root.owner, root.state, player=root.player, seed=0, **asdict(Effort()))
    search.run()
    return Rollouts(search, [p["state"] for p in search.plans()[:plans]], **settings)


def trials(race: Rollouts, n: int, plan: int = 0, first: int = 0) -> NDArray[np.float64]:
    out = np.empty((n, 2))
    assert race.run(plan, first, out) == n
    return out


@pytest.mark.parametrize("name", ["family-middle", "race-to-the-ambulance"])
def test_trials_are_the_same_in_any_chunks_and_order(name: str) -> None:
    whole = trials(rollouts(name, seed=3), 96)
    again = rollouts(name, seed=3)
    late, early = trials(again, 48, first=48), trials(again, 48)
    assert np.array_equal(whole, np.concatenate([early, late]))
    assert not np.array_equal(whole, trials(rollouts(name, seed=4), 96))


def test_a_block_of_trials_meets_each_first_roll_once() -> None:
    """With horizon 0 a trial is the value after the first roll: a block's mean is the exact mean over it."""
    race = rollouts("family-start", seed=1, horizon=0, controls=1)
    exact = GAME.root(shipped("family-start"))
    search = TurnSearch(exact.table, exact.owner, exact.state, seed=0, **asdict(Effort()))
    search.run()
    for block in range(3):
        values = trials(race, 48, first=48 * block)
        assert values[:, 0].mean() == pytest.approx(search.plans()[0]["value"], abs=1e-12)
        assert values[:, 1].mean() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("name", ["family-middle", "race-to-the-ambulance"])
def test_the_luck_has_zero_mean_and_takes_variance_off(name: str) -> None:
    plain = trials(rollouts(name, seed=5, horizon=2, controls=2, stratified=False), 2400)
    mean, error = mean_and_error(plain[:, 1])
    assert abs(mean) < 3.5 * error
    assert np.var(plain[:, 0] - plain[:, 1]) < np.var(plain[:, 0])


@pytest.mark.parametrize("name", ["family-middle", "race-to-the-ambulance"])
@pytest.mark.parametrize("reducer", [{"stratified": True}, {"controls": 2}])
def test_reducers_change_the_noise_and_not_the_mean(name: str, reducer: dict[str, Any]) -> None:
    base: dict[str, Any] = {"seed": 11, "horizon": 4, "controls": 0, "stratified": False}
    without = trials(rollouts(name, **base), 2400)
    with_it = trials(rollouts(name, **base | reducer | {"seed": 12}), 2400)
    a, ea = mean_and_error(without[:, 0])
    b, eb = mean_and_error(with_it[:, 0] - with_it[:, 1])
    assert abs(a - b) < 3 * sqrt(ea**2 + eb**2)


@cache
def searched(name: str) -> TurnSearch:
    root = GAME.root(shipped(name))
    search = TurnSearch(root.table, root.owner, root.state, player=root.player, seed=0, **asdict(Effort()))
    search.run()
    return search


def short_runs(name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """16,000 trials of the best plan; mean and stated error of 200 runs of 96 trials."""

    def run(seed: int, n: int) -> NDArray[np.float64]:
        search = searched(name)
        plan = search.plans()[0]["state"]
        values = trials(Rollouts(search, [plan], seed=seed, horizon=3, controls=1, stratified=True), n)
        return values[:, 0] - values[:, 1]

    return run(999, 16_000), np.array([mean_and_error(run(seed, 96)) for seed in range(200)])


def test_stated_errors_cover_the_truth_as_often_as_they_claim() -> None:
    """95 % intervals, where the outcome is open."""
    many, runs = short_runs("nearly-collapsed")
    truth = many.mean()
    assert 0.1 < truth < 0.9
    inside = int((np.abs(runs[:, 0] - truth) <= 1.96 * runs[:, 1]).sum())
    assert 180 <= inside <= 200  # 190 expected; stratified runs may only be surer than they say


def test_stated_errors_are_as_large_as_the_real_ones_where_nearly_all_is_won() -> None:
    """Values pile up near 1 with a tail below: errors are true on average, though intervals cover less."""
    many, runs = short_runs("family-middle")
    truth = many.mean()
    assert ((many - truth) ** 3).mean() / many.std() ** 3 < -1
    real = sqrt(float(((runs[:, 0] - truth) ** 2).mean()))
    stated = sqrt(float((runs[:, 1] ** 2).mean()))
    assert 0.8 < stated / real < 1.3


def answer(**more: Any) -> dict[str, Any]:
    found = roll_out_turn(GAME, shipped("race-to-the-ambulance"), **more).to_json()
    found["work"].pop("seconds")
    return found


def test_the_answer_does_not_depend_on_the_number_of_threads() -> None:
    limits = Limits(trials=3000)
    one = answer(limits=limits, threads=1)
    assert one == answer(limits=limits, threads=2) == answer(limits=limits, threads=4)
    assert one["work"]["trials"] <= 3000
    assert one["work"]["stopped_by"] == "trials"


def test_plans_carry_trials_errors_gaps_and_the_odds_of_being_best() -> None:
    found = roll_out_turn(GAME, shipped("family-middle"), limits=Limits(trials=4000), top=12)
    best = found.plans[0]
    assert best.gap == 0
    assert best.tie
    assert best.p_best is not None
    assert sum(p.p_best or 0 for p in found.plans) == pytest.approx(1)
    for plan in found.plans:
        assert plan.trials % 48 == 0
        assert plan.trials > 0
        assert 0 < plan.standard_error < 0.1
        assert plan.tie == (plan.gap <= 2 * plan.gap_error + 1e-9)
    assert [p.trials for p in found.plans] == sorted((p.trials for p in found.plans), reverse=True)


def test_a_sure_leader_stops_the_race() -> None:
    found = roll_out_turn(GAME, shipped("puzzle-cottage"), limits=Limits(trials=50_000, stop=0.99))
    assert found.work.stopped_by == "stop"
    assert found.work.trials < 10_000
    assert found.plans[0].value == 1


def test_a_standard_error_stops_the_race() -> None:
    limits = Limits(trials=50_000, standard_error=0.02)
    found = roll_out_turn(GAME, shipped("family-middle"), limits=limits)
    assert found.work.stopped_by == "standard error"
    assert found.plans[0].standard_error <= 0.02


def test_a_set_flag_stops_at_once_and_the_first_values_are_returned() -> None:
    flag = StopFlag()
    flag.set()
    found = search_turn(GAME, shipped("family-start"), Request(engine="rollout"), stop=flag)
    assert (found.work.trials, found.work.stopped_by, found.work.by) == (0, "stopped", "instant")
    assert found.plans


def test_a_flag_set_while_it_runs_keeps_the_rounds_that_were_finished() -> None:
    flag = StopFlag()

    def after_two(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 2:
            flag.set()

    seen: list[Progress] = []
    found = roll_out_turn(GAME, shipped("family-middle"), clock=Clock(stop=flag), progress=after_two)
    assert found.work.trials == seen[1].done > seen[0].done
    assert found.work.stopped_by == "stopped"


def test_a_plan_of_the_users_stays_in_the_race() -> None:
    found = roll_out_turn(GAME, shipped("family-middle"), limits=Limits(trials=4000), lines=[["end"]], top=2)
    own = next(p for p in found.plans if p.yours)
    assert own.events == ("end",)
    assert own.trials == max(p.trials for p in found.plans)


def test_more_work_goes_on_from_where_less_work_stopped() -> None:
    """The first rounds of a longer race are those of a shorter one: same dice, same trials."""
    short: list[Progress] = []
    long: list[Progress] = []
    for trials_allowed, seen in ((1200, short), (4000, long)):
        roll_out_turn(
            GAME, shipped("family-middle"), limits=Limits(trials=trials_allowed), progress=seen.append
        )
    strip = [replace(p, of=0, seconds=0) for p in short]
    assert [replace(p, of=0, seconds=0) for p in long[: len(short)]][:1] == strip[:1]
    assert len(long) > len(short)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"trials": 0}, "trials: got 0, expected 1 or more"),
        ({"seconds": 0}, "seconds: got 0, expected more than 0"),
        ({"stop": 1.5}, "stop: got 1.5, expected a probability between 0.5 and 1"),
        ({"standard_error": -1}, "standard error: got -1, expected more than 0"),
    ],
)
def test_wrong_limits_are_named_in_one_line(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Limits(**limits)


def test_the_statistics_by_hand() -> None:
    mean, error = mean_and_error(np.array([1.0, 2.0, 3.0, 4.0]))
    assert mean == 2.5
    assert error == pytest.approx(sqrt(5 / 3) / 2)
    gap, gap_error = paired(np.array([1.0, 2.0, 3.0]), np.array([0.0, 1.0, 2.0]))
    assert gap == 1.0
    assert gap_error == 0.0
    sure = probability_best([np.array([1.0, 1.1, 0.9]), np.array([0.1, 0.0, 0.2])], seed=0)
    assert sure == pytest.approx([1, 0], abs=1e-3)
    same = np.array([0.2, 0.4, 0.9])
    assert probability_best([same, same.copy()], seed=0) == pytest.approx([0.5, 0.5], abs=1e-9)


def test_settings_have_a_say() -> None:
    few = roll_out_turn(
        GAME, shipped("family-middle"), limits=Limits(trials=500), settings=RolloutSettings(plans=3), top=9
    )
    assert len(few.plans) == 3
