"""Threads that do jobs, the most urgent first."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from itertools import count
from typing import Generic, TypeVar

__all__ = ["Pool"]

J = TypeVar("J")


class Pool(Generic[J]):
    """Threads that do jobs: those of higher priority first, equal ones in the order in which they came.

    Parameters
    ----------
    workers : int
        How many jobs are done at a time.
    do : callable
        Does one; it raises nothing.

    Examples
    --------
    >>> done = []
    >>> pool = Pool(1, done.append)
    >>> pool.add("one", 0)
    >>> pool.close()
    >>> done
    ['one']
    """

    def __init__(self, workers: int, do: Callable[[J], None]) -> None:
        self._do = do
        self._waiting: list[tuple[int, int, J]] = []
        self._number = count()
        self._change = threading.Condition()
        self._closed = False
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def add(self, job: J, priority: int) -> None:
        """Let a job be done when its turn has come."""
        with self._change:
            heapq.heappush(self._waiting, (-priority, next(self._number), job))
            self._change.notify()

    def drop(self, wanted: Callable[[J], bool]) -> list[J]:
        """Take jobs back that have not begun, and return them in the order in which they came."""
        with self._change:
            dropped = [entry for entry in self._waiting if wanted(entry[2])]
            self._waiting = [entry for entry in self._waiting if not wanted(entry[2])]
            heapq.heapify(self._waiting)
        return [job for _, _, job in sorted(dropped, key=lambda entry: entry[1])]

    def close(self) -> None:
        """Wait until all jobs are done, and end the threads."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._waiting and not self._closed:
                    self._change.wait()
                if not self._waiting:
                    return
                job = heapq.heappop(self._waiting)[2]
            self._do(job)
