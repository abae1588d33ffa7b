"""The page in a real browser: load, click, drag, type, play, reload; wide and narrow; no console errors."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from advisor.files import read_json
from advisor.flashpoint import Board, SetUp, set_up
from advisor.flashpoint.position import Position
from advisor.flashpoint.record import Record
from browser import NARROW, Browser, Server, faults

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).parents[1] / "data" / "positions"
EVIL = "<img src=x onerror=alert(1)>"


def shipped(name: str) -> Position:
    return Position.from_json(read_json(FOLDER / f"{name}.json"))


def link(position: Position, view: str = "position") -> str:
    return f"/?view={view}&p={position.to_string()}"


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def press_if_there(page: Any, name: str) -> None:
    """Press a button of a page that goes on by itself; it may be gone before it is reached."""
    from playwright.sync_api import TimeoutError as GoneError

    button = page.get_by_role("button", name=name, exact=True).first
    if button.count():
        try:
            button.click(timeout=1500)
        except GoneError:
            return


def part(page: Any, name: str) -> None:
    """Choose a part of the page, or a panel."""
    page.get_by_role("radio", name=name, exact=True).first.click()


def place(page: Any, target: str) -> Any:
    return page.locator(f'[data-target="{target}"]').first


def wait_for_plans(page: Any) -> None:
    page.get_by_text("Plan 1", exact=True).first.wait_for()


def settled(browser: Browser, page: Any) -> None:
    """Wait until no search runs and the page is drawn."""
    page.get_by_role("button", name="Stop", exact=True).wait_for(state="detached")
    browser.settle(page)


# --- loading ------------------------------------------------------------------------------------------------


def test_a_link_opens_its_position_with_plans_within_a_second_or_two(browser: Browser) -> None:
    page = browser.window("/")
    part_of = page.get_by_role("tab", name="Examples")
    part_of.click()
    began = time.monotonic()
    press(page, "recruit start")
    wait_for_plans(page)
    print(f"first list after {time.monotonic() - began:.2f} s")
    assert time.monotonic() - began < 10
    settled(browser, page)
    browser.picture(page, "position-wide")
    assert "p=fp1." in page.url


@pytest.mark.parametrize("kind", ["position", "record", "string"])
def test_each_kind_of_file_is_recognised(browser: Browser, tmp_path: Path, kind: str) -> None:
    start = shipped("family-start")
    texts = {
        "position": json.dumps(start.to_json()),
        "record": json.dumps(Record(start, ("end", "roll 1,1")).to_json()),
        "string": start.to_string(),
    }
    path = tmp_path / ("position.txt" if kind == "string" else f"{kind}.json")
    path.write_text(texts[kind])
    page = browser.window("/")
    page.get_by_role("tab", name="Load").click()
    page.locator('input[type="file"]').set_input_files(str(path))
    page.get_by_role("group", name="The board").or_(page.locator(".picture")).first.wait_for()
    page.get_by_text("Save and share").first.wait_for()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [("broken.json", b"{", "no JSON at line 1"), ("letters.txt", b"\xff\xfe", "expected a text"),
     ("evil.json", b'{"format": "<img src=x onerror=alert(1)>"}', "expected a format of")],
    ids=["no JSON", "no text", "markup"],
)  # fmt: skip
def test_a_broken_file_is_one_line_and_nothing_is_lost(
    browser: Browser, tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    page = browser.window(link(shipped("captain")))
    wait_for_plans(page)
    part(page, "Start")
    page.get_by_role("tab", name="Load").click()
    page.locator('input[type="file"]').set_input_files(str(path))
    page.get_by_role("alert").get_by_text(said).wait_for()
    part(page, "Position")
    wait_for_plans(page)
    page.wait_for_url(re.compile(re.escape(shipped("captain").to_string())))


def test_a_file_of_more_than_a_megabyte_is_refused_with_a_line(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text(" " * 1_500_000)
    page = browser.window("/")
    page.get_by_role("tab", name="Load").click()
    page.locator('input[type="file"]').set_input_files(str(path))
    page.get_by_text(re.compile("1.*MB or smaller|exceed|too large", re.I)).first.wait_for()


# --- editing ------------------------------------------------------------------------------------------------


def test_markers_are_put_by_clicking_walls_hit_and_people_dragged(browser: Browser) -> None:
    page = browser.window(link(shipped("family-start")))
    part(page, "Change")
    page.get_by_role("button", name=re.compile("Smoke")).first.click()
    browser.settle(page)
    place(page, "square 1,1").click()
    page.get_by_role("button", name="1,1 (living room): smoke").wait_for()
    page.get_by_role("button", name=re.compile("Wall or door")).first.click()
    place(page, "edge 1,3-1,4").wait_for()
    place(page, "edge 1,3-1,4").click()
    page.get_by_role("button", name="1,3-1,4: open door").wait_for()
    page.get_by_role("button", name=re.compile("Smoke")).first.click()
    place(page, "square 2,1").wait_for()
    pawn, goal = place(page, "piece red").bounding_box(), place(page, "square 2,1").bounding_box()
    page.mouse.move(pawn["x"] + pawn["width"] / 2, pawn["y"] + pawn["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + 30, goal["y"] + 30, steps=6)
    page.mouse.up()
    page.get_by_role("button", name=re.compile(r"^2,1 .*red")).wait_for()
    press(page, "Undo")
    page.get_by_role("button", name=re.compile(r"^2,1 [^:]*$")).wait_for()
    browser.picture(page, "change-wide")


def test_no_click_is_lost_however_fast_they_come(browser: Browser) -> None:
    page = browser.window(link(shipped("family-start")))
    part(page, "Change")
    page.get_by_role("button", name=re.compile("Smoke")).first.click()
    page.get_by_role("button", name=re.compile("Smoke")).first.wait_for()
    browser.settle(page)
    page.wait_for_timeout(500)
    squares = ["square 1,1", "square 1,5", "square 1,8", "square 6,1", "square 6,4"]
    for target in squares:
        place(page, target).dispatch_event("click")
    for target in squares:
        page.get_by_role("button", name=re.compile(rf"^{target.removeprefix('square ')} .*smoke")).wait_for()


def test_the_board_is_walked_and_clicked_with_the_keys(browser: Browser) -> None:
    page = browser.window(link(shipped("family-start")))
    part(page, "Change")
    place(page, "square 0,0").wait_for()
    place(page, "square 0,0").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.wait_for_function("document.body.innerText.includes('Undo')")
    page.get_by_role("button", name="2,2 (living room)", exact=True).wait_for()  # the fire there went out


def test_faults_are_listed_and_the_position_can_be_saved(browser: Browser) -> None:
    page = browser.window(link(shipped("family-start")))
    part(page, "Change")
    for target in ("square 0,1", "square 5,1"):
        place(page, target).wait_for()
        place(page, target).click()
    page.get_by_text("This position cannot be analysed yet:").wait_for()
    page.get_by_role("alert").get_by_role("listitem").nth(1).wait_for()
    part(page, "Save and share")
    with page.expect_download() as waiting:
        press(page, "JSON")
    saved = json.loads(Path(waiting.value.path()).read_text())
    assert {"0,1", "5,1"} <= set(saved["fire"])


# --- plans --------------------------------------------------------------------------------------------------


def test_a_plan_is_shown_on_the_board_with_its_reasons_and_the_coming_roll(browser: Browser) -> None:
    page = browser.window(link(shipped("family-middle")))
    wait_for_plans(page)
    settled(browser, page)
    press(page, "Show")
    page.get_by_text("In the notation:").wait_for()
    for shown in ("After it", "Coming roll", "The plan"):
        part(page, shown)
        browser.settle(page)
    browser.picture(page, "plan-wide", full=True)
    page.get_by_text(re.compile("Why plan 1 is better")).first.wait_for()


def test_clicks_are_answered_while_a_search_runs_and_do_not_kill_it(browser: Browser) -> None:
    page = browser.window(link(shipped("race-to-the-ambulance")))
    part(page, "Deeper")
    stop = page.get_by_role("button", name="Stop", exact=True)
    stop.wait_for()
    stop.click()
    page.get_by_text("Stopped: the list is what was found by then.").wait_for()
    press(page, "Go on")
    stop.wait_for()
    spent = []
    for name in ("Your plan", "Change", "Save and share", "Plans"):
        began = time.monotonic()
        part(page, name)
        page.get_by_role("radio", name=name, exact=True, checked=True).wait_for()
        spent.append(time.monotonic() - began)
    print("clicks during a search:", ", ".join(f"{one:.2f} s" for one in spent))
    wait_for_plans(page)
    stop.wait_for(state="detached")
    assert page.get_by_text("Stopped:").count() == 0  # it went on to its end
    assert shipped("race-to-the-ambulance").to_string() in page.url  # and to look around changed nothing


def test_a_plan_of_ones_own_is_clicked_and_compared(browser: Browser) -> None:
    page = browser.window(link(shipped("puzzle-cottage")))
    part(page, "Your plan")
    place(page, "square 1,1").wait_for()
    place(page, "square 1,1").click()
    page.get_by_role("button", name=re.compile("^Turn the fire at 1,1")).nth(1).wait_for()
    page.get_by_label("Or type it in the notation").fill("extinguish 1,1; end")
    page.keyboard.press("Enter")
    page.get_by_text(re.compile("under the same dice|best plan")).first.wait_for()


def test_a_picture_is_saved_as_png(browser: Browser) -> None:
    page = browser.window(link(shipped("heroic-start")))
    part(page, "Save and share")
    with page.expect_download() as waiting:
        press(page, "PNG")
    data = Path(waiting.value.path()).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") >= 1600


# --- hint mode ----------------------------------------------------------------------------------------------


def hut() -> Position:
    return set_up(SetUp(Board.shipped("hut"), firefighters=2, goal=1)).position


def enter_dice(browser: Browser, page: Any, target: str) -> None:
    """Click a square for the dice, and wait until the question is another."""
    place(page, target).wait_for()
    place(page, target).click()
    browser.settle(page)


def begin(browser: Browser, position: Position, **more: Any) -> Any:
    page = browser.window(link(position), **more)
    part(page, "At once")
    part(page, "Save and share")
    press(page, "Play on from here, with hints")
    page.get_by_role("button", name="Take back").wait_for()
    return page


def test_a_short_game_is_played_to_its_end_with_hints_and_dice_and_survives_a_reload(
    browser: Browser,
) -> None:
    page = begin(browser, hut())
    reloaded = False
    for _round in range(60):
        browser.settle(page)
        if page.get_by_text(re.compile("^(Won|Lost|Game (won|lost))")).count():
            break
        for name in ("The whole plan", "Play this plan", "Let the page draw"):
            press_if_there(page, name)
            browser.settle(page)
        if _round == 1 and not reloaded:
            browser.settle(page)
            page.wait_for_timeout(500)
            assert "g=" in page.url
            before = page.locator("h3").first.inner_text()
            page.reload()
            browser.settle(page)
            page.get_by_role("heading", name=before).wait_for()
            reloaded = True
        page.wait_for_timeout(50)
    else:
        raise AssertionError("the game does not end")
    assert reloaded
    browser.picture(page, "play-over")


def test_dice_are_entered_by_clicking_the_square(browser: Browser) -> None:
    page = begin(browser, hut())
    page.get_by_role("button", name="The whole plan").wait_for()
    press(page, "The whole plan")
    page.get_by_role("button", name="Play this plan").wait_for()
    browser.picture(page, "play-hint", full=True)
    page.get_by_text("What we really do").click()
    page.get_by_role("button", name=re.compile("^End the turn")).click()
    page.get_by_role("button", name="Enter the dice").wait_for()
    enter_dice(browser, page, "square 1,1")
    page.get_by_text("Change on the table:").wait_for()
    browser.picture(page, "play-dice")


def test_a_game_survives_a_restart_of_the_server(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    shared, chromium.server = chromium.server, server
    try:
        page = begin(chromium, hut())
        page.get_by_text("What we really do").click()
        page.get_by_role("button", name=re.compile("^End the turn")).click()
        page.get_by_role("button", name="Let the page draw").wait_for()
        chromium.settle(page)
        address = page.url
        server.stop()
        server.start()
        page.goto(address)
        page.get_by_role("button", name="Let the page draw").wait_for()
        part(page, "Games")
        page.get_by_role("button", name="Open", exact=True).wait_for()
    finally:
        chromium.server = shared
        chromium.close_windows()  # a server that went away is an error in the console, and meant
        server.stop()


# --- together, narrow, hostile ------------------------------------------------------------------------------


def test_two_sessions_side_by_side_see_their_own_positions_and_games(browser: Browser) -> None:
    one, two = begin(browser, hut()), browser.window(link(shipped("captain")))
    wait_for_plans(two)
    part(two, "Games")
    two.get_by_text("No game was kept yet.").wait_for()
    part(one, "Games")
    one.get_by_role("button", name="Open", exact=True).wait_for()
    assert shipped("captain").to_string() not in one.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_everything_within_its_width(browser: Browser, scheme: str) -> None:
    page = browser.window(link(shipped("family-middle")), size=NARROW, color_scheme=scheme, has_touch=True)
    wait_for_plans(page)
    settled(browser, page)
    browser.picture(page, f"position-narrow-{scheme}", full=True)
    for name in ("Start", "Play", "Games", "Help", "Position"):
        part(page, name)
        browser.settle(page)
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, name
    for name in ("Your plan", "Change", "Save and share"):
        part(page, name)
        browser.settle(page)
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, name
    browser.picture(page, f"share-narrow-{scheme}", full=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_any_part(browser: Browser, scheme: str) -> None:
    page = browser.window(link(shipped("heroic-start")), color_scheme=scheme)
    wait_for_plans(page)
    settled(browser, page)
    press(page, "Show")
    page.get_by_text("In the notation:").wait_for()
    found = {"plans": faults(page)}
    for name in ("Your plan", "Change", "Save and share"):
        part(page, name)
        browser.settle(page)
        found[name] = faults(page)
    press(page, "Play on from here, with hints")
    page.get_by_role("button", name="The whole plan").wait_for()
    press(page, "The whole plan")
    found["play"] = faults(page)
    browser.picture(page, f"play-wide-{scheme}", full=True)
    for name in ("Start", "Games", "Help"):
        part(page, name)
        browser.settle(page)
        found[name] = faults(page)
    assert {name: told for name, told in found.items() if told} == {}


def test_nothing_that_somebody_typed_is_run_or_shown_as_markup(browser: Browser) -> None:
    start = shipped("family-start")
    board = {**start.board.to_json(), "id": "evil", "name": EVIL, "room_names": {"A": EVIL}}
    page = browser.window("/")
    page.on("dialog", lambda dialog: browser.errors.append(f"dialog: {dialog.message}"))
    page.get_by_role("tab", name="Load").click()
    page.get_by_label("Or paste", exact=False).fill(json.dumps({**start.to_json(), "board": board}))
    page.locator(".st-key-start-open button").click()
    wait_for_plans(page)
    settled(browser, page)
    press(page, "Show")
    page.get_by_text("In the notation:").wait_for()
    part(page, "Save and share")
    press(page, "Play on from here, with hints")
    page.get_by_role("button", name="Take back").wait_for()
    part(page, "Games")
    name = page.get_by_label("Name").first
    name.fill(EVIL)
    name.press("Enter")
    browser.settle(page)
    assert page.locator("img[src='x']").count() == 0


def test_another_language_is_spoken_from_the_address_on_also_while_a_search_runs(browser: Browser) -> None:
    page = browser.window(f"{link(shipped('captain'))}&lang=ja")
    page.get_by_text("計画 1", exact=True).first.wait_for()
    page.wait_for_timeout(1500)
    browser.picture(page, "position-japanese")
    assert page.get_by_text("計画 1", exact=True).count() == 1
    for name in ("Plans", "Deep"):
        assert page.get_by_role("radio", name=name, exact=True).count() == 0


def test_the_pictures_of_the_readme_are_made(browser: Browser) -> None:
    """`make pictures` takes them from here."""
    page = browser.window(link(shipped("family-middle")), size={"width": 1280, "height": 860})
    wait_for_plans(page)
    settled(browser, page)
    press(page, "Show")
    page.get_by_text("In the notation:").wait_for()
    page.mouse.move(5, 5)
    page.wait_for_timeout(400)
    assert browser.picture(page, "readme-position").stat().st_size > 10_000
    phone = begin(browser, shipped("family-middle"), size=NARROW, has_touch=True)
    phone.get_by_role("button", name="The whole plan").wait_for()
    press(phone, "A hint")
    press(phone, "Who, and where?")
    phone.get_by_text("red fights the fire").wait_for()
    phone.wait_for_timeout(400)
    assert browser.picture(phone, "readme-phone", full=True).stat().st_size > 10_000
