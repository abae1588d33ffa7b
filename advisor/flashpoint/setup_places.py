"""Where firefighters start and vehicles park if nobody says: places that make sense (FP-10.3).

The rules leave both to the players. The choices here are plain ones that can be told in a sentence each:

- the engine parks where its deck gun reaches the most fire;
- the ambulance parks where all POI together have the shortest ways to it;
- a firefighter starts on an outside square with a way in (a doorway, a door, a hole in the wall). They are
  spread: nobody takes a way in again while another one has been taken less often. The first firefighter takes
  the way in that is nearest to the first POI in reading order, the second one that nearest to the second POI,
  and so on round;
- with vehicles, a Driver starts at the engine (unless there is no deck gun) and a Paramedic at the ambulance,
  on the square that is nearer to the POI.

A way is measured in the AP of a firefighter who walks it: 1 a square, 2 into fire, 1 more for a closed door,
and no chopping. Equal places are taken in reading order, equal parking spots in the order of the board file.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence

from advisor.flashpoint.board import Board, EngineSpot, Spot
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import Edge, Square, edge

__all__ = ["ambulance_spot", "engine_spot", "spot_squares", "starting_squares", "ways_in"]

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def spot_squares(spots: Sequence[Spot], spot: str | None) -> tuple[Square, ...]:
    """Return the squares of the parking spot with this id, none for None."""
    return next((candidate.squares for candidate in spots if candidate.id == spot), ())


def engine_spot(position: Position) -> str:
    """Return the engine's spot whose quadrant holds the most fire."""

    def burning(spot: EngineSpot) -> int:
        (top, bottom), (left, right) = spot.rows, spot.columns
        return sum(top <= row <= bottom and left <= column <= right for row, column in position.fire)

    return max(position.board.engine_spots, key=burning).id


def ambulance_spot(position: Position) -> str:
    """Return the ambulance's spot with the shortest ways from all POI, added up."""
    ways = _ways_to_poi(position)
    return min(
        position.board.ambulance_spots,
        key=lambda spot: sum(min(way.get(square, math.inf) for square in spot.squares) for way in ways),
    ).id


def starting_squares(position: Position, named: Sequence[Square | None]) -> tuple[Square, ...]:
    """Return a starting square for each firefighter of a position.

    Parameters
    ----------
    position : Position
        Fire, POI, vehicles and specialists as they are; where the firefighters stand in it plays no part.
    named : sequence of (int, int) or None
        By seat: the square somebody chose, None for one that makes sense (see this module's text).
    """
    board = position.board
    ways = _ways_to_poi(position) or [{}]
    taken = dict.fromkeys(ways_in(position), 0)
    for square in named:
        if square in taken:
            taken[square] += 1
    found: list[Square] = []
    for seat, (firefighter, square) in enumerate(zip(position.firefighters, named, strict=True)):
        if square is not None:
            found.append(square)
            continue
        parked: tuple[Square, ...] = ()
        if firefighter.specialist == "driver" and "murphys-law" not in position.variants:
            parked = spot_squares(board.engine_spots, position.engine)
        elif firefighter.specialist == "paramedic":
            parked = spot_squares(board.ambulance_spots, position.ambulance)
        if parked:
            chosen = min(parked, key=lambda at: (min(way.get(at, math.inf) for way in ways), at))
        else:
            way = ways[seat % len(ways)]
            chosen = min(taken, key=lambda at: (taken[at], way.get(at, math.inf), at))
        if chosen in taken:
            taken[chosen] += 1
        found.append(chosen)
    return tuple(found)


def ways_in(position: Position) -> tuple[Square, ...]:
    """Return the outside squares from which one can enter, closed doors included, in reading order.

    On a board without any, all outside squares along the building.
    """
    board, walls = position.board, _standing_walls(position)
    beside = [
        (inner, outer)
        for inner in _inside(board)
        for outer in _neighbours(board, inner)
        if not board.is_inside(outer)
    ]
    entries = {outer for inner, outer in beside if edge(inner, outer) not in walls}
    return tuple(sorted(entries or {outer for _, outer in beside}))


def _ways_to_poi(position: Position) -> list[dict[Square, int]]:
    """Return, for each POI that one can walk to, the AP to it from every square that has a way."""
    ways = [_ways_to(position, poi.at) for poi in position.poi]
    # The ring is one piece: with a way from one corner of it there is one from all of it.
    return [way for way in ways if (0, 0) in way]


def _ways_to(position: Position, target: Square) -> dict[Square, int]:
    """Return the AP from every square to `target` (Dijkstra's method, walked backwards)."""
    board, walls, fire = position.board, _standing_walls(position), set(position.fire)
    states = dict(position.doors)
    closed = {door for door in board.doors if door not in states}
    cost = {target: 0}
    queue = [(0, target)]
    while queue:
        so_far, square = heapq.heappop(queue)
        if so_far > cost[square]:
            continue
        for before in _neighbours(board, square):
            crossed = edge(before, square)
            if crossed in walls:
                continue
            # Who comes from `before` pays for entering `square`.
            total = so_far + (2 if square in fire else 1) + (crossed in closed)
            if total < cost.get(before, total + 1):
                cost[before] = total
                heapq.heappush(queue, (total, before))
    return cost


def _standing_walls(position: Position) -> set[Edge]:
    return set(position.board.walls) - {wall for wall, markers in position.damage if markers == 2}


def _inside(board: Board) -> Iterator[Square]:
    return ((row, column) for row in range(1, board.rows + 1) for column in range(1, board.columns + 1))


def _neighbours(board: Board, square: Square) -> Iterator[Square]:
    near = ((square[0] + down, square[1] + right) for down, right in _STEPS)
    return (other for other in near if board.is_on_board(other))
