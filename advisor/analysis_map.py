"""The map of the chance event that comes after a plan: what each outcome does and is worth, and its JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["MAP_FORMAT", "Axis", "Cell", "Effect", "OutcomeClass", "OutcomeMap", "Risk"]

MAP_FORMAT: Final = "advisor/map@1"


@dataclass(frozen=True, slots=True)
class Axis:
    """One side of the grid on which outcomes lie.

    Attributes
    ----------
    name : str
        What it counts, ``"red die"``; empty for the only line of a grid of one line.
    labels : tuple of str
        One for each line.

    Examples
    --------
    >>> Axis("coin", ("heads", "tails")).to_json()
    {'name': 'coin', 'labels': ['heads', 'tails']}
    """

    name: str
    labels: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the axis as an object."""
        return {"name": self.name, "labels": list(self.labels)}


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that a chance event does.

    Attributes
    ----------
    kind : str
        One of the game's kinds of effect (`advisor.game.Game.effect_kinds`).
    parameters : tuple of (str, str) pairs
        What the text is made with, by name.
    text : str
        What the game says of it.
    probability : float
        How likely it is where the outcome of the cell has come.

    Examples
    --------
    >>> Effect("gate-falls", (("at", "2,3"),), "the gate on 2,3 falls", 0.5).to_json()["parameters"]
    {'at': '2,3'}
    """

    kind: str
    parameters: tuple[tuple[str, str], ...]
    text: str
    probability: float = 1.0

    def to_json(self) -> dict[str, Any]:
        """Return the effect as an object."""
        return {
            "kind": self.kind,
            "parameters": dict(self.parameters),
            "text": self.text,
            "probability": self.probability,
        }


@dataclass(frozen=True, slots=True)
class Cell:
    """One outcome of the coming chance event.

    Attributes
    ----------
    row, column : int
        Its place on the grid, counted from 0.
    event : str
        Its text.
    probability : float
        Of all that may come after the plan.
    value, standard_error : float
        The mean value after it and whatever it brings with it (see `OutcomeMap`); the error is 0 where
        nothing was sampled.
    over : float
        How likely the game is over then.
    effects : tuple of Effect
        What it does, in the game's order of kinds (the gravest first), then the likeliest first.

    Examples
    --------
    >>> Cell(0, 1, "coin tails", 0.5, 0.25, 0.0, 0.0).to_json()["place"]
    [0, 1]
    """

    row: int
    column: int
    event: str
    probability: float
    value: float
    standard_error: float
    over: float
    effects: tuple[Effect, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the cell as an object."""
        return {
            "place": [self.row, self.column],
            "event": self.event,
            "probability": self.probability,
            "value": self.value,
            "standard_error": self.standard_error,
            "over": self.over,
            "effects": [effect.to_json() for effect in self.effects],
        }


@dataclass(frozen=True, slots=True)
class OutcomeClass:
    """All ways in which the coming chance event may go whose gravest effect is of one kind.

    Attributes
    ----------
    kind : str
        The kind of that effect; empty where nothing happens.
    title : str
        What the game calls it.
    probability : float
        Of all that may come after the plan.
    value : float
        The mean value where it goes this way.

    Examples
    --------
    >>> OutcomeClass("gate-falls", "a gate falls", 0.25, 0.5).to_json()["probability"]
    0.25
    """

    kind: str
    title: str
    probability: float
    value: float

    def to_json(self) -> dict[str, Any]:
        """Return the class as an object."""
        return {"kind": self.kind, "title": self.title, "probability": self.probability, "value": self.value}


@dataclass(frozen=True, slots=True)
class Risk:
    """How far apart the things lie that may come after a plan, up to the next decision.

    Attributes
    ----------
    spread : float
        Standard deviation of the value after the coming chance events.
    worst_tenth : float
        Its mean over the worst tenth of what may come.
    lost : float
        The probability that the game is over and lost by then.

    Examples
    --------
    >>> risk = Risk.of([(0.9, 0.8, False), (0.1, 0.0, True)])
    >>> round(risk.spread, 2), risk.worst_tenth, risk.lost
    (0.24, 0.0, 0.1)
    """

    spread: float
    worst_tenth: float
    lost: float

    @classmethod
    def of(cls, leaves: Iterable[tuple[float, float, bool]]) -> Risk:
        """Return the risk of a distribution.

        Parameters
        ----------
        leaves : iterable of (float, float, bool)
            Probability, value, and whether the game is over; the probabilities add up to 1.
        """
        ordered = sorted(leaves, key=lambda leaf: leaf[1])
        mean = sum(p * value for p, value, _ in ordered)
        square = sum(p * (value - mean) ** 2 for p, value, _ in ordered)
        left, worst = TENTH, 0.0
        for p, value, _ in ordered:
            share = min(p, left)
            worst += share * value
            left -= share
        lost = sum(p for p, value, over in ordered if over and value == 0)
        return cls(square**0.5, worst / TENTH, lost)

    def to_json(self) -> dict[str, Any]:
        """Return the risk as an object."""
        return {"spread": self.spread, "worst_tenth": self.worst_tenth, "lost": self.lost}


TENTH: Final = 0.1
"""The share of what may come that `Risk.worst_tenth` looks at."""


@dataclass(frozen=True, slots=True)
class OutcomeMap:
    """What each outcome of the chance event after a plan is worth and what it does.

    The values are static values after that event, as the one-roll search takes them; after a search that lets
    the next player reply they are those of the best replies. Their mean is that search's value of the plan.

    Attributes
    ----------
    rows, columns : Axis
        The grid.
    cells : tuple of Cell
        In reading order. A place of the grid may have none.
    classes : tuple of OutcomeClass
        The likeliest first.
    value, standard_error : float
        The mean over all cells, and over the ways in which the game ends before the event.
    met : float
        The probability that the event comes at all: less than 1 if the plan may end the game.
    given : tuple of str
        The chance events within the turn that are taken to have come. Empty: what the plan does after each of
        them is mixed by their probabilities.
    ends : int
        How many different ends of the turn were mixed.
    risk : Risk
        How far apart these values lie.
    static_value : float or None
        The mean static value where the values are those of replies: what `value` has more is what the next
        player is found to make of it.

    Examples
    --------
    >>> cells = (Cell(0, 0, "coin heads", 0.5, 0.9, 0.0, 0.0), Cell(0, 1, "coin tails", 0.5, 0.1, 0.0, 0.0))
    >>> coin = OutcomeMap(
    ...     Axis("", ("",)), Axis("coin", ("heads", "tails")), cells, (), 0.5, 0.0, 1.0, (), 1,
    ...     Risk(0.4, 0.1, 0.0),
    ... )
    >>> [cell.event for cell in coin.worst(1)], coin.to_json()["format"]
    (['coin tails'], 'advisor/map@1')
    """

    rows: Axis
    columns: Axis
    cells: tuple[Cell, ...]
    classes: tuple[OutcomeClass, ...]
    value: float
    standard_error: float
    met: float
    given: tuple[str, ...]
    ends: int
    risk: Risk
    static_value: float | None = None

    def worst(self, count: int) -> tuple[Cell, ...]:
        """Return the outcomes with the lowest values, the worst first."""
        return tuple(sorted(self.cells, key=lambda cell: cell.value)[:count])

    def to_json(self) -> dict[str, Any]:
        """Return the map as an object of the format ``advisor/map@1``."""
        return {
            "format": MAP_FORMAT,
            "rows": self.rows.to_json(),
            "columns": self.columns.to_json(),
            "cells": [cell.to_json() for cell in self.cells],
            "classes": [kind.to_json() for kind in self.classes],
            "value": self.value,
            "standard_error": self.standard_error,
            "met": self.met,
            "given": list(self.given),
            "ends": self.ends,
            "risk": self.risk.to_json(),
            "static_value": self.static_value,
        }
