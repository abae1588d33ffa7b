"""Maps of the coming roll, risks, and how games end: against the search, brute force and rollouts."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from advisor._search import Rollouts, TurnSearch
from advisor.analysis import Analysis, Plan
from advisor.analysis_map import OutcomeMap, Risk
from advisor.errors import UsageError
from advisor.files import dump_json, parse_json
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.bridge import outcome_text, to_state
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Position
from advisor.search.engines import Request, search_turn
from advisor.search.limits import Limits
from advisor.search.outlook import Outlook, with_outlook
from advisor.search.plans import Effort, plan_turn
from advisor.search.rollouts import roll_out_turn
from clause_positions import board, house

POSITIONS = sorted((Path(__file__).parents[1] / "data" / "positions").glob("*.json"))


@cache
def shipped(name: str) -> Position:
    return load_position(str(next(p for p in POSITIONS if p.stem == name)))


@cache
def advice(name: str) -> Analysis:
    return plan_turn(GAME, shipped(name), top=3, lines=[["end"]])


def outlook(position: Position, **more: Any) -> Outlook:
    return Outlook(GAME, position, **more)


@pytest.mark.parametrize("name", [p.stem for p in POSITIONS])
def test_the_mean_of_a_map_is_the_value_of_the_plan_on_every_shipped_position(name: str) -> None:
    here = outlook(shipped(name))
    for plan in advice(name).plans:
        found = here.map(plan)
        assert found.value == pytest.approx(plan.value, abs=1e-12)
        assert found.standard_error == pytest.approx(plan.standard_error, abs=1e-12)
        assert found.met == pytest.approx(sum(cell.probability for cell in found.cells))
        assert found.met == pytest.approx(sum(kind.probability for kind in found.classes))
        if found.met == pytest.approx(1):
            assert sum(c.probability * c.value for c in found.cells) == pytest.approx(found.value, abs=1e-12)
            assert sum(k.probability * k.value for k in found.classes) == pytest.approx(
                found.value, abs=1e-12
            )


def test_some_shipped_position_has_plans_with_branches_and_some_sampled_values() -> None:
    """What the test above compares is not the easy case only."""
    plans = [plan for path in POSITIONS for plan in advice(path.stem).plans]
    assert any(plan.branches for plan in plans)
    assert any(plan.standard_error > 0 for plan in plans)


def test_a_map_with_other_chains_agrees_within_the_errors() -> None:
    name = "heroic-start"
    coarse = Effort(coarse=128, fine=128)
    exact = advice(name).plans[0]
    others = [outlook(shipped(name), seed=seed, effort=coarse).map(exact) for seed in range(1, 7)]
    # an error by four chains is itself a rough one: together they tell
    stated = sqrt(fmean(other.standard_error**2 for other in others))
    assert stated > 0
    for other in others:
        assert abs(other.value - exact.value) < 4 * sqrt(stated**2 + exact.standard_error**2)


def test_a_walk_that_was_cut_short_is_played_out_as_the_search_did() -> None:
    """Where nothing was worked out after a reveal, the playout policy goes on: the means still agree."""
    short = Effort(nodes=1, leaves=100)
    position = shipped("driver-at-the-engine")
    found = plan_turn(GAME, position, top=3, effort=short, lines=[["fire-deck-gun"]])
    assert any(not branch.steps for branch in found.walk_branches())
    for plan in found.plans:
        assert outlook(position, effort=short).map(plan).value == pytest.approx(plan.value, abs=1e-9)


def test_cells_are_the_static_values_after_each_roll() -> None:
    position = shipped("nearly-collapsed")
    plan = advice("nearly-collapsed").plans[-1]
    state = to_state(position)
    after = position
    for event in plan.events:
        after = after.apply(event)
    state = to_state(after)
    found = outlook(position).map(plan)
    cells = {cell.event: cell for cell in found.cells}
    assert len(cells) == 48
    for *what, code, p in state.chance():
        here = state.copy()
        here.apply_chance(code)
        cell = cells[outcome_text(*what)]
        assert cell.probability == pytest.approx(p)
        assert (cell.row + 1, cell.column + 1) == tuple(what[1:])
        if here.phase != 1:  # no reveal by fire follows
            assert cell.value == pytest.approx(here.value(), abs=1e-12)
            assert cell.over == (here.phase == 6)
            assert any(effect.kind == "over" for effect in cell.effects) == (here.phase == 6)


def test_the_worst_rolls_and_the_likeliest_classes_come_first() -> None:
    found = outlook(shipped("nearly-collapsed")).map(advice("nearly-collapsed").plans[0])
    worst = found.worst(10)
    assert [cell.value for cell in worst] == sorted(cell.value for cell in found.cells)[:10]
    assert worst[0].value == 0
    assert worst[0].effects[0].kind == "over"
    odds = [kind.probability for kind in found.classes]
    assert odds == sorted(odds, reverse=True)
    lost = next(kind for kind in found.classes if kind.kind == "over")
    assert lost.value == 0
    assert lost.probability == pytest.approx(found.risk.lost)


CHOICE = house(firefighters={"red": "3,2"}, poi=["3,3"], fire=["3,4"], unrevealed=(2, 2), goal=1, ap=1)


def enters(position: Position) -> Plan:
    found = plan_turn(GAME, position, top=1, lines=[["move 3,3"]])
    return next(plan for plan in found.plans if plan.yours)


def test_a_map_after_a_reveal_is_the_mixture_of_those_after_each_outcome_fp_4_6() -> None:
    here, plan = outlook(CHOICE), enters(CHOICE)
    mixed = here.map(plan)
    victim, alarm = (here.map(plan, [f"reveal {what}"]) for what in ("victim", "false-alarm"))
    assert (mixed.given, victim.given) == ((), ("reveal victim",))
    assert mixed.value == pytest.approx((victim.value + alarm.value) / 2)
    assert victim.value == pytest.approx(
        next(b.value for b in plan.branches if "reveal victim" in b.outcomes)
    )
    cells = [{c.event: c for c in found.cells} for found in (mixed, victim, alarm)]
    for event, cell in cells[0].items():
        assert cell.value == pytest.approx((cells[1][event].value + cells[2][event].value) / 2)


def test_effects_of_a_mixture_have_the_odds_of_what_they_follow() -> None:
    here, plan = outlook(CHOICE), enters(CHOICE)
    maps = [here.map(plan, given) for given in ([], ["reveal victim"], ["reveal false-alarm"])]
    mixed, *pure = [
        {(cell.event, effect.text): effect.probability for cell in found.cells for effect in cell.effects}
        for found in maps
    ]
    assert set(mixed) == set(pure[0]) | set(pure[1])
    for key, probability in mixed.items():
        assert probability == pytest.approx((pure[0].get(key, 0) + pure[1].get(key, 0)) / 2)
    assert any(p == pytest.approx(0.5) for p in mixed.values())


def test_a_plan_that_may_end_the_game_meets_the_roll_less_often() -> None:
    walls = {"6,8-6,9": 2}
    near = house(
        firefighters={"red": "6,7"}, poi=["6,8"], fire=["1,1"], damage=walls, goal=1, unrevealed=(2, 2)
    )
    found = plan_turn(GAME, near, top=1, lines=[["move 6,8"]])
    plan = next(plan for plan in found.plans if plan.yours)
    drawn = outlook(near).map(plan)
    assert drawn.met == pytest.approx(0.5)  # a victim is carried out at once, and that wins
    assert drawn.value == pytest.approx(plan.value)
    assert outlook(near).map(plan, ["reveal victim"]).cells == ()
    split = outlook(near).split(plan, games=40)
    assert split.shares[0].kind == "rescued"
    assert split.shares[0].probability >= 0.5


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (
            ["reveal vase"],
            '"reveal vase": cannot come there, expected one of reveal victim, reveal false-alarm',
        ),
        (["reveal victim", "roll 1,1"], '"roll 1,1": cannot come there, expected none'),
    ],
)
def test_an_outcome_that_cannot_come_is_refused_in_one_line(given: list[str], line: str) -> None:
    with pytest.raises(UsageError, match=line):
        outlook(CHOICE).map(enters(CHOICE), given)


# --- how games end ------------------------------------------------------------------------------------------


def test_games_played_on_are_rollouts_that_are_not_cut_off() -> None:
    """The share of games won is the mean of as many rollouts, with the same dice, to the end of the game."""
    position = shipped("family-middle")
    root = GAME.root(position)
    search = TurnSearch(root.table, root.owner, root.state, player=root.player, seed=0, **asdict(Effort()))
    search.run()
    rollouts = Rollouts(search, [search.plans()[0]["state"]], seed=0, horizon=400, controls=0)
    out = np.empty((96, 2))
    rollouts.run(0, 0, out)
    plan = plan_turn(GAME, position, top=1).plans[0]
    split = outlook(position).split(plan, games=96)
    assert split.shares[0].probability == pytest.approx(out[:, 0].mean())
    assert 0.2 < split.shares[0].probability < 1


def test_shares_are_of_all_games_and_counts_are_those_of_the_end() -> None:
    position = shipped("nearly-collapsed")
    plan = advice("nearly-collapsed").plans[0]
    split = outlook(position).split(plan, games=60)
    assert split == outlook(position).split(plan, games=60)
    assert [share.kind for share in split.shares] == ["rescued", "collapse", "victims", "unreachable"]
    assert sum(share.probability for share in split.shares) == pytest.approx(1)
    assert all(share.standard_error > 0 for share in split.shares)
    means = {amount.kind: amount.mean for amount in split.amounts}
    assert list(means) == ["rescued", "lost", "damage", "turns"]
    assert position.rescued <= means["rescued"] <= position.goal
    assert sum(n for _, n in position.damage) <= means["damage"] <= 24
    assert split.policy in GAME.core_policies


def test_a_plan_that_wins_has_a_certain_end_and_nothing_is_played() -> None:
    plan = plan_turn(GAME, shipped("puzzle-cottage"), top=1).plans[0]
    split = outlook(shipped("puzzle-cottage")).split(plan)
    assert split.games == 0
    assert [(s.probability, s.standard_error) for s in split.shares] == [(1, 0), (0, 0), (0, 0), (0, 0)]
    found = outlook(shipped("puzzle-cottage")).map(plan)
    assert (found.cells, found.met, found.value) == ((), 0, 1)


def test_the_errors_of_shares_cover_the_truth_as_often_as_they_claim() -> None:
    """Two standard errors of 25 runs of 36 games, against 2,000 games of another seed."""
    position = shipped("nearly-collapsed")
    plan = advice("nearly-collapsed").plans[0]
    truth = outlook(position, seed=1000).split(plan, games=2000).shares
    hits = tries = 0
    for seed in range(25):
        for share, true in zip(outlook(position, seed=seed).split(plan).shares, truth, strict=True):
            hits += abs(share.probability - true.probability) <= 2 * share.standard_error
            tries += 1
    assert hits >= 0.9 * tries


def test_games_without_end_are_left_off_and_counted_as_open_fp_5_7() -> None:
    """Each square of the house is a hot spot: every roll asks for another one."""
    squares = ["1,1", "1,2"]
    position = house(
        on=board(1, 2, gaps=["1,0-1,1"]), rules=["hot_spots"], hot_spots=squares, smoke=["1,2"], ap=1,
        damage={"0,1-1,1": 2, "0,2-1,2": 2, "1,1-2,1": 2, "1,2-2,2": 2, "1,2-1,3": 2},
    )  # fmt: skip
    brief = Effort(fine=128)
    plan = plan_turn(GAME, position, top=1, effort=brief).plans[0]
    found = outlook(position, effort=brief).map(plan)
    assert found.value == pytest.approx(plan.value)
    split = outlook(position).split(plan, games=2)
    assert split.shares[-1].kind == "open"
    assert split.shares[-1].probability == 1


def test_one_game_alone_has_no_error_and_is_refused() -> None:
    with pytest.raises(UsageError, match="games: got 1, expected 2 or more"):
        outlook(CHOICE).split(enters(CHOICE), games=1)


# --- risk ---------------------------------------------------------------------------------------------------


def test_the_worst_tenth_takes_its_share_of_an_outcome_that_is_likelier() -> None:
    risk = Risk.of([(0.05, 0.0, True), (0.25, 0.4, False), (0.7, 1.0, False)])
    assert risk.worst_tenth == pytest.approx(0.2)
    assert risk.lost == pytest.approx(0.05)
    assert risk.spread == pytest.approx(((0.05 * 0.8**2) + 0.25 * 0.4**2 + 0.7 * 0.2**2) ** 0.5)


def test_the_safest_of_the_plans_near_the_best_has_the_best_worst_tenth() -> None:
    found = with_outlook(GAME, shipped("family-start"), advice("family-start"), risk=True)
    assert found.caution is not None
    risks = {plan.rank: plan.risk for plan in found.plans if plan.rank in found.caution.near}
    assert len(risks) >= 2
    best = max(risk.worst_tenth for risk in risks.values() if risk is not None)
    chosen = risks[found.caution.safest]
    assert chosen is not None
    assert chosen.worst_tenth == best
    assert all(plan.gap <= 0.01 or plan.tie for plan in found.plans if plan.rank in risks)


def test_plans_far_behind_are_not_asked_for_safety() -> None:
    puzzle = shipped("puzzle-cottage")
    found = with_outlook(GAME, puzzle, plan_turn(GAME, puzzle), risk=True)
    assert found.caution is not None
    assert found.caution.safest == 1
    alone = with_outlook(GAME, puzzle, plan_turn(GAME, puzzle, top=1), risk=True)
    assert alone.caution is None


def test_a_perfect_game_says_that_the_rules_know_no_stopping_fp_9_1() -> None:
    more = house(firefighters={"red": "3,2"}, fire=["3,6"], rescued=7, goal=10, unrevealed=(3, 2))
    found = with_outlook(GAME, more, plan_turn(GAME, more, top=1), risk=True)
    assert any("FP-9.1" in note for note in found.notes)
    fewer = house(firefighters={"red": "3,2"}, fire=["3,6"], rescued=6, goal=10, unrevealed=(4, 2))
    found = with_outlook(GAME, fewer, plan_turn(GAME, fewer, top=1), risk=True)
    assert not any("FP-9.1" in note for note in found.notes)


# --- the whole ----------------------------------------------------------------------------------------------


def test_an_analysis_with_all_of_it_goes_through_json() -> None:
    position = shipped("nearly-collapsed")
    found = with_outlook(GAME, position, advice("nearly-collapsed"), maps=True, risk=True, games=4)
    told = parse_json(dump_json(found.to_json()))
    first = told["plans"][0]
    assert first["map"]["format"] == "advisor/map@1"
    assert len(first["map"]["cells"]) == 48
    assert first["split"]["games"] == 4
    assert first["risk"] == first["map"]["risk"]
    assert set(first["map"]["cells"][0]["effects"][0]) == {"kind", "parameters", "text", "probability"}


def test_nothing_is_there_that_was_not_asked_for() -> None:
    told = advice("family-start").to_json()
    assert all(plan[key] is None for plan in told["plans"] for key in ("map", "split", "risk"))
    assert told["caution"] is None
    assert json.dumps(told)


def test_a_map_has_the_bounds_of_the_level_that_answered() -> None:
    """The lowest level samples flare-ups that others expand: its map is still that of its values."""
    position = shipped("heroic-start")
    quickest = search_turn(GAME, position, Request(level="instant"), top=2)
    for plan in with_outlook(GAME, position, quickest, maps=True).plans:
        assert plan.map is not None
        assert plan.map.value == pytest.approx(plan.value, abs=1e-12)


def test_plans_of_rollouts_have_maps_and_splits_too() -> None:
    position = shipped("family-middle")
    found = roll_out_turn(GAME, position, top=2, limits=Limits(trials=600))
    found = with_outlook(GAME, position, found, maps=True, games=8)
    for plan in found.plans:
        assert isinstance(plan.map, OutcomeMap)
        assert plan.split is not None
        assert plan.trials > 0
