"""Making the static value's model from a seed: lessons, a fit, lessons from its games, a fit, calibration.

What is fitted is the chance that the playout policy wins from a position, late wins discounted: where nearly
every game is won, a player who looks for chances alone has no reason ever to end one. The player that looks
one roll ahead with that value plays far better than the policy, so its own games say by how much a value is
to be raised: a line through the logits (Platt 1999) makes the values win probabilities under that player,
without changing the order of any two positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from advisor.errors import UsageError
from advisor.flashpoint.model import FAMILIES, ModelFile, Weights
from advisor.search.plans import Effort
from advisor.train_data import Lessons, Stage, collect, in_fours, join
from advisor.train_fit import Fit, Report, calibration, fit, predict, report
from advisor.train_play import ONE_PLY, Duel, duel

__all__ = ["NORMAL", "QUICK", "Calibration", "Recipe", "Trained", "calibrate", "gate", "train"]

Tell = Callable[[str, int, int], None]
"""Told what is being done, how far it is, and how far it goes."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How much goes into a model.

    Attributes
    ----------
    turns : dict of str to int
        By rule family: turns out of games of the playout policy.
    rounds : dict of str to int
        By rule family: how often the player of the fit so far plays games, and all lessons are fitted again.
    games : dict of str to int
        By rule family: games of the one-ply player that are lessons, a round.
    checks : dict of str to int
        By rule family: its games by the final fit, from the middle of games of the policy; one half for the
        calibration, the other half to measure it.
    discount : dict of str to float
        By rule family: see `Fit`.
    fit : Fit
        All but the discount.
    effort : Effort
        Of the one-ply player.
    turns_chunk, games_chunk : int
        Turns or games in a file.
    """

    turns: dict[str, int]
    rounds: dict[str, int]
    games: dict[str, int]
    checks: dict[str, int]
    discount: dict[str, float]
    fit: Fit
    effort: Effort = ONE_PLY
    turns_chunk: int = 1000
    games_chunk: int = 2


NORMAL: Final = Recipe(
    turns={"family": 16_000, "experienced": 30_000},
    rounds={"family": 3, "experienced": 1},
    games={"family": 80, "experienced": 150},
    checks={"family": 200, "experienced": 200},
    discount={"family": 0.997, "experienced": 1.0},
    fit=Fit(),
)

LITTLE: Final = Effort(
    nodes=2000, leaves=500, width=20, inner_width=5, few_ends=2, ends=4, inner_ends=1, finals=1, chances=1,
    inner_chances=1, coarse=8, fine=8,
)  # fmt: skip

QUICK: Final = Recipe(
    turns={"family": 60, "experienced": 60},
    rounds={"family": 1, "experienced": 1},
    games={"family": 2, "experienced": 2},
    checks={"family": 2, "experienced": 2},
    discount={"family": 0.997, "experienced": 1.0},
    fit=Fit(hidden=8, epochs=1),
    effort=LITTLE,
    turns_chunk=30,
    games_chunk=1,
)


@dataclass(frozen=True, slots=True)
class Calibration:
    """How true values are in games of the one-ply player that were not fitted to.

    Attributes
    ----------
    games, positions, won : int
        Games, their positions (one after each roll), and games won.
    log_loss, brier : float
        Of all positions, each game counting the same: its positions have one outcome in common.
    slope, shift : float
        The line through the logits that was applied.
    table : tuple of (float, float, int, float, float)
        From, to, positions, mean value, share won, each game counting the same.
    """

    games: int
    positions: int
    won: int
    log_loss: float
    brier: float
    slope: float
    shift: float
    table: tuple[tuple[float, float, int, float, float], ...]


@dataclass(frozen=True, slots=True)
class Trained:
    """A model with what was measured, by rule family."""

    model: ModelFile
    reports: dict[str, Report]
    calibrations: dict[str, Calibration]


def train(
    folder: Path,
    recipe: Recipe,
    *,
    seed: int,
    date: str,
    command: str,
    processes: int = 1,
    tell: Tell | None = None,
) -> Trained:
    """Make a model.

    Parameters
    ----------
    folder : Path
        For files of lessons; those that are there from the same seed and recipe are not played again.
    recipe : Recipe
    seed : int
        The same seed and recipe give the same model, for any number of processes.
    date, command : str
        To be noted in the model.
    processes : int
    tell : callable, optional
        Told how far it is.

    Raises
    ------
    UsageError
        If a file of lessons cannot be read or written.
    """
    tell = tell or (lambda what, done, total: None)
    weights: dict[str, Weights] = {}
    reports: dict[str, Report] = {}
    calibrations: dict[str, Calibration] = {}
    for family in FAMILIES:
        weights[family], reports[family], calibrations[family] = _train_family(
            folder, family, recipe, seed=seed, processes=processes, tell=tell
        )
    made = {
        "command": command,
        "seed": seed,
        "date": date,
        "recipe": asdict(recipe),
        "held_out": {name: asdict(r) for name, r in reports.items()},
        "calibration": {name: asdict(c) for name, c in calibrations.items()},
    }
    return Trained(ModelFile(weights, made), reports, calibrations)


def _train_family(
    folder: Path, family: str, recipe: Recipe, *, seed: int, processes: int, tell: Tell
) -> tuple[Weights, Report, Calibration]:
    def lessons(stage: Stage, name: str, chunk: int, weights: Weights | None = None) -> Lessons:
        return collect(
            folder, family, stage, seed=seed, name=name, weights=weights, chunk=chunk, processes=processes,
            progress=lambda done, total: tell(f"{family}: {name}", done, total),
        )  # fmt: skip

    how = replace(recipe.fit, discount=recipe.discount[family])

    def fitted(data: Lessons, name: str) -> Weights:
        return fit(
            data, how, seed=seed,
            progress=lambda done, total: tell(f"{family}: {name}", done, total),
        )  # fmt: skip

    everything = lessons(Stage(recipe.turns[family]), "turns", recipe.turns_chunk)
    weights = fitted(everything, "first fit")
    stage = Stage(recipe.games[family], games=True, middle=2, rolls=8, effort=recipe.effort)
    for number in range(1, recipe.rounds[family] + 1):
        games = lessons(stage, f"games {number}", recipe.games_chunk, weights)
        everything = join([everything, in_fours(games)])
        weights = fitted(everything, f"fit {number}")
    stage = Stage(recipe.checks[family], games=True, middle=1, ways=0, effort=recipe.effort)
    checks = lessons(stage, "checks", recipe.games_chunk, weights)
    final, calibration = calibrate(weights, checks)
    return final, report(weights, everything, how.discount), calibration


def calibrate(weights: Weights, games: Lessons) -> tuple[Weights, Calibration]:
    """Put a line through the logits by the first half of the games, measure by the other half.

    A game counts the same however long it was: its positions share one outcome.
    Where all those games were won, or all lost, the line is left as it is: slope 1, shift 0.
    """
    half = (len(games.ended) + 1) // 2
    first, won = games.game < half, games.ended[games.game].astype(np.float64)
    length = np.bincount(games.game, minlength=len(games.ended))[games.game]
    weight = 1 / length * len(length) / max(len(np.unique(games.game)), 1)
    p = np.clip(predict(weights, games.leaf), 1e-9, 1 - 1e-9)
    z = np.log(p / (1 - p))
    slope, shift = 1.0, 0.0
    wins = int(games.ended[:half].sum())
    if 0 < wins < half:
        slope, shift = _line(z[first], won[first], weight[first])
    final = replace(
        weights,
        constant=round(weights.constant * slope + shift, 6),
        direct=tuple(round(w * slope, 5) for w in weights.direct),
        second=tuple(round(w * slope, 5) for w in weights.second),
    )
    q = np.clip(predict(final, games.leaf[~first]), 1e-9, 1 - 1e-9)
    y, weight = won[~first], weight[~first]
    return final, Calibration(
        games=len(games.ended) - half,
        positions=len(q),
        won=int(games.ended[half:].sum()),
        log_loss=-float(np.average(y * np.log(q) + (1 - y) * np.log(1 - q), weights=weight))
        if len(q)
        else 0.0,
        brier=float(np.average((q - y) ** 2, weights=weight)) if len(q) else 0.0,
        slope=slope,
        shift=shift,
        table=calibration(q, y, weight),
    )


def _line(z: NDArray[np.float64], y: NDArray[np.float64], weight: NDArray[np.float64]) -> tuple[float, float]:
    """Slope (0.2 or more) and shift of the logistic regression of outcomes on logits, by Newton's method."""
    x = np.stack([z, np.ones_like(z)], 1)
    w = np.array([1.0, 0.0])
    for _ in range(50):
        p = 1 / (1 + np.exp(-(x @ w)))
        # a weak pull to slope 1, shift 0, which also keeps the equations solvable
        gradient = x.T @ (weight * (y - p)) - (w - [1.0, 0.0])
        bend = (x * (weight * p * (1 - p))[:, None]).T @ x + np.eye(2)
        w = w + np.clip(np.linalg.solve(bend, gradient), -0.5, 0.5)
    return max(float(w[0]), 0.2), float(w[1])


def gate(
    old: Mapping[str, Weights],
    new: Mapping[str, Weights],
    games: int,
    *,
    seed: int,
    effort: Effort = ONE_PLY,
    processes: int = 1,
    tell: Tell | None = None,
) -> dict[str, Duel]:
    """Play pairs of games, old against new, by rule family.

    Raises
    ------
    UsageError
        If `games` is below 2.
    """
    if games < 2:
        raise UsageError(f"gate: got {games}, expected 2 pairs of games or more")
    tell = tell or (lambda what, done, total: None)
    found = {}
    for family in FAMILIES:

        def progress(done: int, total: int, family: str = family) -> None:
            tell(f"{family}: old against new", done, total)

        found[family] = duel(
            family, old[family], new[family], games, seed=seed, effort=effort, processes=processes,
            progress=progress,
        )  # fmt: skip
    return found


def choose(old: ModelFile, new: ModelFile, duels: Mapping[str, Duel]) -> ModelFile | None:
    """Return the model that takes the old one's place: new weights in the rule families that passed the gate.

    None if they did nowhere.
    """
    taken = [family for family in FAMILIES if duels[family].passed]
    if not taken:
        return None
    weights = {f: (new if f in taken else old).weights[f] for f in FAMILIES}
    before: dict[str, Any] = {"kept": [f for f in FAMILIES if f not in taken], "made": old.made}
    made = {**new.made, "gate": {f: asdict(d) for f, d in duels.items()}, "taken": taken}
    return ModelFile(weights, made if len(taken) == len(FAMILIES) else {**made, "before": before})
