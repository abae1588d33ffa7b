"""Texts on the page: what people typed is shown as it is, never read as markup."""

from __future__ import annotations

import re
from typing import Final

import streamlit as st

from advisor.errors import AdvisorError, PositionError

__all__ = ["plain", "show_error", "show_lines"]

_SIGNS: Final = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$<>:&])")
_BREAKS: Final = re.compile(r"[\r\n\t]+")


def plain(text: str) -> str:
    """Return a text such that the page's Markdown shows it letter by letter, on one line.

    >>> plain("*a* <b>")
    '\\\\*a\\\\* \\\\<b\\\\>'
    """
    return _SIGNS.sub(r"\\\1", _BREAKS.sub(" ", text))


def show_error(error: AdvisorError) -> None:
    """Show what was wrong: a line for each problem, the same as in the shell."""
    if isinstance(error, PositionError):
        show_lines([str(problem) for problem in error.problems], "error")
    else:
        st.error(plain(str(error)))


def show_lines(lines: list[str], kind: str) -> None:
    """Show lines in one box: ``"error"``, ``"warning"`` or ``"info"``."""
    if not lines:
        return
    box = {"error": st.error, "warning": st.warning, "info": st.info}[kind]
    box(plain(lines[0]) if len(lines) == 1 else "\n".join(f"- {plain(line)}" for line in lines))
