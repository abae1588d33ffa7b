"""Routes: the graph's prices against the core, and ways that can be walked event by event as told."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import networkx as nx
import pytest

import positions
from advisor.errors import UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import Replay, clear_outside_fire
from advisor.flashpoint.draw import board_svg
from advisor.flashpoint.draw_routes import drawn_routes, route_marks, route_overlay
from advisor.flashpoint.graph import LOADS, Building, Ways, core_distances, graph_of, prices_of
from advisor.flashpoint.load import load_position
from advisor.flashpoint.pace import Purse, deeds_along, is_acting, purse_of, timetable
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.routes import drives_to, havens, hops, routes_of
from advisor.flashpoint.rules import SPECIALISTS
from advisor.flashpoint.setup import SetUp, make
from advisor.flashpoint.squares import square_text
from advisor.flashpoint.still import end_turn
from shell import refused, well

COUNT = int(os.environ.get("ADVISOR_ROUTES", "400"))
"""Random positions on which graph and core are compared; `make routes` takes 2,000, some six seconds."""
FAR = 200


def calm_position(rng: Random, board: Board | None = None) -> Position:
    """Return a rich position without fire outside: nobody walks before FP-5.8 (c) has removed it."""
    return clear_outside_fire(positions.rich_position(rng, board))


def test_graph_and_core_agree_for_every_load_and_specialist_on_many_random_positions() -> None:
    rng = Random(41)
    for _ in range(COUNT):
        position = calm_position(rng)
        job = rng.choice((None, *SPECIALISTS))
        prices = prices_of(job, rng.choice(LOADS), chops=rng.random() < 0.8)
        start = rng.choice([one.at for one in position.firefighters])
        expected = nx.single_source_dijkstra_path_length(graph_of(position, prices), start, weight="cost")
        near = {square: ap for square, ap in expected.items() if ap <= FAR}
        assert core_distances(position, start, prices) == near, (position.to_string(), start, prices)


@pytest.mark.parametrize(
    ("job", "load", "step", "burning", "chop"),
    [
        (None, "", 1, 2, 2),  # FP-4.1, FP-4.9
        (None, "victim", 2, 3, 2),  # FP-4.2: extinguished first, then carried
        (None, "treated", 1, 2, 2),  # FP-4.4
        (None, "hazmat", 2, 3, 2),  # FP-4.3
        ("rescue", "", 1, 2, 1),  # FP-7: chops for 1; walks into fire, as extinguishing costs double
        ("rescue", "victim", 2, 4, 1),
        ("paramedic", "treated", 1, 3, 2),
        ("cafs", "", 1, 2, 2),
    ],
)
def test_prices_are_those_of_the_clauses(
    job: str | None, load: str, step: int, burning: int, chop: int
) -> None:
    prices = prices_of(job, load)
    assert (prices.step, prices.burning, prices.chop) == (step, burning, chop)


def corridor(**changes: object) -> Position:
    """Return a row of six squares, walled in but for a doorway at the left and the edges in between."""
    ring = (
        [((0, c), (1, c)) for c in range(1, 7)] + [((1, c), (2, c)) for c in range(1, 7)] + [((1, 6), (1, 7))]
    )
    board = Board(
        "row",
        "A row",
        1,
        6,
        tuple(sorted([*ring, ((1, 3), (1, 4))])),
        (((1, 1), (1, 2)),),
        (),
        (),
        (),
        (),
        (),
        (),
    )
    position = Position(
        board, (), (), 1, (), (), (), 0, 36, (), (), (), (Poi((1, 5), "victim"),), 0, 0, 0, 0, None, None,
        (Firefighter("red", (1, 0)),), Turn("red", "action", ap=4),
    )  # fmt: skip
    return replace(position, **changes)  # type: ignore[arg-type]


def test_a_way_opens_doors_chops_walls_and_puts_out_fire_at_its_price() -> None:
    position = corridor(fire=((1, 5),))
    path = [(1, column) for column in range(7)]
    deeds = deeds_along(Building(position), path, None)
    assert [deed.event for deed in deeds] == [
        "move 1,1", "door 1,1-1,2", "move 1,2", "move 1,3", "chop 1,3-1,4", "chop 1,3-1,4", "move 1,4",
        "extinguish 1,5", "move 1,5", "move 1,6",
    ]  # fmt: skip
    graph = graph_of(position)
    costs = [graph.edges[step]["cost"] for step in pairwise(path)]
    assert costs == [1, 2, 1, 5, 2, 1]
    assert sum(costs) == sum(deed.cost for deed in deeds)
    assert timetable(deeds, purse_of(position, position.active))[0] == (1, 1, 1, 1, 2, 2, 3, 3, 3, 3)


def test_the_rescue_specialist_runs_through_fire_and_rests_only_behind_it_fp_4_10() -> None:
    position = corridor(fire=((1, 5),), damage=((((1, 3), (1, 4)), 2),))
    deeds = deeds_along(Building(position), [(1, 4), (1, 5), (1, 6)], "rescue")
    assert [(deed.event, deed.cost, deed.rests) for deed in deeds] == [
        ("move 1,5", 2, False),
        ("move 1,6", 1, True),
    ]
    # with 2 AP the step into fire is affordable, but not the one out of it: both wait for the next turn
    assert timetable(deeds, Purse(2, 0, 4, 3, "movement"))[0] == (2, 2)


def test_a_way_back_does_not_pay_again_for_what_is_open_already() -> None:
    table = routes_of(corridor(poi=(Poi((1, 3), "victim"),)))
    rescue = next(route for route in table.routes if route.kind == "rescue.victim")
    assert [step.event for step in rescue.steps].count("door 1,1-1,2") == 1
    assert rescue.places[rescue.turning] == "1,3"
    assert rescue.cost == 3 + 1 + 3 * 2  # three steps and a door; then three steps of carrying


def test_no_way_places_the_last_damage_marker_fp_1_5() -> None:
    walls = [((0, c), (1, c)) for c in range(1, 7)] + [((1, c), (2, c)) for c in range(1, 6)]
    position = corridor(damage=tuple(sorted((wall, 2) for wall in walls))[:11])
    assert position.damage_count == 22
    ways = Ways(Building(position))
    path = ways.path((1, 0), [(1, 4)], prices_of(None))
    assert path is None or ways.markers(path[1]) <= 1


@pytest.mark.parametrize("seed", range(12))
def test_a_route_can_be_walked_event_by_event_in_the_turns_that_it_names(seed: int) -> None:
    """The whole table of a firefighter, with the fire standing still and every POI a victim."""
    rng = Random(seed)
    walked = 0
    while walked < 8:
        position = calm_position(rng)
        in_fire = [one.id for one in position.firefighters if one.at in position.fire]
        if position.turn.phase != "action" or set(in_fire) & set(position.turn.commanded):
            continue
        for route in routes_of(position).routes:
            there = walk(position, [(step.turn, step.event) for step in route.steps])
            walked += 1
            if there is None or not route.steps:
                continue
            me = position.turn.firefighter
            [at] = [one.at for one in there.firefighters if one.id == me]
            assert square_text(at) == route.places[-1]
            out = route.kind.startswith("rescue.") and "vehicles" not in position.rules
            if route.kind.startswith("ambulance.") or (out and not route.kind.endswith("hazmat")):
                assert there.rescued == position.rescued + 1


def walk(here: Position, steps: list[tuple[int, str]]) -> Position | None:
    """Do what a route says, each turn with the AP that it brings; everything else holds still.

    None where a marker or the goal ended it on the way.
    """
    here, me, turn = replace(here, goal=10), here.turn.firefighter, 1
    for number, event in steps:
        while turn < number:
            here = end_turn(here)
            turn += here.turn.firefighter == me
        here = here.apply(event)
        while here.chance():
            reveal = here.chance()[0][0]
            here = here.apply(reveal)
            if reveal == "reveal false-alarm":  # no victim is left face down
                return None
        if here.is_over:  # too few victims are left, which the goal of ten takes into account
            return None
    return here


def test_routes_are_those_of_whose_turn_it_is_unless_somebody_is_named() -> None:
    position = make(SetUp(Board.shipped("base-1"), "recruit", seed=5)).position
    assert routes_of(position).player == position.turn.firefighter
    other = position.firefighters[1]
    table = routes_of(position, other.id)
    assert table.player == other.id
    assert all(step.who == other.id for route in table.routes for step in route.steps)
    with pytest.raises(UsageError, match=r"^firefighter: \"nobody\", expected one of "):
        routes_of(position, "nobody")


def test_the_ambulance_is_driven_the_shorter_way_round_fp_6_2() -> None:
    position = make(SetUp(Board.shipped("base-1"), "recruit", seed=5)).position
    assert [hops(4, 0, k) for k in range(4)] == [0, 1, 2, 1]
    for haven in havens(position):
        game = Replay(replace(position, turn=replace(position.turn, ap=8)))
        for event in drives_to(position, haven):
            game.step(event)
        assert haven.spot is not None
        assert game.position.ambulance == haven.spot.id


def test_free_ap_pay_for_their_kind_only_and_are_never_saved_fp_3_2_fp_3_3() -> None:
    purse = Purse(4, 3, 4, 3, "movement")
    building = Building(corridor())
    deeds = deeds_along(building, [(1, 0), (1, 1), (1, 2), (1, 3)], None)  # three steps and a door
    left = purse.paid(deeds)
    assert left is not None
    assert (left.general, left.free) == (3, 0)
    assert left.next_turn() == Purse(7, 3, 4, 3, "movement")


def test_the_purse_of_someone_else_is_that_of_its_next_turn_fp_3_1() -> None:
    position = make(SetUp(Board.shipped("base-1"), "family", seed=5)).position
    crew = tuple(replace(one, saved_ap=3) if one.id == "blue" else one for one in position.firefighters)
    position = replace(position, firefighters=crew)
    assert purse_of(position, position.firefighter("blue")).general == 7
    ended = position.apply("end")
    assert is_acting(position)
    assert not is_acting(ended)
    assert purse_of(ended, ended.active).general == 4 + ended.active.saved_ap


# --- pictures and commands ----------------------------------------------------------------------------------


MIDDLE = str(Path(__file__).parents[1] / "data" / "positions" / "family-middle.json")


def test_a_picture_shows_the_cheapest_way_with_each_poi_to_where_it_is_rescued() -> None:
    table = routes_of(load_position(MIDDLE))
    drawn = drawn_routes(table)
    assert [route.kind for route in drawn] == ["rescue.victim", "rescue.unknown", "rescue.unknown"]
    squares = route_marks(drawn)
    assert squares[3, 0] == "123"
    assert squares[3, 1] == "1"
    position = load_position(MIDDLE)
    picture = ElementTree.fromstring(board_svg(position, overlay=route_overlay(position, drawn)))
    overlay = next(group for group in picture if group.get("id") == "overlay")
    titles = [str(one[0].text) for one in overlay]
    assert titles[0] == "out with the victim from 3,2 (living room): 6 AP, turns: 1"
    assert len(titles) == 3


def test_show_draws_routes_in_the_terminal_and_in_svg() -> None:
    shown = well("show", MIDDLE, "--routes", "--firefighter", "blue")
    assert "Routes of blue on 6,7 (children's room): 4 AP" in shown
    assert "routes 1 and 2" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "<polygon" in well("show", MIDDLE, "--routes", "--svg", "-").partition('id="overlay"')[2]


def test_routes_prints_a_table_or_the_same_as_json() -> None:
    told = json.loads(well("routes", MIDDLE, "--json"))
    assert told["format"] == "advisor/routes@1"
    assert told == routes_of(load_position(MIDDLE)).to_json()
    first = told["routes"][0]
    assert first["goal"]["params"] == {"where": "3,2 (living room)"}
    assert first["steps"] == [[1, "red", "move 3,1", 1], [1, "red", "move 3,2", 1]]
    table = well("routes", MIDDLE, "--steps")
    assert "AP  turns  route" in table
    assert "turn 1: chop" not in table
    assert max(map(len, table.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("routes", MIDDLE, "--firefighter", "pink"),
            'firefighter: "pink", expected one of red, blue, green',
        ),
        (("show", MIDDLE, "--firefighter", "red"), "--firefighter: given without --routes, expected both"),
        (("show", MIDDLE, "--routes", "--json"), "--routes and --json: both given, expected one"),
        (("routes",), "missing argument 'POSITION'"),
    ],
)
def test_wrong_words_are_answered_by_one_line(words: tuple[str, ...], said: str) -> None:
    assert said in refused(*words)
