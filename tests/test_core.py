"""The core by itself: states as bytes, samplers against exact odds, streams, bounds of its tables."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

import positions
import random_boards
from advisor._flashpoint import STATE_SIZE, Core, CoreState, fire_phases, games
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import Replay, core_of, to_position, to_state
from advisor.flashpoint.position import Poi, Position, Turn
from advisor.flashpoint.setup import SetUp, make

BASE = make(SetUp(Board.shipped("base-1"), "veteran", firefighters=4, seed=3)).position
FAMILY = make(SetUp(Board.shipped("base-1"), "family", firefighters=2, seed=3)).position


def in_phase(position: Position, phase: str, **more: Any) -> Position:
    """Return the position in another phase."""
    return replace(position, turn=Turn(position.turn.firefighter, phase, **more))


def tame(statistic: float, freedom: int) -> bool:
    """Return whether a chi-square statistic lies within four standard deviations of its mean."""
    return statistic < freedom + 4 * math.sqrt(2 * freedom)


def chi_square(counts: Counter[int], expected: dict[int, float]) -> float:
    """Return the statistic of observed counts against expected ones."""
    assert set(counts) <= set(expected)
    return sum((counts[code] - e) ** 2 / e for code, e in expected.items())


# States


def test_a_state_has_at_most_256_bytes() -> None:
    assert len(to_state(BASE).to_bytes()) == STATE_SIZE <= 256


def test_bytes_and_back_are_the_same_state() -> None:
    state = to_state(BASE)
    again = CoreState.from_bytes(state.core, state.to_bytes())
    assert again == state
    assert hash(again) == hash(state)
    assert again.fields() == state.fields()


def test_states_are_equal_by_their_bytes_and_by_nothing_else() -> None:
    state = to_state(FAMILY)
    other = state.copy()
    other.apply(other.legal()[0][-1])
    assert state != other
    assert state.to_bytes() != other.to_bytes()
    stranger: Any = "state"
    assert state != stranger


@pytest.mark.parametrize("data", [b"", b"x", bytes(STATE_SIZE - 1), bytes(STATE_SIZE + 1)])
def test_bytes_of_a_wrong_length_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=f"expected {STATE_SIZE}"):
        CoreState.from_bytes(core_of(BASE), data)


def test_a_copy_that_is_played_on_leaves_the_root_as_it_was() -> None:
    rng = Random(1)
    for _ in range(30):
        root = to_state(positions.rich_position(rng))
        before, fields = root.to_bytes(), root.fields()
        other = root.copy()
        for _ in range(40):
            step(other, rng)
        assert (root.to_bytes(), root.fields()) == (before, fields)


def step(state: CoreState, rng: Random) -> None:
    """Let a random event happen, none when the game is over."""
    outcomes = state.chance()
    if outcomes:
        state.apply_chance(rng.choice(outcomes)[3])
        return
    actions = state.legal()
    if actions:
        state.apply(rng.choice(actions)[-1])


def test_a_state_is_the_state_of_its_position_through_whole_random_games() -> None:
    rng = Random(2)
    for _ in range(40):
        start = positions.rich_position(rng)
        state = to_state(start)
        for _ in range(60):
            step(state, rng)
            assert to_state(to_position(state, start)) == state


def test_two_ways_to_a_position_give_the_same_bytes() -> None:
    rng, met = Random(3), 0
    for _ in range(120):
        start = positions.rich_position(rng)
        ends: dict[Position, bytes] = {}
        first = [text for text, _ in Replay(start).legal()]
        for one, other in combinations(rng.sample(first, min(8, len(first))), 2):
            for way in ((one, other), (other, one)):
                game = Replay(start)
                if not all(try_step(game, text) for text in way):
                    continue
                data = game.state.to_bytes()
                met += game.position in ends
                assert ends.setdefault(game.position, data) == data
    assert met > 200


def try_step(game: Replay, text: str) -> bool:
    """Let an action happen if it is legal; return whether it was."""
    if text not in [action for action, _ in game.legal()]:
        return False
    game.step(text)
    return True


def test_the_order_in_which_a_position_lists_things_does_not_matter() -> None:
    rng = Random(4)
    for _ in range(60):
        start = positions.rich_position(rng)
        shuffled: dict[str, Any] = {
            name: tuple(rng.sample(getattr(start, name), len(getattr(start, name))))
            for name in ("fire", "smoke", "hot_spots", "hazmats", "damage", "doors", "poi")
        }
        assert to_state(replace(start, **shuffled)) == to_state(start)


# Samplers


@pytest.mark.parametrize(
    ("position", "outcomes"),
    [
        (in_phase(FAMILY, "advance_fire", flare_up=False), 48),
        (in_phase(replace(FAMILY, poi=FAMILY.poi[:1]), "replenish"), 48),
        (in_phase(BASE, "reveal", at=BASE.poi[0].at, cause="identify"), 2),
        (in_phase(BASE, "deck_gun_roll", dice=(None, None), rerolled=()), 48),
        (in_phase(BASE, "deck_gun_roll", dice=(None, 3), rerolled=("red",)), 6),
        (in_phase(BASE, "deck_gun_roll", dice=(5, None), rerolled=("black",)), 8),
    ],
    ids=["roll", "poi", "reveal", "deck gun", "deck gun, red die", "deck gun, black die"],
)
def test_samples_come_as_often_as_the_exact_odds_say(position: Position, outcomes: int) -> None:
    state = to_state(position)
    exact = {code: p for *_, code, p in state.chance()}
    assert len(exact) == outcomes
    assert sum(exact.values()) == pytest.approx(1)
    n = 9600
    counts = Counter(state.sample_chance(7, trial) for trial in range(n))
    assert tame(chi_square(counts, {code: p * n for code, p in exact.items()}), outcomes - 1)


@pytest.mark.parametrize(("victims", "alarms"), [(10, 5), (1, 5), (3, 1), (2, 0), (0, 4)])
def test_a_reveal_is_a_uniform_draw_from_the_unrevealed_fp_8_4(victims: int, alarms: int) -> None:
    at = FAMILY.poi[0].at
    position = replace(
        FAMILY,
        poi=(Poi(at, "unknown"),),
        unrevealed_victims=victims,
        unrevealed_false_alarms=alarms,
        rescued=6,
    )
    state = to_state(in_phase(position, "reveal", at=at, cause="enter"))
    codes = {kind: code for kind, _, _, code, _ in state.chance()}
    n = 6000
    drawn = Counter(state.sample_chance(1, trial) for trial in range(n))
    expected = {
        codes[kind]: n * share / (victims + alarms) for kind, share in ((0, victims), (1, alarms)) if share
    }
    assert tame(chi_square(drawn, expected), max(1, len(expected) - 1))


def test_row_6_and_column_8_are_rolled_and_the_ring_never_fp_5_1() -> None:
    state = to_state(in_phase(FAMILY, "advance_fire", flare_up=False))
    listed = [(red, black) for _, red, black, _, _ in state.chance()]
    assert listed == [(r, c) for r in range(1, 7) for c in range(1, 9)]
    dice = {code: (red, black) for _, red, black, code, _ in state.chance()}
    assert {dice[state.sample_chance(5, trial)] for trial in range(2000)} == set(listed)


@pytest.mark.parametrize(("rows", "columns"), [(2, 7), (7, 2), (1, 12), (12, 1), (12, 5), (5, 12)])
def test_the_red_die_is_the_row_and_the_black_one_the_column_fp_1_1(rows: int, columns: int) -> None:
    board = random_boards.random_board(Random(rows), rows, columns)
    calm = replace(
        FAMILY,
        board=board,
        fire=(),
        poi=(),
        damage=(),
        doors=(),
        firefighters=tuple(replace(one, at=(0, 0)) for one in FAMILY.firefighters),
    )
    position = in_phase(calm, "advance_fire", flare_up=False)
    assert position.problems() == ()
    for text, _ in Replay(position).chance():
        game = Replay(position)
        game.step(text)
        square = tuple(map(int, text.removeprefix("roll ").split(",")))
        assert game.position.smoke == (square,)
    assert len(Replay(position).chance()) == rows * columns


def test_no_sample_is_drawn_where_a_choice_is_due() -> None:
    with pytest.raises(ValueError, match="no chance event comes next"):
        to_state(BASE).sample_chance(1)


# Streams


def test_a_draw_is_a_function_of_seed_trial_and_turn() -> None:
    state = to_state(in_phase(FAMILY, "advance_fire", flare_up=False))
    keys = [(seed, trial, turn) for seed in (0, 1, 2**64 - 1) for trial in range(5) for turn in range(5)]
    assert [state.sample_chance(*key) for key in keys] == [state.copy().sample_chance(*key) for key in keys]
    assert state.sample_chance(9) == state.sample_chance(9, 0, 0)


@pytest.mark.parametrize(
    "neighbour",
    [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, -1, 0), (0, 1, -1)],
    ids=["seed", "trial", "turn", "seed and trial", "trial and turn"],
)
def test_streams_side_by_side_are_independent(neighbour: tuple[int, int, int]) -> None:
    state = to_state(in_phase(FAMILY, "advance_fire", flare_up=False))
    red = {code: red for _, red, _, code, _ in state.chance()}
    n, pairs = 3600, Counter[int]()
    for i in range(1, n + 1):
        key = (i * 31, i, i % 40 + 1)
        other = tuple(a + b for a, b in zip(key, neighbour, strict=True))
        pairs[red[state.sample_chance(*key)] * 10 + red[state.sample_chance(*other)]] += 1
    expected = {a * 10 + b: n / 36 for a in range(1, 7) for b in range(1, 7)}
    assert tame(chi_square(pairs, expected), 35)


# Batches


def test_a_batch_of_games_is_its_trials_one_by_one() -> None:
    state = to_state(BASE)
    before = state.to_bytes()
    rows = games(state, 20, 5)
    assert state.to_bytes() == before
    assert (rows == games(state, 20, 5)).all()
    assert (rows[12:] == games(state, 8, 5, first_trial=12)).all()
    assert not (rows == games(state, 20, 6)).all()
    assert set(rows[:, 0]) <= {1, 2, 3, 4}


def test_a_batch_of_fire_phases_has_the_exact_mean_of_damage_and_of_fires_fp_5() -> None:
    position = in_phase(replace(BASE, hot_spots=(), hazmats=(), poi=()), "advance_fire", flare_up=False)
    exact = []
    for text, p in Replay(position).chance():
        game = Replay(position)
        game.step(text)
        after = game.position
        exact.append((float(p), after.damage_count - position.damage_count, len(after.fire)))
    n = 20_000
    rows = fire_phases(to_state(position), n, 3)
    for column, place in ((1, 1), (3, 2)):
        mean = sum(row[0] * row[place] for row in exact)
        variance = sum(row[0] * (row[place] - mean) ** 2 for row in exact)
        assert abs(rows[:, column].mean() - mean) < 4 * (variance / n) ** 0.5


def test_a_batch_of_fire_phases_wants_a_position_that_waits_for_its_roll() -> None:
    with pytest.raises(ValueError, match="does not wait for a roll"):
        fire_phases(to_state(BASE), 1, 0)


# Arguments


def arguments(**changes: Any) -> dict[str, Any]:
    """Return the arguments of a core for a board of two by three squares."""
    spots = [((0, 1), (0, 2)), ((3, 1), (3, 2))]
    return {
        "rows": 2,
        "columns": 3,
        "walls": [((1, 1), (1, 2))],
        "doors": [((1, 2), (1, 3))],
        "ambulance_spots": spots,
        "engine_spots": [(spot, (1, 2, 1, 3)) for spot in spots],
        "arrows": [["E", "E", "S"], ["N", "W", "W"]],
        "rules": (),
        "variants": (),
        "goal": 7,
        "threat_markers": 36,
        "firefighters": 2,
    } | changes


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rows": 0}, "0 x 3"),
        ({"rows": 13}, "13 x 3"),
        ({"rows": 11, "columns": 6}, "at most 64"),
        ({"firefighters": 0}, "0 firefighters"),
        ({"firefighters": 7}, "7 firefighters"),
        ({"walls": [((0, 0), (0, 1))]}, "two outside squares"),
        ({"walls": [((1, 1), (2, 2))]}, "not adjacent"),
        ({"doors": [((2, 3), (2, 5))]}, "not on the board"),
        ({"walls": [((-1, 1), (0, 1))]}, "not on the board"),
        ({"arrows": [["E", "E", "E"], ["N", "W", "W"]]}, "the arrow of 1,3 points outside"),
        ({"ambulance_spots": []}, "ambulance spots"),
        ({"rules": ("vehicles",), "engine_spots": []}, "vehicles need two"),
        ({"ambulance_spots": [((0, 1), (9, 9))]}, "not on the board"),
    ],
)
def test_a_core_refuses_a_board_that_its_tables_cannot_hold(changes: dict[str, Any], message: str) -> None:
    assert Core(**arguments()).shape == (2, 3)
    with pytest.raises(ValueError, match=message):
        Core(**arguments(**changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"fire": [(9, 1)]}, "not on the board"),
        ({"smoke": [(0, 1)]}, "outside"),
        ({"damage": [(((1, 3), (1, 4)), 1)]}, "no wall"),
        ({"doors": [(((1, 1), (1, 2)), "open")]}, "no door"),
        ({"hazmats": [(1, 1)] * 7}, "too many"),
        ({"poi": [((1, 1), 1)] * 4}, "too many"),
        ({"firefighters": [((1, 1), 8, 0)]}, "number of firefighters"),
    ],
)
def test_a_state_refuses_what_has_no_place_on_its_board(changes: dict[str, Any], message: str) -> None:
    fields = to_state(FAMILY).fields()
    assert core_of(FAMILY).state(**fields) == to_state(FAMILY)
    with pytest.raises(ValueError, match=message):
        core_of(FAMILY).state(**(fields | changes))


def test_a_state_needs_every_field() -> None:
    fields = to_state(FAMILY).fields()
    for name in fields:
        if name in ("reveal_at", "cause"):
            continue  # read in a reveal only
        with pytest.raises(KeyError, match=name):
            core_of(FAMILY).state(**{key: value for key, value in fields.items() if key != name})


def test_wrong_types_are_refused_and_not_read_as_memory() -> None:
    nothing: Any = None
    text: Any = "text"
    state = to_state(FAMILY)
    with pytest.raises(TypeError):
        CoreState.from_bytes(nothing, state.to_bytes())
    with pytest.raises(TypeError):
        CoreState.from_bytes(state.core, text)
    with pytest.raises(ValueError, match="not on the board"):
        state.distances((8, 1))
