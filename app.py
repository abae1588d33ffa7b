"""The adviser's page, ``streamlit run app.py``: a position, its picture, and what is wrong with it."""

from __future__ import annotations

import streamlit as st

from advisor.errors import AdvisorError, PositionError
from advisor.files import parse_json
from advisor.flashpoint.draw import board_svg, board_words
from advisor.flashpoint.position import Position
from advisor.flashpoint.record import Record
from advisor.flashpoint.schema import RECORD_FORMAT


def read(text: str) -> Position:
    """Return the position in a text: a position string, the JSON of a position, or that of a record.

    Whatever can be read is returned, be it sound or not: `Position.problems` says what is wrong with it.

    Raises
    ------
    AdvisorError
        If nothing can be read.
    """
    if text.lstrip().startswith("fp1."):
        return Position.from_string(text.strip(), check=False)
    value = parse_json(text)
    if isinstance(value, dict) and value.get("format") == RECORD_FORMAT:
        return Record.from_json(value).final()
    return Position.from_json(value, check=False)


def main() -> None:
    """Draw the page."""
    st.set_page_config(page_title="The adviser for the table", layout="wide")
    st.title("The adviser for the table")
    st.caption("An unofficial helper for Flash Point: Fire Rescue.")
    uploaded = st.file_uploader("A file with a position or a record", type="json", key="file")
    text = st.text_area("Or a position string, or JSON", key="text", height=120)
    if uploaded is not None:
        text = uploaded.getvalue().decode("utf-8", errors="replace")
    if not text.strip():
        st.info("Give a position: a file, or a position string from `advisor new --string`.")
        return
    try:
        position = read(text)
        problems = position.problems()
    except PositionError as error:
        for problem in error.problems:
            st.error(str(problem))
        return
    except AdvisorError as error:
        st.error(str(error))
        return
    for problem in problems:
        st.warning(str(problem))
    st.image(board_svg(position))
    with st.expander("In words"):
        st.text(board_words(position))


if __name__ == "__main__":
    main()
