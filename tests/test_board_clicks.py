"""What a browser says of clicks: each counts once, in order, and nothing else counts at all."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.scene import Picture, Target

pytest.importorskip("streamlit", reason="the page needs the extra app")

from advisor.web.board import Click, read_done

PLACES = ("square 1,1", "piece red")
PICTURE = Picture(
    "<svg/>", 10.0, 10.0, tuple(Target(n, n.split(" ")[0], "", 0.0, 0.0, 1.0, 1.0, 0, 0) for n in PLACES), ""
)


def click(count: int, target: str = "square 1,1", piece: str = "") -> dict[str, Any]:
    return {"kind": "click", "target": target, "piece": piece, "count": count}


def test_what_was_seen_already_counts_no_more() -> None:
    done: dict[str, Any] = {"board": "a", "events": [click(1), click(2)]}
    clicks, seen = read_done(done, PICTURE, ("", 0))
    assert len(clicks) == 2
    assert seen == ("a", 2)
    done["events"].append(click(3, "square 1,1", "piece red"))
    assert read_done(done, PICTURE, seen) == ((Click("square 1,1", "piece red"),), ("a", 3))
    assert read_done(done, PICTURE, ("a", 3)) == ((), ("a", 3))


def test_a_board_that_was_made_anew_begins_to_count_anew() -> None:
    assert read_done({"board": "b", "events": [click(1)]}, PICTURE, ("a", 7))[1] == ("b", 1)


@pytest.mark.parametrize(
    "done",
    [None, 7, "x", [], {}, {"board": "a"}, {"events": "x"}, {"events": [None, 3, {}, {"count": "1"}]},
     {"events": [{"count": 1}]}, {"events": [click(1, "square 9,9")]}, {"events": [click(1, "<b>", "x")]},
     {"events": [click(1, "square 1,1", "piece pink")]},
     {"events": [{"count": 1, "target": ["square 1,1"]}]}],
)  # fmt: skip
def test_whatever_else_a_browser_says_is_no_click(done: Any) -> None:
    assert read_done(done, PICTURE, ("", 0))[0] == ()
