"""Whose games these are: a word that each browser keeps for itself.

The page has no accounts. A browser makes a long random word on its first visit and keeps it as a cookie of
this site; the games that are kept under it are shown to nobody else.
"""

from __future__ import annotations

import re
from typing import Final

import streamlit as st

from advisor.web.state import session_id

__all__ = ["COOKIE", "owner", "welcome"]

COOKIE: Final = "advisor-visitor"

_WORD: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)

_SCRIPT: Final = """
export default function (component) {
  const name = component.data.cookie;
  const found = document.cookie.split("; ").find((part) => part.startsWith(name + "="));
  let word = found ? found.slice(name.length + 1) : "";
  if (!/^[0-9a-f]{32}$/.test(word)) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    word = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    document.cookie = `${name}=${word}; path=/; max-age=63072000; SameSite=Strict`;
    component.setStateValue("word", word);
  }
}
"""

_greet = st.components.v2.component("advisor_visitor", js=_SCRIPT)


def welcome() -> None:
    """Let a browser that is here for the first time make its word."""
    if _kept() is None:
        found = _greet(key="visitor", data={"cookie": COOKIE}, on_word_change=lambda: None)
        word = getattr(found, "word", None)
        if isinstance(word, str) and _WORD.fullmatch(word):
            st.session_state["visitor-word"] = word


def _kept() -> str | None:
    word = st.context.cookies.get(COOKIE)
    return word if isinstance(word, str) and _WORD.fullmatch(word) else None


def owner() -> str:
    """Return the word of this browser; one of this session alone as long as it has none."""
    made: str | None = st.session_state.get("visitor-word")
    return _kept() or made or session_id()
