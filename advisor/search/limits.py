"""What stops a search: work, time, or a result that is sure enough."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from advisor.errors import UsageError

__all__ = ["Limits", "Progress", "StopFlag"]


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
            raise UsageError(f"trials: got {self.trials}, expected 1 or more")
        if self.seconds is not None and not self.seconds > 0:
            raise UsageError(f"seconds: got {self.seconds}, expected more than 0")
        if self.stop is not None and not 0.5 < self.stop < 1:
            raise UsageError(f"stop: got {self.stop}, expected a probability between 0.5 and 1")
        if self.standard_error is not None and not self.standard_error > 0:
            raise UsageError(f"standard error: got {self.standard_error}, expected more than 0")


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
    """

    done: int
    of: int
    seconds: float
    best: str
    p_best: float


@dataclass(slots=True)
class StopFlag:
    """A flag by which another thread stops a search; what was done so far is returned."""

    _event: threading.Event = field(default_factory=threading.Event)

    def set(self) -> None:
        """Ask the search to stop."""
        self._event.set()

    def __bool__(self) -> bool:
        return self._event.is_set()
