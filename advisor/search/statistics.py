"""Means, errors and the odds of being best, for plans that met the same dice."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

__all__ = ["mean_and_error", "paired", "probability_best"]

DRAWS = 4000
"""Samples behind a probability of being best: its own standard error is below 0.008."""


def mean_and_error(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of independent values and its standard error.

    Parameters
    ----------
    values : array of float64, shape (n,)
        At least one; the error of one alone is infinite.
    """
    n = len(values)
    if n < 2:
        return float(values.mean()), float("inf")
    return float(values.mean()), float(values.std(ddof=1)) / sqrt(n)


def paired(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of a - b over the trials that both met, and its standard error."""
    n = min(len(a), len(b))
    return mean_and_error(a[:n] - b[:n])


def probability_best(values: list[NDArray[np.float64]], seed: int) -> NDArray[np.float64]:
    """Return for each plan the probability that its true mean is the greatest.

    The true differences to the leader are taken as normal around the paired differences, with the
    covariance that the common trials show (Kim and Nelson 2001 compare such systems likewise).

    Parameters
    ----------
    values : list of arrays of float64
        A plan's values by trial; trial t of all plans met the same dice.
    seed : int
        Of the draws.
    """
    n = min(len(v) for v in values)
    table = np.vstack([v[:n] for v in values])
    means = np.array([v.mean() for v in values])
    if len(values) == 1:
        return np.ones(1)
    if n < 2:
        return np.full(len(values), 1 / len(values))
    covariance = np.atleast_2d(np.cov(table)) / n
    rng = np.random.default_rng(seed)
    draws = rng.multivariate_normal(means, covariance, size=DRAWS, method="eigh")
    # exactly equal plans share what they win
    top = draws >= draws.max(axis=1, keepdims=True) - 1e-12
    return np.asarray((top / top.sum(axis=1, keepdims=True)).mean(axis=0))
