"""The core's wavefront of distances against shortest paths of networkx on graphs built naively."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import networkx as nx
import pytest

import positions
import random_boards
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import clear_outside_fire, to_state
from advisor.flashpoint.position import Firefighter, Position, Turn
from advisor.flashpoint.squares import Square, edge

UNREACHED = 255


def graph_of(position: Position, chop: int) -> nx.DiGraph:
    """Return the steps between adjacent squares with their AP.

    A step costs 1, into fire 2 (FP-4.1); a closed door is opened first, 1 (FP-4.7); a wall is chopped
    through, a marker for `chop` (FP-4.9), with 0 not at all.
    """
    board = position.board
    damage, doors = dict(position.damage), dict(position.doors)
    walls, door_edges, fire = set(board.walls), set(board.doors), set(position.fire)
    graph = nx.DiGraph()
    squares = [(r, c) for r in range(board.rows + 2) for c in range(board.columns + 2)]
    graph.add_nodes_from(squares)
    for r, c in squares:
        for there in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if not board.is_on_board(there):
                continue
            between = edge((r, c), there)
            cost = 2 if there in fire else 1
            if between in door_edges and between not in doors:
                cost += 1
            if between in walls:
                left = 2 - damage.get(between, 0)
                if left and not chop:
                    continue
                cost += left * chop
            graph.add_edge((r, c), there, cost=cost)
    return graph


def distances(position: Position, square: Square, chop: int) -> dict[Square, int]:
    """Return the core's distances, without the squares that are not reached."""
    width = position.board.columns + 2
    found = to_state(position).distances(square, chop)
    assert len(found) == (position.board.rows + 2) * width
    return {divmod(i, width): ap for i, ap in enumerate(found) if ap != UNREACHED}


def assert_all_distances(position: Position, chop: int) -> int:
    """Compare from every square to every square; return how many distances."""
    compared = 0
    for source, expected in nx.all_pairs_dijkstra_path_length(graph_of(position, chop), weight="cost"):
        assert distances(position, source, chop) == expected, (position.to_json(), source, chop)
        compared += len(expected)
    return compared


@pytest.mark.parametrize("chop", [2, 1, 0], ids=["chop for 2", "chop for 1", "no chop"])
def test_distances_are_those_of_networkx_from_every_square_of_many_positions(chop: int) -> None:
    rng = Random(chop)
    for board_id in random_boards.SHIPPED:
        for _ in range(3):
            assert_all_distances(rich(rng, Board.shipped(board_id)), chop)
    for size in ((1, 12), (12, 1), (12, 5), (5, 12), (8, 8), (2, 1), (3, 7), (7, 3)):
        assert_all_distances(rich(rng, random_boards.random_board(rng, *size)), chop)


def test_distances_are_those_of_networkx_from_one_square_of_some_hundred_positions() -> None:
    rng = Random(9)
    for _ in range(250):
        position = rich(rng)
        chop = rng.choice((0, 1, 2))
        source = rng.choice([one.at for one in position.firefighters])
        graph = graph_of(position, chop)
        expected = nx.single_source_dijkstra_path_length(graph, source, weight="cost")
        assert distances(position, source, chop) == expected


def rich(rng: Random, board: Board | None = None) -> Position:
    """Return a rich position without fire outside: nobody walks before FP-5.8 (c) has removed it."""
    return clear_outside_fire(positions.rich_position(rng, board))


def serpent() -> Position:
    """Return 64 squares in one long winding corridor, a closed door at every step, half of it on fire."""
    rows = columns = 8
    way = [(r, c if r % 2 else columns + 1 - c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    steps = {edge(a, b) for a, b in pairwise(way)}
    walls = [one for one in random_boards.edges_of(rows, columns) if one not in steps]
    board = replace(
        Board.shipped("hospital"),
        walls=tuple(walls),
        doors=tuple(sorted(steps)),
        is_shipped=False,
    )
    position = Position(
        board, (), (), 1, tuple(sorted(way[20:56])), (), (), 0, 36, (), (), (), (), 1, 0, 0, 0, None, None,
        (Firefighter("red", way[0]),), Turn("red", "action", ap=4),
    )  # fmt: skip
    assert position.problems() == ()
    return position


@pytest.mark.parametrize("chop", [0, 1, 2])
def test_the_longest_way_there_is_has_its_length(chop: int) -> None:
    position = serpent()
    if not chop:
        longest = max(
            nx.single_source_dijkstra_path_length(graph_of(position, 0), (1, 1), weight="cost").values()
        )
        assert longest == 63 * 2 + 36
    assert_all_distances(position, chop)
