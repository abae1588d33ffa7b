"""A fire phase step by step, as players resolve it at the table (FP-5, FP-8): what happens, in order.

The core carries a roll out in one go. Here it is done once more, slowly and from the clauses, and every step
is written down. Tests hold both to the same end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from advisor.flashpoint.json_board import ARROWS
from advisor.flashpoint.position import Poi, Position
from advisor.flashpoint.refusal_chance import places
from advisor.flashpoint.rules import DAMAGE_MARKERS, HAZMATS
from advisor.flashpoint.squares import Edge, Square, edge

__all__ = ["DIRECTIONS", "Step", "Trace"]

DIRECTIONS: Final = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
"""In the order in which an explosion is resolved (FP-5.4)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens.

    Attributes
    ----------
    kind : str
        What, a key of `advisor.flashpoint.tell_steps.TEXTS`.
    clause : str
        The clause that says so.
    at : Square or None
        Where.
    edge : Edge or None
        On which wall or door.
    direction : str
        Of a blast: a key of `DIRECTIONS`.
    who : str
        Whom it befalls.
    to : Square or None
        Where somebody or something goes.
    squares : tuple of Square
        Where, if at several places at once.
    dice : tuple of int
        What the dice show, or should show.

    Examples
    --------
    >>> Step("smoke", "FP-5.1", at=(2, 3)).at
    (2, 3)
    """

    kind: str
    clause: str
    at: Square | None = None
    edge: Edge | None = None
    direction: str = ""
    who: str = ""
    to: Square | None = None
    squares: tuple[Square, ...] = ()
    dice: tuple[int, ...] = ()


class _CollapseError(Exception):
    """The last damage marker has been placed (FP-9.3)."""


class Trace:
    """The table while chance events are resolved on it.

    Parameters
    ----------
    position : Position
        The position before, one that waits for a chance event.

    Attributes
    ----------
    steps : list of Step
        What has happened so far.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> trace = Trace(set_up(SetUp(Board.shipped("hut"))).position.apply("end"))
    >>> trace.roll((1, 2))
    >>> [(step.kind, step.clause) for step in trace.steps][:2]
    [('roll', 'FP-5.1'), ('smoke', 'FP-5.1')]
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = position.board
        self.steps: list[Step] = []
        self.fire, self.smoke = set(position.fire), set(position.smoke)
        self.hot_spots, self.supply = set(position.hot_spots), position.hot_spot_supply
        self.hazmats = list(position.hazmats)
        self.damage, self.doors = dict(position.damage), dict(position.doors)
        self.poi = [(one.at, one.kind) for one in position.poi]
        self.crew = {one.id: one.at for one in position.firefighters}
        self.hidden = {"victim": position.unrevealed_victims, "false-alarm": position.unrevealed_false_alarms}
        self.lost = position.lost
        self.collapsed = False
        self._walls, self._door_edges = frozenset(self.board.walls), frozenset(self.board.doors)

    # --- what may come ------------------------------------------------------------------------------------

    def roll(self, dice: Square, order: Sequence[Square] = ()) -> None:
        """Resolve one roll of the fire: FP-5.1 to FP-5.7, and FP-5.8 if it is the last of the turn.

        Parameters
        ----------
        dice : Square
            The red and the black die.
        order : sequence of Square
            Whose hazmats explode first (FP-5.6); each has a burning one when its turn comes.
        """
        was_hot = dice in self.hot_spots
        try:
            self._advance(dice)
            self._flashover()
            self._burn_hazmats(order)
            if was_hot:
                self._say("flare-up", "FP-5.7", at=dice)
                return
            if self.position.turn.flare_up and self._put_hot_spot(dice):
                self._say("hot-spot", "FP-5.7", at=dice)
            self._consequences()
        except _CollapseError:
            self.collapsed = True

    def reveal(self, marker: str) -> None:
        """Turn a face-down POI over (FP-4.6, FP-5.8, FP-7.4, FP-8.2, FP-11.4).

        Parameters
        ----------
        marker : str
            ``"victim"`` or ``"false-alarm"``.
        """
        turn = self.position.turn
        at = turn.at or (0, 0)
        self.poi.remove((at, "unknown"))
        self.hidden[marker] -= 1
        if turn.cause == "fire":
            try:
                self._revealed_by_fire(at, marker)
            except _CollapseError:
                self.collapsed = True
            return
        clause = {"enter": "FP-4.6", "identify": "FP-7.4"}.get(turn.cause or "", "FP-8.2")
        if marker == "victim":
            self.poi.append((at, "victim"))
            self._say("victim", clause, at=at)
        elif "hidden-hazards" in self.position.variants and len(self.hazmats) < HAZMATS:
            self.hazmats.append(at)
            self._say("alarm-hazmat", "FP-11.4", at=at)
        else:
            self._say("alarm", clause, at=at)

    def place_poi(self, dice: Square) -> None:
        """Put a new POI where the dice say (FP-8.2, FP-8.3)."""
        self._say("poi-roll", "FP-8.1", at=dice, dice=dice)
        arrows = "arrows" in self.position.rules
        taken = {at for at, _ in self.poi}
        square: Square | None = dice
        if arrows:
            taken |= self.fire | self.smoke | set(self.crew.values())
            square, way = self._follow(dice, taken)
            if way and square is not None:
                self._say("poi-arrows", "FP-8.3", at=dice, to=square, squares=way)
        elif dice in taken:
            square = None
        if square is None:
            self._say("poi-loop" if arrows else "poi-taken", "FP-8.3" if arrows else "FP-8.2", at=dice)
            return
        if square in self.fire | self.smoke:
            kind = "poi-fire" if square in self.fire else "poi-smoke"
            self.fire.discard(square)
            self.smoke.discard(square)
            self._say(kind, "FP-8.2", at=square)
        self.poi.append((square, "unknown"))
        self._say("poi", "FP-8.3" if arrows else "FP-8.2", at=square)

    def shoot(self, dice: Square) -> None:
        """Resolve the deck gun's dice (FP-6.8)."""
        self._say("gun-roll", "FP-6.8", at=dice, dice=dice)
        spot = self.board.engine_spot(self.position.engine or "")
        if spot is None:
            return
        row, column = dice
        if not spot.rows[0] <= row <= spot.rows[1]:
            row = self.board.rows + 1 - row
            self._say("gun-red", "FP-6.8", at=(row, column), dice=(dice[0], row))
        if not spot.columns[0] <= column <= spot.columns[1]:
            column = self.board.columns + 1 - column
            self._say("gun-black", "FP-6.8", at=(row, column), dice=(dice[1], column))
        target = (row, column)
        wet = [target, *(near for near in self._near(target) if not self._blocks(edge(target, near)))]
        hit = tuple(sorted(square for square in wet if square in self.fire | self.smoke))
        self.fire -= set(hit)
        self.smoke -= set(hit)
        self._say("gun-hit" if hit else "gun-nothing", "FP-6.8", at=target, squares=hit)

    # --- the fire -----------------------------------------------------------------------------------------

    def _say(
        self, kind: str, clause: str, *, at: Square | None = None, on: Edge | None = None,
        direction: str = "", who: str = "", to: Square | None = None,
        squares: Sequence[Square] = (), dice: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self.steps.append(Step(kind, clause, at, on, direction, who, to, tuple(squares), tuple(dice)))

    def _marker_left(self) -> bool:
        """Whether a threat marker is left in the box (FP-1.6)."""
        return len(self.fire) + len(self.smoke) < self.position.threat_markers

    def _blocks(self, place: Edge) -> bool:
        """Whether a wall or a closed door is there (FP-1.3, FP-1.4)."""
        if place in self._walls:
            return self.damage.get(place, 0) < 2
        return place in self._door_edges and place not in self.doors

    def _near(self, square: Square) -> Iterator[Square]:
        for down, right in DIRECTIONS.values():
            near = square[0] + down, square[1] + right
            if self.board.is_on_board(near):
                yield near

    def _advance(self, target: Square) -> None:
        """FP-5.1."""
        self._say("roll", "FP-5.1", at=target, dice=target)
        if target in self.fire:
            self._explode("explosion", target, "FP-5.3")
        elif target in self.smoke:
            self.smoke.remove(target)
            self.fire.add(target)
            self._say("ignite", "FP-5.1", at=target)
        elif self._marker_left():
            self.smoke.add(target)
            self._say("smoke", "FP-5.1", at=target)
        else:
            self._say("no-smoke", "FP-1.6", at=target)

    def _explode(self, kind: str, square: Square, clause: str) -> None:
        """FP-5.3, in the order of FP-5.4."""
        self._say(kind, clause, at=square)
        for direction in DIRECTIONS:
            self._blast(square, direction)

    def _blast(self, square: Square, direction: str) -> None:
        """One direction of an explosion, with the shockwave that may follow (FP-5.3, FP-5.4)."""
        down, right = DIRECTIONS[direction]
        clause, here = "FP-5.3", square
        while True:
            there = here[0] + down, here[1] + right
            if not self.board.is_on_board(there):
                self._say("wave-ends", clause, at=here, direction=direction)
                return
            if not self._strike(edge(here, there), direction, clause):
                return
            if there not in self.fire:
                self._ignite(there, direction, clause)
                return
            self._say("wave", "FP-5.4", at=there, direction=direction)
            clause, here = "FP-5.4", there

    def _strike(self, place: Edge, direction: str, clause: str) -> bool:
        """A blast meets an edge; return whether it passes."""
        if place in self._door_edges:
            before = self.doors.get(place, "closed")
            if before != "destroyed":
                self.doors[place] = "destroyed"
                self._say(f"door-{before}", clause, on=place, direction=direction)
            return before != "closed"
        if not self._blocks(place):
            return True
        self.damage[place] = self.damage.get(place, 0) + 1
        kind = "wall" if self.damage[place] == 1 else "wall-down"
        self._say(kind, clause, on=place, direction=direction)
        if sum(self.damage.values()) >= DAMAGE_MARKERS:
            raise _CollapseError
        return False

    def _ignite(self, square: Square, direction: str, clause: str) -> None:
        if square in self.smoke:
            self.smoke.remove(square)
            kind = "blast-flips"
        elif self._marker_left():
            kind = "blast-fire"
        else:
            self._say("blast-no-marker", "FP-1.6", at=square, direction=direction)
            return
        self.fire.add(square)
        self._say(kind, clause, at=square, direction=direction)

    def _flashover(self) -> None:
        """FP-5.2 and FP-5.5."""
        caught: set[Square] = set()
        while True:
            wave = {
                square
                for square in self.smoke
                if any(
                    near in self.fire and not self._blocks(edge(square, near)) for near in self._near(square)
                )
            }
            if not wave:
                break
            self.smoke -= wave
            self.fire |= wave
            caught |= wave
        if caught:
            self._say("flashover", "FP-5.5", squares=sorted(caught))

    def burning_hazmats(self) -> list[Square]:
        """Return the squares with fire and a hazmat, in reading order, each once for each hazmat (FP-5.6)."""
        return sorted(square for square in self.hazmats if square in self.fire)

    def _burn_hazmats(self, order: Sequence[Square] = ()) -> None:
        """FP-5.6, those that `order` names first."""
        named = list(order)
        while burning := self.burning_hazmats():
            square = named.pop(0) if named else burning[0]
            self._explode("hazmat", square, "FP-5.6")
            self.hazmats.remove(square)
            self._say("hazmat-gone", "FP-5.6", at=square)
            if self._put_hot_spot(square):
                self._say("hazmat-hot-spot", "FP-5.6", at=square)
            self._flashover()

    def _put_hot_spot(self, square: Square) -> bool:
        """Put a hot spot down if there is none and one is left; return whether it was put."""
        if "hot_spots" not in self.position.rules or square in self.hot_spots or not self.supply:
            return False
        self.hot_spots.add(square)
        self.supply -= 1
        return True

    # --- its consequences ---------------------------------------------------------------------------------

    def _consequences(self) -> None:
        """FP-5.8, up to a face-down POI that is to be turned over."""
        vehicles = "vehicles" in self.position.rules
        for who, at in self.crew.items():
            if at in self.fire:
                to = self._falls_to(at)
                self.crew[who] = to
                self._say("falls", "FP-6.7" if vehicles else "FP-5.9", at=at, who=who, to=to)
        for at, kind in sorted(self.poi):
            if kind != "unknown" and at in self.fire:
                self.poi.remove((at, kind))
                self.lost += 1
                self._say(f"{kind}-lost", "FP-5.8", at=at)
        self._go_on()

    def _go_on(self) -> None:
        """FP-5.8 (c), if no face-down POI is on fire."""
        if any(kind == "unknown" and at in self.fire for at, kind in self.poi):
            return
        outside = sorted(square for square in self.fire if not self.board.is_inside(square))
        if outside:
            self.fire -= set(outside)
            self._say("clear", "FP-5.8", squares=outside)

    def _falls_to(self, at: Square) -> Square:
        """Return where one is put who was knocked down, if the players do not choose (FP-5.9, FP-6.7)."""

        def distance(square: Square) -> int:
            return (square[0] - at[0]) ** 2 + (square[1] - at[1]) ** 2

        # `places` keeps the spots' order: the first two squares are those of the first nearest spot.
        return min(places(self.position, at)[:2], key=distance)

    def _revealed_by_fire(self, at: Square, marker: str) -> None:
        if marker == "victim":
            self.lost += 1
            self._say("burnt-victim", "FP-5.8", at=at)
        elif "hidden-hazards" in self.position.variants:
            self._explode("burnt-hazmat", at, "FP-11.4")
            self._flashover()
            self._burn_hazmats()
            self._consequences()
            return
        else:
            self._say("burnt-alarm", "FP-5.8", at=at)
        self._go_on()

    def _follow(self, start: Square, taken: set[Square]) -> tuple[Square | None, tuple[Square, ...]]:
        """Return the first free square of the arrows' path, and the squares before it (FP-8.3)."""
        square, way = start, list[Square]()
        while square in taken:
            if square in way:
                return None, tuple(way)
            way.append(square)
            down, right = ARROWS[self.board.arrows[square[0] - 1][square[1] - 1]]
            square = square[0] + down, square[1] + right
        return square, tuple(way)

    def markers(self) -> tuple[Poi, ...]:
        """Return the POI in the order of a position."""
        order = ("unknown", "victim", "treated")
        return tuple(Poi(*one) for one in sorted(self.poi, key=lambda p: (p[0], order.index(p[1]))))
