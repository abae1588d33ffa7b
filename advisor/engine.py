"""Analyses for programs: many requests at a time, each a line of JSON, as are the replies (docs/engine.md).

Nothing here reads or writes: lines come in by `Engine.handle`, and replies go out by a function. It is blind
to the game: a position says by its format of which it is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from advisor import __version__
from advisor.analysis import FORMAT, Analysis
from advisor.engine_pool import Pool
from advisor.engine_requests import (
    ACTIONS,
    LONGEST_ID,
    MOST_LINES,
    Analyse,
    RequestError,
    Terminate,
    blamed,
    plan_number,
    read_request,
)
from advisor.errors import IllegalEvent, UsageError
from advisor.files import MAX_BYTES, dump_line
from advisor.game import GAMES, Game, Root, game_of, planner, router
from advisor.search.bounds import MOST_DEPTH, MOST_PLANS, MOST_SECONDS, MOST_THREADS, MOST_TRIALS
from advisor.search.engines import ENGINES, search_turn
from advisor.search.levels import DEFAULT, LEVELS
from advisor.search.limits import StopFlag
from advisor.search.outlook import GAMES as SPLIT_GAMES
from advisor.search.outlook import with_outlook
from advisor.search.reasons import with_reasons
from advisor.search.team import with_team

__all__ = ["PROTOCOL", "Engine"]

PROTOCOL: Final = 1
"""The number of the protocol; it grows when something that clients rely on changes."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """A request for an analysis that has not been answered yet."""

    asked: Analyse
    stop: StopFlag = field(default_factory=StopFlag)


class Engine:
    """Answers requests.

    Parameters
    ----------
    send : callable
        Takes a reply, a line without its end; called from several threads, but never twice at a time. It
        raises nothing.
    workers : int
        How many analyses are made at a time.

    Examples
    --------
    >>> replies = []
    >>> engine = Engine(replies.append, workers=1)
    >>> engine.handle(b'{"id": "a", "position": "fp1.3GSXPFUvcpEoqONJblw7m5PW3Zv91S", "level": "instant"}')
    >>> engine.handle(b'{"id": "b", "position": "fp1.3GSXPFUvcpEoqONJblw7m5PW3Zv91S", "top": 0}')
    >>> engine.close()
    >>> sorted(reply[:37] for reply in replies)
    ['{"id":"a","final":true,"partial":fals', '{"id":"b","error":"/top: 0, expected ']
    """

    def __init__(self, send: Callable[[str], None], *, workers: int = 1) -> None:
        if not 1 <= workers <= MOST_THREADS:
            raise UsageError(f"workers: got {workers}, expected 1 to {MOST_THREADS}", field="workers")
        self._send = send
        self._workers = workers
        self._sending = threading.RLock()  # who fails to send may call `stop`
        self._known = threading.Lock()
        self._jobs: dict[str, _Job] = {}
        self._pool = Pool[_Job](workers, self._work)

    def handle(self, line: bytes) -> None:
        """Take a line, of whatever kind: it gets a reply now, or when its analysis is made."""
        try:
            asked = read_request(line)
            if isinstance(asked, Analyse):
                self._take(asked)
            elif isinstance(asked, Terminate):
                self._terminate(asked.id, "terminate", asked.target)
            elif asked.action == "terminate_all":
                self._terminate(asked.id, asked.action, None)
            else:
                told = self._version() if asked.action == "version" else self._limits()
                self._tell({"id": asked.id, "action": asked.action, **told})
        except RequestError as error:
            self._refuse(error.ident, error)
        except Exception as error:  # noqa: BLE001 - a fault of ours must not end the engine
            self._refuse(None, _own_fault(error))

    def stop(self) -> None:
        """Call all requests back: what is worked on ends with what there is, the rest without an analysis."""
        self._stop(*self._called_back(None))

    def close(self) -> None:
        """Make the analyses that are still to be made, and end: every request has its reply then."""
        self._pool.close()

    def _take(self, asked: Analyse) -> None:
        job = _Job(asked)
        with self._known:
            if asked.id in self._jobs:
                raise RequestError(
                    "/id: in use by a request without an answer yet, expected another one", "/id", asked.id
                )
            self._jobs[asked.id] = job
        self._pool.add(job, asked.priority)

    def _terminate(self, ident: str, action: str, target: str | None) -> None:
        """Say what is stopped, then stop it."""
        running, dropped = self._called_back(target)
        named = {} if target is None else {"target": target}
        self._tell({"id": ident, "action": action, **named, "running": len(running), "waiting": len(dropped)})
        self._stop(running, dropped)

    def _called_back(self, target: str | None) -> tuple[list[_Job], list[_Job]]:
        """Take one request or all out of the queue; return those under way, and those that were taken."""
        with self._known:
            meant = {job for ident, job in self._jobs.items() if target is None or ident == target}
        dropped = self._pool.drop(meant.__contains__)
        return list(meant.difference(dropped)), dropped

    def _stop(self, running: list[_Job], dropped: list[_Job]) -> None:
        for job in running:
            job.stop.set()
        for job in dropped:
            self._answer(job, _without_analysis(job))

    def _work(self, job: _Job) -> None:
        try:
            reply = self._analyse(job)
        except RequestError as error:
            self._forget(job)
            self._refuse(job.asked.id, error)
        except Exception as error:  # noqa: BLE001 - a fault of ours must not end the other requests
            self._forget(job)
            self._refuse(job.asked.id, _own_fault(error))
        else:
            self._answer(job, reply)

    def _analyse(self, job: _Job) -> dict[str, Any]:
        asked = job.asked
        with blamed("/position"):
            played = game_of(asked.position)
            try:
                position = played.read(asked.position, asked.turn)
            except IllegalEvent as error:
                where = f"/position/events/{(error.number or 1) - 1}"
                raise RequestError(f"/position: {error}", where) from None
        with blamed("/position", "position: "):
            root = played.root(position)
        _check_plans(root, asked.plans)
        _check_switches(played, asked)
        if job.stop:
            return _without_analysis(job)
        wanted = asked.include
        team = planner(played.id).team_plan(position, seed=asked.seed) if wanted.team else None
        lines = asked.plans if team is None else [*team.candidates, *asked.plans]
        with blamed():
            found = search_turn(
                played, position, asked.request(), top=asked.top, seed=asked.seed, lines=lines,
                partial=(lambda found: self._tell(_reply(asked, found))) if asked.partial else None,
                stop=job.stop,
            )  # fmt: skip
        if team is not None:
            found = with_team(found, team, asked.plans)
        if (wanted.reasons or wanted.versus) and not job.stop:
            found = with_reasons(played, position, found, _pairs(asked, found))
        if (wanted.map or wanted.risk or wanted.split) and not job.stop:
            games = SPLIT_GAMES if wanted.split else 0
            found = with_outlook(played, position, found, maps=wanted.map, risk=wanted.risk, games=games)
        if not wanted.routes:
            return _reply(asked, found, job)
        routes = None if job.stop else router(played.id).routes(position).to_json()
        return {**_reply(asked, found, job), "routes": routes}

    def _answer(self, job: _Job, reply: dict[str, Any]) -> None:
        self._forget(job)  # before the client can know: the id is free when it has the answer
        self._tell(reply)

    def _forget(self, job: _Job) -> None:
        with self._known:
            del self._jobs[job.asked.id]

    def _refuse(self, ident: str | None, error: RequestError) -> None:
        self._tell({"id": ident, "error": str(error), "field": error.field})

    def _tell(self, reply: dict[str, Any]) -> None:
        line = dump_line(reply)
        with self._sending:
            self._send(line)

    def _version(self) -> dict[str, Any]:
        return {"version": __version__, "protocol": PROTOCOL, "analysis": FORMAT, "games": list(GAMES)}

    def _limits(self) -> dict[str, Any]:
        return {
            "workers": self._workers,
            "actions": list(ACTIONS),
            "levels": {name: {"does": words.does, "takes": words.takes} for name, words in LEVELS.items()},
            "level": DEFAULT,
            "engines": dict(ENGINES),
            "most": {
                "bytes": MAX_BYTES, "id": LONGEST_ID, "top": MOST_PLANS, "plans": MOST_LINES,
                "trials": MOST_TRIALS, "seconds": MOST_SECONDS, "depth": MOST_DEPTH, "threads": MOST_THREADS,
            },
        }  # fmt: skip


def _own_fault(error: Exception) -> RequestError:
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return RequestError(f"a fault of the engine itself: {text}")


def _check_plans(root: Root, plans: list[list[str]]) -> None:
    """Refuse a plan that is not legal, saying which and where."""
    for number, plan in enumerate(plans, 1):
        with blamed(f"/plans/{number - 1}", f"plan {number}: "):
            try:
                root.codes(plan)
            except IllegalEvent as error:
                where = f"/plans/{number - 1}/{(error.number or 1) - 1}"
                raise RequestError(f"plan {number}: {error}", where) from None


def _check_switches(played: Game, asked: Analyse) -> None:
    """Refuse to include what the game cannot tell."""
    for wanted, finds, where in (
        (asked.include.team, planner, "/include/team"),
        (asked.include.routes, router, "/include/routes"),
    ):
        with blamed(where):
            if wanted:
                finds(played.id)


def _pairs(asked: Analyse, found: Analysis) -> list[tuple[int, int]]:
    """Return the ranks of the plans that are to be compared."""
    ranks = {plan.events: plan.rank for plan in found.plans}
    told = []
    for number, pair in enumerate(asked.include.versus):
        one, two = (
            entry if isinstance(entry, int) else ranks.get(tuple(asked.plans[plan_number(entry)]), 0)
            for entry in pair
        )
        for side, rank in enumerate((one, two)):
            if rank not in ranks.values():
                where = f"/include/versus/{number}/{side}"
                shown = dump_line(pair[side])
                raise RequestError(f"{where}: {shown}, expected the rank of a plan in the answer", where)
        if one == two:
            where = f"/include/versus/{number}"
            raise RequestError(f"{where}: the same plan twice, expected two of them", where)
        told.append((one, two))
    return told


def _reply(asked: Analyse, found: Analysis, job: _Job | None = None) -> dict[str, Any]:
    """A reply with an analysis; the last one if its job is given."""
    deep = asked.include.branches
    plans = tuple(plan.cut(deep) for plan in found.plans)
    stopped = job is not None and bool(job.stop)
    return {
        "id": asked.id,
        "final": job is not None,
        "partial": job is None,
        "terminated": stopped,
        "analysis": replace(found, plans=plans).to_json(),
    }


def _without_analysis(job: _Job) -> dict[str, Any]:
    """The last reply to a request that was taken back before its search began."""
    return {"id": job.asked.id, "final": True, "partial": False, "terminated": True, "analysis": None}
