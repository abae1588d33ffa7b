"""The statistics of the arena: a share's interval, and paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

__all__ = ["Z95", "Difference", "paired_difference", "wilson"]

Z95: Final = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


def wilson(mean: float, count: int, z: float = Z95) -> tuple[float, float]:
    """Return the score interval of a share (Wilson 1927).

    Parameters
    ----------
    mean : float
        The share won, in [0, 1].
    count : int
        How many games, 1 or more.
    z : float
        The normal quantile of the confidence wanted.

    Examples
    --------
    >>> [round(end, 4) for end in wilson(81 / 263, 263)]
    [0.2553, 0.3662]
    """
    share = z * z / count
    middle = (mean + share / 2) / (1 + share)
    half = z / (1 + share) * sqrt(mean * (1 - mean) / count + share / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much one player did better than another in the same games.

    Attributes
    ----------
    mean : float
        The mean difference, in [-1, 1].
    standard_error : float
        Of that mean: the differences' standard deviation over the root of their number.
    low, high : float
        The 95 % interval of Agresti and Min (2005): two games are added, of which one is half won and half
        lost by either, so that few games without any difference do not pass for certainty.
    count : int
        Games that both have played.
    """

    mean: float
    standard_error: float
    low: float
    high: float
    count: int

    @property
    def clear(self) -> bool:
        """Whether zero lies outside the interval.

        >>> Difference(0.2, 0.05, 0.1, 0.3, 50).clear, Difference(0.2, 0.15, -0.1, 0.5, 5).clear
        (True, False)
        """
        return self.low > 0 or self.high < 0

    def to_json(self) -> dict[str, float | int | bool | list[float]]:
        """Return the difference as the fields of an object."""
        return {
            "difference": self.mean, "standard_error": self.standard_error, "interval": [self.low, self.high],
            "games": self.count, "clear": self.clear,
        }  # fmt: skip


def paired_difference(first: Sequence[float], second: Sequence[float]) -> Difference | None:
    """Return the difference first minus second over paired results in [0, 1]; None with fewer than two.

    >>> paired_difference([1, 1, 0, 1], [0, 1, 0, 0]).mean
    0.5
    """
    apart = [a - b for a, b in zip(first, second, strict=True)]
    count = len(apart)
    if count < 2:
        return None
    total, squares = sum(apart), sum(d * d for d in apart)
    variance = max(0.0, (squares - total * total / count) / (count - 1))
    mean = total / (count + 2)
    spread = Z95 * sqrt(max(0.0, (squares + 1) / (count + 2) - mean * mean) / (count + 2))
    return Difference(
        total / count, sqrt(variance / count), max(-1.0, mean - spread), min(1.0, mean + spread), count
    )
