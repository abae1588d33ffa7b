"""Making a model: lessons, the fit, the calibration, the gate and the command."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from advisor._flashpoint import FEATURE_NAMES, play_lessons, turn_ways
from advisor.errors import UsageError
from advisor.flashpoint.model import FAMILIES, ModelFile, Weights, read_model, shipped
from advisor.train import LITTLE, Recipe, calibrate, choose, gate, train
from advisor.train_data import Lessons, Stage, collect, in_fours, join
from advisor.train_fit import Fit, fit, predict, report
from advisor.train_play import Duel, Game, Start, compare, duel, play_one_ply, start_state
from shell import run

FEATURES = len(FEATURE_NAMES)
FLAT = Weights(0.0, (0.0,) * FEATURES, ((),) * FEATURES, (), ())
TWO = {"family": 2, "experienced": 2}
TINY = Recipe(
    {"family": 20, "experienced": 20},
    {"family": 2, "experienced": 1},
    TWO,
    TWO,
    {"family": 0.99, "experienced": 1.0},
    Fit(hidden=8, epochs=1),
    LITTLE,
    turns_chunk=10,
    games_chunk=1,
)


def test_lessons_are_a_function_of_their_seed() -> None:
    state = start_state(Start("recruit", 3, "base-1", 5))
    ways = turn_ways(state, 4, 3, 7)
    assert (turn_ways(state, 4, 3, 7) == ways).all()
    assert not (turn_ways(state, 4, 3, 8) == ways).all()
    first, again = play_lessons(state.core, ways, 4, 1), play_lessons(state.core, ways, 4, 1)
    assert all((a == b).all() for a, b in zip(first, again, strict=True))


def test_equal_ways_of_a_turn_meet_the_same_dice() -> None:
    state = start_state(Start("family", 3, "base-1", 0))
    ways = np.repeat(turn_ways(state, 6, 1, 3), 2, axis=1)
    _, rolled, won, turns = play_lessons(state.core, ways, 8, 1)
    assert (rolled[:, 0] == rolled[:, 1]).all()
    assert (won[:, 0] == won[:, 1]).all()
    assert (turns[:, 0] == turns[:, 1]).all()
    assert turns.max() > 10


def test_the_one_ply_player_of_a_seed_plays_the_same_game() -> None:
    state = start_state(Start("family", 2, "base-1", 0), FLAT)
    first = play_one_ply(state, 3, LITTLE)
    assert first == play_one_ply(state, 3, LITTLE)
    assert first.turns == len(first.values)


def test_chunks_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    done: list[tuple[int, int]] = []

    def take(count: int) -> Lessons:
        return collect(
            tmp_path, "family", Stage(count, ways=2, rolls=4), seed=1, name="x", chunk=3,
            progress=lambda a, b: done.append((a, b)),
        )  # fmt: skip

    first = take(6)
    assert done == [(3, 6), (6, 6)]
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    files[0].unlink()
    done.clear()
    assert (take(6).rolled == first.rolled).all()
    assert done == [(6, 6)]


def test_a_broken_chunk_gets_one_clear_line(tmp_path: Path) -> None:
    stage = Stage(2, ways=2, rolls=4)
    collect(tmp_path, "family", stage, seed=1, name="x")
    next(tmp_path.iterdir()).write_bytes(b"no archive")
    with pytest.raises(UsageError, match="no chunk of lessons"):
        collect(tmp_path, "family", stage, seed=1, name="x")


def made_up(turns: int, seed: int) -> tuple[Lessons, Weights]:
    """Lessons by a value that is known: a logistic over three features."""
    rng = np.random.default_rng(seed)
    truth = replace(FLAT, constant=-0.3, direct=(1.5, -1.0, 0.7) + (0.0,) * (FEATURES - 3))
    x = np.zeros((turns, 4, 4, FEATURES), np.float32)
    x[..., :3] = rng.normal(size=(turns, 4, 4, 3))
    won = (rng.random((turns, 4, 4)) < predict(truth, x)).astype(np.float16)
    none = np.zeros((0, FEATURES), np.float16), np.zeros(0, np.int32), np.zeros(0, np.int32)
    lengths = np.zeros(won.shape, np.int32)
    return Lessons(x.mean(2).astype(np.float16), x.astype(np.float16), won, lengths, *none), truth


def test_a_late_win_counts_less_and_a_loss_nothing() -> None:
    lessons, _ = made_up(1, 1)
    won, turns = np.array([[[1, 1, 0, 1]]], np.float16), np.array([[[0, 10, 0, 100]]], np.int32)
    lessons = replace(lessons, won=won, turns=turns)
    assert lessons.worth(0.99)[0, 0] == pytest.approx([1, 0.99**10, 0, 0.99**100], abs=1e-6)
    assert (lessons.worth(1.0) == won).all()


def test_a_fit_to_discounted_wins_prices_time() -> None:
    """Feature 1 says that the game will take 100 turns more; everybody wins."""
    rng = np.random.default_rng(5)
    x = rng.integers(0, 2, (1500, 4, 4, 1)).astype(np.float16)
    x = np.concatenate([np.ones_like(x), x, np.zeros((1500, 4, 4, FEATURES - 2), np.float16)], -1)
    lessons, _ = made_up(1, 1)
    won = np.ones((1500, 4, 4), np.float16)
    lessons = replace(
        lessons, after=np.zeros_like(x[:, :, 0]), rolled=x, won=won, turns=(x[..., 1] * 100).astype(np.int32)
    )

    def gap(discount: float) -> float:
        values = predict(fit(lessons, Fit(hidden=4, epochs=15, discount=discount), seed=1), x[0, 0])
        late = x[0, 0, :, 1] == 1
        return float(values[~late].mean() - values[late].mean())

    assert gap(1.0) == pytest.approx(0, abs=0.02)
    assert gap(0.995) == pytest.approx(1 - 0.995**100, abs=0.05)


def test_the_fit_finds_a_value_that_is_known() -> None:
    lessons, truth = made_up(1500, 1)
    lessons = replace(lessons, after=np.zeros_like(lessons.after))
    found = fit(lessons, Fit(hidden=8, epochs=30, differences=2), seed=1)
    apart = predict(found, lessons.rolled) - predict(truth, lessons.rolled)
    assert float(np.sqrt((apart**2).mean())) < 0.05
    told = report(found, lessons)
    assert told.log_loss < told.base_log_loss - 0.05
    assert 0.8 < told.slope < 1.2


def test_the_fit_is_a_function_of_its_seed_and_goes_on_from_weights() -> None:
    lessons, _ = made_up(100, 2)
    how = Fit(hidden=8, epochs=1)
    first = fit(lessons, how, seed=1)
    assert fit(lessons, how, seed=1) == first
    assert fit(lessons, how, seed=2) != first
    assert fit(lessons, how, seed=1, begin=first) != first


def test_calibration_makes_values_true_without_reordering() -> None:
    rng = np.random.default_rng(3)
    raw = replace(FLAT, direct=(2.0,) + (0.0,) * (FEATURES - 1))
    games = 4000
    leaf = np.zeros((games, FEATURES), np.float16)
    leaf[:, 0] = rng.normal(size=games)
    # what is true has half the slope and is higher by 1
    won = rng.random(games) < 1 / (1 + np.exp(-(leaf[:, 0].astype(float) + 1)))
    empty = np.zeros((0, 1, FEATURES), np.float16)
    lessons = Lessons(
        empty, np.zeros((0, 1, 4, FEATURES), np.float16), np.zeros((0, 1, 4), np.float16),
        np.zeros((0, 1, 4), np.int32), leaf,
        np.arange(games, dtype=np.int32), won.astype(np.int32),
    )  # fmt: skip
    final, told = calibrate(raw, lessons)
    assert told.slope == pytest.approx(0.5, abs=0.06)
    assert told.shift == pytest.approx(1.0, abs=0.12)
    for _, _, count, mean, share in told.table:
        assert abs(mean - share) < 4 * (0.25 / count) ** 0.5
    assert (np.argsort(predict(final, leaf[:50])) == np.argsort(predict(raw, leaf[:50]))).all()


def test_lessons_of_games_are_joined_with_their_games_numbered_on() -> None:
    lessons, _ = made_up(3, 4)
    lessons = replace(
        lessons, leaf=np.zeros((5, FEATURES), np.float16), game=np.array([0, 0, 1, 1, 1], np.int32),
        ended=np.array([1, 0], np.int32),
    )  # fmt: skip
    both = join([lessons, lessons])
    assert both.game.tolist() == [0, 0, 1, 1, 1, 2, 2, 3, 3, 3]
    assert both.ended.tolist() == [1, 0, 1, 0]
    assert in_fours(both).won.shape == both.won.shape


def test_a_model_does_not_pass_the_gate_against_itself() -> None:
    same = duel("family", FLAT, FLAT, 3, seed=1, effort=LITTLE)
    assert (same.gain, same.pace, same.passed) == (0.0, 1.0, False)
    assert same.old == same.new


def games(*won: tuple[bool, int]) -> list[Game]:
    return [Game(1 if w else 2, turns, ()) for w, turns in won]


def test_as_many_wins_in_clearly_fewer_turns_pass_the_gate() -> None:
    slow = games(*((True, 100 + k) for k in range(200)))
    fast = games(*((True, 60 + k % 50) for k in range(200)))
    found = compare(list(zip(slow, fast, strict=True)))
    assert (found.old, found.new, found.both) == (200, 200, 200)
    assert not found.wins_more
    assert found.quicker
    assert found.passed
    assert not compare(list(zip(fast, slow, strict=True))).passed
    # in few games nobody can tell whether it wins as often
    assert not compare(list(zip(slow[:20], fast[:20], strict=True))).passed


def test_fewer_turns_do_not_pay_for_games_lost() -> None:
    slow = games(*((True, 100 + k) for k in range(200)))
    fast = games(*((k % 20 > 0, 60 + k % 50) for k in range(200)))
    found = compare(list(zip(slow, fast, strict=True)))
    assert found.pace_high < 1
    assert (found.both, found.passed) == (190, False)


def test_one_endless_game_is_not_clearly_more_turns() -> None:
    one = games(*((True, 50 + k % 7) for k in range(199)), (True, 50_000))
    other = games(*((True, 50 + (k + 3) % 7) for k in range(200)))
    assert not compare(list(zip(one, other, strict=True))).passed


def test_only_what_passed_the_gate_takes_its_place() -> None:
    old = ModelFile(dict.fromkeys(FAMILIES, FLAT), {"seed": 1})
    new = ModelFile({f: replace(FLAT, constant=1.0) for f in FAMILIES}, {"seed": 2})
    won, lost = Duel(100, 20, 60, 0.4, 0.3, 0.5), Duel(100, 50, 55, 0.05, -0.05, 0.15)
    assert choose(old, new, dict.fromkeys(FAMILIES, lost)) is None
    both = choose(old, new, dict.fromkeys(FAMILIES, won))
    assert both is not None
    assert both.weights == new.weights
    mixed = choose(old, new, {"family": won, "experienced": lost})
    assert mixed is not None
    assert mixed.weights == {"family": new.weights["family"], "experienced": FLAT}
    assert mixed.made["before"] == {"kept": ["experienced"], "made": {"seed": 1}}


def test_a_gate_of_one_pair_is_refused() -> None:
    with pytest.raises(UsageError, match="gate: got 1"):
        gate({}, {}, 1, seed=1)


def test_the_same_seed_makes_the_same_model(tmp_path: Path) -> None:
    first = train(tmp_path / "a", TINY, seed=1, date="2026-01-01", command="x")
    again = train(tmp_path / "b", TINY, seed=1, date="2026-01-01", command="x", processes=2)
    assert first.model == again.model
    assert set(first.reports) == set(first.calibrations) == set(FAMILIES)


def test_the_command_writes_a_model_with_its_provenance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("advisor.train.QUICK", TINY)
    out = tmp_path / "model.json"
    done = run("train", "--quick", "--out", str(out), "--seed", "4")
    assert done.status == 0, done.err
    assert "written: " in done.out
    made = read_model(out).made
    assert made["seed"] == 4
    assert made["command"] == "advisor train --seed 4 --quick"
    refused = run("train", "--quick", "--out", str(out))
    assert refused.status == 2
    assert "is there already" in refused.err
    told = run("train", "--quick", "--out", str(out), "--seed", "4", "--overwrite", "--json")
    assert json.loads(told.out)["written"] is True


def test_a_model_that_does_not_win_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.train.QUICK", TINY)
    out = tmp_path / "model.json"
    done = run("train", "--quick", "--out", str(out), "--gate", "2")
    assert done.status == 0, done.err
    assert "not written" in done.out
    assert not out.exists()
    assert shipped().weights
