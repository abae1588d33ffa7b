"""The searches by name, and what is said where a wish does not fit one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from advisor.errors import UsageError
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.load import load_position
from advisor.search.engines import ENGINES, Request, search_turn
from advisor.search.limits import StopFlag

PUZZLE = Path(__file__).parents[1] / "data" / "positions" / "puzzle-cottage.json"
SMALL: dict[str, dict[str, Any]] = {
    "value": {},
    "rollout": {"trials": 600},
    "mcts": {"trials": 64},
    "expectimax": {"depth": 1},
}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_search_wins_the_puzzle_with_legal_plans(engine: str) -> None:
    position = load_position(PUZZLE)
    found = search_turn(GAME, position, Request(engine=engine, **SMALL[engine]), top=3)
    assert found.plans[0].events == ("chop 0,2-1,2", "chop 0,2-1,2", "carry 0,2")
    assert found.plans[0].value == pytest.approx(1)
    for plan in found.plans:
        game = Replay(position)
        for event in plan.events:
            game.step(event)


@pytest.mark.parametrize("engine", ["rollout", "mcts"])
def test_a_search_that_is_stopped_at_once_still_answers(engine: str) -> None:
    flag = StopFlag()
    flag.set()
    found = search_turn(GAME, load_position(PUZZLE), Request(engine=engine), stop=flag)
    assert found.plans
    assert found.work.stopped_by in ("stopped", "settled")


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ({"engine": "oracle"}, 'engine: "oracle", expected one of value, rollout, expectimax, mcts'),
        ({"engine": "value", "trials": 5}, "trials: value has no use for it, expected rollout or mcts"),
        ({"engine": "mcts", "depth": 2}, "depth: mcts has no use for it, expected expectimax"),
        ({"engine": "expectimax", "stop": 0.9}, "stop: expectimax has no use for it, expected rollout"),
        ({"threads": 0}, "threads: 0, expected 1 or more"),
    ],
)
def test_a_wish_that_does_not_fit_is_one_line(wish: dict[str, Any], line: str) -> None:
    with pytest.raises(UsageError, match=line):
        Request(**wish)
