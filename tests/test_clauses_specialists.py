"""Section 7: the specialists, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from clause_positions import EXPERIENCED, board, chances, clause_of, clauses_against, costs, house, play, show

SPECIALISTS = ["paramedic", "captain", "imaging", "cafs", "hazmat", "generalist", "rescue", "driver"]


def scene(specialist: str, **more: Any) -> Any:
    """Return a position with everything around red on 3,4 that a specialist could work with."""
    made: dict[str, Any] = {
        "on": board(walls=["2,4-3,4"], doors=["3,4-3,5"]),
        "rules": EXPERIENCED,
        "firefighters": {"red": f"3,4 {specialist}", "blue": "6,6"},
        "victims": ["3,4"],
        "poi": ["1,8"],
        "hazmats": ["3,4"],
        "smoke": ["4,4"],
        "ambulance": "north",
    }
    return house(**(made | more))


@pytest.mark.parametrize("specialist", SPECIALISTS)
def test_powers_belong_to_their_specialist_alone_fp_7_1_fp_7_3_fp_7_4_fp_7_5(specialist: str) -> None:
    position = scene(specialist)
    owners = {
        "resuscitate": ("paramedic", 1, "FP-7.1"),
        "identify 1,8": ("imaging", 1, "FP-7.4"),
        "dispose": ("hazmat", 2, "FP-7.5"),
        "command blue move 5,6": ("captain", 1, "FP-7.3"),
    }
    for event, (owner, cost, clause) in owners.items():
        assert (event in costs(position)) == (specialist == owner)
        if specialist == owner:
            assert costs(position)[event] == cost
        else:
            assert clause_of(position, event) == clause


@pytest.mark.parametrize(
    ("specialist", "water", "axe", "gun"),
    [
        ("paramedic", 2, 2, 4),
        ("captain", 1, 2, 4),
        ("imaging", 1, 2, 4),
        ("cafs", 1, 2, 4),
        ("hazmat", 1, 2, 4),
        ("generalist", 1, 2, 4),
        ("rescue", 2, 1, 4),
        ("driver", 1, 2, 2),
    ],
)
def test_water_axe_and_deck_gun_have_the_prices_of_the_table_of_section_7_fp_7_2_fp_7_6(
    specialist: str, water: int, axe: int, gun: int
) -> None:
    legal = costs(scene(specialist, ap=4))
    assert legal["extinguish 4,4"] == water
    assert legal["chop 2,4-3,4"] == axe
    assert legal["door 3,4-3,5"] == 1
    assert legal["carry 4,4"] == 2
    at_engine = scene(specialist, firefighters={"red": f"7,1 {specialist}", "blue": "1,6"}, ap=4)
    assert costs(at_engine)["fire-deck-gun"] == gun


# 7.1


def test_only_an_untreated_victim_in_the_own_square_is_resuscitated_fp_7_1() -> None:
    position = scene("paramedic", victims=["3,4", "3,4"], poi=[], treated=["3,4"])
    once = play(position, "resuscitate")
    assert (show(once)["poi"], once.turn.ap) == (["3,4 treated", "3,4 treated", "3,4 victim"], 3)
    assert clause_of(once, "resuscitate", "resuscitate") == "FP-7.1"
    assert clause_of(scene("paramedic", victims=["4,4"]), "resuscitate") == "FP-7.1"
    assert clause_of(scene("paramedic", victims=[], treated=["3,4"]), "resuscitate") == "FP-7.1"
    assert clause_of(scene("paramedic", ap=0), "resuscitate") == "FP-2.2"
    # A face-down POI is none either; and a treated victim is not carried any more.
    assert costs(play(scene("paramedic"), "resuscitate"), "carry") == {}


# 7.2


@pytest.mark.parametrize(
    ("event", "cost"),
    [
        ("move 4,4", 1),
        ("move 3,3", 2),
        ("carry 4,4", 2),
        ("haul 4,4", 2),
        ("lead 4,4", 1),
        ("carry+lead 4,4", 2),
        ("haul+lead 4,4", 2),
    ],
)
def test_movement_ap_pay_for_moves_of_every_kind_fp_7_2(event: str, cost: int) -> None:
    position = scene("rescue", treated=["3,4"], fire=["3,3"], ap=1, free_ap=3)
    after = play(position, event)
    assert (after.turn.free_ap, after.turn.ap) == (3 - cost, 1)


@pytest.mark.parametrize(
    ("free", "ap", "left"), [(3, 3, (2, 3)), (1, 3, (0, 3)), (0, 3, (0, 2)), (3, 0, (2, 0))]
)
def test_extinguish_ap_pay_for_water_fp_7_2(free: int, ap: int, left: tuple[int, int]) -> None:
    after = play(scene("cafs", free_ap=free, ap=ap), "extinguish 4,4")
    assert (after.turn.free_ap, after.turn.ap) == left


def test_the_cafs_firefighter_has_3_and_3_ap_fp_7_2() -> None:
    made: dict[str, Any] = {"rules": ["specialists"], "firefighters": {"red": "3,4 cafs"}}
    assert clauses_against(ap=7, free_ap=3, **made) == set()
    assert clauses_against(ap=8, free_ap=3, **made) == {"FP-3.1"}
    assert clauses_against(ap=3, free_ap=4, **made) == {"FP-3.1"}


# 7.3


def commanding(**more: Any) -> Any:
    made: dict[str, Any] = {
        "on": board(walls=["2,4-3,4"], doors=["5,4-5,5"]),
        "rules": EXPERIENCED,
        "firefighters": {"blue": "5,5 rescue", "red": "1,1 captain", "ash": "5,4 cafs"},
        "treated": ["5,5"],
        "victims": ["5,5"],
        "hazmats": ["5,5"],
        "turn": {"firefighter": "red"},
    }
    return house(**(made | more))


def test_moves_of_all_kinds_and_doors_are_commanded_at_their_usual_cost_fp_7_3() -> None:
    position = commanding(fire=["4,5"])
    blue = {t.removeprefix("command blue "): c for t, c in costs(position, "command").items() if "blue" in t}
    for target in ("5,6", "6,5"):
        expected = {"move": 1, "carry": 2, "carry+lead": 2, "haul": 2, "haul+lead": 2, "lead": 1}
        assert {kind: blue[f"{kind} {target}"] for kind in expected} == expected
    assert blue["move 4,5"] == 2
    assert blue["door 5,4-5,5"] == 1
    # Six kinds of moves to two squares, one into fire and one door.
    assert len(blue) == 14


@pytest.mark.parametrize(
    "text",
    [
        "extinguish 5,6",
        "chop 5,5-5,6",
        "resuscitate",
        "dispose",
        "end",
        "fire-deck-gun",
        "crew driver",
        "identify 1,1",
    ],
)
def test_nothing_but_moves_and_doors_is_commanded_fp_7_3(text: str) -> None:
    assert clause_of(commanding(smoke=["5,6"]), f"command blue {text}") == "FP-7.3"


def test_commanding_is_paid_by_the_captain_command_ap_first_fp_7_3() -> None:
    position = commanding(saved={"blue": 4})
    after = play(position, "command blue carry 5,6", "command blue move 5,7")
    assert (after.turn.free_ap, after.turn.ap) == (0, 3)
    assert after.firefighter("blue").saved_ap == 4
    assert (show(after)["at"]["blue"], after.turn.commanded) == ("5,7", ("blue",))
    after = play(position, "command blue door 5,4-5,5", "command blue carry 5,6")
    assert (after.turn.free_ap, after.turn.ap) == (0, 3)
    assert show(after)["doors"] == {"5,4-5,5": "open"}
    assert clause_of(commanding(ap=1, free_ap=0), "command blue carry 5,6") == "FP-2.2"


def test_commanded_ones_are_listed_in_the_order_of_the_firefighters_fp_7_3() -> None:
    after = play(commanding(), "command ash move 5,3", "command blue move 5,6")
    assert after.turn.commanded == ("blue", "ash")


def test_the_rules_of_moves_and_doors_hold_for_commanded_ones_too_fp_7_3() -> None:
    position = commanding(fire=["4,5"])
    assert clause_of(position, "command blue move 5,4") == "FP-1.4"
    assert clause_of(position, "command blue carry 4,5") == "FP-4.2"
    assert clause_of(position, "command blue lead 4,5") == "FP-4.4"
    assert clause_of(position, "command blue door 1,1-1,2") == "FP-4.7"
    assert clause_of(position, "command blue move 5,7") == "FP-4.1"
    assert clause_of(position, "command ash carry 5,3") == "FP-4.2"


def test_at_most_1_ap_a_turn_goes_to_the_cafs_firefighter_fp_7_3() -> None:
    position = commanding(
        firefighters={"red": "1,1 captain", "blue": "5,5 rescue", "ash": "5,5 cafs"}, fire=["4,5"]
    )
    legal = {t.removeprefix("command ash ") for t in costs(position, "command") if "ash" in t}
    assert legal == {"move 5,6", "move 6,5", "lead 5,6", "lead 6,5", "door 5,4-5,5"}
    for text in ("carry 5,6", "haul 5,6", "carry+lead 5,6", "move 4,5"):
        assert clause_of(position, f"command ash {text}") == "FP-7.3"
    for first, second in (("lead 5,6", "move 5,7"), ("door 5,4-5,5", "move 6,5")):
        after = play(position, f"command ash {first}")
        assert after.turn.cafs_command_ap == 1
        assert not any("ash" in text for text in costs(after, "command"))
        assert any("blue" in text for text in costs(after, "command"))
        assert clause_of(after, f"command ash {second}") == "FP-7.3"
    # In the next turn of the Captain it may be commanded again.
    turns = ("end", "roll 1,8", "end", "roll 2,8", "end", "roll 3,8")
    again = play(commanding(poi=["6,8"]), "command ash move 5,3", *turns)
    assert (again.turn.firefighter, again.turn.cafs_command_ap) == ("red", 0)
    assert costs(again)["command ash move 5,2"] == 1


def test_powers_free_ap_and_limits_of_the_commanded_one_play_no_part_fp_7_3() -> None:
    # blue is the Rescue Specialist: its 3 movement AP do not pay.
    assert clause_of(commanding(ap=0, free_ap=0), "command blue move 5,6") == "FP-2.2"
    position = commanding(firefighters={"red": "1,1 captain", "blue": "5,5 paramedic"})
    assert costs(position)["command blue lead 5,6"] == 1


def test_nobody_commands_itself_or_somebody_who_is_not_there_fp_7_3() -> None:
    position = commanding()
    assert not any(text.startswith("command red") for text in costs(position))
    assert clause_of(position, "command red move 1,2") == "FP-7.3"
    assert clause_of(position, "command elm move 1,2") == "FP-7.3"


def test_a_commanded_carry_to_the_ambulance_rescues_fp_7_3_fp_6_6() -> None:
    position = commanding(
        on=board(gaps=["3,8-3,9"]),
        firefighters={"red": "1,1 captain", "blue": "3,8 driver"},
        victims=["3,8"],
        treated=["3,8"],
        hazmats=["3,8"],
        ambulance="east",
    )
    assert play(position, "command blue carry+lead 3,9").rescued == 2
    assert play(position, "command blue haul 3,9").hazmats == ()


# 7.4 and 7.5


def test_any_face_down_poi_on_the_board_is_identified_for_1_ap_fp_7_4() -> None:
    position = scene("imaging", poi=["1,8", "6,1"], fire=["1,7"])
    assert costs(position, "identify") == {"identify 1,8": 1, "identify 6,1": 1}
    before = play(position, "identify 6,1")
    assert (before.turn.phase, before.turn.cause, before.turn.ap) == ("reveal", "identify", 3)
    assert clause_of(before, "identify 1,8") == "FP-7.4"
    gone = play(before, "reveal false-alarm")
    assert (show(gone)["poi"], gone.turn.phase) == (["1,8 unknown", "3,4 victim"], "action")
    assert clause_of(gone, "identify 6,1") == "FP-7.4"
    assert clause_of(position, "identify 3,4") == "FP-7.4"
    assert clause_of(scene("imaging", ap=0), "identify 1,8") == "FP-2.2"


@pytest.mark.parametrize(("ap", "left"), [(4, 2), (2, 0)])
def test_a_hazmat_in_the_own_square_is_disposed_of_for_2_one_at_a_time_fp_7_5(ap: int, left: int) -> None:
    position = scene("hazmat", hazmats=["3,4", "3,4", "4,4"], ap=ap)
    after = play(position, "dispose")
    assert (show(after)["hazmats"], after.turn.ap, after.hot_spots) == (["3,4", "4,4"], left, ())
    assert clause_of(scene("hazmat", hazmats=["4,4"]), "dispose") == "FP-7.5"
    assert clause_of(scene("hazmat", ap=1), "dispose") == "FP-2.2"


# 7.6


def shooting(*events: str, **more: Any) -> Any:
    made: dict[str, Any] = {
        "rules": EXPERIENCED,
        "firefighters": {"red": "7,2 driver"},
        "engine": "south",
        "ambulance": "north",
        "fire": ["5,3"],
        "ap": 2,
    }
    return play(house(**(made | more)), "fire-deck-gun", *events)


def test_the_driver_keeps_or_re_rolls_after_the_roll_fp_7_6() -> None:
    choice = shooting("deck-gun 2,6")
    assert (choice.turn.phase, choice.turn.dice, choice.turn.rerolled) == ("deck_gun_choice", (2, 6), ())
    assert choice.legal() == (("keep", 0), ("reroll red", 0), ("reroll black", 0), ("reroll both", 0))
    # 2 is turned over to 5, 6 to 3.
    assert show(play(choice, "keep"))["fire"] == []
    assert clause_of(choice, "deck-gun 2,6") == "FP-7.6"
    assert clause_of(choice, "end") == "FP-7.6"
    # Nobody else is asked.
    assert shooting("deck-gun 2,6", firefighters={"red": "7,2 imaging"}, ap=4).turn.phase == "action"


@pytest.mark.parametrize(("die", "other"), [("red", "black"), ("black", "red")])
def test_after_one_die_the_other_may_still_be_re_rolled_each_once_at_most_fp_7_6(
    die: str, other: str
) -> None:
    rolling = shooting("deck-gun 1,1", f"reroll {die}")
    assert len(chances(rolling)) == (6 if die == "red" else 8)
    second = "5,1" if die == "red" else "1,3"
    assert clause_of(rolling, "deck-gun 5,3") == "FP-7.6"
    choice = play(rolling, f"deck-gun {second}")
    assert choice.legal() == (("keep", 0), (f"reroll {other}", 0))
    assert clause_of(choice, f"reroll {die}") == clause_of(choice, "reroll both") == "FP-7.6"
    # 5,1 hits 5,1 and its neighbours only; 1,3 is turned over to 6,3, next to 5,3.
    assert show(play(choice, "keep"))["fire"] == (["5,3"] if die == "red" else [])
    done = play(choice, f"reroll {other}", "deck-gun 5,3")
    assert (done.turn.phase, done.fire) == ("action", ())


def test_after_both_dice_the_shot_is_resolved_without_a_further_choice_fp_7_6() -> None:
    rolling = shooting("deck-gun 5,3", "reroll both")
    assert len(chances(rolling)) == 48
    # The second result stands, though the first one was better.
    done = play(rolling, "deck-gun 4,1")
    assert (done.turn.phase, show(done)["fire"], done.turn.ap) == ("action", ["5,3"], 0)


def test_without_a_shot_there_is_nothing_to_keep_fp_7_6() -> None:
    assert clause_of(scene("driver"), "keep") == "FP-7.6"
    assert clause_of(scene("driver"), "reroll red") == "FP-7.6"
