"""The games that were kept: open, rename, download, delete."""

from __future__ import annotations

import streamlit as st

from advisor.errors import AdvisorError
from advisor.files import dump_json
from advisor.store import Kept
from advisor.web.plain import plain, show_error
from advisor.web.state import go_to
from advisor.web.table import leave, open_game, store, table
from advisor.web.visitor import owner
from advisor.words import _

__all__ = ["show_games"]


def show_games() -> None:
    """Draw the list of games, the last one first."""
    st.subheader(_("Saved games"), anchor=False)
    error = st.session_state.pop("games-error", None)
    if error is not None:
        show_error(error)
    try:
        kept = store().games(owner())
    except AdvisorError as failure:
        show_error(failure)
        return
    if not kept:
        st.info(_("No game was kept yet. Each game that you play is kept here by itself."))
        st.button(_("New game"), key="games-new", on_click=go_to, args=("start",), type="primary")
    for entry in kept:
        _game(entry)


def _game(entry: Kept) -> None:
    with st.container(border=True, key=f"game-{entry.id}"):
        st.text_input(
            _("Name"), value=entry.name, key=f"game-name-{entry.id}", max_chars=80, on_change=_rename,
            args=(entry.id,), label_visibility="collapsed",
        )  # fmt: skip
        st.caption(plain(_("last changed {when}").format(when=entry.changed)))
        with st.container(horizontal=True):
            st.button(
                _("Open"), key=f"game-open-{entry.id}", type="primary", on_click=_open, args=(entry.id,)
            )
            st.download_button(
                _("Download"), lambda: dump_json(store().load(owner(), entry.id).record), "record.json",
                "application/json", key=f"game-save-{entry.id}", on_click="ignore",
            )  # fmt: skip
            with st.popover(_("Delete"), key=f"game-delete-{entry.id}"):
                st.caption(_("It cannot be brought back."))
                st.button(
                    _("Delete it for good"), key=f"game-delete-do-{entry.id}", on_click=_delete,
                    args=(entry.id,),
                )  # fmt: skip


def _open(number: str) -> None:
    try:
        open_game(number)
    except AdvisorError as error:
        st.session_state["games-error"] = error
        return
    go_to("play")


def _rename(number: str) -> None:
    name = st.session_state.get(f"game-name-{number}", "").strip()
    try:
        if name:
            store().rename(owner(), number, name)
            here = table()
            if here is not None and here.number == number:
                here.name = name
    except AdvisorError as error:
        st.session_state["games-error"] = error


def _delete(number: str) -> None:
    here = table()
    if here is not None and here.number == number:
        leave()
    try:
        store().delete(owner(), number)
    except AdvisorError as error:
        st.session_state["games-error"] = error
