"""A page with nothing but a board and what was done with it, for the tests of the board in a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from advisor.files import read_json
from advisor.flashpoint.position import Position
from advisor.game import painter
from advisor.web.board import board

START = Position.from_json(read_json(Path(__file__).parents[1] / "data" / "positions" / "family-start.json"))

asked = st.query_params
clicks = st.session_state.setdefault("clicks", [])
fire = START.fire if len(clicks) % 2 == 0 else START.fire[1:]
theme = st.context.theme.type or "light"
done = board(
    painter("flash-point").picture(replace(START, fire=fire), theme=theme),
    key="demo", kinds=asked.get_all("kind"), label="The board", drag="drag" in asked,
)  # fmt: skip
clicks += [f"{click.piece} > {click.target}" if click.piece else click.target for click in done]
if done:
    st.rerun()
st.button("Run again")
st.text(f"{len(clicks)} so far: {', '.join(clicks)}.")
for number in range(30):
    st.text(f"Line {number}")
