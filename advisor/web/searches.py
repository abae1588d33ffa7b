"""Searches for everybody who looks at the page: workers, a fair queue, and answers that are kept.

A session has one search at a time: a new one ends the one before. Who waits is served in the order in which
sessions came, so nobody's many clicks delay the others. A search that nobody looks at any more is dropped.
What was found is kept by what was asked, not by who asked: the same question has the same answer.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from advisor.analysis import Analysis
from advisor.api import analyse
from advisor.errors import AdvisorError, UsageError
from advisor.game import game
from advisor.search.limits import Progress, StopFlag
from advisor.words import _, speaking

__all__ = ["DEEPEST", "Budget", "Search", "Searches", "Wish"]

DEEPEST: Final = 2
"""Chance events one after another whose answers are kept: all of them are megabytes for some positions."""

_WORKING: Final = ("waiting", "running")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be searched.

    Attributes
    ----------
    position : object
        A position in which somebody decides; positions are compared by value.
    level : str
        One of `advisor.search.levels.LEVELS`.
    trials : int or None
        In place of those of the level.
    p_best : float or None
        Stop when the leader is the best with this probability, in place of the level's.
    lines : tuple of tuple of str
        Plans of the user's, to be valued in any case.
    language : str
        In which texts are made.
    top, seed : int
        As for `advisor.analyse`.
    """

    position: Any
    level: str
    trials: int | None = None
    p_best: float | None = None
    lines: tuple[tuple[str, ...], ...] = ()
    language: str = "en"
    top: int = 5
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Budget:
    """What searches may cost.

    Attributes
    ----------
    workers : int
        How many run at a time.
    threads : int
        Threads of a search that runs alone; they are shared out among those that run.
    seconds : float
        Wall-clock time of a search at most.
    waiting : int
        Searches that wait at most; who comes then is told so.
    kept : int
        Answers that are kept.
    patience : float
        Seconds after which a search is dropped that nobody has looked at.
    """

    workers: int = 2
    threads: int = field(default_factory=lambda: max(os.cpu_count() or 1, 1))
    seconds: float = 30.0
    waiting: int = 100
    kept: int = 100
    patience: float = 20.0


class Search:
    """A search of one session, and what it has found so far.

    Attributes
    ----------
    wish : Wish
        What is searched.
    state : str
        ``"waiting"``, ``"running"``, ``"done"``, ``"stopped"`` or ``"failed"``.
    analysis : Analysis or None
        The latest answer; None before the first.
    progress : Progress or None
        How far it is.
    error : str
        What went wrong, one line.
    ready : bool
        Whether the answer has all that belongs to it: reasons, maps, how games end.
    """

    def __init__(self, wish: Wish, session: str) -> None:
        self.wish, self.session = wish, session
        self.state = "waiting"
        self.analysis: Analysis | None = None
        self.progress: Progress | None = None
        self.error = ""
        self.ready = False
        self.stop = StopFlag()
        self.dropped = False
        self.answered = threading.Event()
        """Set when there is a first answer, or there will be none."""
        self._looked = time.monotonic()

    @property
    def working(self) -> bool:
        """Whether more is to come."""
        return self.state in _WORKING

    def look(self) -> Search:
        """Say that somebody still wants it."""
        self._looked = time.monotonic()
        return self

    def forgotten(self, patience: float) -> bool:
        """Whether nobody has looked for so many seconds."""
        return time.monotonic() - self._looked > patience

    def drop(self) -> None:
        """End it: nobody wants it any more."""
        self.dropped = True
        self.stop.set()


class Searches:
    """Workers that make searches.

    Parameters
    ----------
    budget : Budget, optional
        What searches may cost.
    find : callable, optional
        Makes one, as `advisor.analyse`.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> searches = Searches(Budget(workers=1))
    >>> asked = searches.ask("ann", Wish(start, "instant"))
    >>> searches.close()
    >>> asked.state, asked.analysis.plans[0].rank
    ('done', 1)
    """

    def __init__(self, budget: Budget | None = None, find: Callable[..., Analysis] = analyse) -> None:
        self.budget = budget or Budget()
        self._find = find
        self._change = threading.Condition()
        self._queue: deque[Search] = deque()
        self._by_session: dict[str, Search] = {}
        self._kept: OrderedDict[Wish, Analysis] = OrderedDict()
        self._running = 0
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"search-{number}", daemon=True)
            for number in range(self.budget.workers)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, session: str, wish: Wish) -> Search:
        """Return the session's search for a wish; one for another wish that it had is dropped.

        Raises
        ------
        UsageError
            If too many wait already.
        """
        with self._change:
            known = self._by_session.get(session)
            if known is not None and known.wish == wish and not known.dropped:
                return known.look()
            if known is not None:
                self._drop(known)
            made = Search(wish, session)
            answer = self._kept.get(wish)
            if answer is not None:
                self._kept.move_to_end(wish)
                made.analysis, made.state, made.ready = answer, "done", True
                made.answered.set()
            else:
                self._sweep()
                if len(self._queue) >= self.budget.waiting:
                    raise UsageError(_("Too many searches are waiting: try again in a moment."))
                self._queue.append(made)
                self._change.notify()
            self._by_session[session] = made
            return made

    def stop(self, session: str) -> None:
        """Let a session's search end with what it has found."""
        with self._change:
            known = self._by_session.get(session)
            if known is None or not known.working:
                return
            if known in self._queue:
                self._queue.remove(known)
                known.state = "stopped"
        known.stop.set()

    def forget(self, session: str) -> None:
        """Let go of a session: its search ends."""
        with self._change:
            known = self._by_session.pop(session, None)
            if known is not None:
                self._drop(known)

    def close(self) -> None:
        """Make what still waits, and end the workers."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()

    @property
    def sessions(self) -> int:
        """How many sessions are known."""
        with self._change:
            self._sweep()
            return len(self._by_session)

    def _drop(self, search: Search) -> None:
        with suppress(ValueError):
            self._queue.remove(search)
        search.drop()

    def _sweep(self) -> None:
        """Let go of sessions that nobody has heard of for long."""
        for session, search in list(self._by_session.items()):
            if search.forgotten(self.budget.patience):
                self._drop(search)
                del self._by_session[session]

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._queue and not self._closed:
                    self._change.wait(self.budget.patience)
                    self._sweep()
                if not self._queue:
                    return
                search = self._queue.popleft()
                self._running += 1
                threads = max(self.budget.threads // self._running, 1)
                search.state = "running"
            try:
                with speaking(search.wish.language):
                    self._search(search, threads)
            except AdvisorError as error:
                search.error, search.state = str(error), "failed"
            except Exception as error:  # noqa: BLE001 - a fault of ours must not end the worker
                search.error, search.state = f"our own fault: {error!r}", "failed"
            finally:
                search.answered.set()
                with self._change:
                    self._running -= 1

    def _search(self, search: Search, threads: int) -> None:
        wish = search.wish

        def heard(progress: Progress) -> None:
            search.progress = progress
            if search.forgotten(self.budget.patience):
                search.drop()

        def found(analysis: Analysis) -> None:
            search.analysis = analysis
            search.answered.set()

        analysis = self._find(
            wish.position, level=wish.level, trials=wish.trials, p_best=wish.p_best, lines=wish.lines,
            top=wish.top, seed=wish.seed, seconds=self.budget.seconds, threads=threads, progress=heard,
            partial=found, stop=search.stop,
        )  # fmt: skip
        found(analysis)
        stopped = bool(search.stop)
        if not search.dropped:
            search.analysis = analysis = self._reasons(search, analysis)
        if not search.dropped:
            analysis = self._outlook(search, analysis)
            analysis = replace(analysis, plans=tuple(plan.cut(DEEPEST) for plan in analysis.plans))
            search.analysis, search.ready = analysis, True
        search.state = "stopped" if stopped or search.dropped else "done"
        if not search.dropped and not stopped and analysis.work.stopped_by != "seconds":
            with self._change:  # what time cut short may be more another time
                self._kept[wish] = analysis
                while len(self._kept) > self.budget.kept:
                    self._kept.popitem(last=False)

    def _reasons(self, search: Search, analysis: Analysis) -> Analysis:
        from advisor.search.reasons import with_reasons

        position = search.wish.position
        return with_reasons(game(position.game), position, analysis)

    def _outlook(self, search: Search, analysis: Analysis) -> Analysis:
        from advisor.search.outlook import GAMES, with_outlook

        position = search.wish.position
        return with_outlook(game(position.game), position, analysis, maps=True, risk=True, games=GAMES)
