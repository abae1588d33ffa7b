"""The policies by name: who can play a game, for the arena, the shell and the tests.

A policy is asked where somebody decides, and answers with the actions up to the end of the turn or the first
chance event; after that event it is asked again. It sees the position, never the dice to come.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Protocol

from advisor._search import TurnSearch
from advisor.errors import UsageError
from advisor.files import short
from advisor.game import Game, Planner, Turn
from advisor.search.levels import LEVELS
from advisor.search.plans import FIRST_LOOK

__all__ = ["REGISTRY", "Budget", "Entry", "Policy", "amount_of_work", "make_policy", "names"]

_ENDLESS: Final = 1_000_000_000
"""Work units where only time is to end a search."""

_TEAM: Final = "+team"
"""How the names end of policies to which the team's plan is handed."""

_BUDGET: Final = re.compile(r"([0-9]{1,12})(ms|s)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a policy may think each time it is asked: work units, or milliseconds, or as it is made.

    Attributes
    ----------
    work : int or None
        In the policy's own units; results are then the same everywhere.
    ms : int or None
        Milliseconds; results then depend on the machine and its load.
    """

    work: int | None = None
    ms: int | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read a budget: ``"50ms"``, ``"1s"``, ``"20000"`` (work units), or ``""`` for none.

        >>> Budget.parse("1s")
        Budget(work=None, ms=1000)

        Raises
        ------
        UsageError
            If it is none.
        """
        if not text:
            return cls()
        found = _BUDGET.fullmatch(text)
        if found is None or not int(found[1]):
            raise UsageError(
                f"budget: {short(text)}, expected milliseconds (50ms), seconds (1s) or work units"
            )
        if found[2] is None:
            return cls(work=int(found[1]))
        return cls(ms=int(found[1]) * (1000 if found[2] == "s" else 1))

    def __str__(self) -> str:
        if self.ms is not None:
            return f"{self.ms}ms"
        return "" if self.work is None else str(self.work)


class Policy(Protocol):
    """Who decides."""

    def actions(self, turn: Turn, seed: int) -> Sequence[int]:
        """Return the codes of the actions up to the end of the turn or the first chance event, at least one.

        The same position and seed give the same actions, unless the budget is one of time.
        """


class _CorePolicy:
    """A policy that the game's core plays by itself."""

    def __init__(self, name: str) -> None:
        self._name = name

    def actions(self, turn: Turn, seed: int) -> Sequence[int]:
        return turn.line(self._name)


class _ValuePolicy:
    """The best plan of a first look: by the mean of the static value over the coming chance events."""

    def __init__(self) -> None:
        self._effort = asdict(FIRST_LOOK)

    def actions(self, turn: Turn, seed: int) -> Sequence[int]:
        search = TurnSearch(turn.table, turn.owner, turn.state, player=turn.player, seed=seed, **self._effort)
        search.run()
        best: list[int] = search.plans()[0]["actions"]
        return best


class _SearchPolicy:
    """The best plan of a search that returns an `Analysis`."""

    def __init__(self, game: Game, search: Callable[..., Any], keywords: dict[str, Any]) -> None:
        self._game, self._search, self._keywords = game, search, keywords

    def actions(self, turn: Turn, seed: int) -> Sequence[int]:
        found = self._search(self._game, turn.position(), top=1, seed=seed, **self._keywords)
        return turn.codes(found.plans[0].events)


@dataclass(frozen=True, slots=True)
class Entry:
    """A policy of the registry.

    Attributes
    ----------
    words : str
        What it does, in a line.
    search : str
        ``"module:function"`` of its search, ``(game, position, *, top, seed, ...) -> Analysis``, imported
        when it is asked for; ``""`` if it is no search.
    work : str
        The search's keyword for a budget of work; ``""`` if it takes none.
    seconds : str
        The search's keyword for a budget of time in seconds; ``""`` if it takes none.
    limits : str
        ``"module:class"`` of the record that takes both keywords and is the search's ``limits``; ``""`` if
        the search takes them itself.
    fixed : dict
        Further keywords of the search.
    """

    words: str
    search: str = ""
    work: str = ""
    seconds: str = ""
    limits: str = ""
    fixed: dict[str, Any] = field(default_factory=dict)

    def keywords(self, name: str, budget: Budget) -> dict[str, Any]:
        """Return a budget as keywords of the search.

        Raises
        ------
        UsageError
            If the policy takes no such budget.
        """
        found: dict[str, Any] = {}
        if budget.work is not None:
            found[self.work] = budget.work
        if budget.ms is not None:
            found[self.seconds] = budget.ms / 1000
        if "" in found:
            kinds = [kind for kind, key in (("work", self.work), ("time", self.seconds)) if key]
            takes = f"a budget of {kinds[0]} only" if kinds else "no budget"
            raise UsageError(f"policy {name}: got the budget {budget}, expected none: it takes {takes}")
        if self.limits and found:
            found.setdefault(self.work, _ENDLESS)
            found = {"limits": _imported(self.limits)(**found)}
        return {**found, **self.fixed}


def _imported(path: str) -> Any:
    """Return what ``"module:name"`` names."""
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


REGISTRY: Final[dict[str, Entry]] = {
    "random": Entry("draws among the legal actions"),
    "nearest": Entry("each goes for the nearest POI and carries victims out, whatever burns elsewhere"),
    "brigade": Entry("one rescuer, the others put fires out"),
    "greedy": Entry("the playout policy: the action with the best gain per AP, time and again"),
    "value": Entry("all ways to play the turn by the static value, after one exact roll: level instant"),
    "expectimax": Entry(
        "the mean over the dice, two turns ahead",
        "advisor.search.expectimax:expectimax_turn", work="nodes",
    ),
    "rollout": Entry(
        "rollouts with sequential halving on the best plans",
        "advisor.search.rollouts:roll_out_turn", work="trials", seconds="seconds",
        limits="advisor.search.limits:Limits",
    ),
    "mcts": Entry(
        "Monte Carlo tree search over turns",
        "advisor.search.mcts:mcts_turn", work="trials", seconds="seconds",
        limits="advisor.search.limits:Limits",
    ),
    **{
        name: Entry(f"level {name}: {words.does}", "advisor.search.ladder:level_turn", fixed={"level": name})
        for name, words in LEVELS.items() if name != "instant"
    },
    **{
        f"{name}{_TEAM}": Entry(
            f"{name}, with what the team's plan has for the turn among the plans",
            "advisor.search.team:team_turn", fixed={"level": level},
        )
        for name, level in (("value", "instant"), ("quick", "quick"))
    },
}  # fmt: skip
"""All policies that may be there; `names` gives those that are."""

_ALL_AFTERSTATES: Final = "value"


def names(game: Game) -> tuple[str, ...]:
    """Return the policies that can play a game, the simplest first.

    >>> from advisor.game import game
    >>> names(game("flash-point"))[:5]
    ('random', 'nearest', 'brigade', 'greedy', 'value')
    """
    return tuple(name for name, entry in REGISTRY.items() if _is_there(game, name, entry))


def _is_there(game: Game, name: str, entry: Entry) -> bool:
    if name.endswith(_TEAM) and not isinstance(game, Planner):
        return False
    if entry.search:
        return importlib.util.find_spec(entry.search.partition(":")[0]) is not None
    return name == _ALL_AFTERSTATES or name in game.core_policies


def amount_of_work(name: str) -> str:
    """Return the settings of a policy that has a fixed amount of work, as a text; ``""`` for others."""
    if name.endswith(_TEAM):
        return f"{amount_of_work(name.removesuffix(_TEAM))} {_TEAM}"
    if name == _ALL_AFTERSTATES:
        return repr(FIRST_LOOK)
    if name not in LEVELS:
        return ""
    from advisor.search.ladder import LADDER

    return repr(LADDER[name])


def make_policy(game: Game, name: str, budget: Budget | None = None) -> Policy:
    """Return a policy by its name.

    Parameters
    ----------
    game : Game
        What it is to play.
    name : str
        One of `names`.
    budget : Budget, optional
        How long it may think each time it is asked; else as it is made.

    Raises
    ------
    UsageError
        If there is no such policy, or it takes no such budget.
    """
    if name not in names(game):
        raise UsageError(f"policy: {short(name)}, expected one of {', '.join(names(game))}")
    entry = REGISTRY[name]
    keywords = entry.keywords(name, budget or Budget())
    if entry.search:
        return _SearchPolicy(game, _imported(entry.search), keywords)
    return _ValuePolicy() if name == _ALL_AFTERSTATES else _CorePolicy(name)
