"""Hint mode's words: steps of the fire, things to do on the table, questions to the players, hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import positions
from advisor.errors import IllegalEvent
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.deeds import Deed, deeds
from advisor.flashpoint.load import load_record
from advisor.flashpoint.notation import parse
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import square_text
from advisor.flashpoint.tell import trace_of

GAMES = Path(__file__).parent / "data" / "conformance" / "games"


def plies(rng: Random, count: int) -> Iterator[tuple[Position, str, Position]]:
    """Yield random plies of random games: the position before, the event, the position after."""
    played = 0
    while played < count:
        game = Replay(positions.rich_position(rng))
        for _ in range(rng.choice((4, 12, 40))):
            before = game.position
            text = next_event(rng, game, before)
            if text is None:
                break
            try:
                game.step(text)
            except IllegalEvent:  # an order of hazmats that the rules do not allow
                continue
            played += 1
            yield before, text, game.position


def next_event(rng: Random, game: Replay, position: Position) -> str | None:
    fallen = [f"place {who} {square_text(s)}" for who, squares in game.fallen().items() for s in squares]
    if fallen and not position.is_over and rng.random() < 0.3:
        return rng.choice(fallen)
    chance = [text for text, _ in game.chance()]
    if not chance:
        legal = [text for text, _ in game.legal()]
        return ("end" if "end" in legal and rng.random() < 0.4 else rng.choice(legal)) if legal else None
    text = rng.choice(chance)
    burning = [f"roll {square_text(s)}" for s in (*position.fire, *position.hazmats, *position.hot_spots)]
    lively = [text for text in burning if text in chance]
    if lively and rng.random() < 0.6:
        text = rng.choice(lively)
    if text.startswith("roll") and position.hazmats and rng.random() < 0.3:
        order = rng.sample(position.hazmats, rng.randint(1, len(position.hazmats)))
        text += f" hazmats {' '.join(map(square_text, order))}"
    return text


def on_the_table(position: Position) -> dict[str, object]:
    """Return all that lies on the table, AP and whose turn it is apart."""
    return {
        "fire": set(position.fire),
        "smoke": set(position.smoke),
        "hot spots": set(position.hot_spots),
        "hazmats": Counter(position.hazmats),
        "damage": dict(position.damage),
        "doors": dict(position.doors),
        "poi": Counter((one.at, one.kind) for one in position.poi),
        "vehicles": (position.ambulance, position.engine),
        "crew": {one.id: (one.at, one.specialist, one.saved_ap) for one in position.firefighters},
        "counts": (position.rescued, position.lost),
        "hidden": (position.unrevealed_victims, position.unrevealed_false_alarms),
    }


class Hands:
    """Players who do on the table what they are told, and nothing else."""

    def __init__(self, position: Position) -> None:
        self.fire, self.smoke = set(position.fire), set(position.smoke)
        self.hot_spots, self.hazmats = set(position.hot_spots), Counter(position.hazmats)
        self.damage, self.doors = dict(position.damage), dict(position.doors)
        self.poi = Counter((one.at, one.kind) for one in position.poi)
        self.vehicles = {"ambulance": position.ambulance, "engine": position.engine}
        self.crew = {one.id: [one.at, one.specialist, one.saved_ap] for one in position.firefighters}
        self.rescued, self.lost = position.rescued, position.lost
        self.hidden = [position.unrevealed_victims, position.unrevealed_false_alarms]

    def do(self, deed: Deed) -> None:
        kind, at = deed.kind, deed.at
        if kind in self.vehicles:
            self.vehicles[kind] = deed.name
        elif kind in ("move", "crew", "save", "spend"):
            place = {"move": 0, "crew": 1, "save": 2, "spend": 2}[kind]
            self.crew[deed.who][place] = {"move": deed.to, "crew": deed.name, "save": deed.n, "spend": 0}[
                kind
            ]
        elif deed.edge is not None:
            if kind == "door-closed":
                del self.doors[deed.edge]
            elif kind.startswith("door"):
                self.doors[deed.edge] = kind.removeprefix("door-")
            else:
                more = 2 if kind == "damage-two" else 1
                self.damage[deed.edge] = self.damage.get(deed.edge, 0) + more
        elif at is not None:
            self._on(kind, at, deed)

    def _on(self, kind: str, at: tuple[int, int], deed: Deed) -> None:
        if kind.startswith(("poi", "treat", "victim")):
            self._marker(kind, at, deed)
        elif kind.startswith("hazmat"):
            self.hazmats[at] += 1 if kind == "hazmat" else -1
            if deed.to is not None:
                self.hazmats[deed.to] += 1
        elif kind == "hot-spot":
            assert at not in self.hot_spots
            self.hot_spots.add(at)
        else:
            was, _, end = kind.partition("-")
            where = {"fire": self.fire, "smoke": self.smoke}
            if not end:
                assert at not in where[was]
                where[was].add(at)
            else:
                where[was].remove(at)
                if end != "off":
                    where[end.removeprefix("to-")].add(at)

    def _marker(self, kind: str, at: tuple[int, int], deed: Deed) -> None:
        marker, _, end = kind.partition("-")
        if kind == "treat":
            marker, end = "victim", "treat"
        if marker == "poi" and not end:
            self.poi[at, "unknown"] += 1
            return
        name = "unknown" if marker == "poi" else marker
        assert self.poi[at, name] > 0
        self.poi[at, name] -= 1
        if marker == "poi":
            self.hidden[end == "alarm"] -= 1
            if end == "victim":
                self.poi[at, "victim"] += 1
        elif end == "treat":
            self.poi[at, "treated"] += 1
        elif end == "move":
            self.poi[deed.to or at, marker] += 1
        self.rescued += end == "rescued"
        self.lost += end == "lost"

    def table(self) -> dict[str, object]:
        return {
            "fire": self.fire,
            "smoke": self.smoke,
            "hot spots": self.hot_spots,
            "hazmats": +self.hazmats,
            "damage": self.damage,
            "doors": self.doors,
            "poi": +self.poi,
            "vehicles": (self.vehicles["ambulance"], self.vehicles["engine"]),
            "crew": {who: tuple(facts) for who, facts in self.crew.items()},
            "counts": (self.rescued, self.lost),
            "hidden": tuple(self.hidden),
        }


def assert_told(before: Position, text: str, after: Position) -> None:
    """What is told of an event is what the core made of it."""
    hands = Hands(before)
    for deed in deeds(before, after):
        hands.do(deed)
    assert hands.table() == on_the_table(after), text
    trace = trace_of(before, parse(text), keeps=after.turn.phase != "deck_gun_choice")
    if trace is not None:
        drawn = replace(
            after,
            fire=tuple(sorted(trace.fire)),
            smoke=tuple(sorted(trace.smoke)),
            hot_spots=tuple(sorted(trace.hot_spots)),
            hot_spot_supply=trace.supply,
            hazmats=tuple(sorted(trace.hazmats)),
            damage=tuple(sorted(trace.damage.items())),
            doors=tuple(sorted(trace.doors.items())),
            poi=trace.markers(),
            unrevealed_victims=trace.hidden["victim"],
            unrevealed_false_alarms=trace.hidden["false-alarm"],
            lost=trace.lost,
            firefighters=tuple(replace(one, at=trace.crew[one.id]) for one in after.firefighters),
        )
        assert drawn == after, text
        assert trace.collapsed == (after.turn.reason == "collapse")
    told = GAME.changes(before, text, after)
    kinds = [change.kind for change in told]
    assert kinds == sorted(kinds, reverse=True), "steps first, then what to do"
    assert all("{" not in change.text and change.text.endswith(".") for change in told)
    assert all(change.clause.startswith("FP-") for change in told if change.kind == "step")
    assert GAME.event_text(before, text)


def assert_asked(before: Position, text: str) -> None:
    """What happened is among what could be entered, and nothing else is."""
    asked = GAME.ask(before)
    chance = [event for event, _ in before.chance()]
    if not chance:
        assert asked is None
        return
    assert asked is not None
    events = asked.events if asked.kind == "grid" else tuple(option.value for option in asked.options)
    assert sorted(events) == sorted(chance)
    if asked.kind == "grid":
        assert len(events) == len(asked.rows) * len(asked.columns) == len(asked.targets)
        for number, event in enumerate(events):
            row, column = divmod(number, len(asked.columns))
            assert event.endswith(f" {asked.rows[row]},{asked.columns[column]}")
    if not text.startswith("place"):
        assert text.partition(" hazmats")[0] in events


def test_steps_and_things_to_do_end_where_the_core_ends() -> None:
    for before, text, after in plies(Random(5), 2500):
        assert_told(before, text, after)
        assert_asked(before, text)


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.json")), ids=lambda path: path.stem)
def test_every_event_of_a_recorded_game_is_told_and_asked_for(path: Path) -> None:
    before = load_record(path).position
    for _, event, after in load_record(path).replay():
        if event is not None:
            assert_told(before, event, after)
            assert_asked(before, event)
        before = after
