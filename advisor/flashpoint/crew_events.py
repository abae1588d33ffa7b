"""A plan of the crew as real events, with the fire standing still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Final

from advisor.errors import UsageError
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.crew_columns import Column
from advisor.flashpoint.crew_jobs import Job
from advisor.flashpoint.pace import Deed
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import MAX_SAVED
from advisor.flashpoint.squares import Square, parse_square, square_text
from advisor.flashpoint.still import next_turn
from advisor.guidance import TimedStep

__all__ = ["Performance", "settled"]

_MOST_WAYS: Final = 500
_REVEAL: Final = 100  # AP that a way past a face-down POI must be cheaper by
_TAKES: Final = {"carry": ("victim",), "lead": ("treated",), "resuscitate": ("victim",)}


def settled(position: Position) -> tuple[tuple[tuple[str, int], ...], Position]:
    """Return the position when the turn could end, and the events that lead there, each with its cost.

    The dice of the deck gun are kept, and whoever must not stand in fire gets out (FP-4.10). Where there is
    no other way than past a face-down POI, it is taken for a victim.

    Raises
    ------
    UsageError
        If that would take too long to find.
    """
    events: list[tuple[str, int]] = []
    if position.turn.phase == "deck_gun_choice":
        events.append(("keep", 0))
        position = position.apply("keep")
    turn = position.turn
    for who in (turn.firefighter, *turn.commanded):
        way, position = _out_of_fire(position, who)
        events += way
    return tuple(events), position


def _out_of_fire(position: Position, who: str) -> tuple[tuple[tuple[str, int], ...], Position]:
    """Return the cheapest plain moves or extinguishing after which somebody does not stand in fire."""
    order = count()
    heap = [(0, next(order), tuple[tuple[str, int], ...](), position)]
    while heap and len(heap) < _MOST_WAYS:
        spent, _, way, here = heappop(heap)
        at = here.firefighter(who).at
        if here.is_over or (at not in here.fire and not here.chance()):
            return way, here
        moves = "move " if who == here.turn.firefighter else f"command {who} move "
        own = f"extinguish {square_text(at)}" if who == here.turn.firefighter else moves
        further = [(event, cost) for event, cost in here.legal() if event.startswith(moves) or event == own]
        if here.chance():
            further, spent = [(here.chance()[0][0], 0)], spent + _REVEAL
        for event, cost in further:
            heappush(heap, (spent + cost, next(order), (*way, (event, cost)), here.apply(event)))
    raise UsageError(f"/turn: {who} has to leave the fire first, expected a position in which nobody has to")


class Performance:
    """A plan that is acted out turn by turn: nothing burns, no POI is added.

    What is done already is left out (a door that somebody else has opened, a fire that is out). Where a POI
    turns out to be a false alarm, its firefighter stops: then there is something else to plan.

    Parameters
    ----------
    position : Position
        Where it begins; `end` is legal.
    columns : sequence of Column
        A timetable for each firefighter.
    reveals : str
        What a POI turns out to be: ``victim`` (as long as there are any) or ``false-alarm``.

    Attributes
    ----------
    position : Position
        Where it has come to.
    steps : list of TimedStep
        All events so far but those of chance.
    """

    def __init__(self, position: Position, columns: Sequence[Column], reveals: str = "victim") -> None:
        self.position = position
        self.steps: list[TimedStep] = []
        self._reveals = reveals
        self._columns = {column.who: column for column in columns}
        self._stopped: set[str] = set()
        self._turn = 1

    def all(self) -> Performance:
        """Act everything out."""
        last = max((turn for column in self._columns.values() for turn in column.turns), default=0)
        while self._turn <= last and not self.position.is_over:
            self._act()
        return self

    def line(self) -> tuple[str, ...]:
        """Return the turn under way up to its end, or up to the first chance event."""
        self._act(whole=False)
        return tuple(step.event for step in self.steps)

    def _act(self, *, whole: bool = True) -> None:
        """Act out one turn; not `whole`: up to the first chance event."""
        game, me = Replay(self.position), self.position.turn.firefighter
        for who, deed, job in self._due():
            if who in self._stopped or game.position.is_over:
                continue
            if not self._is_there(game.position, who, deed, job):
                self._stopped.add(who)
                continue
            if self._is_done(game.position, deed):
                continue
            self._do(game, me, deed.event if who == me else f"command {who} {deed.event}")
            if game.chance() and not whole:
                return
            self._reveal(game)
        if not game.position.is_over:
            for event in _spare(game):
                self._do(game, me, event)
            self._do(game, me, "end")
            self.position = next_turn(game.position)
        else:
            self.position = game.position
        self._turn += 1

    def _due(self) -> Iterator[tuple[str, Deed, Job]]:
        """Yield who does what in this turn, the Captain's commands last."""
        me = self.position.turn.firefighter
        for column in sorted(self._columns.values(), key=lambda column: column.who != me):
            jobs = iter(column.errands)
            left, errand = 0, None
            for deed, turn in zip(column.deeds, column.turns, strict=True):
                if not left:
                    errand = next(jobs)
                    left = errand.deeds
                left -= 1
                if turn == self._turn and errand is not None:
                    yield column.who, deed, errand.job

    def _do(self, game: Replay, who: str, event: str) -> None:
        cost = dict(game.legal()).get(event, 0)
        game.step(event)
        self.steps.append(TimedStep(self._turn, who, event, cost))

    def _reveal(self, game: Replay) -> None:
        while game.chance():
            outcomes = [event for event, _ in game.chance()]
            wanted = f"reveal {self._reveals}"
            game.step(wanted if wanted in outcomes else outcomes[0])

    @staticmethod
    def _is_there(position: Position, who: str, deed: Deed, job: Job) -> bool:
        """Whether what an action takes along or deals with is where it should be."""
        word, at = deed.event.partition(" ")[0], position.firefighter(who).at
        if word in _TAKES:
            return any(poi.at == at and poi.kind in _TAKES[word] for poi in position.poi)
        if word in ("haul", "dispose"):
            return at in position.hazmats
        if word == "identify":
            return any(poi.at == job.at and poi.kind == "unknown" for poi in position.poi)
        return True

    @staticmethod
    def _is_done(position: Position, deed: Deed) -> bool:
        """Whether somebody else has done it already."""
        if deed.quenches is not None:
            return deed.quenches not in position.fire and deed.quenches not in position.smoke
        if deed.opens is None:
            return False
        if deed.event.startswith("door"):
            return deed.opens in dict(position.doors)
        return dict(position.damage).get(deed.opens, 0) == 2


def _spare(game: Replay) -> Iterator[str]:
    """Yield extinguishing at hand that costs only AP which cannot be saved (FP-3.2)."""
    while True:
        turn, position = game.position.turn, game.position
        free = turn.free_ap if position.active.specialist == "cafs" else 0
        near = [
            (event, parse_square(event.partition(" ")[2]), cost)
            for event, cost in game.legal()
            if event.startswith("extinguish") and turn.ap + free - cost >= min(MAX_SAVED, turn.ap)
        ]
        if not near:
            return
        yield min(near, key=lambda one: (_calm(position, one[1]), one[0]))[0]


def _calm(position: Position, square: Square | None) -> bool:
    return square not in position.fire
