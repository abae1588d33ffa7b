"""What a plan of the crew says: a message for each thing that somebody does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from advisor.flashpoint.crew_columns import Column, Columns, Errand
from advisor.flashpoint.position import Position
from advisor.flashpoint.rooms import place
from advisor.flashpoint.squares import edge_text
from advisor.guidance import Message, TeamLine
from advisor.words import _, marked

__all__ = ["TEXTS", "assumption", "lines_of", "message", "notes_of"]

TEXTS: Final = MappingProxyType({
    "crew.rescue.unknown": marked(
        "{who} looks at the POI at {where} and takes it out by {exit}, if it is a victim"
    ),
    "crew.rescue.victim": marked("{who} takes the victim from {where} out by {exit}"),
    "crew.rescue.treated": marked("{who} leads the treated victim from {where} out by {exit}"),
    "crew.ambulance.unknown": marked(
        "{who} looks at the POI at {where} and takes it to the ambulance at {spot}, if it is a victim"
    ),
    "crew.ambulance.victim": marked("{who} takes the victim from {where} to the ambulance at {spot}"),
    "crew.ambulance.treated": marked(
        "{who} leads the treated victim from {where} to the ambulance at {spot}"
    ),
    "crew.treat": marked("{who} resuscitates the victim at {where}"),
    "crew.identify": marked("{who} identifies the POI at {where}"),
    "crew.fire": marked("{who} puts out the fire at {where}"),
    "crew.haul": marked("{who} hauls the hazmat from {where} out by {exit}"),
    "crew.dispose": marked("{who} disposes of the hazmat at {where}"),
    "crew.drive": marked("{who} drives the ambulance to {spot}"),
    "crew.door": marked("{who} opens the door {edge}"),
    "crew.wall": marked("{who} chops through the wall {edge}"),
    "crew.command": marked("{captain} moves {who} with command AP"),
    "crew.wait": marked("{who} saves AP: nothing is within reach"),
    "crew.when.now": marked("in this turn"),
    "crew.when.next": marked("in its next turn"),
    "crew.when.later": marked("by its turn {round}"),
    "crew.assumes": marked(
        "with the fire standing still, every POI a victim as long as there are any, new ones where they "
        "are nearest, and everybody helping everybody"
    ),
    "crew.note.still": marked(
        "The plan takes the fire as it stands; make it again after each roll and reveal."
    ),
    "crew.note.optimal": marked(
        "No plan of this kind is better: up to three jobs each, one carrier a victim."
    ),
    "crew.note.cut": marked("The best timetables of each firefighter were looked at, not all of them."),
    "crew.note.time": marked("The search for a better plan was cut short."),
})  # fmt: skip
"""Sentences by the id of their message; in English, to be translated when they are said."""


def message(name: str, params: Mapping[str, Any] | None = None) -> Message:
    """Return a message with its text.

    >>> message("crew.fire", {"who": "red", "where": "3,4"}).text
    'red puts out the fire at 3,4'
    """
    given = params or {}
    return Message(name, given, _(TEXTS[name]).format(**given))


def lines_of(position: Position, columns: Columns, chosen: tuple[Column, ...]) -> tuple[TeamLine, ...]:
    """Return what everybody does, in the order of turns."""
    said = [line for column in chosen for line in _Lines(position, columns, column).all()]
    return tuple(sorted(said, key=lambda line: line.turn))


class _Lines:
    """What one firefighter does."""

    def __init__(self, position: Position, columns: Columns, column: Column) -> None:
        self._position, self._columns, self._column = position, columns, column
        self._crew = len(position.firefighters)
        self._first = columns.jobs.turn_of(column.who)

    def all(self) -> Iterator[TeamLine]:
        """Yield its lines."""
        column = self._column
        if not column.errands:
            yield self._line("crew.wait", self._first, {})
            return
        if column.command:
            commanded = [t for t in column.turns if (t - self._first) % self._crew]
            if commanded:
                captain = next(f.id for f in self._position.firefighters if f.specialist == "captain")
                yield self._line("crew.command", commanded[0], {"captain": captain}, captain)
        opened = set()
        for deed, turn in zip(column.deeds, column.turns, strict=True):
            if deed.opens is not None and deed.opens not in opened:
                opened.add(deed.opens)
                kind = "door" if deed.event.startswith("door") else "wall"
                yield self._line(f"crew.{kind}", turn, {"edge": edge_text(deed.opens)})
        first = 0
        for errand in column.errands:
            last = column.deeds[first + errand.deeds - 1]
            first += errand.deeds
            yield self._errand(errand, place(self._position.board, last.at))

    def _errand(self, errand: Errand, end: str) -> TeamLine:
        job = errand.job
        params: dict[str, Any] = {"where": place(self._position.board, job.at)}
        if job.kind == "drive":
            return self._line("crew.drive", errand.done, {"spot": self._spot(job.number)})
        if job.kind == "haul":
            params["exit"] = end
        if job.kind not in ("rescue", "lead"):
            return self._line(f"crew.{job.kind}", errand.done, params)
        kind = "treated" if job.kind == "lead" else self._position.poi[job.number].kind
        if self._columns.jobs.havens[job.haven].spot is None:
            return self._line(f"crew.rescue.{kind}", errand.done, {**params, "exit": end})
        return self._line(f"crew.ambulance.{kind}", errand.done, {**params, "spot": self._spot(job.haven)})

    def _spot(self, haven: int) -> str:
        spot = self._columns.jobs.havens[haven].spot
        return "" if spot is None else spot.id

    def _line(self, name: str, turn: int, params: Mapping[str, Any], who: str = "") -> TeamLine:
        actor = who or self._column.who
        first = self._columns.jobs.turn_of(actor)
        number = max(0, -(-(turn - first) // self._crew)) + 1
        when = "now" if turn == 1 else "next" if number == 1 else "later"
        said = message(name, {"who": self._column.who, **params})
        return TeamLine(actor, turn, number, said, message(f"crew.when.{when}", {"round": number}))


def assumption() -> Message:
    """Return what the lower bound takes for granted."""
    return message("crew.assumes")


def notes_of(*, optimal: bool, cut: bool) -> tuple[Message, ...]:
    """Return what a reader of a plan should know."""
    how = "crew.note.time" if not optimal else "crew.note.cut" if cut else "crew.note.optimal"
    return message("crew.note.still"), message(how)
