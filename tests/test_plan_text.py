"""Ranked plans as lines for people."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from advisor.analysis import Analysis, Branch, Plan, Step, Work
from advisor.shell.plan_text import analysis_lines

END = Step("end", 0)
PLAN = Plan(
    steps=(Step("move 1,6", 1), END), branches=(), spent=1, saved=3, value=0.5, standard_error=0.0,
    gap=0.0, gap_error=0.0, tie=True, rank=1,
)  # fmt: skip
ANALYSIS = Analysis(
    game="flash-point", position={}, measure="score", seed=7, engine="advisor",
    work=Work(10, 4, 200, 3, 0.25), complete=True, plans=(PLAN,), plans_found=9,
    notes=("Scores order the plans.",),
)  # fmt: skip


def lines(*plans: Plan, measure: str = "score") -> list[str]:
    return list(analysis_lines(replace(ANALYSIS, plans=plans, measure=measure), "red", width=80))


def dice(numbers: str, *steps: Step, branches: tuple[Branch, ...] = ()) -> Branch:
    outcomes = tuple(f"deck-gun {number}" for number in numbers.split(" "))
    return Branch(outcomes, len(outcomes) / 12, steps, 0.5, 0.0, branches)


def test_a_plan_is_a_line_of_actions_with_their_prices_and_the_work_is_told() -> None:
    assert lines(PLAN) == [
        "red",
        "1 of 9 plans, best first",
        "",
        " 1  score 0.5000   spends 1 AP, saves 3",
        "    move 1,6 (1) · end",
        "",
        "10 states walked, 4 ends of the turn valued over the dice, 200 static values,",
        "  3 cut after a first look, 0.25 s, seed 7",
        "Scores order the plans.",
    ]


def test_gaps_ties_and_the_users_own_plans_are_marked() -> None:
    tied = replace(PLAN, rank=2)
    behind = replace(PLAN, rank=3, tie=False, gap=0.0123, standard_error=0.002)
    close = replace(PLAN, rank=44, tie=False, gap=0.00001, yours=True)
    titles = [line for line in lines(PLAN, tied, behind, close) if "score" in line]
    assert titles[1].endswith("saves 3   tie with the best")
    assert titles[2] == " 3  score 0.5000 ± 0.0020   spends 1 AP, saves 3   0.0123 behind"
    assert titles[3].endswith("less than 0.0001 behind   yours")


def test_win_probabilities_are_percentages() -> None:
    titles = lines(PLAN, replace(PLAN, rank=2, tie=False, gap=0.031), measure="win")
    assert " 1  win 50.0%   spends 1 AP, saves 3" in titles
    assert " 2  win 50.0%   spends 1 AP, saves 3   3.1 points behind" in titles


@pytest.mark.parametrize(("measure", "digits"), [("score", 4), ("win", 3)])
@given(best=st.floats(0, 1), gap=st.floats(0, 1))
@example(best=0.72766, gap=0.00014)
@example(best=0.5, gap=0.00001)
def test_a_printed_gap_is_the_difference_of_the_printed_values(
    measure: str, digits: int, best: float, gap: float
) -> None:
    value = max(0.0, best - gap)
    first, second = replace(PLAN, value=best), replace(PLAN, value=value, gap=best - value, rank=2, tie=False)
    titles = [line for line in lines(first, second, measure=measure) if measure in line]
    scale = 100 if measure == "win" else 1
    printed = [float(re.findall(rf"{measure} ([0-9.]+)", title)[0]) / scale for title in titles]
    told = re.findall(r"  (less than )?([0-9.]+)(?: points)? behind$", titles[1])
    less, behind = told[0][0], float(told[0][1]) / scale
    difference = printed[0] - printed[1]
    assert abs(difference - (0 if less else behind)) < 10.0**-digits / 100
    if less:
        assert best - value < behind


def test_a_reveal_says_what_to_do_after_each_outcome_with_the_odds() -> None:
    branches = (
        Branch(("reveal victim",), 8 / 13, (Step("carry 2,4", 2), END), 0.6, 0.0),
        Branch(("reveal false-alarm",), 5 / 13, (END,), 0.4, 0.0),
    )
    told = lines(replace(PLAN, steps=(PLAN.steps[0],), branches=branches, saved=None))
    assert "        if a victim (8 of 13): carry 2,4 (2) · end" in told
    assert "        if a false alarm (5 of 13): end" in told
    same = tuple(replace(branch, steps=(END,)) for branch in branches)
    assert "        whatever it is: end" in lines(replace(PLAN, branches=same))


def test_dice_with_the_same_answer_are_one_line_and_the_many_come_last() -> None:
    branches = (
        dice("1,2", END),
        dice("2,1 1,1", Step("keep", 0), END),
        dice("2,2 2,3 2,4 3,1 3,2 3,3 3,4 1,3 1,4", END),
    )
    told = lines(replace(PLAN, branches=branches))
    start = told.index("        dice 1,1 2,1 (2 of 12): keep · end")
    assert told[start + 1] == "        all other dice (10 of 12): end"
    assert "        whatever the dice: end" in lines(replace(PLAN, branches=(dice("1,1 1,2", END),)))


def test_dice_after_dice_are_left_to_json() -> None:
    further = (dice("1,1", END), dice("1,2", Step("keep", 0), END))
    told = lines(replace(PLAN, branches=(dice("2,1 2,2", Step("reroll red", 0), branches=further),)))
    assert "        whatever the dice: reroll red · ..." in told
    assert "... stands for what to do after further dice or reveals; --json has all of it." in told


def test_lines_are_broken_between_actions_only() -> None:
    steps = tuple(Step(f"extinguish 2,{n}", 1) for n in range(1, 9))
    told = [line for line in lines(replace(PLAN, steps=steps)) if "extinguish" in line]
    assert len(told) > 1
    assert max(map(len, told)) <= 80
    assert all(line.endswith(("·", ")")) for line in told)
