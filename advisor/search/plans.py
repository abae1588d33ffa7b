"""Ranked plans for a turn: thin over the compiled search, blind to the game."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from typing import Any, Final, Protocol

from advisor import __version__
from advisor._search import TurnSearch
from advisor.analysis import Analysis, Branch, Plan, Step, Work
from advisor.errors import UsageError
from advisor.game import Game, Root
from advisor.search.limits import CancelledError, Clock
from advisor.words import _

__all__ = [
    "CHAINS", "FIRST_LOOK", "SAME", "TIE", "Effort", "Reader", "Search", "TurnPlans", "chain_error",
    "effort_within", "notes_on", "plan_turn", "with_lines",
]  # fmt: skip

CHAINS: Final = 4
"""Chains that the core samples where chance is not expanded (`expect.pxi`)."""

TIE: Final = 2.0
"""A gap of at most so many standard errors is a tie."""

TIE_OF_CHAINS: Final = 3.18
"""The same for an error that comes from the search's four sampled chains: Student's t for 95 %."""

SAME: Final = 1e-9
"""Two exact values closer than this are the same value, added up in another order."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a search of one turn looks at; the same effort gives the same answer everywhere.

    Attributes
    ----------
    nodes : int
        States of the turn that are walked, all walks together, 1 to 50,000,000.
    leaves : int
        Static values after which no further chance event within the turn is looked into; half of them are for
        the ways to end the turn.
    width, inner_width : int
        States kept at each number of AP spent: from the start, and after a chance event within the turn.
    few_ends, ends : int
        Ways to end the turn that are valued over the coming chance events: at least, and at most.
    inner_ends : int
        The same after a chance event within the turn.
    finals : int
        The best of them, valued once more with chance exact to the wider bound.
    chances, inner_chances : int
        Chance events within the turn that are followed.
    coarse, fine : int
        Chance events are expanded exactly as long as their numbers of outcomes multiply to at most this;
        beyond, four chains are sampled.

    Raises
    ------
    UsageError
        If a number is out of its range.
    """

    nodes: int = 200_000
    leaves: int = 120_000
    width: int = 2000
    inner_width: int = 200
    few_ends: int = 64
    ends: int = 2000
    inner_ends: int = 10
    finals: int = 16
    chances: int = 400
    inner_chances: int = 6
    coarse: int = 128
    fine: int = 16384

    def __post_init__(self) -> None:
        least = {"leaves": 0, "finals": 0, "chances": 0, "inner_chances": 0}
        most = {"nodes": 50_000_000, "coarse": 1 << 40, "fine": 1 << 40}
        for name, value in asdict(self).items():
            low, high = least.get(name, 1), most.get(name, 1 << 30)
            if not low <= value <= high:
                raise UsageError(f"effort: {name} {value}, expected {low} to {high}")


FIRST_LOOK: Final = Effort(
    nodes=20_000, leaves=8_000, width=300, inner_width=60, few_ends=24, ends=48, inner_ends=3, finals=4,
    chances=8, inner_chances=2, coarse=64, fine=64,
)  # fmt: skip
"""Some hundredths of a second even where a turn is wide; what longer searches begin with."""

HURRIED: Final = 0.5
"""A search that has fewer seconds than this begins with `FIRST_LOOK`, whatever it would look at otherwise."""


def effort_within(seconds: float | None, effort: Effort | None = None) -> Effort:
    """Return how much a search of one turn is to look at if all of it may take so long.

    It follows from the time allowed alone, never from the clock: what a search says of a given amount of work
    stays the same.

    >>> effort_within(0.05) == FIRST_LOOK, effort_within(None) == Effort()
    (True, True)
    """
    if effort is not None:
        return effort
    return FIRST_LOOK if seconds is not None and seconds < HURRIED else Effort()


def chain_error(parts: Sequence[float]) -> float:
    """Return the standard error of the mean of values that come from independent chains.

    >>> chain_error([0.5, 0.5, 0.5, 0.5])
    0.0
    >>> round(chain_error([0.2, 0.4, 0.2, 0.4]), 4)
    0.0577
    """
    n = len(parts)
    mean = sum(parts) / n
    return sqrt(sum((x - mean) ** 2 for x in parts) / (n - 1) / n)


def plan_turn(
    game: Game,
    position: Any,
    *,
    top: int = 5,
    seed: int = 0,
    effort: Effort | None = None,
    lines: Sequence[Sequence[str]] = (),
    clock: Clock | None = None,
) -> Analysis:
    """Return the best plans for the turn, by the mean of the static value over what the dice bring.

    Parameters
    ----------
    game : Game
        The position's game.
    position : Position
        A position in which a decision comes next.
    top : int
        How many plans to return, at least 1; those of `lines` come on top of them.
    seed : int
        For chance events beyond the exact bound.
    effort : Effort, optional
        How much to look at.
    lines : sequence of sequence of str
        Plans of the user's, up to the end of the turn or the first chance event: valued and returned in any
        case.
    clock : Clock, optional
        What may end the search; then there is no answer.

    Raises
    ------
    UsageError
        If the game is over, no decision comes next, `top` is below 1, or one of `lines` stops too early.
    IllegalEvent
        If one of `lines` is not legal.
    CancelledError
        If the clock ended the search.
    """
    began = time.perf_counter()
    turn = TurnPlans(game, position, seed=seed, effort=effort, lines=lines, top=top, clock=clock)
    found = turn.entrants(top)
    plans = tuple(turn.reader.plan(f, found[0], turn.rank(f)) for f in found)
    return turn.analysis(plans, time.perf_counter() - began)


class TurnPlans:
    """The plans of a turn, walked and valued: what all searches of a turn begin with.

    Parameters are those of `plan_turn`.

    Attributes
    ----------
    root : Root
        The position as the search sees it.
    search : TurnSearch
        The walk, which also knows what to do after chance events within the turn.
    reader : Reader
        Turns what was found into plans.
    found_count : int
        How many plans were valued over the coming chance events.
    """

    def __init__(
        self,
        game: Game,
        position: Any,
        *,
        seed: int,
        effort: Effort | None,
        lines: Sequence[Sequence[str]],
        top: int,
        clock: Clock | None = None,
    ) -> None:
        if top < 1:
            raise UsageError(f"top: got {top}, expected 1 or more", field="top")
        self._game = game
        self._position = position
        self._seed = seed
        self.root = root = game.root(position)
        self.search = TurnSearch(
            root.table,
            root.owner,
            root.state,
            player=root.player,
            seed=seed,
            **asdict(effort or Effort()),
        )
        given = [root.codes(line) for line in lines]
        with (clock or Clock()).watch(self.search.cancel):
            if not self.search.run(given):
                raise CancelledError
        self._found = with_lines(root, self.search, self.search.plans(), given)
        self.reader = Reader(root, self.search)
        self.found_count = len(self._found)

    def entrants(self, count: int) -> list[dict[str, Any]]:
        """Return the first `count` plans and, further down, the user's."""
        return [f for i, f in enumerate(self._found) if i < count or f.get("yours", False)]

    def rank(self, found: dict[str, Any]) -> int:
        """Return a plan's place by the static value, from 1 on."""
        return next(i for i, f in enumerate(self._found, 1) if f is found)

    def analysis(
        self, plans: tuple[Plan, ...], seconds: float, work: Mapping[str, Any] | None = None
    ) -> Analysis:
        """Return the Analysis with these plans.

        Parameters
        ----------
        plans : tuple of Plan
            Best first.
        seconds : float
            Wall-clock time spent.
        work : mapping, optional
            More fields of `Work`.
        """
        report = self.search.report
        return Analysis(
            game=self._game.id,
            position=self._game.position_json(self._position),
            measure="win" if self.root.calibrated else "score",
            seed=self._seed,
            engine=f"advisor {__version__}",
            work=Work(
                nodes=report["nodes"],
                valued=report["valued"],
                leaves=report["leaves"],
                cut=report["cut"],
                seconds=seconds,
                **(work or {}),
            ),
            complete=report["complete"],
            plans=plans,
            plans_found=self.found_count,
            notes=notes_on(self.root, report, plans),
        )


def with_lines(
    root: Root, search: Search, found: list[dict[str, Any]], lines: Sequence[Sequence[int]]
) -> list[dict[str, Any]]:
    """Put the user's lines among the plans that were found, with the user's own order of actions."""
    entries = list(found)
    for number, codes in enumerate(lines, 1):
        state, spent, end = root.follow(codes)
        if end == "open":
            raise UsageError(
                f"plan {number}: stops within the turn, expected its end or a chance event after it",
                field=f"lines/{number - 1}",
            )
        own = {"actions": codes, "end": end, "spent": spent, "state": state, "yours": True}
        # Found by the search as well, if perhaps in another order: one entry, else one more.
        twin = next((i for i, entry in enumerate(entries) if entry["state"] == state), None)
        if twin is None:
            mean, parts = search.value(state)
            entries.append({**own, "value": mean, "parts": parts})
        elif entries[twin].get("yours", False):
            entries.append({**entries[twin], **own})
        else:
            entries[twin] = {**entries[twin], **own}
    return sorted(entries, key=lambda entry: (-entry["value"], entry["spent"]))


class Search(Protocol):
    """What a finished search tells of a turn; values come with their parts (see `TurnSearch`)."""

    def choice(self, state: bytes) -> dict[str, Any] | None:
        """Return the best plan of a choice within the turn, None if it was not looked at."""

    def outcomes(self, state: bytes) -> list[tuple[int, float, bytes]]:
        """Return what a chance event may bring: code, probability, state after it."""

    def value(self, state: bytes) -> tuple[float, list[float]]:
        """Return the value of a state that a line leads to, looked at now."""

    def mean(self, state: bytes) -> tuple[float, list[float]]:
        """Return the value that was used for a state."""


class Reader:
    """Reads plans and their branches out of a finished search."""

    def __init__(self, root: Root, search: Search) -> None:
        self._root = root
        self._search = search
        self._known: dict[bytes, tuple[Branch, ...]] = {}
        # Equal branches have one number, so that trees of them are compared without being walked.
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._number_of: dict[int, int] = {id(()): -1}  # by identity; `_known` keeps them alive

    def first_event(self, found: dict[str, Any]) -> str:
        """Return the text of a plan's first action."""
        return self._root.events(self._root.state, found["actions"][:1])[0][0]

    def plan(self, found: dict[str, Any], best: dict[str, Any], rank: int) -> Plan:
        """Return what was found as a plan, its gap measured from `best`."""
        gap = best["value"] - found["value"]
        error = chain_error([b - f for b, f in zip(best["parts"], found["parts"], strict=True)])
        steps, branches, last = self._follow(self._root.state, found)
        return Plan(
            steps=steps,
            branches=branches,
            spent=sum(step.cost for step in steps),
            saved=self._root.saved(last["state"]) if last["end"] == "ended" else None,
            value=found["value"],
            standard_error=chain_error(found["parts"]),
            gap=gap,
            gap_error=error,
            tie=gap <= max(TIE_OF_CHAINS * error, SAME),
            rank=rank,
            yours=found.get("yours", False),
        )

    def _follow(
        self, state: bytes, found: dict[str, Any]
    ) -> tuple[tuple[Step, ...], tuple[Branch, ...], dict[str, Any]]:
        """The steps from a state, what may come after them, and where they lead."""
        steps = tuple(Step(text, cost) for text, cost in self._root.events(state, found["actions"]))
        if found["end"] == "choice":  # an action without a price: the search looked at what follows apart
            further = self._search.choice(found["state"])
            if further is None:
                return steps, (), found
            more, branches, last = self._follow(found["state"], further)
            return steps + more, branches, last
        branches = self._branches(found["state"]) if found["end"] == "chance" else ()
        return steps, branches, found

    def _branches(self, state: bytes) -> tuple[Branch, ...]:
        """What to do after each outcome of a chance event; outcomes with the same answer are one branch."""
        if state in self._known:
            return self._known[state]
        odds: dict[bytes, tuple[list[str], list[float]]] = {}
        for code, probability, after in self._search.outcomes(state):
            texts, chances = odds.setdefault(after, ([], []))
            texts.append(self._root.outcome(code))
            chances.append(probability)
        merged: dict[tuple[Any, ...], Branch] = {}
        for after, (texts, chances) in odds.items():
            branch = self._branch(tuple(texts), sum(chances), after)
            same = (branch.steps, self._number_of[id(branch.branches)], branch.value)
            if same in merged:
                other = merged[same]
                branch = replace(
                    other,
                    outcomes=other.outcomes + branch.outcomes,
                    probability=other.probability + branch.probability,
                )
            merged[same] = branch
        found = self._known[state] = tuple(merged.values())
        key = tuple(
            (b.outcomes, b.probability, b.steps, b.value, b.standard_error, self._number_of[id(b.branches)])
            for b in found
        )
        self._number_of[id(found)] = self._numbers.setdefault(key, len(self._numbers))
        return found

    def _branch(self, outcomes: tuple[str, ...], probability: float, state: bytes) -> Branch:
        choice = self._search.choice(state)
        if choice is None:
            mean, parts = self._search.mean(state)
            return Branch(outcomes, probability, (), mean, chain_error(parts))
        steps, branches, _ = self._follow(state, choice)
        return Branch(outcomes, probability, steps, choice["value"], chain_error(choice["parts"]), branches)


def notes_on(root: Root, report: Mapping[str, Any], plans: Sequence[Plan]) -> tuple[str, ...]:
    """Return what a reader of plans should know; of `report`, ``complete`` and ``cut`` are read."""
    notes = []
    if not root.calibrated:
        notes.append(_("Scores order the plans; they are not calibrated win probabilities."))
    if not report["complete"]:
        notes.append(
            _("The turn is too wide to look at everything: the best lines of each step were followed.")
        )
    elif report["cut"]:
        notes.append(
            _("Every way to play was walked; those that looked worst at first were not valued further.")
        )
    if len(plans) > 1 and plans[1].tie:
        notes.append(_("The first plans cannot be told apart."))
    return tuple(notes)
