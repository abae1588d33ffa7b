"""Distances by networkx as a yardstick: single-source Dijkstra on a graph that is built once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice

from advisor.bench_clock import Contender
from advisor.flashpoint.graph import core_distances, graph_of, prices_of
from advisor.flashpoint.position import Position

__all__ = ["check_distances", "networkx_distances"]


def check_distances(positions: Sequence[Position]) -> int:
    """Compare all distances from all squares with networkx; return how many were compared."""
    import networkx as nx

    compared = 0
    for position in positions:
        for source, expected in nx.all_pairs_dijkstra_path_length(graph_of(position), weight="cost"):
            found = core_distances(position, source, prices_of(None))
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
