"""The cheapest ways of a firefighter: to each POI and out with it, out of the building, to the ambulance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from advisor.errors import UsageError
from advisor.files import short
from advisor.flashpoint.board import Spot
from advisor.flashpoint.draw_words import firefighter_words
from advisor.flashpoint.graph import Building, Ways, prices_of
from advisor.flashpoint.pace import Deed, building_after, deeds_along, purse_of, timetable
from advisor.flashpoint.position import Firefighter, Position
from advisor.flashpoint.rooms import place
from advisor.flashpoint.squares import Square, square_text
from advisor.guidance import Message, Route, RouteTable, TimedStep

__all__ = [
    "DRIVE_AP",
    "LOAD_OF",
    "Haven",
    "Leg",
    "drives_to",
    "havens",
    "hops",
    "leg_out",
    "leg_to",
    "routes_of",
]

DRIVE_AP: Final = 2  # FP-6.2

LOAD_OF: Final = {"unknown": "victim", "victim": "victim", "treated": "treated", "hazmat": "hazmat"}

GOALS: Final = {
    "fetch.unknown": "to the face-down POI at {where}",
    "fetch.victim": "to the victim at {where}",
    "fetch.treated": "to the treated victim at {where}",
    "fetch.hazmat": "to the hazmat at {where}",
    "rescue.unknown": "out with the POI from {where}, should it be a victim",
    "rescue.victim": "out with the victim from {where}",
    "rescue.treated": "out with the treated victim from {where}",
    "rescue.hazmat": "out with the hazmat from {where}",
    "ambulance.unknown": "with the POI from {where} to the ambulance at {spot}, should it be a victim",
    "ambulance.victim": "with the victim from {where} to the ambulance at {spot}",
    "ambulance.treated": "with the treated victim from {where} to the ambulance at {spot}",
    "out": "out of the building",
    "ambulance": "to the ambulance at {spot}",
    "called": "to the ambulance, called to {spot}",
}
"""What a route is for, in English, by the id of its message."""

NOTE: Final = "As if nothing else happened: no fire, no other firefighter, no new POI."


@dataclass(frozen=True, slots=True)
class Haven:
    """Where a victim is rescued.

    Attributes
    ----------
    squares : tuple of Square
        It suffices to reach one of them.
    spot : Spot or None
        The ambulance's spot, None without vehicles (FP-4.11).
    drives : int
        How many spots the ambulance has to be driven to be there (FP-6.2).
    """

    squares: tuple[Square, ...]
    spot: Spot | None = None
    drives: int = 0


def hops(spots: int, one: int, other: int) -> int:
    """Return how many drives lead from one parking spot to another, the shorter way round.

    >>> hops(4, 0, 3), hops(4, 1, 3)
    (1, 2)
    """
    apart = abs(one - other)
    return min(apart, spots - apart)


def havens(position: Position) -> tuple[Haven, ...]:
    """Return where victims can be rescued: anywhere outside, or at each spot of the ambulance."""
    board = position.board
    if "vehicles" not in position.rules:
        ring = tuple(
            (r, c)
            for r in range(board.rows + 2)
            for c in range(board.columns + 2)
            if not board.is_inside((r, c))
        )
        return (Haven(ring),)
    ids = [spot.id for spot in board.ambulance_spots]
    here = ids.index(position.ambulance or "")
    found = [
        Haven(spot.squares, spot, hops(len(ids), here, number))
        for number, spot in enumerate(board.ambulance_spots)
    ]
    return tuple(sorted(found, key=lambda haven: haven.drives))


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a way: its squares and the actions along it."""

    path: tuple[Square, ...]
    deeds: tuple[Deed, ...]

    @property
    def cost(self) -> int:
        """AP of all its actions."""
        return sum(deed.cost for deed in self.deeds)


def leg_to(
    ways: Ways, start: Square, goals: Sequence[Square], specialist: str | None, load: str = ""
) -> Leg | None:
    """Return the cheapest way to one of several squares with its actions, None if there is none."""
    found = ways.path(start, goals, prices_of(specialist, load))
    if found is None:
        return None
    return Leg(tuple(found[1]), deeds_along(ways.building, found[1], specialist, load))


def leg_out(
    ways: Ways, start: Square, goals: Sequence[Square], specialist: str | None, kind: str
) -> Leg | None:
    """Return the cheapest way on which a POI or a hazmat is taken along.

    The Paramedic resuscitates a victim first if that saves AP (FP-7.1).
    """
    carried = leg_to(ways, start, goals, specialist, LOAD_OF[kind])
    if specialist != "paramedic" or LOAD_OF[kind] != "victim":
        return carried
    led = leg_to(ways, start, goals, specialist, "treated")
    if carried is None or led is None or carried.cost <= led.cost + 1:
        return carried
    return Leg(led.path, (Deed("resuscitate", 1, "", start), *led.deeds))


class _Routes:
    """The ways of one firefighter."""

    def __init__(self, position: Position, firefighter: Firefighter) -> None:
        board = position.board
        self.position, self.one = position, firefighter
        self.ways = Ways(Building(position))
        self.purse = purse_of(position, firefighter)
        self.havens = havens(position)
        self.ring = tuple(s for s in self.ways.building.squares if not board.is_inside(s))

    def all(self) -> Iterator[Route]:
        """Yield the ways in the order in which they are shown."""
        for poi in self.position.poi:
            yield from self._fetch_and_save(poi.kind, poi.at)
        for at in sorted(set(self.position.hazmats)):
            yield from self._fetch_and_save("hazmat", at)
        if self.position.board.is_inside(self.one.at):
            out = self._to(self.ring)
            if out is not None:
                yield from self._route("out", {}, [out])
        for haven in self.havens:
            to = self._to(haven.squares) if haven.spot is not None else None
            if to is not None and haven.spot is not None:
                kind = "called" if haven.drives else "ambulance"
                yield from self._route(kind, {"spot": haven.spot.id}, [to, self._called(haven)])

    def _to(self, goals: Sequence[Square]) -> Leg | None:
        return leg_to(self.ways, self.one.at, goals, self.one.specialist)

    def _fetch_and_save(self, kind: str, at: Square) -> Iterator[Route]:
        fetch = self._to([at])
        if fetch is None:
            return
        params = {"where": place(self.position.board, at)}
        yield from self._route(f"fetch.{kind}", params, [fetch])
        after = building_after(self.ways.building, fetch.deeds)
        ways = self.ways if after is self.ways.building else Ways(after)
        if kind == "hazmat":
            out = leg_out(ways, at, self.ring, self.one.specialist, kind)
            if out is not None:
                yield from self._route("rescue.hazmat", params, [fetch, out])
            return
        found = []
        for haven in self.havens:
            out = leg_out(ways, at, haven.squares, self.one.specialist, kind)
            if out is None:
                continue
            way = f"ambulance.{kind}" if haven.spot else f"rescue.{kind}"
            more = {**params, "spot": haven.spot.id} if haven.spot else params
            routes = self._route(way, more, [fetch, out, self._called(haven)])
            found += [(route, haven.drives) for route in routes]
        here = [route for route, drives in found if not drives]
        called = min((route for route, drives in found if drives), key=lambda r: r.cost, default=None)
        yield from here
        if called is not None and (not here or called.cost < here[0].cost):
            yield called

    def _called(self, haven: Haven) -> Leg:
        """The drives that bring the ambulance to a spot (FP-6.4)."""
        return Leg(
            (), tuple(Deed(event, DRIVE_AP, "", self.one.at) for event in drives_to(self.position, haven))
        )

    def _route(self, kind: str, params: dict[str, str], legs: Sequence[Leg]) -> Iterator[Route]:
        deeds = [deed for leg in legs for deed in leg.deeds]
        turns = self._turns(deeds)
        if turns is None:
            return
        path = [*legs[0].path, *(square for leg in legs[1:] for square in leg.path[1:])]
        steps = [
            TimedStep(turn, self.one.id, deed.event, deed.cost)
            for turn, deed in zip(turns, deeds, strict=True)
        ]
        yield Route(
            goal=Message(f"route.{kind}", params, GOALS[kind].format(**params)),
            kind=kind,
            places=tuple(map(square_text, path)),
            turning=len(legs[0].path) - 1 if kind.startswith(("rescue", "ambulance.")) else 0,
            cost=sum(deed.cost for deed in deeds),
            turns=turns[-1] if turns else 1,
            steps=tuple(steps),
        )

    def _turns(self, deeds: list[Deed]) -> tuple[int, ...] | None:
        """Return in which turn each action is done; in fire something is done about that first (FP-4.10)."""
        if self.one.at not in self.ways.building.fire:
            return timetable(deeds, self.purse)[0]
        if deeds and deeds[0].opens is None:
            with suppress(ValueError):  # not to be paid this turn: then the fire here comes first
                return timetable(deeds, self.purse, rested=False)[0]
        deeds.insert(0, own_fire(self.one))
        turns, _ = timetable(deeds, self.purse)
        return turns if turns[0] == 1 else None


def own_fire(one: Firefighter) -> Deed:
    """Return the step of extinguishing that makes a firefighter's own square safe to rest on (FP-4.8)."""
    event = f"extinguish {square_text(one.at)}"
    return Deed(event, prices_of(one.specialist).extinguish, "extinguish", one.at, quenches=one.at)


def drives_to(position: Position, haven: Haven) -> tuple[str, ...]:
    """Return the drives that bring the ambulance to a spot, nobody riding along (FP-6.2, FP-6.4)."""
    spots = [spot.id for spot in position.board.ambulance_spots]
    if haven.spot is None or not haven.drives:
        return ()
    here, there, count = spots.index(position.ambulance or ""), spots.index(haven.spot.id), len(spots)
    way = 1 if (there - here) % count == haven.drives else -1
    return tuple(f"drive ambulance {spots[(here + way * n) % count]}" for n in range(1, haven.drives + 1))


def routes_of(position: Position, who: str | None = None) -> RouteTable:
    """Return the cheapest ways of a firefighter, and in how many turns they can be walked.

    Parameters
    ----------
    position : Position
        A position without problems; the game is not over.
    who : str, optional
        The firefighter's id; whose turn it is if left out.

    Raises
    ------
    UsageError
        If nobody has this id, or the game is over.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> table = routes_of(set_up(SetUp(Board.shipped("base-1"))).position)
    >>> route = table.routes[0]
    >>> route.goal.text, route.cost, route.turns
    ('to the face-down POI at 2,4 (bathroom)', 5, 2)
    """
    if position.is_over:
        turn = position.turn
        raise UsageError(f"the game is over: {turn.result} ({turn.reason}), expected a position in play")
    ids = [one.id for one in position.firefighters]
    name = position.turn.firefighter if who is None else who
    if name not in ids:
        raise UsageError(f"firefighter: {short(name)}, expected one of {', '.join(ids)}")
    one = position.firefighter(name)
    routes = _Routes(position, one)
    purse = routes.purse
    free = f", {purse.free} free {purse.kind} AP" if purse.free else ""
    params = {"who": name, "where": square_text(one.at), "ap": purse.general, "free": purse.free}
    text = f"{firefighter_words(position, one)}: {purse.general} AP{free}"
    return RouteTable(
        game=position.game,
        who=Message("route.who", params, text),
        player=name,
        routes=tuple(routes.all()),
        notes=(Message("route.note.still", {}, NOTE),),
    )
