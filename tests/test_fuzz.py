"""A small sample of the fuzz command (`python tests/fuzz.py --count 5000`)."""

from __future__ import annotations

from fuzz import fuzz


def test_mutated_input_gives_a_valid_result_or_one_clean_line() -> None:
    assert fuzz(250, seed=20_260_101, every=125) == []
