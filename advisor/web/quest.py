"""The search for what is shown: asked again at each run of the page, made once, in a worker of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import streamlit as st

from advisor.analysis import Analysis
from advisor.errors import AdvisorError
from advisor.game import GAMES, game, painter, teller
from advisor.search.ladder import LADDER
from advisor.search.levels import LEVELS
from advisor.web.address import show_address
from advisor.web.searches import Search, Searches, Wish
from advisor.web.state import kept, session_id, spoken
from advisor.words import _, current, marked, speaking

__all__ = ["Quest", "keep_polling", "level_chooser", "poll", "quest", "searches"]

_NAMES: Final = {
    "instant": marked("At once"), "quick": marked("Quick"), "deep": marked("Deep"),
    "deeper": marked("Deeper"),
}  # fmt: skip

_POLL: Final = 0.4
"""Seconds between two looks at a search under way."""

_AT_ONCE: Final = 0.3
"""Seconds that a page waits for a first list: the next look comes later."""

_MORE: Final = 8
"""Times the trials of the highest level, for who is patient."""

_SURE: Final = 0.99999
"""For who is patient a search goes on although one plan leads: its errors get smaller."""


@st.cache_resource
def searches() -> Searches:
    """Return the workers of this server."""
    made = Searches()
    for name in GAMES:  # what pages need is loaded before anybody waits for it
        played = game(name)
        start = played.start(played.options({}), 0)
        made.ask(f"warm-up {name}", Wish(start, "quick"))
        painter(name).picture(start)
        teller(name).turn_text(start)
    return made


class Quest:
    """A search as the page sees it.

    Parameters
    ----------
    search : Search or None
        The search; None where it could not be asked for.
    error : str
        Why not.
    """

    def __init__(self, search: Search | None, error: str = "") -> None:
        self._search = search
        self.error = error or (search.error if search is not None else "")

    @property
    def analysis(self) -> Analysis | None:
        """What was found so far."""
        return self._search.analysis if self._search is not None else None

    @property
    def running(self) -> bool:
        """Whether more is to come."""
        return self._search is not None and self._search.working

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped it."""
        return self._search is not None and self._search.state == "stopped"

    @property
    def share(self) -> float:
        """How far it is, 0 to 1."""
        progress = self._search.progress if self._search is not None else None
        return min(progress.done / progress.of, 1.0) if progress is not None and progress.of else 0.0

    @property
    def words(self) -> str:
        """How far it is, in words."""
        search = self._search
        if search is None or search.state == "waiting":
            return _("Waiting for its turn")
        if search.progress is None:
            return _("Looking at all ways to play the turn")
        if search.progress.done >= search.progress.of:
            return _("Looking into the best plans")
        return _("Thinking: {done} of {of} trials").format(done=search.progress.done, of=search.progress.of)

    def stop(self) -> None:
        """Stop it: what was found stays."""
        searches().stop(session_id())

    def go_on(self) -> None:
        """Search the same again, to the end."""
        searches().forget(session_id())


def poll(body: Callable[[], None], asked: Quest | None) -> None:
    """Draw a body that is drawn again, alone, while a search runs."""
    running = asked is not None and asked.running
    st.session_state["polling"] = running

    def again() -> None:  # a run of its own, without the page around it
        with speaking(spoken()):
            body()

    st.fragment(again, run_every=_POLL if running else None)()


def keep_polling(asked: Quest | None) -> None:
    """Begin or end the looks at a search, where the search has begun or ended since; the last in a body."""
    show_address()
    if (asked is not None and asked.running) != st.session_state.get("polling", False):
        st.rerun()


def quest(position: Any, *, own: tuple[str, ...] = ()) -> Quest:
    """Return the search for a position, with a plan of the user's if there is one."""
    chosen = kept("level")
    lines, language = (own,) if own else (), current()
    wish = Wish(position, chosen, lines=lines, language=language)
    if chosen == "deeper":
        trials = LADDER["deep"].trials * _MORE
        wish = Wish(position, "deep", trials, _SURE, lines, language)
    try:
        search = searches().ask(session_id(), wish)
        search.answered.wait(_AT_ONCE)
        return Quest(search)
    except AdvisorError as error:
        return Quest(None, str(error))


def level_chooser(key: str = "level") -> None:
    """Draw the choice of how hard to think."""
    st.segmented_control(
        _("How hard to think"), [*LEVELS, "deeper"], key=key, required=True, wrap=True,
        format_func=lambda name: _(_NAMES[name]), label_visibility="collapsed",
        help=_("All levels are honest about their errors; a deeper look makes the errors smaller."),
    )  # fmt: skip
