"""The address of the page: it names what is shown, so that a reload and a link find it again."""

from __future__ import annotations

import streamlit as st

from advisor.web.state import desk, kept
from advisor.web.table import table
from advisor.words import SOURCE

__all__ = ["show_address"]


def show_address() -> None:
    """Let the browser's address name what is shown now."""
    view = kept("view")
    wanted = {"view": view}
    here, game = desk(), table()
    if view == "position" and here.position is not None and not here.problems:
        wanted["p"] = here.position.to_string()
    if view == "play" and game is not None and game.number:
        wanted["g"] = game.number
    language = st.session_state.get("language")
    if language is not None and (st.query_params.get("lang") is not None or language != SOURCE):
        wanted["lang"] = language
    if dict(st.query_params) != wanted:
        st.query_params.from_dict(wanted)
