"""Runs of the command in this process, for the tests of the shell."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

from advisor.cli import main


@dataclass(frozen=True, slots=True)
class Done:
    """What a command answered."""

    status: int
    out: str
    err: str


def run(*words: object, stdin: str | bytes = b"") -> Done:
    """Run ``advisor`` with these words."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    streams = {
        "stdin": io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"),
        "stdout": io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
        "stderr": io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
    }
    before = {name: getattr(sys, name) for name in streams}
    try:
        for name, stream in streams.items():
            setattr(sys, name, stream)
        status = main([str(word) for word in words])
    finally:
        for name, kept in before.items():
            setattr(sys, name, kept)
    return Done(status, _text(streams["stdout"]), _text(streams["stderr"]))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def well(*words: object, stdin: str | bytes = b"") -> str:
    """Run a command that must succeed in silence, and return its output."""
    done = run(*words, stdin=stdin)
    assert (done.status, done.err) == (0, ""), done.err
    return done.out


def refused(*words: object, stdin: str | bytes = b"") -> str:
    """Run a command that must be refused with nothing but one line, and return the line."""
    done = run(*words, stdin=stdin)
    assert (done.status, done.out) == (2, ""), done.out[:200]
    assert done.err.endswith("\n")
    line = done.err.removesuffix("\n")
    assert line.isprintable()
    assert line.startswith("advisor")
    return line
