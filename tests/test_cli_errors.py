"""Wrong input of every kind: one line that names the place, what came and what was expected; status 2."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from advisor.cli import main
from advisor.flashpoint.board import Board
from advisor.flashpoint.setup import SetUp, make
from advisor.shell.output import one_line
from shell import refused, well

START = make(SetUp(Board.shipped("base-1"), "recruit", seed=3)).position
TEXT = START.to_string()
COMMAND = [sys.executable, "-m", "advisor"]

FLAGS = [
    (["--foo"], "--foo"),
    (["legl"], "Did you mean 'legal'?"),
    ([""], "no such command"),
    (["legal"], "missing argument 'POSITION'"),
    (["replay"], "missing argument 'RECORD'"),
    (["legal", TEXT, "more"], "more"),
    (["legal", TEXT, "--what"], "advisor legal: no such option: --what"),
    (["new", "--level"], "--level"),
    (["new", "--level", "hard"], '--level: "hard", expected one of family, random-family, recruit, vet'),
    (["new", "-n", "0"], '--firefighters: "0", expected a whole number from 1 to 6'),
    (["new", "-n", "three"], '--firefighters: "three", expected a whole number from 1 to 6'),
    (["new", "--ids", "ann,ann"], '--ids: "ann" twice, expected different ones'),
    (["new", "--ids", "Ann"], "--ids"),
    (["new", "-l", "recruit", "--specialist", "ann=driver"], '--specialist: "ann", expected a firefighter'),
    (["new", "-l", "recruit", "--specialist", "red=x"], '--specialist: "x", expected any of'),
    (["new", "-l", "recruit", "--specialist", "red=cafs", "--specialist", "red=x"], '"red" twice'),
    (["new", "-n", "1", "--start", "0,1", "--start", "0,2"], "--start: 2 given, expected"),
    (["new", "--start", "red=3,3"], '--start: "3,3" for red, expected a square outside'),
    (["new", "--board", "castle"], '--board: "castle", expected a file or one of base-1'),
    (["new", "--dice", "1 x"], '--dice: "x"'),
    (["new", "-l", "recruit", "--dice", "1 2"], "--dice: die 3: no dice are left, expected the"),
    (["new", "--dice", "1 2"], "--dice: 2 given, expected the 0"),
    (["new", "--seed", "-1"], '--seed: "-1", expected a whole number from 0'),
    (["new", "--seed", "9" * 5000], "--seed"),
    (["new", "--goal", "11"], '--goal: "11", expected a whole number from 1 to 10'),
    (["new", "--rules", "dragons"], '--rules: "dragons", expected any of'),
    (["new", "--variants", "hidden-hazards"], "FP-11.4"),
    (["new", "--ambulance", "north"], '--ambulance: "north", expected the rule vehicles with it'),
    (["new", "--string", "--json"], "--string and --json"),
    (["show", TEXT, "--json", "--string"], "--string and --json"),
    (["show", TEXT, "--theme", "pink"], '--theme: "pink", expected light or dark'),
    (["show", TEXT, "--width", "3"], '--width: "3", expected a whole number from 40 to 1000'),
    (["advise", TEXT, "--top", "0"], '--top: "0", expected a whole number from 1 to 1000'),
    (["advise", TEXT, "--seed", "x"], "--seed"),
    (["advise", TEXT, "--stop", "30"], '--stop: "30", expected percent, more than 50 and less than 100'),
    (["advise", TEXT, "--stop", "sure"], '--stop: "sure", expected percent'),
    (["advise", TEXT, "--seconds", "0"], '--seconds: "0", expected a number above 0'),
    (["advise", TEXT, "--level", "genius"], 'level: "genius", expected one of instant, quick, deep'),
    (["advise", TEXT, "--plan", ""], "--plan"),
    (["advise", TEXT, "--plan", "move 9,9; end"], "--plan: event 1: 'move 9,9'"),
    (["advise", TEXT, "--plan", "end; end"], "--plan: event 2: 'end'"),
    (["bench", "--reference", "/nowhere"], "--reference"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "named"), FLAGS)
def test_a_wrong_flag_or_argument_is_named(words: list[str], named: str) -> None:
    assert named in refused(*words)


POSITIONS = [
    ("", "standard input: empty"),
    ("{", "no JSON at line 1, column 2"),
    (b"\xff\xfe", "standard input: not UTF-8"),
    ("[" * 100_000, "nested too deep"),
    ("[]", "expected an object"),
    ('{"format": "flash-point/position@2"}', "/format"),
    ('{"format": "flash-point/position@1", "goal": NaN}', "/goal"),
    ('{"format": "flash-point/position@1", "goal": 1, "goal": 2}', "/goal"),
    (json.dumps({**START.to_json(), "goal": 10**40}), "/goal"),
    (json.dumps({**START.to_json(), "goal": "7"}), "/goal"),
    (json.dumps({**START.to_json(), "goal": True}), "/goal"),
    (json.dumps({**START.to_json(), "f\nire": []}), "f\\nire"),
    (json.dumps({**START.to_json(), "lost": 11}), "/lost"),
    (json.dumps({**START.to_json(), "board": "castle"}), "/board"),
    (b" " * (9 * 2**20), "larger than"),
    (TEXT[:-1] + ("a" if TEXT[-1] != "a" else "b"), "check letters"),
]


@pytest.mark.parametrize(("data", "named"), POSITIONS, ids=[named for _, named in POSITIONS])
@pytest.mark.parametrize("command", ["show", "legal", "replay", "advise"])
def test_a_faulty_position_is_refused_by_its_place(command: str, data: str | bytes, named: str) -> None:
    line = refused(command, "-", stdin=data)
    assert line.startswith("advisor: standard input: ")
    assert named in line


def test_a_folder_a_missing_file_and_odd_names_are_one_line(tmp_path: Path) -> None:
    assert "a folder" in refused("legal", tmp_path)
    assert "no such file" in refused("legal", tmp_path / "nothing.json")
    assert "no\\nlines" in refused("legal", "no\nlines")
    assert "\\u001b[31m" in refused("show", "\x1b[31m")
    assert refused("legal", "").startswith('advisor: "", expected a file')
    assert len(refused("legal", "x" * 5000)) < 1000
    assert refused("legal", "fp1.what").startswith("advisor: position string: ")


def test_where_nobody_decides_advise_says_what_comes_next() -> None:
    after = START.apply("end")
    assert "the fire's roll comes next" in refused("advise", after.to_string())


def test_nothing_is_written_on_failure(tmp_path: Path) -> None:
    refused("new", "--level", "hard", "--out", tmp_path / "a.json")
    refused("show", TEXT, "--svg", tmp_path / "b.svg", "--theme", "pink")
    refused("advise", TEXT, "--record", tmp_path / "c.json", "--plan", "move 9,9")
    refused("new", "--out", tmp_path / "no" / "d.json")
    assert list(tmp_path.iterdir()) == []
    kept = tmp_path / "kept.json"
    kept.write_text("mine")
    refused("new", "--goal", 99, "--out", kept)
    assert kept.read_text() == "mine"


def test_an_output_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    assert "a folder" in refused("new", "--out", tmp_path)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, "show", TEXT], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"advisor: standard output: cannot be written: No space left on device\n"


def test_a_reader_that_goes_away_is_no_fault() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, "show", TEXT], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_ctrl_c_is_one_line_and_status_130() -> None:
    process = subprocess.Popen([*COMMAND, "show", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    stderr = process.stderr
    assert stderr is not None
    time.sleep(1)  # until it waits for input
    process.send_signal(signal.SIGINT)
    try:
        assert process.wait(10) == 130
        assert stderr.read() == b"advisor: interrupted\n"
    finally:
        for stream in (process.stdin, stderr):
            if stream is not None:
                stream.close()


def test_without_standard_streams_it_still_ends_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["show", "-"]) == 2
    assert main(["show", TEXT]) == 2
    sys.stdin.close()


def test_colours_only_on_a_terminal_that_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    def shown(*words: str) -> str:
        terminal = Terminal(io.BytesIO(), encoding="utf-8")
        monkeypatch.setattr(sys, "stdout", terminal)
        assert main(["show", TEXT, *words]) == 0
        terminal.seek(0)
        return terminal.read()

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in shown()
    assert "\x1b" not in shown("--no-color")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in shown()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in shown()


def test_a_locale_without_unicode_gets_ascii_and_whole_json() -> None:
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run([*COMMAND, "show", TEXT], env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == well("show", TEXT) or done.stdout.isascii()


def test_a_message_is_one_line_of_printable_characters() -> None:
    assert one_line(" a\n b\t\x1b[0m\u202e ") == "a b \\x1b[0m\\u202e"
    assert len(one_line("x" * 10_000)) < 1000
