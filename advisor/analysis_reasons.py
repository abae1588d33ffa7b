"""Why one plan is better than another: the contrasts that account for it, and their JSON."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from advisor.analysis import Plan
from advisor.analysis_map import OutcomeMap

__all__ = ["Comparison", "Contrast", "End", "Reason", "Side", "class_weights"]


@dataclass(frozen=True, slots=True)
class End:
    """One way in which the turn of a plan may end.

    Attributes
    ----------
    probability : float
        How likely the turn ends so.
    state : bytes
        The state then, in the core's form.
    limit : int
        To which bound the chance events after it are expanded.
    """

    probability: float
    state: bytes
    limit: int


@dataclass(frozen=True, slots=True)
class Side:
    """A plan in a comparison.

    Attributes
    ----------
    plan : Plan
        The plan.
    map : OutcomeMap
        What the coming chance event may do after it.
    ends : tuple of End
        The ways in which its turn may end.
    """

    plan: Plan
    map: OutcomeMap
    ends: tuple[End, ...]


@dataclass(frozen=True, slots=True)
class Contrast:
    """Something in which two plans differ.

    Attributes
    ----------
    kind : str
        What it is about; `Game.reason_text` knows it.
    parameters : tuple of (str, str or float) pairs
        The figures of both, and where.
    weight : float
        How much of the difference in value it explains; negative if it speaks for the other plan.
    """

    kind: str
    parameters: tuple[tuple[str, str | float], ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Reason:
    """A contrast of two plans that speaks for the better one.

    Attributes
    ----------
    kind : str
        What it is about, one of the game's kinds or ``"ahead"``.
    parameters : tuple of (str, str or float) pairs
        What the text is made with, by name. Numbers are those that were computed, not rounded.
    weight : float
        How much of the gap it explains, in units of value. Weights need not add up to the gap.
    text : str
        What the game says of it.

    Examples
    --------
    >>> Reason("gate-falls", (("own", 1.0), ("other", 4.0)), 0.03, "a gate falls ...").to_json()["parameters"]
    {'own': 1.0, 'other': 4.0}
    """

    kind: str
    parameters: tuple[tuple[str, str | float], ...]
    weight: float
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the reason as an object."""
        return {
            "kind": self.kind,
            "parameters": dict(self.parameters),
            "weight": self.weight,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two plans side by side.

    Attributes
    ----------
    better, other : int
        Their ranks; among equal plans the one that was found to have more is called the better.
    gap, gap_error : float
        The difference of their values, and its standard error.
    equal : bool
        True if the gap is within the noise: there is no reason then.
    reasons : tuple of Reason
        What speaks for the better one, the weightiest first.
    against : tuple of Reason
        What speaks for the other one all the same.

    Examples
    --------
    >>> Comparison(1, 2, 0.001, 0.002, True, ()).to_json()["equal"]
    True
    """

    better: int
    other: int
    gap: float
    gap_error: float
    equal: bool
    reasons: tuple[Reason, ...] = ()
    against: tuple[Reason, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as an object."""
        return {
            "better": self.better,
            "other": self.other,
            "gap": self.gap,
            "gap_error": self.gap_error,
            "equal": self.equal,
            "reasons": [reason.to_json() for reason in self.reasons],
            "against": [reason.to_json() for reason in self.against],
        }


def class_weights(own: OutcomeMap, other: OutcomeMap, mild: Collection[str]) -> Mapping[str, float]:
    """Return how much of the difference of two maps comes from how likely each class of outcomes is.

    The difference of two means over classes is the sum over the classes of (difference of probabilities) x
    (mean of the two values, less a value that all are measured from) and of (mean of the probabilities) x
    (difference of the values); the first is what a class weighs (Kitagawa 1955). All are measured from the
    mean value of the mild classes, so these weigh nothing together.

    Parameters
    ----------
    own, other : OutcomeMap
        The maps of two plans.
    mild : collection of str
        Kinds of class that are nothing to speak of; that in which nothing happens is among them in any case.

    Returns
    -------
    mapping of str to float
        Positive where it speaks for `own`.
    """
    kinds = [{kind.kind: (kind.probability, kind.value) for kind in found.classes} for found in (own, other)]
    quiet = [entry for one in kinds for kind, entry in one.items() if kind in mild or not kind]
    mass = sum(p for p, _ in quiet)
    level = sum(p * value for p, value in quiet) / mass if mass else (own.value + other.value) / 2
    weights = {}
    for kind in kinds[0] | kinds[1]:
        if kind in mild or not kind:
            continue
        (p, value), (q, less) = (one.get(kind, (0.0, None)) for one in kinds)
        known = [v for v in (value, less) if v is not None]
        weights[kind] = (p - q) * (sum(known) / len(known) - level)
    return weights
