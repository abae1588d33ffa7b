"""Progress bars on standard error, where somebody looks."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.search.limits import Progress

__all__ = ["search_progress", "somebody_looks"]


def somebody_looks() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextlib.contextmanager
def search_progress() -> Iterator[Callable[[Progress], None] | None]:
    """A bar for a search: how far it is, and what leads so far."""
    if not somebody_looks():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    bar = Bar(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=None)

    def tell(now: Progress) -> None:
        words = f"{now.best} leads, the best with {now.p_best:.0%}".replace("[", "\\[")
        bar.update(task, total=now.of, completed=now.done, description=words)

    with bar:
        yield tell
