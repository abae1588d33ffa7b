"""Pictures for the page: every place can be clicked, plans are drawn as far as they go, no name is markup."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.api import analyse
from advisor.errors import UsageError
from advisor.files import read_json
from advisor.flashpoint import Board
from advisor.flashpoint.board import board_ids
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import edge_text, square_text
from advisor.game import painter

FOLDER = Path(__file__).parents[1] / "data" / "positions"
PAINTER = painter("flash-point")
EVIL = "<script>alert(1)</script>\"'&"


def shipped(name: str) -> Position:
    return Position.from_json(read_json(FOLDER / f"{name}.json"))


def on(board: Board) -> Position:
    return replace(shipped("family-start"), board=board, fire=(), poi=(), smoke=(), firefighters=())


@pytest.mark.parametrize("name", board_ids())
def test_every_square_wall_and_door_of_a_board_is_a_place_within_the_picture(name: str) -> None:
    board = Board.shipped(name)
    drawn = PAINTER.picture(on(board))
    ids = {target.id for target in drawn.targets}
    squares = [(r, c) for r in range(board.rows + 2) for c in range(board.columns + 2)]
    edges = [*board.walls, *board.doors]
    assert ids == {f"square {square_text(s)}" for s in squares} | {f"edge {edge_text(e)}" for e in edges}
    for target in drawn.targets:
        assert target.x >= 0
        assert target.x + target.width <= drawn.width
        assert target.y >= 0
        assert target.y + target.height <= drawn.height


def test_squares_do_not_overlap_and_lie_in_reading_order() -> None:
    squares = [t for t in PAINTER.picture(shipped("recruit-start")).targets if t.kind == "square"]
    assert [(t.row, t.column) for t in squares] == sorted((t.row, t.column) for t in squares)
    for one in squares:
        for other in squares:
            apart = (
                one.x + one.width <= other.x + 0.1 or other.x + other.width <= one.x + 0.1
                or one.y + one.height <= other.y + 0.1 or other.y + other.height <= one.y + 0.1
            )  # fmt: skip
            assert apart or one is other


def test_people_and_vehicles_are_pieces_on_the_squares_where_they_stand() -> None:
    position = shipped("recruit-start")
    drawn = PAINTER.picture(position)
    pieces = {t.id: t for t in drawn.targets if t.kind == "piece"}
    assert set(pieces) == {f"piece {one.id}" for one in position.firefighters} | {
        "piece ambulance", "piece engine",
    }  # fmt: skip
    squares = {t.id: t for t in drawn.targets if t.kind == "square"}
    for one in position.firefighters:
        piece, square = pieces[f"piece {one.id}"], squares[f"square {square_text(one.at)}"]
        middle = piece.x + piece.width / 2, piece.y + piece.height / 2
        assert square.x <= middle[0] <= square.x + square.width
        assert square.y <= middle[1] <= square.y + square.height


def test_labels_tell_what_is_there() -> None:
    position = shipped("family-middle")
    labels = {t.id: t.label for t in PAINTER.picture(position).targets}
    assert labels["square 3,4"] == "3,4 (kitchen): fire"
    assert labels["square 5,3"] == "5,3 (dining room): 1 face-down POI"
    assert labels[f"edge {edge_text(position.doors[0][0])}"].endswith(f"{position.doors[0][1]} door")


def test_a_plan_is_drawn_with_a_number_for_each_step_as_far_as_it_is_legal() -> None:
    start = shipped("family-middle")
    bare = PAINTER.picture(start).svg.count('r="18"')
    plan = ["move 3,1", "move 3,2", "extinguish 3,3"]
    assert PAINTER.picture(start, plan=plan).svg.count('r="18"') == bare + 3
    assert PAINTER.picture(start, plan=["move 3,1", "move 9,9", "move 3,2"]).svg.count('r="18"') == bare + 1


def test_a_drive_is_drawn_along_the_ring_and_its_rider_goes_on_from_there() -> None:
    start = shipped("driver-at-the-engine")
    drive = next(text for text, _cost in start.legal() if text.startswith("drive engine south red@7,1"))
    around = PAINTER.picture(start, plan=[drive]).svg
    move = next(text for text, _cost in start.apply(drive).legal() if text.startswith("move"))
    on = PAINTER.picture(start, plan=[drive, move]).svg
    overlay = around.split('id="overlay"')[1].split('id="status"')[0]
    assert overlay.count("<polygon") == 1
    points = [tuple(map(float, p.split())) for p in overlay.split('d="M')[1].split('"')[0].split("L")]
    assert all(x < 122 or y > 722 for x, y in points)  # never through the building
    assert on.count("<polygon") == around.count("<polygon") + 1


def test_the_coming_roll_is_laid_over_the_board_and_said_in_words() -> None:
    start = shipped("family-middle")
    plan = analyse(start, level="instant", top=1, maps=True).plans[0]
    drawn = PAINTER.picture(start.apply("end"), outcomes=plan.map)
    assert drawn.svg.count("%</text>") >= 48
    assert "Worst rolls:" in drawn.words


def test_chosen_places_are_marked() -> None:
    start = shipped("family-start")
    assert PAINTER.picture(start, chosen=["square 1,1", "piece red"]).svg.count('stroke-width="7"/>') == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_that_look_like_markup_stay_text(theme: str) -> None:
    start = shipped("family-start")
    board = Board.from_json({**start.board.to_json(), "id": "x", "name": EVIL, "room_names": {"A": EVIL}})
    drawn = PAINTER.picture(replace(start, board=board), theme=theme)
    assert "<script" not in drawn.svg
    root = ET.fromstring(drawn.svg)
    assert any(EVIL in (element.text or "") for element in root.iter())


def test_a_position_with_faults_is_drawn_as_far_as_it_goes() -> None:
    start = shipped("heroic-start")
    faulty = replace(
        start, fire=((0, 0), *start.fire), smoke=start.fire[:2], lost=9,
        firefighters=(replace(start.firefighters[0], at=(99, 99)), *start.firefighters[1:]),
    )  # fmt: skip
    assert faulty.problems()
    ET.fromstring(PAINTER.picture(faulty).svg)


def test_an_unknown_theme_is_one_line() -> None:
    with pytest.raises(UsageError, match='theme: "pink", expected one of'):
        PAINTER.picture(shipped("family-start"), theme="pink")
