"""Fitting a small network to lessons, in numpy: cross-entropy, and differences between the ways of one turn.

A fit to single positions alone orders plans badly: most of what moves the outcome (the score, the damage) is
the same for all plans of a turn. So the loss has a second part, the squared error of the differences within
one turn, whose ways met the same dice. No library of ready-made learners offers such a loss; the network is
small enough for numpy, which is here anyway. The optimiser is Adam (Kingma and Ba 2015), steps on a cosine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from advisor.flashpoint.model import Weights
from advisor.train_data import Lessons

__all__ = ["Fit", "Report", "calibration", "fit", "predict", "report"]

Floats = NDArray[np.float32]

HELD_OUT: Final = 10
"""Every tenth root is kept apart to measure by."""

STEP: Final = 3e-3
BATCH: Final = 48
"""Roots a step."""
FIRST_DECAY, SECOND_DECAY, TINY = 0.9, 0.999, 1e-8


@dataclass(frozen=True, slots=True)
class Fit:
    """How a network is fitted.

    Attributes
    ----------
    hidden : int
        Hidden units, at most 64.
    epochs : int
        Passes over the roots.
    differences : float
        Weight of the squared error of differences within one turn, beside the cross-entropy's 1.
    ridge : float
        Weight decay a step.
    discount : float
        A win that takes n turns counts ``discount ** n``: below 1, the value prices time.
    """

    hidden: int = 32
    epochs: int = 6
    differences: float = 30.0
    ridge: float = 1e-5
    discount: float = 1.0


@dataclass(frozen=True, slots=True)
class Report:
    """How well a network foretells held-out lessons.

    Attributes
    ----------
    positions : int
    log_loss, brier : float
        Mean -log of the probability given to what happened, and mean squared error, after the roll.
    base_log_loss : float
        Of one who always gives the share won.
    first, picked, best : float
        Share won by the policy's own ways, by those with the highest value, and by the best in hindsight.
    slope : float
        Regression of observed on foretold differences within one turn: 1 if they are true.
    table : tuple of (float, float, int, float, float)
        From, to, positions, mean value, share won.
    """

    positions: int
    log_loss: float
    brier: float
    base_log_loss: float
    first: float
    picked: float
    best: float
    slope: float
    table: tuple[tuple[float, float, int, float, float], ...]


class _Net:
    """The network's numbers while they are fitted; inputs are standardised, `weights` undoes that."""

    def __init__(self, mean: Floats, scale: Floats, hidden: int, rng: np.random.Generator) -> None:
        n = len(mean)
        self.mean, self.scale = mean, scale
        self.numbers: list[Floats] = [
            np.zeros(1, np.float32),
            np.zeros(n, np.float32),
            (rng.standard_normal((n, hidden)) / np.sqrt(n)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (rng.standard_normal(hidden) * 0.1).astype(np.float32),
        ]

    def forward(self, x: Floats) -> tuple[Floats, Floats]:
        constant, direct, first, bias, second = self.numbers
        h = np.maximum(x @ first + bias, 0)
        z = constant + x @ direct + h @ second
        return 1 / (1 + np.exp(-z)), h

    def gradient(self, x: Floats, h: Floats, dz: Floats) -> list[Floats]:
        second = self.numbers[4]
        dh = np.outer(dz, second) * (h > 0)
        return [dz.sum(keepdims=True), x.T @ dz, x.T @ dh, dh.sum(0), h.T @ dz]

    def weights(self) -> Weights:
        constant, direct, first, bias, second = (p.astype(np.float64) for p in self.numbers)
        d = direct / self.scale
        f = first / self.scale[:, None]
        return Weights(
            round(float(constant[0] - self.mean @ d), 6),
            tuple(_rounded(d)),
            tuple(tuple(_rounded(row)) for row in f),
            tuple(_rounded(bias - self.mean @ f)),
            tuple(_rounded(second)),
        )

    def load(self, w: Weights) -> None:
        d = np.array(w.direct)
        f = np.array(w.first)
        self.numbers = [
            np.array([w.constant + self.mean @ d], np.float32),
            (d * self.scale).astype(np.float32),
            (f * self.scale[:, None]).astype(np.float32),
            (np.array(w.bias) + self.mean @ f).astype(np.float32),
            np.array(w.second, np.float32),
        ]


def _rounded(values: NDArray[np.float64]) -> list[float]:
    return [round(float(v), 5) for v in values]


def predict(weights: Weights, x: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the values of rows of features, as the core gives them."""
    f = np.asarray(x, np.float64)
    h = np.maximum(f @ np.array(weights.first) + np.array(weights.bias), 0)
    z = weights.constant + f @ np.array(weights.direct) + h @ np.array(weights.second)
    return np.asarray(1 / (1 + np.exp(-z)))


def fit(
    data: Lessons,
    how: Fit,
    *,
    seed: int,
    begin: Weights | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Weights:
    """Fit a network to lessons, those held out left aside.

    Parameters
    ----------
    data : Lessons
    how : Fit
    seed : int
        Of the first numbers and of the order of the roots.
    begin : Weights, optional
        To go on from, with as many hidden units.
    progress : callable, optional
        Told the epochs done and all of them.
    """
    rng = np.random.default_rng(seed)
    roots = np.flatnonzero(np.arange(len(data.won)) % HELD_OUT != 0)
    worth = data.worth(how.discount)
    sample = data.rolled[roots[:: max(1, len(roots) // 4000)]].astype(np.float32)
    sample = sample[sample.any(-1)]
    mean, scale = sample.mean(0), sample.std(0)
    scale = np.where(scale > 1e-3, scale, 1).astype(np.float32)
    net = _Net(mean, scale, how.hidden, rng)
    if begin is not None:
        net.load(begin)
    first = [np.zeros_like(p) for p in net.numbers]
    second = [np.zeros_like(p) for p in net.numbers]
    steps = how.epochs * max(1, -(-len(roots) // BATCH))
    step = 0
    top = STEP if begin is None else STEP / 3
    for epoch in range(how.epochs):
        for batch in np.array_split(rng.permutation(roots), max(1, -(-len(roots) // BATCH))):
            grads = _gradient(net, data, worth, batch, how.differences)
            step += 1
            rate = top * 0.5 * (1 + np.cos(np.pi * step / steps)) * min(1, step / 100)
            for p, g, m, v in zip(net.numbers, grads, first, second, strict=True):
                m += (1 - FIRST_DECAY) * (g - m)
                v += (1 - SECOND_DECAY) * (g * g - v)
                up = m / (1 - FIRST_DECAY**step) / (np.sqrt(v / (1 - SECOND_DECAY**step)) + TINY)
                p -= (rate * (up + how.ridge * 100 * p)).astype(np.float32)
        if progress is not None:
            progress(epoch + 1, how.epochs)
    return net.weights()


def _gradient(
    net: _Net, data: Lessons, worth: Floats, batch: NDArray[np.intp], differences: float
) -> list[Floats]:
    """The mean gradient over a batch of roots: rows after the roll, and before it with the mean outcome."""
    rolled, won = data.rolled[batch].astype(np.float32), worth[batch]
    after = data.after[batch].astype(np.float32)
    total: list[Floats] | None = None
    # after the roll: groups are (root, roll), members the ways; before it: groups are the roots
    for x, y, weight in (
        (rolled.swapaxes(1, 2).reshape(-1, *rolled.shape[1:2], rolled.shape[3]),
         won.swapaxes(1, 2).reshape(-1, won.shape[1]), 1.0),
        (after, won.mean(2), float(won.shape[2]) * 0.5),
    ):  # fmt: skip
        live = x.any(-1)
        z = (x - net.mean) / net.scale
        flat = z.reshape(-1, z.shape[-1])
        p, h = net.forward(flat)
        p = p.reshape(live.shape)
        count = np.maximum(live.sum(1, keepdims=True), 1)
        pc = (p - (p * live).sum(1, keepdims=True) / count) * live
        yc = (y - (y * live).sum(1, keepdims=True) / count) * live
        dz = ((p - y) + differences * 2 * (pc - yc) * p * (1 - p)) * live
        dz *= weight / len(batch) / (won.shape[1] * won.shape[2])
        grads = net.gradient(flat, h, dz.reshape(-1).astype(np.float32))
        total = grads if total is None else [a + b for a, b in zip(total, grads, strict=True)]
    assert total is not None
    return total


def calibration(
    p: NDArray[np.float64], y: NDArray[np.floating], weight: NDArray[np.float64] | None = None
) -> tuple[tuple[float, float, int, float, float], ...]:
    """Return by tenths of the value: from, to, positions, mean value, share won; the means weighted."""
    tenth = np.minimum((p * 10).astype(int), 9)
    weight = np.ones(len(p)) if weight is None else weight

    def row(k: int, here: NDArray[np.bool_]) -> tuple[float, float, int, float, float]:
        mean, share = (float(np.average(x[here], weights=weight[here])) for x in (p, y))
        return k / 10, (k + 1) / 10, int(here.sum()), mean, share

    return tuple(row(k, tenth == k) for k in range(10) if (tenth == k).any())


def report(weights: Weights, data: Lessons, discount: float = 1.0) -> Report:
    """Measure weights on the lessons held out, late wins discounted as in the fit."""
    held = np.arange(len(data.won)) % HELD_OUT == 0
    x, won = data.rolled[held], data.worth(discount)[held].astype(np.float64)
    live = x.any(-1)
    values = np.where(live, predict(weights, x), won)
    p, y = np.clip(values[live], 1e-6, 1 - 1e-6), won[live]
    share = min(max(float(y.mean()), 1e-6), 1 - 1e-6)
    ways, seen = values.mean(2), won.mean(2)
    pc, yc = ways - ways.mean(1, keepdims=True), seen - seen.mean(1, keepdims=True)
    return Report(
        positions=len(p),
        log_loss=float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()),
        brier=float(((p - y) ** 2).mean()),
        base_log_loss=-share * float(np.log(share)) - (1 - share) * float(np.log(1 - share)),
        first=float(seen[:, 0].mean()),
        picked=float(seen[np.arange(len(ways)), ways.argmax(1)].mean()),
        best=float(seen.max(1).mean()),
        slope=float((pc * yc).sum() / max((pc * pc).sum(), 1e-12)),
        table=calibration(p, y),
    )
