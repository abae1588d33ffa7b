"""Positions made by hand: clicks, drags, numbers, choices; a form for a new game; opening what has faults."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.errors import UsageError
from advisor.files import read_json
from advisor.flashpoint import Board, SetUp, set_up
from advisor.flashpoint.position import Position
from advisor.flashpoint.record import Record
from advisor.flashpoint.rules import RULES
from advisor.flashpoint.squares import edge_text, square_text
from advisor.game import editor, game

HANDS = editor("flash-point")
POSITIONS = sorted((Path(__file__).parents[1] / "data" / "positions").glob("*.json"))


def shipped(name: str) -> Position:
    return Position.from_json(read_json(POSITIONS[0].parent / f"{name}.json"))


def known_victims(position: Position) -> int:
    on_board = sum(poi.kind != "unknown" for poi in position.poi)
    return position.unrevealed_victims + on_board + position.rescued + position.lost


def test_fire_takes_the_place_of_smoke_and_a_second_click_takes_it_away() -> None:
    start = replace(shipped("family-start"), smoke=((1, 1),))
    burning = HANDS.edit(start, "fire", "square 1,1")
    assert (1, 1) in burning.fire
    assert burning.smoke == ()
    assert (1, 1) not in HANDS.edit(burning, "fire", "square 1,1").fire


def test_a_victim_put_on_the_board_was_an_unrevealed_one_fp_8_4() -> None:
    start = shipped("family-start")
    with_one = HANDS.edit(start, "victim", "square 1,1")
    assert with_one.unrevealed_victims == start.unrevealed_victims - 1
    assert known_victims(with_one) == known_victims(start) == 10
    assert HANDS.edit(with_one, "victim", "square 1,1") == start


def test_the_rescued_and_the_lost_were_unrevealed_before_fp_8_4() -> None:
    start = shipped("family-start")
    later = HANDS.count(HANDS.count(start, "rescued", 3), "lost", 2)
    assert (later.rescued, later.lost, later.unrevealed_victims) == (3, 2, 5)
    assert HANDS.count(HANDS.count(later, "rescued", 0), "lost", 0) == start


def test_walls_count_up_to_two_markers_and_doors_turn_through_their_states_fp_1_3_fp_1_4() -> None:
    start = shipped("family-start")
    wall, door = start.board.walls[0], start.board.doors[0]
    seen = []
    position = start
    for _click in range(3):
        position = HANDS.edit(position, "edge", f"edge {edge_text(wall)}")
        seen.append(dict(position.damage).get(wall, 0))
    assert seen == [1, 2, 0]
    seen = []
    for _click in range(3):
        position = HANDS.edit(position, "edge", f"edge {edge_text(door)}")
        seen.append(dict(position.doors).get(door, "closed"))
    assert seen == ["open", "destroyed", "closed"]
    assert position == start


def test_clear_takes_everything_off_a_square_but_people() -> None:
    start = shipped("family-start")
    busy = start
    for tool in ("fire", "poi", "victim", "victim"):
        busy = HANDS.edit(busy, tool, "square 1,2")
    assert HANDS.edit(HANDS.edit(busy, "victim", "square 1,2"), "clear", "square 1,2") == start


def test_smoke_and_face_down_poi_are_refused_in_the_ring_fp_1_1() -> None:
    start = shipped("family-start")
    for tool in ("smoke", "poi"):
        with pytest.raises(UsageError, match="0,1 is outside"):
            HANDS.edit(start, tool, "square 0,1")


def test_people_and_vehicles_are_dragged() -> None:
    start = shipped("recruit-start")
    moved = HANDS.move(start, "piece red", "square 3,3")
    assert moved.firefighter("red").at == (3, 3)
    spot = next(s for s in start.board.engine_spots if s.id != start.engine)
    driven = HANDS.move(start, "piece engine", f"square {square_text(spot.squares[0])}")
    assert driven.engine == spot.id
    with pytest.raises(UsageError, match="no parking spot"):
        HANDS.move(start, "piece ambulance", "square 3,3")


def test_who_is_dragged_away_from_the_engine_did_not_begin_there_fp_6_9() -> None:
    start = shipped("driver-at-the-engine")
    assert start.turn.began_at_engine
    assert not start.turn.acted
    moved = HANDS.move(start, f"piece {start.turn.firefighter}", "square 3,3")
    assert not moved.turn.began_at_engine


def test_another_turn_begins_afresh_with_the_saved_ap_fp_3_1() -> None:
    start = HANDS.count(shipped("family-start"), "saved blue", 3)
    later = HANDS.choose(start, "turn", "blue")
    assert (later.turn.firefighter, later.turn.ap, later.firefighter("blue").saved_ap) == ("blue", 7, 0)


def test_the_parts_of_the_rules_bring_what_they_need_and_take_it_along_fp_11_1() -> None:
    start = shipped("family-start")
    position = start
    for rule in RULES:
        position = HANDS.choose(position, f"rule {rule}", "on")
    assert position.problems() == ()
    assert position.rules == RULES
    for rule in RULES:
        position = HANDS.choose(position, f"rule {rule}", "off")
    assert position.problems() == ()
    assert (position.rules, position.ambulance, position.active.specialist) == ((), None, None)


@pytest.mark.parametrize("number", range(1, 7))
def test_firefighters_join_and_leave(number: int) -> None:
    position = HANDS.choose(shipped("recruit-start"), "crew", str(number))
    assert len(position.firefighters) == number
    assert position.problems() == ()


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_whatever_is_clicked_a_position_stays_one_that_can_be_written_and_read(path: Path) -> None:
    position = Position.from_json(read_json(path))
    board, draw = position.board, random.Random(path.stem)
    squares = [(r, c) for r in range(board.rows + 2) for c in range(board.columns + 2)]
    for _click in range(150):
        kind = draw.randrange(4)
        square = square_text(draw.choice(squares))
        try:
            if kind == 0:
                tool = draw.choice(HANDS.tools(position))
                edge = edge_text(draw.choice([*board.walls, *board.doors]))
                target = f"edge {edge}" if draw.choice(tool.on) == "edge" else f"square {square}"
                position = HANDS.edit(position, tool.id, target)
            elif kind == 1:
                who = draw.choice([*(one.id for one in position.firefighters), "ambulance", "engine"])
                position = HANDS.move(position, f"piece {who}", f"square {square}")
            elif kind == 2:
                counter = draw.choice(HANDS.counters(position))
                position = HANDS.count(position, counter.id, draw.randint(counter.least, counter.most))
            else:
                choice = draw.choice(HANDS.choices(position))
                position = HANDS.choose(position, choice.id, draw.choice(choice.options).value)
        except UsageError:
            continue
        assert Position.from_json(position.to_json(), check=False) == position
        position.problems()
        HANDS.tools(position), HANDS.counters(position), HANDS.choices(position)


@pytest.mark.parametrize(
    ("tool", "target"),
    [("fire", "square 9,9"), ("fire", "edge 1,1-1,2"), ("edge", "square 1,1"), ("put pink", "square 1,1"),
     ("", "square 1,1"), ("fire", ""), ("fire", "square <b>"), ("edge", "edge 1,1-5,5")],
)  # fmt: skip
def test_a_click_that_makes_no_sense_is_one_line(tool: str, target: str) -> None:
    with pytest.raises(UsageError) as caught:
        HANDS.edit(shipped("family-start"), tool, target)
    assert "\n" not in str(caught.value)


# --- the form and opening -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["family", "random-family", "recruit", "veteran", "heroic"])
def test_the_form_as_it_comes_makes_a_game_of_its_level(level: str) -> None:
    chosen = {entry.name: entry.value for entry in HANDS.fields({"level": level})} | {"level": level}
    position = game("flash-point").start(game("flash-point").options(chosen), seed=3)
    assert position.problems() == ()
    assert bool(position.rules) == (level not in ("family", "random-family"))


def test_the_form_offers_no_variant_and_no_board_that_does_not_fit_fp_11() -> None:
    family = {entry.name: entry for entry in HANDS.fields({"level": "family"})}
    assert "variants" not in family
    assert "specialists" not in family
    recruit = {entry.name: entry for entry in HANDS.fields({"level": "recruit"})}
    assert len(recruit["variants"].options) == 3
    assert len(recruit["board"].options) < len(family["board"].options)


def test_a_position_with_faults_is_opened_with_all_of_them() -> None:
    given = {**shipped("family-start").to_json(), "rescued": 10, "lost": 4}
    position, record, notes = HANDS.open(given)
    assert (record, notes) == (None, [])
    assert len(position.problems()) > 1


def test_of_a_record_the_legal_events_count_and_the_first_illegal_one_is_said() -> None:
    start = set_up(SetUp(Board.shipped("hut"))).position
    record = Record(start, ("move 1,3", "move 9,9", "end"))
    position, kept, notes = HANDS.open(record.to_json())
    assert position == start.apply("move 1,3")
    assert kept == record.to_json()
    assert len(notes) == 1
    assert notes[0].startswith("event 2: 'move 9,9'")


def test_a_position_string_with_faults_is_opened_too() -> None:
    faulty = replace(shipped("family-start"), rescued=9)
    assert HANDS.open(faulty.to_string())[0] == faulty
