"""The board alone in a real browser: clicked, dragged on with mouse and finger, walked through with keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser import NARROW, Browser, Server

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("demo")]

DEMO = str(Path(__file__).parent / "board_demo.py")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("demo"), DEMO)
    server.start()
    shared, chromium.server = chromium.server, server
    yield server
    chromium.server = shared
    server.stop()


def place(page: Any, target: str) -> Any:
    return page.locator(f'[data-target="{target}"]')


def told(page: Any, *events: str) -> None:
    """Wait until these were done, and nothing else."""
    page.get_by_text(f"{len(events)} so far: {', '.join(events)}.", exact=True).wait_for()


def middle(page: Any, target: str) -> tuple[float, float]:
    box = place(page, target).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def focused(page: Any) -> str:
    """Return the place that has the focus."""
    found = page.evaluate(
        """() => { let at = document.activeElement;
        while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at.dataset.target ?? ""; }"""
    )
    return str(found)


def test_a_click_comes_once_whatever_runs_after_it(browser: Browser) -> None:
    page = browser.window("/?kind=square")
    place(page, "square 2,2").click()
    told(page, "square 2,2")
    page.get_by_role("button", name="Run again").click()
    browser.settle(page)
    told(page, "square 2,2")
    place(page, "square 2,2").click()
    told(page, "square 2,2", "square 2,2")
    place(page, "square 0,3").dblclick()
    told(page, "square 2,2", "square 2,2", "square 0,3", "square 0,3")


def test_a_board_without_kinds_is_a_picture(browser: Browser) -> None:
    page = browser.window("/")
    page.get_by_role("img").first.wait_for()
    assert page.locator("[data-target]").count() == 0
    told(page)


def test_a_run_replaces_only_what_changed_and_leaves_the_focus(browser: Browser) -> None:
    page = browser.window("/?kind=square&kind=edge")
    place(page, "square 2,2").wait_for()
    page.evaluate(
        """() => { const all = [...document.querySelectorAll("*")];
        window.board = all.find((one) => one.shadowRoot?.querySelector(".board")).shadowRoot;
        for (const name of ["walls", "threats", "floors"]) board.getElementById(name).kept = name; }"""
    )
    place(page, "square 2,2").focus()
    page.keyboard.press("Enter")
    told(page, "square 2,2")
    kept = page.evaluate(
        "['walls', 'threats', 'floors'].map((name) => board.getElementById(name).kept ?? '')"
    )
    assert kept == ["walls", "", "floors"]
    assert focused(page) == "square 2,2"


def test_the_keys_reach_every_kind_of_place(browser: Browser) -> None:
    page = browser.window("/?kind=square&kind=edge&kind=piece")
    place(page, "square 0,0").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    assert focused(page) == "square 1,1"
    page.keyboard.press("Tab")
    assert focused(page).startswith("edge ")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    assert focused(page).startswith("piece ")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "square 1,1"


def test_a_piece_is_carried_with_the_keys_and_let_go_with_escape(browser: Browser) -> None:
    page = browser.window("/?kind=square&drag=1")
    piece = place(page, "piece red")
    piece.focus()
    page.keyboard.press("Enter")
    assert piece.get_attribute("aria-pressed") == "true"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert piece.get_attribute("aria-pressed") is None
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.get_by_text("1 so far: piece red > square ").wait_for()


def test_a_piece_is_dragged_with_the_mouse_and_a_click_on_it_means_its_square(browser: Browser) -> None:
    page = browser.window("/?kind=square&drag=1")
    place(page, "piece red").wait_for()
    (x, y), (to_x, to_y) = middle(page, "piece red"), middle(page, "square 3,3")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()
    told(page, "piece red > square 3,3")
    page.mouse.click(x, y)
    page.get_by_text("2 so far: piece red > square 3,3, square ").wait_for()


def touch(page: Any, *points: tuple[float, float]) -> None:
    """Put a finger down, lead it along, and lift it."""
    session = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(points) - 1)]
    for kind, (x, y) in zip(kinds, points, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(30)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def along(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    return [
        (start[0] + (end[0] - start[0]) * n / 8, start[1] + (end[1] - start[1]) * n / 8) for n in range(9)
    ]


def scrolled(page: Any) -> float:
    return float(page.evaluate("document.querySelector('[data-testid=\"stMain\"]').scrollTop"))


def test_on_a_phone_a_finger_drags_pieces_scrolls_elsewhere_and_hits_walls(browser: Browser) -> None:
    page = browser.window("/?kind=edge&drag=1", size=NARROW, has_touch=True, is_mobile=True)
    place(page, "piece red").wait_for()
    box = place(page, "edge 1,3-1,4").bounding_box()
    page.touchscreen.tap(box["x"] - 8, box["y"] + box["height"] / 2)  # beside it, as fingers do
    told(page, "edge 1,3-1,4")
    board = page.locator(".places").bounding_box()
    touch(
        page,
        *along(
            middle(page, "piece red"), (board["x"] + board["width"] * 0.5, board["y"] + board["height"] * 0.3)
        ),
    )
    page.get_by_text("2 so far: edge 1,3-1,4, piece red > square ").wait_for()
    assert scrolled(page) == 0
    touch(
        page, *along((board["x"] + board["width"] * 0.45, board["y"] + board["height"] * 0.4), (150.0, 10.0))
    )
    page.wait_for_function("document.querySelector('[data-testid=\"stMain\"]').scrollTop > 0")
