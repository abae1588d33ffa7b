"""Searches for everybody who looks at the page: fair, stoppable, kept by what was asked, never mixed."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from advisor.analysis import Analysis
from advisor.api import analyse
from advisor.errors import UsageError
from advisor.files import read_json
from advisor.flashpoint import Board, SetUp, set_up
from advisor.flashpoint.position import Position
from advisor.web.searches import Budget, Search, Searches, Wish

POSITIONS = sorted((Path(__file__).parents[1] / "data" / "positions").glob("*.json"))
HUT = set_up(SetUp(Board.shipped("hut"))).position


def middle() -> Position:
    return Position.from_json(read_json(POSITIONS[0].parent / "captain.json"))


def ended(search: Search, seconds: float = 20.0) -> Search:
    until = time.monotonic() + seconds
    while search.working and time.monotonic() < until:
        search.look()
        time.sleep(0.002)
    assert not search.working, search.state
    return search


@contextmanager
def workers(find: Any = analyse, **budget: Any) -> Iterator[Searches]:
    made = Searches(Budget(**{"workers": 1, "threads": 1, **budget}), find)
    try:
        yield made
    finally:
        made.close()


class Gate:
    """A search that waits until it may go on, and notes who was served."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.served: list[int] = []

    def __call__(self, position: Position, *, seed: int, stop: Any, **_rest: Any) -> Analysis:
        self.served.append(seed)
        while not self.open.is_set() and not stop:
            time.sleep(0.001)
        return analyse(position, level="instant", seed=seed)


def test_an_answer_is_that_of_the_library_with_reasons_maps_and_splits() -> None:
    with workers() as made:
        found = ended(made.ask("ann", Wish(HUT, "quick", seed=4)))
    assert found.state == "done"
    assert found.ready
    assert found.analysis is not None
    plain = analyse(HUT, level="quick", seed=4)
    assert [p.value for p in found.analysis.plans] == [p.value for p in plain.plans]
    assert found.analysis.comparisons is not None
    assert all(p.map is not None and p.split is not None for p in found.analysis.plans)


def test_a_first_list_comes_before_the_end() -> None:
    with workers() as made:
        search = made.ask("ann", Wish(middle(), "deep"))
        seen = set()
        while search.working:
            if search.analysis is not None:
                seen.add(search.analysis.work.by)
            time.sleep(0.001)
    assert {"instant", "deep"} <= seen


def test_the_same_wish_is_asked_for_once_and_answered_again_from_memory() -> None:
    gate = Gate()
    gate.open.set()
    with workers(gate) as made:
        first = made.ask("ann", Wish(HUT, "quick"))
        assert made.ask("ann", Wish(HUT, "quick")) is first
        ended(first)
        again = made.ask("bob", Wish(HUT, "quick"))
        assert again.state == "done"
        assert again.analysis == first.analysis
    assert gate.served == [0]


def test_an_answer_is_kept_by_what_was_asked_so_the_plans_of_one_never_show_at_another() -> None:
    own = (("move 1,3", "end"),)
    with workers() as made:
        hers = ended(made.ask("ann", Wish(HUT, "instant", lines=own)))
        his = ended(made.ask("bob", Wish(HUT, "instant")))
    assert hers.analysis is not None
    assert his.analysis is not None
    assert any(plan.yours for plan in hers.analysis.plans)
    assert not any(plan.yours for plan in his.analysis.plans)


def test_a_new_wish_ends_the_one_before() -> None:
    gate = Gate()
    with workers(gate) as made:
        old = made.ask("ann", Wish(HUT, "quick", seed=1))
        while not gate.served:
            time.sleep(0.001)
        new = made.ask("ann", Wish(HUT, "quick", seed=2))
        assert old.dropped
        gate.open.set()
        ended(new)
    assert gate.served == [1, 2]


def test_sessions_are_served_in_turn_however_often_one_of_them_clicks() -> None:
    gate = Gate()
    with workers(gate) as made:
        made.ask("busy", Wish(HUT, "quick", seed=0))
        while not gate.served:
            time.sleep(0.001)
        made.ask("ann", Wish(HUT, "quick", seed=1))
        for seed in range(10, 20):
            made.ask("busy", Wish(HUT, "quick", seed=seed))
        last = made.ask("busy", Wish(HUT, "quick", seed=20))
        made.ask("bob", Wish(HUT, "quick", seed=2))
        gate.open.set()
        ended(last)
    assert gate.served == [0, 1, 20, 2]


def test_stop_takes_no_tenth_of_a_second_and_keeps_what_was_found() -> None:
    with workers() as made:
        search = made.ask("ann", Wish(middle(), "deep", trials=1_000_000))
        while search.analysis is None or search.progress is None:
            time.sleep(0.001)
        began = time.monotonic()
        made.stop("ann")
        ended(search)
        spent = time.monotonic() - began
    assert search.state == "stopped"
    assert search.analysis is not None
    assert spent < 2.0  # reasons and maps of what was found are made; the trials end at once


def test_what_waits_can_be_stopped_and_never_runs() -> None:
    gate = Gate()
    with workers(gate) as made:
        made.ask("ann", Wish(HUT, "quick", seed=1))
        while not gate.served:
            time.sleep(0.001)
        waiting = made.ask("bob", Wish(HUT, "quick", seed=2))
        made.stop("bob")
        assert waiting.state == "stopped"
        gate.open.set()
    assert gate.served == [1]


def test_too_many_that_wait_are_told_so() -> None:
    gate = Gate()
    with workers(gate, waiting=2) as made:
        made.ask("first", Wish(HUT, "quick", seed=9))
        while not gate.served:
            time.sleep(0.001)
        for number in range(2):
            made.ask(f"s{number}", Wish(HUT, "quick", seed=number))
        with pytest.raises(UsageError, match="try again"):
            made.ask("late", Wish(HUT, "quick", seed=3))
        gate.open.set()


def test_who_is_not_heard_of_is_let_go() -> None:
    gate = Gate()
    with workers(gate, patience=0.05) as made:
        lost = made.ask("gone", Wish(HUT, "quick", seed=1))
        time.sleep(0.1)
        assert made.sessions == 0
        assert lost.dropped
        gate.open.set()


def test_a_fault_of_ours_is_an_error_line_and_the_worker_lives_on() -> None:
    def broken(position: Position, *, seed: int, **rest: Any) -> Analysis:
        if seed == 1:
            raise RuntimeError("oh dear")
        return analyse(position, level="instant", seed=seed)

    with workers(broken) as made:
        failed = ended(made.ask("ann", Wish(HUT, "quick", seed=1)))
        assert failed.state == "failed"
        assert "oh dear" in failed.error
        assert ended(made.ask("ann", Wish(HUT, "quick", seed=2))).state == "done"


def test_few_answers_are_kept() -> None:
    with workers(kept=3) as made:
        for seed in range(6):
            ended(made.ask("ann", Wish(HUT, "instant", seed=seed)))
        assert len(made._kept) == 3


def test_twenty_sessions_get_each_their_own_answer() -> None:
    positions = [Position.from_json(read_json(path)) for path in POSITIONS][:5]
    wanted = {p: [q.events for q in analyse(p, level="instant").plans] for p in positions}
    with workers(workers=2) as made:
        asked = {
            f"s{n}": made.ask(f"s{n}", Wish(positions[n % 5], "instant", seed=n // 5)) for n in range(20)
        }
        for number, search in enumerate(asked.values()):
            ended(search)
            assert search.analysis is not None
            position = positions[number % 5]
            assert search.analysis.position == position.to_json()
            if number < 5:
                assert [q.events for q in search.analysis.plans] == wanted[position]


def test_positions_are_compared_by_value() -> None:
    assert Wish(replace(HUT), "quick") == Wish(HUT, "quick")
    assert hash(Wish(replace(HUT), "quick")) == hash(Wish(HUT, "quick"))
