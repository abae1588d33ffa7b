"""Real positions for the benchmark: games of the playout policy from set-ups, stopped in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from advisor._flashpoint import CoreState
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import outcome_text, to_position, to_state
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import PHASES
from advisor.flashpoint.setup import SetUp, make

__all__ = ["MiddleGame", "Script", "middle_games", "random_game", "start"]

BOARD: Final = "base-1"
FIREFIGHTERS: Final = 3
TURNS: Final = 12
"""A middle game is the turn after so many."""

SEEDS: Final = 1000
"""Set-ups that are tried; games that end early do not count."""

ACTION: Final = PHASES.index("action")
ADVANCE_FIRE: Final = PHASES.index("advance_fire")
OVER: Final = PHASES.index("over")

Script = list[int | str]
"""A game's draws: the number of an action in the list of legal ones, or the text of a chance event."""


@dataclass(frozen=True, slots=True)
class MiddleGame:
    """One game in its middle.

    Attributes
    ----------
    action : Position
        A turn that begins.
    fire : Position
        The same turn when it is over: the fire's roll comes next.
    """

    action: Position
    fire: Position


def start(level: str, seed: int = 0) -> Position:
    """Return a start on the base board for three firefighters."""
    return make(SetUp(Board.shipped(BOARD), level, firefighters=FIREFIGHTERS, seed=seed)).position


def middle_games(level: str, count: int) -> tuple[MiddleGame, ...]:
    """Return the first `count` games, by seed, that last into their middle."""
    found: list[MiddleGame] = []
    for seed in range(SEEDS):
        game = _middle(start(level, seed), seed)
        if game is not None:
            found.append(game)
        if len(found) == count:
            break
    assert found, f"no game of {SEEDS} lasts {TURNS} turns"
    return tuple(found)


def _middle(position: Position, seed: int) -> MiddleGame | None:
    state = to_state(position)
    action, turns, step = None, 0, 0
    fresh = True  # nothing has been done in the turn yet
    while state.phase != OVER:
        if state.phase == ACTION and fresh and turns >= TURNS:
            action, fresh = to_position(state, position), False
        if state.phase == ADVANCE_FIRE:
            if action is not None:
                return MiddleGame(action, to_position(state, position))
            turns, fresh = turns + 1, True
            _finish_turn(state, seed, turns)
            continue
        if state.chance():
            state.apply_chance(state.sample_chance(seed, 0, step))
        else:
            state.apply(state.policy(seed, 0, step))
        step += 1
    return None


def _finish_turn(state: CoreState, seed: int, turn: int) -> None:
    """Let the dice fall until somebody acts."""
    roll = 0
    while state.phase not in (ACTION, OVER):
        state.apply_chance(state.sample_chance(seed, turn, roll))
        roll += 1


def random_game(position: Position, rng: Random) -> tuple[Script, Position]:
    """Return the draws of a game of uniform choices among the legal actions, and how it ends."""
    state = to_state(position)
    script: Script = []
    while state.phase != OVER:
        outcomes = state.chance()
        if outcomes:
            kind, red, black, code, _ = rng.choices(outcomes, [outcome[-1] for outcome in outcomes])[0]
            script.append(outcome_text(kind, red, black))
            state.apply_chance(code)
        else:
            actions = state.legal()
            number = rng.randrange(len(actions))
            script.append(number)
            state.apply(actions[number][-1])
    return script, to_position(state, position)
