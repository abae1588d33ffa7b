"""Mutated input through the command line: each gives a valid result or one clean line with status 2.

    python tests/fuzz.py --count 5000 --seed 1

Runs `advisor.cli.main` in this process with streams of its own, and every hundredth case as a process too. A
case follows from the seed and its number alone: ``--first N --count 1`` shows it again.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from advisor.cli import main as advisor
from advisor.flashpoint.position import Position
from fuzz_input import Case, make_case

SECONDS = 10
"""A case that takes longer hangs."""

EVERY = 100
"""Every so many cases one runs as a process as well."""


class HangError(BaseException):
    """A case took too long."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the command answered."""

    status: int
    out: bytes
    err: bytes


def run_here(case: Case, folder: Path) -> Answer:
    """Run a case in this process."""
    files = {
        "stdin": io.TextIOWrapper(io.BytesIO(case.stdin), encoding="utf-8"),
        "stdout": io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
        "stderr": io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
    }
    before = {name: getattr(sys, name) for name in files}
    with in_folder(folder), time_limit(SECONDS):
        try:
            for name, stream in files.items():
                setattr(sys, name, stream)
            status = advisor(case.words)
        finally:
            for name, stream in before.items():
                setattr(sys, name, stream)
    for stream in files.values():
        stream.flush()
    return Answer(status, _bytes(files["stdout"]), _bytes(files["stderr"]))


def _bytes(stream: io.TextIOWrapper) -> bytes:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


def run_apart(case: Case, folder: Path) -> Answer:
    """Run a case as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "advisor", *case.words],
        input=case.stdin,
        capture_output=True,
        cwd=folder,
        timeout=SECONDS,
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


@contextlib.contextmanager
def in_folder(folder: Path) -> Iterator[None]:
    """Work in a folder for a while."""
    here = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `HangError` when the time is over."""

    def stop(signum: int, frame: object) -> None:
        raise HangError(f"no end after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def faults(case: Case, answer: Answer, written: set[str]) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    out, err = answer.out.decode("utf-8", "replace"), answer.err.decode("utf-8", "replace")
    if answer.status not in (0, 2):
        yield f"status {answer.status}, expected 0 or 2"
    if "Traceback" in out + err:
        yield "a traceback"
    if answer.status == 2:
        if len(err.splitlines()) != 1 or not err.endswith("\n"):
            yield f"{len(err.splitlines())} lines on standard error, expected 1"
        if not err.startswith("advisor") or not err.rstrip("\n").isprintable() or len(err) > 1000:
            yield "a line that is not clean"
        if out and case.command not in ("replay", "check"):
            yield "standard output is not empty"
        if written:
            yield f"wrote {sorted(written)} on failure"
    elif err:
        yield "something on standard error, though nothing failed"
    if "--jsonl" in case.words and "--help" not in case.words:
        yield from bad_lines(case, out)
    elif answer.status == 0 and case.gives_position:
        yield from bad_position(out)


def bad_lines(case: Case, out: str) -> Iterator[str]:
    """Yield what is wrong with JSON lines."""
    for number, line in enumerate(out.split("\n")[:-1]):
        value = json.loads(line)
        if case.command == "legal":
            if not (isinstance(value, list) and isinstance(value[0], str) and isinstance(value[1], int)):
                yield f"line {number} is no action"
        elif value["n"] != number:
            yield f"line {number} has n {value['n']}"
        else:
            Position.from_json(value["position"])


def bad_position(out: str) -> Iterator[str]:
    """Yield what is wrong with a position that was printed: it must be sound and in normal form."""
    value = json.loads(out)
    if Position.from_json(value).to_json() != value:
        yield "a position that is not in normal form"


def check(case: Case, folder: Path, *, apart: bool) -> list[str]:
    """Run a case and return what is wrong with its answer."""
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
    try:
        answer = (run_apart if apart else run_here)(case, folder)
        written = {path.name for path in folder.iterdir()} - set(case.files)
        found = list(faults(case, answer, written))
        if found:
            found.append(f"status {answer.status}, error {answer.err[:300]!r}, output {answer.out[:200]!r}")
        COUNTS[case.command, answer.status] += 1
    except HangError as error:
        found = [str(error)]
    except subprocess.TimeoutExpired:
        found = [f"no end after {SECONDS} s"]
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        found = [f"{type(error).__name__}: {error}"]
    finally:
        for path in folder.iterdir():
            path.unlink()
    return found


COUNTS: Counter[tuple[str, int]] = Counter()
"""Cases by command and status."""


def fuzz(count: int, seed: int, *, first: int = 0, every: int = EVERY) -> list[str]:
    """Run cases and return what went wrong, a text each."""
    failed = []
    with tempfile.TemporaryDirectory() as name:
        for number in range(first, first + count):
            case = make_case(Random(f"{seed}:{number}"))
            for apart in (False, True) if every and number % every == 0 else (False,):
                failed += [
                    f"case {number}{' as a process' if apart else ''}: {case.words!r}: {fault}"
                    for fault in check(case, Path(name), apart=apart)
                ]
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutated input through the command line.")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    args = parser.parse_args()
    began = time.perf_counter()
    failed = fuzz(args.count, args.seed, first=args.first)
    for fault in failed:
        print(fault)
    for (command, status), number in sorted(COUNTS.items()):
        print(f"{command:8} status {status}: {number}")
    print(f"{args.count} cases, {len(failed)} faults, {time.perf_counter() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
