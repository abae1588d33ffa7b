"""The errors of the adviser: one small tree; a message is one line: what, where, what was expected."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AdvisorError", "FormatError", "IllegalEvent", "PositionError", "Problem", "UsageError"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a position, a board or a record.

    Attributes
    ----------
    pointer : str
        JSON pointer (RFC 6901) of the field, ``""`` for the whole file.
    message : str
        What came and what was expected, one line without a final stop.
    clause : str
        The clause of the rules that it offends (``"FP-4.10"``), ``""`` if none.

    Examples
    --------
    >>> str(Problem("/lost", "11, expected 0 to 10", "FP-8.4"))
    '/lost: 11, expected 0 to 10 (FP-8.4)'
    """

    pointer: str
    message: str
    clause: str = ""

    def __str__(self) -> str:
        where = f"{self.pointer}: " if self.pointer else ""
        return f"{where}{self.message}" + (f" ({self.clause})" if self.clause else "")


class AdvisorError(ValueError):
    """The root of everything that the adviser raises about its input.

    >>> issubclass(IllegalEvent, AdvisorError)
    True
    """


class UsageError(AdvisorError):
    """A wrong flag, argument or combination of them.

    Parameters
    ----------
    message : str
        One line.
    field : str
        The one it is about, by the name that programs use; ``""`` if the message alone says it.

    Examples
    --------
    >>> error = UsageError("--top: 0, expected 1 or more", field="top")
    >>> str(error), error.field
    ('--top: 0, expected 1 or more', 'top')
    """

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class FormatError(AdvisorError):
    """A text or a file that cannot be read as what it should be.

    Parameters
    ----------
    problem : Problem
        The first thing that is wrong.

    Examples
    --------
    >>> FormatError(Problem("/goal", "missing key")).problem.pointer
    '/goal'
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem

    def __reduce__(self) -> tuple[type[FormatError], tuple[Problem]]:
        return type(self), (self.problem,)


class PositionError(AdvisorError):
    """A position that can be read but contradicts itself or the rules.

    Parameters
    ----------
    problems : tuple of Problem
        Everything that is wrong, at least one.

    Examples
    --------
    >>> str(PositionError((Problem("/goal", "0, expected 1 to 10"), Problem("/lost", "11"))))
    '/goal: 0, expected 1 to 10 (and 1 more)'
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{problems[0]}{more}")
        self.problems = problems

    def __reduce__(self) -> tuple[type[PositionError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class IllegalEvent(AdvisorError):  # noqa: N818 - the name the formats use
    """An event that is not legal in its position.

    Parameters
    ----------
    text : str
        The event as it came.
    reason : str
        Why it is not legal.
    clause : str
        The clause that forbids it, ``""`` if the text is no event at all.
    number : int or None
        Its number in the record, counted from 1.

    Examples
    --------
    >>> str(IllegalEvent("move 1,1", "1,1 is on fire", "FP-4.5", 12))
    "event 12: 'move 1,1': 1,1 is on fire (FP-4.5)"
    """

    def __init__(self, text: str, reason: str, clause: str = "", number: int | None = None) -> None:
        head = f"event {number}: " if number is not None else ""
        tail = f" ({clause})" if clause else ""
        shown = text if len(text) <= 80 else text[:77] + "..."
        super().__init__(f"{head}{shown!r}: {reason}{tail}")
        self.text, self.reason, self.clause, self.number = text, reason, clause, number

    def __reduce__(self) -> tuple[type[IllegalEvent], tuple[str, str, str, int | None]]:
        return type(self), (self.text, self.reason, self.clause, self.number)
