"""Timetables of one firefighter that a plan of the crew chooses from: some jobs, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from advisor.flashpoint.crew_jobs import COMMANDS, Clock, Job, Jobs, Legs
from advisor.flashpoint.graph import prices_of
from advisor.flashpoint.pace import BASE_AP, Deed
from advisor.flashpoint.position import Firefighter, Position
from advisor.flashpoint.risk import LOST, Risk
from advisor.flashpoint.squares import Edge, Square

__all__ = ["Column", "Columns", "Errand"]

KEPT: Final = 30
"""Timetables of a firefighter that the plan may choose from."""
MOST_JOBS: Final = 3
CONTINUED: Final = 10
"""Timetables of a firefighter that are continued with one more job."""
KEEPS: Final = 0.85
"""How much a roll counts against the one before: the fire of some turns later lies elsewhere."""
FIRES: Final = 6
"""Fires that are worth a job, the worst ones."""
NEAR_FIRES: Final = 3
"""Of these, how many a firefighter thinks of at a time."""
LEAST: Final = 0.02
"""What a fire or a hazmat must add to the next roll, in turns, to be worth a job."""
IDENTIFIED: Final = 0.5
"""Turns saved by knowing beforehand that a POI is a false alarm."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A job of a timetable: when it begins to count, and when it is done.

    Attributes
    ----------
    job : Job
        What.
    begun, done : int
        Turns: of its first action (of a rescue: when the victim is first moved), and of its last.
    gain : float
        By how many turns the plan is better for it, whatever the others do.
    deeds : int
        How many actions it takes.
    cost : float
        Of a rescue: the expected turns until then, a loss on the way counted in.
    """

    job: Job
    begun: int
    done: int
    gain: float
    deeds: int
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Column:
    """A timetable of one firefighter.

    Attributes
    ----------
    who : str
        Its id.
    command : int
        AP that the Captain has for it each turn, 0 if it is not commanded.
    errands : tuple of Errand
        In their order.
    deeds : tuple of Deed
        All actions.
    turns : tuple of int
        In which turn each is done, counted over all turns; in one of the Captain's it is commanded.
    gain : float
        By how many turns the plan is better for it, whatever the others do.
    markers : int
        Damage markers that it places.
    """

    who: str
    command: int
    errands: tuple[Errand, ...]
    deeds: tuple[Deed, ...]
    turns: tuple[int, ...]
    gain: float
    markers: int


@dataclass(frozen=True, slots=True)
class _Partly:
    """A timetable that may go on."""

    square: Square
    clock: Clock
    errands: tuple[Errand, ...] = ()
    deeds: tuple[Deed, ...] = ()
    turns: tuple[int, ...] = ()
    edges: frozenset[Edge] = frozenset()
    quenched: frozenset[Square] = frozenset()
    gain: float = 0.0


@dataclass(slots=True)
class Columns:
    """All timetables of a position, and what it costs to leave something undone.

    Attributes
    ----------
    position : Position
        Somebody is acting, and `end` is legal.
    turns : int
        How many turns are looked at.
    jobs : Jobs
        What there is to do.
    odds : tuple of float
        For each POI the chance that it is a victim.
    undone : tuple of float
        For each POI what it costs not to rescue it.
    fires, hazmats : dict
        For each fire and hazmat worth a job, what it costs a turn.
    cut : bool
        True if some timetables were left out.
    """

    position: Position
    turns: int
    jobs: Jobs = field(init=False)
    odds: tuple[float, ...] = field(init=False)
    undone: tuple[float, ...] = field(init=False)
    fires: dict[Square, float] = field(init=False)
    hazmats: dict[Square, float] = field(init=False)
    cut: bool = field(init=False, default=False)
    _risk: Risk = field(init=False)
    _legs: dict[str | None, Legs] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        position = self.position
        self.jobs, self._risk = Jobs(position), Risk(position)
        hidden = position.unrevealed_victims + position.unrevealed_false_alarms
        share = position.unrevealed_victims / hidden if hidden else 0.0
        self.odds = tuple(share if poi.kind == "unknown" else 1.0 for poi in position.poi)
        self.undone = tuple(
            odds * (self.turns + LOST * (1 - (1 - self._risk.burns(poi.at)) ** self.turns))
            for odds, poi in zip(self.odds, position.poi, strict=True)
        )
        fires = sorted(((self._risk.of_fire(at), at) for at in position.fire), key=lambda x: (-x[0], x[1]))
        self.fires = {at: price for price, at in fires[:FIRES] if price > LEAST}
        hazmats = {at: self._risk.of_hazmat(at) for at in set(position.hazmats)}
        self.hazmats = {at: price for at, price in sorted(hazmats.items()) if price > LEAST}

    def of(self, one: Firefighter) -> list[Column]:
        """Return the timetables of a firefighter, the most gainful first; the last one is to do nothing."""
        found = [self._column(one, 0, p) for p in self._grown(one, self.jobs.clock(one, self.turns))]
        captain = next((f for f in self.position.firefighters if f.specialist == "captain"), None)
        if captain is not None and captain is not one:
            own = self.jobs.turn_of(one.id) % len(self.jobs.order)
            for command in (COMMANDS, COMMANDS + BASE_AP):
                clock = self.jobs.clock(one, self.turns, captain, command)
                for partly in self._grown(one, clock, most=1):
                    if any(turn % len(self.jobs.order) != own for turn in partly.turns):
                        found.append(self._column(one, command, partly))
        found.sort(key=lambda column: (-column.gain, len(column.deeds)))
        best = found[:KEPT]
        self.cut = self.cut or len(found) > KEPT
        alone = {(c.errands[0].job, c.command): c for c in reversed(found) if len(c.errands) == 1}
        known = set(map(id, best))
        best += [column for column in alone.values() if id(column) not in known]
        return [*best, Column(one.id, 0, (), (), (), 0.0, 0)]

    def _column(self, one: Firefighter, command: int, partly: _Partly) -> Column:
        markers = sum(deed.event.startswith("chop") for deed in partly.deeds)
        return Column(one.id, command, partly.errands, partly.deeds, partly.turns, partly.gain, markers)

    def _grown(self, one: Firefighter, clock: Clock, most: int = MOST_JOBS) -> Iterator[_Partly]:
        """Yield timetables of one to `most` jobs that gain something with each, the best ones continued."""
        payer = one.specialist if one.specialist in ("paramedic", "rescue") else None  # the others pay alike
        legs = self._legs.get(payer) or self._legs.setdefault(payer, Legs(self.jobs, payer))
        level = [_Partly(one.at, clock)]
        for _ in range(most):
            longer = [
                after
                for partly in level
                for job in self._next_jobs(one, partly)
                if (after := self._with(partly, job, legs)) is not None
            ]
            yield from longer
            longer.sort(key=lambda partly: -partly.gain)
            self.cut = self.cut or len(longer) > CONTINUED
            level = longer[:CONTINUED]

    def _next_jobs(self, one: Firefighter, partly: _Partly) -> Iterator[Job]:
        position, taken = self.position, {e.job for e in partly.errands}
        poi_done = {e.job.number for e in partly.errands if e.job.kind in ("rescue", "lead")}
        treated_before = {e.job.number for e in partly.errands if e.job.kind == "treat"}
        paramedic = any(f.specialist == "paramedic" and f is not one for f in position.firefighters)
        for number, poi in enumerate(position.poi):
            if number in poi_done or number in treated_before or not self.odds[number]:
                continue
            for haven in self._havens(poi.at):
                yield Job("rescue", number, poi.at, haven)
                if paramedic and poi.kind != "treated":
                    yield Job("lead", number, poi.at, haven)
            if one.specialist == "paramedic" and poi.kind != "treated":
                yield Job("treat", number, poi.at)
            identify = Job("identify", number, poi.at)
            if (
                one.specialist == "imaging"
                and poi.kind == "unknown"
                and len(partly.errands) == len(taken & {identify})
            ):
                yield identify
        near = sorted(
            (at for at in self.fires if at not in partly.quenched and Job("fire", 0, at) not in taken),
            key=lambda at: (abs(at[0] - partly.square[0]) + abs(at[1] - partly.square[1]), at),
        )
        for at in near[:NEAR_FIRES]:
            yield Job("fire", 0, at)
        for at in self.hazmats:
            job = Job("dispose" if one.specialist == "hazmat" else "haul", 0, at)
            if job not in taken:
                yield job
        if not any(e.job.kind == "drive" for e in partly.errands):
            for number, drives in enumerate(haven.drives for haven in self.jobs.havens):
                if drives:
                    yield Job("drive", number, partly.square)

    def _havens(self, at: Square) -> Iterator[int]:
        """Yield where a victim may be taken: where the ambulance stands, and the nearest other spots."""
        havens = self.jobs.havens
        cost, _ = self.jobs.ways.tree_from(at, prices_of(None, "victim"))
        yield 0
        others = sorted(
            range(1, len(havens)),
            key=lambda n: (2 * havens[n].drives + min(cost.get(s, 999) for s in havens[n].squares), n),
        )
        yield from others[:1]

    def _with(self, partly: _Partly, job: Job, legs: Legs) -> _Partly | None:
        leg = legs.leg(partly.square, job)
        if leg is None:
            return None
        fetch, rest = leg.deeds[: leg.fetched], leg.deeds[leg.fetched :]
        if partly.edges or partly.quenched:
            fetch = tuple(d for d in fetch if not _is_done(d, partly))
            if job.kind != "fire":
                rest = tuple(d for d in rest if not _is_done(d, partly))
        deeds = fetch + rest
        timed = partly.clock.after(deeds)
        if timed is None or not timed[0]:
            return None
        turns, clock = timed
        errand = self._errand(job, deeds, turns, len(fetch))
        if errand.gain <= 0:
            return None
        return _Partly(
            leg.end,
            clock,
            (*partly.errands, errand),
            (*partly.deeds, *deeds),
            (*partly.turns, *turns),
            partly.edges | {d.opens for d in deeds if d.opens is not None},
            partly.quenched | {d.quenches for d in deeds if d.quenches is not None},
            partly.gain + errand.gain,
        )

    def _errand(self, job: Job, deeds: Sequence[Deed], turns: Sequence[int], fetched: int) -> Errand:
        """Return a job with its turns, and what it gains by being done then."""
        begun, end = turns[0], turns[-1]
        if job.kind in ("rescue", "lead"):
            cost = self._cost(job.number, deeds[fetched:], turns[fetched:])
            begun = turns[fetched] if fetched < len(turns) else end
            return Errand(job, begun, end, self.undone[job.number] - cost, len(deeds), cost)
        if job.kind == "fire":
            gain = self.fires[job.at] * self.weight(end)
        elif job.kind in ("haul", "dispose"):
            gain = self.hazmats[job.at] * self.weight(end)
        elif job.kind == "identify":
            gain = IDENTIFIED * (1 - self.odds[job.number])
        else:  # treating and driving gain by what others do then
            gain = 1e-3
        return Errand(job, begun, end, gain, len(deeds))

    def weight(self, turn: int) -> float:
        """For how many rolls something counts that is out of the way from a turn on: the next ones most."""
        return float(KEEPS ** (turn - 1) - KEEPS**self.turns) / (1 - KEEPS)

    def _cost(self, number: int, deeds: Sequence[Deed], turns: Sequence[int]) -> float:
        """The expected turns until a POI is rescued, a loss before that counted in."""
        at, now, saved = self.position.poi[number].at, 1, 1.0
        for deed, turn in zip(deeds, turns, strict=True):
            if turn > now:
                saved *= (1 - self._risk.burns(at)) ** (turn - now)
                now = turn
            if not _stays(deed):
                at = deed.at
        return self.odds[number] * (now + LOST * (1 - saved))


def _stays(deed: Deed) -> bool:
    """Whether an action leaves the victim where it is."""
    return not deed.event.startswith(("carry", "lead"))


def _is_done(deed: Deed, partly: _Partly) -> bool:
    """Whether an earlier job of the same timetable has done it already."""
    return deed.opens in partly.edges or deed.quenches in partly.quenched
