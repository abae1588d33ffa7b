"""Positions: reading, refusing what has no shape, the normal form, and what a position answers."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.errors import AdvisorError, FormatError, IllegalEvent, PositionError
from advisor.files import dump_json, dump_line, read_json
from advisor.flashpoint.board import Board
from advisor.flashpoint.position import Position
from json_samples import SHARED, board, changed, experienced, family, needs_shared, turn, without


@pytest.mark.parametrize("obj", [family(), experienced()], ids=["family", "experienced"])
def test_a_position_in_normal_form_is_written_to_the_last_byte(obj: dict[str, Any]) -> None:
    assert dump_json(Position.from_json(obj).to_json()) == dump_json(obj)


def test_lists_are_put_in_order() -> None:
    obj = experienced()
    obj["poi"] = [
        {"at": "5,8", "is": "treated"},
        {"at": "5,8", "is": "victim"},
        {"at": "5,8", "is": "unknown"},
    ]
    obj["damage"] = {"2,3-2,4": 1, "0,1-1,1": 2}
    obj["turn"]["commanded"] = ["green", "blue"]
    obj["variants"] = ["murphys-law", "small-station"]
    for key in ("rules", "fire", "hot_spots"):
        obj[key].reverse()
    made = Position.from_json(obj)
    assert made.rules == ("specialists", "hazmats", "vehicles", "hot_spots", "arrows")
    assert made.variants == ("small-station", "murphys-law")
    assert made.fire == ((2, 2), (2, 3), (3, 2))
    assert [poi.kind for poi in made.poi] == ["unknown", "victim", "treated"]
    assert made.damage == ((((0, 1), (1, 1)), 2), (((2, 3), (2, 4)), 1))
    assert made.turn.commanded == ("blue", "green")
    assert Position.from_json(made.to_json()) == made


def test_rerolled_dice_are_put_in_order_fp_7_6() -> None:
    further = {"dice": [None, None], "rerolled": ["black", "red"]}
    obj = changed(experienced(), "/turn", {**turn("deck_gun_roll"), **further})
    made = Position.from_json(changed(obj, "/firefighters/0/specialist", "driver"), check=False)
    assert made.turn.rerolled == ("red", "black")


def test_a_shipped_board_is_written_by_its_id_and_a_whole_one_stays_whole() -> None:
    whole = changed(family(), "/board", Board.shipped("base-1").to_json())
    assert Position.from_json(family()).to_json()["board"] == "base-1"
    assert Position.from_json(whole).to_json() == whole
    assert Position.from_json(whole) == Position.from_json(family())


@needs_shared
@pytest.mark.shared
def test_every_position_of_the_corpus_is_sound_and_written_to_the_last_byte() -> None:
    count = 0
    for path in sorted((SHARED / "conformance" / "games").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in list(lines)[::5]:
                obj = json.loads(line)["position"]
                assert dump_line(Position.from_json(obj).to_json()) == dump_line(obj)
                count += 1
    assert count > 1000


@needs_shared
@pytest.mark.shared
def test_the_odd_files_to_accept_are_put_in_normal_form() -> None:
    folder = SHARED / "conformance" / "accepted"
    for expected in sorted(folder.glob("*.expected.json")):
        obj = read_json(folder / expected.name.replace(".expected", ""))
        made = Position.from_json(obj.get("position", obj))
        assert dump_json(made.to_json()) == dump_json(read_json(expected)["position"]), expected.name


@pytest.mark.parametrize(
    ("pointer", "value", "message"),
    [
        ("/format", "flash-point/board@1", '/format: "flash-point/board@1", expected flash-point/position@1'),
        ("/board", 7, "/board: 7, expected the id of a board or a board"),
        ("/board", "base-9", '/board: no board "base-9", expected one of base-1, '),
        ("/board", {}, "/board/format: missing key"),
        ("/note", 1, "/note: unknown key"),
        ("/a~b", 1, "/a~0b: unknown key"),
        ("/rules", "arrows", '/rules: "arrows", expected a list'),
        (
            "/rules",
            ["arrow"],
            '/rules/0: "arrow", expected one of specialists, hazmats, vehicles, hot_spots, a',
        ),
        ("/goal", 7.0, "/goal: 7.0, expected a whole number"),
        ("/goal", True, "/goal: true, expected a whole number"),
        ("/goal", None, "/goal: null, expected a whole number"),
        ("/fire/1", "2,03", '/fire/1: "2,03", expected a square "row,column"'),
        ("/fire/1", 23, '/fire/1: 23, expected a square "row,column"'),
        ("/fire/1", "２,3", '/fire/1: "２,3", expected a square "row,column"'),
        ("/fire", {"2,2": 1}, "/fire: an object, expected a list"),
        ("/damage", [], "/damage: [], expected an object"),
        ("/damage", {"2,4-2,3": 1}, '/damage/2,4-2,3: "2,4-2,3", expected an edge "r,c-r,c"'),
        ("/damage", {"2,3-2,4": "1"}, '/damage/2,3-2,4: "1", expected a whole number'),
        ("/damage", {"a/b": 1}, '/damage/a~1b: "a/b", expected an edge "r,c-r,c"'),
        ("/doors", {"1,3-1,4": "closed"}, '/doors/1,3-1,4: "closed", expected one of open, destroyed'),
        ("/poi/0", "5,1", '/poi/0: "5,1", expected an object'),
        ("/poi/0/is", "hidden", '/poi/0/is: "hidden", expected one of unknown, victim, treated'),
        ("/poi/0/kind", "victim", "/poi/0/kind: unknown key"),
        ("/unrevealed", None, "/unrevealed: null, expected an object"),
        ("/ambulance", 1, "/ambulance: 1, expected a text"),
        ("/firefighters/0/id", "Red", '/firefighters/0/id: "Red", expected an id [a-z][a-z0-9-]{0,15}'),
        ("/firefighters/0/id", "red\n", '/firefighters/0/id: "red\\n", expected an id [a-z][a-z0-9-]{0,15}'),
        (
            "/firefighters/0/specialist",
            "cook",
            '/firefighters/0/specialist: "cook", expected one of paramedic,',
        ),
        ("/turn", [], "/turn: [], expected an object"),
        ("/turn", {}, "/turn/phase: missing key"),
        (
            "/turn/phase",
            "ending",
            '/turn/phase: "ending", expected one of action, reveal, deck_gun_roll, deck_',
        ),
        ("/turn/phase", [], "/turn/phase: [], expected one of action, "),
        ("/turn/phase", "reveal", "/turn/at: missing key"),
        ("/turn/acted", 0, "/turn/acted: 0, expected true or false"),
        ("/turn/action", 1, "/turn/action: unknown key"),
        ("/turn/flare_up", True, "/turn/flare_up: unknown key, it belongs to the phase advance_fire"),
        (
            "/turn/dice",
            [1, 1],
            "/turn/dice: unknown key, it belongs to the phase deck_gun_roll or deck_gun_ch",
        ),
        (
            "/turn",
            turn("deck_gun_roll", dice=[1], rerolled=[]),
            "/turn/dice: [1], expected a list of two, not",
        ),
        (
            "/turn",
            turn("deck_gun_roll", dice=[1, "2"], rerolled=[]),
            '/turn/dice/1: "2", expected a whole num',
        ),
        (
            "/turn",
            turn("deck_gun_roll", dice=[1, 2], rerolled=["blue"]),
            '/turn/rerolled/0: "blue", expected one',
        ),
        (
            "/turn",
            turn("over", result="draw", reason="rescued"),
            '/turn/result: "draw", expected one of won, l',
        ),
    ],
)
def test_a_wrong_shape_is_refused_naming_the_field(pointer: str, value: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        Position.from_json(changed(family(), pointer, value), check=False)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("key", family())
def test_a_missing_key_of_a_position_is_named(key: str) -> None:
    with pytest.raises(FormatError, match=f"^/position/{key}: missing key$"):
        Position.from_json(without(family(), key), pointer="/position")


@pytest.mark.parametrize("key", turn("action"))
def test_a_missing_key_of_the_turn_is_named(key: str) -> None:
    with pytest.raises(FormatError, match=f"^/turn/{key}: missing key$"):
        Position.from_json(changed(family(), "/turn", without(turn("action"), key)))


@pytest.mark.parametrize("value", [None, 1, "fp", [], [1]])
def test_a_position_must_be_an_object(value: Any) -> None:
    with pytest.raises(FormatError, match=r"expected an object$"):
        Position.from_json(value)


def test_pointers_count_the_entries_as_they_came() -> None:
    obj = changed(family(), "/fire", ["3,2", "7,1", "2,2"])
    with pytest.raises(PositionError) as caught:
        Position.from_json(obj, pointer="/position")
    assert [problem.pointer for problem in caught.value.problems] == ["/position/fire/1"]
    assert [p.pointer for p in Position.from_json(obj, check=False).problems()] == ["/fire/2"]


def test_an_unsound_position_can_be_read_unchecked_and_says_what_is_wrong() -> None:
    obj = changed(changed(family(), "/goal", 0), "/turn/ap", 9)
    made = Position.from_json(obj, check=False)
    assert made.to_json() == obj
    assert [problem.pointer for problem in made.problems()] == ["/goal", "/turn/ap"]
    with pytest.raises(PositionError, match=r"^/goal: 0, expected 1 to 10 \(FP-9.1\) \(and 1 more\)$"):
        Position.from_json(obj)


def test_what_a_position_answers() -> None:
    made = Position.from_json(experienced())
    assert made.active.id == "red"
    assert made.firefighter("blue").saved_ap == 4
    assert (made.damage_count, made.threats_left) == (1, 36 - 4)
    assert (made.is_over, made.result) == (False, None)
    with pytest.raises(KeyError):
        made.firefighter("pink")
    over = changed(family(), "/turn", turn("over", result="lost", reason="victims"))
    lost = Position.from_json({**over, "lost": 4, "unrevealed": {"victims": 4, "false_alarms": 5}})
    assert (lost.is_over, lost.result) == (True, "lost")


def test_actions_and_chance_come_from_the_core_fp_2_1() -> None:
    made = Position.from_json(family())
    assert ("end", 0) in made.legal()
    assert made.chance() == ()
    ended = made.apply("end")
    assert (ended.turn.phase, ended.firefighters[0].saved_ap) == ("advance_fire", 4)
    assert ended.legal() == ()
    assert sum(p for _, p in ended.chance()) == 1
    assert dict(ended.chance())["roll 6,8"] == Fraction(1, 48)
    with pytest.raises(IllegalEvent):
        ended.apply("end")


def test_a_position_made_by_hand_is_looked_at_as_a_whole() -> None:
    made = Position.from_json(family())
    bad = replace(made, turn=replace(made.turn, phase="reveal"))
    assert [str(problem) for problem in bad.problems()] == [
        "/turn/at: missing key",
        "/turn/cause: missing key",
    ]
    faulty = replace(Board.from_json(board()), rows=0)
    assert [problem.pointer for problem in replace(made, board=faulty).problems()] == ["/board/rows"]


JUNK: list[Any] = [
    None, True, 0, 1, 4, 24, 37, -1, 2.5, "", "red", "1,1", "0,9", "8,3", "0,1-1,1", "2,3-2,4", "open",
    "victim", "unknown", "captain", "action", "reveal", "over", "fire", [], ["1,1"], [None, 3], {},
    {"at": "1,1", "is": "victim"},
]  # fmt: skip


@given(st.data(), st.sampled_from([family, experienced]))
@settings(max_examples=150, deadline=None)
def test_whatever_is_changed_a_position_is_sound_or_refused_in_one_line(
    data: st.DataObject, make: Any
) -> None:
    obj = make()
    for _ in range(data.draw(st.integers(1, 3))):
        at: Any = obj
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(at[key], (dict, list)) and data.draw(st.booleans()):
                at = at[key]
                continue
            at[key] = data.draw(st.sampled_from(JUNK))
            break
    try:
        made = Position.from_json(obj)
    except AdvisorError as error:
        message = str(error)
    else:
        message = ""
        assert Position.from_json(made.to_json()) == made
        assert made.problems() == ()
        assert made.legal() or made.chance() or made.is_over
    assert "\n" not in message
    assert len(message) < 300
