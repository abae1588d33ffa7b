"""The fields of a position as digits, for the position string."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import comb
from typing import Final

from advisor.flashpoint.board import Board
from advisor.flashpoint.compact_board import EdgeCode, SquareCode, SquaresCode
from advisor.flashpoint.compact_codes import (
    Choice,
    Listed,
    Number,
    Reader,
    Subset,
    Writer,
    rank,
    refuse,
    unrank,
)
from advisor.flashpoint.position import Firefighter, Poi, Turn
from advisor.flashpoint.rules import HAZMATS, MAX_FIREFIGHTERS, MAX_SAVED, PHASES, POI_ON_BOARD, SPECIALISTS
from advisor.flashpoint.squares import Edge

__all__ = ["Fields", "TurnCode"]

_COLOURS: Final = ("red", "blue", "green", "orange", "yellow", "black", "white", "purple")
_POI_KINDS: Final = ("unknown", "victim", "treated")
_DOORS: Final = ("closed", "open", "destroyed")
_CAUSES: Final = ("enter", "identify", "replenish", "fire")
_DICE: Final = ("red", "black")
_RESULTS: Final = ("won", "lost")
_REASONS: Final = ("rescued", "victims", "collapse", "unreachable")
_MOST_AP: Final = 9  # base 5 and 4 saved
_MOST_FREE: Final = 3
_FACES: Final = 12  # of a die of the largest board


class Fields:
    """The codes of the fields that depend on the board."""

    def __init__(self, board: Board) -> None:
        self.square = SquareCode(board.rows, board.columns)
        edges = EdgeCode(self.square)
        self.squares = SquaresCode(self.square, len(self.square.inside))
        self.hazmats = SquaresCode(self.square, HAZMATS, repeats=True)
        self.damage = _DamageCode(board.walls, edges)
        self.doors = _DoorsCode(board.doors, edges)
        self.poi = Listed(POI_ON_BOARD, _PoiCode(self.square))
        self.firefighters = _FirefightersCode(self.square)
        self.ambulance = Choice((None, *(spot.id for spot in board.ambulance_spots)), others=True)
        self.engine = Choice((None, *(spot.id for spot in board.engine_spots)), others=True)


class _PoiCode:
    def __init__(self, square: SquareCode) -> None:
        self.square, self.kind = square, Choice(_POI_KINDS)

    def write(self, out: Writer, value: Poi) -> None:
        self.square.write(out, value.at)
        self.kind.write(out, value.kind)

    def read(self, source: Reader) -> Poi:
        return Poi(self.square.read(source), self.kind.read_name(source))


class _FirefighterCode:
    def __init__(self, square: SquareCode, specialists: bool) -> None:
        self.square, self.name = square, Choice(_COLOURS, others=True)
        self.specialist = Choice((None, *SPECIALISTS) if specialists else (None,))
        self.saved = Number(MAX_SAVED)

    def write(self, out: Writer, value: Firefighter) -> None:
        self.name.write(out, value.id)
        self.square.write(out, value.at)
        self.specialist.write(out, value.specialist)
        self.saved.write(out, value.saved_ap)

    def read(self, source: Reader) -> Firefighter:
        name, at = self.name.read_name(source), self.square.read(source)
        return Firefighter(name, at, self.specialist.read(source), self.saved.read(source))


class _FirefightersCode:
    """All firefighters, after a digit that tells whether any of them has a specialist."""

    def __init__(self, square: SquareCode) -> None:
        self.lists = [Listed(MAX_FIREFIGHTERS, _FirefighterCode(square, some)) for some in (False, True)]

    def write(self, out: Writer, value: Sequence[Firefighter]) -> None:
        some = any(firefighter.specialist is not None for firefighter in value)
        out.digit(int(some), 2)
        self.lists[some].write(out, value)

    def read(self, source: Reader) -> tuple[Firefighter, ...]:
        return self.lists[source.digit(2)].read(source)


class _DamageCode:
    """Damage on walls, 1 or 2 each, in reading order; anything else costs more."""

    def __init__(self, walls: Sequence[Edge], edges: EdgeCode) -> None:
        self.walls, self.edges = tuple(walls), edges
        self.count, self.markers = Number(len(walls)), Number(2)

    def write(self, out: Writer, value: Sequence[tuple[Edge, int]]) -> None:
        numbers = {wall: i for i, wall in enumerate(self.walls)}
        chosen = [numbers.get(edge, -1) for edge, _ in value]
        usual = all(a < b for a, b in pairwise([-1, *chosen]))
        out.digit(int(not usual), 2)
        self.count.write(out, len(value))
        if usual:
            out.digit(rank(chosen), comb(len(self.walls), len(chosen)))
        for edge, markers in value:
            if usual and markers in (1, 2):
                out.digit(markers - 1, 3)
                continue
            out.digit(2, 3) if usual else self.edges.write(out, edge)
            self.markers.write(out, markers)

    def read(self, source: Reader) -> tuple[tuple[Edge, int], ...]:
        usual = source.digit(2) == 0
        count = self.count.read(source)
        if not 0 <= count <= (len(self.walls) if usual else 10_000):
            refuse("a damaged position string: damage on more walls than there are")
        if not usual:
            return tuple((self.edges.read(source), self.markers.read(source)) for _ in range(count))
        chosen = unrank(source.digit(comb(len(self.walls), count)), count)
        found = []
        for number in chosen:
            markers = source.digit(3) + 1
            found.append((self.walls[number], markers if markers < 3 else self.markers.read(source)))
        return tuple(found)


class _DoorsCode:
    """What each door of the board is; a list with edges that are no doors costs more."""

    def __init__(self, doors: Sequence[Edge], edges: EdgeCode) -> None:
        self.doors, self.edges, self.count = tuple(doors), edges, Number(len(doors))

    def write(self, out: Writer, value: Sequence[tuple[Edge, str]]) -> None:
        states = dict(value)
        usual = tuple(value) == tuple((door, states[door]) for door in self.doors if door in states)
        out.digit(int(not usual), 2)
        if usual:
            for door in self.doors:
                Choice(_DOORS).write(out, states.get(door, "closed"))
        else:
            self.count.write(out, len(value))
            for edge, state in value:
                self.edges.write(out, edge)
                Choice(_DOORS).write(out, state)

    def read(self, source: Reader) -> tuple[tuple[Edge, str], ...]:
        if source.digit(2):
            count = self.count.read(source)
            if not 0 <= count <= 10_000:
                refuse("a damaged position string: a list of impossible length")
            return tuple((self.edges.read(source), Choice(_DOORS).read_name(source)) for _ in range(count))
        states = [(door, Choice(_DOORS).read_name(source)) for door in self.doors]
        return tuple((door, state) for door, state in states if state != "closed")


class TurnCode:
    """The turn: what it says in the action phase only if any of it is not reset, then what the phase adds.

    Parameters
    ----------
    ids : sequence of str
        The firefighters' ids.
    square : SquareCode
        How the square of a reveal is written.
    """

    def __init__(self, ids: Sequence[str], square: SquareCode) -> None:
        self.square = square
        self.firefighter = Choice(ids, others=True)
        self.commanded = Subset(ids, others=True)

    def write(self, out: Writer, value: Turn) -> None:
        """Write a turn."""
        self.firefighter.write(out, value.firefighter)
        Choice(PHASES).write(out, value.phase)
        is_set = (value.ap, value.free_ap, value.cafs_command_ap, *value.commanded) != (0, 0, 0)
        is_set = is_set or value.acted or value.began_at_engine
        out.digit(int(is_set), 2)
        if is_set:
            Number(_MOST_AP).write(out, value.ap)
            Number(_MOST_FREE).write(out, value.free_ap)
            out.digit(int(value.acted), 2)
            out.digit(int(value.began_at_engine), 2)
            self.commanded.write(out, value.commanded)
            Number(1).write(out, value.cafs_command_ap)
        if value.phase == "reveal" and value.at is not None:
            self.square.write(out, value.at)
            Choice(_CAUSES).write(out, value.cause)
        elif value.phase.startswith("deck_gun") and value.dice is not None and value.rerolled is not None:
            for die in value.dice:
                out.digit(int(die is None), 2)
                if die is not None:
                    Number(_FACES).write(out, die)
            Subset(_DICE).write(out, value.rerolled)
        elif value.phase == "advance_fire" and value.flare_up is not None:
            out.digit(int(value.flare_up), 2)
        elif value.phase == "over":
            Choice(_RESULTS).write(out, value.result)
            Choice(_REASONS).write(out, value.reason)

    def read(self, source: Reader) -> Turn:
        """Read a turn back."""
        firefighter = self.firefighter.read_name(source)
        phase = Choice(PHASES).read_name(source)
        turn = Turn(firefighter, phase)
        if source.digit(2):
            turn = Turn(
                firefighter,
                phase,
                ap=Number(_MOST_AP).read(source),
                free_ap=Number(_MOST_FREE).read(source),
                acted=source.digit(2) == 1,
                began_at_engine=source.digit(2) == 1,
                commanded=self.commanded.read(source),
                cafs_command_ap=Number(1).read(source),
            )
        if phase == "reveal":
            return replace(turn, at=self.square.read(source), cause=Choice(_CAUSES).read(source))
        if phase.startswith("deck_gun"):
            red, black = (None if source.digit(2) else Number(_FACES).read(source) for _ in range(2))
            return replace(turn, dice=(red, black), rerolled=Subset(_DICE).read(source))
        if phase == "advance_fire":
            return replace(turn, flare_up=source.digit(2) == 1)
        if phase == "over":
            return replace(turn, result=Choice(_RESULTS).read(source), reason=Choice(_REASONS).read(source))
        return turn
