"""The one result that hint mode, analysis and review show: an Analysis with its plans, and its JSON form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # made only when they are asked for: the first answer does not wait for them
    from advisor.analysis_map import OutcomeMap, Risk
    from advisor.analysis_reasons import Comparison
    from advisor.analysis_split import OutcomeSplit
    from advisor.guidance import TeamLine

__all__ = ["FORMAT", "Analysis", "Branch", "Caution", "Plan", "Step", "Work"]

FORMAT: Final = "advisor/analysis@1"


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a plan: its event text and what it costs.

    >>> Step("move 1,6", 1).cost
    1
    """

    event: str
    cost: int

    def to_json(self) -> list[Any]:
        """Return the step as ``[event, cost]``.

        >>> Step("move 1,6", 1).to_json()
        ['move 1,6', 1]
        """
        return [self.event, self.cost]


@dataclass(frozen=True, slots=True)
class Branch:
    """What to do after some outcomes of a chance event within the turn.

    Attributes
    ----------
    outcomes : tuple of str
        The chance events (their texts) after which this is the plan.
    probability : float
        Of all of them together, in [0, 1].
    steps : tuple of Step
        Up to ``end`` or the next chance event; empty where nothing was worked out.
    value, standard_error : float
        Of the position after these outcomes, if the plan is followed.
    branches : tuple of Branch
        What to do after the next chance event.

    Examples
    --------
    >>> Branch(("reveal victim",), 2 / 3, (Step("carry 2,4", 2), Step("end", 0)), 0.6, 0.0).branches
    ()
    """

    outcomes: tuple[str, ...]
    probability: float
    steps: tuple[Step, ...]
    value: float
    standard_error: float
    branches: tuple[Branch, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the branch as an object.

        >>> Branch(("roll 1,1",), 0.25, (Step("end", 0),), 0.5, 0.0).to_json()["steps"]
        [['end', 0]]
        """
        return {
            "outcomes": list(self.outcomes),
            "probability": self.probability,
            "steps": [s.to_json() for s in self.steps],
            "value": self.value,
            "standard_error": self.standard_error,
            "branches": [b.to_json() for b in self.branches],
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to play the turn.

    Attributes
    ----------
    steps : tuple of Step
        The actions up to ``end`` or the first chance event.
    branches : tuple of Branch
        What to do after that chance event; empty if the plan ends the turn or the game.
    spent : int
        AP spent on the steps.
    saved : int or None
        AP saved for the next turn; None if a chance event comes before the end of the turn.
    value, standard_error : float
        The value in [0, 1] and the standard error of it (0 where nothing was sampled).
    gap : float
        Value of the best plan minus this one's.
    gap_error : float
        Standard error of the gap.
    tie : bool
        True if the gap is within two standard errors, or is none at all: it cannot be told from the best.
    rank : int
        Its place among all plans that were valued, the best is 1.
    yours : bool
        True if the user asked about it: it is then listed whatever its place.
    team : bool
        True if it is what the team's plan has for this turn: it is then listed whatever its place.
    trials : int
        Samples behind the value: rollouts or simulations; 0 for a mean over the dice of the static value.
    p_best : float or None
        The probability that no other plan in the race is better; None where nothing was sampled, or the plan
        dropped out.
    map : OutcomeMap or None
        What the coming chance event may do; None where it was not asked for.
    split : OutcomeSplit or None
        How games end that the playout policy plays on; None where none were played.
    risk : Risk or None
        How far apart the things lie that may come; None where it was not asked for.

    Examples
    --------
    >>> Plan((Step("end", 0),), (), 0, 4, 0.5, 0.0, 0.0, 0.0, True).rank
    1
    """

    steps: tuple[Step, ...]
    branches: tuple[Branch, ...]
    spent: int
    saved: int | None
    value: float
    standard_error: float
    gap: float
    gap_error: float
    tie: bool
    rank: int = 1
    yours: bool = False
    team: bool = False
    trials: int = 0
    p_best: float | None = None
    map: OutcomeMap | None = None
    split: OutcomeSplit | None = None
    risk: Risk | None = None

    @property
    def events(self) -> tuple[str, ...]:
        """The texts of the steps, as a record holds them.

        >>> Plan((Step("move 1,6", 1), Step("end", 0)), (), 1, 3, 0.5, 0.0, 0.0, 0.0, True).events
        ('move 1,6', 'end')
        """
        return tuple(s.event for s in self.steps)

    def to_json(self) -> dict[str, Any]:
        """Return the plan as an object.

        >>> Plan((Step("end", 0),), (), 0, 4, 0.5, 0.0, 0.0, 0.0, True).to_json()["saved"]
        4
        """
        return {
            "steps": [s.to_json() for s in self.steps],
            "branches": [b.to_json() for b in self.branches],
            "spent": self.spent,
            "saved": self.saved,
            "value": self.value,
            "standard_error": self.standard_error,
            "gap": self.gap,
            "gap_error": self.gap_error,
            "tie": self.tie,
            "rank": self.rank,
            "yours": self.yours,
            "team": self.team,
            "trials": self.trials,
            "p_best": self.p_best,
            "map": None if self.map is None else self.map.to_json(),
            "split": None if self.split is None else self.split.to_json(),
            "risk": None if self.risk is None else self.risk.to_json(),
        }

    def cut(self, deep: int) -> Plan:
        """Return the plan with what to do after so many chance events one after another, and no more.

        All of it may be megabytes.

        >>> after = Branch(("a",), 1.0, (), 0.5, 0.0, (Branch(("b",), 1.0, (), 0.5, 0.0),))
        >>> plan = Plan((Step("move 2,2", 1),), (after,), 1, None, 0.5, 0.0, 0.0, 0.0, True)
        >>> plan.cut(1).branches[0].branches, plan.cut(0).branches
        ((), ())
        """
        return replace(self, branches=_cut(self.branches, deep))


def _cut(branches: tuple[Branch, ...], deep: int) -> tuple[Branch, ...]:
    if deep == 0:
        return ()
    return tuple(replace(b, branches=_cut(b.branches, deep - 1)) if b.branches else b for b in branches)


@dataclass(frozen=True, slots=True)
class Caution:
    """Which of the plans that are about as good as the best is the safest.

    Attributes
    ----------
    near : tuple of int
        The ranks of these plans.
    safest : int
        The rank of the one whose worst tenth is best; among equals, that with the smaller spread.
    clear : bool
        True if its worst tenth is better than that of each of the others by more than a trifle.

    Examples
    --------
    >>> Caution((1, 2), 2, True).to_json()
    {'near': [1, 2], 'safest': 2, 'clear': True}
    """

    near: tuple[int, ...]
    safest: int
    clear: bool

    def to_json(self) -> dict[str, Any]:
        """Return it as an object."""
        return {"near": list(self.near), "safest": self.safest, "clear": self.clear}


@dataclass(frozen=True, slots=True)
class Work:
    """What a search did.

    Attributes
    ----------
    nodes : int
        States of the turn that were walked.
    valued : int
        Afterstates whose value is the mean over the coming chance events.
    leaves : int
        Static values taken.
    cut : int
        Plans that a cheap first value left out.
    seconds : float
        Wall-clock time; the only field that differs from run to run.
    trials : int
        Rollouts or simulations, all plans together.
    stopped_by : str
        What ended the sampling: ``"trials"``, ``"seconds"``, ``"stop"``, ``"standard error"``, ``"stopped"``;
        empty where nothing was sampled.
    by : str
        The level or the search whose answer this is, ``"deep"`` or ``"mcts"``; below the level that was asked
        for if time ended the search early.

    Examples
    --------
    >>> Work(nodes=670, valued=220, leaves=3864, cut=112, seconds=0.0).trials
    0
    """

    nodes: int
    valued: int
    leaves: int
    cut: int
    seconds: float
    trials: int = 0
    stopped_by: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Ranked plans for a position.

    Attributes
    ----------
    game : str
        The game's name.
    position : dict
        The position in the game's format.
    measure : str
        ``"win"`` if values are win probabilities, ``"score"`` if they only order plans.
    seed : int
        What sampled values follow from.
    engine : str
        Name and version.
    work : Work
        What was done.
    complete : bool
        True if every sequence of actions was walked.
    plans : tuple of Plan
        Best first.
    plans_found : int
        How many plans were valued; `plans` may hold fewer.
    notes : tuple of str
        What a reader should know, one sentence each.
    caution : Caution or None
        Which of the plans near the best is the safest; None where that was not asked for, or none is near.
    comparisons : tuple of Comparison or None
        Why the best plan is better than the next one that can be told from it, and what else was to be
        compared; empty if all plans are equal within the noise, None where it was not asked for.
    team : tuple of TeamLine
        What everybody does over the next turns, if that was asked for (`advisor.game.planner`).

    Examples
    --------
    >>> plan = Plan((Step("end", 0),), (), 0, 4, 0.5, 0.0, 0.0, 0.0, True)
    >>> Analysis("a-game", {}, "score", 0, "advisor", Work(1, 1, 1, 0, 0.0), True, (plan,), 1).plans[0].value
    0.5
    """

    game: str
    position: dict[str, Any]
    measure: str
    seed: int
    engine: str
    work: Work
    complete: bool
    plans: tuple[Plan, ...]
    plans_found: int
    notes: tuple[str, ...] = ()
    caution: Caution | None = None
    comparisons: tuple[Comparison, ...] | None = None
    team: tuple[TeamLine, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as an object of the format ``advisor/analysis@1``.

        >>> found = Analysis("a-game", {}, "score", 0, "", Work(1, 1, 1, 0, 0.0), True, (), 0)
        >>> found.to_json()["format"]
        'advisor/analysis@1'
        """
        return {
            "format": FORMAT,
            "game": self.game,
            "position": self.position,
            "measure": self.measure,
            "seed": self.seed,
            "engine": self.engine,
            "work": {
                "nodes": self.work.nodes,
                "valued": self.work.valued,
                "leaves": self.work.leaves,
                "cut": self.work.cut,
                "seconds": self.work.seconds,
                "trials": self.work.trials,
                "stopped_by": self.work.stopped_by,
                "by": self.work.by,
            },
            "complete": self.complete,
            "plans": [p.to_json() for p in self.plans],
            "plans_found": self.plans_found,
            "notes": list(self.notes),
            "caution": None if self.caution is None else self.caution.to_json(),
            "comparisons": None if self.comparisons is None else [c.to_json() for c in self.comparisons],
            "team": [line.to_json() for line in self.team],
        }

    def walk_branches(self) -> Iterator[Branch]:
        """Yield every branch of every plan.

        >>> after = Branch(("reveal victim",), 1.0, (Step("end", 0),), 0.5, 0.0)
        >>> plan = Plan((Step("move 2,2", 1),), (after,), 1, None, 0.5, 0.0, 0.0, 0.0, True)
        >>> found = Analysis("a-game", {}, "score", 0, "", Work(1, 1, 1, 0, 0.0), True, (plan,), 1)
        >>> [branch.outcomes for branch in found.walk_branches()]
        [('reveal victim',)]
        """
        stack = [b for p in self.plans for b in p.branches]
        while stack:
            branch = stack.pop()
            yield branch
            stack.extend(branch.branches)
