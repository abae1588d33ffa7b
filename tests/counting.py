"""What reasons count, counted again: from the position alone, the routes and the reference rules."""

from __future__ import annotations

from collections.abc import Callable

from advisor.flashpoint.position import Position
from advisor.flashpoint.routes import routes_of
from advisor.flashpoint.squares import Edge, Square, edge, square_text
from reference.game import Reference


class Squares:
    """Fire and smoke of a position, as the static value counts them: plain code from the position alone."""

    def __init__(self, position: Position) -> None:
        self.board, self.damage = position.board, dict(position.damage)
        doors = dict(position.doors)
        self.shut = {e for e in self.board.doors if e not in doors}
        self.fire, self.smoke = set(position.fire), set(position.smoke)
        while lit := self.smoke & self.around(self.fire):  # FP-5.5
            self.fire |= lit
            self.smoke -= lit
        self.front = self.around(self.fire) - self.fire

    def sides(self, here: Square) -> list[tuple[Square, Edge]]:
        row, column = here
        found = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [(there, edge(here, there)) for there in found]

    def stands(self, between: Edge) -> bool:
        return between in self.board.walls and self.damage.get(between, 0) < 2  # FP-1.4

    def around(self, squares: set[Square]) -> set[Square]:
        return {
            there
            for here in squares
            for there, between in self.sides(here)
            if self.board.is_inside(there) and between not in self.shut and not self.stands(between)
        }

    def walls(self, squares: set[Square]) -> int:
        return sum(self.stands(between) for here in squares for _, between in self.sides(here))


def rescue(at: str, unknown: bool, what: str) -> Callable[[Position], float]:
    """The first round, or the AP, of all ways by which the POI on a square can be out (FP-4.6, FP-4.11)."""

    def best(position: Position) -> float:
        lying = {square_text(p.at) for p in position.poi if (p.kind == "unknown") == unknown}
        (where,) = {at} & lying or lying  # who was carried lies elsewhere, and is the only one
        ways = [
            (route.turns, route.cost)
            for one in position.firefighters
            for route in routes_of(position, one.id).routes
            if route.kind.startswith(("rescue.", "ambulance."))
            and not route.kind.endswith("hazmat")
            and route.places[route.turning] == where
        ]
        return min(ways)[what == "ap"]

    return best


def is_lost(game: Reference) -> float:
    """How likely the game is lost when everything is revealed that burns (FP-5.6, FP-9.2)."""
    if game.phase != "reveal":
        return float(game.to_json()["turn"].get("result") == "lost")
    return sum(float(odds) * is_lost(after(game, event)) for event, odds in game.chance())


def after(game: Reference, event: str) -> Reference:
    later = game.copy()
    later.apply(event)
    return later
