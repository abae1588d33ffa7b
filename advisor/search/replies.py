"""What the next player makes of what may come: the one-ply search's replies, outcome by outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import fsum, sqrt
from random import Random
from typing import Final

from advisor import _search
from advisor.analysis_reasons import End
from advisor.game import Root
from advisor.search.leaves import Leaf
from advisor.search.plans import FIRST_LOOK
from advisor.search.rollouts import Reply

__all__ = ["BLOCKS", "Replies", "Shift", "allotted"]

BLOCKS: Final = 2
"""Times that each outcome of the coming chance event is answered: with one alone there would be no error."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What replies add to the static values after an outcome: on average, with its standard error."""

    mean: float
    error: float


class Replies:
    """Replies to the chance event after a turn, as rollouts with `replies` have them.

    Parameters
    ----------
    root : Root
        The position of the analysis.
    core : advisor._search.Outlook
        The core's outlook on it.
    seed : int
        The seed of the analysis: trial t meets the same dice as in its rollouts.
    reply : Reply
        How much the one-ply search looks at.
    """

    def __init__(self, root: Root, core: _search.Outlook, seed: int, reply: Reply) -> None:
        self._core = core
        self._seed = seed
        # A search that never runs: it says for whom the replies are, of which game and seed.
        search = _search.TurnSearch(
            root.table, root.owner, root.state, player=root.player, seed=seed, **asdict(FIRST_LOOK)
        )
        self._replier = _search.Replier(search, **asdict(reply))

    def shifts(self, ends: Sequence[End], outcomes: int) -> Mapping[int, Shift]:
        """Return what the replies add, by the code of the outcome.

        The static value is a control variate: its mean over the outcomes is known, so only what a reply adds
        to it is sampled. Where nothing is drawn after the outcome there is one reply, and no error.

        Parameters
        ----------
        ends : sequence of End
            The ways in which the turn may end before that event.
        outcomes : int
            How many outcomes the event has.
        """
        blocks = list(allotted(ends, BLOCKS * outcomes, self._seed))
        found: dict[int, list[float]] = {}
        drawn: set[int] = set()
        for code, more, before, after in self._core.replies(blocks, 0, self._replier):
            found.setdefault(code, []).append(after - before)
            if more or len(ends) > 1:
                drawn.add(code)
        scatter = sqrt(_pooled([found[code] for code in drawn]))
        return {
            code: Shift(sum(added) / len(added), scatter / sqrt(len(added)) if code in drawn else 0.0)
            for code, added in found.items()
        }

    def answer(self, leaves: list[Leaf], ends: Sequence[End]) -> tuple[list[Leaf], dict[int, float]]:
        """Return the leaves of a mean with what the replies make of them.

        Parameters
        ----------
        leaves : list of Leaf
            With static values.
        ends : sequence of End
            The ways in which the turn may end and the game go on.

        Returns
        -------
        list of Leaf
            The same, with other values where the game goes on.
        dict of int to float
            By the code of the outcome, the standard error that the replies bring with them.
        """
        whole: dict[int, float] = {}
        going: dict[int, float] = {}
        for leaf in leaves:
            if leaf.codes:
                code = leaf.codes[0]
                whole[code] = whole.get(code, 0.0) + leaf.probability
                going[code] = going.get(code, 0.0) + leaf.probability * (not leaf.over)
        if not ends or not whole:
            return leaves, {}
        shifts = self.shifts(ends, len(whole))
        usual = _usual(shifts)
        found = []
        for leaf in leaves:
            if leaf.codes and not leaf.over:  # the means are over games, too, that are over by then
                code = leaf.codes[0]
                more = shifts.get(code, usual).mean * whole[code] / going[code]
                leaf = replace(leaf, value=min(max(leaf.value + more, 0.0), 1.0))
            found.append(leaf)
        return found, {code: shifts.get(code, usual).error for code in whole}


def _usual(shifts: Mapping[int, Shift]) -> Shift:
    """What replies add to an outcome that no trial met, where they are not all as likely."""
    means = [shift.mean for shift in shifts.values()]
    mean = fsum(means) / len(means)
    return Shift(mean, sqrt(fsum((x - mean) ** 2 for x in means) / len(means)))


def _pooled(groups: Sequence[Sequence[float]]) -> float:
    """The variance within groups, taken to be the same in all of them."""
    squares, free = 0.0, 0
    for group in groups:
        mean = sum(group) / len(group)
        squares += sum((x - mean) ** 2 for x in group)
        free += len(group) - 1
    return squares / free if free else 0.0


def allotted(ends: Sequence[End], games: int, seed: int) -> Iterator[bytes]:
    """Yield an end for each game: systematic sampling, so that each has its share within one game.

    >>> list(allotted([End(0.75, b"a", 1), End(0.25, b"b", 1)], 4, 0))
    [b'a', b'a', b'a', b'b']
    """
    offset, whole = Random(seed).random(), sum(end.probability for end in ends)
    reached, number = ends[0].probability / whole, 0
    for game in range(games):
        while reached < (game + offset) / games and number + 1 < len(ends):
            number += 1
            reached += ends[number].probability / whole
        yield ends[number].state
