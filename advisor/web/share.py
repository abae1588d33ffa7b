"""What can be taken away: the address, the position as text, as JSON and as a picture."""

from __future__ import annotations

import streamlit as st

from advisor.analysis import Analysis
from advisor.errors import AdvisorError
from advisor.files import dump_json
from advisor.game import game, painter
from advisor.web.board import png_button
from advisor.web.plain import plain
from advisor.web.state import Desk, go_to
from advisor.words import _

__all__ = ["address", "show"]


def address(text: str) -> str:
    """Return the address of this page with a position."""
    here = st.context.url
    return f"{here.partition('?')[0] if isinstance(here, str) else ''}?p={text}"


def show(here: Desk, found: Analysis | None) -> None:
    """Draw the position in its forms, each to copy or to download."""
    position = here.position
    try:
        text = position.to_string()
    except AdvisorError as error:
        text = ""
        st.warning(plain(_("There is no short text for this position: {why}").format(why=str(error))))
    if text:
        st.caption(_("The position as one word:"))
        st.code(text, language=None, wrap_lines=True)
        st.caption(_("A link that opens it here:"))
        st.code(address(text), language=None, wrap_lines=True)
    drawn = painter(position.game).picture(position)
    with st.container(horizontal=True):
        st.download_button(
            "JSON", dump_json(game(position.game).position_json(position)), "position.json",
            "application/json", key="share-json", on_click="ignore",
        )  # fmt: skip
        if text:
            st.download_button(
                _("Text"), text + "\n", "position.txt", "text/plain", key="share-text", on_click="ignore"
            )
        st.download_button(
            "SVG", drawn.svg, "position.svg", "image/svg+xml", key="share-svg", on_click="ignore"
        )
        png_button(drawn, key="share-png", label="PNG", name="position.png")
        if found is not None:
            st.download_button(
                _("Analysis (JSON)"), lambda: dump_json(found.to_json()), "analysis.json", "application/json",
                key="share-analysis", on_click="ignore",
            )  # fmt: skip
        if here.record is not None:
            st.download_button(
                _("Record (JSON)"), dump_json(here.record), "record.json", "application/json",
                key="share-record", on_click="ignore",
            )  # fmt: skip
    if not here.problems and not position.is_over:
        st.button(_("Play on from here, with hints"), key="share-play", on_click=_play, args=(here,))


def _play(here: Desk) -> None:
    from advisor.web.table import begin

    begin(here.position)
    go_to("play")
