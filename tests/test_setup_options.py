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
    assert refusal(BASE_1, [9], level="recruit") == "die 1: 1st explosion wants the black die, 1 to 8, not 9"
    assert refusal(BASE_1, [4, 0], level="recruit") == "die 2: 2nd explosion wants the red die, 1 to 6, not 0"
    assert refusal(BASE_1, [4, 1, 1], level="recruit") == (
        "die 4: 3rd explosion wants the red die, 1 to 6, but no dice are left"
    )
    assert refusal(BASE_1, [1], level="family") == "dice: the set-up took 0, but 1 were given"
    assert "not '3'" in refusal(BASE_1, ["3"], level="recruit")  # type: ignore[list-item]
    assert "not True" in refusal(BASE_1, [True], level="recruit")


def test_an_iterator_of_dice_is_read_no_further_than_needed() -> None:
    made = make(SetUp(BASE_1, "recruit", seed=3))

    def table() -> Iterator[int]:
        yield from made.dice
        pytest.fail("one more die was asked for")

    assert make(SetUp(BASE_1, "recruit", seed=3), table()) == made


def test_a_board_that_burns_all_over_is_said_and_nothing_rolls_for_ever() -> None:
    for level in EXPERIENCED:
        text = refusal(HUT, level=level)
        assert "has nowhere to go, every square of board 'hut' has fire on it" in text
    assert "fire or" not in refusal(SHED, level="random-family")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (
            {"level": "hard"},
            "level: expected one of family, random-family, recruit, veteran, heroic, not 'hard'",
        ),
        ({"rules": ["doors"]}, "rules: expected any of specialists, hazmats, vehicles, hot_spots, arrows"),
        ({"rules": ["arrows", "arrows"]}, "rules: 'arrows' is named twice"),
        (
            {"variants": ["fog"]},
            "variants: expected any of small-station, murphys-law, hidden-hazards, not 'fog'",
        ),
        ({"variants": ["hidden-hazards"]}, "variants: 'hidden-hazards' needs the rule 'hazmats' (FP-11.4)"),
        ({"firefighters": 7}, "firefighters: expected a whole number from 1 to 6, not 7"),
        ({"firefighters": 0}, "firefighters: expected a whole number from 1 to 6, not 0"),
        ({"ids": list("abcdefg")}, "firefighters: expected a whole number from 1 to 6, not 7"),
        ({"ids": ["red", "red"]}, "ids: 'red' is named twice"),
        ({"ids": ["Red"]}, "ids: expected a small letter"),
        ({"ids": ["a\n"]}, "ids: expected a small letter"),
        ({"ids": ["a"], "firefighters": 2}, "ids: expected one for each of 2 firefighters, not 1"),
        ({"specialists": ["driver"]}, "specialists: 'driver' needs the rule 'specialists' (FP-11.1)"),
        (
            {"level": "recruit", "specialists": ["driver", None, "driver"]},
            "specialists: red and green cannot both be 'driver' (FP-10.8)",
        ),
        ({"level": "recruit", "specialists": ["medic"]}, "specialists: expected any of paramedic, captain"),
        ({"specialists": [None] * 4}, "specialists: expected at most one for each of 3 firefighters, not 4"),
        (
            {"squares": ["1,1"]},
            "squares: red starts outside the building, in the ring from 0,0 to 7,9, not on '1,1'",
        ),
        ({"squares": [None, (8, 0)]}, "squares: blue starts outside the building"),
        ({"squares": ["x" * 500]}, "squares: red starts outside the building"),
        ({"squares": "0,0"}, "squares: expected one for each firefighter, not the text '0,0'"),
        ({"ambulance": "north"}, "ambulance: a parking spot needs the rule 'vehicles' (FP-11.1)"),
        (
            {"level": "recruit", "engine": "roof"},
            "engine: expected a parking spot, one of north, east, south, west, not 'roof'",
        ),
        ({"goal": 0}, "goal: expected a whole number from 1 to 10, not 0"),
        ({"goal": 11}, "goal: expected a whole number from 1 to 10, not 11"),
        ({"threat_markers": 37}, "threat markers: expected a whole number from 0 to 36, not 37"),
        ({"seed": "1"}, "seed: expected a whole number, not '1'"),
    ],
)
def test_wrong_options_are_refused_in_one_clear_line(options: dict[str, Any], text: str) -> None:
    assert refusal(BASE_1, **options).startswith(text)


def test_vehicles_need_a_board_with_two_spots_of_each_kind_fp_6_1() -> None:
    assert refusal(SHED, level="recruit").startswith("rules: 'vehicles' needs two or more parking spots")
