"""The game at the table: it goes on from turn to turn, and is kept after each step."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Final

import streamlit as st

from advisor.errors import AdvisorError
from advisor.game import teller
from advisor.play import Play
from advisor.store import Store
from advisor.web.state import spoken
from advisor.web.visitor import owner
from advisor.words import _, speaking

__all__ = ["MODES", "Table", "begin", "leave", "open_game", "store", "table"]

MODES: Final = ("steps", "whole", "off")
"""How hints are given: in steps, the whole plan at once, not at all."""


@dataclass
class Table:
    """A game under way.

    Attributes
    ----------
    play : Play
        The game so far.
    number : str
        Its id in the store.
    name : str
        What people call it.
    mode : str
        One of `MODES`.
    seed : int
        What rolls follow from that the page makes.
    hints : int
        How many hints were given: each step counts.
    step : int
        How much of the hint for this position was shown, 0 to 3.
    fresh : int
        How many events came with the last click.
    place : str
        The target that was clicked last.
    error : AdvisorError or None
        What was wrong with the last thing that was entered.
    """

    play: Play
    number: str
    name: str
    mode: str = "steps"
    seed: int = 0
    hints: int = 0
    step: int = 0
    fresh: int = 0
    place: str = ""
    error: AdvisorError | None = None
    beyond: bool = False
    _kept: Any = field(default=None, repr=False)

    def do(self, *events: str) -> None:
        """Play events, all of them or none; what is wrong is kept to be shown."""
        self._act(lambda: self.play.play_all(events), len(events))

    def roll(self) -> None:
        """Let the page draw the chance event that comes next."""
        self._act(lambda: self.play.roll(self.seed), 1)

    def correct(self, event: str) -> None:
        """Put what the players decided in place of what is usual."""
        self._act(lambda: self.play.correct(event), self.fresh)

    def undo(self, *, beyond: bool = False) -> None:
        """Take the last event back; a chance event only if one really means it."""
        self._act(lambda: self.play.undo(beyond=beyond), 0)

    def redo(self) -> None:
        """Play again what was taken back last."""
        self._act(self.play.redo, 1)

    def hint(self, step: int) -> None:
        """Show a hint as far as a step; each new step counts."""
        self.hints += max(step - self.step, 0)
        self.step = step
        self.keep()

    def _act(self, change: Any, fresh: int) -> None:
        self.error, self.place, self.beyond = None, "", False
        try:
            change()
        except AdvisorError as error:
            self.error = error
            return
        self.fresh, self.step = fresh, 0
        self.keep()

    def keep(self) -> None:
        """Write the game down, if there is a place for it."""
        if not self.number:
            return
        try:
            store().save(
                owner(), self.number, record=self.play.to_record(title=self.name), extra=self._extra()
            )
        except AdvisorError as error:
            self.error = error

    def _extra(self) -> dict[str, Any]:
        return {
            "mode": self.mode,
            "seed": self.seed,
            "hints": self.hints,
            "step": self.step,
            "fresh": self.fresh,
        }


@st.cache_resource
def store() -> Store:
    """Return where games are kept."""
    return Store()


def table() -> Table | None:
    """Return this session's game; None if there is none."""
    found: Table | None = st.session_state.get("table")
    return found


def leave() -> None:
    """Put the game away; it is kept."""
    st.session_state.pop("table", None)
    st.query_params.pop("g", None)


def begin(position: Any) -> None:
    """Begin a game in a position."""
    play = Play(position)
    with speaking(spoken()):  # a click is answered before the page speaks
        name = _("{title}, {when}").format(title=teller(position.game).title(position), when=_now())
    try:
        number = store().new(owner(), position.game, name=name, record=play.to_record(title=name))
        wrong = None
    except AdvisorError as error:  # no place to keep it: it can still be played
        number, wrong = "", error
    made = Table(play, number, name, seed=random.SystemRandom().randrange(10**6), error=wrong)
    st.session_state["table"] = made


def open_game(number: str) -> None:
    """Open a game that was kept.

    Raises
    ------
    AdvisorError
        If there is none such, or it cannot be read.
    """
    kept = store().load(owner(), number)
    play = Play.from_record(kept.record)
    extra = kept.extra
    st.session_state["table"] = Table(
        play, number, kept.name, mode=str(extra.get("mode", "steps")), seed=int(extra.get("seed", 0)),
        hints=int(extra.get("hints", 0)), step=int(extra.get("step", 0)), fresh=int(extra.get("fresh", 0)),
    )  # fmt: skip


def _now() -> str:
    from datetime import datetime

    return datetime.now().strftime("%Y-%m-%d %H:%M")
