"""FP-6.1 to FP-6.7: vehicles, riders and rescue at the ambulance, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.errors import FormatError
from advisor.flashpoint.board import Board
from clause_positions import (
    EXPERIENCED,
    board,
    clause_of,
    clauses_against,
    costs,
    fire_phase,
    house,
    play,
    show,
)

AMBULANCE = {"north": ["0,5", "0,6"], "east": ["3,9", "4,9"], "south": ["7,3", "7,4"], "west": ["3,0", "4,0"]}
ENGINE = {"north": ["0,7", "0,8"], "east": ["5,9", "6,9"], "south": ["7,1", "7,2"], "west": ["1,0", "2,0"]}
ROUND = ["north", "east", "south", "west"]


def scene(crew: dict[str, str], **more: Any) -> Any:
    return house(rules=["vehicles"], firefighters=crew, **more)


# 6.1 and 6.2


@pytest.mark.parametrize("board_id", ["base-1", "base-2"])
def test_each_vehicle_has_four_spots_of_two_adjacent_outside_squares_fp_6_1(board_id: str) -> None:
    shipped = Board.shipped(board_id)
    for spots in (shipped.ambulance_spots, shipped.engine_spots):
        assert len(spots) == 4
        for spot in spots:
            (a, b), (c, d) = spot.squares
            assert abs(a - c) + abs(b - d) == 1
            assert not shipped.is_inside(spot.squares[0])
            assert not shipped.is_inside(spot.squares[1])


@pytest.mark.parametrize("squares", [["0,4", "0,6"], ["0,4", "1,4"], ["0,4", "0,4"], ["0,9", "1,8"]])
def test_a_spot_is_two_adjacent_outside_squares_fp_6_1(squares: list[str]) -> None:
    made = board()
    made["ambulance_spots"][0]["squares"] = squares
    with pytest.raises(FormatError):
        house(on=made)


def test_vehicles_block_nothing_fp_6_1() -> None:
    position = scene({"red": "0,4"}, ambulance="north", engine="north")
    after = play(position, "move 0,5", "move 0,6", "move 0,7", "move 0,8")
    assert show(after)["at"]["red"] == "0,8"
    # Fire comes out where the engine stands, and goes again.
    blown = fire_phase(
        on=board(gaps=["0,8-1,8"]),
        rules=["vehicles"],
        engine="north",
        fire=["1,8"],
        firefighters={"red": "5,5"},
    )
    burnt = show(play(blown, "roll 1,8"))
    assert (burnt["engine"], burnt["fire"]) == ("north", ["1,7", "1,8", "2,8"])


@pytest.mark.parametrize("square", ["7,1", "7,2"])
def test_on_either_square_one_is_at_the_vehicle_fp_6_1(square: str) -> None:
    position = scene({"red": square}, engine="south")
    assert costs(position)["fire-deck-gun"] == 4
    assert costs(position)[f"drive engine west red@{ENGINE['west'][1]}"] == 2


@pytest.mark.parametrize("spot", ROUND)
def test_the_ambulance_drives_to_the_next_spot_either_way_round_for_2_fp_6_2(spot: str) -> None:
    i = ROUND.index(spot)
    position = scene({"red": "3,3"}, ambulance=spot)
    neighbours = {ROUND[(i + 1) % 4], ROUND[i - 1]}
    assert costs(position, "drive") == {f"drive ambulance {name}": 2 for name in neighbours}
    for name in neighbours:
        after = play(position, f"drive ambulance {name}")
        assert (after.ambulance, after.turn.ap, after.engine) == (name, 2, "south")
    assert clause_of(position, f"drive ambulance {ROUND[i - 2]}") == "FP-6.2"
    assert clause_of(position, f"drive ambulance {spot}") == "FP-6.2"
    assert (
        clause_of(scene({"red": "3,3"}, ambulance=spot, ap=1), f"drive ambulance {ROUND[i - 1]}") == "FP-2.2"
    )


@pytest.mark.parametrize("spot", ROUND)
def test_the_engine_drives_to_the_next_spot_either_way_round_for_2_fp_6_2(spot: str) -> None:
    i = ROUND.index(spot)
    here = ENGINE[spot][0]
    position = scene({"red": here}, engine=spot, ambulance="east")
    expected = {
        f"drive engine {name} red@{square}": 2
        for name in (ROUND[(i + 1) % 4], ROUND[i - 1])
        for square in ENGINE[name]
    }
    assert {t: c for t, c in costs(position, "drive").items() if "engine" in t} == expected
    across = ROUND[i - 2]
    assert clause_of(position, f"drive engine {across} red@{ENGINE[across][0]}") == "FP-6.2"


def test_with_three_spots_there_are_two_ways_and_with_two_only_one_fp_6_2() -> None:
    three = house(on="cottage", rules=["vehicles"], ambulance="south", engine="west")
    assert set(costs(three, "drive")) == {"drive ambulance north", "drive ambulance east"}
    two = house(on="hut", rules=["vehicles"], ambulance="s", engine="w")
    assert set(costs(two, "drive")) == {"drive ambulance n"}


# 6.3 to 6.5: who drives and rides


def test_the_engine_is_driven_only_by_one_at_it_who_moves_along_fp_6_3() -> None:
    away = scene({"red": "7,3", "blue": "7,1"}, engine="south")
    assert clause_of(away, "drive engine west red@1,0") == "FP-6.3"
    assert clause_of(away, "drive engine west blue@1,0") == "FP-6.3"
    driver = scene({"red": "7,1"}, engine="south")
    assert clause_of(driver, "drive engine west") == "FP-6.3"
    after = play(driver, "drive engine west red@2,0")
    assert (after.engine, show(after)["at"]["red"]) == ("west", "2,0")
    assert clause_of(driver, "drive engine west red@3,0") == "FP-6.3"


def test_others_at_the_engine_ride_along_or_stay_and_land_where_they_like_fp_6_3() -> None:
    crew = {"blue": "7,2", "red": "7,1", "ash": "7,3"}
    position = scene(crew, engine="south", turn={"firefighter": "red"})
    drives = [text for text in costs(position, "drive") if text.startswith("drive engine east")]
    blue = ["", " blue@5,9", " blue@6,9"]
    assert drives == [f"drive engine east{b} red@{r}" for b in blue for r in ("5,9", "6,9")]
    after = show(play(position, "drive engine east blue@6,9 red@5,9"))
    assert after["at"] == {"blue": "6,9", "red": "5,9", "ash": "7,3"}
    # Riding together on one square is allowed, staying behind as well.
    assert show(play(position, "drive engine east blue@5,9 red@5,9"))["at"]["blue"] == "5,9"
    assert show(play(position, "drive engine east red@5,9"))["at"]["blue"] == "7,2"
    assert clause_of(position, "drive engine east red@5,9 ash@5,9") == "FP-6.3"


def test_the_ambulance_is_sent_from_anywhere_with_everybody_at_it_free_to_ride_fp_6_4() -> None:
    crew = {"red": "5,5", "blue": "3,0", "ash": "4,0"}
    position = scene(crew, ambulance="west")
    drives = [text for text in costs(position, "drive") if text.startswith("drive ambulance north")]
    assert drives == [
        f"drive ambulance north{blue}{ash}"
        for blue in ("", " blue@0,5", " blue@0,6")
        for ash in ("", " ash@0,5", " ash@0,6")
    ]
    after = show(play(position, "drive ambulance north blue@0,6"))
    assert after["at"] == {"red": "5,5", "blue": "0,6", "ash": "4,0"}
    assert clause_of(position, "drive ambulance north red@0,5") == "FP-6.4"
    assert clause_of(position, "drive ambulance north blue@0,4") == "FP-6.4"


@pytest.mark.parametrize("ride", ["", " red@7,3", " red@7,4"])
def test_the_caller_at_the_ambulance_may_ride_or_stay_fp_6_4(ride: str) -> None:
    position = scene({"red": "4,9"}, ambulance="east")
    after = show(play(position, f"drive ambulance south{ride}"))
    assert after["at"]["red"] == (ride[5:] if ride else "4,9")
    assert costs(position)[f"drive ambulance south{ride}"] == 2


def test_a_commanded_firefighter_does_not_drive_fp_6_5() -> None:
    crew = {"red": "3,3 captain", "blue": "7,1"}
    position = house(rules=EXPERIENCED, firefighters=crew, engine="south", ambulance="north")
    commands = {text.split(" ")[2] for text in costs(position, "command")}
    assert commands == {"move"}
    assert clause_of(position, "command blue drive ambulance east") in ("FP-6.5", "FP-7.3")
    assert clause_of(position, "command blue drive engine west blue@1,0") in ("FP-6.5", "FP-7.3")


def test_riding_and_falling_reveal_and_take_along_nothing_fp_6_5() -> None:
    # red rides away from a victim that lies beside it, outside.
    position = scene({"red": "7,1"}, engine="south", ambulance="north", victims=["7,1"], poi=["1,1"])
    after = play(position, "drive engine west red@1,0")
    assert (after.turn.phase, show(after)["poi"]) == ("action", ["1,1 unknown", "7,1 victim"])
    fallen = play(
        fire_phase(rules=["vehicles"], firefighters={"red": "4,4"}, smoke=["4,4"], poi=["1,1", "1,2", "1,3"]),
        "roll 4,4",
    )
    assert (fallen.turn.phase, show(fallen)["at"]["red"]) == ("action", "0,5")


# 6.6 and 6.7


@pytest.mark.parametrize("square", ["7,3", "7,4"])
@pytest.mark.parametrize("kind", ["carry", "lead"])
def test_a_victim_moved_onto_either_square_of_the_ambulance_is_rescued_fp_6_6(kind: str, square: str) -> None:
    start = {"7,3": "7,2", "7,4": "7,5"}[square]
    lies: dict[str, Any] = {"victims" if kind == "carry" else "treated": [start]}
    position = house(
        rules=EXPERIENCED, firefighters={"red": f"{start} hazmat"}, ambulance="south", engine="north", **lies
    )
    after = play(position, f"{kind} {square}")
    assert (after.rescued, after.poi) == (1, ())
    away = play(position, f"{kind} {'7,1' if square == '7,3' else '7,6'}")
    assert (away.rescued, len(away.poi)) == (0, 1)


@pytest.mark.parametrize("name", ["east", "west"])
def test_the_arriving_ambulance_rescues_all_on_both_squares_treated_or_not_fp_6_6(name: str) -> None:
    first, second = AMBULANCE[name]
    position = house(
        rules=EXPERIENCED,
        firefighters={"red": "3,3 hazmat"},
        ambulance="north",
        victims=[first],
        treated=[second],
        poi=["1,1"],
    )
    after = play(position, f"drive ambulance {name}")
    assert (after.rescued, show(after)["poi"]) == (2, ["1,1 unknown"])
    assert play(position, f"drive ambulance {'west' if name == 'east' else 'east'}").rescued == 0


def test_the_engine_rescues_nobody_fp_6_6() -> None:
    position = scene({"red": "7,1"}, engine="south", ambulance="north", victims=["1,0"])
    after = play(position, "drive engine west red@1,0")
    assert (after.rescued, show(after)["poi"]) == (0, ["1,0 victim"])


def test_outside_elsewhere_a_victim_stays_on_the_board_counts_and_may_burn_fp_6_6() -> None:
    made: dict[str, Any] = {
        "on": board(gaps=["2,8-2,9"]), "rules": ["vehicles"], "ambulance": "north", "fire": ["2,8"]
    }  # fmt: skip
    waiting = fire_phase(victims=["2,9", "0,0"], poi=["1,1"], **made)
    # Three POI, two of them outside: nothing is replenished.
    assert play(waiting, "roll 6,6").turn.phase == "action"
    burnt = play(waiting, "roll 2,8")
    assert (burnt.lost, show(burnt)["poi"], burnt.turn.phase) == (
        1,
        ["0,0 victim", "1,1 unknown"],
        "replenish",
    )
    assert clauses_against(victims=["0,6"], **made) == {"FP-6.6"}


@pytest.mark.parametrize(
    ("fell", "spot", "default", "other"),
    [
        ("1,1", "east", "3,9", "4,9"),
        ("5,1", "east", "4,9", "3,9"),
        ("1,8", "south", "7,4", "7,3"),
        ("2,2", "south", "7,3", "7,4"),
        ("6,8", "west", "4,0", "3,0"),
        ("6,6", "north", "0,6", "0,5"),
    ],
)
def test_with_vehicles_one_falls_to_the_ambulance_wherever_it_is_fp_6_7(
    fell: str, spot: str, default: str, other: str
) -> None:
    position = fire_phase(rules=["vehicles"], ambulance=spot, firefighters={"red": fell}, smoke=[fell])
    assert show(play(position, f"roll {fell}"))["at"]["red"] == default
    assert show(play(position, f"roll {fell}", f"place red {other}"))["at"]["red"] == other
    elsewhere = AMBULANCE[ROUND[ROUND.index(spot) - 1]][0]
    assert clause_of(position, f"roll {fell}", f"place red {elsewhere}") == "FP-6.7"


def test_one_may_fall_to_a_square_of_the_ambulance_that_burns_fp_6_7() -> None:
    position = fire_phase(
        on=board(gaps=["3,8-3,9"]),
        rules=["vehicles"],
        ambulance="east",
        fire=["3,8"],
        firefighters={"red": "2,8", "blue": "3,9"},
    )
    # 2,8 is nearer to 3,9 (2) than to 4,9 (5), fire or not; blue falls to the square where it stands.
    assert show(play(position, "roll 3,8"))["at"] == {"red": "3,9", "blue": "3,9"}
    after = show(play(position, "roll 3,8", "place blue 4,9"))
    assert (after["at"], "3,9" in after["fire"]) == ({"red": "3,9", "blue": "4,9"}, False)
