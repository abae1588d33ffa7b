"""``advisor bench``: how fast the core is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from advisor.shell.options import NoColourOption
from advisor.shell.output import colours_wanted, emit, emit_rich, terminal_width

__all__ = ["bench"]

JsonOption = Annotated[bool, typer.Option("--json", help="Print the report as JSON.")]
QuickOption = Annotated[
    bool, typer.Option("--quick", help="A few seconds instead of a minute; rough figures.")
]
ReferenceOption = Annotated[
    str | None,
    typer.Option(
        "--reference", metavar="DIR",
        help="The plain-Python reference, tests/reference of a source tree; else the one nearby.",
    ),
]  # fmt: skip


def bench(
    json: JsonOption = False,
    quick: QuickOption = False,
    reference: ReferenceOption = None,
    no_colour: NoColourOption = False,
) -> None:
    """Measure the core: rates, and ratios to plain Python, networkx, plain C and memcpy in the same run."""
    from advisor.bench import render, run

    report = run(quick=quick, reference=None if reference is None else Path(reference), progress=_progress())
    if json:
        from advisor.files import dump_json

        emit(dump_json(report.to_json()), end="")
        return
    coloured = colours_wanted() and not no_colour
    emit_rich(render(report), colours=coloured, width=terminal_width())


def _progress() -> Callable[[str], None] | None:
    """Return what tells a person at a terminal how far it is; None where nobody looks."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None

    def tell(name: str) -> None:
        sys.stderr.write(f"{name} ...\n")
        sys.stderr.flush()

    return tell
