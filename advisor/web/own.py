"""A plan of one's own: clicked or typed, priced step by step, compared with the best under the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from advisor.errors import AdvisorError
from advisor.value_words import gap_words
from advisor.web.plain import plain, show_error
from advisor.web.plans import figures, show_details, show_progress
from advisor.web.quest import Quest, level_chooser
from advisor.web.state import Desk
from advisor.web.walk import reached, said
from advisor.words import _

__all__ = ["actions_at", "clicked", "is_whole", "kinds", "offer", "show"]

_MOST: Final = 24
"""Actions that are offered as buttons; more are in a list."""


def actions_at(position: Any, target: str) -> list[tuple[str, int]]:
    """Return the legal actions that name a place of the board, each with its price."""
    name = target.partition(" ")[2]
    return [(text, cost) for text, cost in position.legal() if name in _names(text)]


def _names(event: str) -> set[str]:
    """Return the words of an event, and the parts of those that are put together."""
    words = set(event.split(" ")[1:])
    return words | {part for word in words for part in word.split("@")}


def is_whole(here: Desk) -> bool:
    """Whether one's plan reaches the end of the turn, a chance event or the end of the game."""
    return bool(here.own) and not reached(here.position, here.own).legal()


def kinds(here: Desk) -> tuple[str, ...]:
    """Return which kinds of target a click may name now."""
    return ("square", "edge") if reached(here.position, here.own).legal() else ()


def clicked(here: Desk, click: Any) -> None:
    """Take the one action that a place stands for, or offer those that there are."""
    found = actions_at(reached(here.position, here.own), click.target)
    if len(found) == 1:
        _add(here, found[0][0])
    else:
        here.said = click.target


def show(here: Desk, asked: Quest | None) -> None:
    """Draw one's plan as far as it goes, what may come next, and how it compares."""
    if here.problems:
        return
    if not here.position.legal():
        st.info(_("Nobody decides now: there is no plan to make."))
        return
    st.caption(_("Click places on the board, choose below, or type."))
    position, spent = here.position, 0
    for number, event in enumerate(here.own, 1):
        cost = dict(position.legal()).get(event, 0)
        spent += cost
        st.markdown(f"{number}\\. {plain(said(position, event))} — {plain(_('{n} AP').format(n=cost))}")
        position = reached(position, (event,))
    if here.own:
        st.caption(plain(_("spends {spent} AP").format(spent=spent)))
    with st.container(horizontal=True):
        st.button(_("Take back"), key="own-back", on_click=_back, args=(here,), disabled=not here.own)
        st.button(_("Clear"), key="own-clear", on_click=_clear, args=(here,), disabled=not here.own)
    st.text_input(
        _("Or type it in the notation: “move 1,6; end”"), key="own-text", on_change=_typed, args=(here,)
    )
    error = st.session_state.get("own-error")
    if error is not None:
        show_error(error)
    if not is_whole(here):
        offer(position, "own", lambda event: _add(here, event), here.said)
        return
    _compared(here, asked)


def offer(position: Any, key: str, take: Any, place: str = "") -> None:
    """Draw the legal actions with their prices: those at a place first, all of them in a list.

    Parameters
    ----------
    position : object
        Where somebody decides.
    key : str
        What the widgets' keys begin with.
    take : callable
        Called with the event that was chosen.
    place : str
        The id of the target that was clicked last; empty for none.
    """
    legal = position.legal()
    near = actions_at(position, place) if place else []
    if place and not near:
        st.caption(plain(_("Nothing can be done at {place} now.").format(place=place.partition(" ")[2])))
    if near:
        _buttons(position, near[:_MOST], f"{key}-near", take)
    head = _("What can be done now ({n})").format(n=len(legal))
    if len(legal) <= _MOST:
        st.caption(plain(head))
        _buttons(position, legal, f"{key}-act", take)
        return
    labels = {text: _priced(position, text, cost) for text, cost in legal}
    chosen = st.selectbox(
        head, list(labels), index=None, key=f"{key}-legal",
        format_func=lambda text: labels.get(text, text), placeholder=_("Choose an action"),
    )  # fmt: skip
    st.button(
        _("Do it"), key=f"{key}-do", disabled=chosen is None, on_click=_take_chosen, args=(key, take, chosen)
    )


def _buttons(position: Any, actions: Sequence[tuple[str, int]], key: str, take: Any) -> None:
    """Draw a button for each action."""
    with st.container(horizontal=True, gap="small"):
        for text, cost in actions:
            label = plain(_priced(position, text, cost))
            st.button(label, key=f"{key}-{text}", on_click=take, args=(text,))


def _take_chosen(key: str, take: Any, event: str) -> None:
    st.session_state[f"{key}-legal"] = None
    take(event)


def _priced(position: Any, text: str, cost: int) -> str:
    """Return an action in words with its price."""
    return said(position, text) + (f" · {_('{n} AP').format(n=cost)}" if cost else "")


def _add(here: Desk, event: str) -> None:
    here.own.append(event)
    here.said = ""
    st.session_state["own-error"] = None


def _back(here: Desk) -> None:
    here.own.pop()
    here.said = ""
    st.session_state["own-error"] = None


def _clear(here: Desk) -> None:
    here.own.clear()
    here.said = ""
    st.session_state["own-error"] = None


def _typed(here: Desk) -> None:
    """Take a line of events, all of them or none."""
    text = st.session_state.get("own-text", "")
    events = [event.strip() for event in text.split(";") if event.strip()]
    position = here.position
    try:
        for event in events:
            position = position.apply(event)
    except AdvisorError as error:
        st.session_state["own-error"] = error
        return
    st.session_state["own-error"] = None
    here.own[:] = events
    here.said = ""


def _compared(here: Desk, asked: Quest | None) -> None:
    if asked is None:
        return
    level_chooser()
    with st.container():
        show_progress(asked)
    found = asked.analysis
    own = next((plan for plan in found.plans if plan.events == tuple(here.own)), None) if found else None
    if found is None or own is None:
        return
    best = found.plans[0]
    if own.rank == 1:
        st.success(_("This is the best plan that was found."))
    elif own.tie:
        st.success(_("This cannot be told from the best plan: a tie."))
    else:
        gap = gap_words(own.gap, found.measure, own.gap_error)
        told = _("Rank {rank} of {n}: {gap} behind the best, under the same dice.")
        st.warning(plain(told.format(rank=own.rank, n=found.plans_found, gap=gap)))
    for title, plan in ((_("Your plan"), own), (_("The best"), best)):
        if plan is best and own.rank == 1:
            continue
        with st.container(border=True, key=f"own-{plan.rank}"):
            st.markdown(f"**{plain(title)}**  \n{plain(figures(plan, found.measure))}")
            show_details(here.position, found, plan)
