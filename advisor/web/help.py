"""What the numbers mean, how the page is used; and the rules in short, as the game tells them."""

from __future__ import annotations

import streamlit as st

from advisor.game import GAMES, teller
from advisor.web.plain import plain
from advisor.words import _

__all__ = ["show_help"]


def show_help() -> None:
    """Draw the help."""
    names = [_("How to use it"), _("The numbers"), _("The rules in short")]
    use, numbers, rules = st.tabs(names, key="help-tab")
    with use:
        _lines(_use())
    with numbers:
        _lines(_numbers())
    with rules:
        for name in GAMES:
            for title, lines in teller(name).rules():
                st.markdown(f"**{plain(title)}**")
                _lines(lines)
    st.caption(_("An unofficial helper: it is no substitute for the game, its board and its rulebook."))


def _lines(lines: tuple[str, ...]) -> None:
    st.markdown("\n".join(f"- {plain(line)}" for line in lines))


def _use() -> tuple[str, ...]:
    return (
        _("“Start”: begin a game, or bring a position: a file, a pasted text, an example."),
        _("“Position”: ranked plans for the turn; your own plan beside them; changes by clicking the board."),
        _(
            "“Play”: the game goes on at your table, and the page follows: ask for a hint, do what you "
            "like, enter the dice."
        ),
        _("Hints come in steps: first the idea, then who and where, then the whole plan. They are counted."),
        _("Click the board to choose a place: the page offers what can be done there, with its price."),
        _("Dice: click the square that was rolled, or choose both numbers; or let the page draw."),
        _("Each game is kept by itself and is found again under “Games”, in this browser only."),
        _("The address of a position can be sent to others: it opens the same position."),
    )


def _numbers() -> tuple[str, ...]:
    return (
        _("“win 64.2% ± 0.8%”: the chance to win the game from here with this plan, and its standard error."),
        _("The true value lies within two standard errors in about 19 of 20 cases."),
        _("“1.2 ± 0.4 points behind”: how much less than the best plan, under the same dice."),
        _("A tie means that two plans cannot be told apart by what was tried: choose by taste."),
        _("The coming roll: the win chance after each face of the dice, and what that roll would do."),
        _(
            "How games end: games played on by a simple policy, to show which way they are lost; their "
            "wins are not the win chance."
        ),
        _("The same position, level and seed give the same answer on every machine."),
        _("What is face down is hidden from the search as well: it counts the odds, it does not peek."),
    )
