"""The building as a graph: what a step between adjacent squares costs a firefighter (networkx).

A node is a square, the ring outside included; an edge is a step, with what has to be done first: a closed
door is opened (FP-4.7), a wall is chopped through (FP-4.9), fire is extinguished to smoke if one cannot walk
into it (FP-4.8). The distances of the core (`cext/advisor/distance.pxi`) are the same numbers: tests compare.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import networkx as nx

from advisor.flashpoint.bridge import to_state
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import DAMAGE_MARKERS
from advisor.flashpoint.squares import Edge, Square, edge

__all__ = ["LOADS", "Building", "Prices", "Ways", "core_distances", "graph_of", "prices_of"]

LOADS: Final = ("", "victim", "treated", "hazmat")
"""What a move may take along: nothing, an untreated victim, a treated one, a hazmat (FP-4.1 to FP-4.4)."""

_UNREACHED: Final = 255  # the core's sign for it
_NEVER: Final = 1 << 30
_ORDER: Final = 1 << 16
"""A weight is AP times this, and something small that decides between ways of the same price."""


@dataclass(frozen=True, slots=True)
class Prices:
    """AP of what a way is made of, for one firefighter with one load.

    Attributes
    ----------
    step : int
        A step into a square without fire.
    burning : int
        A step into fire, or extinguishing it to smoke and then a step, whichever is possible and cheaper.
    chop : int
        A damage marker on a wall; 0: walls are not chopped.
    extinguish : int
        A step of extinguishing.
    """

    step: int
    burning: int
    chop: int
    extinguish: int


def prices_of(specialist: str | None, load: str = "", *, chops: bool = True) -> Prices:
    """Return what a firefighter pays (FP-4.1 to FP-4.9, FP-7).

    Parameters
    ----------
    specialist : str or None
        The specialist's id.
    load : str
        One of `LOADS`. Nothing can be taken into fire.
    chops : bool
        False: as if walls could not be chopped.

    Examples
    --------
    >>> prices_of(None)
    Prices(step=1, burning=2, chop=2, extinguish=1)
    >>> prices_of("rescue", "victim")
    Prices(step=2, burning=4, chop=1, extinguish=2)
    """
    extinguish = 2 if specialist in ("paramedic", "rescue") else 1
    chop = (1 if specialist == "rescue" else 2) if chops else 0
    step = 2 if load in ("victim", "hazmat") else 1
    return Prices(step, step + extinguish if load else 2, chop, extinguish)


class Building:
    """What blocks the ways of a position, looked up once.

    Attributes
    ----------
    position : Position
        The position.
    fire : frozenset of Square
        Squares with fire.
    markers_left : int
        Damage markers that can still be placed before the last one makes the building collapse (FP-1.5).
    """

    def __init__(self, position: Position) -> None:
        board = position.board
        damage, doors = dict(position.damage), dict(position.doors)
        self.position = position
        self.fire = frozenset(position.fire)
        self.markers_left = max(0, DAMAGE_MARKERS - 1 - position.damage_count)
        self._closed = frozenset(e for e in board.doors if e not in doors)
        self._walls = {e: 2 - damage.get(e, 0) for e in board.walls if damage.get(e, 0) < 2}
        self.squares = [(r, c) for r in range(board.rows + 2) for c in range(board.columns + 2)]

    def after(self, edges: Collection[Edge], squares: Collection[Square], markers: int) -> Building:
        """Return the building when some edges have been opened and some fires put out.

        Parameters
        ----------
        edges, squares : collection
            What blocks nothing any more, and where no fire is any more.
        markers : int
            Damage markers that this took.
        """
        if not edges and not squares:
            return self
        later = copy(self)
        later._closed = self._closed.difference(edges)
        later._walls = {between: n for between, n in self._walls.items() if between not in edges}
        later.fire = self.fire.difference(squares)
        later.markers_left = self.markers_left - markers
        return later

    def is_closed(self, between: Edge) -> bool:
        """Return whether a closed door is on an edge."""
        return between in self._closed

    def wall(self, between: Edge) -> int:
        """Return how many damage markers the wall on an edge can still take, 0 if there is none."""
        return self._walls.get(between, 0)

    def blocks(self, between: Edge) -> bool:
        """Return whether an edge blocks (FP-1.3, FP-1.4)."""
        return between in self._closed or between in self._walls

    def neighbours(self, here: Square) -> Iterator[Square]:
        """Yield the squares beside one, in reading order."""
        row, column = here
        for there in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if self.position.board.is_on_board(there):
                yield there

    def steps(self, prices: Prices) -> Iterator[tuple[Square, Square, int, int]]:
        """Yield every possible step: from, to, AP, weight."""
        for here in self.squares:
            for there in self.neighbours(here):
                between = edge(here, there)
                fire = there in self.fire
                cost = prices.burning if fire else prices.step
                markers = self._walls.get(between, 0)
                if markers:
                    if not prices.chop:
                        continue
                    cost += markers * prices.chop
                elif between in self._closed:
                    cost += 1
                yield here, there, cost, cost * _ORDER + markers * 1024 + fire * 64 + 1


def graph_of(position: Position, prices: Prices | None = None) -> nx.DiGraph:
    """Return the steps between adjacent squares, with their AP as ``cost``.

    Parameters
    ----------
    position : Position
        The position; it has no problems.
    prices : Prices, optional
        What steps cost; by default those of a firefighter without specialist and load.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> graph = graph_of(set_up(SetUp(Board.shipped("hut"))).position)
    >>> nx.shortest_path_length(graph, (0, 1), (2, 2), weight="cost")
    5
    """
    return _graph(Building(position), prices or prices_of(None))


def _graph(building: Building, prices: Prices, *, backwards: bool = False) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(building.squares)
    graph.add_edges_from(
        (there, here, {"cost": cost, "weight": weight})
        if backwards
        else (here, there, {"cost": cost, "weight": weight})
        for here, there, cost, weight in building.steps(prices)
    )
    return graph


def _ap_of(weight: int) -> int:
    """Return the AP in a weight."""
    return weight // _ORDER


Tree = tuple[Mapping[Square, int], Mapping[Square, list[Square]]]
"""AP of the cheapest ways, and the ways: from one square to all, or from all to one."""


class Ways:
    """The cheapest ways of a position, each tree worked out once.

    Of ways with the same AP the one with fewer damage markers is taken, then the one through less fire, then
    the shorter one.

    Parameters
    ----------
    building : Building
        What blocks.
    """

    def __init__(self, building: Building) -> None:
        self.building = building
        self._graphs: dict[tuple[Prices, bool], nx.DiGraph] = {}
        self._trees: dict[tuple[Square, Prices, bool], Tree] = {}

    def tree_from(self, start: Square, prices: Prices) -> Tree:
        """Return the cheapest ways from a square to all others."""
        return self._tree(start, prices, False)

    def tree_to(self, goal: Square, prices: Prices) -> Tree:
        """Return the cheapest ways from all squares to one; they are listed from `goal` on."""
        return self._tree(goal, prices, True)

    def _tree(self, root: Square, prices: Prices, backwards: bool) -> Tree:
        key = (root, prices, backwards)
        if key not in self._trees:
            graph = self._graphs.get((prices, backwards))
            if graph is None:
                graph = self._graphs[prices, backwards] = _graph(self.building, prices, backwards=backwards)
            weights, paths = nx.single_source_dijkstra(graph, root, weight="weight")
            self._trees[key] = {square: _ap_of(w) for square, w in weights.items()}, paths
        return self._trees[key]

    def path(self, start: Square, goals: Sequence[Square], prices: Prices) -> tuple[int, list[Square]] | None:
        """Return the AP of the cheapest way to the nearest of some squares and its squares, if there is one.

        A way that needs the last damage marker is left for one without chopping: the building would collapse.
        """
        for tried in (prices, replace(prices, chop=0)):
            cost, paths = self.tree_from(start, tried)
            goal = min(goals, key=lambda square: cost.get(square, _NEVER))
            if goal in paths and self.markers(paths[goal]) <= self.building.markers_left:
                return cost[goal], paths[goal]
        return None

    def markers(self, path: Sequence[Square]) -> int:
        """Return how many damage markers a way needs."""
        return sum(self.building.wall(edge(a, b)) for a, b in pairwise(path))


def core_distances(position: Position, square: Square, prices: Prices) -> dict[Square, int]:
    """Return the core's AP from a square to all that can be reached from it.

    Ways of more than 200 AP, which only loads on boards full of fire and doors can need, are not followed.
    """
    width = position.board.columns + 2
    found = to_state(position).distances(square, prices.chop, prices.step, prices.burning)
    return {divmod(i, width): ap for i, ap in enumerate(found) if ap != _UNREACHED}
