"""How games end when a policy plays on after a plan: shares by cause, and counts, with errors and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

__all__ = ["Amount", "OutcomeSplit", "Share"]


@dataclass(frozen=True, slots=True)
class Share:
    """The share of games that end in one way.

    Attributes
    ----------
    kind : str
        One of the game's ways to end (`advisor.game.Game.endings`), or ``"open"``: not over when left off.
    title : str
        What the game calls it.
    probability, standard_error : float
        The error is that of Jeffreys' posterior, which is above 0 also where no game, or each, ended so.

    Examples
    --------
    >>> share = Share.of("drawn", "drawn", 0, 47)
    >>> share.probability, round(share.standard_error, 4)
    (0.0, 0.0145)
    """

    kind: str
    title: str
    probability: float
    standard_error: float

    @classmethod
    def of(cls, kind: str, title: str, count: int, games: int) -> Share:
        """Return the share that `count` of so many games are."""
        a, b = count + 0.5, games - count + 0.5
        return cls(kind, title, count / games, sqrt(a * b / (a + b + 1)) / (a + b))

    def to_json(self) -> dict[str, Any]:
        """Return the share as an object."""
        return {
            "kind": self.kind,
            "title": self.title,
            "probability": self.probability,
            "standard_error": self.standard_error,
        }


@dataclass(frozen=True, slots=True)
class Amount:
    """The mean of what is counted at the end of a game, with its standard error.

    Examples
    --------
    >>> Amount.of("points", [1, 2, 3]).mean
    2.0
    """

    kind: str
    mean: float
    standard_error: float

    @classmethod
    def of(cls, kind: str, counts: Sequence[int]) -> Amount:
        """Return the amount that these counts have; at least two of them."""
        n = len(counts)
        mean = sum(counts) / n
        return cls(kind, mean, sqrt(sum((x - mean) ** 2 for x in counts) / (n - 1) / n))

    def to_json(self) -> dict[str, Any]:
        """Return the amount as an object."""
        return {"kind": self.kind, "mean": self.mean, "standard_error": self.standard_error}


@dataclass(frozen=True, slots=True)
class OutcomeSplit:
    """How the games end that a policy plays on after a plan.

    The share of games won is that policy's. It is no estimate of the plan's value, which stands for better
    play: shares are to be compared with those of the other plans, which met the same dice, and
    with one another ("of the games lost, nearly all are lost in one way").

    Attributes
    ----------
    policy : str
        Who plays on, one of the game's policies.
    games : int
        How many games; 0 if the plan itself ends the game.
    shares : tuple of Share
        The game's ways to end in its order, won first; then ``"open"`` if there was such a game.
    amounts : tuple of Amount
        What the game counts, at the end, and ``"turns"``: those begun after the plan's.

    Examples
    --------
    >>> split = OutcomeSplit("greedy", 48, (Share.of("won", "won", 12, 48),), ())
    >>> split.shares[0].probability
    0.25
    """

    policy: str
    games: int
    shares: tuple[Share, ...]
    amounts: tuple[Amount, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the split as an object."""
        return {
            "policy": self.policy,
            "games": self.games,
            "shares": [share.to_json() for share in self.shares],
            "amounts": [amount.to_json() for amount in self.amounts],
        }
