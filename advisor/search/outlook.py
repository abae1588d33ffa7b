"""What may come after the plans of an analysis: maps of the coming chance event, risks, and how games end.

It works from the plans as they stand in an `Analysis`, of whatever search, and is blind to the game: what an
outcome does and where it lies on the map, the game says (`advisor.game.Root`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum, hypot
from typing import Any, Final

from advisor import _search
from advisor.analysis import Analysis, Branch, Caution, Plan, Step
from advisor.analysis_map import Cell, OutcomeClass, OutcomeMap, Risk
from advisor.analysis_reasons import End
from advisor.analysis_split import Amount, OutcomeSplit, Share
from advisor.errors import UsageError
from advisor.files import short
from advisor.game import Game
from advisor.search.ladder import LADDER, Level
from advisor.search.leaves import Leaf, Sum
from advisor.search.plans import Effort
from advisor.search.replies import Replies, allotted
from advisor.words import _, marked

__all__ = ["GAMES", "NEAR", "Outlook", "with_outlook"]

GAMES: Final = 36
"""Games that are played on after each plan: shares within 8 points (one standard error), in about 10 ms."""

MOST_TURNS: Final = 200
"""Turns after which a game that is played on is left off."""

RARE: Final = 0.01
"""Effects that are less likely than this within a cell are left out of it."""

NOTHING: Final = marked("nothing happens")
"""The title of outcomes without any effect."""

FEW: Final = 6
"""Outcomes that are all named to who asks for another one."""

NEAR: Final = 0.01
"""Plans whose values are no further from the best are asked which of them is the safest."""

SAFER: Final = 0.005
"""A plan is called safer if its worst tenth is better by at least this."""


class Outlook:
    """What may come after the plans for a position.

    Parameters
    ----------
    game : Game
        The position's game.
    position : Position
        The position of the analysis, in which a decision comes next.
    seed : int
        The seed of the analysis: what was sampled for it is then met again.
    effort : Effort, optional
        Its effort: to which bounds chance is expanded; else that of its level.
    level : str, optional
        The level that made it (`Work.by`), if a level did. Where that level lets the one-ply search reply, so
        do maps and risks: a value is then the best reply's, and the mean of a map is the value of the plan.

    Raises
    ------
    UsageError
        If no decision comes next.
    """

    def __init__(
        self, game: Game, position: Any, *, seed: int = 0, effort: Effort | None = None, level: str = ""
    ) -> None:
        made_by = LADDER.get(level, Level(effort=Effort()))
        self._game = game
        self._root = root = game.root(position)
        self._seed = seed
        self._effort = effort or made_by.effort
        self._core = _search.Outlook(root.table, root.owner, root.player, seed)
        self._replies: Replies | None = None
        if made_by.rollouts is not None and made_by.rollouts.replies == 1:
            self._replies = Replies(root, self._core, seed, made_by.rollouts.reply)
        self._order = {kind.kind: number for number, kind in enumerate(game.effect_kinds)}
        self._advanced: dict[tuple[bytes, tuple[str, ...]], bytes] = {}
        self._ways: dict[tuple[bytes, int], tuple[tuple[Branch, ...], Mapping[bytes, float]]] = {}
        self._titles = {kind.kind: kind.title for kind in game.effect_kinds}

    def map(self, plan: Plan, given: Sequence[str] = ()) -> OutcomeMap:
        """Return the map of the chance event that comes after a plan.

        A plan that meets chance events within the turn has a map for each of their outcomes; they are mixed
        by their probabilities, except for those that are given.

        Parameters
        ----------
        plan : Plan
            A plan of an analysis of this position.
        given : sequence of str
            Chance events within the turn that are taken to have come, in order.

        Raises
        ------
        UsageError
            If one of `given` cannot come there.
        """
        ends = self.ends(plan, given)
        everything = Sum()
        cells: dict[int, Sum] = {}
        classes: dict[str, Sum] = {}
        plain = list(self._leaves(ends))
        leaves, errors = self._replied(plain, ends)
        for leaf in leaves:
            everything.add(leaf)
            if not leaf.codes:
                continue
            cell = cells.setdefault(leaf.codes[0], Sum())
            cell.add(leaf)
            effects = self._root.effects(leaf.state, leaf.codes)
            for effect in effects:
                cell.effects[effect] = cell.effects.get(effect, 0.0) + leaf.probability
            gravest = min((e.kind for e in effects), key=self._order.__getitem__, default="")
            classes.setdefault(gravest, Sum()).add(leaf)
        rows, columns = self._root.grid()
        return OutcomeMap(
            rows=rows,
            columns=columns,
            cells=tuple(
                sorted(
                    (self._cell(code, total, errors) for code, total in cells.items()),
                    key=lambda c: (c.row, c.column),
                )
            ),
            classes=self._classes(classes),
            value=everything.mean(),
            standard_error=hypot(everything.error(), *(cells[c].probability * e for c, e in errors.items())),
            met=min(1.0, sum(cell.probability for cell in cells.values())),
            given=tuple(given),
            ends=len(ends),
            risk=_risk(leaves),
            static_value=fsum(leaf.probability * leaf.value for leaf in plain) if errors else None,
        )

    def risk(self, plan: Plan) -> Risk:
        """Return how far apart the things lie that may come after a plan."""
        ends = self.ends(plan)
        return _risk(self._replied(list(self._leaves(ends)), ends)[0])

    def split(self, plan: Plan, games: int = GAMES) -> OutcomeSplit:
        """Return how games end that the playout policy plays on after a plan, by cause.

        Games of the same number meet the same dice after every plan; the first roll is stratified, and so is
        what comes within the turn.

        Parameters
        ----------
        plan : Plan
            A plan of an analysis of this position.
        games : int
            How many, at least 2.
        """
        if games < 2:
            raise UsageError(f"games: got {games}, expected 2 or more")
        ends = self.ends(plan)
        if all(self._core.stands(end.state) == "over" for end in ends):
            return self._known(ends)
        endings = [ending.kind for ending in self._game.endings]
        causes: dict[str, int] = dict.fromkeys(endings, 0)
        counts: dict[str, list[int]] = {name: [] for name in (*self._game.columns, "turns")}
        for number, state in enumerate(allotted(ends, games, self._seed)):
            turns, over = 0, True
            if self._core.stands(state) != "over":
                state, turns, over = self._core.play_on(state, number, MOST_TURNS)
            result = self._root.result(state)
            cause = result.cause if over else "open"
            causes[cause] = causes.get(cause, 0) + 1
            for name, values in counts.items():
                values.append(turns if name == "turns" else result.counts[name])
        titles = {ending.kind: _(ending.title) for ending in self._game.endings}
        shares = tuple(Share.of(kind, titles.get(kind, kind), n, games) for kind, n in causes.items())
        amounts = tuple(Amount.of(kind, values) for kind, values in counts.items())
        return OutcomeSplit(self._game.playout, games, shares, amounts)

    def _known(self, ends: Sequence[End]) -> OutcomeSplit:
        """The split of a plan that ends the game in any case: nothing is to be played."""
        results = [(end.probability, self._root.result(end.state)) for end in ends]
        shares = tuple(
            Share(ending.kind, _(ending.title), sum(p for p, r in results if r.cause == ending.kind), 0.0)
            for ending in self._game.endings
        )
        means = {name: sum(p * r.counts[name] for p, r in results) for name in self._game.columns}
        amounts = (Amount(name, mean, 0.0) for name, mean in means.items())
        return OutcomeSplit(self._game.playout, 0, shares, (*amounts, Amount("turns", 0.0, 0.0)))

    def ends(self, plan: Plan, given: Sequence[str] = ()) -> list[End]:
        """Return the ways in which the turn may end if the plan is followed, equal ones as one.

        Parameters
        ----------
        plan : Plan
            A plan of an analysis of this position.
        given : sequence of str
            Chance events within the turn that are taken to have come, in order.

        Raises
        ------
        UsageError
            If one of `given` cannot come there.
        """
        state, branches = self._root.state, plan.branches
        steps: Sequence[Step] = plan.steps
        for wanted in given:
            state = self._advance(state, steps)
            outcomes = self._outcomes(state) if self._core.stands(state) == "chance" else []
            after = next((after for text, _, after in outcomes if text == wanted), None)
            if after is None:
                expected = _listed([text for text, _, _ in outcomes])
                raise UsageError(f"{short(wanted)}: cannot come there, expected {expected}")
            branch = next((b for b in branches if wanted in b.outcomes), None)
            state, steps, branches = after, *_further(branch)
        limit = self._effort.coarse if plan.branches else self._effort.fine
        return [End(p, end, limit) for end, p in self._settled(state, steps, branches).items()]

    def _settled(
        self, state: bytes, steps: Sequence[Step], branches: tuple[Branch, ...]
    ) -> Mapping[bytes, float]:
        """Where the turn ends from a state, if the steps are taken and the branches followed."""
        here = self._advance(state, steps)
        stands = self._core.stands(here)
        if stands == "open":  # nothing was worked out: as in the search, the playout policy goes on
            return {self._core.finish_turn(here): 1.0}
        if stands != "chance":
            return {here: 1.0}
        known = self._ways.get((here, id(branches)))
        if known is not None:
            return known[1]
        texts = {outcome: branch for branch in branches for outcome in branch.outcomes}
        merged: dict[tuple[bytes, int], tuple[float, Branch | None]] = {}
        for text, p, after in self._outcomes(here):
            branch = texts.get(text)
            before, _ = merged.get((after, id(branch)), (0.0, branch))
            merged[after, id(branch)] = (before + p, branch)
        found: dict[bytes, float] = {}
        for (after, _), (p, branch) in merged.items():
            for end, q in self._settled(after, *_further(branch)).items():
                found[end] = found.get(end, 0.0) + p * q
        # The branches are kept with what they lead to: their identity is not given to others.
        self._ways[here, id(branches)] = (branches, found)
        return found

    def _outcomes(self, state: bytes) -> list[tuple[str, float, bytes]]:
        """What a chance event within the turn may bring: text, probability, state after it."""
        return [(self._root.outcome(code), p, after) for code, p, after in self._core.outcomes(state)]

    def _advance(self, state: bytes, steps: Sequence[Step]) -> bytes:
        """Where a line leads; plans share most of what they do after chance events."""
        events = tuple(step.event for step in steps)
        if (state, events) not in self._advanced:
            self._advanced[state, events] = self._root.advance(state, events)
        return self._advanced[state, events]

    def _leaves(self, ends: Sequence[End]) -> Iterator[Leaf]:
        for end in ends:
            for codes, p, value, chain, over in self._core.unfold(end.state, end.limit):
                yield Leaf(end.state, codes, end.probability * p, value, chain, over)

    def _replied(self, leaves: list[Leaf], ends: Sequence[End]) -> tuple[list[Leaf], Mapping[int, float]]:
        """The leaves with what the replies make of them, and the standard error of that by outcome."""
        if self._replies is None:
            return leaves, {}
        return self._replies.answer(leaves, [end for end in ends if self._core.stands(end.state) != "over"])

    def _cell(self, code: int, total: Sum, errors: Mapping[int, float]) -> Cell:
        row, column = self._root.place(code)
        effects = [
            replace(effect, probability=mass / total.probability)
            for effect, mass in total.effects.items()
            if mass >= RARE * total.probability
        ]
        effects.sort(key=lambda e: (self._order[e.kind], -e.probability))
        return Cell(
            row=row,
            column=column,
            event=self._root.outcome(code),
            probability=total.probability,
            value=total.mean(),
            standard_error=hypot(total.error(), errors.get(code, 0.0)),
            over=total.over / total.probability,
            effects=tuple(effects),
        )

    def _classes(self, classes: dict[str, Sum]) -> tuple[OutcomeClass, ...]:
        found = [
            OutcomeClass(kind, _(self._titles.get(kind, NOTHING)), total.probability, total.mean())
            for kind, total in classes.items()
        ]
        return tuple(sorted(found, key=lambda c: -c.probability))


def _further(branch: Branch | None) -> tuple[Sequence[Step], tuple[Branch, ...]]:
    return (branch.steps, branch.branches) if branch is not None else ((), ())


def _listed(texts: Sequence[str]) -> str:
    """Name all outcomes, of many only the first and the last."""
    if len(texts) > FEW:
        return f"one of {texts[0]} to {texts[-1]}"
    return f"one of {', '.join(texts)}" if texts else "none: nothing is left to chance within the turn"


def _risk(leaves: Sequence[Leaf]) -> Risk:
    return Risk.of([(leaf.probability, leaf.value, leaf.over) for leaf in leaves])


def with_outlook(
    game: Game, position: Any, analysis: Analysis, *, maps: bool = False, risk: bool = False, games: int = 0,
    effort: Effort | None = None,
) -> Analysis:  # fmt: skip
    """Return an analysis with what may come after its plans.

    Parameters
    ----------
    game, position
        The game, and the position that was analysed.
    analysis : Analysis
        The result of a search.
    maps : bool
        Put a map with every plan.
    risk : bool
        Put its risk with every plan, and say which of those that are near the best is the safest.
    games : int
        Games played on after every plan, for the split by how they end; 0 for none.
    effort : Effort, optional
        The effort of the search, if it was neither the usual one nor that of a level.
    """
    outlook = Outlook(game, position, seed=analysis.seed, effort=effort, level=analysis.work.by)
    plans = analysis.plans
    if maps:
        plans = tuple(replace(plan, map=outlook.map(plan)) for plan in plans)
    if games:
        plans = tuple(replace(plan, split=outlook.split(plan, games)) for plan in plans)
    if not risk:
        return replace(analysis, plans=plans)
    plans = tuple(
        replace(plan, risk=plan.map.risk if plan.map is not None else outlook.risk(plan)) for plan in plans
    )
    notes = (*analysis.notes, *game.root(position).remarks())
    return replace(analysis, plans=plans, caution=_caution(plans), notes=notes)


def _caution(plans: Sequence[Plan]) -> Caution | None:
    """Which of the plans near the best is the safest; None if there is only one."""
    near = [plan for plan in plans if plan.risk is not None and (plan.tie or plan.gap <= NEAR)]
    if len(near) < 2:
        return None
    risks = {plan.rank: plan.risk for plan in near if plan.risk is not None}
    safest = max(risks, key=lambda rank: (risks[rank].worst_tenth, -risks[rank].spread, -rank))
    others = [risk.worst_tenth for rank, risk in risks.items() if rank != safest]
    return Caution(tuple(risks), safest, risks[safest].worst_tenth - max(others) >= SAFER)
