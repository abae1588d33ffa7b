"""A position: its picture, and beside it plans, a plan of one's own, changes, and what to take away."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from advisor.analysis import Analysis, Plan
from advisor.errors import AdvisorError
from advisor.game import painter, teller
from advisor.web import own, plans, setup, share
from advisor.web.board import board
from advisor.web.plain import plain, show_lines
from advisor.web.quest import Quest, keep_polling, poll, quest
from advisor.web.state import Desk, desk, go_to, kept, theme
from advisor.web.walk import reached
from advisor.words import _, marked

__all__ = ["show_position"]

_PANELS: Final = {
    "plans": marked("Plans"), "own": marked("Your plan"), "setup": marked("Change"),
    "share": marked("Save and share"),
}  # fmt: skip

_SHOWN: Final = {
    "now": marked("Now"), "way": marked("The plan"), "end": marked("After it"), "map": marked("Coming roll"),
}  # fmt: skip


def show_position() -> None:
    """Draw the part of the page for one position."""
    here = desk()
    if here.position is None:
        st.info(_("No position is open yet."))
        st.button(_("Choose one"), key="position-choose", on_click=go_to, args=("start",))
        return
    asked = _quest(here)
    poll(_body, asked)


def _quest(here: Desk) -> Quest | None:
    """Return the search for what is shown, None where nothing is to be searched."""
    if here.problems or teller(here.position.game).ask(here.position) is not None or here.position.is_over:
        return None
    line = tuple(here.own) if own.is_whole(here) and kept("panel") == "own" else ()
    return quest(here.position, own=line)


def _body() -> None:
    if kept("view") != "position":
        st.rerun()  # a click has led elsewhere
    here = desk()
    asked = _quest(here)
    found = asked.analysis if asked is not None else None
    left, right = st.columns([3, 2], gap="medium")
    panel = kept("panel")
    with right:
        st.segmented_control(
            _("What to do"), list(_PANELS), required=True, wrap=True, key="panel",
            format_func=lambda name: _(_PANELS[name]), label_visibility="collapsed",
        )  # fmt: skip
    with left:
        _picture(here, panel, found)
    with right:
        with st.container():
            _faults(here)
        if panel == "own":
            own.show(here, asked)
        elif panel == "setup":
            setup.show(here)
        elif panel == "share":
            share.show(here, found)
        else:
            plans.show(here, asked)
    keep_polling(asked)


def _faults(here: Desk) -> None:
    show_lines(here.notes, "info")
    if here.problems:
        st.markdown(_("**This position cannot be analysed yet:**"))
        show_lines([str(problem) for problem in here.problems], "warning")


def _chosen(here: Desk, found: Analysis | None) -> Plan | None:
    if found is None:
        return None
    return next((plan for plan in found.plans if plan.rank == here.chosen), None)


def _picture(here: Desk, panel: str, found: Analysis | None) -> None:
    plan = _chosen(here, found) if panel == "plans" else None
    shown = "now"
    if plan is not None:
        names = [name for name in _SHOWN if name != "map" or plan.map is not None]
        shown = kept("shown") if kept("shown") in names else "way"
        st.segmented_control(
            _("On the board"), names, required=True, wrap=True, key="shown",
            format_func=lambda name: _(_SHOWN[name]), label_visibility="collapsed",
        )  # fmt: skip
    position, events = here.position, tuple[str, ...]()
    if panel == "own":
        events = tuple(here.own)
    elif plan is not None and shown == "way":
        events = plan.events
    elif plan is not None and shown in ("end", "map"):
        position = reached(position, plan.events)
    measure = found.measure if found is not None else "win"
    outcomes = plan.map if plan is not None and shown == "map" else None
    try:
        drawn = painter(here.position.game).picture(
            position, theme=theme(), plan=events, outcomes=outcomes, measure=measure
        )
    except AdvisorError as error:
        st.error(plain(str(error)))
        return
    kinds: tuple[str, ...] = ()
    if panel == "own" and not here.problems:
        kinds = own.kinds(here)
    elif panel == "setup":
        kinds = setup.kinds(here)
    clicks = board(drawn, key="board", kinds=kinds, label=_("The board"), drag=panel == "setup")
    for click in clicks:
        _clicked(here, panel, click)
    if clicks:
        st.rerun()
    with st.expander(_("The board in words"), key="board-words"):
        st.text(drawn.words)


def _clicked(here: Desk, panel: str, click: Any) -> None:
    if panel == "setup":
        setup.clicked(here, click)
    elif panel == "own":
        own.clicked(here, click)
