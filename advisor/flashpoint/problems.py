"""What is wrong with a position: every refusal of the formats, each with its pointer and clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from advisor.errors import Problem
from advisor.files import counted, pointer_to, short
from advisor.flashpoint import problems_turn
from advisor.flashpoint.board import Board
from advisor.flashpoint.json_board import board_problems, repeated
from advisor.flashpoint.json_position import write
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import (
    DAMAGE_MARKERS,
    HAZMATS,
    HOT_SPOTS,
    MAX_FIREFIGHTERS,
    MAX_SAVED,
    POI_ON_BOARD,
    POOL_FALSE_ALARMS,
    POOL_VICTIMS,
    THREAT_MARKERS,
)
from advisor.flashpoint.schema import BoardShape, PositionShape, read_shape, shape_problems
from advisor.flashpoint.squares import Square, edge_text, square_text

__all__ = ["consistency_problems", "position_problems"]


def position_problems(position: Position) -> tuple[Problem, ...]:
    """Return everything that is wrong with a position, however it was made; empty if it is sound.

    Pointers are into `position.to_json()`. Wrong keys and types, or a wrong board, are named alone: nothing
    else can be said about such a position.
    """
    board = () if position.board.is_shipped else _board_problems(position.board)
    return board or shape_problems(PositionShape, write(position)) or consistency_problems(position)


@lru_cache(maxsize=16)
def _board_problems(board: Board) -> tuple[Problem, ...]:
    obj = board.to_json()
    found = shape_problems(BoardShape, obj) or board_problems(read_shape(BoardShape, obj))
    return tuple(replace(problem, pointer=f"/board{problem.pointer}") for problem in found)


def consistency_problems(position: Position) -> tuple[Problem, ...]:
    """Return what contradicts itself or the rules in a position whose shape and board are right."""
    checks = _Checks(position)
    found = (*checks.problems(), *problems_turn.turn_problems(position))
    return found or tuple(problems_turn.way_out_problems(position))


class _Checks:
    """All of a position but its turn."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = position.board
        self.rules = frozenset(position.rules)
        turn = position.turn
        # The fire of a phase that is not over yet: FP-5.8 has still to clear up (or never will, FP-9.3).
        self.unsettled = (
            (turn.phase == "advance_fire" and turn.flare_up is True)
            or (turn.phase == "reveal" and turn.cause == "fire")
            or (turn.phase == "over" and turn.reason == "collapse")
        )

    def problems(self) -> Iterator[Problem]:
        yield from self._rules()
        yield from self._repetitions()
        yield from self._threats()
        yield from self._hot_spots()
        yield from self._hazmats()
        yield from self._damage()
        yield from self._doors()
        yield from self._poi()
        yield from self._pool()
        yield from self._vehicles()
        yield from self._firefighters()

    def _rules(self) -> Iterator[Problem]:
        position = self.position
        if not 1 <= position.goal <= POOL_VICTIMS:
            yield Problem("/goal", f"{short(position.goal)}, expected 1 to {POOL_VICTIMS}", "FP-9.1")
        for key, names in (("rules", position.rules), ("variants", position.variants)):
            for i in repeated(names):
                yield Problem(pointer_to(key, i), f"{names[i]} stands twice in the list", "FP-11.1")
        if "hidden-hazards" in position.variants and "hazmats" not in self.rules:
            yield Problem("/variants", "hidden-hazards, expected the rule hazmats with it", "FP-11.4")
        if "vehicles" in self.rules:
            for kind, spots in (
                ("ambulance", self.board.ambulance_spots),
                ("engine", self.board.engine_spots),
            ):
                if len(spots) < 2:
                    came = counted(len(spots), f"{kind} spot")
                    message = f"vehicles on a board with {came}, expected two or more"
                    yield Problem("/rules", message, "FP-6.2")

    def _repetitions(self) -> Iterator[Problem]:
        position = self.position
        lists = (("fire", position.fire), ("smoke", position.smoke), ("hot_spots", position.hot_spots))
        for key, squares in lists:
            for i in repeated(squares):
                yield Problem(pointer_to(key, i), f"{square_text(squares[i])} stands twice in the list")

    def _inside(self, key: str, squares: Sequence[Square], what: str, clause: str) -> Iterator[Problem]:
        for i, square in enumerate(squares):
            if not self.board.is_inside(square):
                message = f"{square_text(square)} is outside, {what} lie inside only"
                yield Problem(pointer_to(key, i), message, clause)

    def _threats(self) -> Iterator[Problem]:
        position = self.position
        for i, square in enumerate(position.fire):
            if not self.board.is_on_board(square):
                yield Problem(pointer_to("fire", i), self._no_square(square), "FP-1.1")
            elif not self.unsettled and not self.board.is_inside(square):
                message = f"{square_text(square)} is outside, expected no fire there after a fire phase"
                yield Problem(pointer_to("fire", i), message, "FP-5.8")
        yield from self._inside("smoke", position.smoke, "smoke markers", "FP-5.10")
        fire = frozenset(position.fire)
        for i, square in enumerate(position.smoke):
            if square in fire:
                message = f"{square_text(square)} has fire too, expected fire or smoke on a square"
                yield Problem(pointer_to("smoke", i), message, "FP-5.1")
        if not 0 <= position.threat_markers <= THREAT_MARKERS:
            message = f"{short(position.threat_markers)}, expected 0 to {THREAT_MARKERS}"
            yield Problem("/threat_markers", message, "FP-1.6")
        elif position.threats_left < 0:
            came = counted(len(position.fire) + len(position.smoke), "fire and smoke marker")
            message = f"{came}, expected at most the {position.threat_markers} there are"
            yield Problem("/fire", message, "FP-1.6")

    def _no_square(self, square: Square) -> str:
        last = square_text((self.board.rows + 1, self.board.columns + 1))
        return f"{square_text(square)} is no square of the board, expected 0,0 to {last}"

    def _hot_spots(self) -> Iterator[Problem]:
        position = self.position
        count, supply = len(position.hot_spots), position.hot_spot_supply
        yield from self._inside("hot_spots", position.hot_spots, "hot spots", "FP-1.1")
        if "hot_spots" not in self.rules:
            if count:
                message = f"{counted(count, 'hot spot')}, expected none without the rule hot_spots"
                yield Problem("/hot_spots", message, "FP-11.1")
            if supply != 0:
                message = f"{short(supply)}, expected 0 without the rule hot_spots"
                yield Problem("/hot_spot_supply", message, "FP-11.1")
        elif supply < 0:
            yield Problem("/hot_spot_supply", f"{short(supply)}, expected 0 or more", "FP-10.7")
        elif count + supply > HOT_SPOTS:
            message = (
                f"{short(supply)} and {count} on the board, expected at most {HOT_SPOTS} hot spots in all"
            )
            yield Problem("/hot_spot_supply", message, "FP-10.7")

    def _hazmats(self) -> Iterator[Problem]:
        position = self.position
        yield from self._inside("hazmats", position.hazmats, "hazmats", "FP-1.1")
        if position.hazmats and "hazmats" not in self.rules:
            message = f"{counted(len(position.hazmats), 'hazmat')}, expected none without the rule hazmats"
            yield Problem("/hazmats", message, "FP-11.1")
        if len(position.hazmats) > HAZMATS:
            message = f"{len(position.hazmats)} hazmats, expected at most {HAZMATS}"
            yield Problem("/hazmats", message, "FP-10.5")
        for i, square in enumerate(position.hazmats):
            if square in position.fire and not self.unsettled:
                message = f"the hazmat on {square_text(square)} is in fire and would have exploded"
                yield Problem(pointer_to("hazmats", i), message, "FP-5.6")

    def _damage(self) -> Iterator[Problem]:
        walls, doors = frozenset(self.board.walls), frozenset(self.board.doors)
        for edge, count in self.position.damage:
            where = pointer_to("damage", edge_text(edge))
            if edge in doors:
                yield Problem(where, "a door, expected a wall: doors carry no damage", "FP-1.4")
            elif edge not in walls:
                yield Problem(where, "no wall there, expected a wall of the board", "FP-1.3")
            if not 1 <= count <= 2:
                yield Problem(where, f"{short(count)}, expected 1 or 2 damage markers", "FP-1.3")
        if self.position.damage_count > DAMAGE_MARKERS:
            message = f"{self.position.damage_count} damage markers, expected at most {DAMAGE_MARKERS}"
            yield Problem("/damage", message, "FP-1.5")

    def _doors(self) -> Iterator[Problem]:
        doors = frozenset(self.board.doors)
        for edge, _ in self.position.doors:
            if edge not in doors:
                where = pointer_to("doors", edge_text(edge))
                yield Problem(where, "no door there, expected a door of the board", "FP-1.4")

    def _poi(self) -> Iterator[Problem]:
        position, turn = self.position, self.position.turn
        if len(position.poi) > POI_ON_BOARD:
            message = f"{len(position.poi)} POI, expected at most {POI_ON_BOARD}"
            yield Problem("/poi", message, "FP-8.1")
        standing = {one.at: one.id for one in position.firefighters}
        to_reveal = turn.at if turn.phase == "reveal" else None
        face_down: set[Square] = set()
        for i, poi in enumerate(position.poi):
            where, at = pointer_to("poi", i, "at"), square_text(poi.at)
            if not self.board.is_on_board(poi.at):
                yield Problem(where, self._no_square(poi.at), "FP-1.1")
                continue
            if poi.at in position.fire and not self.unsettled:
                yield Problem(where, f"the POI on {at} is in fire and would have been lost", "FP-5.8")
            if poi.kind == "unknown":
                if not self.board.is_inside(poi.at):
                    yield Problem(where, f"{at} is outside, face-down POI lie inside only", "FP-1.1")
                if poi.at in face_down:
                    yield Problem(where, f"a second face-down POI on {at}, expected one at most", "FP-8.2")
                if poi.at in standing and poi.at != to_reveal:
                    message = f"{standing[poi.at]} stands on {at}: the POI would have been revealed"
                    yield Problem(where, message, "FP-4.6")
                face_down.add(poi.at)
            else:
                yield from self._rescued(where, poi.at)
            if poi.kind == "treated" and "specialists" not in self.rules:
                message = "treated, expected unknown or victim without the rule specialists"
                yield Problem(pointer_to("poi", i, "is"), message, "FP-11.1")

    def _rescued(self, where: str, at: Square) -> Iterator[Problem]:
        if "vehicles" in self.rules:
            spot = self.board.ambulance_spot(self.position.ambulance or "")
            if spot is not None and at in spot.squares:
                message = f"the victim on {square_text(at)} is at the ambulance and would have been rescued"
                yield Problem(where, message, "FP-6.6")
        elif not self.board.is_inside(at):
            message = f"the victim on {square_text(at)} is outside and would have been rescued"
            yield Problem(where, message, "FP-4.11")

    def _pool(self) -> Iterator[Problem]:
        position = self.position
        victims, false_alarms = position.unrevealed_victims, position.unrevealed_false_alarms
        for key, value, most in (
            ("victims", victims, POOL_VICTIMS),
            ("false_alarms", false_alarms, POOL_FALSE_ALARMS),
        ):
            if not 0 <= value <= most:
                yield Problem(
                    pointer_to("unrevealed", key), f"{short(value)}, expected 0 to {most}", "FP-8.4"
                )
        for key, value in (("rescued", position.rescued), ("lost", position.lost)):
            if not 0 <= value <= POOL_VICTIMS:
                yield Problem(pointer_to(key), f"{short(value)}, expected 0 to {POOL_VICTIMS}", "FP-8.4")
        on_board = sum(poi.kind != "unknown" for poi in position.poi)
        total = victims + on_board + position.rescued + position.lost
        if total > POOL_VICTIMS >= victims:
            message = (
                f"{short(victims)} with those on the board, rescued and lost make {short(total)} victims"
            )
            yield Problem("/unrevealed/victims", f"{message}, expected at most {POOL_VICTIMS}", "FP-8.4")
        face_down = len(position.poi) - on_board
        if face_down > victims + false_alarms:
            message = (
                f"{counted(victims + false_alarms, 'marker')}, expected at least the {face_down} face down"
            )
            yield Problem("/unrevealed", f"{message} on the board", "FP-8.4")

    def _vehicles(self) -> Iterator[Problem]:
        position = self.position
        vehicles = (
            ("ambulance", position.ambulance, self.board.ambulance_spots),
            ("engine", position.engine, self.board.engine_spots),
        )
        for key, value, spots in vehicles:
            if "vehicles" not in self.rules:
                if value is not None:
                    message = f"{short(value)}, expected null without the rule vehicles"
                    yield Problem(pointer_to(key), message, "FP-11.1")
            elif value not in [spot.id for spot in spots]:
                known = ", ".join(spot.id for spot in spots)
                yield Problem(
                    pointer_to(key), f"{short(value)}, expected one of its spots: {known}", "FP-6.1"
                )

    def _firefighters(self) -> Iterator[Problem]:
        crew = self.position.firefighters
        if not 1 <= len(crew) <= MAX_FIREFIGHTERS:
            yield Problem(
                "/firefighters", f"{len(crew)} firefighters, expected 1 to {MAX_FIREFIGHTERS}", "FP-2.1"
            )
        for i in repeated([one.id for one in crew]):
            message = f"{short(crew[i].id)} stands twice in the list, expected different ids"
            yield Problem(pointer_to("firefighters", i, "id"), message)
        taken: set[str] = set()
        for i, one in enumerate(crew):
            if not self.board.is_on_board(one.at):
                yield Problem(pointer_to("firefighters", i, "at"), self._no_square(one.at), "FP-1.1")
            where = pointer_to("firefighters", i, "specialist")
            if "specialists" not in self.rules:
                if one.specialist is not None:
                    message = f"{one.specialist}, expected null without the rule specialists"
                    yield Problem(where, message, "FP-11.1")
            elif one.specialist is None:
                yield Problem(where, "null, expected a specialist with the rule specialists", "FP-10.8")
            elif one.specialist in taken:
                message = f"{one.specialist} is taken already, expected different specialists"
                yield Problem(where, message, "FP-10.8")
            else:
                taken.add(one.specialist)
            if not 0 <= one.saved_ap <= MAX_SAVED:
                message = f"{short(one.saved_ap)}, expected 0 to {MAX_SAVED}"
                yield Problem(pointer_to("firefighters", i, "saved_ap"), message, "FP-3.2")
