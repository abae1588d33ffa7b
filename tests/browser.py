"""A real browser for tests: the server of the page, pages that fail on any error, screenshots, axe."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "build" / "screenshots"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-dev-shm-usage", "--lang=en-US",
]  # fmt: skip
WIDE, NARROW = {"width": 1600, "height": 1000}, {"width": 360, "height": 740}


def missing() -> str:
    """Return what a browser test lacks here, ``""`` if nothing."""
    if CHROMIUM is None:
        return "no chromium on this machine (Debian: apt-get install chromium)"
    for name in ("playwright", "streamlit", "axe_playwright_python"):
        if importlib.util.find_spec(name) is None:
            return f"the Python package {name} is not installed (make .venv/.dev)"
    return ""


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """The page, served by a process of its own with a data folder of its own."""

    def __init__(self, folder: Path, app: str = os.environ.get("ADVISOR_APP", "app.py")) -> None:
        self.port, self.folder, self.app = free_port(), folder, app
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "streamlit", "run", self.app, "--server.port", str(self.port)]
        env = {**os.environ, "ADVISOR_DATA": str(self.folder), "PYTHONPATH": str(ROOT)}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log()
            try:
                with urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=1) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"the page does not come up: {self.log()}")

    def stop(self) -> None:
        """Stop it."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=20)
            self.process = None

    def log(self) -> str:
        """Return what it said."""
        return (self.folder / "server.log").read_text(errors="replace")

    def memory(self) -> float:
        """Return its resident memory in MiB."""
        assert self.process is not None
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise AssertionError("no VmRSS")


class Browser:
    """A browser whose windows note every error of their console and of their scripts."""

    def __init__(self, driver: Any, server: Server) -> None:
        self._browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        self.server = server
        self.errors: list[str] = []
        self._contexts: list[Any] = []

    def window(
        self, path: str = "/", *, size: dict[str, int] | None = None, patience: float = 20.0, **more: Any
    ) -> Any:
        """Open a page in a window (and a profile) of its own, and wait until it is drawn.

        Everything in it is waited for as many seconds as `patience` says.
        """
        context = self._browser.new_context(viewport=size or WIDE, **more)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(patience * 1000)
        page.on("console", lambda said: self._heard(said.type, said.text, said.location))
        page.on("pageerror", lambda error: self.errors.append(f"script: {error}"))
        page.goto(self.server.address + path)
        self.settle(page)
        return page

    def settle(self, page: Any) -> None:
        """Wait until the page is drawn and its script has ended."""
        page.wait_for_selector("[data-testid='stApp'][data-test-script-state='notRunning']", state="attached")

    def picture(self, page: Any, name: str, *, full: bool = False) -> Path:
        """Keep a screenshot as an artefact."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        path = PICTURES / f"{name}.png"
        page.screenshot(path=str(path), full_page=full)
        return path

    def close_windows(self) -> None:
        """Close all windows, and forget what went wrong in them."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        self.errors.clear()

    def close(self) -> None:
        """End the browser."""
        self._browser.close()

    def _heard(self, kind: str, text: str, where: dict[str, Any]) -> None:
        if kind == "error":
            self.errors.append(f"console: {text} ({where.get('url', '')})")


def faults(page: Any) -> list[str]:
    """Return the serious and critical accessibility faults that axe finds on a page."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{fault['impact']}: {fault['id']}: {fault['help']}: "
        + "; ".join(str(node["target"]) + " " + node["html"][:120] for node in fault["nodes"][:3])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page of this repository, for all tests."""
    why = missing()
    if why:
        pytest.skip(why)
    server = Server(tmp_path_factory.mktemp("page"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium(served: Server) -> Iterator[Browser]:
    """A browser, for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = Browser(driver, served)
        yield browser
        browser.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """A browser in which nothing may go wrong."""
    yield chromium
    errors = list(chromium.errors)
    chromium.close_windows()
    assert errors == []
