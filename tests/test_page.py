"""The page without a browser: every part of it, every button that changes something, every wrong input."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from advisor.files import read_json
from advisor.flashpoint import Board, SetUp, set_up
from advisor.flashpoint.position import Position
from advisor.flashpoint.record import Record
from advisor.store import FOLDER, Store

streamlit = pytest.importorskip("streamlit", reason="the page needs the extra app")
from streamlit.testing.v1 import AppTest  # noqa: E402

ROOT = Path(__file__).parents[1]
POSITIONS = sorted(path.stem for path in (ROOT / "data" / "positions").glob("*.json"))
PARTS = ("start", "position", "play", "games", "help")


def shipped(name: str) -> Position:
    return Position.from_json(read_json(ROOT / "data" / "positions" / f"{name}.json"))


class Page:
    """A visitor of the page."""

    def __init__(self) -> None:
        self.test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)

    def run(self) -> Page:
        self.test.run()
        assert not self.test.exception, self.test.exception
        return self

    def click(self, key: str) -> Page:
        self.test.button(key=key).click()
        return self.run()

    def choose(self, key: str, value: Any) -> Page:
        self.test.segmented_control(key=key).set_value(value)
        return self.run()

    def go(self, part: str) -> Page:
        return self.choose("view", part)

    def state(self, key: str) -> Any:
        return self.test.session_state[key]

    def wait(self, until: Callable[[], bool]) -> Page:
        end = time.monotonic() + 20
        while not until():
            assert time.monotonic() < end, "nothing came"
            time.sleep(0.05)
            self.run()
        return self

    def ended(self) -> Page:
        """Wait for the end of the search."""
        self.run()
        return self.wait(lambda: "search-stop" not in self.buttons())

    def buttons(self) -> set[str]:
        return {str(button.key) for button in self.test.button}

    def told(self) -> str:
        kinds = (self.test.markdown, self.test.error, self.test.warning, self.test.info, self.test.success,
                 self.test.caption, self.test.text, self.test.subheader, self.test.code)  # fmt: skip
        return "\n".join(str(element.value) for kind in kinds for element in kind).replace("\\", "")

    def open(self, name: str) -> Page:
        return self.click(f"start-example-{name}")

    def paste(self, text: str) -> Page:
        self.go("start")
        self.test.text_area(key="start-text").set_value(text)
        return self.click("start-open")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    streamlit.cache_resource.clear()
    yield tmp_path
    streamlit.cache_resource.clear()


@pytest.fixture
def page() -> Page:
    return Page().run()


# --- start --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_there_from_the_first_moment(page: Page, part: str) -> None:
    page.go(part)
    assert page.state("view") == part


@pytest.mark.parametrize("name", POSITIONS)
def test_every_shipped_position_opens_with_one_click(page: Page, name: str) -> None:
    page.open(name)
    assert page.state("view") == "position"
    assert page.state("desk").position == shipped(name)


@pytest.mark.parametrize("level", ["family", "recruit", "heroic"])
def test_a_new_game_of_a_level_begins_from_its_seed(page: Page, level: str) -> None:
    page.test.selectbox(key="new-flash-point-level").set_value(level)
    page.run()
    page.test.text_input(key="new-seed").set_value("7")
    page.click("new-look")
    expected = set_up(SetUp(Board.shipped("base-1"), level, firefighters=3, seed=7)).position
    assert page.state("desk").position == expected


def test_a_seed_that_is_no_number_is_one_line_beside_the_field(page: Page) -> None:
    page.test.text_input(key="new-seed").set_value("seven")
    page.click("new-look")
    assert "seed: 'seven', expected a whole number" in page.told()
    assert page.state("view") == "start"


@pytest.mark.parametrize("kind", ["position", "record", "string"])
def test_what_is_pasted_is_recognised(page: Page, kind: str) -> None:
    position = shipped("family-middle")
    after = position.apply("end")
    texts = {
        "position": (json.dumps(position.to_json()), position),
        "record": (json.dumps(Record(position, ("end",)).to_json()), after),
        "string": (f"  {position.to_string()}\n", position),
    }
    text, expected = texts[kind]
    page.paste(text)
    assert page.state("desk").position == expected


WRONG = {
    "nothing": ("", "expected a position string or JSON"),
    "no JSON": ("{", "no JSON at line 1"),
    "half a string": ("fp1.OTt", "expected"),
    "another game": ('{"format": "chess/position@1"}', '"chess/position@1", expected'),
    "a script": ("<script>alert(1)</script>", "expected an object or a position string"),
    "a field": ('{"format": "flash-point/position@1", "board": "no-such"}', "/rules: missing key"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_one_line_and_what_was_open_stays(page: Page, name: str) -> None:
    page.open("family-start")
    text, message = WRONG[name]
    page.paste(text)
    assert message in page.told()
    assert page.state("view") == "start"
    assert page.state("desk").position == shipped("family-start")


def test_a_link_opens_its_position() -> None:
    page = Page()
    page.test.query_params["p"] = shipped("captain").to_string()
    page.run()
    assert page.state("view") == "position"
    assert page.state("desk").position == shipped("captain")


def test_a_broken_link_is_one_line() -> None:
    page = Page()
    page.test.query_params["p"] = "fp1.broken"
    page.run()
    assert page.state("view") == "start"
    assert len(page.test.main.error) == 1
    assert "expected" in page.test.error[0].value
    page.open("family-start").go("start")
    assert not page.test.error


def test_of_a_record_with_an_illegal_event_the_legal_ones_count_and_the_line_is_shown(page: Page) -> None:
    position = shipped("family-start")
    page.paste(json.dumps(Record(position, ("end", "roll 9,9")).to_json()))
    assert page.state("desk").position == position.apply("end")
    assert "event 2: 'roll 9,9'" in page.told()


# --- plans --------------------------------------------------------------------------------------------------


def test_plans_come_ranked_with_errors_reasons_and_notation(page: Page) -> None:
    page.open("puzzle-cottage").ended()
    told = page.told()
    assert "Plan 1" in told
    page.click("plan-show-1")
    told = page.told()
    assert "In the notation: " in told
    assert "Why plan 1 is better than plan" in told


def test_a_chosen_plan_is_drawn_and_can_be_hidden(page: Page) -> None:
    page.open("family-start").ended()
    page.click("plan-show-2")
    assert page.state("desk").chosen == 2
    for shown in ("now", "end", "map", "way"):
        page.choose("shown", shown)
    page.click("plan-show-2")
    assert page.state("desk").chosen == 0


@pytest.mark.parametrize("level", ["instant", "quick", "deep"])
def test_each_level_answers(page: Page, level: str) -> None:
    page.open("puzzle-cottage")
    page.choose("level", level)
    page.ended()
    assert "Plan 1" in page.told()


def test_the_team_is_told_when_asked_for(page: Page) -> None:
    page.open("family-start").ended()
    page.test.toggle(key="team-wanted").set_value(True)
    page.run()
    assert len(page.test.table) == 1
    assert "No fewer than" in page.told()


def test_where_dice_come_next_there_is_nothing_to_rank(page: Page) -> None:
    page.paste(json.dumps(Record(shipped("family-start"), ("end",)).to_json()))
    assert "Nobody decides now" in page.told()


# --- a plan of one's own ------------------------------------------------------------------------------------


def test_a_plan_of_ones_own_is_built_priced_and_compared(page: Page) -> None:
    page.open("puzzle-cottage")
    page.choose("panel", "own")
    page.click("own-act-extinguish 1,1")
    assert page.state("desk").own == ["extinguish 1,1"]
    assert "1 AP" in page.told()
    page.test.text_input(key="own-text").set_value("extinguish 1,1; end")
    page.run()
    assert page.state("desk").own == ["extinguish 1,1", "end"]
    page.ended()
    assert "behind the best, under the same dice" in page.told() or "best plan" in page.told()
    page.click("own-back")
    assert page.state("desk").own == ["extinguish 1,1"]
    page.click("own-clear")
    assert page.state("desk").own == []


@pytest.mark.parametrize("text", ["move 9,9", "jump", "<b>; end", "end; end"])
def test_a_typed_plan_that_is_not_legal_is_one_line_and_changes_nothing(page: Page, text: str) -> None:
    page.open("family-start")
    page.choose("panel", "own")
    page.test.text_input(key="own-text").set_value(text)
    page.run()
    assert len(page.test.error) == 1
    assert "\n" not in page.test.error[0].value
    assert page.state("desk").own == []


# --- changes by hand ----------------------------------------------------------------------------------------


def number(page: Page, name: str) -> Any:
    """Return a counter of the position; its key is another one after each change."""
    return next(one for one in page.test.number_input if str(one.key).startswith(f"setup-count-{name} "))


def choice(page: Page, name: str) -> Any:
    return next(one for one in page.test.selectbox if str(one.key).startswith(f"setup-choice-{name} "))


def test_to_look_at_the_numbers_changes_nothing_and_they_follow_undo(page: Page) -> None:
    page.open("heroic-start")
    page.choose("panel", "setup").run()
    page.choose("panel", "share").choose("panel", "setup")
    assert page.state("desk").position == shipped("heroic-start")
    assert number(page, "goal").value == 7
    number(page, "goal").set_value(3)
    page.run().click("setup-undo")
    assert number(page, "goal").value == 7


def test_numbers_and_choices_are_changed_undone_and_redone(page: Page) -> None:
    page.open("family-start")
    page.choose("panel", "setup")
    number(page, "rescued").set_value(2)
    page.run()
    choice(page, "turn").set_value("blue")
    page.run()
    changed = page.state("desk").position
    assert (changed.rescued, changed.turn.firefighter) == (2, "blue")
    page.click("setup-undo").click("setup-undo")
    assert page.state("desk").position == shipped("family-start")
    page.click("setup-redo").click("setup-redo")
    assert page.state("desk").position == changed


def test_every_fault_is_listed_at_once_and_the_position_can_be_saved_but_not_analysed(page: Page) -> None:
    page.open("family-start")
    page.choose("panel", "setup")
    number(page, "lost").set_value(10)
    page.run()
    number(page, "rescued").set_value(10)
    page.run()
    problems = page.state("desk").problems
    assert len(problems) > 1
    for problem in problems:
        assert str(problem) in page.told()
    page.choose("panel", "plans")
    assert "Plan 1" not in page.told()
    page.choose("panel", "share")
    assert page.test.get("download_button")


@pytest.mark.parametrize("name", ["family-start", "heroic-start"])
def test_every_tool_can_be_chosen(page: Page, name: str) -> None:
    page.open(name)
    page.choose("panel", "setup")
    tools = [key for key in page.buttons() if key.startswith("setup-tool-")]
    assert len(tools) > 8
    for key in tools:
        page.click(key)
        assert page.state("setup-tool") == key.removeprefix("setup-tool-")


# --- to take away -------------------------------------------------------------------------------------------


def test_a_position_can_be_taken_away_as_text_link_and_files(page: Page) -> None:
    page.open("captain")
    page.choose("panel", "share")
    told = page.told()
    assert shipped("captain").to_string() in told
    assert f"?p={shipped('captain').to_string()}" in told
    assert len(page.test.get("download_button")) >= 3


# --- hint mode ----------------------------------------------------------------------------------------------


def begin(page: Page, name: str = "family-start") -> Page:
    page.open(name)
    page.choose("panel", "share")
    page.click("share-play")
    assert page.state("view") == "play"
    return page.ended()


def act(page: Page, action: str) -> Page:
    """Do an action as a visitor does: press its button, or choose it in the long list."""
    if f"play-act-{action}" in page.buttons():
        return page.click(f"play-act-{action}")
    page.test.selectbox(key="play-legal").set_value(action)
    page.run()
    return page.click("play-do")


def test_hints_come_in_steps_and_are_counted(page: Page) -> None:
    begin(page)
    assert "play-best" not in page.buttons()
    for step in (1, 2, 3):
        page.click("play-hint")
        assert page.state("table").step == step
    assert "play-best" in page.buttons()
    assert page.state("table").hints == 3


def test_from_one_hint_to_the_next_it_takes_three_clicks_and_the_dice(page: Page) -> None:
    begin(page)
    page.choose("level", "instant").ended()
    page.click("play-hint-all")
    clicks = 1
    page.click("play-best")
    clicks += 1
    while page.state("table").play.ask() is not None:
        page.click("play-roll")  # the dice
    page.ended()
    assert clicks <= 3
    assert "play-hint" in page.buttons()


def test_dice_are_entered_by_two_numbers_and_the_table_is_told_what_to_change(page: Page) -> None:
    begin(page)
    act(page, "end")
    enter(page, "2", "1")
    assert page.state("table").play.events == ("end", "roll 2,1")
    assert "Change on the table" in page.told()


def test_many_actions_are_in_a_list(page: Page) -> None:
    begin(page, "captain")
    action = shipped("captain").legal()[0][0]
    assert f"play-act-{action}" not in page.buttons()
    act(page, action)
    assert page.state("table").play.events == (action,)


def enter(page: Page, row: str, column: str) -> Page:
    """Enter dice by their two numbers."""
    page.test.button_group(key="play-row").set_value(row)
    page.run()
    page.test.button_group(key="play-column").set_value(column)
    page.run()
    return page.click("play-dice")


def test_what_lies_under_a_marker_is_asked_of_the_players(page: Page) -> None:
    page.paste(set_up(SetUp(Board.shipped("hut"))).position.to_string())
    page.choose("panel", "share").click("share-play")
    act(page, "move 2,2")
    assert "2,2" in page.told()
    page.click("play-reveal false-alarm")
    assert page.state("table").play.events == ("move 2,2", "reveal false-alarm")


def test_where_somebody_is_put_who_was_knocked_down_can_be_corrected_fp_5_9(page: Page) -> None:
    start = shipped("family-middle")
    start = replace(
        start, smoke=(), fire=((6, 7),), poi=(),
        firefighters=tuple(replace(f, at=(6, 8)) if f.id == "blue" else f for f in start.firefighters),
    )  # fmt: skip
    page.paste(json.dumps(start.to_json()))
    page.choose("panel", "share").click("share-play")
    enter(act(page, "end"), "6", "7")
    play = page.state("table").play
    asks = play.corrections()
    assert asks, play.position.firefighter("blue")
    other = next(option.value for option in asks[0].options if option.value != asks[0].usual)
    page.test.selectbox(key="play-correct-0").set_value(other)
    page.run()
    page.click("play-correct-do-0")
    assert page.state("table").play.events == ("end", "roll 6,7", other)


def test_hints_can_be_off_and_whole_at_once(page: Page) -> None:
    begin(page)
    page.choose("play-mode", "whole").ended()
    assert "play-best" in page.buttons()
    page.choose("play-mode", "off")
    assert not {"play-best", "play-hint"} & page.buttons()


def test_what_was_really_done_is_entered_action_by_action(page: Page) -> None:
    begin(page)
    action = shipped("family-start").legal()[0][0]
    act(page, action)
    assert page.state("table").play.events == (action,)


def test_undo_goes_back_to_the_last_roll_and_beyond_it_only_with_a_warning(page: Page) -> None:
    begin(page)
    table = page.state("table")
    act(page, "end").click("play-roll")
    events = table.play.events
    page.click("play-undo")
    assert page.state("table").play.events == events
    assert "would be another game" in page.told()
    page.click("play-beyond")
    assert page.state("table").play.events == ("end",)
    page.click("play-redo")
    assert page.state("table").play.events == events


def test_what_the_page_draws_is_marked_and_follows_from_the_seed(page: Page) -> None:
    begin(page)
    table = page.state("table")
    act(page, "end").click("play-roll")
    assert table.play.drawn(2)
    record = table.play.to_record()
    assert record["x-table"]["drawn"] == {"2": table.seed}
    assert "drawn by the page" in page.told()


def test_a_game_is_kept_and_found_again_in_another_session_of_the_same_owner(
    page: Page, folder: Path
) -> None:
    begin(page)
    act(page, "end")
    owner, number = page.state("session"), page.state("table").number
    kept = Store().load(owner, number)
    assert kept.record is not None
    assert kept.record["events"] == ["end"]
    again = Page()
    again.test.session_state["session"] = owner
    again.test.query_params["g"] = number
    again.run()
    assert again.state("view") == "play"
    assert again.state("table").play.events == ("end",)


def test_a_game_is_played_on_where_it_cannot_be_kept(page: Page, folder: Path) -> None:
    (folder / "games.sqlite").write_text("no database" * 99)
    begin(page)
    assert "file is not a database" in page.told()
    act(page, "end")
    assert page.state("table").play.events == ("end",)
    assert not page.test.error


def test_nobody_opens_the_game_of_another(page: Page) -> None:
    begin(page)
    stranger = Page()
    stranger.test.query_params["g"] = page.state("table").number
    stranger.run()
    assert stranger.state("view") == "games"
    assert "expected the id of a game that is kept" in stranger.told()


def test_games_are_listed_renamed_opened_and_deleted(page: Page) -> None:
    begin(page)
    number = page.state("table").number
    page.go("games")
    page.test.text_input(key=f"game-name-{number}").set_value("<b>Tuesday</b>")
    page.run()
    assert page.state("table").name == "<b>Tuesday</b>"
    page.click(f"game-open-{number}")
    assert page.state("view") == "play"
    page.go("games").click(f"game-delete-do-{number}")
    assert "No game was kept yet" in page.told()
    page.go("play")
    assert "No game is under way" in page.told()


# --- languages and help -------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["zh_Hant", "ja", "el"])
@pytest.mark.parametrize("part", PARTS)
def test_every_part_speaks_every_language(page: Page, code: str, part: str) -> None:
    english = page.open("family-start").go(part).told()
    page.test.selectbox(key="language").set_value(code)
    page.run()
    told = page.told()
    assert told != english
    assert page.state("language") == code


def test_the_help_has_the_rules_in_short(page: Page) -> None:
    told = page.go("help").told()
    assert "Roll for the fire" in told
    assert "standard error" in told


# --- a whole game -------------------------------------------------------------------------------------------


def test_a_whole_recruit_game_is_played_by_the_first_hint_and_its_record_replays_exactly(page: Page) -> None:
    page.test.selectbox(key="new-flash-point-level").set_value("recruit")
    page.run()
    page.test.text_input(key="new-seed").set_value("5")
    page.click("new-play")
    page.choose("level", "instant").choose("play-mode", "whole")
    table = page.state("table")
    for _click in range(2000):
        if table.play.position.is_over:
            break
        if table.play.ask() is not None:
            page.click("play-roll")
        else:
            page.wait(lambda: "play-best" in page.buttons())
            page.click("play-best")
    else:
        raise AssertionError("the game does not end")
    assert table.error is None
    record = Record.from_json(Store().load(page.state("session"), table.number).record)
    assert record.events == table.play.events
    assert record.final() == table.play.position
    assert len(record.events) > 50
