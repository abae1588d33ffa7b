"""The weights of the static value: a file of `advisor/model@1`, and how they come into the core."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from itertools import zip_longest
from math import isfinite
from pathlib import Path
from typing import Any, Final, NoReturn

from advisor._flashpoint import FEATURE_NAMES, MOST_HIDDEN_UNITS, Model
from advisor.errors import FormatError, Problem
from advisor.files import dump_line, in_file, parse_json, pointer_to, read_json, short

__all__ = [
    "FAMILIES", "FORMAT", "ModelFile", "Weights", "current", "family_of", "read_model", "shipped", "using",
]  # fmt: skip

FORMAT: Final = "advisor/model@1"

FAMILIES: Final = ("family", "experienced")
"""Rule families, a model each: the family rules, and every game with a part of the experienced ones."""

LARGEST: Final = 1e6
"""No weight comes near it."""

_RESOURCE: Final = "flash-point.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one rule family.

    value = logistic(constant + direct . f + second . max(0, first . f + bias)) for the features f.

    Attributes
    ----------
    constant : float
    direct : tuple of float
        A weight a feature.
    first : tuple of tuple of float
        A row a feature, a weight a hidden unit.
    bias, second : tuple of float
        A number a hidden unit.
    """

    constant: float
    direct: tuple[float, ...]
    first: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]
    second: tuple[float, ...]

    def model(self) -> Model:
        """Return the weights as the core takes them; equal weights give the same object."""
        return _made(self)

    def to_json(self) -> dict[str, Any]:
        """Return the weights as an object."""
        return {
            "constant": self.constant,
            "direct": list(self.direct),
            "first": [list(row) for row in self.first],
            "bias": list(self.bias),
            "second": list(self.second),
        }

    def digest(self) -> str:
        """Return a name for these weights: equal weights have the same."""
        return sha256(dump_line(self.to_json()).encode()).hexdigest()[:16]


@functools.lru_cache(maxsize=16)
def _made(weights: Weights) -> Model:
    return Model(
        names=FEATURE_NAMES,
        constant=weights.constant,
        direct=weights.direct,
        first=weights.first,
        bias=weights.bias,
        second=weights.second,
    )


def family_of(rules: Sequence[str]) -> str:
    """Return the rule family of the parts in play.

    >>> family_of(()), family_of(("hazmats",))
    ('family', 'experienced')
    """
    return FAMILIES[1] if rules else FAMILIES[0]


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of the format ``advisor/model@1``.

    Attributes
    ----------
    weights : dict of str to Weights
        By rule family.
    made : dict
        How it was made: command, seed, games, positions, log-loss, date.
    """

    weights: dict[str, Weights]
    made: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return the model as an object."""
        return {
            "format": FORMAT,
            "game": "flash-point",
            "features": list(FEATURE_NAMES),
            "made": self.made,
            "families": {name: self.weights[name].to_json() for name in FAMILIES},
        }


def read_model(source: str | Path) -> ModelFile:
    """Return the model in a file.

    Raises
    ------
    FormatError
        If the file cannot be read, is no ``advisor/model@1``, or names other features than the core has.
    """
    value = read_json(source)
    with in_file(source):
        return _model(value)


@functools.cache
def shipped() -> ModelFile:
    """Return the model that comes with the package, read once."""
    path = resources.files("advisor.data.models") / _RESOURCE
    with in_file(_RESOURCE):
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise FormatError(Problem("", f"cannot be read: {error.strerror or error}")) from None
        return _model(parse_json(text))


@functools.cache
def _shipped(family: str) -> Model:
    return shipped().weights[family].model()


_in_use: dict[str, Model] = {}


def current(rules: Sequence[str]) -> Model:
    """Return the model for the parts in play: the shipped one, unless within `using`."""
    family = family_of(rules)
    return _in_use.get(family) or _shipped(family)


@contextmanager
def using(weights: Mapping[str, Weights]) -> Iterator[None]:
    """Let positions that are taken into the core inside use other weights; families left out keep theirs.

    For one thread: a comparison of models, or the making of one.
    """
    before = dict(_in_use)
    _in_use.update({family: w.model() for family, w in weights.items()})
    try:
        yield
    finally:
        _in_use.clear()
        _in_use.update(before)


def _fault(message: str, *parts: str | int) -> NoReturn:
    raise FormatError(Problem(pointer_to(*parts), message))


def _model(value: Any) -> ModelFile:
    if not isinstance(value, dict):
        _fault(f"{short(value)}, expected an object of {FORMAT}")
    if value.get("format") != FORMAT:
        _fault(f"{short(value.get('format'))}, expected {FORMAT!r}", "format")
    names = value.get("features")
    if names != list(FEATURE_NAMES):
        named = names if isinstance(names, list) else []
        pairs = zip_longest(named, FEATURE_NAMES, fillvalue="no more")
        at = next((k for k, (a, b) in enumerate(pairs) if a != b), 0)
        came = short(named[at]) if at < len(named) else "no more"
        wanted = f"{FEATURE_NAMES[at]!r}" if at < len(FEATURE_NAMES) else "no more"
        _fault(f"{came}, the core's feature is {wanted}: make the model again", "features", at)
    made, families = value.get("made"), value.get("families")
    if not isinstance(made, dict):
        _fault(f"{short(made)}, expected an object", "made")
    if not isinstance(families, dict) or set(families) != set(FAMILIES):
        _fault(f"{short(families)}, expected an object with {' and '.join(FAMILIES)}", "families")
    return ModelFile({name: _weights(families[name], name) for name in FAMILIES}, made)


def _weights(value: Any, family: str) -> Weights:
    where = ("families", family)
    if not isinstance(value, dict):
        _fault(f"{short(value)}, expected an object", *where)
    features = len(FEATURE_NAMES)
    bias = _numbers(value.get("bias"), None, *where, "bias")
    if len(bias) > MOST_HIDDEN_UNITS:
        _fault(f"{len(bias)} hidden units, expected at most {MOST_HIDDEN_UNITS}", *where, "bias")
    first = value.get("first")
    if not isinstance(first, list) or len(first) != features:
        _fault(f"{short(first)}, expected {features} rows", *where, "first")
    return Weights(
        constant=_numbers([value.get("constant")], 1, *where, "constant")[0],
        direct=_numbers(value.get("direct"), features, *where, "direct"),
        first=tuple(_numbers(row, len(bias), *where, "first", k) for k, row in enumerate(first)),
        bias=bias,
        second=_numbers(value.get("second"), len(bias), *where, "second"),
    )


def _numbers(value: Any, count: int | None, *where: str | int) -> tuple[float, ...]:
    if not isinstance(value, list) or (count is not None and len(value) != count):
        _fault(f"{short(value)}, expected a list of {'numbers' if count is None else count}", *where)
    for x in value:
        if isinstance(x, bool) or not isinstance(x, (int, float)) or not isfinite(x) or abs(x) > LARGEST:
            _fault(f"{short(x)}, expected a number between -{LARGEST:.0e} and {LARGEST:.0e}", *where)
    return tuple(float(x) for x in value)
