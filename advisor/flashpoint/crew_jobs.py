"""What one firefighter can do for the team: jobs, the actions that each takes, and when they are done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from advisor.flashpoint.graph import Building, Ways, prices_of
from advisor.flashpoint.pace import Deed, Purse, building_after, cleared, deeds_along, purse_of
from advisor.flashpoint.position import Firefighter, Position
from advisor.flashpoint.routes import DRIVE_AP, LOAD_OF, Haven, drives_to, havens
from advisor.flashpoint.rules import MAX_SAVED
from advisor.flashpoint.squares import Square, square_text

__all__ = ["COMMANDS", "Clock", "Job", "Jobs", "Legs", "Slot"]

COMMANDS: Final = 2
"""The Captain's command AP a turn (FP-7)."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do.

    Attributes
    ----------
    kind : str
        ``rescue``, ``lead`` (a victim that somebody else treats), ``treat``, ``identify`` (all of a POI),
        ``fire``, ``haul``, ``dispose`` (of a hazmat), ``drive``.
    number : int
        Of the POI in the position's list, or of the haven in the list of havens; else 0.
    at : Square
        Where.
    haven : int
        Of ``rescue`` and ``lead``: where the victim is taken, a number in the list of havens.
    """

    kind: str
    number: int
    at: Square
    haven: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """A turn in which a firefighter can be moved: its own, or one of the Captain's.

    Attributes
    ----------
    turn : int
        Counted over all turns, 1 is the one under way.
    own : bool
        False if the Captain commands.
    command : int
        AP that the Captain has for it.
    """

    turn: int
    own: bool
    command: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """How far a firefighter's time is used up.

    Attributes
    ----------
    slots : tuple of Slot
        All turns that count, in order.
    index : int
        The slot under way.
    purse : Purse
        What a turn brings, and which free AP.
    general, free : int
        AP left in its own turn, or saved between its turns.
    command : int
        What is left of the Captain's AP in this slot.
    """

    slots: tuple[Slot, ...]
    index: int
    purse: Purse
    general: int
    free: int
    command: int = 0

    def after(self, deeds: Sequence[Deed]) -> tuple[list[int], Clock] | None:
        """Return in which turns actions are done, as soon as can be, and the time then; None if it runs out.

        This runs some thousand times for a plan, so it keeps to plain numbers.
        """
        slots, purse, turns = self.slots, self.purse, list[int]()
        index, general, free, command = self.index, self.general, self.free, self.command
        kind, first = purse.kind or None, 0
        while first < len(deeds):
            end = first + 1
            while not deeds[end - 1].rests and end < len(deeds):
                end += 1
            slot = slots[index]
            if slot.own:
                general_left, free_left = general, free
                for deed in deeds[first:end]:
                    general_left -= deed.cost
                    if deed.pays == kind and free_left:
                        paid = min(free_left, deed.cost)
                        free_left -= paid
                        general_left += paid
                if general_left >= 0:
                    general, free = general_left, free_left
                    turns += [slot.turn] * (end - first)
                    first = end
                    continue
            else:
                cost = sum(deed.cost for deed in deeds[first:end])
                if cost <= command and all(deed.commanded for deed in deeds[first:end]):
                    command -= cost
                    turns += [slot.turn] * (end - first)
                    first = end
                    continue
            index += 1
            if index == len(slots):
                return None
            if slots[index].own:
                general, free = purse.base + min(MAX_SAVED, general), purse.each
            else:
                command = slots[index].command
        return turns, Clock(slots, index, purse, general, free, command)


@dataclass(frozen=True, slots=True)
class Leg:
    """The actions of a job from some square.

    Attributes
    ----------
    deeds : tuple of Deed
        All of them.
    fetched : int
        How many come before the POI or the hazmat is taken along.
    end : Square
        Where the firefighter stands afterwards.
    """

    deeds: tuple[Deed, ...]
    fetched: int
    end: Square


class Jobs:
    """What there is to do in a position.

    Parameters
    ----------
    position : Position
        Somebody is acting.

    Attributes
    ----------
    havens : tuple of Haven
        Where victims are rescued.
    ways : Ways
        The cheapest ways.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.havens: tuple[Haven, ...] = havens(position)
        self.ways = Ways(Building(position))
        self.ring = tuple(s for s in self.ways.building.squares if not position.board.is_inside(s))
        order = [one.id for one in position.firefighters]
        self._first = order.index(position.turn.firefighter)
        self.order = order

    def turn_of(self, who: str) -> int:
        """Return the first turn of a firefighter, 1 if it is the one under way."""
        return (self.order.index(who) - self._first) % len(self.order) + 1

    def clock(
        self, one: Firefighter, turns: int, captain: Firefighter | None = None, command: int = 0
    ) -> Clock:
        """Return a firefighter's time from now on.

        Parameters
        ----------
        one : Firefighter
            Whose.
        turns : int
            How many turns of all firefighters count.
        captain : Firefighter, optional
            Who commands it besides.
        command : int
            AP that the Captain has for it each turn.
        """
        crew = len(self.order)
        slots = [Slot(turn, True) for turn in range(self.turn_of(one.id), turns + 1, crew)]
        if captain is not None:
            first = self.turn_of(captain.id)
            limit = 1 if one.specialist == "cafs" else command
            turn = self.position.turn
            for number in range(first, turns + 1, crew):
                now = limit
                if number == 1:
                    now = turn.free_ap + (turn.ap if command > COMMANDS else 0)
                    now = min(now, 1 - turn.cafs_command_ap) if one.specialist == "cafs" else now
                slots.append(Slot(number, False, max(0, now)))
            slots.sort(key=lambda slot: slot.turn)
        purse = purse_of(self.position, one)
        if slots[0].own:
            return Clock(tuple(slots), 0, purse, purse.general, purse.free)
        return Clock(tuple(slots), 0, purse, one.saved_ap, 0, slots[0].command)


class Legs:
    """The actions of jobs for firefighters of one specialist, each leg worked out once."""

    def __init__(self, jobs: Jobs, specialist: str | None) -> None:
        self._jobs, self._specialist = jobs, specialist
        self._known: dict[tuple[Square, Job], Leg | None] = {}

    def leg(self, start: Square, job: Job) -> Leg | None:
        """Return the actions of a job from a square, None if it cannot be done."""
        key = (start, job)
        if key not in self._known:
            self._known[key] = self._made(start, job)
        return self._known[key]

    def _made(self, start: Square, job: Job) -> Leg | None:
        if job.kind == "drive":
            drives = drives_to(self._jobs.position, self._jobs.havens[job.number])
            return Leg(tuple(Deed(event, DRIVE_AP, "", start) for event in drives), 0, start)
        if job.kind == "identify":
            return Leg((Deed(f"identify {square_text(job.at)}", 1, "", start),), 0, start)
        path = self._path(start, job.at)
        if path is None:
            return None
        if job.kind == "fire":
            return self._hold(path)
        fetch = deeds_along(self._building, path, self._specialist)
        if job.kind in ("treat", "dispose"):
            event, cost = ("resuscitate", 1) if job.kind == "treat" else ("dispose", 2)
            return Leg((*fetch, Deed(event, cost, "", job.at)), len(fetch), job.at)
        out = self._out(job, fetch, path)
        return None if out is None else Leg((*fetch, *out), len(fetch), out[-1].at if out else job.at)

    @property
    def _building(self) -> Building:
        return self._jobs.ways.building

    def _path(self, start: Square, at: Square) -> list[Square] | None:
        """The cheapest way to a square, from the trees of ways that lead there."""
        ways = self._jobs.ways
        _, paths = ways.tree_to(at, prices_of(self._specialist))
        path = paths[start][::-1] if start in paths else None
        if path is None or ways.markers(path) > self._building.markers_left:
            found = ways.path(start, [at], prices_of(self._specialist))
            path = None if found is None else found[1]
        return path

    def _hold(self, path: list[Square]) -> Leg:
        """Go beside a fire and put it out: two steps of extinguishing (FP-4.8)."""
        at, cost = path[-1], prices_of(self._specialist).extinguish
        if len(path) == 1:
            stand, deeds = at, list[Deed]()
        else:
            stand = path[-2]
            deeds = list(deeds_along(self._building, path[:-1], self._specialist))
            deeds += cleared(self._building, stand, at, prices_of(self._specialist).chop)
        step = Deed(f"extinguish {square_text(at)}", cost, "extinguish", stand, quenches=at)
        return Leg((*deeds, step, step), len(deeds), stand)

    def _out(self, job: Job, fetch: Sequence[Deed], path: Sequence[Square]) -> tuple[Deed, ...] | None:
        """The actions that bring a POI or a hazmat out: the cheapest way, or back by the way it came."""
        after = building_after(self._building, fetch)
        if job.kind == "haul":
            goals, load = self._jobs.ring, "hazmat"
        else:
            goals = self._jobs.havens[job.haven].squares
            kind = self._jobs.position.poi[job.number].kind
            load = "treated" if job.kind == "lead" else LOAD_OF[kind]
        loads: list[tuple[str, tuple[Deed, ...]]] = [(load, ())]
        if self._specialist == "paramedic" and load == "victim":
            loads.append(("treated", (Deed("resuscitate", 1, "", job.at),)))
        back = list(path[::-1])
        home = next((n for n, square in enumerate(back) if square in goals), None)
        found: list[tuple[Deed, ...]] = []
        for taken, first in loads:
            way = self._jobs.ways.path(job.at, goals, prices_of(self._specialist, taken))
            ways = [] if way is None else [way[1]]
            if home is not None:
                ways.append(back[: home + 1])
            found += [(*first, *deeds_along(after, one, self._specialist, taken)) for one in ways]
        return min(found, key=lambda deeds: sum(deed.cost for deed in deeds), default=None)
