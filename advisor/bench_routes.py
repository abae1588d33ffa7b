"""Distances by networkx as a yardstick: single-source Dijkstra on a graph that is built once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from advisor.bench_clock import Contender
from advisor.flashpoint.bridge import to_state
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import Square, edge

__all__ = ["check_distances", "graph_of", "networkx_distances"]

UNREACHED = 255
CHOP = 2


def graph_of(position: Position) -> Any:
    """Return the steps between adjacent squares, with the AP of a firefighter without a load.

    A step costs 1, into fire 2 (FP-4.1); a closed door is opened first, 1 (FP-4.7); a wall is chopped
    through, 2 a marker (FP-4.9).
    """
    import networkx as nx

    graph = nx.DiGraph()
    for here in _squares(position):
        for there, cost in _steps(position, here):
            graph.add_edge(here, there, cost=cost)
    return graph


def _squares(position: Position) -> list[Square]:
    board = position.board
    return [(row, column) for row in range(board.rows + 2) for column in range(board.columns + 2)]


def _steps(position: Position, here: Square) -> Iterator[tuple[Square, int]]:
    board, (row, column) = position.board, here
    damage, doors = dict(position.damage), dict(position.doors)
    for there in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if not board.is_on_board(there):
            continue
        between = edge(here, there)
        cost = 2 if there in position.fire else 1
        if between in board.doors and between not in doors:
            cost += 1
        if between in board.walls:
            cost += CHOP * (2 - damage.get(between, 0))
        yield there, cost


def check_distances(positions: Sequence[Position]) -> int:
    """Compare all distances from all squares with networkx; return how many were compared."""
    import networkx as nx

    compared = 0
    for position in positions:
        state, width = to_state(position), position.board.columns + 2
        for source, expected in nx.all_pairs_dijkstra_path_length(graph_of(position), weight="cost"):
            found = {
                divmod(i, width): ap for i, ap in enumerate(state.distances(source, CHOP)) if ap != UNREACHED
            }
            assert found == expected, (position.to_string(), source)
            compared += len(found)
    return compared


def networkx_distances(positions: Sequence[Position]) -> Contender:
    """Distances from one square to all, each square of a position in turn."""
    import networkx as nx

    graphs = [graph_of(position) for position in positions]
    dijkstra = nx.single_source_dijkstra_path_length

    def measure_all(n: int) -> None:
        for graph in graphs:
            for source in islice(cycle(graph), n):
                dijkstra(graph, source, weight="cost")

    def prepare(n: int) -> Callable[[], object]:
        return lambda: measure_all(n)

    return Contender(prepare, len(graphs))
