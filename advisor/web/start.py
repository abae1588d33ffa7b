"""Where one begins: a new game, something to load, or a position that ships."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import streamlit as st

from advisor.errors import AdvisorError, FormatError, Problem, UsageError
from advisor.files import parse_json
from advisor.game import GAMES, editor, game, game_of
from advisor.scene import Field
from advisor.web.plain import plain, show_error
from advisor.web.state import desk, go_to, spoken
from advisor.words import _, speaking

__all__ = ["opened", "show_start"]

MAX_UPLOAD: Final = 1_000_000
"""Bytes of a file that is taken."""

_MANY: Final = 1_000_000


def show_start() -> None:
    """Draw the first part of the page."""
    st.subheader(_("Which position?"))
    error = st.session_state.get("link-error")
    if error is not None:
        show_error(error)
    new, load, shipped = st.tabs([_("New game"), _("Load"), _("Examples")], key="start-tab")
    with new:
        _new_game()
    with load:
        _load()
    with shipped:
        _examples()


def opened(text: str) -> tuple[Any, dict[str, Any] | None, list[str]]:
    """Return what a text holds: a position, the record that it belongs to, and what there is to say.

    Parameters
    ----------
    text : str
        A position string, or the JSON of a position or a record.

    Raises
    ------
    AdvisorError
        If it cannot be read.
    """
    text = text.strip()
    if not text:
        raise FormatError(Problem("", _("nothing was given, expected a position string or JSON")))
    given = parse_json(text) if text[0] in "{[" else text
    return editor(game_of(given).id).open(given)


def take(text: str, view: str = "position", where: str = "start-error") -> None:
    """Open what a text holds and show it; an error is kept for the page, and nothing else changes.

    Parameters
    ----------
    text : str
        What is to be opened.
    view : str
        What is shown then.
    where : str
        Beside what an error is shown: ``"start-error"`` the fields, ``"link-error"`` the top of the page.
    """
    try:
        with speaking(spoken()):  # a click is answered before the page speaks
            position, record, notes = opened(text)
    except AdvisorError as error:
        st.session_state[where] = error
        return
    desk().open(position, record=record, notes=notes)
    st.session_state["start-error"] = st.session_state["link-error"] = None
    go_to(view)


def _load() -> None:
    st.file_uploader(
        _("A file with a position or a record"), type=["json", "txt"], key="start-file", max_upload_size=1,
        on_change=_take_file,
    )  # fmt: skip
    st.text_area(
        _("Or paste a position string, or the JSON of a position or a record"), key="start-text", height=120
    )
    st.button(_("Open"), key="start-open", type="primary", on_click=_take_text)
    error = st.session_state.get("start-error")
    if error is not None:
        show_error(error)


def _take_text() -> None:
    take(st.session_state.get("start-text", ""))


def _take_file() -> None:
    found = st.session_state.get("start-file")
    if found is None:  # it was taken away
        st.session_state["start-error"] = None
        return
    name, data = found.name, found.getvalue()
    if len(data) > MAX_UPLOAD:
        message = f"{name}: {len(data)} bytes, expected at most {MAX_UPLOAD}"
        st.session_state["start-error"] = FormatError(Problem("", message))
        return
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"{name}: byte {error.start} is no UTF-8, expected a text"
        st.session_state["start-error"] = FormatError(Problem("", message))
        return
    take(text)


@cache
def _shipped() -> dict[str, str]:
    """Return the texts of the positions that ship, by their names."""
    folder = resources.files("advisor.data.positions")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".json"))
    return {name.removesuffix(".json"): (folder / name).read_text(encoding="utf-8") for name in names}


def _examples() -> None:
    st.caption(_("Positions that come with the program: a click opens one."))
    with st.container(horizontal=True):
        for name, text in _shipped().items():
            st.button(plain(name.replace("-", " ")), key=f"start-example-{name}", on_click=take, args=(text,))


# --- a new game -------------------------------------------------------------------------------------------


def _new_game() -> None:
    names = list(GAMES)
    name = names[0]
    if len(names) > 1:
        name = st.selectbox(_("Game"), names, key="new-game")
    fields = _fields(name)
    for entry in fields:
        if entry.basic:
            _field(name, entry)
    others = [entry for entry in fields if not entry.basic]
    if others:
        with st.expander(_("More options"), key="new-more"):
            for entry in others:
                _field(name, entry)
    st.text_input(
        _("Seed (a number; empty: a new one each time)"), key="new-seed", max_chars=12,
        help=_("The same seed and options make the same start."),
    )  # fmt: skip
    with st.container(horizontal=True):
        st.button(
            _("Play it with hints"), key="new-play", type="primary", on_click=_begin, args=(name, "play")
        )
        st.button(_("Look at the position"), key="new-look", on_click=_begin, args=(name, "position"))
    error = st.session_state.get("new-error")
    if error is not None:
        show_error(error)


def _key(name: str, entry: str) -> str:
    return f"new-{name}-{entry}"


def _given(name: str) -> dict[str, Any]:
    """Return what was chosen so far."""
    head = _key(name, "")
    return {
        key.removeprefix(head): tuple(value) if isinstance(value, list) else value
        for key, value in st.session_state.items()
        if isinstance(key, str) and key.startswith(head)
    }


def _fields(name: str) -> tuple[Field, ...]:
    """Return the form as it is now: a field whose usual value has changed follows it."""
    known = st.session_state.setdefault("new-usual", {})
    while True:
        fields = editor(name).fields(_given(name))
        changed = [one for one in fields if known.get(_key(name, one.name), one.value) != one.value]
        known.update({_key(name, one.name): one.value for one in fields})
        if not changed:
            return fields
        for one in changed:
            st.session_state.pop(_key(name, one.name), None)


def _field(name: str, entry: Field) -> None:
    key = _key(name, entry.name)
    values = [option.value for option in entry.options]
    labels = {option.value: option.label for option in entry.options}
    label, tip = plain(entry.label), plain(entry.help) or None
    kept = st.session_state.get(key)
    if entry.kind == "choice":
        if kept is not None and kept not in values:
            del st.session_state[key]
        st.selectbox(
            label, values, index=values.index(entry.value), key=key, help=tip,
            format_func=lambda value: labels[value],
        )  # fmt: skip
    elif entry.kind == "many":
        if kept is not None and not set(kept) <= set(values):
            del st.session_state[key]
        st.multiselect(
            label, values, default=list(entry.value), key=key, help=tip,
            format_func=lambda value: labels[value],
        )  # fmt: skip
    elif entry.kind == "number":
        if kept is not None and not entry.least <= kept <= entry.most:
            del st.session_state[key]
        st.number_input(
            label, min_value=entry.least, max_value=entry.most, value=entry.value, step=1, key=key, help=tip
        )
    else:
        st.toggle(label, value=bool(entry.value), key=key, help=tip)


def _begin(name: str, view: str) -> None:
    try:
        with speaking(spoken()):
            seed = _seed(st.session_state.get("new-seed", ""))
        position = game(name).start(game(name).options(_chosen(name)), seed)
    except AdvisorError as error:
        st.session_state["new-error"] = error
        return
    st.session_state["new-error"] = None
    desk().open(position)
    if view == "play":
        from advisor.web.table import begin

        begin(position)
    go_to(view)


def _chosen(name: str) -> Mapping[str, Any]:
    """Return the values of the fields that are on offer now."""
    fields, given = _fields(name), _given(name)
    return {entry.name: given.get(entry.name, entry.value) for entry in fields}


def _seed(text: str) -> int:
    if not text.strip():
        return random.SystemRandom().randrange(_MANY)
    if not text.strip().isdecimal():
        raise UsageError(_("seed: {text}, expected a whole number").format(text=repr(text)))
    return int(text)
