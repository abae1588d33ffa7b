"""Reasons: figures follow from the plans, weights from the maps, and there are none within the noise."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache, reduce
from pathlib import Path

import pytest

from advisor._flashpoint import CoreState
from advisor.analysis import Analysis, Plan
from advisor.analysis_map import OutcomeMap
from advisor.analysis_reasons import Reason, class_weights
from advisor.errors import UsageError
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.bridge import to_position, to_state
from advisor.flashpoint.effects import MILD
from advisor.flashpoint.explain_rounds import differing, rescues_of
from advisor.flashpoint.explain_words import reason_text
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import square_text
from advisor.search.engines import Request, search_turn
from advisor.search.ladder import LADDER
from advisor.search.outlook import Outlook
from advisor.search.plans import plan_turn
from advisor.search.reasons import LEAST_GAP, Reasoner, with_reasons
from counting import Squares, after, is_lost, rescue
from reference.game import Reference
from shell import refused, well

FOLDER = Path(__file__).parents[1] / "data" / "positions"
POSITIONS = sorted(p.stem for p in FOLDER.glob("*.json"))


@cache
def shipped(name: str) -> Position:
    return load_position(FOLDER / f"{name}.json")


@cache
def advice(name: str, level: str = "quick") -> Analysis:
    found = search_turn(GAME, shipped(name), Request(level=level), top=4)
    return with_reasons(GAME, shipped(name), found)


@cache
def drawn(name: str, level: str, rank: int) -> OutcomeMap:
    """The map of a plan with static values, made here again."""
    plan = next(plan for plan in advice(name, level).plans if plan.rank == rank)
    return Outlook(GAME, shipped(name), effort=LADDER[level].effort).map(plan)


@cache
def ends_of(name: str, level: str, rank: int) -> list[tuple[float, Position]]:
    """Where a plan leads: its events one by one; with branches the ends, which test_outlook.py holds true."""
    position = shipped(name)
    plan = next(plan for plan in advice(name, level).plans if plan.rank == rank)
    if plan.branches:
        core = to_state(position).core
        found = Outlook(GAME, position, effort=LADDER[level].effort).ends(plan)
        return [
            (end.probability, to_position(CoreState.from_bytes(core, end.state), position)) for end in found
        ]
    for event in plan.events:
        position = position.apply(event)
    return [(1.0, position)]


def mean(name: str, level: str, plan: Plan, figure: Callable[[Position], float]) -> float:
    return sum(p * figure(end) for p, end in ends_of(name, level, plan.rank))


def feature(name: str) -> Callable[[Position], float]:
    return lambda position: dict(to_state(position).features())[name]


def saved(name: str) -> Callable[[Position], float]:
    who = shipped(name).turn.firefighter
    return lambda position: next(f.saved_ap for f in position.firefighters if f.id == who)


def counted(found: OutcomeMap, *kinds: str, **which: str) -> float:
    return sum(
        cell.probability * effect.probability
        for cell in found.cells
        for effect in cell.effects
        if effect.kind in kinds and which.items() <= dict(effect.parameters).items()
    )


def before(name: str, kind: str) -> int:
    return sum(poi.kind == kind for poi in shipped(name).poi)


def of_the_turn(name: str, reason: Reason) -> Callable[[Position], float]:
    at = str(dict(reason.parameters).get("at", "")).split(" ")[0]
    return {
        "ap": saved(name),
        "fire": lambda p: len(p.fire),
        "rescued": lambda p: p.rescued - shipped(name).rescued,
        "revealed": lambda p: before(name, "unknown") - sum(poi.kind == "unknown" for poi in p.poi),
        "markers": lambda p: 24 - sum(n for _, n in p.damage),
        "won": lambda p: float(p.turn.result == "won"),
        "victim": rescue(at, False, "ap"), "victim-round": rescue(at, False, "round"),
        "poi": rescue(at, True, "ap"), "poi-round": rescue(at, True, "round"),
        "front": lambda p: len(Squares(p).front),
        "front-walls": lambda p: Squares(p).walls(Squares(p).front),
        "smoke-walls": lambda p: Squares(p).walls(Squares(p).smoke),
        "at-hand": lambda p: feature("fires at hand")(p) * 16,
        "inside": lambda p: sum(p.board.is_inside(f.at) for f in p.firefighters),
        "hazmats": lambda p: len(p.hazmats),
        "hazmats-near": lambda p: len(set(p.hazmats) & Squares(p).front),
        "gun": feature("gun hits"),
        "treated": lambda p: sum(poi.kind == "treated" for poi in p.poi),
    }[reason.kind]  # fmt: skip


def figures(name: str, level: str, plan: Plan, reason: Reason) -> float:
    """What a reason says of a plan, computed here again."""
    given, found = dict(reason.parameters), drawn(name, level, plan.rank)
    match reason.kind:
        case "over":
            return sum(cell.probability * cell.over for cell in found.cells)
        case "victim-lost-one" | "hazmat-explodes-one":
            return counted(found, reason.kind.removesuffix("-one"), at=str(given["at"]).split(" ")[0])
        case "knocked-down-one":
            return counted(found, "knocked-down", who=str(given["who"]))
        case "victim-lost" | "hazmat-explodes" | "knocked-down":
            return counted(found, reason.kind)
        case "damage":
            return counted(found, "wall-damaged", "wall-destroyed")
        case "ahead":
            return plan.value - found.value
        case "sum":
            return plan.value
        case _:
            return mean(name, level, plan, of_the_turn(name, reason))


@cache
def all_reasons(name: str, level: str) -> list[tuple[Plan, Plan, Reason]]:
    analysis = advice(name, level)
    plans = {plan.rank: plan for plan in analysis.plans}
    reasoner = Reasoner(GAME, shipped(name), analysis)
    ranks, told = sorted(plans), []
    for one, two in [(ranks[0], other) for other in ranks[1:]] + [(ranks[1], ranks[-1])]:
        found = reasoner.compare(one, two)
        better, other = plans[found.better], plans[found.other]
        told += [(better, other, reason) for reason in found.reasons]
        told += [(other, better, reason) for reason in found.against]
    return told


@pytest.mark.parametrize("level", ["instant", "quick"])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_figures_of_every_reason_follow_from_the_plans(name: str, level: str) -> None:
    for plan, than, reason in all_reasons(name, level):
        given = dict(reason.parameters)
        for side, key in ((plan, "own"), (than, "other")):
            assert given[key] == pytest.approx(figures(name, level, side, reason), abs=1e-6), reason.kind
        if reason.kind == "fire":
            assert given["smoke"] == pytest.approx(mean(name, level, plan, lambda p: len(p.smoke)))
        assert reason.weight > 0
        assert reason.text
        assert "{" not in reason.text


def test_the_shipped_positions_show_most_kinds_of_reason() -> None:
    """What the test above recomputes is not one kind only."""
    seen = {reason.kind for name in POSITIONS for *_, reason in all_reasons(name, "quick")}
    assert len(seen) >= 9
    assert {"ap", "fire", "damage", "ahead"} <= seen


@pytest.mark.parametrize("level", ["instant", "quick"])
@pytest.mark.parametrize("name", POSITIONS)
def test_every_shipped_position_has_a_reason_or_says_that_the_plans_are_equal(name: str, level: str) -> None:
    analysis = advice(name, level)
    assert analysis.comparisons is not None
    if not analysis.comparisons:
        assert all(plan.tie or plan.gap < LEAST_GAP for plan in analysis.plans)
        return
    found = analysis.comparisons[0]
    assert found.better == 1
    assert not found.equal
    assert found.reasons
    weights = [reason.weight for reason in found.reasons]
    assert weights == sorted(weights, reverse=True)
    other = next(plan for plan in analysis.plans if plan.rank == found.other)
    assert found.gap == pytest.approx(other.gap)
    for plan in analysis.plans:
        if 1 < plan.rank < found.other:
            assert plan.tie or plan.gap < LEAST_GAP


@pytest.mark.parametrize("name", POSITIONS)
def test_no_shipped_position_is_left_with_many_small_things_alone(name: str) -> None:
    """A player at the table is told something that can be seen there, or that the plans are equal."""
    for found in advice(name).comparisons or ():
        assert {reason.kind for reason in found.reasons} - {"sum", "ahead"}


def test_a_way_that_is_a_round_shorter_is_told_in_rounds() -> None:
    """FP-3.1: with 4 AP a turn it is the round that counts, and who can be there."""
    name = "family-middle"
    position = shipped(name)
    lines = (
        ("move 3,1", "move 3,2", "carry 3,1", "end"),
        ("end",),
    )
    own, other = (reduce(lambda p, event: p.apply(event), line, position) for line in lines)
    (found,) = differing(position, (own, other), (rescues_of(own), rescues_of(other)), unknown=False)
    at = next(poi.at for poi in position.poi if poi.kind == "victim")
    assert found.at == at
    for end, told in ((own, found.own), (other, found.other)):
        assert told[0] == rescue(square_text(at), False, "round")(end)
        assert told[1] == rescue(square_text(at), False, "ap")(end)
    assert (found.rounds, found.ap) == (found.other[0] - found.own[0], found.other[1] - found.own[1])
    assert found.ap > 0


@pytest.mark.parametrize(("rounds", "word"), [(1, "1 round earlier"), (2, "2 rounds earlier")])
def test_rounds_read_well_in_the_singular_and_the_plural(rounds: int, word: str) -> None:
    given: dict[str, str | float] = {
        "at": "2,4 (living room)",
        "who": "blue",
        "own": 1.0,
        "other": 1.0 + rounds,
    }
    said = reason_text("victim-round", given, "win")
    assert said == f"blue can have the victim on 2,4 (living room) out {word}: in round 1, not {1 + rounds}"


@pytest.mark.parametrize("name", ["family-start", "family-middle", "nearly-collapsed"])
def test_what_a_roll_does_is_what_the_reference_rules_say(name: str) -> None:
    """FP-5, FP-9: the odds that reasons are made of, rolled out by the second engine, face by face."""
    for plan in advice(name, "instant").plans:
        if plan.branches:
            continue
        ((_, end),) = ends_of(name, "instant", plan.rank)
        game = Reference.from_json(end.to_json(), {end.board.id: end.board.to_json()})
        lost = sum(float(odds) * is_lost(after(game, roll)) for roll, odds in game.chance())
        found = drawn(name, "instant", plan.rank)
        assert sum(cell.probability * cell.over for cell in found.cells) == pytest.approx(lost)
        walls = sum(
            float(odds) * (sum(after(game, roll).state.damage.values()) - sum(game.state.damage.values()))
            for roll, odds in game.chance()
        )
        told = counted(found, "wall-damaged", "wall-destroyed")
        assert 0 <= told <= walls + 1e-9, "two markers on one wall are one effect"


# --- the noise ----------------------------------------------------------------------------------------------


def test_there_is_no_reason_for_plans_within_the_noise() -> None:
    name = "driver-at-the-engine"
    analysis = advice(name)
    first, second, *rest = analysis.plans
    tied = replace(analysis, plans=(first, replace(second, tie=True), *rest))
    found = Reasoner(GAME, shipped(name), tied).compare(1, second.rank)
    assert found.equal
    assert found.reasons == found.against == ()


def test_two_plans_behind_the_best_are_equal_within_two_of_their_errors() -> None:
    name = "driver-at-the-engine"
    analysis = advice(name)
    first, second, third, *rest = sorted(analysis.plans, key=lambda plan: plan.rank)
    gap = second.gap + 0.03

    def compared(error: float) -> bool:
        plans = (first, replace(second, gap_error=0.0), replace(third, gap=gap, gap_error=error), *rest)
        return Reasoner(GAME, shipped(name), replace(analysis, plans=plans)).compare(2, 3).equal

    assert compared(0.016)
    assert not compared(0.014)


def test_exact_values_that_nobody_could_tell_apart_are_equal_too() -> None:
    name = "family-start"
    analysis = advice(name, "instant")
    first, second, *rest = analysis.plans
    near = replace(second, gap=LEAST_GAP * 0.9, gap_error=0.0, tie=False)
    assert Reasoner(GAME, shipped(name), replace(analysis, plans=(first, near, *rest))).compare(1, 2).equal


def test_contrasts_that_weigh_less_than_the_noise_or_a_tenth_of_the_gap_are_not_told() -> None:
    for name in POSITIONS:
        for found in advice(name).comparisons or ():
            for reason in (*found.reasons, *found.against):
                assert reason.kind == "sum" or reason.weight >= max(found.gap / 10, found.gap_error)


def test_if_all_plans_are_equal_none_is_compared_and_the_shell_says_so() -> None:
    from advisor.shell.plan_text import analysis_lines

    name = "family-start"
    analysis = advice(name, "instant")
    equal = replace(analysis, plans=tuple(replace(plan, tie=True) for plan in analysis.plans))
    found = with_reasons(GAME, shipped(name), equal)
    assert found.comparisons == ()
    assert "The plans shown are equal within the noise." in list(analysis_lines(found, "red", width=80))
    alone = with_reasons(GAME, shipped(name), replace(equal, plans=equal.plans[:1]))
    assert not any("equal" in line for line in analysis_lines(alone, "red", width=80))


# --- the order ----------------------------------------------------------------------------------------------


def test_the_better_plan_comes_first_however_they_were_named() -> None:
    name = "driver-at-the-engine"
    reasoner = Reasoner(GAME, shipped(name), advice(name))
    assert reasoner.compare(2, 1) == reasoner.compare(1, 2)


@pytest.mark.parametrize("name", ["nearly-collapsed", "veteran-start", "family-middle"])
def test_classes_weigh_their_part_of_the_difference_of_two_maps(name: str) -> None:
    """What the odds of classes and the values within them explain is the whole difference."""
    own, other = (drawn(name, "instant", rank) for rank in (1, 2))
    weights = class_weights(own, other, ())
    kinds = [{k.kind: k for k in found.classes} for found in (own, other)]
    assert set(weights) == {kind for one in kinds for kind in one if kind}
    within = 0.0
    for kind in kinds[0].keys() & kinds[1].keys():
        one, two = kinds[0][kind], kinds[1][kind]
        within += (one.probability + two.probability) / 2 * (one.value - two.value)
    # a class that only one map has differs in its odds alone, as does that in which nothing happens
    assert sum(weights.values()) + within == pytest.approx(own.value - other.value, abs=1e-9)


def test_a_collapse_weighs_the_odds_times_what_is_lost() -> None:
    name = "nearly-collapsed"
    maps = [drawn(name, "instant", rank) for rank in (1, 4)]
    mild = [k for found in maps for k in found.classes if k.kind in (*MILD, "")]
    level = sum(k.probability * k.value for k in mild) / sum(k.probability for k in mild)
    lost = [sum(k.probability for k in found.classes if k.kind == "over") for found in maps]
    assert class_weights(maps[0], maps[1], MILD)["over"] == pytest.approx((lost[1] - lost[0]) * level)


def test_a_plan_that_wins_at_once_says_so_however_good_the_others_are() -> None:
    found = with_reasons(GAME, shipped("puzzle-cottage"), plan_turn(GAME, shipped("puzzle-cottage"), top=3))
    assert found.comparisons
    first = found.comparisons[0].reasons[0]
    assert (first.kind, first.text) == ("won", "wins at once")
    deeper = with_reasons(GAME, shipped("puzzle-cottage"), advice("puzzle-cottage", "quick"))
    assert deeper.comparisons
    assert [reason.text for reason in deeper.comparisons[0].reasons] == ["wins at once"]


# --- the shell ----------------------------------------------------------------------------------------------


def test_advise_tells_three_reasons_at_most_under_the_best_plan_and_one_for_the_other() -> None:
    wish = ("advise", FOLDER / "driver-at-the-engine.json", "--level", "instant", "--top", 3)
    found = json.loads(well(*wish, "--json"))["comparisons"][0]
    told = " ".join(well(*wish).split()).partition(f" better than {found['other']}: ")[2]
    for number, reason in enumerate(found["reasons"]):
        assert (f"- {reason['text']}" in told) == (number < 3)
    for number, reason in enumerate(found["against"]):
        assert (f"for {found['other']} speaks: {reason['text']}" in told) == (number < 1)


def test_advise_compares_two_plans_that_were_asked_for() -> None:
    wish = ("advise", FOLDER / "race-to-the-ambulance.json", "--level", "instant", "--vs", 4, 3)
    found = json.loads(well(*wish, "--json"))["comparisons"]
    assert [(one["better"], one["other"]) for one in found][-1] == (3, 4)
    assert "better than 4:" in well(*wish)


@pytest.mark.parametrize(
    ("ranks", "line"),
    [
        (("1", "9"), "--vs: plan 9: not among those found, expected one of 1, 2, 3"),
        (("2", "2"), "--vs: plans 2 and 2: the same, expected two of them"),
        (("1", "x"), '--vs: "x", expected a whole number'),
    ],
)
def test_ranks_that_are_none_are_refused_in_one_line(ranks: tuple[str, str], line: str) -> None:
    wish = ("advise", FOLDER / "family-start.json", "--level", "instant", "--top", 3, "--vs", *ranks)
    assert line in refused(*wish)


def test_a_plan_that_is_not_there_is_refused() -> None:
    reasoner = Reasoner(GAME, shipped("family-start"), advice("family-start", "instant"))
    with pytest.raises(UsageError, match="plan 77: not among those found"):
        reasoner.compare(1, 77)
