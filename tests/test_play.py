"""A game at the table as it goes on: events, dice, back and forth, corrections, records."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from advisor.errors import FormatError, IllegalEvent, UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.position import Firefighter, Position, Turn
from advisor.flashpoint.record import Record
from advisor.flashpoint.setup import SetUp, make
from advisor.play import TABLE_KEY, Play
from advisor.scene import Ask

HUT = make(SetUp(Board.shipped("hut"))).position


def burning() -> Position:
    """Return a fire phase on a plain board: a roll on 3,3 sets off two hazmats and knocks two people down."""
    start = make(SetUp(Board.shipped("base-1"), "recruit", firefighters=3, seed=4)).position
    return replace(
        start, fire=((3, 3), (3, 4)), smoke=(), hot_spots=(), poi=(), damage=(), doors=(),
        hazmats=((3, 2), (4, 3)),
        firefighters=(
            Firefighter("red", (3, 4), "captain"), Firefighter("blue", (3, 4), "cafs"),
            Firefighter("green", (6, 8), "driver"),
        ),
        turn=Turn("red", "advance_fire", flare_up=False),
    )  # fmt: skip


def placing(play: Play, who: str) -> Ask:
    return next(ask for ask in play.corrections() if ask.usual.startswith(f"place {who} "))


def elsewhere(ask: Ask) -> str:
    return next(option.value for option in ask.options if option.value != ask.usual)


def test_an_event_that_is_not_legal_leaves_the_game_as_it_was() -> None:
    play = Play(HUT)
    play.play("move 3,3")
    for events in (["move 1,1"], ["end", "roll 1,2", "roll 1,2"]):
        with pytest.raises(IllegalEvent) as caught:
            play.play_all(events)
        assert caught.value.number == len(events)
        assert play.events == ("move 3,3",)
        assert play.position == HUT.apply("move 3,3")


def test_a_roll_follows_from_the_seed_and_the_number_of_the_event() -> None:
    play = Play(HUT)
    play.play("end")
    first = play.roll(7)
    play.undo(beyond=True)
    assert play.roll(7) == first
    assert play.drawn(2)
    assert not play.drawn(1)
    others = set()
    for seed in range(60):
        play.undo(beyond=True)
        others.add(play.roll(seed))
    assert len(others) == 4
    with pytest.raises(UsageError):
        Play(HUT).roll(1)


def test_undo_stops_at_dice_unless_that_is_meant_and_redo_brings_all_back() -> None:
    play = Play(HUT)
    play.play_all(["move 3,3", "end"])
    drawn = play.roll(3)
    while play.ask() is not None:
        play.roll(3)
    before = play.events, play.position
    assert play.crosses
    with pytest.raises(UsageError):
        play.undo()
    assert (play.events, play.position) == before
    while play.events != ("move 3,3", "end"):
        play.undo(beyond=True)
    assert not play.crosses
    play.undo()
    while play.can_redo:
        play.redo()
    assert (play.events, play.position) == before
    assert play.drawn(3)
    assert play.events[2] == drawn


def test_a_new_event_takes_the_place_of_what_was_taken_back() -> None:
    play = Play(HUT)
    play.play_all(["move 3,3", "end"])
    play.undo()
    play.play("move 3,2")
    assert not play.can_redo
    with pytest.raises(UsageError):
        play.redo()


def test_those_who_fell_are_put_elsewhere_in_any_order_and_after_a_correction() -> None:
    """FP-6.7: a correction for each, right after the roll."""
    play = Play(burning())
    play.play("roll 3,3")
    assert not play.position.is_over
    blue, red = elsewhere(placing(play, "blue")), elsewhere(placing(play, "red"))
    play.correct(blue)
    assert not play.crosses
    play.correct(red)
    assert play.events == ("roll 3,3", blue, red)
    assert not any(ask.usual.startswith("place") for ask in play.corrections())
    with pytest.raises(UsageError):
        play.correct(red)
    play.undo()
    assert elsewhere(placing(play, "red")) == red


def test_who_stays_where_the_rules_put_it_needs_no_event() -> None:
    play = Play(burning())
    play.play("roll 3,3")
    play.correct(placing(play, "red").usual)
    assert play.events == ("roll 3,3",)


def test_another_order_of_hazmats_takes_the_place_of_the_roll_even_in_a_flare_up() -> None:
    """FP-5.6, FP-5.7: after a flare-up the same words would be another roll."""
    start = replace(burning(), hot_spots=((3, 3),), hot_spot_supply=1, hazmats=((3, 5), (4, 3)))
    play = Play(start)
    play.play("roll 3,3")
    assert play.position.turn.phase == "advance_fire"
    order = next(ask for ask in play.corrections() if ask.replaces)
    assert order.usual == "roll 3,3"
    assert len({start.apply(option.value) for option in order.options}) == len(order.options) > 1
    other = elsewhere(order)
    play.correct(other)
    assert play.events == (other,)
    assert play.position == start.apply(other)


def test_turns_are_told_with_who_and_where_they_begin() -> None:
    """FP-2.1."""
    play = Play(HUT)
    turns = 0
    while turns < 7 and not play.position.is_over:
        if play.ask() is None:
            play.play("end")
            turns += 1
        else:
            play.roll(5)
    told = play.turns()
    crew = [one.id for one in HUT.firefighters]
    assert [turn.who for turn in told] == [crew[n % 3] for n in range(len(told))]
    assert [turn.round for turn in told] == [n // 3 + 1 for n in range(len(told))]
    record = Record(HUT, play.events)
    for number, turn in enumerate(told[:turns]):
        assert play.branch(turn.begins).position == record.at_turn(number)


@pytest.mark.parametrize(("level", "board"), [("family", "hospital"), ("veteran", "base-1")])
def test_a_whole_game_comes_back_from_its_record_and_replays(level: str, board: str) -> None:
    rng = Random(3)
    start = make(SetUp(Board.shipped(board), level, firefighters=3, seed=2)).position
    play = Play(start, players={"red": "Zoë"})
    while not play.position.is_over and len(play.events) < 300:
        asks = [ask for ask in play.corrections() if len(ask.options) > 1]
        if asks and rng.random() < 0.5:
            play.correct(rng.choice(rng.choice(asks).options).value)
        elif play.ask() is not None:
            play.roll(11)
        else:
            legal = [text for text, _ in play.position.legal()]
            play.play("end" if "end" in legal and rng.random() < 0.4 else rng.choice(legal))
    record = play.to_record(title="A game")
    back = Play.from_record(record)
    assert back.to_record(title="A game") == record
    assert back.position == play.position == Record.from_json(record).final()
    assert [back.drawn(n) for n in range(len(play.events))] == [
        play.drawn(n) for n in range(len(play.events))
    ]


def test_a_record_with_a_wrong_event_is_refused_with_its_number() -> None:
    record = Play(HUT).to_record()
    with pytest.raises(IllegalEvent) as caught:
        Play.from_record({**record, "events": ["end", "roll 9,9"]})
    assert caught.value.number == 2
    with pytest.raises(FormatError):
        Play.from_record({**record, "players": {"pink": "Ann"}})


@pytest.mark.parametrize(
    "kept", [None, [], {"drawn": 3}, {"drawn": {"x": 1, "9": 2, "1": "a", "9" * 5000: 1}}]
)
def test_what_a_record_says_of_dice_may_be_anything(kept: object) -> None:
    play = Play(HUT)
    play.play("end")
    back = Play.from_record({**play.to_record(), TABLE_KEY: kept})
    assert not back.drawn(1)


def test_a_branch_goes_on_by_itself() -> None:
    play = Play(burning())
    play.play("roll 3,3")
    other = play.branch(1)
    other.correct(elsewhere(placing(other, "red")))
    assert len(play.events) == 1
    assert placing(play, "red")
    for count in (-1, 2):
        with pytest.raises(UsageError):
            play.branch(count)
