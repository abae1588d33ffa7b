"""``advisor engine``: analyses for programs, JSON lines in and out."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, Annotated, Final

import typer

from advisor.errors import UsageError
from advisor.files import MAX_BYTES
from advisor.search.bounds import MOST_THREADS
from advisor.shell.options import whole
from advisor.shell.output import OutputClosedError, emit, finish

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

__all__ = ["engine", "lines_of"]

_CHUNK: Final = 1 << 16

WorkersOption = Annotated[
    str | None,
    typer.Option(
        "--workers", "-w", metavar="NUMBER",
        help="Analyses at a time, 1 to 64; as many as there are cores if left out.",
    ),
]  # fmt: skip
QuitOption = Annotated[
    bool,
    typer.Option(
        "--quit-without-waiting",
        help="At the end of the input stop what runs and drop what waits; else all of it is finished first.",
    ),
]


def engine(workers: WorkersOption = None, quit_without_waiting: QuitOption = False) -> None:
    """Answer requests for analyses from standard input, a line of JSON each, until it ends.

    Replies are lines of JSON on standard output, in the order in which they are
    ready; an id says to which request they belong. Requests can be called back.
    What is wrong with a line is its reply. docs/engine.md tells every field.
    """
    from advisor.engine import Engine

    number = min(os.cpu_count() or 1, MOST_THREADS)
    if workers is not None:
        number = whole("--workers", workers, 1, MOST_THREADS)
    client = _Client(sys.stdin.buffer)
    served = Engine(client.send, workers=number)
    client.when_gone = served.stop
    try:
        client.serve(served.handle)
        if quit_without_waiting:
            served.stop()
        served.close()
    except KeyboardInterrupt:
        served.stop()
        served.close()
        raise
    if client.gone is not None:
        raise client.gone


class _Client:
    """Whoever is at the other end of the standard streams."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._ended = threading.Event()
        self.gone: OutputClosedError | UsageError | None = None
        self.when_gone: Callable[[], None] = lambda: None

    def send(self, line: str) -> None:
        """Send a reply; where nobody reads any more, the input counts as ended."""
        if self.gone is not None:
            return
        try:
            emit(line)
            finish()
        except (OutputClosedError, UsageError) as error:
            self.gone = error
            self._ended.set()
            self.when_gone()

    def serve(self, handle: Callable[[bytes], None]) -> None:
        """Hand on every line of the input, until it ends or nobody reads the replies.

        A thread of its own reads: it may wait for a line when this has long been over.
        """

        def read() -> None:
            try:
                for line in lines_of(self._stream, MAX_BYTES):
                    if self._ended.is_set():
                        return
                    handle(line)
            finally:
                self._ended.set()

        threading.Thread(target=read, daemon=True).start()
        self._ended.wait()


def lines_of(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yield the lines of a stream without their ends, as soon as they are there.

    Of a line that is longer than `most` bytes only the first `most` + 1 are kept.

    >>> import io
    >>> list(lines_of(io.BytesIO(b"one\\n\\na long one\\nlast"), 5))
    [b'one', b'', b'a long', b'last']
    """
    kept = bytearray()
    for chunk in _chunks(stream):
        first, *more = chunk.split(b"\n")
        kept += first[: most + 1 - len(kept)]
        for piece in more:
            yield bytes(kept)
            kept = bytearray(piece[: most + 1])
    if kept:
        yield bytes(kept)


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    """Yield what comes, without a buffer that would be locked while it waits."""
    try:
        number: int | None = stream.fileno()
    except OSError:  # no file behind it
        number = None
    while True:
        try:
            chunk = stream.read(_CHUNK) if number is None else os.read(number, _CHUNK)
        except OSError:  # a terminal that went away
            return
        if not chunk:
            return
        yield chunk
