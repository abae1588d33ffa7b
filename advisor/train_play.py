"""The one-ply player: each turn the plan with the best mean value after the roll; a duel of two models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from math import exp, log, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from advisor._flashpoint import CoreState
from advisor._search import TurnSearch
from advisor.arena_stats import Z95, paired_difference
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import to_state
from advisor.flashpoint.model import Weights, family_of, using
from advisor.flashpoint.rules import PHASES
from advisor.flashpoint.setup import SetUp, make
from advisor.search.plans import FIRST_LOOK, Effort

__all__ = [
    "MARGIN",
    "ONE_PLY",
    "Duel",
    "Game",
    "Start",
    "compare",
    "draw_start",
    "duel",
    "play_one_ply",
    "start_state",
]

ONE_PLY: Final = FIRST_LOOK
"""The player is level instant."""

LONGEST: Final = 20_000
"""Turns after which a game is broken off and not won, lest a player who only waits never comes to an end."""

ACTION: Final = PHASES.index("action")
DECK_GUN_CHOICE: Final = PHASES.index("deck_gun_choice")
REVEAL: Final = PHASES.index("reveal")
ADVANCE_FIRE: Final = PHASES.index("advance_fire")
OVER: Final = PHASES.index("over")

BOARDS: Final = ("base-1", "base-1", "base-1", "base-2")
"""A quarter of the games is on the second side."""

STARTS: Final[dict[str, tuple[tuple[str, int], ...]]] = {
    "family": (
        *(("family", n) for n in (1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6)),
        *(("random-family", n) for n in (2, 3, 4)),
    ),
    "experienced": (
        *(("recruit", n) for n in (1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6)),
        *(("veteran", n) for n in (2, 3, 3, 4)),
        *(("heroic", n) for n in (3, 4)),
    ),
}
"""Levels and firefighters, each as often as it stands here."""

MARGIN: Final = 0.03
"""A model wins about as often as another if its share of games won is surely less than this below."""


@dataclass(frozen=True, slots=True)
class Start:
    """A set-up that games start from."""

    level: str
    firefighters: int
    board: str
    seed: int


@dataclass(frozen=True, slots=True)
class Game:
    """How a game went.

    Attributes
    ----------
    reason : int
        As in `CoreState.games`: 1 won, 0 broken off.
    turns : int
    values : tuple of float
        The value of each turn's plan, by the search, in order.
    """

    reason: int
    turns: int
    values: tuple[float, ...]

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.reason == 1


def draw_start(family: str, rng: Random) -> Start:
    """Draw a set-up of a rule family."""
    level, firefighters = rng.choice(STARTS[family])
    return Start(level, firefighters, rng.choice(BOARDS), rng.getrandbits(32))


def start_state(start: Start, weights: Weights | None = None) -> CoreState:
    """Return the start in the core, with a model of its own if weights are given."""
    board = Board.shipped(start.board)
    options = SetUp(board, start.level, firefighters=start.firefighters, seed=start.seed)
    position = make(options).position
    if weights is None:
        return to_state(position)
    with using({family_of(position.rules): weights}):
        return to_state(position)


def play_one_ply(
    state: CoreState,
    seed: int,
    effort: Effort = ONE_PLY,
    *,
    on_plans: Callable[[list[dict[str, Any]]], None] | None = None,
    on_roll: Callable[[CoreState], None] | None = None,
) -> Game:
    """Play a game to its end, or for `LONGEST` turns, by the best mean value after the roll.

    The dice of a turn are a function of (seed, turn): two players of one seed meet the same. `on_plans` is
    told the plans of each decision, best first, `on_roll` each state after a fire phase.
    """
    here = state.copy()
    turn = event = 0
    rolling = False
    values: list[float] = []
    while here.phase != OVER and turn < LONGEST:
        if here.phase not in (ACTION, DECK_GUN_CHOICE):
            rolling = here.phase == ADVANCE_FIRE or (here.phase == REVEAL and rolling)
            here.apply_chance(here.sample_chance(seed, turn, event))
            event += 1
            if rolling and here.phase not in (ADVANCE_FIRE, REVEAL, OVER) and on_roll is not None:
                on_roll(here)
            continue
        search = TurnSearch(here.core.table(), here.core, here.to_bytes(), seed=turn, **asdict(effort))
        search.run()
        plans = search.plans()
        if on_plans is not None:
            on_plans(plans)
        best = plans[0]
        for action in best["actions"]:
            here.apply(action)
        if here.phase == ADVANCE_FIRE:
            values.append(best["value"])
            turn += 1
            event = 0
    return Game(_reason(here), turn, tuple(values))


def _reason(state: CoreState) -> int:
    return int(state.fields()["reason"])


@dataclass(frozen=True, slots=True)
class Duel:
    """Games of two models from the same starts with the same dice.

    Attributes
    ----------
    games : int
        Pairs.
    old, new : int
        Games won by each.
    gain, low, high : float
        Mean of new minus old, and its 95 % interval (`paired_difference`).
    both : int
        Pairs that both won.
    old_turns, new_turns : float
        Mean length of these games in turns.
    pace, pace_high : float
        How many times as long the new one's took: the geometric mean over these pairs, and the upper end of
        its 95 % interval. Geometric, so that one endless game does not decide.
    """

    games: int
    old: int
    new: int
    gain: float
    low: float
    high: float
    both: int = 0
    old_turns: float = 0.0
    new_turns: float = 0.0
    pace: float = 1.0
    pace_high: float = 1.0

    @property
    def wins_more(self) -> bool:
        """Whether the new one wins more, with the 95 % interval clear of zero."""
        return self.low > 0

    @property
    def quicker(self) -> bool:
        """Whether the new one wins about as often (see `MARGIN`) and clearly in fewer turns."""
        return self.low > -MARGIN and self.pace_high < 1

    @property
    def passed(self) -> bool:
        """Whether the new one may take the old one's place: it wins more, or as often and sooner."""
        return self.wins_more or self.quicker


def compare(pairs: Sequence[tuple[Game, Game]]) -> Duel:
    """Return what pairs of games, two or more, say of the old player and the new one."""
    old, new = ([float(game.won) for game in side] for side in zip(*pairs, strict=True))
    apart = paired_difference(new, old)
    assert apart is not None
    wins = [(a.turns, b.turns) for a, b in pairs if a.won and b.won]
    counted = (len(pairs), int(sum(old)), int(sum(new)), apart.mean, apart.low, apart.high, len(wins))
    if len(wins) < 2:
        return Duel(*counted)
    ratios = [log(b / a) for a, b in wins]
    middle, error = fmean(ratios), stdev(ratios) / sqrt(len(ratios))
    return Duel(
        *counted,
        old_turns=fmean(a for a, _ in wins),
        new_turns=fmean(b for _, b in wins),
        pace=exp(middle),
        pace_high=exp(middle + Z95 * error),
    )


def _pair(job: tuple[Start, int], old: Weights, new: Weights, effort: Effort) -> tuple[Game, Game]:
    start, seed = job
    first = play_one_ply(start_state(start, old), seed, effort)
    return first, play_one_ply(start_state(start, new), seed, effort)


def duel(
    family: str,
    old: Weights,
    new: Weights,
    games: int,
    *,
    seed: int,
    effort: Effort = ONE_PLY,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Duel:
    """Play pairs of games, one by each model, from set-ups of a rule family drawn from the seed."""
    rng = Random(f"duel {family} {seed}")
    jobs = [(draw_start(family, rng), rng.getrandbits(60)) for _ in range(games)]
    work = partial(_pair, old=old, new=new, effort=effort)
    pairs: list[tuple[Game, Game]] = []
    with ExitStack() as stack:
        results: Iterator[tuple[Game, Game]] = map(work, jobs)
        if processes > 1:
            results = stack.enter_context(ProcessPoolExecutor(processes)).map(work, jobs)
        for pair in results:
            pairs.append(pair)
            if progress is not None:
                progress(len(pairs), games)
    return compare(pairs)
