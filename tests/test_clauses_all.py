"""Whether every clause of the rules has a test that cites it in its name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RULES = HERE.parent.parent / "shared" / "rules" / "flash-point.md"

NUMBERS = {1: 7, 2: 2, 3: 4, 4: 11, 5: 10, 6: 9, 7: 6, 8: 4, 9: 4, 10: 8, 11: 4}
"""How many clauses each section has."""

CLAUSES = [(section, number) for section, count in NUMBERS.items() for number in range(1, count + 1)]


def cited() -> set[tuple[int, int]]:
    """Return the clauses in the names of all tests, a range (fp_10_4_to_10_7) by its first one."""
    found: set[tuple[int, int]] = set()
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= {(int(a), int(b)) for a, b in re.findall(r"fp_(\d+)_(\d+)", node.name)}
    return found


def test_every_clause_is_cited_by_the_name_of_a_test() -> None:
    missing = sorted(set(CLAUSES) - cited())
    assert missing == []


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    assert cited() <= set(CLAUSES)


@pytest.mark.shared
def test_the_list_of_clauses_is_the_one_of_the_rules() -> None:
    if not RULES.exists():
        pytest.skip("no ../shared")
    text = RULES.read_text(encoding="utf-8")
    assert re.findall(r"^- \*\*FP-(\d+)\.(\d+)", text, re.MULTILINE) == [(str(a), str(b)) for a, b in CLAUSES]
