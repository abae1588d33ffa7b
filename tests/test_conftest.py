"""The guard against a stale core: it knows what a module is made of and says one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import advisor._flashpoint
import conftest


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree of its own, older than the core that is in use."""
    folder = tmp_path / "cext" / "advisor"
    folder.mkdir(parents=True)
    (folder / "_flashpoint.pyx").write_text('include "fire.pxi"\n', encoding="utf-8")
    for name in ("fire.pxi", "other.pxi", "rng.pxd"):
        (folder / name).touch()
    built = Path(advisor._flashpoint.__file__).stat().st_mtime
    for path in folder.iterdir():
        os.utime(path, (built - 10, built - 10))
    monkeypatch.setattr(conftest, "ROOT", tmp_path)
    return folder


def test_a_core_newer_than_its_sources_is_fresh(sources: Path) -> None:
    assert conftest.stale_core("_flashpoint") is None


@pytest.mark.parametrize("name", ["_flashpoint.pyx", "fire.pxi", "rng.pxd"])
def test_a_core_older_than_a_part_of_it_is_refused_in_one_line(sources: Path, name: str) -> None:
    os.utime(sources / name)
    complaint = conftest.stale_core("_flashpoint")
    assert complaint is not None
    assert f"older than cext/advisor/{name}" in complaint
    assert len(complaint.splitlines()) == 1


def test_a_part_of_another_module_does_not_make_a_core_stale(sources: Path) -> None:
    os.utime(sources / "other.pxi")
    assert conftest.stale_core("_flashpoint") is None


def test_a_core_that_is_not_built_is_named(sources: Path) -> None:
    assert "advisor._pompeii is not built" in str(conftest.stale_core("_pompeii"))
