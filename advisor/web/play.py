"""Hint mode: a game goes on at the table, and the page knows what to do next."""

from __future__ import annotations

from typing import Final

import streamlit as st

from advisor.analysis import Analysis, Plan
from advisor.files import dump_json
from advisor.game import painter, teller
from advisor.scene import Ask, Change
from advisor.web import own
from advisor.web.board import board
from advisor.web.plain import plain, show_error
from advisor.web.plans import figures, show_details, show_progress
from advisor.web.quest import Quest, keep_polling, level_chooser, poll, quest
from advisor.web.state import desk, go_to, kept, theme
from advisor.web.table import MODES, Table, table
from advisor.web.walk import said, step_texts
from advisor.words import _, marked

__all__ = ["show_play"]

_MODES: Final = {
    "steps": marked("Hints in steps"), "whole": marked("The whole plan at once"), "off": marked("No hints"),
}  # fmt: skip


def show_play() -> None:
    """Draw the game at the table."""
    here = table()
    if here is None:
        st.info(_("No game is under way."))
        with st.container(horizontal=True):
            st.button(_("New game"), key="play-new", on_click=go_to, args=("start",), type="primary")
            st.button(_("Saved games"), key="play-games", on_click=go_to, args=("games",))
        return
    asked = _quest(here)
    poll(_body, asked)


def _quest(here: Table) -> Quest | None:
    position = here.play.position
    if here.mode == "off" or position.is_over or here.play.ask() is not None:
        return None
    return quest(position)


def _body() -> None:
    here = table()
    if here is None or kept("view") != "play":
        st.rerun()  # a click has led elsewhere
    asked, ask = _quest(here), here.play.ask()
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _picture(here, asked, ask)
    with right:
        position = here.play.position
        st.subheader(plain(teller(position.game).turn_text(position)), anchor=False)
        # each part in a box of its own: what comes and goes in one moves nothing in the others
        with st.container():
            if here.error is not None:
                show_error(here.error)
        with st.container():
            _changes(here)
        with st.container():
            if ask is not None:
                _asked(here, ask)
            elif position.is_over:
                st.button(_("Look at the last position"), key="play-last", on_click=_look, args=(here,))
            else:
                _decide(here, asked)
        with st.container():
            _back(here)
        _game(here)
    keep_polling(asked)


def _best(asked: Quest | None) -> Plan | None:
    found = asked.analysis if asked is not None else None
    return found.plans[0] if found is not None and found.plans else None


def _picture(here: Table, asked: Quest | None, ask: Ask | None) -> None:
    position, plan = here.play.position, _best(asked)
    step = 3 if here.mode == "whole" else here.step
    chosen: tuple[str, ...] = ()
    if plan is not None and step == 2:
        chosen = teller(position.game).hint(position, plan).targets
    elif plan is None:
        chosen = tuple(target for change in _told(here) for target in change.targets)
    events = plan.events if plan is not None and step >= 3 else ()
    drawn = painter(position.game).picture(position, theme=theme(), plan=events, chosen=chosen)
    kinds: tuple[str, ...] = ()
    if ask is not None:
        kinds = tuple(dict.fromkeys(target.partition(" ")[0] for target in ask.targets))
    elif not position.is_over:
        kinds = ("square", "edge")
    clicks = board(drawn, key="play-board", kinds=kinds, label=_("The board"))
    if clicks:
        last = clicks[-1].target
        if ask is None:
            here.place = last
        elif last in ask.targets:  # one roll, however often it was clicked
            here.do(ask.events[ask.targets.index(last)])
        st.rerun()
    with st.expander(_("The board in words"), key="play-words"):
        st.text(drawn.words)


def _told(here: Table) -> list[Change]:
    """Return what the last click changed."""
    found: list[Change] = []
    for before, event, after in here.play.last(here.fresh):
        found += teller(before.game).changes(before, event, after)
    return found


def _changes(here: Table) -> None:
    told = _told(here)
    if not told:
        return
    steps = [change for change in told if change.kind == "step"]
    things = [change for change in told if change.kind == "do"]
    if things:
        st.markdown(f"**{plain(_('Change on the table:'))}**")
        st.markdown("\n".join(f"- {plain(change.text)}" for change in things))
    if steps:
        with st.expander(_("How it came about, step by step"), key="play-steps", expanded=len(steps) < 6):
            lines = [
                f"{number}. {plain(change.text)}" + (f" ({plain(change.clause)})" if change.clause else "")
                for number, change in enumerate(steps, 1)
            ]
            st.markdown("\n".join(lines))
    for number, ask in enumerate(here.play.corrections()):
        with st.expander(plain(ask.text), key=f"play-correction-{number}"):
            labels = {option.value: option.label for option in ask.options}
            chosen = st.selectbox(
                _("What you decided"), list(labels), index=None, key=f"play-correct-{number}",
                format_func=labels.__getitem__,
            )  # fmt: skip
            st.button(
                _("It was so"), key=f"play-correct-do-{number}", disabled=chosen is None,
                on_click=here.correct, args=(chosen,),
            )  # fmt: skip


def _asked(here: Table, ask: Ask) -> None:
    st.markdown(f"**{plain(ask.text)}**")
    if ask.kind == "grid":
        st.caption(_("Click the square on the board, or choose both numbers."))
        row = st.pills(_("First number"), ask.rows, key="play-row")
        column = st.pills(_("Second number"), ask.columns, key="play-column")
        event = ""
        if row is not None and column is not None:
            event = ask.events[ask.rows.index(row) * len(ask.columns) + ask.columns.index(column)]
        with st.container(horizontal=True):
            st.button(
                _("Enter the dice"), key="play-dice", type="primary", disabled=not event, on_click=_rolled,
                args=(here, event),
            )  # fmt: skip
            _page_rolls(here)
        return
    with st.container(horizontal=True):
        for option in ask.options:
            st.button(plain(option.label), key=f"play-{option.value}", on_click=here.do, args=(option.value,))
        _page_rolls(here)


def _page_rolls(here: Table) -> None:
    st.button(
        _("Let the page draw"), key="play-roll", on_click=_drawn, args=(here,), icon=":material/casino:",
        help=_("For games without dice: drawn from seed {seed}, and marked in the record.").format(
            seed=here.seed
        ),
    )  # fmt: skip


def _rolled(here: Table, event: str) -> None:
    st.session_state["play-row"] = st.session_state["play-column"] = None
    here.do(event)


def _drawn(here: Table) -> None:
    st.session_state.pop("play-row", None)
    st.session_state.pop("play-column", None)
    here.roll()


def _decide(here: Table, asked: Quest | None) -> None:
    with st.container():
        if asked is not None:
            show_progress(asked)
    with st.container():
        if asked is not None and asked.analysis is not None:
            _hints(here, asked.analysis)
    position = here.play.position
    with st.expander(_("What we really do"), expanded=bool(here.place) or here.mode == "off", key="play-own"):
        st.caption(_("Click a place on the board, or choose from the list; each action is done at once."))
        own.offer(position, "play", here.do, here.place)


def _hints(here: Table, found: Analysis) -> None:
    if not found.plans:
        return
    plan, position = found.plans[0], here.play.position
    step = 3 if here.mode == "whole" else here.step
    hint = teller(position.game).hint(position, plan)
    if step >= 1:
        st.markdown(f":material/lightbulb: {plain(hint.idea)}")
    if step >= 2:
        st.markdown(f":material/location_on: {plain(hint.where)}")
    if step < 3:
        names = (_("A hint"), _("Who, and where?"), _("The whole plan"))
        with st.container(horizontal=True):
            st.button(names[step], key="play-hint", type="primary", on_click=here.hint, args=(step + 1,))
            if step < 2:
                st.button(names[2], key="play-hint-all", on_click=here.hint, args=(3,))
        return
    with st.container(border=True, key="play-plan"):
        st.markdown(plain(figures(plan, found.measure)))
        st.button(_("Play this plan"), key="play-best", type="primary", on_click=here.do, args=plan.events)
        show_details(position, found, plan)
    others = found.plans[1:]
    if others:
        with st.expander(_("Other plans ({n})").format(n=len(others)), key="play-others"):
            for other in others:
                st.markdown(plain(figures(other, found.measure)))
                words = " → ".join(text for text, _cost in step_texts(position, other.steps))
                st.markdown(plain(words))
                st.button(_("Play it"), key=f"play-other-{other.rank}", on_click=here.do, args=other.events)


def _back(here: Table) -> None:
    with st.container(horizontal=True):
        st.button(
            _("Take back"), key="play-undo", disabled=not here.play.can_undo, on_click=_undo, args=(here,),
            icon=":material/undo:",
        )  # fmt: skip
        st.button(
            _("Redo"), key="play-redo", disabled=not here.play.can_redo, on_click=here.redo,
            icon=":material/redo:",
        )  # fmt: skip
    if here.beyond:
        st.warning(_("This takes back what dice or markers said: to roll again would be another game."))
        st.button(
            _("Take it back all the same"), key="play-beyond", on_click=here.undo, kwargs={"beyond": True}
        )


def _undo(here: Table) -> None:
    if here.play.crosses:
        here.beyond = True
    else:
        here.undo()


def _look(here: Table) -> None:
    desk().open(here.play.position, record=here.play.to_record(title=here.name))
    go_to("position")


def _game(here: Table) -> None:
    with st.expander(_("This game"), key="play-game"):
        st.segmented_control(
            _("Hints"), list(MODES), default=here.mode, required=True, key="play-mode",
            format_func=lambda mode: _(_MODES[mode]), on_change=_mode, args=(here,),
        )  # fmt: skip
        level_chooser()
        st.caption(plain(_("Hints given so far: {n}").format(n=here.hints)))
        told = [
            f"{number}. {plain(said(before, event))}"
            + (f" *({plain(_('drawn by the page'))})*" if here.play.drawn(number) else "")
            for number, (before, event, _after) in enumerate(here.play.last(len(here.play.events)), 1)
        ]
        with st.container(height=240):
            st.markdown("\n".join(told) or plain(_("Nothing has happened yet.")))
        with st.container(horizontal=True):
            st.download_button(
                _("Record (JSON)"), dump_json(here.play.to_record(title=here.name)), "record.json",
                "application/json", key="play-record", on_click="ignore",
            )  # fmt: skip
            st.button(_("Look at this position"), key="play-look", on_click=_look, args=(here,))


def _mode(here: Table) -> None:
    here.mode = st.session_state["play-mode"]
    here.keep()
