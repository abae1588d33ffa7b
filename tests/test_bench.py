"""`advisor bench`: what it measures and says. Never how fast: a test asserts no time."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from advisor import bench
from advisor.bench_clock import Contender, Spread, alternate, cpu_clock
from advisor.bench_kernel import compile_kernel
from advisor.bench_positions import middle_games, random_game, start
from advisor.bench_reference import find_reference
from advisor.bench_report import BenchReport, Measure, Target
from advisor.errors import UsageError
from advisor.flashpoint.bridge import to_state

TESTS = Path(__file__).parent
KEYS = [
    "name", "unit", "rate", "seconds_each", "spread", "ratio", "ratio_spread", "ratio_is", "yardstick",
    "yardstick_seconds_each", "repetitions", "size", "target", "met", "note",
]  # fmt: skip
NAMES = [
    "state size", "state copy", "fire phase, family", "fire phase, experienced", "legal actions, family",
    "legal actions, experienced", "random games, family", "random games, recruit", "policy games, family",
    "policy games, recruit", "all distances",
    *(
        f"{what}, {words}{more}"
        for words in ("family", "experienced")
        for what, more in (
            ("plans", ""), ("rollouts", ""), ("replies", ""), ("tree search", ""),
            ("variance", ": a value"), ("variance", ": a gap"), ("first list", ""), ("a gap of 5 points", ""),
        )
    ),
]  # fmt: skip
TARGETS: dict[tuple[str, str | None], tuple[str, float]] = {
    ("state size", None): ("size", 256),
    ("state copy", "memcpy"): ("ratio", 2),
    ("fire phase, family", "plain C"): ("ratio", 1.3),
    ("fire phase, family", "plain Python"): ("ratio", 200),
    ("fire phase, experienced", "plain C"): ("ratio", 1.3),
    ("fire phase, experienced", "plain Python"): ("ratio", 200),
    ("random games, family", "plain Python"): ("rate", 60000),
    ("policy games, family", None): ("rate", 4000),
    ("all distances", "networkx"): ("ratio", 80),
    **{(f"first list, {words}", None): ("seconds_each", 0.3) for words in ("family", "experienced")},
    **{(f"a gap of 5 points, {words}", None): ("seconds_each", 2) for words in ("family", "experienced")},
    **{
        (f"variance, {words}: {what}", "plain rollouts"): ("ratio", 10)
        for words in ("family", "experienced")
        for what in ("a value", "a gap")
    },
}


@pytest.fixture(scope="module")
def told() -> list[str]:
    return []


@pytest.fixture(scope="module")
def tiny() -> Iterator[None]:
    """Make the quick benchmark a very quick one."""
    with pytest.MonkeyPatch.context() as patch:
        size = replace(bench.QUICK, seconds=0.001, positions=1, sampled=1000, reference_games=1, blocks=2)
        patch.setattr(bench, "QUICK", size)
        yield


@pytest.fixture(scope="module")
def report(tiny: None, told: list[str]) -> BenchReport:
    return bench.run(quick=True, progress=told.append)


def test_a_quick_run_measures_everything_and_tells_what_it_is_at(
    report: BenchReport, told: list[str]
) -> None:
    assert list(dict.fromkeys(measure.name for measure in report.measures)) == NAMES
    assert told == list(dict.fromkeys(name.partition(": ")[0] for name in NAMES[1:]))
    assert report.quick
    for measure in report.measures[1:]:
        if measure.name.startswith("variance"):
            assert measure.ratio is not None
            assert measure.ratio.low > 0
            continue
        assert measure.seconds is not None
        assert 0 < measure.seconds.low <= measure.seconds.median <= measure.seconds.high
        assert measure.repetitions > 0
        if measure.yardstick not in (None, "plain C"):
            assert measure.ratio is not None


def test_every_measure_has_the_same_keys_and_the_bars_of_the_design(report: BenchReport) -> None:
    document = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert list(document) == [
        "format", "version", "quick", "clock", "seconds", "machine", "measures", "notes",
    ]  # fmt: skip
    assert list(document["machine"]) == ["cpu", "cores", "system", "python", "compiler", "load"]
    assert all(list(measure) == KEYS for measure in document["measures"])
    found = {
        (m["name"], m["yardstick"]): (m["target"]["of"], m["target"]["value"])
        for m in document["measures"]
        if m["target"] is not None
    }
    assert found == TARGETS
    for m in document["measures"]:
        assert (m["met"] is None) == (m["target"] is None or m[m["target"]["of"]] is None)


def test_the_table_fits_80_columns_and_needs_no_colour(report: BenchReport) -> None:
    out = StringIO()
    Console(width=80, no_color=True, file=out).print(bench.render(report))
    lines = [line.strip() for line in out.getvalue().splitlines()]
    assert all(len(line) <= 80 for line in lines)
    assert all(any(line.startswith(name) for line in lines) for name in NAMES)
    assert not any("…" in line for line in lines)


def test_without_the_reference_its_ratios_are_missing_and_a_note_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny: None
) -> None:
    monkeypatch.setattr("advisor.bench_reference.source_tests", lambda: tmp_path)
    monkeypatch.setattr("advisor.bench.source_tests", lambda: tmp_path)
    report = bench.run(quick=True)
    assert [note.partition(":")[0] for note in report.notes[-2:]] == ["plain Python", "plain C"]
    assert "--reference DIR" in report.notes[-2]
    assert "not available, its source is not at hand" in report.notes[-1]
    for measure in report.measures:
        if measure.yardstick not in (None, "memcpy", "networkx", "plain rollouts"):
            assert measure.ratio is None
            assert measure.seconds is not None
    out = StringIO()
    Console(width=80, no_color=True, file=out).print(bench.render(report))
    assert any(
        line.split() == ["vs", "plain", "Python", "-", ">=", "200x", "-"]
        for line in out.getvalue().splitlines()
    )


def test_a_folder_that_is_not_the_reference_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^--reference: .*: no __init__\.py there, expected the folder"):
        bench.run(quick=True, reference=tmp_path)
    for name in ("__init__.py", "actions.py", "fire.py", "game.py", "phases.py"):
        (tmp_path / name).write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="expected the reference of the rules"):
        find_reference(tmp_path)


def test_without_a_compiler_or_with_one_that_fails_plain_c_is_not_available(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = TESTS / "bench" / "fire.c"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert compile_kernel(source) == (None, "no C compiler (CC, cc, gcc, clang)")
    monkeypatch.setenv("CC", '"')
    assert compile_kernel(source)[0] is None
    failing = shutil.which("false", path="/bin:/usr/bin")
    if failing is not None:
        monkeypatch.setenv("CC", failing)
        assert compile_kernel(source) == (None, "it does not compile: no message")


@pytest.mark.parametrize("level", ["family", "recruit"])
def test_the_kernel_in_plain_c_agrees_with_the_core_on_what_a_fire_phase_does_fp_5(level: str) -> None:
    kernel, why = compile_kernel(TESTS / "bench" / "fire.c")
    if kernel is None:
        pytest.skip(why)
    for game in middle_games(level, 6):
        bench._check_kernel(kernel, game.fire, to_state(game.fire), 40_000)


@pytest.mark.parametrize("level", ["family", "recruit"])
def test_middle_games_are_sound_positions_and_the_same_each_time(level: str) -> None:
    found = middle_games(level, 2)
    assert found == middle_games(level, 2)
    for game in found:
        assert game.action.problems() == game.fire.problems() == ()
        assert (game.action.turn.phase, game.fire.turn.phase) == ("action", "advance_fire")
        assert game.action.turn.firefighter == game.fire.turn.firefighter


@pytest.mark.parametrize("level", ["family", "recruit"])
def test_the_reference_plays_random_games_of_the_core_to_the_same_end(level: str) -> None:
    reference = find_reference(TESTS / "reference")
    assert reference is not None
    played = [random_game(start(level), Random(seed)) for seed in range(3)]
    assert all(end.is_over for _, end in played)
    events = sum(len(script) for script, _ in played)
    assert reference.random_games(start(level), played, events).units == 1


def test_contenders_take_turns_and_each_gets_its_own_times() -> None:
    order: list[str] = []
    ticks = iter(range(1_000_000))

    def contender(name: str) -> Contender:
        return Contender(lambda n: lambda: order.append(name), units=2)

    first, second = alternate(
        [contender("a"), contender("b")], seconds=1, rounds=3, clock=lambda: float(next(ticks))
    )
    assert order == ["a", "b", "a", "b", "a", "b", "a", "b"]
    assert first == second == (0.5, 0.5, 0.5)


def test_a_bar_is_met_on_the_right_side_of_it() -> None:
    low = Target("ratio", "at most", 1.3)
    assert low.is_met(1.3)
    assert low.is_met(1.31) is False
    assert Target("rate", "at least", 100).is_met(100)
    measure = Measure("it", "lists", Spread(0.5, 0.4, 0.6), target=Target("seconds_each", "at most", 0.3))
    assert measure.met is False
    assert measure.rate == 2
    assert Measure("it", "lists", target=low).met is None


def test_the_clock_goes_forward() -> None:
    name, clock = cpu_clock()
    assert name in ("CPU time", "wall time")
    assert clock() <= clock()
