"""What a set-up refuses: wrong options, wrong dice, boards that burn all over (FP-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from advisor.errors import UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.setup import SetUp, make

BASE_1 = Board.shipped("base-1")
HUT, SHED = Board.shipped("hut"), Board.shipped("shed")
EXPERIENCED = ("recruit", "veteran", "heroic")


def refusal(board: Board, /, dice: list[int] | None = None, **options: Any) -> str:
    with pytest.raises(UsageError) as caught:
        make(SetUp(board, **options), dice)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 300
    return text


def test_a_die_that_is_wrong_missing_or_left_over_is_named() -> None:
    assert refusal(BASE_1, [9], level="recruit") == (
        "dice: die 1: 9, expected the black die for 1st explosion, 1 to 8"
    )
    assert refusal(BASE_1, [4, 0], level="recruit") == (
        "dice: die 2: 0, expected the red die for 2nd explosion, 1 to 6"
    )
    assert refusal(BASE_1, [4, 1, 1], level="recruit") == (
        "dice: die 4: no dice are left, expected the red die for 3rd explosion, 1 to 6"
    )
    assert refusal(BASE_1, [1], level="family") == "dice: 1 given, expected the 0 that the set-up takes"
    assert ': "3", expected' in refusal(BASE_1, ["3"], level="recruit")  # type: ignore[list-item]
    assert ": true, expected" in refusal(BASE_1, [True], level="recruit")


def test_an_iterator_of_dice_is_read_no_further_than_needed() -> None:
    made = make(SetUp(BASE_1, "recruit", seed=3))

    def table() -> Iterator[int]:
        yield from made.dice
        pytest.fail("one more die was asked for")

    assert make(SetUp(BASE_1, "recruit", seed=3), table()) == made


def test_a_board_that_burns_all_over_is_said_and_nothing_rolls_for_ever() -> None:
    for level in EXPERIENCED:
        text = refusal(HUT, level=level)
        assert 'has nowhere to go, every square of board "hut" has fire on it' in text
    assert "fire or" not in refusal(SHED, level="random-family")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (
            {"level": "hard"},
            'level: "hard", expected one of family, random-family, recruit, veteran, heroic',
        ),
        (
            {"rules": ["doors"]},
            'rules: "doors", expected any of specialists, hazmats, vehicles, hot_spots, arrows',
        ),
        ({"rules": ["arrows", "arrows"]}, 'rules: "arrows" twice, expected each of them once'),
        (
            {"variants": ["fog"]},
            'variants: "fog", expected any of small-station, murphys-law, hidden-hazards',
        ),
        (
            {"variants": ["hidden-hazards"]},
            'variants: "hidden-hazards", expected the rule hazmats with it (FP-11.4)',
        ),
        ({"firefighters": 7}, "firefighters: 7, expected a whole number from 1 to 6"),
        ({"firefighters": 0}, "firefighters: 0, expected a whole number from 1 to 6"),
        ({"ids": list("abcdefg")}, "firefighters: 7, expected a whole number from 1 to 6"),
        ({"ids": ["red", "red"]}, 'ids: "red" twice, expected different ones'),
        ({"ids": ["Red"]}, 'ids: "Red", expected a small letter'),
        ({"ids": ["a\n"]}, 'ids: "a\\n", expected a small letter'),
        ({"ids": ["a"], "firefighters": 2}, "ids: 1 given, expected one for each of 2 firefighters"),
        (
            {"specialists": ["driver"]},
            'specialists: "driver", expected the rule specialists with it (FP-11.1)',
        ),
        (
            {"level": "recruit", "specialists": ["driver", None, "driver"]},
            'specialists: "driver" for red and for green, expected different ones (FP-10.8)',
        ),
        (
            {"level": "recruit", "specialists": ["medic"]},
            'specialists: "medic", expected any of paramedic, captain',
        ),
        (
            {"specialists": [None] * 4},
            "specialists: 4 given, expected at most one for each of 3 firefighters",
        ),
        (
            {"squares": ["1,1"]},
            'squares: "1,1" for red, expected a square outside the building, in the ring from 0,0 to 7,9',
        ),
        ({"squares": [None, (8, 0)]}, 'squares: "8,0" for blue, expected a square outside'),
        ({"squares": ["x" * 500]}, f'squares: "{"x" * 37}..." for red, expected'),
        ({"squares": "0,0"}, 'squares: the text "0,0", expected a list with one for each firefighter'),
        ({"ambulance": "north"}, 'ambulance: "north", expected the rule vehicles with it (FP-11.1)'),
        (
            {"level": "recruit", "engine": "roof"},
            'engine: "roof", expected one of its parking spots: north, east, south, west',
        ),
        ({"goal": 0}, "goal: 0, expected a whole number from 1 to 10"),
        ({"goal": 11}, "goal: 11, expected a whole number from 1 to 10"),
        ({"threat_markers": 37}, "threat markers: 37, expected a whole number from 0 to 36"),
        ({"seed": "1"}, 'seed: "1", expected a whole number'),
    ],
)
def test_wrong_options_are_refused_in_one_clear_line(options: dict[str, Any], text: str) -> None:
    assert refusal(BASE_1, **options).startswith(text)


def test_vehicles_need_a_board_with_two_spots_of_each_kind_fp_6_1() -> None:
    assert refusal(SHED, level="recruit").startswith(
        'rules: "vehicles" on the board "shed", expected a board with two or more parking spots'
    )
