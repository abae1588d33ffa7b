"""The board on the page: a picture that is clicked, dragged on and walked through; and a button for a PNG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

import streamlit as st

from advisor.files import dump_line
from advisor.scene import Picture

__all__ = ["Click", "board", "png_button", "read_done"]

_BUTTON: Final = """
button {
  font: inherit; padding: 0.25rem 0.75rem; min-height: 2.5rem; border-radius: 0.5rem; cursor: pointer;
  color: var(--st-text-color); background: var(--st-background-color);
  border: 1px solid var(--st-border-color);
}
button:hover, button:focus-visible { border-color: var(--st-primary-color); color: var(--st-primary-color); }
"""


def _file(name: str) -> str:
    return (resources.files("advisor.web") / name).read_text(encoding="utf-8")


_board = st.components.v2.component("advisor_board", css=_file("board.css"), js=_file("board.js"))
_png = st.components.v2.component(
    "advisor_png", html="<button type='button'></button>", css=_BUTTON, js=_file("picture.js")
)


@dataclass(frozen=True, slots=True)
class Click:
    """What somebody did with the board.

    Attributes
    ----------
    target : str
        The id of the place that was clicked, or that something was dragged to.
    piece : str
        The id of what was dragged; empty for a click.
    """

    target: str
    piece: str = ""


def board(
    picture: Picture, *, key: str, kinds: Sequence[str] = (), label: str = "", drag: bool = False
) -> tuple[Click, ...]:
    """Draw a picture, and return what was done with it since the last run, in order; each thing once.

    Clicks can come faster than runs: the browser tells its last ones again with each, and what was seen
    already is left out here.

    Parameters
    ----------
    picture : Picture
        What is drawn.
    key : str
        The widget's key.
    kinds : sequence of str
        The kinds of target that can be clicked.
    label : str
        What the places together are called, for people who hear the page.
    drag : bool
        Whether pieces can be dragged to squares, or carried there with the keys.

    Notes
    -----
    Only what changed is drawn again, so that a run of the page neither flickers nor takes the focus away.
    With the keys: the tab key goes from one kind of place to the next, the arrows go from place to place,
    Enter and the space bar click; on a piece that can be dragged they pick it up and put it down, and Escape
    lets it go.
    """
    data = {
        "svg": picture.svg, "width": picture.width, "height": picture.height, "kinds": list(kinds),
        "label": label, "drag": drag,
        "targets": [
            {
                "id": one.id, "kind": one.kind, "label": one.label, "x": one.x, "y": one.y,
                "width": one.width, "height": one.height, "row": one.row, "column": one.column,
            }
            for one in picture.targets
        ] if kinds or drag else [],
    }  # fmt: skip
    # one text: Streamlit looks into lists for tables, and loads pandas for it
    found = _board(key=key, data={"board": dump_line(data)}, on_done_change=lambda: None)
    seen: dict[str, tuple[str, int]] = st.session_state.setdefault("board-seen", {})
    clicks, seen[key] = read_done(getattr(found, "done", None), picture, seen.get(key, ("", 0)))
    return clicks


def read_done(
    done: Any, picture: Picture, seen: tuple[str, int]
) -> tuple[tuple[Click, ...], tuple[str, int]]:
    """Return what is new of the things that a browser says were done, and what has been seen then.

    Parameters
    ----------
    done : object
        What the browser says; it may say anything.
    picture : Picture
        What is clicked: other places are none.
    seen : tuple of str and int
        The name of the board in the browser, and the number of the last thing seen of it.
    """
    if not isinstance(done, dict) or not isinstance(done.get("events"), list):
        return (), seen
    name = str(done.get("board"))
    last = seen[1] if seen[0] == name else 0
    known = {one.id for one in picture.targets}
    clicks = []
    for event in done["events"]:
        if not isinstance(event, dict) or not isinstance(event.get("count"), int) or event["count"] <= last:
            continue
        last = event["count"]
        target, piece = event.get("target"), event.get("piece", "")
        if not isinstance(target, str) or not isinstance(piece, str):
            continue
        if target in known and (not piece or piece in known):
            clicks.append(Click(target, piece))
    return tuple(clicks), (name, last)


def png_button(picture: Picture, *, key: str, label: str, name: str) -> None:
    """Draw a button that saves a picture as PNG, 1,600 pixels wide or more."""
    scale = max(1.0, 1600 / picture.width)
    data = {
        "svg": picture.svg, "width": picture.width, "height": picture.height, "scale": scale,
        "label": label, "name": name,
    }  # fmt: skip
    _png(key=key, data=data)
