"""The dice and draws of a set-up: from a seed, or as a table has rolled them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from advisor.errors import UsageError
from advisor.files import short
from advisor.flashpoint.rules import SPECIALISTS

__all__ = ["Dice", "draw_specialists", "uniform"]


def uniform(random: Random, faces: int) -> int:
    """Return a number from 1 to `faces`, each one as likely as the others.

    It uses `Random.random` only, the one method whose numbers Python promises to keep from version to
    version: a seed names the same set-up for good.
    """
    return int(random.random() * faces) + 1


class Dice:
    """Dice that remember what was rolled.

    Parameters
    ----------
    random : Random
        Where the dice come from if none are given.
    given : iterable of int or None
        The dice as a table rolled them, in the order of rolling. An iterator is read no further than needed.
    """

    def __init__(self, random: Random, given: Iterable[int] | None = None) -> None:
        self._random = random
        self._given: Iterator[int] | None = None if given is None else iter(given)
        # Of an iterator nobody can say how much is left without reading on, and it may ask a table for more.
        self._count = len(given) if isinstance(given, Sequence) else None
        self._rolled: list[int] = []

    @property
    def rolled(self) -> tuple[int, ...]:
        """All dice so far, in the order of rolling."""
        return tuple(self._rolled)

    def roll(self, colour: str, faces: int, what: str) -> int:
        """Roll one die.

        Parameters
        ----------
        colour : str
            ``"red"`` or ``"black"``.
        faces : int
            How many faces it has.
        what : str
            What it is rolled for, as a message says it: ``"POI 2"``.

        Raises
        ------
        UsageError
            If the die that was given cannot be this one, or none is left.
        """
        if self._given is None:
            die = uniform(self._random, faces)
        else:
            where = f"dice: die {len(self._rolled) + 1}"
            wanted = f"expected the {colour} die for {what}, 1 to {faces}"
            try:
                die = next(self._given)
            except StopIteration:
                raise UsageError(f"{where}: no dice are left, {wanted}") from None
            if not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= faces:
                raise UsageError(f"{where}: {short(die)}, {wanted}")
        self._rolled.append(die)
        return die

    def finish(self) -> None:
        """Look whether all dice of a list were used.

        Raises
        ------
        UsageError
            If some are left over: then one was mistyped, or rolled for something else.
        """
        if self._count is not None and self._count > len(self._rolled):
            raise UsageError(
                f"dice: {self._count} given, expected the {len(self._rolled)} that the set-up takes"
            )


def draw_specialists(random: Random, named: Sequence[str | None]) -> tuple[str, ...]:
    """Return a specialist for each seat: those named, the others drawn one by one (FP-10.8).

    >>> draw_specialists(Random(1), ["driver", None])
    ('driver', 'paramedic')
    """
    left = [name for name in SPECIALISTS if name not in named]
    return tuple(name or left.pop(uniform(random, len(left)) - 1) for name in named)
