"""The crew's plan: real events from first to last, a true bound, and the words for it."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import crew_replay
import positions
import random_boards
from advisor import analyse
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import roll_hazards, to_state
from advisor.flashpoint.crew import plan_crew, team_plan
from advisor.flashpoint.crew_bound import least_turns
from advisor.flashpoint.crew_columns import Columns
from advisor.flashpoint.crew_events import Performance, settled
from advisor.flashpoint.crew_words import TEXTS, message
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.setup import SetUp, make
from advisor.flashpoint.still import end_turn
from advisor.game import planner
from shell import refused, well
from still_exact import TooManyError, fewest_turns

SHIPPED = Path(__file__).parents[1] / "data" / "positions"
CAPTAIN = str(SHIPPED / "captain.json")
MIDDLE = str(SHIPPED / "family-middle.json")


# --- what holds for any position ----------------------------------------------------------------------------


def test_plans_of_random_positions_are_real_events_and_keep_to_the_bound() -> None:
    """`python tests/crew_replay.py` does it for 500."""
    seen = crew_replay.Seen()
    for position in islice(crew_replay.decisions(Random(5)), 25):
        crew_replay.check(position, seen)
    assert seen.rescues > 12
    assert seen.optimal > 22
    assert sorted(seen.seconds)[int(0.9 * len(seen.seconds))] < 0.5  # 0.13 s on a quiet machine


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.json")), ids=lambda path: str(path.stem))
def test_every_shipped_position_has_a_plan(path: Path) -> None:
    position = load_position(path)
    plan = team_plan(position)
    assert plan.optimal
    assert {line.who for line in plan.lines} <= {one.id for one in position.firefighters}
    assert [line.turn for line in plan.lines] == sorted(line.turn for line in plan.lines)
    assert 1 <= len(plan.candidates) <= 3


def test_a_search_takes_the_candidates_in() -> None:
    position = load_position(MIDDLE)
    plan = team_plan(position)
    found = analyse(position, top=1, lines=plan.candidates)
    assert {one.events for one in found.plans if one.yours} == set(plan.candidates)


def test_the_same_position_and_seed_give_the_same_plan() -> None:
    one, other = (team_plan(load_position(CAPTAIN), seed=3) for _ in range(2))
    assert replace(one, seconds=0.0) == replace(other, seconds=0.0)


def test_the_bound_is_never_above_the_fewest_turns_found_by_trying_everything() -> None:
    rng, tried, tight = Random(12), 0, 0
    while tried < 20:
        size = rng.choice(((1, 2), (2, 1), (2, 2), (1, 3)))
        position = positions.rich_position(rng, random_boards.random_board(rng, *size))
        few = len(position.firefighters) <= 2 and position.goal - position.rescued <= len(position.poi)
        if position.turn.phase != "action" or not few:
            continue
        try:
            fewest = fewest_turns(position, 3, limit=4_000)
        except TooManyError:
            continue
        tried += 1
        bound = least_turns(position)
        if fewest is not None:
            assert bound <= fewest, position.to_string()
            tight += bound == fewest
    assert tight > 6


# --- hand-made ----------------------------------------------------------------------------------------------


def hall(*crew: Firefighter, ap: int = 4, **changes: object) -> Position:
    """Return base board 1 with its doors destroyed, nothing burning, one victim at 3,2."""
    board = Board.shipped("base-1")
    position = Position(
        board, (), (), 7, (), (), (), 0, 36, (), (), tuple((door, "destroyed") for door in board.doors),
        (Poi((3, 2), "victim"),), 9, 5, 0, 0, None, None, crew, Turn(crew[0].id, "action", ap=ap),
    )  # fmt: skip
    made = replace(position, **changes)  # type: ignore[arg-type]
    assert made.problems() == ()
    return made


def jobs(position: Position) -> dict[str, list[tuple[str, int]]]:
    """Return each firefighter's jobs with the turns in which they are done."""
    return {
        column.who: [(errand.job.kind, errand.done) for errand in column.errands]
        for column in plan_crew(position, candidates=1).choice.columns
    }


def test_the_nearest_firefighter_fetches_the_victim_in_as_many_turns_as_its_ap_take_fp_4_2() -> None:
    position = hall(Firefighter("red", (7, 7)), Firefighter("blue", (3, 1)))
    assert jobs(position) == {"red": [], "blue": [("rescue", 4)]}  # 1 AP to it, 4 back out: 4 + 4 AP
    # a turn of blue pays for 1 step and 3 AP of carrying, the fourth comes from the turn after it
    assert least_turns(replace(position, goal=1, unrevealed_victims=0, unrevealed_false_alarms=0)) == 3
    # a new POI may come beside a way out after the first turn
    assert least_turns(replace(position, goal=1)) == 2


def test_saved_ap_make_it_a_turn_sooner_fp_3_2() -> None:
    position = hall(Firefighter("red", (7, 7)), Firefighter("blue", (3, 1), saved_ap=1))
    assert jobs(position)["blue"] == [("rescue", 2)]


def test_the_paramedic_treats_and_somebody_else_leads_where_that_is_sooner_fp_7_1() -> None:
    far = (Poi((6, 1), "victim"),)
    crew = Firefighter("red", (6, 1), "paramedic"), Firefighter("blue", (6, 2), "generalist")
    position = hall(*crew, ap=1, rules=("specialists",), poi=far)
    done = jobs(position)
    assert done["red"] == [("treat", 1)]
    assert done["blue"] == [("lead", 2)]  # 1 AP to it, then three led steps to 7,3 and one more: 5 AP


def test_the_captain_moves_the_one_who_carries_fp_7_3() -> None:
    crew = Firefighter("red", (1, 8), "captain"), Firefighter("blue", (3, 2), "generalist")
    position = hall(*crew, ap=4, rules=("specialists",), turn=Turn("red", "action", ap=4, free_ap=2))
    plan = team_plan(position)
    assert plan.candidates[0][0].startswith("command blue carry 3,1")
    assert any(line.said.id == "crew.command" for line in plan.lines)


def test_the_ambulance_is_driven_to_where_the_victim_comes_out_fp_6_4() -> None:
    board = Board.shipped("base-1")
    crew = Firefighter("red", (3, 1), "generalist"), Firefighter("blue", (1, 8), "imaging")
    position = hall(
        *crew, rules=("specialists", "vehicles"), ambulance="north", engine=board.engine_spots[0].id, ap=5
    )  # fmt: skip
    events = [step.event for step in team_plan(position).steps]
    assert "drive ambulance west" in events
    assert "carry 3,0" in events


def test_no_plan_places_the_last_damage_marker_fp_1_5() -> None:
    board = Board.shipped("base-1")
    damage = tuple((wall, 2) for wall in board.walls[:11])
    position = hall(Firefighter("red", (3, 4)), poi=(Poi((3, 3), "victim"),), damage=damage)
    assert position.damage_count == 22
    plan = plan_crew(position, candidates=1)
    assert sum(column.markers for column in plan.choice.columns) <= 1
    assert not Performance(plan.position, plan.choice.columns).all().position.is_over


def test_whoever_stands_in_fire_gets_out_first_fp_4_10() -> None:
    position = hall(Firefighter("red", (1, 1)), fire=((1, 1),))
    first, there = settled(position)
    assert first in ((("move 1,2", 1),), (("move 2,1", 1),), (("extinguish 1,1", 1),))
    assert ("end", 0) in there.legal()
    assert all(line[0] == first[0][0] for line in team_plan(position).candidates)


def test_a_false_alarm_stops_the_errand_and_nothing_illegal_is_done() -> None:
    position = hall(Firefighter("red", (3, 0)), poi=(Poi((3, 2), "unknown"),))
    plan = plan_crew(position, candidates=1)
    acted = Performance(plan.position, plan.choice.columns, "false-alarm").all()
    assert [step.event for step in acted.steps if step.event != "end"] == ["move 3,1", "move 3,2"]
    assert acted.position.poi == ()


def test_fires_that_threaten_more_are_worth_more() -> None:
    position = hall(
        Firefighter("red", (4, 8)), fire=((3, 3), (1, 8)), smoke=((3, 4),), poi=(Poi((3, 5), "victim"),),
        hazmats=((3, 4),), rules=("hazmats",),
    )  # fmt: skip
    fires = Columns(position, 12).fires
    assert fires[3, 3] > fires[1, 8]


def test_what_a_roll_threatens_is_the_mean_over_its_faces_fp_5() -> None:
    rng, seen = Random(31), 0
    while seen < 6:
        position = positions.rich_position(rng, Board.shipped("base-1"))
        if position.turn.phase != "advance_fire" or position.turn.flare_up or not position.fire:
            continue
        seen += 1
        hazards, faces = roll_hazards(position), [face for face, _ in position.chance()]
        after = [position.apply(face) for face in faces]
        inside = [(r, c) for r in range(1, 7) for c in range(1, 9)]
        burns = [sum(square in one.fire for one in after) for square in inside]
        assert hazards["burns"] == burns
        damage = sum(one.damage_count - position.damage_count for one in after) / len(faces)
        assert hazards["damage"] == pytest.approx(damage)
        collapses = sum(one.turn.reason == "collapse" for one in after) / len(faces)
        assert hazards["collapses"] == pytest.approx(collapses)
        standing = [burns[inside.index(one.at)] for one in position.firefighters if one.at in inside]
        assert hazards["knocked_down"] == pytest.approx(sum(standing) / len(faces))


def test_hazards_and_distances_refuse_what_they_cannot_answer() -> None:
    position = load_position(MIDDLE)
    with pytest.raises(ValueError, match="does not wait for a roll"):
        roll_hazards(position)
    with pytest.raises(ValueError, match="prices: chop 2, step 0, burning 2"):
        to_state(position).distances((1, 1), 2, 0, 2)


def test_a_turn_that_ends_still_leaves_everything_but_the_turn() -> None:
    position = hall(Firefighter("red", (3, 1)), Firefighter("blue", (7, 7), saved_ap=3), ap=6)
    later = end_turn(position)
    assert later.turn == Turn("blue", "action", ap=7)
    assert [one.saved_ap for one in later.firefighters] == [4, 0]
    assert (later.poi, later.fire) == (position.poi, position.fire)


# --- words and commands -------------------------------------------------------------------------------------


def test_a_message_is_an_id_with_parameters_and_its_text() -> None:
    line = team_plan(load_position(MIDDLE)).lines[0]
    assert line.said.id == "crew.rescue.victim"
    assert line.said.params == {"who": "red", "where": "3,2 (living room)", "exit": "3,0"}
    assert line.said.text == TEXTS[line.said.id].format(**line.said.params)
    assert message("crew.when.later", {"round": 2}).text == "by its turn 2"


def test_the_hook_of_the_game_makes_the_same_plan() -> None:
    start = make(SetUp(Board.shipped("base-1"), "recruit", firefighters=3, seed=3)).position
    plan = planner(start.game).team_plan(start)
    assert replace(plan, seconds=0.0) == replace(team_plan(start), seconds=0.0)


def test_crew_prints_lines_for_people_or_the_plan_as_json() -> None:
    told = json.loads(well("crew", MIDDLE, "--json"))
    plan = team_plan(load_position(MIDDLE))
    assert told == json.loads(json.dumps({**plan.to_json(), "seconds": told["seconds"]}))
    assert told["format"] == "advisor/crew@1"
    text = well("crew", MIDDLE, "--steps")
    assert "red takes the victim from 3,2 (living room) out by 3,0" in text
    assert "1 red: move 3,1 (1); move 3,2 (1); carry 3,1 (2); carry 3,0 (2); end (0)" in text
    assert max(map(len, text.splitlines())) <= 80


def test_advise_says_what_the_team_does_if_asked() -> None:
    told = json.loads(well("advise", MIDDLE, "--level", "quick", "--top", 1, "--team", "--json"))
    assert told["team"][0]["id"] == "crew.rescue.victim"
    assert "The team over the next turns:" in well("advise", MIDDLE, "--top", 1, "--team")
    assert json.loads(well("advise", MIDDLE, "--top", 1, "--json"))["team"] == []


def test_a_position_in_which_nobody_decides_is_refused_in_one_line() -> None:
    ended = load_position(MIDDLE).apply("end").to_string()
    assert "/turn/phase: advance_fire: the fire's roll comes next" in refused("crew", ended)
