"""Counts of whole game trees: the core again, the reference as far as it is quick, against the file."""

from __future__ import annotations

import json
from typing import Any

import pytest

import perft
from advisor.flashpoint.position import Position

ENTRIES: list[dict[str, Any]] = json.loads(perft.FILE.read_text(encoding="utf-8"))
QUICK = 120
"""The reference counts again to the last depth with no more leaves than this."""


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_the_core_counts_the_whole_tree_as_the_reference_does(entry: dict[str, Any]) -> None:
    position = Position.from_json(entry["position"])
    assert perft.core_counts(position, len(entry["reference"])) == entry["reference"] == entry["core"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_the_reference_counts_the_tree_as_the_file_says(entry: dict[str, Any]) -> None:
    counts = perft.reference_counts(Position.from_json(entry["position"]), len(entry["reference"]), QUICK)
    assert counts == entry["reference"][: len(counts)]


def test_the_trees_are_of_all_phases_and_of_boards_of_several_sizes() -> None:
    positions = [Position.from_json(entry["position"]) for entry in ENTRIES]
    phases = {position.turn.phase for position in positions}
    assert phases == {"action", "advance_fire", "replenish", "reveal", "deck_gun_roll", "deck_gun_choice"}
    assert len({(position.board.rows, position.board.columns) for position in positions}) >= 5
