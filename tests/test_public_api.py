"""The public names: each says in a sentence what it is and shows it, and costs nothing until it is used."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest

import advisor
import advisor.flashpoint
from advisor import Position, Progress, StopFlag, analyse, api, game
from advisor.errors import AdvisorError, PositionError, UsageError
from advisor.flashpoint import Board, SetUp, set_up
from advisor.search.levels import DEFAULT

PACKAGES = (advisor, advisor.flashpoint)
TEXTS = {"__version__"}
MEMBERS = (property, classmethod, staticmethod, FunctionType)


def public() -> Iterator[tuple[str, object]]:
    """Yield every public name with what it stands for, and the public members of classes of ours."""
    for package in PACKAGES:
        for name in package.__all__:
            if name in TEXTS:
                continue
            value = getattr(package, name)
            yield f"{package.__name__}.{name}", value
            if not isinstance(value, type):
                continue
            for member, found in vars(value).items():
                if not member.startswith("_") and isinstance(found, MEMBERS):
                    yield f"{package.__name__}.{name}.{member}", found


@pytest.mark.parametrize("value", [pytest.param(value, id=name) for name, value in public()])
def test_a_public_name_says_what_it_is_in_a_sentence_and_shows_it(value: object) -> None:
    text = inspect.getdoc(value) or ""
    sentence = " ".join(text.split("\n\n")[0].split())
    assert sentence.endswith(".")
    assert len(sentence.split()) >= 4
    assert ">>> " in text


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.__name__))
def test_the_names_of_a_package_are_sorted_listed_and_no_others(package: object) -> None:
    names = vars(package)["__all__"]
    assert names == sorted(names)
    assert set(names) <= set(dir(package))
    with pytest.raises(AttributeError, match=r"has no attribute 'no_such_name'$"):
        getattr(package, "no_such_name")  # noqa: B009 - a wrong name, which mypy would find


def test_importing_the_packages_loads_nothing_of_weight() -> None:
    code = "import sys, advisor, advisor.flashpoint; print(*(m for m in sys.modules if 'advisor' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if not name.startswith("__")}
    assert loaded == {"advisor", "advisor._lazy", "advisor._version", "advisor.flashpoint"}


def test_the_example_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[1]
    monkeypatch.chdir(root)
    (code,) = re.findall(r"^```python\n(.*?)^```", (root / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})


def test_a_position_names_a_game_that_there_is() -> None:
    assert game.game(Position.game).id == Position.game


def test_analyse_finds_the_game_and_the_plans_of_the_search() -> None:
    start = set_up(SetUp(Board.shipped("hut"))).position
    found = analyse(start, top=2, seed=3, lines=[["end"]])
    assert (found.game, found.seed) == ("flash-point", 3)
    assert [plan.rank for plan in found.plans[:2]] == [1, 2]
    assert any(plan.yours and plan.events == ("end",) for plan in found.plans)


def test_analyse_has_the_usual_level_and_any_search_with_its_limits() -> None:
    start = set_up(SetUp(Board.shipped("hut"))).position
    assert analyse(start, top=1).work.by == DEFAULT
    found = analyse(start, engine="mcts", trials=256, threads=2, games=2)
    assert (found.work.by, found.work.trials) == ("mcts", 256)
    assert found.plans[0].split is not None
    with pytest.raises(UsageError, match="depth: level quick has no use for it"):
        analyse(start, level="quick", depth=2)
    with pytest.raises(UsageError, match=r"p_best: got 1\.5, expected a probability"):
        analyse(start, p_best=1.5)


def test_analyse_tells_how_far_it_is_and_stops_when_it_is_told_to() -> None:
    start = set_up(SetUp(Board.shipped("base-1"), "family")).position
    flag, seen = StopFlag(), list[Progress]()

    def look(now: Progress) -> None:
        seen.append(now)
        flag.set()

    found = analyse(start, engine="rollout", trials=10**7, progress=look, stop=flag)
    assert len(seen) == 1
    assert found.work.stopped_by == "stopped"


def test_analyse_refuses_a_faulty_position_and_one_where_nobody_decides() -> None:
    start = set_up(SetUp(Board.shipped("hut"))).position
    faulty = Position.from_json({**start.to_json(), "goal": 11}, check=False)
    with pytest.raises(PositionError, match=r"^/goal: 11, expected"):
        api.analyse(faulty)
    with pytest.raises(AdvisorError, match="the fire's roll comes next"):
        analyse(start.apply("end"))
