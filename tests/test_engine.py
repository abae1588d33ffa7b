"""The engine: every line gets its reply, many requests at a time, and none that is called back goes on."""

from __future__ import annotations

import itertools
import json
import re
import time
from dataclasses import replace
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

import pytest

from advisor import engine as engine_module
from advisor.engine import Engine
from advisor.engine_requests import ACTIONS, Analyse, Include
from advisor.errors import UsageError
from advisor.files import MAX_BYTES
from advisor.flashpoint import Board, SetUp, set_up
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Position
from advisor.game import Router
from advisor.search.engines import Request, search_turn
from engine_sessions import SESSIONS, recorded, replay

FOLDER = Path(__file__).parents[1] / "data" / "positions"
HUT = set_up(SetUp(Board.shipped("hut"))).position
LONG: dict[str, dict[str, Any]] = {
    "rollout": {"engine": "rollout", "trials": 10**8},
    "mcts": {"engine": "mcts", "trials": 10**6},
    "expectimax": {"engine": "expectimax", "depth": 9},
}
"""Searches of minutes."""


class Client:
    """Sends requests to an engine and waits for replies."""

    def __init__(self, *, workers: int = 1) -> None:
        self.came: Queue[str] = Queue()
        self.engine = Engine(self.came.put, workers=workers)

    def ask(self, ident: str, position: Position | dict[str, Any] | str = HUT, **more: Any) -> None:
        given = position.to_json() if isinstance(position, Position) else position
        self.send({"id": ident, "position": given, **more})

    def send(self, request: dict[str, Any]) -> None:
        self.engine.handle(json.dumps(request).encode())

    def reply(self) -> dict[str, Any]:
        """The next reply."""
        found: dict[str, Any] = json.loads(self.came.get(timeout=120))
        return found

    def rest(self) -> list[dict[str, Any]]:
        """End the engine, and return all replies that were not asked for yet."""
        self.engine.close()
        return [self.reply() for _ in range(self.came.qsize())]


def busy(position: Position | None = None, *, workers: int = 1, **search: Any) -> Client:
    """A client whose engine is at work on a long search, "long", and has sent its first look."""
    client = Client(workers=workers)
    client.ask("long", position or load_position(FOLDER / "family-middle.json"),
               **{**(search or LONG["rollout"]), "partial": True})  # fmt: skip
    assert client.reply()["partial"]
    return client


@pytest.mark.parametrize("name", SESSIONS)
def test_a_recorded_session_is_answered_as_it_was(name: str) -> None:
    assert replay(name) == recorded(name)


# --- broken lines -------------------------------------------------------------------------------------------


def garbage(rng: Random) -> bytes:
    """A line that is no request: noise, JSON of no sense, or a request that was spoiled."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.randbytes(rng.randrange(60)).replace(b"\n", b" ")
    if kind == 1:
        bits = [
            b"{",
            b"}",
            b"[",
            b"]",
            b'"',
            b'"id"',
            b":",
            b",",
            b"NaN",
            b"1e999",
            b"null",
            b"\\ud800",
            b"9" * 30,
        ]
        return b"".join(rng.choices(bits, k=rng.randrange(1, 30)))
    request = b'{"id":"x","position":"%s","top":0,"nothing":[1]}' % str(HUT).encode()
    if kind == 2:
        return request[: rng.randrange(len(request))]
    spoiled = bytearray(request)
    for _ in range(rng.randrange(1, 4)):
        spoiled[rng.randrange(len(spoiled))] = rng.choice(b'\x00\x80\xff{}[]",:09azZ')
    return bytes(spoiled)


def test_ten_thousand_lines_of_garbage_get_as_many_errors_and_the_engine_lives_on() -> None:
    client, rng = Client(), Random(3)
    for _ in range(10_000):
        client.engine.handle(garbage(rng))
    replies = [client.reply() for _ in range(10_000)]
    assert all(set(reply) == {"id", "error", "field"} for reply in replies)
    assert all(reply["error"].isprintable() for reply in replies)
    client.ask("still there", level="instant")
    (last,) = client.rest()
    assert last["final"]
    assert last["analysis"]["plans"]


@pytest.mark.parametrize(
    ("line", "ident", "field", "words"),
    [
        (b"x" * (MAX_BYTES + 1), None, "", "longer than 8 MB"),
        (b"[" * 10**6, None, "", "nested too deep"),
        (b'{"id": "a", "top": ' + b"9" * 10**6 + b"}", None, "/top", "a whole number out of bounds"),
        (b'{"id": "a", "seconds": 1e999}', "a", "/seconds", "beyond all bounds"),
        (b'{"id": "a\\ud800"}', None, "/id", "half a surrogate pair"),
    ],
)
def test_a_line_too_large_too_deep_or_out_of_bounds_is_one_error(
    line: bytes, ident: str | None, field: str, words: str
) -> None:
    client = Client()
    client.engine.handle(line)
    (reply,) = client.rest()
    assert (reply["id"], reply["field"]) == (ident, field)
    assert words in reply["error"]


def test_a_fault_of_the_engine_itself_is_a_reply_and_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    with monkeypatch.context() as patch:
        patch.setattr(engine_module, "search_turn", lambda *_, **__: 1 // 0)
        client.ask("a", level="instant")
        assert client.reply()["error"].startswith("a fault of the engine itself: ZeroDivisionError")
    client.ask("a", level="instant")
    assert client.rest()[0]["final"]


# --- many at a time -----------------------------------------------------------------------------------------


def test_two_hundred_requests_at_once_are_all_answered_each_with_its_own_position() -> None:
    positions = {}
    for ap, blue, green in itertools.product(range(1, 9), range(5), range(5)):
        red, *others = HUT.firefighters
        saved = [replace(one, saved_ap=ap) for one, ap in zip(others, (blue, green), strict=True)]
        turn = replace(HUT.turn, ap=ap)
        positions[f"{ap} {blue} {green}"] = replace(HUT, firefighters=(red, *saved), turn=turn)
    assert len(positions) == 200
    client = Client(workers=2)
    for ident, position in positions.items():
        client.ask(ident, position, level="instant", top=1)
    replies = {reply["id"]: reply for reply in client.rest()}
    assert set(replies) == set(positions)
    for number, (ident, position) in enumerate(positions.items()):
        assert replies[ident]["analysis"]["position"] == position.to_json()
        if number % 40 == 0:
            alone = search_turn(GAME, position, Request(level="instant"), top=1)
            assert replies[ident]["analysis"]["plans"] == [plan.to_json() for plan in alone.plans]


def test_higher_priority_goes_first_then_who_came_first() -> None:
    client = busy()
    for ident, priority in {"low": -1, "a": 0, "b": 0, "high": 5, "too": 5}.items():
        client.ask(ident, level="instant", priority=priority)
    client.send({"id": "t", "action": "terminate", "target": "long"})
    order = [reply["id"] for reply in client.rest() if reply.get("final")]
    assert order == ["long", "high", "too", "a", "b", "low"]


def test_an_id_is_in_use_until_its_answer_is_there() -> None:
    client = busy()
    client.ask("long", level="instant")
    refused = client.reply()
    assert (refused["id"], refused["field"]) == ("long", "/id")
    client.engine.stop()
    while not client.reply()["final"]:
        pass
    client.ask("long", level="instant")
    assert [reply["terminated"] for reply in client.rest()] == [False]


# --- calling back -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("search", LONG)
@pytest.mark.parametrize("name", ["captain", "veteran-start"])
def test_a_search_that_is_called_back_answers_within_a_tenth_of_a_second(name: str, search: str) -> None:
    client = busy(load_position(FOLDER / f"{name}.json"), **LONG[search])
    time.sleep(0.05)
    began, cpu = time.perf_counter(), time.process_time()
    client.send({"id": "t", "action": "terminate", "target": "long"})
    replies = [client.reply()]
    while not replies[-1].get("final"):
        replies.append(client.reply())
    # other work on the machine does not count
    assert min(time.perf_counter() - began, time.process_time() - cpu) < 0.1
    assert {"id": "t", "action": "terminate", "target": "long", "running": 1, "waiting": 0} in replies
    assert replies[-1]["terminated"]
    assert replies[-1]["analysis"]["plans"]
    assert replies[-1]["analysis"]["work"]["stopped_by"] == "stopped"
    assert client.rest() == []


def test_what_waits_is_dropped_with_a_reply_and_the_rest_goes_on() -> None:
    client = busy()
    client.ask("dropped", level="instant")
    client.ask("stays", level="instant")
    client.send({"id": "t", "action": "terminate", "target": "dropped"})
    assert client.reply() == {
        "id": "t", "action": "terminate", "target": "dropped", "running": 0, "waiting": 1,
    }  # fmt: skip
    gone = {"final": True, "partial": False, "terminated": True, "analysis": None}
    assert client.reply() == {"id": "dropped", **gone}
    client.send({"id": "t", "action": "terminate", "target": "long"})
    replies = {reply["id"]: reply for reply in client.rest() if reply.get("final")}
    assert set(replies) == {"long", "stays"}
    assert not replies["stays"]["terminated"]


def test_all_can_be_called_back_at_once() -> None:
    client = busy()
    for number in range(20):
        client.ask(str(number))
    client.send({"id": "all", "action": "terminate_all"})
    replies = client.rest()
    assert {"id": "all", "action": "terminate_all", "running": 1, "waiting": 20} in replies
    assert sum(reply.get("terminated", False) for reply in replies) == 21


def test_at_the_end_what_waits_is_still_done() -> None:
    client = Client()
    for number in range(5):
        client.ask(str(number), level="instant", top=1)
    replies = client.rest()
    assert sorted(reply["id"] for reply in replies) == list("01234")
    assert not any(reply["terminated"] for reply in replies)


# --- what is told -------------------------------------------------------------------------------------------


def test_lower_levels_come_first_if_they_are_wanted_and_are_flagged() -> None:
    client = Client()
    client.ask("a", load_position(FOLDER / "family-middle.json"), level="quick", partial=True)
    replies = client.rest()
    assert [reply["partial"] for reply in replies] == [True, False]
    assert [reply["final"] for reply in replies] == [False, True]
    assert [reply["analysis"]["work"]["by"] for reply in replies] == ["instant", "quick"]


@pytest.mark.parametrize(("branches", "deep"), [(False, 0), (0, 0), (1, 1), (2, 2)])
def test_branches_are_told_as_deep_as_was_asked(branches: int | bool, deep: int) -> None:
    def depth(told: list[dict[str, Any]]) -> int:
        return max((1 + depth(branch["branches"]) for branch in told), default=0)

    client = Client()
    client.ask("a", load_position(FOLDER / "driver-at-the-engine.json"), level="instant",
               include={"branches": branches})  # fmt: skip
    (reply,) = client.rest()
    assert max(depth(plan["branches"]) for plan in reply["analysis"]["plans"]) == deep


def test_a_turn_of_a_record_is_the_position_where_it_begins() -> None:
    events = ["move 3,3", "end"]
    after = HUT.apply(events[0]).apply(events[1])
    while after.chance():
        events.append(after.chance()[-1][0])
        after = after.apply(events[-1])
    record = {"format": "flash-point/record@1", "title": "", "players": {}, "position": HUT.to_json(),
              "events": [*events, after.legal()[0][0]]}  # fmt: skip
    client = Client()
    client.ask("first", record, turn=0, level="instant")
    client.ask("second", record, turn=1, level="instant")
    client.ask("last", record, level="instant")
    told = {reply["id"]: reply["analysis"]["position"] for reply in client.rest()}
    assert told["first"] == HUT.to_json()
    assert told["second"] == after.to_json()
    assert told["last"] == after.apply(after.legal()[0][0]).to_json()


def test_what_only_some_games_can_tell_is_asked_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    client.ask("a", level="instant", include={"team": True, "routes": True})
    (told,) = client.rest()
    assert told["analysis"]["team"] == [line.to_json() for line in GAME.team_plan(HUT).lines]
    assert told["routes"] == GAME.routes(HUT).to_json()

    def no_routes(name: str) -> Router:
        raise UsageError(f"game: {name} tells no routes")

    monkeypatch.setattr(engine_module, "router", no_routes)
    client = Client()
    client.ask("b", level="instant", include={"routes": True})
    (refused,) = client.rest()
    assert refused["field"] == "/include/routes"
    assert "tells no routes" in refused["error"]


def test_the_document_has_every_field_and_every_action() -> None:
    text = (FOLDER.parents[1] / "docs" / "engine.md").read_text(encoding="utf-8")
    for name in (*Analyse.model_fields, *Include.model_fields):
        assert re.search(rf"^\|.*`{name}`.*\|", text, re.MULTILINE), name
    for action in ACTIONS:
        assert f'"{action}"' in text, action


def test_the_number_of_workers_has_bounds() -> None:
    with pytest.raises(UsageError, match=r"^workers: got 0, expected 1 to 64$"):
        Engine(print, workers=0)
