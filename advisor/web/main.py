"""The page as a whole: language, address, and which part is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import streamlit as st

from advisor.errors import AdvisorError
from advisor.web.address import show_address
from advisor.web.games import show_games
from advisor.web.help import show_help
from advisor.web.play import show_play
from advisor.web.position import show_position
from advisor.web.quest import searches
from advisor.web.start import show_start, take
from advisor.web.state import CHOICES, VIEWS, kept
from advisor.web.table import open_game
from advisor.web.visitor import welcome
from advisor.words import LANGUAGES, SOURCE, _, language, marked, speaking

__all__ = ["main"]

_NAMES: Final = {
    "start": marked("Start"), "position": marked("Position"), "play": marked("Play"),
    "games": marked("Games"), "help": marked("Help"),
}  # fmt: skip

_ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<circle cx="16" cy="16" r="15" fill="#005a8d"/>'
    '<path d="M16 4l5 12-5 12-5-12z" fill="#fff"/><path d="M16 4l5 12h-10z" fill="#d55e00"/></svg>'
)

_STYLE: Final = """
[data-testid="stMainBlockContainer"] { padding-top: 2.5rem; padding-bottom: 4rem; }
[data-testid="stHeader"] { height: 2rem; min-height: 2rem; background: transparent; }
[data-testid="stCaptionContainer"], [data-testid="stCaptionContainer"] * { color: inherit; opacity: 1; }
[data-testid="stBaseButton-primary"] { background: #005a8d !important; border-color: #005a8d !important; }
[data-testid="stBaseButton-primary"], [data-testid="stBaseButton-primary"] * { color: #ffffff !important; }
[data-testid="stBaseButton-primary"]:hover { background: #00476f !important; }
@media (max-width: 640px) {
  [data-testid="stMainBlockContainer"] { padding-left: 0.6rem; padding-right: 0.6rem; }
}
"""
"""Less room above, and small print that can be read."""

_SHOW: Final[dict[str, Callable[[], None]]] = {
    "start": show_start, "position": show_position, "play": show_play, "games": show_games, "help": show_help,
}  # fmt: skip


def main() -> None:
    """Draw the page."""
    st.set_page_config(page_title="The adviser for the table", page_icon=_ICON, layout="wide")
    st.html(f"<style>{_STYLE}</style>")
    code = st.session_state["spoken"] = _language()
    with speaking(code):
        welcome()
        searches()
        _arrive()
        for choice in CHOICES:
            kept(choice)
        _SHOW[_head(code)]()
        show_address()


def _language() -> str:
    """Return the language: the one that was chosen, the address's, or the browser's."""
    for wish in (st.session_state.get("language"), st.query_params.get("lang"), st.context.locale):
        if isinstance(wish, str) and wish:
            try:
                return language(wish)
            except AdvisorError:  # one that we do not speak: the next wish counts
                continue
    return SOURCE


def _arrive() -> None:
    """Open what the address names, once a session; a run that is cut short by the next one counts as none."""
    if st.session_state.get("arrived"):
        return
    view = st.query_params.get("view", "")
    text, number = st.query_params.get("p", ""), st.query_params.get("g", "")
    if view in VIEWS:
        st.session_state["view"] = view
    if number:
        try:
            open_game(number)
        except AdvisorError as error:
            st.session_state["games-error"] = error
            st.session_state["view"] = "games"
        else:
            st.session_state["view"] = "play"
    elif text:
        take(text, where="link-error")
    st.session_state["arrived"] = True


def _head(code: str) -> str:
    """Draw what is above every part, and return which part is to be shown."""
    codes = list(LANGUAGES)
    found = kept("view")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.segmented_control(
            _("Part of the page"), list(VIEWS), key="view", required=True, wrap=True,
            format_func=lambda name: _(_NAMES[name]), label_visibility="collapsed",
        )  # fmt: skip
        st.selectbox(
            _("Language"), codes, index=codes.index(code), key="language",
            format_func=LANGUAGES.__getitem__, label_visibility="collapsed", width=140,
        )  # fmt: skip
    return found
