"""What the fire's rolls do, as the map tells it: hand-made positions, and what changes on random boards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from advisor.flashpoint.bridge import outcome_text, to_state
from advisor.flashpoint.effects import EFFECT_KINDS, Effects
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import edge_text, square_text
from clause_positions import board, damaged, fire_phase
from positions import rich_position


def told(position: Position, *events: str) -> list[str]:
    """Return the texts of what chance events do, one after another."""
    state, codes = to_state(position), []
    before = state.to_bytes()
    for event in events:
        code = next(code for *what, code, _ in state.chance() if outcome_text(*what) == event)
        codes.append(code)
        state.apply_chance(code)
    return [effect.text for effect in Effects(position, state.core).of(before, codes)]


CASES: dict[str, tuple[dict[str, Any], tuple[str, ...], set[str]]] = {
    "a-clear-target-gets-smoke-fp-5.1": ({}, ("roll 3,3",), {"smoke on 3,3"}),
    "smoke-becomes-fire-fp-5.1": ({"smoke": ["3,3"]}, ("roll 3,3",), {"fire on 3,3"}),
    "smoke-beside-fire-becomes-fire-fp-5.2": ({"fire": ["3,4"]}, ("roll 3,3",), {"fire on 3,3"}),
    "an-explosion-damages-walls-fp-5.3": (
        {"fire": ["1,1"]}, ("roll 1,1",),
        {
            "explosion on 1,1", "the wall 0,1-1,1 is damaged", "the wall 1,0-1,1 is damaged", "fire on 1,2",
            "fire on 2,1",
        },
    ),
    "a-second-marker-destroys-a-wall-fp-1.3": (
        {"fire": ["1,2", "1,1", "1,3", "2,2"], "damage": {"0,2-1,2": 1}}, ("roll 1,2",),
        {
            "explosion on 1,2", "the wall 0,2-1,2 is destroyed", "the wall 1,0-1,1 is damaged", "fire on 1,4",
            "fire on 3,2",
        },
    ),
    "the-24th-marker-loses-the-game-fp-9.3": (
        {"fire": ["3,1"], "damage": damaged(23)}, ("roll 3,1",),
        {
            "explosion on 3,1", "fire on 2,1", "fire on 3,2", "fire on 4,1", "the wall 3,0-3,1 is damaged",
            "the game is lost: the building has collapsed",
        },
    ),
    "fire-knocks-down-and-kills-fp-5.8": (
        {"smoke": ["3,3"], "firefighters": {"red": "3,3"}, "victims": ["3,3", "3,3"]}, ("roll 3,3",),
        {"fire on 3,3", "red is knocked down on 3,3", "a victim on 3,3 is lost"},
    ),
    "the-fourth-victim-lost-loses-the-game-fp-9.2": (
        {"smoke": ["3,3"], "victims": ["3,3"], "lost": 3}, ("roll 3,3",),
        {"fire on 3,3", "a victim on 3,3 is lost", "the game is lost: four or more victims are lost"},
    ),
    "a-marker-that-burns-is-revealed-fp-5.8": (
        {"smoke": ["3,3"], "poi": ["3,3"]}, ("roll 3,3", "reveal victim"),
        {"fire on 3,3", "a victim on 3,3 is lost"},
    ),
    "a-false-alarm-that-burns-is-no-loss-fp-5.8": (
        {"smoke": ["3,3"], "poi": ["3,3"]}, ("roll 3,3", "reveal false-alarm"),
        {"fire on 3,3", "a false alarm on 3,3 burns"},
    ),
    "a-hazmat-in-fire-explodes-fp-5.6": (
        {"rules": ["hazmats"], "smoke": ["1,1"], "hazmats": ["1,1"]}, ("roll 1,1",),
        {
            "fire on 1,1", "a hazmat explodes on 1,1", "the wall 0,1-1,1 is damaged",
            "the wall 1,0-1,1 is damaged", "fire on 1,2", "fire on 2,1",
        },
    ),
    "a-flare-up-is-told-with-what-follows-fp-5.7": (
        {"rules": ["hot_spots"], "hot_spots": ["3,3"]}, ("roll 3,3", "roll 5,5"),
        {"flare-up on 3,3: roll again", "smoke on 3,3", "smoke on 5,5", "a hot spot on 5,5"},
    ),
    "a-hidden-hazard-explodes-in-the-fire-fp-11.4": (
        {"rules": ["hazmats"], "variants": ["hidden-hazards"], "smoke": ["1,1"], "poi": ["1,1"]},
        ("roll 1,1", "reveal false-alarm"),
        {
            "fire on 1,1", "a false alarm on 1,1 burns", "explosion on 1,1", "the wall 0,1-1,1 is damaged",
            "the wall 1,0-1,1 is damaged", "fire on 1,2", "fire on 2,1",
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_a_roll_does_is_told(case: tuple[dict[str, Any], tuple[str, ...], set[str]]) -> None:
    made, events, expected = case
    found = told(fire_phase(**made), *events)
    assert set(found) == expected


def test_two_victims_lost_on_one_square_are_two_effects_fp_5_8() -> None:
    position = fire_phase(smoke=["3,3"], victims=["3,3", "3,3"])
    assert told(position, "roll 3,3").count("a victim on 3,3 is lost") == 2


def test_a_door_that_bursts_is_told_open_or_closed_fp_5_3() -> None:
    on = board(doors=["3,3-3,4", "2,3-3,3"])
    position = fire_phase(on=on, fire=["3,3"], doors={"2,3-3,3": "open"})
    found = told(position, "roll 3,3")
    assert {"the door 3,3-3,4 is destroyed", "the door 2,3-3,3 is destroyed"} <= set(found)


def changes(before: Position, after: Position) -> Counter[tuple[str, str]]:
    """Return what is not as it was, found by comparing positions."""
    found: Counter[tuple[str, str]] = Counter()
    for square in set(after.smoke) - set(before.smoke):
        found["smoke", square_text(square)] += 1
    for square in set(after.fire) - set(before.fire):
        if before.board.is_inside(square):
            found["fire", square_text(square)] += 1
    for square in set(after.hot_spots) - set(before.hot_spots):
        found["hot-spot", square_text(square)] += 1
    damage = dict(before.damage)
    for edge, count in after.damage:
        if count > damage.get(edge, 0):
            found["wall-destroyed" if count == 2 else "wall-damaged", edge_text(edge)] += 1
    doors = dict(before.doors)
    for edge, how in after.doors:
        if how == "destroyed" and doors.get(edge) != "destroyed":
            found["door-destroyed", edge_text(edge)] += 1
    for square, count in (Counter(before.hazmats) - Counter(after.hazmats)).items():
        found["hazmat-explodes", square_text(square)] += count
    lost = Counter((p.at, p.kind) for p in before.poi) - Counter((p.at, p.kind) for p in after.poi)
    for (at, kind), count in lost.items():
        if kind != "unknown":
            found["victim-lost", square_text(at)] += count
    for old, new in zip(before.firefighters, after.firefighters, strict=True):
        if old.at != new.at:
            found["knocked-down", square_text(old.at)] += 1
    if after.turn.phase == "over":
        found["over", str(after.turn.reason)] += 1
    return found


def test_effects_are_what_differs_between_the_positions_before_and_after() -> None:
    rng, compared = Random(7), Counter[str]()
    silent = {"explosion", "flare-up", "alarm-burns"}  # seen from the roll, not from the board
    for _ in range(400):
        position = rich_position(rng)
        if position.turn.phase != "advance_fire":
            continue
        state = to_state(position)
        effects = Effects(position, state.core)
        for kind, red, black, code, _ in rng.sample(state.chance(), min(8, len(state.chance()))):
            after = position.apply(outcome_text(kind, red, black))
            found = Counter[tuple[str, str]]()
            for effect in effects.of(state.to_bytes(), [code]):
                values = dict(effect.parameters)
                where = values.get("at") or values.get("edge") or values["reason"]
                if effect.kind not in silent:
                    found[effect.kind, where] += 1
                compared[effect.kind] += 1
                if effect.kind == "explosion":
                    assert (red, black) in position.fire
            expected = changes(position, after)
            stays = {key for key in found - expected if key[0] == "knocked-down"}
            assert {key: n for key, n in found.items() if key not in stays} == dict(expected)
    assert min(compared[kind.kind] for kind in EFFECT_KINDS if kind.kind != "alarm-burns") >= 5, compared


def test_every_kind_has_a_sign_of_its_own() -> None:
    assert len({kind.sign for kind in EFFECT_KINDS}) == len(EFFECT_KINDS)
