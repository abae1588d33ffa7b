"""The house keeps its floors: who imports whom, and what the search half of the core may know."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]

FLOORS = [
    {"advisor", "advisor.errors", "advisor.files", "advisor.shapes", "advisor._lazy", "advisor._version"}
    | {"advisor.words", "advisor.value_words", "advisor.lines", "advisor._flashpoint", "advisor._search"},
    {"advisor.guidance"},
    {"advisor.analysis"},
    {"advisor.scene"},
    {"advisor.game"},
    {"advisor.search", "advisor.flashpoint"},
    {"advisor.policies", "advisor.arena_stats"},
    {"advisor.api", "advisor.arena", "advisor.bench", "advisor.train"},
    {"advisor.check", "advisor.engine", "advisor.play", "advisor.store"},
    {"advisor.shell", "advisor.web"},
    {"advisor.cli"},
    {"advisor.__main__", "app"},
]  # fmt: skip
"""Lower floors first; a module belongs to the longest name that it begins with."""


def floor_of(module: str) -> tuple[int, str]:
    best = (-1, "")
    for number, names in enumerate(FLOORS):
        for name in names:
            fits = module == name or module.startswith((name + ".", name + "_"))
            if fits and len(name) > len(best[1]):
                best = (number, name)
    assert best[1], f"{module} has no floor"
    return best


def modules() -> list[tuple[str, Path]]:
    found = [("app", TOP / "app.py")]
    for path in sorted((TOP / "advisor").rglob("*.py")):
        name = ".".join(path.relative_to(TOP).with_suffix("").parts)
        found.append((name.removesuffix(".__init__"), path))
    return found


DOORS = {"advisor", "advisor.flashpoint"}
"""Packages that offer names of higher floors, or of their own; they import them when they are first used."""


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imports(path: Path, *, types: bool = True) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not types:
        tree.body = [node for node in tree.body if not is_for_types(node)]
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return {name for name in found if name.split(".")[0] in ("advisor", "app")}


@pytest.mark.parametrize(("module", "path"), modules(), ids=lambda x: x if isinstance(x, str) else "")
def test_imports_run_downwards_only(module: str, path: Path) -> None:
    here, own = floor_of(module)
    for name in imports(path, types=module not in DOORS):
        if name == "advisor.__version__":
            continue
        there, other = floor_of(name)
        fine = there < here or other == own or here == there == 0
        assert fine, f"{module} (floor {here}) imports {name} (floor {there})"


def test_the_doors_import_nothing_before_it_is_asked_for() -> None:
    for module, path in modules():
        if module in DOORS:
            fine = {"advisor._lazy", "advisor._lazy.lazy", "advisor._version", "advisor._version.__version__"}
            assert imports(path, types=False) <= fine, module


def test_search_and_a_game_do_not_know_each_other() -> None:
    for module, path in modules():
        if module.startswith("advisor.search"):
            assert not any(name.startswith("advisor.flashpoint") for name in imports(path)), module
        if module.startswith("advisor.flashpoint"):
            assert not any(name.startswith("advisor.search") for name in imports(path)), module


def test_the_search_half_of_the_core_knows_no_game() -> None:
    core = TOP / "cext" / "advisor"
    seen, wanted = set(), ["_search.pyx"]
    while wanted:
        name = wanted.pop()
        if name in seen:
            continue
        seen.add(name)
        text = (core / name).read_text(encoding="utf-8")
        wanted += re.findall(r'^include "(.+)"', text, re.M)
        wanted += [f"{m}.pxd" for m in re.findall(r"^from advisor\.(\w+) cimport", text, re.M)]
    assert {"_search.pyx", "walk.pxi", "choices.pxi", "expect.pxi", "game.pxd", "rng.pxd"} <= seen
    assert not any("flashpoint" in name for name in seen)
    words = re.compile(r"\b(fire|smoke|victim|hazmat|firefighter|ambulance|FP-\d)", re.I)
    for name in seen:
        assert not words.search((core / name).read_text(encoding="utf-8")), name


def test_the_product_never_reads_the_shared_folder() -> None:
    for _, path in modules():
        assert "shared/" not in path.read_text(encoding="utf-8"), path


def test_every_package_is_in_the_wheel() -> None:
    listed = set(tomllib.loads((TOP / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    there = {str(p.parent.relative_to(TOP)).replace("/", ".") for p in TOP.glob("advisor/**/__init__.py")}
    there |= {
        f"advisor.{p.parent.relative_to(TOP)}".replace("/", ".") for p in TOP.glob("data/**/__init__.py")
    }
    assert listed == there
