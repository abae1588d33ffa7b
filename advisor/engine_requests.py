"""What a line to the engine asks for, and what is wrong with it (docs/engine.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, PlainValidator

from advisor.errors import AdvisorError, FormatError, PositionError, Problem, UsageError
from advisor.files import MAX_BYTES, MAX_WHOLE, parse_line, short
from advisor.search.bounds import MOST_DEPTH, MOST_PLANS, MOST_THREADS, MOST_TRIALS
from advisor.search.engines import Request
from advisor.shapes import Shape, expected, read_shape

__all__ = [
    "ACTIONS", "LONGEST_ID", "MOST_LINES", "MOST_PAIRS", "Analyse", "Include", "Order", "RequestError",
    "blamed", "plan_number", "read_request",
]  # fmt: skip

LONGEST_ID: Final = 200
"""Characters of an id."""

MOST_LINES: Final = 100
"""Plans of the user's in one request."""

MOST_PAIRS: Final = 20
"""Pairs of plans that are compared in one request."""

_OWN: Final = re.compile(r"plans/(?:0|[1-9][0-9]?)", re.ASCII)
"""How a plan of the user's is named."""

MOST_PRIORITY: Final = 10**9

MOST_BRANCHES: Final = 64
"""Chance events one after another; no turn has so many."""

_FIELDS: Final = {"standard_error": "se", "lines": "plans"}
"""Fields of requests that the search knows by another name."""


class RequestError(AdvisorError):
    """A line that is no request, or one that cannot be done.

    Parameters
    ----------
    message : str
        One line.
    field : str
        JSON pointer of the field in the request, ``""`` for the whole line.
    ident : str or None
        The request's id, if it could be read.
    """

    def __init__(self, message: str, field: str = "", ident: str | None = None) -> None:
        super().__init__(message)
        self.field, self.ident = field, ident


def _ident(text: str) -> str:
    if not 0 < len(text) <= LONGEST_ID:
        raise expected(f"a text of 1 to {LONGEST_ID} characters")
    return text


def _whole(lowest: int, highest: int) -> AfterValidator:
    def check(number: int) -> int:
        if not lowest <= number <= highest:
            raise expected(f"a whole number from {lowest} to {highest}")
        return number

    return AfterValidator(check)


def _few(plans: list[list[str]]) -> list[list[str]]:
    if len(plans) > MOST_LINES:
        raise expected(f"at most {MOST_LINES} plans")
    return plans


def _position(given: Any) -> Any:
    if not isinstance(given, (dict, str)):
        raise expected("a position, a record or a position string")
    return given


IdText = Annotated[str, AfterValidator(_ident)]


def _deep(given: Any) -> int:
    if isinstance(given, bool):
        return MOST_BRANCHES if given else 0
    if not isinstance(given, int) or not 0 <= given <= MOST_BRANCHES:
        raise expected(f"true, false or a whole number from 0 to {MOST_BRANCHES}")
    return given


def _pair(given: Any) -> list[int | str]:
    if not isinstance(given, list) or len(given) != 2 or not all(map(_is_plan, given)):
        raise expected('two plans, each by its rank or as "plans/0", the first of your own')
    return given


def _is_plan(given: Any) -> bool:
    if isinstance(given, str):
        return _OWN.fullmatch(given) is not None
    return isinstance(given, int) and not isinstance(given, bool) and 1 <= given <= MAX_WHOLE


def _few_pairs(pairs: list[list[int | str]]) -> list[list[int | str]]:
    if len(pairs) > MOST_PAIRS:
        raise expected(f"at most {MOST_PAIRS} pairs")
    return pairs


def plan_number(text: str) -> int:
    """Return which of the request's own plans is meant.

    >>> plan_number("plans/2")
    2
    """
    return int(text.removeprefix("plans/"))


Pair = Annotated[list[int | str], PlainValidator(_pair)]


class Include(Shape):
    """`include`: what is told besides the plans."""

    branches: Annotated[int, PlainValidator(_deep)] = 2
    reasons: bool = False
    versus: Annotated[list[Pair], AfterValidator(_few_pairs)] = Field(default_factory=list)
    map: bool = False
    risk: bool = False
    split: bool = False
    team: bool = False
    routes: bool = False


class Analyse(Shape):
    """A request for an analysis; the level or the search is in `request` as well."""

    id: IdText
    action: Literal["analyse"] = "analyse"
    position: Annotated[Any, AfterValidator(_position)]
    turn: Annotated[int, _whole(0, MAX_WHOLE)] | None = None
    level: str | None = None
    engine: str | None = None
    trials: Annotated[int, _whole(1, MOST_TRIALS)] | None = None
    seconds: float | None = None
    stop: float | None = None
    se: float | None = None
    depth: Annotated[int, _whole(1, MOST_DEPTH)] | None = None
    threads: Annotated[int, _whole(1, MOST_THREADS)] = 1
    top: Annotated[int, _whole(1, MOST_PLANS)] = 5
    plans: Annotated[list[list[str]], AfterValidator(_few)] = Field(default_factory=list)
    include: Include = Include()
    seed: Annotated[int, _whole(0, MAX_WHOLE)] = 0
    priority: Annotated[int, _whole(-MOST_PRIORITY, MOST_PRIORITY)] = 0
    partial: bool = False

    def check(self) -> None:
        """Refuse to compare plans of one's own that are not there.

        Raises
        ------
        RequestError
            With the field.
        """
        for number, pair in enumerate(self.include.versus):
            for side, entry in enumerate(pair):
                if isinstance(entry, str) and plan_number(entry) >= len(self.plans):
                    where = f"/include/versus/{number}/{side}"
                    told = f"{short(entry)}, expected one of {len(self.plans)} plans of your own"
                    raise RequestError(f"{where}: {told}", where)

    def request(self) -> Request:
        """Return the level or the search that is asked for, with its limits.

        Raises
        ------
        UsageError
            If they do not fit one another.
        """
        return Request(
            level=self.level, engine=self.engine, trials=self.trials, seconds=self.seconds, stop=self.stop,
            standard_error=self.se, depth=self.depth, threads=self.threads,
        )  # fmt: skip


class Order(Shape):
    """A request that is answered at once: `version`, `limits` or `terminate_all`."""

    id: IdText
    action: Literal["version", "limits", "terminate_all"]


class Terminate(Shape):
    """`terminate`: no longer wait for the analysis with this id."""

    id: IdText
    action: Literal["terminate"]
    target: IdText


ACTIONS: Final[dict[str, type[Analyse | Order | Terminate]]] = {
    "analyse": Analyse, "terminate": Terminate, "terminate_all": Order, "version": Order, "limits": Order,
}  # fmt: skip
"""What may be asked for."""


def read_request(line: bytes) -> Analyse | Order | Terminate:
    """Return what a line asks for.

    >>> read_request(b'{"id": "a", "action": "version"}').action
    'version'
    >>> read_request(b'{"id": "a", "position": "fp1.x", "top": 0}')
    Traceback (most recent call last):
    advisor.engine_requests.RequestError: /top: 0, expected a whole number from 1 to 1000

    Raises
    ------
    RequestError
        If it is no request, with its id if that can be read.
    """
    ident = None
    try:
        with blamed():
            obj = parse_line(line)
            ident = _ident_of(obj)
            return _read(obj)
    except RequestError as error:
        error.ident = _ident_within(line) if ident is None else ident
        raise


def _read(obj: object) -> Analyse | Order | Terminate:
    if not isinstance(obj, dict):
        raise FormatError(Problem("", f"{short(obj)}, expected an object: a request"))
    action = obj.get("action", "analyse")
    shape = ACTIONS.get(action) if isinstance(action, str) else None
    if shape is None:
        raise FormatError(Problem("/action", f"{short(action)}, expected one of {', '.join(ACTIONS)}"))
    found = read_shape(shape, obj)
    if isinstance(found, Analyse):
        found.check()
        found.request()  # refuses what does not fit
    return found


def _ident_of(obj: object) -> str | None:
    ident = obj.get("id") if isinstance(obj, dict) else None
    return ident if isinstance(ident, str) and 0 < len(ident) <= LONGEST_ID and ident.isprintable() else None


def _ident_within(line: bytes) -> str | None:
    """The id of a line that is JSON to Python and not to us: with NaN, say."""
    if len(line) > MAX_BYTES:
        return None
    try:
        return _ident_of(json.loads(line))
    except (ValueError, RecursionError):
        return None


@contextmanager
def blamed(pointer: str = "", text: str = "") -> Iterator[None]:
    """Say of errors raised inside which field of the request they are about.

    Parameters
    ----------
    pointer : str
        The field, if the error knows no better.
    text : str
        What the message begins with.

    Raises
    ------
    RequestError
        In place of any error of ours.
    """
    try:
        yield
    except RequestError:
        raise
    except (FormatError, PositionError) as error:
        problems = error.problems if isinstance(error, PositionError) else (error.problem,)
        first = problems[0]
        where = pointer + first.pointer
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise RequestError(f"{text}{Problem(where, first.message, first.clause)}{more}", where) from None
    except UsageError as error:
        head, slash, tail = error.field.partition("/")
        where = f"/{_FIELDS.get(head, head)}{slash}{tail}" if head else pointer
        raise RequestError(f"{text}{error}", where) from None
    except AdvisorError as error:
        raise RequestError(f"{text}{error}", pointer) from None
