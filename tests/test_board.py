"""Boards: reading, refusing, the normal form, the boards that ship."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.errors import FormatError
from advisor.files import dump_json, read_json
from advisor.flashpoint.board import Board, board_ids
from advisor.flashpoint.squares import Square, edge
from json_samples import SHARED, board, changed, needs_shared, without


@pytest.mark.parametrize("board_id", board_ids())
def test_a_shipped_board_is_in_normal_form(board_id: str) -> None:
    shipped = Board.shipped(board_id)
    assert shipped.id == board_id
    assert shipped.is_shipped
    assert Board.from_json(shipped.to_json()) == shipped


def unreached(board: Board) -> set[Square]:
    """The inside squares that nobody reaches from outside without chopping, all doors open."""
    walls = set(board.walls)
    ahead: list[Square] = [(0, 0)]
    reached = set(ahead)
    while ahead:
        r, c = ahead.pop()
        for near in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if near not in reached and board.is_on_board(near) and edge((r, c), near) not in walls:
                reached.add(near)
                ahead.append(near)
    inside = {(r, c) for r in range(1, board.rows + 1) for c in range(1, board.columns + 1)}
    return inside - reached


@pytest.mark.parametrize("board_id", board_ids())
def test_every_room_of_a_shipped_board_is_reached_through_its_doors(board_id: str) -> None:
    walled_off = {(1, 10), (1, 11), (1, 12)} if board_id == "corridor" else set()
    assert unreached(Board.shipped(board_id)) == walled_off


@needs_shared
@pytest.mark.shared
@pytest.mark.parametrize("name", ["base-1", "base-2", "small/shed", "small/cottage"])
def test_the_shared_boards_are_read_and_written_to_the_last_byte(name: str) -> None:
    obj = read_json(SHARED / "boards" / f"{name}.json")
    assert dump_json(Board.from_json(obj).to_json()) == dump_json(obj)


def test_a_board_is_put_in_order_but_spots_and_tables_are_not() -> None:
    obj = board()
    for key in ("walls", "doors"):
        obj[key].reverse()
    obj["family"]["fire"].reverse()
    obj["room_names"] = {"B": "store", "A": "shop"}
    assert dump_json(Board.from_json(obj).to_json()) == dump_json(board())


def test_a_board_given_whole_is_not_a_shipped_one() -> None:
    whole = Board.from_json(Board.shipped("base-1").to_json())
    assert whole == Board.shipped("base-1")
    assert not whole.is_shipped


def test_rooms_are_optional() -> None:
    obj = without(without(board(), "rooms"), "room_names")
    assert Board.from_json(obj).to_json() == obj
    assert Board.from_json(obj).room((1, 1)) is None


def test_what_a_board_answers_fp_1_1() -> None:
    hall = Board.from_json(board())
    assert hall.is_inside((2, 4))
    assert not hall.is_inside((4, 2))
    assert hall.is_on_board((3, 5))
    assert not hall.is_on_board((5, 3))
    assert (hall.room((1, 3)), hall.room((0, 3))) == ("store", None)
    north, east = hall.ambulance_spot("north"), hall.engine_spot("east")
    assert north is not None
    assert north.squares == ((0, 2), (0, 1))
    assert east is not None
    assert (east.rows, east.columns) == ((1, 1), (3, 4))
    assert hall.ambulance_spot("east") is None


def test_an_unknown_id_is_refused_with_those_there_are() -> None:
    for name in ("base-9", "../boards/base-1", "", "base-1.json"):
        with pytest.raises(FormatError, match="expected one of base-1, base-2, "):
            Board.shipped(name)


FAULTS: list[tuple[str, Any, str]] = [
    ("/format", "flash-point/board@2", '/format: "flash-point/board@2", expected flash-point/board@1'),
    ("/id", "", '/id: "", expected an id that is not empty'),
    ("/name", 3, "/name: 3, expected a text"),
    ("/note", 1, "/note: unknown key"),
    ("/rows", True, "/rows: true, expected a whole number"),
    ("/rows", 0, "/rows: 0, expected 1 to 12"),
    ("/columns", 13, "/columns: 13, expected 1 to 12"),
    ("/arrows/-", "E E S W", "/arrows: 3 rows of arrows, expected 2 (FP-8.3)"),
    ("/walls/-", "0,1-1,1", "/walls/4: 0,1-1,1 stands twice in the list"),
    ("/doors/-", "1,2-1,3", "/doors/1: 1,2-1,3 is among the walls too, expected a wall or a door (FP-1.2)"),
    ("/walls/1", "1,1-2,2", '/walls/1: "1,1-2,2", expected an edge "r,c-r,c" between adjacent squares, the'),
    ("/walls/1", "1,2-1,1", '/walls/1: "1,2-1,1", expected an edge "r,c-r,c" between adjacent squares, the'),
    ("/walls/1", "2,5-2,6", "/walls/1: 2,5-2,6 leaves the board, expected squares up to 3,5 (FP-1.2)"),
    ("/walls/1", "3,1-4,1", "/walls/1: 3,1-4,1 leaves the board, expected squares up to 3,5 (FP-1.2)"),
    ("/doors/0", "0,2-0,3", "/doors/0: 0,2-0,3 lies between two outside squares, expected an edge of an"),
    ("/ambulance_spots", [], "/ambulance_spots: an empty list, expected at least one spot (FP-5.9)"),
    ("/ambulance_spots/1/id", "north", '/ambulance_spots/1/id: "north" stands twice in the list'),
    ("/ambulance_spots/1/id", "no rth", '/ambulance_spots/1/id: "no rth", expected an id of one word'),
    ("/ambulance_spots/1/squares", ["0,2", "0,1"], "/ambulance_spots/1/squares: the same squares as a spot"),
    ("/ambulance_spots/1/squares", ["3,1"], '/ambulance_spots/1/squares: ["3,1"], expected a list of two'),
    ("/ambulance_spots/0/squares", ["0,1", "1,1"], "/ambulance_spots/0/squares: 0,1 and 1,1, expected two"),
    ("/ambulance_spots/0/squares", ["0,1", "0,3"], "/ambulance_spots/0/squares: 0,1 and 0,3, expected two"),
    ("/ambulance_spots/0/squares", ["3,5", "3,6"], "/ambulance_spots/0/squares: 3,5 and 3,6, expected two"),
    ("/ambulance_spots/0/squares", ["0,1", "0,1"], "/ambulance_spots/0/squares: 0,1 and 0,1, expected two"),
    ("/engine_spots/1/quadrant/columns", [2, 3], "/engine_spots/1/quadrant/columns: 2 to 3: a die showing 1"),
    (
        "/engine_spots/1/quadrant/rows",
        [0, 2],
        "/engine_spots/1/quadrant/rows: 0 to 2, expected the first and",
    ),
    (
        "/engine_spots/1/quadrant/rows",
        [2, 1],
        "/engine_spots/1/quadrant/rows: 2 to 1, expected the first and",
    ),
    ("/arrows/0", "E E S", "/arrows/0: 3 arrows, expected 4 (FP-8.3)"),
    ("/arrows/0", "E E  S W", '/arrows/0: "" among the arrows, expected 4 of N NE E SE S SW W NW, a single'),
    ("/arrows/1", "S W W W", "/arrows/1: the arrow S of 2,1 points outside, expected one that stays inside"),
    ("/first_explosion/-", "1,1", "/first_explosion: 5 squares, expected 4, one a column (FP-10.4)"),
    ("/first_explosion/2", "0,1", "/first_explosion/2: 0,1 is outside, expected an inside square (FP-1.1)"),
    ("/family/fire/-", "1,1", "/family/fire/2: 1,1 stands twice in the list (FP-10.2)"),
    ("/family/fire/0", "1,5", "/family/fire/0: 1,5 is outside, expected an inside square (FP-1.1)"),
    ("/family/poi/0", "1,1", "/family/poi/0: 1,1 is in the fire of the set-up, expected a square without"),
    ("/family/poi", ["1,2", "1,3", "1,4", "2,2"], "/family/poi: 4 POI, expected at most 3 (FP-8.1)"),
    ("/rooms/0", "AAB", '/rooms/0: "AAB", expected 4 letters A-Z'),
    ("/rooms/0", "AABÄ", '/rooms/0: "AABÄ", expected 4 letters A-Z'),
    ("/rooms", [], "/rooms: 0 rows of letters, expected 2"),
    ("/rooms", None, "/rooms: null, expected a list"),
    ("/room_names/a", "hall", '/room_names/a: "a", expected a letter A-Z'),
]


@pytest.mark.parametrize(("pointer", "value", "message"), FAULTS)
def test_a_faulty_board_is_refused_naming_the_field(pointer: str, value: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        Board.from_json(changed(board(), pointer, value), "/position/board")
    assert str(caught.value).startswith(f"/position/board{message}")


@pytest.mark.parametrize("key", [key for key in board() if key not in ("rooms", "room_names")])
def test_a_missing_key_of_a_board_is_named(key: str) -> None:
    with pytest.raises(FormatError, match=f"^/{key}: missing key$"):
        Board.from_json(without(board(), key))


@pytest.mark.parametrize(
    ("rows", "columns", "fits"), [(8, 8, True), (1, 12, True), (12, 5, True), (6, 11, False)]
)
def test_at_most_64_squares_fit(rows: int, columns: int, fits: bool) -> None:
    obj = {
        **without(without(board(), "rooms"), "room_names"),
        "rows": rows,
        "columns": columns,
        "walls": [f"{rows},1-{rows + 1},1"],
        "doors": [f"1,{columns}-1,{columns + 1}"],
        "ambulance_spots": [{"id": "corner", "squares": ["0,0", "0,1"]}],
        "engine_spots": [],
        "arrows": [" ".join(["E"] * (columns - 1) + ["W"])] * rows,
        "first_explosion": ["1,1"] * columns,
        "family": {"fire": [], "poi": []},
    }
    if fits:
        assert Board.from_json(obj).to_json() == obj
    else:
        with pytest.raises(FormatError, match=r"^/columns: 66 squares inside, expected at most 64$"):
            Board.from_json(obj)


@pytest.mark.parametrize("value", [None, 3, "base-1", []])
def test_a_board_must_be_an_object(value: Any) -> None:
    with pytest.raises(FormatError, match=r"expected an object$"):
        Board.from_json(value)
