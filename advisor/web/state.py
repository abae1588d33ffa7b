"""What the page remembers for one browser session; every widget's value lives under a key of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import streamlit as st

from advisor.errors import Problem
from advisor.search.levels import DEFAULT
from advisor.words import SOURCE

__all__ = ["CHOICES", "VIEWS", "Desk", "desk", "go_to", "kept", "session_id", "spoken", "theme"]

VIEWS: Final = ("start", "position", "play", "games", "help")
"""The parts of the page, by the names that its address has for them."""

_MOST_UNDO: Final = 200


@dataclass
class Desk:
    """The position that is looked at or set up, and what was done with it.

    Attributes
    ----------
    position : object or None
        The position, sound or not.
    problems : tuple of Problem
        What is wrong with it.
    record : dict or None
        The record that it came from, as JSON, if any.
    notes : list of str
        What there was to say when it was opened.
    own : list of str
        The events of the plan that somebody is making.
    chosen : int
        The rank of the plan that the board shows, 0 for none.
    said : str
        The place of the board that was clicked last.
    revision : int
        How often the position has changed.
    """

    position: Any = None
    problems: tuple[Problem, ...] = ()
    record: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    chosen: int = 0
    said: str = ""
    revision: int = 0
    _past: list[Any] = field(default_factory=list)
    _future: list[Any] = field(default_factory=list)

    def open(self, position: Any, *, record: dict[str, Any] | None = None, notes: Sequence[str] = ()) -> None:
        """Look at another position; there is no way back to the one before but the browser's."""
        self._past.clear()
        self._future.clear()
        self.record, self.notes = record, list(notes)
        self._show(position)

    def change(self, position: Any) -> None:
        """Take a position over that was changed by hand."""
        if position == self.position:
            return
        self._past = [*self._past[-_MOST_UNDO + 1 :], self.position]
        self._future.clear()
        self.record, self.notes = None, []
        self._show(position)

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to make again."""
        return bool(self._future)

    def undo(self) -> None:
        """Take the last change back."""
        if self._past:
            self._future.append(self.position)
            self._show(self._past.pop())

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        if self._future:
            self._past.append(self.position)
            self._show(self._future.pop())

    def _show(self, position: Any) -> None:
        self.position = position
        self.revision += 1
        self.problems = tuple(position.problems())
        self.own, self.chosen, self.said = [], 0, ""


def desk() -> Desk:
    """Return this session's desk."""
    if "desk" not in st.session_state:
        st.session_state["desk"] = Desk()
    found: Desk = st.session_state["desk"]
    return found


CHOICES: Final = {"view": "start", "level": DEFAULT, "panel": "plans", "shown": "way"}
"""Choices that outlive their widgets, and what they are at first."""


def kept(key: str) -> str:
    """Return a choice, and make sure that its widget shows it; to be called before the widget is made.

    A widget that is not on the page is forgotten, and a click that comes before the browser has drawn it
    says that it is empty: the last choice holds then.
    """
    known: dict[str, str] = st.session_state.setdefault("kept", dict(CHOICES))
    value: str = st.session_state.get(key) or known[key]
    known[key] = value
    if st.session_state.get(key) != value:
        st.session_state[key] = value
    return value


def go_to(view: str) -> None:
    """Show another part of the page, from the next run on; meant for callbacks."""
    st.session_state["view"] = view


def theme() -> str:
    """Return ``"dark"`` or ``"light"``, as the browser shows the page."""
    return "dark" if st.context.theme.type == "dark" else "light"


def spoken() -> str:
    """Return the code of the language that this session speaks."""
    found: str = st.session_state.get("spoken", SOURCE)
    return found


def session_id() -> str:
    """Return a word that no other session has."""
    if "session" not in st.session_state:
        from uuid import uuid4

        st.session_state["session"] = uuid4().hex
    found: str = st.session_state["session"]
    return found
