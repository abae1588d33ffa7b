"""What stops a search: work, time, or a result that is sure enough."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from advisor.errors import UsageError
from advisor.search.bounds import MOST_SECONDS

__all__ = ["CancelledError", "Clock", "Limits", "Progress", "StopFlag"]


class CancelledError(Exception):
    """A search was stopped before it had anything to say; for those who have an earlier answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop; whichever comes first.

    Attributes
    ----------
    trials : int
        Rollouts, all plans together, at least one.
    seconds : float or None
        Wall-clock time; it may end a search between two rounds of work, never change what a round says.
    stop : float or None
        Stop when the leader is the best with this probability, 0.5 to 1.
    standard_error : float or None
        Stop when the leader's value has at most this standard error.
    """

    trials: int = 20_000
    seconds: float | None = None
    stop: float | None = None
    standard_error: float | None = None

    def __post_init__(self) -> None:
        if self.trials < 1:
            raise UsageError(f"trials: got {self.trials}, expected 1 or more", field="trials")
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise UsageError(
                f"seconds: got {self.seconds}, expected more than 0 and at most {MOST_SECONDS:.0f}",
                field="seconds",
            )
        if self.stop is not None and not 0.5 < self.stop < 1:
            raise UsageError(f"stop: got {self.stop}, expected a probability between 0.5 and 1", field="stop")
        if self.standard_error is not None and not self.standard_error > 0:
            raise UsageError(
                f"standard error: got {self.standard_error}, expected more than 0", field="standard_error"
            )


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has got.

    Attributes
    ----------
    done, of : int
        Trials run, and the most that may be run.
    seconds : float
        Wall-clock time so far.
    best : str
        The leader's first event.
    p_best : float
        The probability that the leader is the best.

    Examples
    --------
    >>> now = Progress(480, 1500, 0.2, "move 1,6", 0.81)
    >>> f"{now.done} of {now.of}"
    '480 of 1500'
    """

    done: int
    of: int
    seconds: float
    best: str
    p_best: float


class StopFlag:
    """A flag by which another thread stops a search; what was done so far is returned.

    Examples
    --------
    >>> flag = StopFlag()
    >>> flag.set()
    >>> bool(flag)
    True
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._heard: dict[int, Callable[[], None]] = {}
        self._next = 0

    def set(self) -> None:
        """Ask the search to stop.

        >>> flag = StopFlag()
        >>> flag.set()
        >>> bool(flag)
        True
        """
        with self._lock:
            self._is_set = True
            heard = list(self._heard.values())
        for cancel in heard:
            cancel()

    def __bool__(self) -> bool:
        return self._is_set

    @contextmanager
    def calls(self, cancel: Callable[[], None]) -> Iterator[None]:
        """Let the flag call a function when it is set, at once if it is set already.

        >>> flag, heard = StopFlag(), []
        >>> with flag.calls(lambda: heard.append("stop")):
        ...     flag.set()
        >>> heard
        ['stop']
        """
        with self._lock:
            number, self._next = self._next, self._next + 1
            self._heard[number] = cancel
        try:
            if self._is_set:
                cancel()
            yield
        finally:
            with self._lock:
                del self._heard[number]


class Clock:
    """When a search has to end: after some time, or when a flag is set.

    Parameters
    ----------
    seconds : float or None
        Wall-clock time from now on.
    stop : StopFlag or None
        The flag.
    """

    def __init__(self, seconds: float | None = None, stop: StopFlag | None = None) -> None:
        self._began = time.perf_counter()
        self._seconds = seconds
        self._stop = stop

    @property
    def spent(self) -> float:
        """Seconds since it was made."""
        return time.perf_counter() - self._began

    @property
    def late(self) -> bool:
        """Whether the search has to end."""
        return bool(self._stop) or (self._seconds is not None and self.spent >= self._seconds)

    @property
    def why(self) -> str:
        """What makes it late: ``"stopped"`` or ``"seconds"``."""
        return "stopped" if self._stop else "seconds"

    @contextmanager
    def watch(self, cancel: Callable[[], None], *, flag_only: bool = False) -> Iterator[None]:
        """Call a function, from another thread, as soon as it is late while the block runs.

        With `flag_only` only the flag makes it late: for work in rounds, which time ends between two of them.
        """
        with ExitStack() as stack:
            if self._stop is not None:
                stack.enter_context(self._stop.calls(cancel))
            if self._seconds is not None and not flag_only:
                timer = threading.Timer(max(self._seconds - self.spent, 0.0), cancel)
                timer.daemon = True
                timer.start()
                stack.callback(timer.cancel)
            yield
