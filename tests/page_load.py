"""Many people at one page: sessions that click for a while, each in a window of its own.

    python tests/page_load.py --sessions 20 --seconds 60

Each session opens a position of its own, goes through the panels while the search runs, waits for plans, and
opens the next position. Counted are errors, answers that belong to another position, the time from a click to
its answer, and the server's memory before and after.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from advisor.files import read_json
from advisor.flashpoint.position import Position
from browser import NARROW, Browser, Server

FOLDER = Path(__file__).parents[1] / "data" / "positions"
PANELS = ("Your plan", "Change", "Save and share", "Plans")


class Visitor:
    """A session that does one thing after another."""

    def __init__(self, browser: Browser, number: int, positions: list[Position]) -> None:
        self.browser, self.number, self.positions = browser, number, positions
        self.round = 0
        self.spent: list[float] = []
        self.mixed = 0
        self.page: Any = None

    def step(self) -> None:
        """Do the next thing."""
        turn = self.round % 6
        if turn == 0:
            self._open()
        elif turn <= len(PANELS):
            self._panel(PANELS[turn - 1])
        else:
            self._check()
        self.round += 1

    def _open(self) -> None:
        text = self._position().to_string()
        if self.page is None:
            self.page = self.browser.window(f"/?view=position&p={text}", size=NARROW, patience=90)
        else:
            self.page.goto(f"{self.browser.server.address}/?view=position&p={text}")
            self.browser.settle(self.page)

    def _position(self) -> Position:
        return self.positions[(self.number + self.round // 6) % len(self.positions)]

    def _panel(self, name: str) -> None:
        began = time.monotonic()
        self.page.get_by_role("radio", name=name, exact=True).first.click()
        self.page.get_by_role("radio", name=name, exact=True, checked=True).first.wait_for()
        self.spent.append(time.monotonic() - began)

    def _check(self) -> None:
        self.page.get_by_text("Plan 1", exact=True).first.wait_for()
        if self._position().to_string() not in self.page.url:
            self.mixed += 1


def main() -> None:
    parser = argparse.ArgumentParser(description="Many people at one page.")
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    from playwright.sync_api import sync_playwright

    positions = [Position.from_json(read_json(path)) for path in sorted(FOLDER.glob("*.json"))]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Server(Path(folder))
        server.start()
        try:
            browser = Browser(driver, server)
            _warm(browser, positions)
            before = server.memory()
            visitors = [Visitor(browser, number, positions) for number in range(asked.sessions)]
            for visitor in visitors:
                visitor.step()
            open_now, end = server.memory(), time.monotonic() + asked.seconds
            while time.monotonic() < end:
                for visitor in visitors:
                    visitor.step()
            spent = [one for visitor in visitors for one in visitor.spent]
            rounds, mixed = sum(v.round for v in visitors), sum(v.mixed for v in visitors)
            errors = list(browser.errors)
            busiest = server.memory()
            browser.close_windows()
            time.sleep(30)
            after = server.memory()
            browser.close()
        finally:
            server.stop()
    worst = sorted(spent)[int(len(spent) * 0.95)]
    said = f"{rounds} steps, {len(errors)} errors, {mixed} mixed"
    print(f"{asked.sessions} sessions, {asked.seconds:.0f} s: {said}")
    middle = statistics.median(spent)
    print(f"from click to answer: {middle:.2f} s in the median, 95 of 100 within {worst:.2f} s")
    print(f"memory: {before:.0f} MiB before, {open_now:.0f} opened, {busiest:.0f} busiest, {after:.0f} after")
    for error in errors[:5]:
        print(error)


def _warm(browser: Browser, positions: list[Position]) -> None:
    """Let the server load what it needs."""
    for position in positions[:3]:
        visitor = Visitor(browser, 0, [position])
        for _step in range(6):
            visitor.step()
    browser.close_windows()
    time.sleep(2)


if __name__ == "__main__":
    main()
