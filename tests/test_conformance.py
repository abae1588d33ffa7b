"""Recorded games, files to refuse and to accept, rule questions: a chosen part of the corpus, and all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import corpus

DATA = Path(__file__).parent / "data"
CONFORMANCE = DATA / "conformance"
REFUSED = corpus.refused_files(CONFORMANCE / "refused")
CASES = sorted((DATA / "cases" / "rules").glob("*.json"))


def name_of(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", sorted((CONFORMANCE / "games").glob("*.json")), ids=name_of)
def test_a_recorded_game_replays_line_by_line(path: Path) -> None:
    corpus.assert_game(path)


@pytest.mark.parametrize("path", REFUSED, ids=name_of)
def test_a_faulty_file_is_refused_in_one_line_that_names_the_place(path: Path) -> None:
    corpus.assert_refused(path, REFUSED[path])


@pytest.mark.parametrize("path", corpus.accepted_files(CONFORMANCE / "accepted"), ids=name_of)
def test_an_odd_file_is_accepted_and_put_in_normal_form(path: Path) -> None:
    corpus.assert_accepted(path)


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_a_rule_question_gets_its_answer(path: Path) -> None:
    corpus.assert_case(path)


# All of the shared corpus, where it is at hand.


@pytest.mark.shared
def test_all_recorded_games_of_the_shared_corpus_replay(shared: Path) -> None:
    for path in sorted((shared / "conformance" / "games").glob("*.json")):
        corpus.assert_game(path)


@pytest.mark.shared
def test_all_faulty_files_of_the_shared_corpus_are_refused(shared: Path) -> None:
    for path, entry in corpus.refused_files(shared / "conformance" / "refused").items():
        corpus.assert_refused(path, entry)


@pytest.mark.shared
def test_all_odd_files_of_the_shared_corpus_are_accepted(shared: Path) -> None:
    for path in corpus.accepted_files(shared / "conformance" / "accepted"):
        corpus.assert_accepted(path)


@pytest.mark.shared
def test_all_rule_questions_of_the_shared_corpus_get_their_answers(shared: Path) -> None:
    for path in sorted((shared / "cases" / "rules").glob("*.json")):
        corpus.assert_case(path)


@pytest.mark.shared
def test_the_files_here_are_those_of_the_shared_corpus(shared: Path) -> None:
    for path in [*CONFORMANCE.rglob("*.*"), *CASES]:
        if path.name != "index.json":
            assert path.read_bytes() == (shared / path.relative_to(DATA)).read_bytes()


# A handful through the command line.


def run(*words: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run the command `advisor` of this interpreter."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "advisor", *map(str, words)],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.mark.parametrize("name", ["script-commands", "rich-shed-1", "hidden-base-2-4"])
def test_the_command_replays_a_recorded_game(name: str) -> None:
    path = CONFORMANCE / "games" / f"{name}.json"
    done = run("replay", path, "--jsonl", "--legal")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert corpus.same(lines, corpus.game_lines(path))


def test_the_command_lists_the_legal_actions_of_a_position() -> None:
    path = corpus.accepted_files(CONFORMANCE / "accepted")[0]
    expected = json.loads(path.with_name(f"{path.stem}.expected.json").read_text(encoding="utf-8"))
    done = run("legal", path, "--jsonl")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line) for line in done.stdout.decode().splitlines()] == expected["legal"]


@pytest.mark.parametrize(
    "path", [*list(REFUSED)[:1], *[path for path in REFUSED if "event" in REFUSED[path]][:2]]
)
def test_the_command_refuses_in_one_line_with_status_2(path: Path) -> None:
    entry = REFUSED[path]
    done = run(entry["command"], path, "--jsonl")
    assert done.returncode == 2
    assert len(done.stderr.decode().splitlines()) == 1
    assert b"Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) == entry.get("event", 0)
