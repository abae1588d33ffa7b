"""The static value's model: its file, its way into the core, and what the core does with it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from advisor._flashpoint import FEATURE_NAMES, MOST_HIDDEN_UNITS, Core, CoreState, Model
from advisor.errors import FormatError
from advisor.files import dump_json
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import to_state
from advisor.flashpoint.model import (
    FAMILIES,
    ModelFile,
    Weights,
    current,
    family_of,
    read_model,
    shipped,
    using,
)
from advisor.flashpoint.position import Position
from advisor.flashpoint.setup import SetUp, make

FEATURES = len(FEATURE_NAMES)


def start(level: str, seed: int = 1) -> Position:
    return make(SetUp(Board.shipped("base-1"), level, firefighters=3, seed=seed)).position


def weights(seed: int = 0, hidden: int = 5) -> Weights:
    rng = np.random.default_rng(seed)
    return Weights(
        float(rng.normal()),
        tuple(map(float, rng.normal(size=FEATURES))),
        tuple(tuple(map(float, row)) for row in rng.normal(size=(FEATURES, hidden))),
        tuple(map(float, rng.normal(size=hidden))),
        tuple(map(float, rng.normal(size=hidden))),
    )


def value_by_hand(w: Weights, state: CoreState) -> float:
    f = np.array([x for _, x in state.features()])
    h = np.maximum(f @ np.array(w.first) + np.array(w.bias), 0)
    return float(1 / (1 + math.exp(-(w.constant + f @ np.array(w.direct) + h @ np.array(w.second)))))


@pytest.mark.parametrize("level", ["family", "recruit"])
@pytest.mark.parametrize("hidden", [0, 1, 8, MOST_HIDDEN_UNITS])
def test_the_core_gives_the_value_that_the_weights_say(level: str, hidden: int) -> None:
    w = weights(hidden, hidden)
    with using(dict.fromkeys(FAMILIES, w)):
        state = to_state(start(level))
    assert state.value() == pytest.approx(value_by_hand(w, state), abs=1e-4)


def test_each_rule_family_has_weights_of_its_own() -> None:
    assert current(()) is not current(("vehicles",))
    assert family_of(()) == "family"
    assert family_of(("specialists",)) == "experienced"
    assert to_state(start("family")).core.model is current(())
    assert to_state(start("recruit")).core.model is current(("hazmats",))


def test_other_weights_are_in_use_only_inside_using() -> None:
    before = to_state(start("family")).value()
    with using({"family": weights()}):
        inside = to_state(start("family"))
        assert inside.value() != before
    assert to_state(start("family")).value() == before
    assert inside.value() != before


def test_a_core_without_a_model_refuses_to_value() -> None:
    board = Board.shipped("hut")
    core = Core(
        rows=board.rows, columns=board.columns, walls=board.walls, doors=board.doors,
        ambulance_spots=[s.squares for s in board.ambulance_spots],
        engine_spots=[(s.squares, (*s.rows, *s.columns)) for s in board.engine_spots], arrows=board.arrows,
        rules=(), variants=(), goal=1, threat_markers=9, firefighters=1,
    )  # fmt: skip
    with pytest.raises(ValueError, match="no model"):
        core.table()


def test_the_shipped_model_says_how_it_was_made() -> None:
    made = shipped().made
    assert {"command", "seed", "date", "recipe", "held_out", "calibration"} <= set(made)
    for family in FAMILIES:
        assert made["held_out"][family]["log_loss"] < made["held_out"][family]["base_log_loss"]
        assert made["calibration"][family]["positions"] > 100


def test_more_rescued_and_less_damage_are_worth_more() -> None:
    for level in ("family", "recruit"):
        state = to_state(start(level))
        core, fields = state.core, state.fields()
        better = core.state(**{**fields, "rescued": fields["rescued"] + 3})
        worse = core.state(**{**fields, "lost": fields["lost"] + 3})
        assert worse.value() < state.value() < better.value()


def test_features_do_not_know_who_lies_face_down() -> None:
    state = to_state(start("family"))
    names = [name for name, _ in state.features()]
    assert tuple(names) == FEATURE_NAMES
    assert len(set(names)) == FEATURES
    assert all(math.isfinite(x) for _, x in state.features())


def written(tmp_path: Path, change: Any = None) -> Path:
    value = ModelFile(dict.fromkeys(FAMILIES, weights()), {"seed": 1}).to_json()
    if change is not None:
        change(value)
    path = tmp_path / "model.json"
    path.write_text(dump_json(value), encoding="utf-8")
    return path


def test_a_model_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    model = read_model(written(tmp_path))
    assert model.weights["family"] == weights()
    assert model.weights["family"].digest() == weights().digest()
    assert json.loads(dump_json(model.to_json())) == model.to_json()


FAULTS: list[tuple[Any, str]] = [
    (lambda v: v.update(format="x"), "/format: \"x\", expected 'advisor/model@1'"),
    (lambda v: v["features"].__setitem__(3, "height"), "/features/3: \"height\", the core's feature is"),
    (lambda v: v["features"].pop(), f"/features/{FEATURES - 1}: no more, the core's feature is"),
    (lambda v: v["features"].append("x"), f"/features/{FEATURES}: \"x\", the core's feature is no more"),
    (lambda v: v.update(features=3), "/features/0: no more, the core's feature is"),
    (lambda v: v.pop("made"), "/made: null, expected an object"),
    (lambda v: v["families"].pop("family"), "/families: an object, expected an object with family"),
    (lambda v: v["families"].update(family=[]), "/families/family: [], expected an object"),
    (lambda v: v["families"]["family"]["direct"].pop(), f"/families/family/direct: a list of {FEATURES - 1}"),
    (lambda v: v["families"]["family"]["first"].pop(), "/families/family/first: a list of"),
    (lambda v: v["families"]["family"]["first"][2].pop(), "/families/family/first/2: "),
    (lambda v: v["families"]["family"].update(constant="1"), "/families/family/constant: \"1\", expected"),
    (lambda v: v["families"]["family"].update(constant=1e300), "/families/family/constant: 1e+300, expected"),
    (lambda v: v["families"]["family"].update(bias=[0.0] * 99), "/families/family/bias: 99 hidden units"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), FAULTS)
def test_a_faulty_model_file_gets_one_clear_line(tmp_path: Path, change: Any, message: str) -> None:
    path = written(tmp_path, change)
    with pytest.raises(FormatError) as caught:
        read_model(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_the_core_itself_refuses_other_features() -> None:
    names = [*FEATURE_NAMES[:-1], "luck"]
    with pytest.raises(ValueError, match="is 'luck', the core has"):
        Model(names=names, constant=0, direct=[0.0] * FEATURES, first=[[]] * FEATURES, bias=[], second=[])
