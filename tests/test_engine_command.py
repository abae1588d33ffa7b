"""``advisor engine`` at the standard streams: where lines end, and how the command does."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from advisor.files import MAX_BYTES
from advisor.flashpoint.load import load_position
from advisor.shell.engine import lines_of
from shell import refused, well

HUT = "fp1.3GSXPFUvcpEoqONJblw7m5PW3Zv91S"
MIDDLE = Path(__file__).parents[1] / "data" / "positions" / "family-middle.json"
LONG = {"position": load_position(MIDDLE).to_string(), "engine": "rollout", "trials": 10**8}


def line(**request: Any) -> bytes:
    return json.dumps(request).encode() + b"\n"


@contextmanager
def started() -> Iterator[subprocess.Popen[bytes]]:
    """The command as a process that waits for lines."""
    with subprocess.Popen(
        [sys.executable, "-m", "advisor", "engine", "--workers", "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def test_what_was_asked_before_the_end_of_the_input_is_answered() -> None:
    requests = b"".join(line(id=str(n), position=HUT, level="instant", top=1) for n in range(6))
    replies = [json.loads(reply) for reply in well("engine", stdin=requests).splitlines()]
    assert {reply["id"] for reply in replies} == set("012345")
    assert not any(reply["terminated"] for reply in replies)


def test_who_quits_without_waiting_has_a_reply_to_everything_all_the_same() -> None:
    requests = b"".join(line(id=str(n), **LONG) for n in range(6))
    words = ("engine", "--quit-without-waiting", "--workers", 1)
    replies = [json.loads(reply) for reply in well(*words, stdin=requests).splitlines()]
    assert {reply["id"] for reply in replies} == set("012345")
    assert all(reply["terminated"] for reply in replies)


def test_a_line_of_ten_megabytes_is_one_error_and_the_next_is_answered() -> None:
    requests = b"x" * 10_000_000 + b"\n" + line(id="v", action="version")
    first, second = (json.loads(reply) for reply in well("engine", stdin=requests).splitlines())
    assert first["error"].startswith("longer than 8 MB")
    assert second["action"] == "version"


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"one", [b"one"]),
        (b"one\n", [b"one"]),
        (b"\n\none\r\n", [b"", b"", b"one\r"]),
        (b"a\x0bb\x85\n", [b"a\x0bb\x85"]),
        (b"x" * (MAX_BYTES + 9) + b"\ny", [b"x" * (MAX_BYTES + 1), b"y"]),
    ],
)
def test_a_line_ends_at_a_newline_and_nowhere_else(data: bytes, lines: list[bytes]) -> None:
    assert list(lines_of(io.BytesIO(data), MAX_BYTES)) == lines


def test_replies_come_while_the_input_is_open_and_a_closed_reader_ends_it_without_noise() -> None:
    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(line(id="v", action="version"))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == "v"
        process.stdout.close()
        for number in range(3):
            process.stdin.write(line(id=str(number), **LONG))
        process.stdin.write(line(id="v", action="version"))
        process.stdin.flush()  # and left open
        assert process.wait(timeout=120) == 141
        assert process.stderr.read() == b""


def test_ctrl_c_stops_what_runs_and_says_so_in_one_line() -> None:
    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line(id="long", partial=True, **LONG))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["partial"]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        assert process.returncode == 130
        assert err == b"advisor: interrupted\n"
        assert json.loads(out.splitlines()[-1])["terminated"]


def test_a_wrong_number_of_workers_is_refused() -> None:
    assert refused("engine", "--workers", 0) == (
        'advisor: --workers: "0", expected a whole number from 1 to 64'
    )
