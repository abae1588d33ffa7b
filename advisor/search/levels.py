"""Levels of effort by plain names, as people choose them; `advisor.search.ladder` says what each does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["DEFAULT", "LEVELS", "Words"]


@dataclass(frozen=True, slots=True)
class Words:
    """A level in words.

    Attributes
    ----------
    does : str
        What it does.
    takes : str
        About how long, on two cores of an ordinary machine.
    """

    does: str
    takes: str


LEVELS: Final = {
    "instant": Words("every way to play the turn, by its value after each face of the coming roll", "0.02 s"),
    "quick": Words("the best of them, by what the next player can make of a dozen rolls", "0.1 s"),
    "deep": Words("more of them over all rolls, until one leads or the work is done", "1 s"),
}
"""From the least work to the most."""

DEFAULT: Final = "deep"
"""The strongest that answers in about a second."""
