"""The policies: what they play is legal, repeatable, and blind to what is hidden and to the dice to come."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import positions
from advisor._flashpoint import GAME_COLUMNS, POLICY_NAMES, CoreGame, games
from advisor.errors import IllegalEvent, UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import Replay, to_state
from advisor.flashpoint.match import PlayedGame
from advisor.flashpoint.match_options import describe, fingerprint, options, start
from advisor.flashpoint.model import shipped, using
from advisor.flashpoint.position import Poi, Position, Turn
from advisor.flashpoint.setup import SetUp, make
from advisor.game import game
from advisor.policies import REGISTRY, Budget, make_policy, names
from advisor.search.plans import plan_turn
from clause_positions import house

GAME = game("flash-point")
LEVELS = ("family", "random-family", "recruit", "veteran", "heroic")
BUDGETS = {name: Budget(work=50) if REGISTRY[name].work else Budget() for name in names(GAME)}


def a_start(level: str = "recruit", crew: int = 3, seed: int = 0) -> Position:
    return make(SetUp(Board.shipped("base-1"), level, firefighters=crew, seed=seed)).position


def events_of(match: PlayedGame, policy: str) -> list[str]:
    """The texts of what a policy plays next, each one checked by the rules' own edge."""
    replay = Replay(match.position())
    texts = []
    for code in make_policy(GAME, policy, BUDGETS[policy]).actions(match, 1):
        [text] = [t for t, _ in replay.legal() if replay.code(t) == code]
        replay.step(text)
        texts.append(text)
    return texts


@pytest.mark.parametrize("policy", POLICY_NAMES)
def test_the_cores_policies_play_legal_actions_in_any_position(policy: str) -> None:
    rng = Random(5)
    for number in range(100):
        board = Board.shipped("base-1" if number % 2 else "base-2")
        position = positions.rich_position(rng, board)
        match = PlayedGame(position, rng.getrandbits(30), 0)
        match.happen()
        for _ in range(6):
            if not match.over:
                for code in match.line(policy):
                    match.apply(code)  # refuses what is not legal
                match.happen()


@pytest.mark.parametrize("policy", names(GAME))
def test_all_policies_play_legal_actions_at_all_levels(policy: str) -> None:
    quick = policy in POLICY_NAMES
    for number, level in enumerate(LEVELS):
        match = PlayedGame(a_start(level, 1 + number % 4, number), 3, number)
        for _ in range(60 if quick else 3):
            if not match.over:
                for code in make_policy(GAME, policy, BUDGETS[policy]).actions(match, number):
                    match.apply(code)
                match.happen()
        assert match.turns >= 1 or not quick


@pytest.mark.parametrize("policy", POLICY_NAMES)
def test_a_game_event_by_event_is_the_game_of_the_batch(policy: str) -> None:
    state = to_state(a_start())
    rows = games(state, 4, 9, policy)
    for number, row in enumerate(rows):
        played = CoreGame(state, 9, number)
        while line := played.line(policy):
            for code in line:
                played.apply(code)
            played.happen()
        assert dict(zip(GAME_COLUMNS, played.summary, strict=True)) == dict(
            zip(GAME_COLUMNS, row.tolist(), strict=True)
        )


def test_the_dice_of_a_turn_are_the_same_whatever_was_played_before_it() -> None:
    # One firefighter far off who saves or spends its AP: the fire does what it would have done anyway.
    position = replace(a_start("family", 1), poi=())
    fires = []
    for count in range(3):
        match = PlayedGame(position, 4, 7)
        for _ in range(count):
            match.apply(match.codes([a_walk(match)])[0])
        match.apply(match.codes(["end"])[0])
        match.happen()
        after = match.position()
        fires.append((after.fire, after.smoke, [p.at for p in after.poi]))
    assert fires[0] == fires[1] == fires[2]


def a_walk(match: PlayedGame) -> str:
    """A step that stays outside."""
    board = match.position().board
    steps = [text for text, _ in Replay(match.position()).legal() if text.startswith("move ")]
    squares = {text: tuple(map(int, text.removeprefix("move ").split(","))) for text in steps}
    return next(text for text, (row, column) in squares.items() if not board.is_inside((row, column)))


def test_where_a_poi_has_nowhere_to_go_a_game_is_refused_in_one_line() -> None:
    position = a_start("family", 1)
    everywhere = tuple((r, c) for r in range(1, 7) for c in range(1, 9))
    position = replace(position, rules=("arrows",), fire=everywhere, poi=(), turn=Turn("red", "replenish"))
    with pytest.raises(UsageError, match="turn 0: a new POI has nowhere to go on board 'base-1'"):
        PlayedGame(position, 1, 0).happen()


def test_nearest_goes_for_the_poi_with_the_shortest_way_and_for_no_other() -> None:
    position = house(firefighters={"red": "2,2"}, poi=["2,4", "4,5"], fire=["1,1"], ap=1)
    assert events_of(PlayedGame(position, 1, 0), "nearest")[0] == "move 2,3"


def test_nearest_leaves_a_fire_beside_it_alone_and_fights_one_that_bars_the_way() -> None:
    beside = house(firefighters={"red": "2,2"}, poi=["2,4"], fire=["1,2"], ap=1)
    assert events_of(PlayedGame(beside, 1, 0), "nearest")[0] == "move 2,3"
    barred = house(firefighters={"red": "2,2"}, poi=["2,4"], fire=["2,3", "1,2", "3,2"], ap=2)
    assert "extinguish" in events_of(PlayedGame(barred, 1, 0), "nearest")[0]


def test_nearest_carries_a_victim_towards_the_way_out() -> None:
    position = replace(a_start("family", 1), fire=(), poi=(Poi((3, 2), "victim"),))
    position = replace(position, firefighters=(replace(position.firefighters[0], at=(3, 2)),))
    assert events_of(PlayedGame(position, 1, 0), "nearest") == ["carry 3,1", "carry 3,0", "end"]


def test_in_a_brigade_the_first_rescues_and_the_others_extinguish() -> None:
    crew = {"red": "2,2", "blue": "2,3"}
    rescuer = house(firefighters=crew, poi=["4,5"], fire=["1,2"], ap=4)
    assert not any("extinguish" in text for text in events_of(PlayedGame(rescuer, 1, 0), "brigade"))
    turn = replace(rescuer.turn, firefighter="blue")
    hose = replace(rescuer, turn=turn)
    assert "extinguish" in " ".join(events_of(PlayedGame(hose, 1, 0), "brigade"))


def test_value_plays_the_first_of_the_plans_that_are_shown() -> None:
    position = a_start("family", 2)
    shown = plan_turn(GAME, position, top=1, seed=1).plans[0].events
    assert events_of(PlayedGame(position, 1, 0), "value") == list(shown)


def test_a_plan_in_words_becomes_the_actions_it_says() -> None:
    match = PlayedGame(a_start("family"), 1, 0)
    texts = events_of(match, "greedy")
    assert match.codes(texts) == match.line("greedy")
    with pytest.raises(IllegalEvent) as caught:
        match.codes([texts[0], "move 9,9"])
    assert caught.value.number == 2


@pytest.mark.parametrize(
    ("name", "budget", "line"),
    [
        ("chess", Budget(), "policy: \"chess\", expected one of random, nearest, brigade, greedy, value"),
        ("greedy", Budget(ms=50), "policy greedy: got the budget 50ms, expected none: it takes no budget"),
        ("value", Budget(work=7), "policy value: got the budget 7, expected none: it takes no budget"),
    ],
)  # fmt: skip
def test_a_wrong_policy_or_budget_is_one_line(name: str, budget: Budget, line: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_policy(GAME, name, budget)
    assert str(caught.value).startswith(line)


@pytest.mark.parametrize("text", ["50 ms", "-1", "0", "ms", "1h", "1.5s", "9" * 20])
def test_a_wrong_budget_is_one_line(text: str) -> None:
    with pytest.raises(UsageError, match="budget: "):
        Budget.parse(text)


def test_a_budget_reads_as_it_is_written() -> None:
    assert [str(Budget.parse(text)) for text in ("", "50ms", "1s", "2000")] == ["", "50ms", "1000ms", "2000"]


def test_a_search_that_is_not_there_is_not_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = replace(REGISTRY["value"], search="advisor.search.of_tomorrow:search")
    monkeypatch.setitem(REGISTRY, "tomorrow", entry)
    assert "tomorrow" not in names(GAME)


def test_a_search_is_registered_by_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = replace(REGISTRY["value"], search="advisor.search.plans:plan_turn")
    monkeypatch.setitem(REGISTRY, "plans", entry)
    match = PlayedGame(a_start("family", 2), 1, 0)
    policy = make_policy(GAME, "plans")
    assert policy.actions(match, 1) == tuple(make_policy(GAME, "value").actions(match, 1))


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"levle": "family"}, 'no such option, expected one of level'),
        ({"level": "hard"}, 'level: "hard", expected one of family'),
        ({"firefighters": 7}, "firefighters: 7, expected a whole number"),
        ({"board": "castle"}, 'board: "castle", expected a file or one of base-1'),
        ({"board": 3}, "board: 3, expected a board's id or a file"),
        ({"specialists": "captain"}, "expected the rule specialists"),
        ({"level": "recruit", "specialists": "captain,captain"}, "expected different ones"),
    ],
)  # fmt: skip
def test_wrong_options_of_a_set_up_are_one_line(given: dict[str, Any], line: str) -> None:
    with pytest.raises(UsageError) as caught:
        options(given)
    assert line in str(caught.value)


def test_a_set_up_follows_from_its_options_and_seed_and_names_what_is_unusual() -> None:
    chosen = options({"level": "veteran", "specialists": "captain,driver", "goal": 5})
    assert start(chosen, 3) == start(chosen, 3)
    assert start(chosen, 3) != start(chosen, 4)
    assert [f.specialist for f in start(chosen, 3).firefighters][:2] == ["captain", "driver"]
    assert describe(chosen) == "veteran, base-1, 3 firefighters, specialists captain driver, goal 5"
    assert describe(options({"firefighters": 1})) == "family, base-1, 1 firefighter"


def test_the_cores_fingerprint_is_twelve_hex_digits_and_changes_with_the_weights() -> None:
    usual = fingerprint()
    assert len(usual) == 12
    assert GAME.fingerprint() == usual
    weights = shipped().weights["family"]
    with using({"family": replace(weights, constant=weights.constant + 1)}):
        assert fingerprint() != usual
    assert fingerprint() == usual


def test_an_action_that_is_not_legal_is_refused_by_a_game_under_way() -> None:
    match = PlayedGame(a_start("family"), 1, 0)
    with pytest.raises(ValueError, match="is not legal"):
        match.apply(0xFFFF)
