"""The shape of what was read: keys and types of JSON objects, with pydantic; and its errors in our words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from advisor.errors import FormatError, Problem
from advisor.files import pointer_to, short

__all__ = ["Shape", "Words", "expected", "problem", "read_shape", "shape_problems"]

_TYPES: Final = {
    "int_type": "a whole number",
    "float_type": "a number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}


class Shape(BaseModel):
    """An object with these keys and no others; types are taken as they come."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


S = TypeVar("S", bound=Shape)
Words = Callable[[ErrorDetails, str], Problem | None]
"""Says of a fault what the shape itself cannot know, from its details and the pointer; None for most."""


def expected(what: str) -> PydanticCustomError:
    """Return the error that a validator of a field raises: what was expected in place of what came."""
    return PydanticCustomError("expected", "{what}", {"what": what})


def read_shape(shape: type[S], obj: object, pointer: str = "", words: Words | None = None) -> S:
    """Return `obj` in this shape.

    Parameters
    ----------
    shape : type of Shape
        What it should be.
    obj : object
        What the JSON reader returned.
    pointer : str
        Where in its file it lies.
    words : Words, optional
        What is said of some faults.

    Raises
    ------
    FormatError
        Naming the first field that does not fit.
    """
    try:
        return shape.model_validate(obj)
    except ValidationError as error:
        raise FormatError(_translated(error, pointer, words)[0]) from None


def shape_problems(
    shape: type[S], obj: object, pointer: str = "", words: Words | None = None
) -> tuple[Problem, ...]:
    """Return everything about `obj` that does not fit this shape.

    >>> class Pool(Shape):
    ...     victims: int
    ...     alarms: int
    >>> [str(problem) for problem in shape_problems(Pool, {"victims": True, "note": 1})]
    ['/victims: true, expected a whole number', '/alarms: missing key', '/note: unknown key']
    """
    try:
        shape.model_validate(obj)
    except ValidationError as error:
        return _translated(error, pointer, words)
    return ()


def _translated(error: ValidationError, pointer: str, words: Words | None) -> tuple[Problem, ...]:
    found = []
    for detail in error.errors(include_url=False):
        special = words(detail, pointer) if words is not None else None
        found.append(special or problem(detail, pointer))
    return tuple(found)


def problem(detail: ErrorDetails, pointer: str) -> Problem:
    """Return a fault that pydantic found as a problem of ours."""
    kind, loc, came = detail["type"], list(detail["loc"]), detail["input"]
    context = detail.get("ctx", {})
    if loc and loc[-1] == "[key]" and kind in ("expected", "string_type"):
        del loc[-1]  # the fault lies in the key itself
    where = pointer + pointer_to(*loc)
    if kind == "missing":
        return Problem(where, "missing key")
    if kind == "extra_forbidden":
        return Problem(where, "unknown key")
    if kind == "expected":
        return Problem(where, f"{short(came)}, expected {context['what']}")
    if kind == "literal_error":
        choices = str(context["expected"]).replace("'", "").replace(" or ", ", ")
        head = "expected" if "," not in choices else "expected one of"
        return Problem(where, f"{short(came)}, {head} {choices}")
    what = _TYPES.get(kind)
    return Problem(where, f"{short(came)}, expected {what}" if what else f"{short(came)}: {detail['msg']}")
