"""The page, as far as there is one: a position, its picture, what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.files import dump_json
from advisor.flashpoint.board import Board
from advisor.flashpoint.setup import SetUp, make

pytest.importorskip("streamlit", reason="the extra `app` is not installed")

from streamlit.testing.v1 import AppTest

PAGE = Path(__file__).parents[1] / "app.py"
START = make(SetUp(Board.shipped("base-1"), "recruit", seed=3)).position


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_file(str(PAGE), default_timeout=30).run()


def test_an_empty_page_asks_for_a_position(page: AppTest) -> None:
    assert not page.exception
    assert len(page.info) == 1


@pytest.mark.parametrize("text", [START.to_string(), dump_json(START.to_json())], ids=["string", "json"])
def test_a_position_is_shown(page: AppTest, text: str) -> None:
    page.text_area(key="text").set_value(text).run()
    assert not page.exception
    assert not page.error
    assert not page.warning
    assert "Fire:" in page.text[0].value


def test_a_position_that_contradicts_itself_is_shown_with_its_problems(page: AppTest) -> None:
    faulty = {**START.to_json(), "rescued": 4, "lost": 9}
    page.text_area(key="text").set_value(dump_json(faulty)).run()
    assert not page.exception
    assert page.warning
    assert "Fire:" in page.text[0].value


@pytest.mark.parametrize(
    "text", ["fp1.nonsense", "{", "[]", '{"format": "x"}', '{"format": "flash-point/record@1"}']
)
def test_what_cannot_be_read_is_one_line(page: AppTest, text: str) -> None:
    page.text_area(key="text").set_value(text).run()
    assert not page.exception
    assert len(page.error) == 1
