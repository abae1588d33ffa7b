"""What all tests share: no run on a stale core, and the project's shared corpus where it is at hand."""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path

import pytest

from browser import browser, chromium, served  # noqa: F401 - fixtures

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
INCLUDE = re.compile(r'^include "([^"]+)"', re.MULTILINE)
DEBUG = os.environ.get("ADVISOR_DEBUG", "") not in ("", "0")

os.environ["LANGUAGE"] = "en"  # what the command says does not hang on whoever runs the tests


def sources_of(source: Path) -> list[Path]:
    """Return a module's `.pyx`, what it includes, and all headers."""
    parts = [source, *(source.parent / name for name in INCLUDE.findall(source.read_text(encoding="utf-8")))]
    headers = [path for pattern in ("*.pxd", "*.h") for path in (ROOT / "cext").rglob(pattern)]
    return [path for path in (*parts, *headers) if path.exists()]


def stale_core(module: str) -> str | None:
    """Return one line on what is wrong with the compiled module in use, None if it is fresh."""
    build = "python setup.py build_ext --inplace -j2"
    if DEBUG:
        build = "make debug-test"
    found = importlib.util.find_spec(f"advisor.{module}")
    if found is None or found.origin is None:
        return f"the core advisor.{module} is not built: {build}"
    built = Path(found.origin)
    if DEBUG and built.is_relative_to(ROOT / "advisor"):
        return f"ADVISOR_DEBUG is set, but {built.name} of the source tree would be imported: {build}"
    newest = max(
        sources_of(ROOT / "cext" / "advisor" / f"{module}.pyx"), key=lambda path: path.stat().st_mtime
    )
    if newest.stat().st_mtime > built.stat().st_mtime:
        return f"the core advisor.{module} is older than {newest.relative_to(ROOT)}: {build}"
    return None


def pytest_configure() -> None:
    """Refuse to run on a core that is not built, or not from the sources as they are."""
    for source in sorted((ROOT / "cext" / "advisor").glob("*.pyx")):
        complaint = stale_core(source.stem)
        if complaint:
            pytest.exit(complaint, returncode=2)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of the project's shared material beside the repository; skips where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the shared corpus is not beside this repository")
    return SHARED
