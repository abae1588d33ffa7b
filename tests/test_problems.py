"""What is wrong with a position: every refusal of the formats, with its pointer and clause."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.errors import AdvisorError, FormatError, PositionError
from advisor.files import read_json
from advisor.flashpoint.position import Position
from advisor.flashpoint.record import Record
from json_samples import RULES, SHARED, board, changed, experienced, family, needs_shared, turn


def found(obj: dict[str, Any]) -> list[str]:
    """Pointer and clause of every problem."""
    problems = Position.from_json(obj, check=False).problems()
    return [f"{problem.pointer} {problem.clause}".rstrip() for problem in problems]


def edited(obj: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    for pointer, value in changes.items():
        obj = changed(obj, pointer, value)
    return obj


def driver(phase: str, **further: Any) -> dict[str, Any]:
    """An experienced game in a deck gun phase of the Driver."""
    return edited(experienced(), {
        "/firefighters/0/specialist": "driver",
        "/firefighters/2/specialist": "captain",
        "/turn": turn(phase, ap=2, acted=True, **further),
    })  # fmt: skip


def test_the_samples_are_sound() -> None:
    assert found(family()) == []
    assert found(experienced()) == []
    assert found(driver("deck_gun_roll", dice=[None, None], rerolled=[])) == []


RULES_AND_LISTS: list[tuple[dict[str, Any], list[str]]] = [
    ({"/goal": 0}, ["/goal FP-9.1"]),
    ({"/goal": 11}, ["/goal FP-9.1"]),
    ({"/rules/-": "arrows"}, ["/rules/5 FP-11.1"]),
    ({"/variants": ["small-station", "small-station"]}, ["/variants/1 FP-11.1"]),
    ({"/fire/-": "2,2"}, ["/fire/1"]),
    ({"/smoke/-": "2,1"}, ["/smoke/1"]),
    ({"/hot_spots/-": "2,2"}, ["/hot_spots/1"]),
    ({"/fire/-": "9,1"}, ["/fire/3 FP-1.1"]),
    ({"/fire/-": "7,8"}, ["/fire/3 FP-5.8"]),
    ({"/smoke": ["1,9"]}, ["/smoke/0 FP-5.10"]),
    ({"/smoke": ["2,2"]}, ["/smoke/0 FP-5.1"]),
    ({"/threat_markers": 37}, ["/threat_markers FP-1.6"]),
    ({"/threat_markers": -1}, ["/threat_markers FP-1.6"]),
    ({"/threat_markers": 3}, ["/fire FP-1.6"]),
    ({"/hot_spots": ["0,1"]}, ["/hot_spots/0 FP-1.1"]),
    ({"/hot_spot_supply": -1}, ["/hot_spot_supply FP-10.7"]),
    ({"/hot_spot_supply": 23}, ["/hot_spot_supply FP-10.7"]),
    ({"/hot_spot_supply": 22}, []),
    ({"/hazmats": ["7,1"]}, ["/hazmats/0 FP-1.1"]),
    ({"/hazmats": ["6,1"] * 7}, ["/hazmats FP-10.5"]),
    ({"/hazmats": ["6,1"] * 6}, []),
    ({"/hazmats": ["2,2"]}, ["/hazmats/0 FP-5.6"]),
    ({"/damage": {"1,3-1,4": 1}}, ["/damage/1,3-1,4 FP-1.4"]),
    ({"/damage": {"1,1-1,2": 1}}, ["/damage/1,1-1,2 FP-1.3"]),
    ({"/damage": {"2,3-2,4": 3}}, ["/damage/2,3-2,4 FP-1.3"]),
    ({"/damage": {"2,3-2,4": 0}}, ["/damage/2,3-2,4 FP-1.3"]),
    ({"/doors": {"2,3-2,4": "open"}}, ["/doors/2,3-2,4 FP-1.4"]),
]

CREW: list[tuple[dict[str, Any], list[str]]] = [
    ({"/ambulance": None}, ["/ambulance FP-6.1"]),
    ({"/engine": "moon"}, ["/engine FP-6.1"]),
    ({"/firefighters/1/id": "red"}, ["/firefighters/1/id"]),
    ({"/firefighters/1/at": "8,1"}, ["/firefighters/1/at FP-1.1"]),
    ({"/firefighters/1/at": "1,10"}, ["/firefighters/1/at FP-1.1"]),
    ({"/firefighters/1/specialist": None}, ["/firefighters/1/specialist FP-10.8"]),
    ({"/firefighters/1/specialist": "driver"}, ["/firefighters/2/specialist FP-10.8"]),
    ({"/firefighters/1/saved_ap": 5}, ["/firefighters/1/saved_ap FP-3.2"]),
    ({"/firefighters/1/saved_ap": -1}, ["/firefighters/1/saved_ap FP-3.2"]),
    ({"/firefighters/0/saved_ap": 1}, ["/firefighters/0/saved_ap FP-3.1"]),
    ({"/turn/firefighter": "pink"}, ["/turn/firefighter FP-2.1"]),
    ({"/turn/ap": 9}, ["/turn/ap FP-3.1"]),
    ({"/turn/ap": 8}, []),
    ({"/turn/ap": -1}, ["/turn/ap FP-3.1"]),
    ({"/turn/free_ap": 3}, ["/turn/free_ap FP-3.1"]),
    ({"/turn/free_ap": -1}, ["/turn/free_ap FP-3.1"]),
    ({"/turn/commanded": ["pink"]}, ["/turn/commanded/0 FP-7.3"]),
    ({"/turn/commanded": ["red"]}, ["/turn/commanded/0 FP-7.3"]),
    ({"/turn/commanded": ["green", "green"]}, ["/turn/commanded/1 FP-7.3"]),
    ({"/turn/cafs_command_ap": 2}, ["/turn/cafs_command_ap FP-7.3"]),
    ({"/turn/cafs_command_ap": -1}, ["/turn/cafs_command_ap FP-7.3"]),
    ({"/firefighters/0/specialist": "imaging", "/turn/free_ap": 0}, ["/turn/commanded FP-7.3"]),
    ({"/turn/began_at_engine": True}, []),
    ({"/turn/began_at_engine": True, "/turn/acted": False}, ["/turn/began_at_engine FP-6.9"]),
    ({"/turn/began_at_engine": True, "/turn/acted": False, "/firefighters/0/at": "7,2"}, []),
    ({"/firefighters/1/at": "3,2"}, ["/firefighters/1/at FP-4.10"]),
    ({"/firefighters/2/at": "3,2"}, []),
    ({"/firefighters/0/at": "3,2"}, []),
    ({"/firefighters/0/at": "3,2", "/turn/ap": 0}, ["/turn/ap FP-4.10"]),
    ({"/firefighters/2/at": "3,2", "/turn/ap": 0, "/turn/free_ap": 0}, ["/turn/ap FP-4.10"]),
]

POI: list[tuple[dict[str, Any], list[str]]] = [
    ({"/poi/0/at": "7,7"}, ["/poi/1/at FP-1.1"]),
    ({"/poi/0/at": "9,9"}, ["/poi/1/at FP-1.1"]),
    ({"/poi/1": {"at": "5,1", "is": "unknown"}}, ["/poi/1/at FP-8.2"]),
    ({"/poi/0/at": "2,2"}, ["/poi/0/at FP-5.8"]),
    ({"/poi/0/at": "4,5"}, ["/poi/0/at FP-4.6"]),
    ({"/poi/1/at": "0,6"}, ["/poi/0/at FP-6.6"]),
    ({"/poi/1": {"at": "0,5", "is": "treated"}}, ["/poi/0/at FP-6.6"]),
    ({"/poi/1/at": "7,9"}, []),
    (
        {"/poi": [{"at": f"{r},8", "is": "victim"} for r in (1, 2, 3, 4)], "/unrevealed/victims": 6},
        ["/poi FP-8.1"],
    ),
    ({"/unrevealed/victims": 11}, ["/unrevealed/victims FP-8.4"]),
    ({"/unrevealed/victims": 10}, ["/unrevealed/victims FP-8.4"]),
    ({"/unrevealed/victims": -1, "/goal": 1}, ["/unrevealed/victims FP-8.4", "/goal FP-9.4"]),
    ({"/unrevealed/victims": 9}, []),
    ({"/unrevealed/false_alarms": 6}, ["/unrevealed/false_alarms FP-8.4"]),
    ({"/unrevealed/false_alarms": -1}, ["/unrevealed/false_alarms FP-8.4"]),
    ({"/unrevealed": {"victims": 0, "false_alarms": 0}, "/goal": 1}, ["/unrevealed FP-8.4"]),
    ({"/rescued": -1}, ["/rescued FP-8.4"]),
    ({"/lost": -1}, ["/lost FP-8.4"]),
    ({"/lost": 2}, ["/unrevealed/victims FP-8.4"]),
]


@pytest.mark.parametrize(("changes", "expected"), [*RULES_AND_LISTS, *CREW, *POI])
def test_each_contradiction_is_named_with_its_clause(changes: dict[str, Any], expected: list[str]) -> None:
    assert found(edited(experienced(), changes)) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"/hazmats": ["6,1"]}, ["/hazmats FP-11.1"]),
        ({"/hot_spots": ["6,1"]}, ["/hot_spots FP-11.1"]),
        ({"/hot_spot_supply": 1}, ["/hot_spot_supply FP-11.1"]),
        ({"/ambulance": "north"}, ["/ambulance FP-11.1"]),
        ({"/engine": "north"}, ["/engine FP-11.1"]),
        ({"/poi/1/is": "treated"}, ["/poi/1/is FP-11.1"]),
        ({"/poi/1/at": "7,8"}, ["/poi/1/at FP-4.11"]),
        ({"/firefighters/1/specialist": "driver"}, ["/firefighters/1/specialist FP-11.1"]),
        ({"/turn/free_ap": 1}, ["/turn/free_ap FP-3.1"]),
        ({"/turn/ap": 9}, ["/turn/ap FP-3.1"]),
        ({"/turn/commanded": ["blue"]}, ["/turn/commanded FP-7.3"]),
        ({"/turn/began_at_engine": True, "/turn/acted": True}, ["/turn/began_at_engine FP-11.1"]),
        ({"/variants": ["hidden-hazards"]}, ["/variants FP-11.4"]),
        ({"/firefighters": []}, ["/firefighters FP-2.1"]),
        (
            {"/firefighters": [{**family()["firefighters"][0], "id": f"f{i}"} for i in range(7)],
             "/turn/firefighter": "f0"},
            ["/firefighters FP-2.1"],
        ),
    ],
)  # fmt: skip
def test_what_belongs_to_a_rule_is_refused_without_it_fp_11_1(
    changes: dict[str, Any], expected: list[str]
) -> None:
    assert found(edited(family(), changes)) == expected


def test_vehicles_need_two_spots_of_both_kinds_fp_6_2() -> None:
    small = board()
    small["engine_spots"] = small["engine_spots"][:1]
    obj = {
        **family(), "board": small, "rules": ["vehicles"], "fire": [], "smoke": [], "damage": {}, "doors": {},
        "poi": [], "ambulance": "north", "engine": "east",
        "firefighters": [{"id": "red", "at": "0,0", "specialist": None, "saved_ap": 0}],
    }  # fmt: skip
    assert found(obj) == ["/rules FP-6.2"]
    assert found({**obj, "rules": [], "ambulance": None, "engine": None}) == []


@pytest.mark.parametrize(
    ("count", "phase", "expected"),
    [
        (23, turn("action"), []),
        (24, turn("action"), ["/damage FP-9.3"]),
        (24, turn("over", result="lost", reason="collapse"), []),
        (26, turn("over", result="lost", reason="collapse"), ["/damage FP-1.5"]),
    ],
)
def test_the_24th_damage_marker_ends_the_game_fp_1_5(
    count: int, phase: dict[str, Any], expected: list[str]
) -> None:
    walls = Position.from_json(family()).board.to_json()["walls"]
    damage = dict.fromkeys(walls[: count // 2], 2) | ({walls[20]: 1} if count % 2 else {})
    problems = found(edited(family(), {"/damage": damage, "/turn": phase}))
    assert [problem for problem in problems if not problem.startswith("/turn/reason")] == expected


RESET = {
    "ap": (1, 0), "free_ap": (1, 0), "acted": (True, False), "began_at_engine": (True, False),
    "commanded": (["green"], []), "cafs_command_ap": (1, 0),
}  # fmt: skip


@pytest.mark.parametrize("key", RESET)
@pytest.mark.parametrize(
    "phase",
    [
        turn("advance_fire", flare_up=False),
        turn("replenish"),
        turn("reveal", at="5,1", cause="fire"),
        turn("reveal", at="5,1", cause="replenish"),
        turn("over", result="lost", reason="victims"),
    ],
    ids=lambda phase: f"{phase['phase']}-{phase.get('cause', '')}",
)
def test_from_end_on_the_turn_is_reset_fp_2_2(phase: dict[str, Any], key: str) -> None:
    lost = {"/lost": 4, "/unrevealed/victims": 4} if phase["phase"] == "over" else {}
    obj = edited(experienced(), {"/turn": phase, **lost})
    assert found(obj) == []
    assert found(changed(obj, f"/turn/{key}", RESET[key][0])) == [f"/turn/{key} FP-2.2"]


UNSETTLED = {"/fire": ["0,1", "3,6", "5,1"], "/firefighters/0/at": "7,4"}


@pytest.mark.parametrize(
    ("phase", "settled"),
    [
        (turn("advance_fire", flare_up=True), False),
        (turn("reveal", at="5,1", cause="fire"), False),
        (turn("advance_fire", flare_up=False), True),
        (turn("replenish"), True),
        (turn("reveal", at="5,1", cause="replenish"), True),
    ],
    ids=lambda value: value["phase"] if isinstance(value, dict) else str(value),
)
def test_fire_outside_and_what_burns_is_only_there_before_fp_5_8_is_over(
    phase: dict[str, Any], settled: bool
) -> None:
    burning = ["/fire/0 FP-5.8", "/hazmats/0 FP-5.6", "/hazmats/1 FP-5.6", "/poi/0/at FP-5.8"]
    assert found(edited(experienced(), {**UNSETTLED, "/turn": phase})) == (burning if settled else [])


def test_a_face_down_poi_under_a_firefighter_is_what_comes_next_fp_4_6() -> None:
    changes = {"/poi/0/at": "4,4", "/turn": turn("reveal", at="4,4", cause="enter", ap=3, acted=True)}
    assert found(edited(experienced(), changes)) == []
    other = {**changes, "/turn": turn("reveal", at="5,1", cause="enter", ap=3, acted=True)}
    assert found(edited(experienced(), other)) == ["/poi/0/at FP-4.6", "/turn/at FP-4.6"]


@pytest.mark.parametrize("at", ["5,8", "1,1"])
def test_a_reveal_needs_a_face_down_poi_there(at: str) -> None:
    obj = edited(experienced(), {"/turn": turn("reveal", at=at, cause="identify", ap=1, acted=True)})
    assert found(obj) == ["/turn/at FP-4.6"]


@pytest.mark.parametrize(
    ("dice", "rerolled", "expected"),
    [
        ([None, None], [], []),
        ([None, None], ["red", "black"], []),
        ([None, None], ["red"], ["/turn/rerolled FP-7.6"]),
        ([None, 3], ["red"], []),
        ([None, 3], ["red", "black"], []),
        ([None, 3], ["black"], ["/turn/rerolled FP-7.6"]),
        ([None, 3], [], ["/turn/rerolled FP-7.6"]),
        ([6, 8], [], ["/turn/dice FP-6.8"]),
        ([7, None], ["black"], ["/turn/dice FP-6.8"]),
        ([None, 9], ["red"], ["/turn/dice FP-6.8"]),
        ([None, 0], ["red"], ["/turn/dice FP-6.8"]),
        ([None, 1], ["red", "red"], ["/turn/rerolled FP-7.6"]),
    ],
)
def test_the_dice_of_a_roll_fit_what_was_rerolled_fp_7_6(
    dice: list[Any], rerolled: list[str], expected: list[str]
) -> None:
    assert found(driver("deck_gun_roll", dice=dice, rerolled=rerolled)) == expected


@pytest.mark.parametrize(
    ("dice", "rerolled", "expected"),
    [
        ([1, 8], [], []),
        ([1, 8], ["black"], []),
        ([1, 8], ["red", "black"], ["/turn/rerolled FP-7.6"]),
        ([1, None], [], ["/turn/dice FP-7.6"]),
        ([1, 9], [], ["/turn/dice FP-6.8"]),
    ],
)
def test_the_dice_of_a_choice_lie_there_fp_7_6(
    dice: list[Any], rerolled: list[str], expected: list[str]
) -> None:
    assert found(driver("deck_gun_choice", dice=dice, rerolled=rerolled)) == expected


def test_only_the_driver_chooses_and_rerolls_fp_7_6() -> None:
    captain = {"/firefighters/0/specialist": "imaging"}
    choice = edited(driver("deck_gun_choice", dice=[1, 1], rerolled=[]), captain)
    again = edited(driver("deck_gun_roll", dice=[None, 1], rerolled=["red"]), captain)
    assert found(choice) == ["/turn/phase FP-7.6"]
    assert found(again) == ["/turn/rerolled FP-7.6"]


def test_the_deck_gun_needs_vehicles_and_no_murphys_law_fp_6_8() -> None:
    obj = driver("deck_gun_roll", dice=[None, None], rerolled=[])
    without = {"/rules": [rule for rule in RULES if rule != "vehicles"], "/ambulance": None, "/engine": None}
    assert found(edited(obj, without)) == ["/turn/phase FP-6.8"]
    assert found(edited(obj, {"/variants": ["murphys-law"]})) == ["/turn/phase FP-11.3"]


def test_a_flare_up_needs_hot_spots_fp_5_7() -> None:
    assert found(changed(family(), "/turn", turn("advance_fire", flare_up=True))) == ["/turn/flare_up FP-5.7"]
    assert found(changed(family(), "/turn", turn("advance_fire", flare_up=False))) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"/poi/-": {"at": "1,1", "is": "victim"}, "/unrevealed/victims": 7}, ["/turn/phase FP-8.1"]),
        ({"/unrevealed": {"victims": 1, "false_alarms": 0}, "/goal": 1}, ["/turn/phase FP-8.1"]),
        ({"/unrevealed": {"victims": 1, "false_alarms": 1}, "/goal": 1}, []),
    ],
)
def test_replenish_has_something_to_do_fp_8_1(changes: dict[str, Any], expected: list[str]) -> None:
    assert found(edited(family(), {"/turn": turn("replenish"), **changes})) == expected


ENDS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("/rescued", "FP-9.1", "rescued", {"/rescued": 1, "/goal": 1, "/unrevealed/victims": 7}),
    ("/lost", "FP-9.2", "victims", {"/lost": 4, "/unrevealed/victims": 4, "/goal": 3}),
    ("/goal", "FP-9.4", "unreachable", {"/unrevealed/victims": 5}),
]


@pytest.mark.parametrize(("pointer", "clause", "reason", "changes"), ENDS)
def test_an_end_of_the_game_is_over_fp_9(
    pointer: str, clause: str, reason: str, changes: dict[str, Any]
) -> None:
    result = "won" if reason == "rescued" else "lost"
    obj = edited(family(), changes)
    assert found(obj) == [f"{pointer} {clause}"]
    assert found(changed(obj, "/turn", turn("over", result=result, reason=reason))) == []
    wrong = "lost" if result == "won" else "won"
    assert found(changed(obj, "/turn", turn("over", result=wrong, reason=reason))) == [
        f"/turn/result {clause}"
    ]
    assert found(changed(family(), "/turn", turn("over", result=result, reason=reason))) == [
        f"/turn/reason {clause}"
    ]


def test_a_reveal_by_fire_comes_before_the_end_fp_5_8() -> None:
    changes = {"/lost": 4, "/unrevealed/victims": 4, "/fire": ["5,1"]}
    obj = edited(family(), {**changes, "/turn": turn("reveal", at="5,1", cause="fire")})
    assert found(obj) == []


def test_in_the_other_phases_nobody_needs_a_way_out_fp_4_10() -> None:
    obj = edited(experienced(), {"/firefighters/1/at": "3,2", "/turn": turn("advance_fire", flare_up=False)})
    assert found(obj) == []


def test_everything_wrong_is_named_at_once() -> None:
    changes = {"/goal": 0, "/hazmats": ["0,0"], "/turn/ap": 12, "/firefighters/2/at": "9,9"}
    expected = ["/goal FP-9.1", "/hazmats/0 FP-1.1", "/firefighters/2/at FP-1.1", "/turn/ap FP-3.1"]
    assert found(edited(experienced(), changes)) == expected


@needs_shared
@pytest.mark.shared
def test_the_corpus_of_refusals_is_refused_at_the_very_field() -> None:
    folder = SHARED / "conformance" / "refused"
    for name, entry in read_json(folder / "index.json").items():
        if "event" in entry:
            continue
        kind = Record if entry["command"] == "replay" else Position
        with pytest.raises(AdvisorError) as caught:
            kind.from_json(read_json(folder / name))
        error = caught.value
        assert isinstance(error, (FormatError, PositionError))
        problem = error.problem if isinstance(error, FormatError) else error.problems[0]
        if entry["pointer"]:
            assert problem.pointer in [entry["pointer"], *entry.get("or", [])], name
            assert problem.pointer in str(error), name
        assert entry.get("clause", problem.clause) == problem.clause, name
        assert "\n" not in str(error)


@needs_shared
@pytest.mark.shared
def test_the_rule_questions_about_positions_are_answered() -> None:
    count = 0
    for path in sorted((SHARED / "cases" / "rules").glob("*.json")):
        case = read_json(path)
        if case["expect"].get("refused", {}).get("event") == 0:
            with pytest.raises(PositionError) as caught:
                Record.from_json(case["record"])
            assert {problem.clause for problem in caught.value.problems} & set(case["clause"]), path.name
            count += 1
        else:
            Record.from_json(case["record"])
    assert count >= 10
