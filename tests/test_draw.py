"""Pictures of a position: text for the terminal, SVG, and the words beside them."""

from __future__ import annotations

import gzip
import itertools
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from advisor.errors import UsageError
from advisor.flashpoint.board import Board, board_ids
from advisor.flashpoint.draw import (
    LAYERS,
    Geometry,
    board_rich,
    board_svg,
    board_text,
    board_words,
    turn_words,
)
from advisor.flashpoint.draw_places import places_in
from advisor.flashpoint.draw_scene import scene_of
from advisor.flashpoint.draw_theme import PAWNS, THEMES, ink_on
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.rooms import place, room_name
from advisor.flashpoint.rules import EXPERIENCED, SPECIALISTS
from advisor.flashpoint.squares import Square, parse_edge

GOLDEN = Path(__file__).parent / "data" / "draw"
SHARED = Path(__file__).parents[2] / "shared"
NS = "{http://www.w3.org/2000/svg}"
COLOURS = ("red", "blue", "green", "orange", "black", "white")


def family(board_id: str = "base-1", **changes: Any) -> Position:
    """Return the family's start on a board, with changes."""
    board = Board.shipped(board_id)
    start = Position(
        board=board, rules=(), variants=(), goal=7, fire=board.family_fire, smoke=(), hot_spots=(),
        hot_spot_supply=0, threat_markers=36, hazmats=(), damage=(), doors=(),
        poi=tuple(Poi(s, "unknown") for s in board.family_poi), unrevealed_victims=10,
        unrevealed_false_alarms=5, rescued=0, lost=0, ambulance=None, engine=None,
        firefighters=(Firefighter("red", (0, 0)), Firefighter("blue", (board.rows + 1, 1))),
        turn=Turn("red", "action", ap=4),
    )  # fmt: skip
    return replace(start, **changes)


def crowded(at: Square = (3, 5)) -> Position:
    """Return an experienced position with everything that there is, most of it on one square."""
    crew = tuple(
        Firefighter(name, at, specialist, min(n, 4))
        for n, (name, specialist) in enumerate(zip(COLOURS, SPECIALISTS, strict=False))
    )
    return family(
        rules=EXPERIENCED, variants=("small-station",), fire=((2, 2), (5, 8)), smoke=((1, 1), at),
        hot_spots=((1, 1), at), hot_spot_supply=4, hazmats=(at,) * 6,
        damage=tuple((parse_edge(e), n) for e, n in (("1,5-1,6", 1), ("2,6-3,6", 2), ("1,3-1,4", 0)) if n),
        doors=((parse_edge("1,3-1,4"), "open"), (parse_edge("2,5-2,6"), "destroyed")),
        poi=(Poi(at, "unknown"), Poi(at, "victim"), Poi(at, "treated")), ambulance="north", engine="west",
        unrevealed_victims=6, rescued=2, lost=1, firefighters=crew,
        turn=Turn("blue", "action", ap=3, free_ap=2),
    )  # fmt: skip


def plan_of(text: str) -> list[str]:
    """Return the lines of the floor plan, without the column numbers, legend and status."""
    return text.split("\n\n")[0].split("\n")[1:-1]


def ring_and_inside(board: Board) -> list[Square]:
    return list(itertools.product(range(board.rows + 2), range(board.columns + 2)))


# Text


@pytest.mark.parametrize(
    ("name", "position", "ascii_only"),
    [
        ("family", family(), False),
        ("family-ascii", family(), True),
        ("crowded", crowded(), False),
        ("corridor", family("corridor"), False),
        ("shed-ascii", family("shed"), True),
    ],
)
def test_a_text_picture_is_the_one_that_was_looked_at(
    name: str, position: Position, ascii_only: bool
) -> None:
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert board_text(position, ascii_only=ascii_only) + "\n" == expected


@pytest.mark.parametrize("board_id", board_ids())
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_board_fits_into_eighty_columns(board_id: str, ascii_only: bool) -> None:
    lines = board_text(family(board_id), ascii_only=ascii_only).split("\n")
    assert max(map(cell_len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)


def test_ascii_only_is_ascii_whatever_the_names() -> None:
    board = replace(Board.shipped("base-1"), name="Küche\x1b[31m", room_names=(("A", "büro"),))
    text = board_text(family(board=board, firefighters=(Firefighter("red", (1, 1)),)), ascii_only=True)
    assert text.isascii()
    assert "K?che?[31m" in text
    assert "b?ro" in text


def test_no_control_character_of_a_name_reaches_the_terminal() -> None:
    board = replace(Board.shipped("base-1"), name="a\x1b]0;b\x07\n\u202ec")
    assert "Board: a?]0;b???c" in board_text(family(board=board))


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_coloured_text_has_the_same_characters(ascii_only: bool) -> None:
    for position in (family(), crowded()):
        drawn = board_rich(position, ascii_only=ascii_only)
        assert drawn.plain == board_text(position, ascii_only=ascii_only)
        assert drawn.spans


@pytest.mark.parametrize("ascii_only", [False, True])
def test_each_state_of_walls_and_doors_looks_different_fp_1_3_fp_1_4(ascii_only: bool) -> None:
    """Upright and across: five changes of one edge give five more pictures, none of them alike."""
    wall, door = parse_edge("1,5-1,6"), parse_edge("1,3-1,4")
    wall_across, door_across = parse_edge("2,6-3,6"), parse_edge("4,4-5,4")
    for a_wall, a_door in ((wall, door), (wall_across, door_across)):
        seen = [
            board_text(family(damage=damage, doors=doors), ascii_only=ascii_only).split("\n\n")[0]
            for damage, doors in (
                ((), ()), (((a_wall, 1),), ()), (((a_wall, 2),), ()),
                ((), ((a_door, "open"),)), ((), ((a_door, "destroyed"),)),
            )
        ]  # fmt: skip
        assert len(set(seen)) == 5


def test_everything_on_one_crowded_square_is_shown() -> None:
    plan = "\n".join(plan_of(board_text(crowded())))
    for sign in ("░░", "*", "h6", "?", "v", "t", "R", "[B]", "G", "O", "L", "W"):
        assert sign in plan


@pytest.mark.parametrize("at", [(0, 0), (0, 9), (7, 0), (7, 9), (1, 1), (1, 8), (6, 1), (6, 8)])
def test_rows_and_columns_are_not_mixed_up_in_any_corner(at: Square) -> None:
    plan = plan_of(
        board_text(
            family(fire=(), poi=(), firefighters=(Firefighter("zoe", at),), turn=Turn("zoe", "action"))
        )
    )
    text = next(line for line in plan if "[Z]" in line or " Z " in line)
    letter = text.index("Z")
    assert 7 * at[1] + 4 <= letter <= 7 * at[1] + 10
    row = plan.index(text)
    labels = [line[:3].strip() for line in plan]
    assert str(at[0]) in labels[max(0, row - 1) : row + 1]


def test_the_legend_names_only_what_occurs() -> None:
    legend = board_text(family(fire=(), poi=())).split("\n\n")[1]
    assert "wall" in legend
    assert "closed door" in legend
    assert "parking spot of the ambulance" in legend  # where the knocked down go, FP-5.9
    for other in ("fire", "smoke", "hot spot", "hazmat", "POI", "victim", "damaged", "open door", "engine"):
        assert other not in legend
    legend = board_text(crowded()).split("\n\n")[1]
    for word in ("fire", "smoke", "hot spot", "hazmats", "face-down POI", "victim", "treated victim",
                 "damaged wall", "destroyed wall", "closed door", "open door", "destroyed door",
                 "AMB ambulance", "ENG engine", "parking spot of the engine"):  # fmt: skip
        assert word in legend


def test_the_status_says_what_the_table_would_ask() -> None:
    status = board_text(crowded()).split("\n\n")[2]
    for said in (
        "blue's action phase: 3 AP, 2 free command AP", "Rescued: 2 (goal 7)", "Lost: 1 (4 lose the game)",
        "Damage: 3/24", "Threat markers left: 32/36", "Hot spot supply: 4",
        "6 victims, 5 false alarms, 1 of these face down", "ambulance north",
        "engine west (deck gun: rows 1-3, columns 1-4)", "Rules: experienced; small-station",
        "> B blue    Fire Captain", "3,5  1 AP saved  kitchen",
    ):  # fmt: skip
        assert said in status


def test_each_firefighter_has_a_letter_of_its_own() -> None:
    crew = tuple(Firefighter(name, (0, 0)) for name in ("blue", "black", "b", "lb", "bl", "l-b"))
    letters = scene_of(family(firefighters=crew, turn=Turn("b", "action", ap=1))).letters
    assert list(letters) == [f.id for f in crew]
    assert len(set(letters.values())) == 6
    assert letters["blue"] == "B"
    assert letters["black"] == "L"


# Words


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        (Turn("red", "action", ap=0), "red's action phase: 0 AP"),
        (
            Turn("red", "action", ap=4, free_ap=3),
            "red's action phase: 4 AP, 3 free movement AP",
        ),
        (
            Turn("red", "action", ap=1, commanded=("blue", "green")),
            "red's action phase: 1 AP (has commanded blue, green)",
        ),
        (
            Turn("red", "reveal", at=(2, 4), cause="enter"),
            "red's turn: reveal the POI on 2,4 (bathroom), a firefighter has entered",
        ),
        (Turn("red", "deck_gun_roll", dice=(None, None)), "red fires the deck gun: roll both dice"),
        (
            Turn("red", "deck_gun_roll", dice=(3, None)),
            "red fires the deck gun: roll the black die (red shows 3)",
        ),
        (
            Turn("red", "deck_gun_roll", dice=(None, 8)),
            "red fires the deck gun: roll the red die (black shows 8)",
        ),
        (
            Turn("red", "deck_gun_choice", dice=(6, 2)),
            "red's deck gun: red 6, black 2 rolled - keep or re-roll",
        ),
        (Turn("red", "advance_fire", flare_up=False), "red's turn, advance fire: roll both dice"),
        (Turn("red", "advance_fire", flare_up=True), "red's turn, flare-up: roll again"),
        (Turn("red", "replenish"), "red's turn, replenish POI: roll both dice"),
        (Turn("red", "over", result="won", reason="rescued"), "Game won: the goal is reached"),
        (Turn("red", "over", result="lost", reason="collapse"), "Game lost: the building has collapsed"),
    ],
)
def test_every_phase_is_said_in_words(turn: Turn, said: str) -> None:
    crew = (Firefighter("red", (0, 0), "rescue"),)
    position = family(firefighters=crew, turn=turn)
    assert turn_words(position) == said
    assert said in " ".join(board_text(position).split())
    assert said in board_words(position)


def test_the_words_name_all_that_is_on_the_board() -> None:
    words = board_words(crowded())
    for said in (
        "Fire: 2,2, 5,8.", "Smoke: 1,1, 3,5.", "Hot spots: 1,1, 3,5.", "Hazmats: 6 on 3,5.",
        "Face-down POI: 3,5.", "Victims: 3,5.", "Treated victims: 3,5.",
        "Walls with one damage marker: 1,5-1,6.", "Destroyed walls: 2,6-3,6.", "Open doors: 1,3-1,4.",
        "Destroyed doors: 2,5-2,6.", "red (Paramedic) on 3,5 (kitchen)", "Vehicles: ambulance north",
    ):  # fmt: skip
        assert said in words


def test_a_room_has_its_name_inside_the_building_only() -> None:
    board = Board.shipped("base-1")
    assert room_name(board, (4, 6)) == "kitchen"
    assert room_name(board, (6, 8)) == "toilet"
    assert [room_name(board, s) for s in ((0, 1), (7, 8), (1, 0), (6, 9))] == [None] * 4
    assert room_name(Board.shipped("hospital"), (4, 4)) is None
    assert room_name(replace(board, room_names=None), (4, 6)) is None
    assert place(board, (4, 6)) == "4,6 (kitchen)"
    assert place(board, (0, 6)) == "0,6"


# SVG


def layers_of(svg: str) -> dict[str, ET.Element]:
    return {g.get("id", ""): g for g in ET.fromstring(svg).findall(f"{NS}g")}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("board_id", board_ids())
def test_every_board_becomes_a_self_contained_picture(board_id: str, theme: str) -> None:
    svg = board_svg(family(board_id), theme=theme)
    root = ET.fromstring(svg)
    assert root.tag == f"{NS}svg"
    assert {e.tag.removeprefix(NS) for e in root.iter()} <= {
        "svg", "title", "desc", "g", "rect", "path", "circle", "ellipse", "polygon", "text",
    }  # fmt: skip
    names = {name for e in root.iter() for name in e.attrib}
    assert not any(name.startswith("on") or "href" in name or name in ("style", "class") for name in names)
    assert "url(" not in svg
    assert list(layers_of(svg)) == [*LAYERS, "status"]


def test_the_layers_hold_one_mark_for_each_thing() -> None:
    position = crowded()
    layers = layers_of(board_svg(position))
    assert len(layers["firefighters"]) == 6
    assert len(layers["markers"]) == 4  # one pile of hazmats, three POI
    assert len(layers["hot-spots"]) == 2
    assert len(layers["threats"]) == len(layers["threat-floors"]) == 4
    assert len(layers["walls"]) == len(position.board.walls)
    assert len(layers["doors"]) == len(position.board.doors)
    assert len(layers["spots"]) == 8
    assert len(layers["overlay"]) == 0
    assert len(layers["coordinates"]) == 2 * (8 + 10)


def test_a_prefix_keeps_the_pictures_of_a_page_apart() -> None:
    root = ET.fromstring(board_svg(family(), prefix='a"<'))
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    assert all(str(name).startswith('a"<') for name in ids)
    assert root.get("aria-labelledby") == 'a"<title a"<description'


def test_names_are_escaped_in_the_picture() -> None:
    board = replace(Board.shipped("base-1"), name="<script>&\x00\ud800", room_names=(("A", "</text><b>"),))
    svg = board_svg(family(board=board))
    assert "<script" not in svg
    assert "<b>" not in svg
    root = ET.fromstring(svg.encode("utf-8"))
    assert root.findtext(f"{NS}title", "").startswith("<script>&??: red's action phase")


def test_an_unknown_theme_is_refused_with_one_line() -> None:
    with pytest.raises(UsageError, match=r'^theme: "pink", expected one of light, dark$'):
        board_svg(family(), theme="pink")


def test_the_picture_tells_in_words_what_is_on_the_board() -> None:
    position = crowded()
    assert ET.fromstring(board_svg(position)).findtext(f"{NS}desc") == board_words(position)


def test_each_state_of_walls_and_doors_has_its_own_shape() -> None:
    scene = scene_of(crowded())
    assert set(scene.edges.values()) == {"wall", "damaged", "rubble", "closed", "open", "destroyed"}
    layers = layers_of(board_svg(crowded()))
    shapes = {
        "".join(ET.tostring(shape, encoding="unicode") for shape in edge)
        for layer in ("walls", "doors")
        for edge in layers[layer]
    }
    assert len(shapes) == 6


def test_tokens_stay_inside_their_square_and_apart() -> None:
    geometry = Geometry(6, 8)
    contents = scene_of(crowded()).squares[3, 5]
    plain = replace(contents, threat="", hot_spot=False)
    for what, square, count in itertools.product(
        (contents, plain, replace(plain, threat="fire")), ((3, 5), (0, 0)), range(1, 11)
    ):
        box = geometry.box(square)
        tokens = places_in(box, what, count, outside=square == (0, 0)).tokens
        assert len(tokens) == count
        for token in tokens:
            assert box.x <= token.x - token.size / 2 <= token.x + token.size / 2 <= box.x + box.width
            assert box.y <= token.y - token.size / 2 <= token.y + token.size / 2 <= box.y + box.height
        for a, b in itertools.combinations(tokens, 2):
            assert max(abs(a.x - b.x), abs(a.y - b.y)) >= a.size


@given(st.integers(1, 12), st.integers(1, 12))
def test_the_squares_of_any_board_lie_side_by_side(rows: int, columns: int) -> None:
    geometry = Geometry(rows, columns)
    boxes = {s: geometry.box(s) for s in itertools.product(range(rows + 2), range(columns + 2))}
    for (row, column), box in boxes.items():
        right, below = boxes.get((row, column + 1)), boxes.get((row + 1, column))
        assert right is None or (right.x, right.y) == (box.x + box.width, box.y)
        assert below is None or (below.x, below.y) == (box.x, box.y + box.height)
    assert boxes[rows + 1, columns + 1].x + boxes[rows + 1, columns + 1].width <= geometry.width


def test_letters_on_pawns_can_be_read() -> None:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05

    def contrast(a: str, b: str) -> float:
        return max(light(a), light(b)) / min(light(a), light(b))

    assert all(contrast(colour, ink_on(colour)) >= 4.5 for colour in PAWNS.values())
    for theme in THEMES.values():
        assert all(contrast(theme.muted, floor) >= 4.5 for floor in (*theme.floors, theme.panel, theme.page))
        assert all(contrast(theme.wall, floor) >= 4.5 for floor in (*theme.floors, theme.ground))


# Any position


def test_a_position_that_contradicts_itself_can_still_be_drawn() -> None:
    """An editor shows what is wrong beside the picture."""
    crew = (Firefighter("red", (20, 20)),)
    far = ((9, 9), (40, 0))
    for position in (
        family(turn=Turn("nobody", "action", ap=99), fire=far, smoke=far, hot_spots=far, hazmats=far),
        family(firefighters=(), doors=((((0, 0), (0, 1)), "open"),), damage=((((0, 0), (0, 1)), 3),)),
        family(firefighters=crew, ambulance="nowhere", turn=Turn("red", "reveal")),
        family(damage=((parse_edge("1,5-1,6"), 7),), doors=((parse_edge("1,3-1,4"), "ajar"),)),
        family(firefighters=tuple(Firefighter(f"f{n}", (1, 1), "chef") for n in range(40))),
        family(turn=Turn("red", "tea")),
    ):
        assert board_text(position)
        assert board_rich(position).plain == board_text(position)
        assert ET.fromstring(board_svg(position)) is not None


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions to draw: things anywhere on a board, whether or not a game leads there."""
    base = family(draw(st.sampled_from(board_ids())))
    board = base.board
    anywhere = st.sampled_from(ring_and_inside(board))
    names = draw(st.lists(st.from_regex(r"[a-z][a-z0-9-]{0,15}", fullmatch=True), min_size=1, max_size=6,
                          unique=True))  # fmt: skip
    specialists = draw(st.permutations([None, *SPECIALISTS]))
    crew = tuple(Firefighter(n, draw(anywhere), s) for n, s in zip(names, specialists, strict=False))
    fire = draw(st.sets(anywhere, max_size=12))
    return replace(
        base,
        rules=EXPERIENCED if board.engine_spots else (),
        firefighters=crew,
        turn=Turn(names[0], "action", ap=4),
        fire=tuple(sorted(fire)),
        smoke=tuple(sorted(draw(st.sets(anywhere, max_size=12)) - fire)),
        hazmats=tuple(sorted(draw(st.lists(anywhere, max_size=6)))),
        poi=tuple(
            Poi(s, k)
            for s, k in draw(st.lists(st.tuples(anywhere, st.sampled_from(["unknown", "victim", "treated"])),
                                      max_size=3))
        ),
        damage=tuple((e, draw(st.sampled_from([1, 2]))) for e in draw(st.sets(st.sampled_from(board.walls)))),
        doors=tuple(
            (e, draw(st.sampled_from(["open", "destroyed"])))
            for e in draw(st.sets(st.sampled_from(board.doors)))
        ),
    )  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(positions(), st.booleans())
def test_any_position_can_be_drawn_and_shows_every_firefighter(position: Position, ascii_only: bool) -> None:
    text = board_text(position, ascii_only=ascii_only)
    assert max(map(cell_len, text.split("\n"))) <= 80
    plan = "\n".join(plan_of(text)).replace("AMB", "").replace("ENG", "").replace("H", "")
    letters = scene_of(position).letters.values()
    assert all(letter in plan for letter in letters if letter != "H")
    assert len(layers_of(board_svg(position))["firefighters"]) == len(position.firefighters)


def recorded() -> Iterator[Position]:
    for path in sorted((SHARED / "conformance" / "games").glob("*.jsonl.gz"))[::3]:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in itertools.islice(lines, 0, None, 25):
                yield Position.from_json(json.loads(line)["position"])


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="the corpus is not there")
def test_positions_of_recorded_games_can_be_drawn() -> None:
    drawn = 0
    for position in recorded():
        assert max(map(cell_len, board_text(position).split("\n"))) <= 80
        assert len(layers_of(board_svg(position))["firefighters"]) == len(position.firefighters)
        drawn += 1
    assert drawn > 20
