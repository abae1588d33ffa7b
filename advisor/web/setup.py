"""A position made by hand: markers by clicking, counters, whose turn it is; undo and redo."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import streamlit as st

from advisor.errors import AdvisorError
from advisor.game import editor
from advisor.scene import Choice, Counter
from advisor.web.plain import plain, show_error
from advisor.web.state import Desk
from advisor.words import _

__all__ = ["clicked", "kinds", "show"]


def _tool() -> str:
    found: str = st.session_state.get("setup-tool") or ""
    return found


def kinds(here: Desk) -> tuple[str, ...]:
    """Return which kinds of target the chosen tool works on."""
    tools = editor(here.position.game).tools(here.position)
    return next((tool.on for tool in tools if tool.id == _tool()), tools[0].on)


def clicked(here: Desk, click: Any) -> None:
    """Do what a click or a drag stands for; what makes no sense is said, and changes nothing."""
    hands = editor(here.position.game)
    st.session_state["setup-error"] = None
    try:
        if click.piece:
            here.change(hands.move(here.position, click.piece, click.target))
        elif _tool():
            here.change(hands.edit(here.position, _tool(), click.target))
    except AdvisorError as error:
        st.session_state["setup-error"] = error


def show(here: Desk) -> None:
    """Draw the tools, the counters and the choices."""
    hands = editor(here.position.game)
    st.caption(_("Choose a marker and click the board; drag people and vehicles."))
    with st.container(horizontal=True):
        st.button(
            _("Undo"),
            key="setup-undo",
            on_click=here.undo,
            disabled=not here.can_undo,
            icon=":material/undo:",
        )
        st.button(
            _("Redo"),
            key="setup-redo",
            on_click=here.redo,
            disabled=not here.can_redo,
            icon=":material/redo:",
        )
    tools = hands.tools(here.position)
    if _tool() not in [tool.id for tool in tools]:
        st.session_state["setup-tool"] = tools[0].id
    for group, members in groupby(tools, key=lambda tool: tool.group):
        st.caption(plain(group))
        with st.container(horizontal=True, gap="small"):
            for tool in members:
                st.button(
                    f"{tool.sign} {plain(tool.label)}", key=f"setup-tool-{tool.id}", help=plain(tool.help),
                    type="primary" if tool.id == _tool() else "secondary", on_click=_choose, args=(tool.id,),
                )  # fmt: skip
    error = st.session_state.get("setup-error")
    if error is not None:
        show_error(error)
    with st.expander(_("Numbers"), expanded=True, key="setup-numbers"):
        for counter in hands.counters(here.position):
            _counter(here, counter)
    with st.expander(_("Turn and crew"), expanded=True, key="setup-choices"):
        for choice in hands.choices(here.position):
            _choice(here, choice)


def _choose(tool: str) -> None:
    st.session_state["setup-tool"] = tool


def _counter(here: Desk, counter: Counter) -> None:
    key = _key(here, f"setup-count-{counter.id}")
    st.number_input(
        plain(counter.label), min_value=min(counter.least, counter.value),
        max_value=max(counter.most, counter.value), value=counter.value, step=1, key=key, on_change=_count,
        args=(here, counter.id, key),
    )  # fmt: skip


def _key(here: Desk, name: str) -> str:
    """Return a widget's key: another one after each change of the position.

    So a widget always begins with what the position says, and never tells of one that is gone.
    """
    return f"{name} {here.revision}"


def _count(here: Desk, counter: str, key: str) -> None:
    _do(here, lambda hands: hands.count(here.position, counter, st.session_state[key]))


def _choice(here: Desk, choice: Choice) -> None:
    key = _key(here, f"setup-choice-{choice.id}")
    labels = {option.value: option.label for option in choice.options}
    labels.setdefault(choice.value, choice.value)
    values = list(labels)
    st.selectbox(
        plain(choice.label), values, index=values.index(choice.value), key=key,
        format_func=lambda value: labels.get(value, value), on_change=_pick, args=(here, choice.id, key),
    )  # fmt: skip


def _pick(here: Desk, choice: str, key: str) -> None:
    _do(here, lambda hands: hands.choose(here.position, choice, st.session_state[key]))


def _do(here: Desk, change: Any) -> None:
    st.session_state["setup-error"] = None
    try:
        here.change(change(editor(here.position.game)))
    except AdvisorError as error:
        st.session_state["setup-error"] = error
