"""``advisor check``: is a plan legal, what does it cost and leave, and how far is it behind."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from advisor.check import check_plan
from advisor.errors import PositionError, UsageError
from advisor.flashpoint import Board, Position, SetUp, set_up
from advisor.value_words import gap_words
from shell import refused, run, well

FOLDER = Path(__file__).parents[1] / "data" / "positions"
PUZZLE = FOLDER / "puzzle-cottage.json"
BEST = "chop 0,2-1,2; chop 0,2-1,2; carry 0,2"
HUT = set_up(SetUp(Board.shipped("hut"))).position
QUICK = ("--level", "instant")


def words(*options: object) -> str:
    """What the command prints, without its line breaks."""
    return " ".join(well("check", *options).split())


def test_a_legal_plan_says_what_it_costs_and_leaves() -> None:
    told = well("check", str(HUT), "--plan", "move 3,3 (1) · end", *QUICK)
    assert "legal: ends the turn, spends 1 AP and saves 3" in told
    assert f"\n  {HUT.apply('move 3,3').apply('end')}\n" in told


def test_the_best_plan_is_said_to_be_the_best_and_what_it_changes() -> None:
    told = words(PUZZLE, "--plan", BEST, *QUICK)
    assert "Rescued: 1 of 1." in told
    assert re.search(
        r"place 1 of \d+: the best plan that was found, 0\.\d+ ahead of the next under the same dice", told
    )


def test_another_plan_is_compared_with_the_best_by_the_paired_gap() -> None:
    found = json.loads(well("check", FOLDER / "family-middle.json", "--plan", "end", "--json", "-l", "quick"))
    best, yours = found["analysis"]["plans"][0], found["analysis"]["plans"][-1]
    assert (best["rank"], yours["yours"], yours["tie"]) == (1, True, False)
    assert yours["gap"] == pytest.approx(best["value"] - yours["value"], abs=0.02)
    gap = gap_words(yours["gap"], "win", yours["gap_error"])
    told = words(FOLDER / "family-middle.json", "--plan", "end", "-l", "quick")
    assert f"place {yours['rank']} of {found['analysis']['plans_found']}: {gap} behind the best" in told


def test_an_action_that_is_not_legal_is_named_with_its_clause_after_those_before_it() -> None:
    done = run("check", PUZZLE, "--plan", "chop 0,2-1,2; move 1,1; end")
    assert done.status == 2
    assert "legal so far: 2 actions of 3" in done.out
    assert done.err.startswith("advisor: --plan: event 3: 'end': nobody may stand in fire")
    assert done.err.endswith("(FP-4.10)\n")


def test_the_refusal_is_in_the_json_as_well() -> None:
    done = run("check", str(HUT), "--plan", "move 3,3; move 1,1", "--json")
    found = json.loads(done.out)
    assert done.status == 2
    assert (found["legal"], found["refusal"]["number"], found["refusal"]["clause"]) == (False, 2, "FP-4.1")
    assert (found["steps"], found["analysis"]) == ([["move 3,3", 1]], None)
    assert found["after"] == HUT.apply("move 3,3").to_json()


def test_a_plan_that_stops_within_the_turn_is_legal_but_not_compared() -> None:
    told = well("check", str(HUT), "--plan", "move 3,3")
    assert "legal: stops within the turn, spends 1 AP\n" in told
    assert "not compared with other plans" in told


def test_a_plan_up_to_a_reveal_is_compared() -> None:
    told = words(str(HUT), "--plan", "move 2,2", *QUICK)
    assert "legal: goes up to dice or a reveal, spends 1 AP after it:" in told
    assert "under the same dice" in told


def test_a_chance_event_is_no_action_of_a_plan() -> None:
    found = check_plan(HUT, ["move 2,2", "reveal victim"])
    assert found.refusal is not None
    assert (found.refusal.number, found.ends) == (2, "chance")


def test_what_cannot_be_checked_is_refused() -> None:
    assert refused("check", str(HUT), "--plan", " ; ") == 'advisor: --plan: "", expected actions'
    with pytest.raises(PositionError, match=r"^/goal: 11"):
        check_plan(Position.from_json({**HUT.to_json(), "goal": 11}, check=False), ["end"])
    with pytest.raises(UsageError, match="the fire's roll comes next"):
        check_plan(HUT.apply("end"), ["end"])
