"""The commands, each as a person or a program uses it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from advisor import __version__
from advisor.files import dump_json
from advisor.flashpoint.board import Board
from advisor.flashpoint.draw import board_text, turn_words
from advisor.flashpoint.load import load_position, load_record
from advisor.flashpoint.position import Position
from advisor.flashpoint.setup import SetUp, make
from shell import refused, run, well

GAMES = Path(__file__).parent / "data" / "conformance" / "games"
GAME = GAMES / "script-commands.json"
COMMANDS = (
    "new",
    "show",
    "legal",
    "routes",
    "crew",
    "replay",
    "advise",
    "map",
    "check",
    "engine",
    "arena",
    "bench",
)


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """A start position of the recruit level in a file."""
    path = tmp_path / "start.json"
    well("new", "--level", "recruit", "--seed", 3, "--out", path)
    return path


# --- all commands -------------------------------------------------------------------------------------------


def test_the_version_is_one_line() -> None:
    assert well("--version") == f"advisor {__version__}\n"


def test_alone_it_prints_its_help() -> None:
    assert all(command in well() for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    text = well(command, "--help")
    examples = text[text.index("Examples:") :].split("\n")
    assert len([line for line in examples if line.strip().startswith(("advisor", "python"))]) >= 2
    assert max(map(len, text.split("\n"))) <= 80


def test_completion_knows_commands_and_levels() -> None:
    def complete(words: str) -> list[str]:
        more = {
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
            "_ADVISOR_COMPLETE": "complete_bash",
        }
        done = subprocess.run(
            [sys.executable, "-c", "from advisor.cli import main; main()"],
            env={**os.environ, **more}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout.split()

    assert complete("advisor re") == ["replay"]
    assert complete("advisor new --level h") == ["heroic"]


def test_a_position_may_be_a_file_standard_input_or_a_string(start: Path) -> None:
    text = well("show", start, "--string").strip()
    listed = well("legal", start, "--jsonl")
    assert well("legal", text, "--jsonl") == listed
    assert well("legal", "-", "--jsonl", stdin=start.read_bytes()) == listed
    assert well("legal", "-", "--jsonl", stdin=text) == listed


def test_a_record_stands_for_its_last_position() -> None:
    last = load_record(GAME).final()
    assert well("show", GAME, "--string").strip() == last.to_string()


# --- new ----------------------------------------------------------------------------------------------------


def test_new_prints_a_sound_position_in_normal_form() -> None:
    text = well("new", "-l", "heroic", "-n", 4, "--seed", 9)
    position = Position.from_json(json.loads(text))
    assert dump_json(position.to_json()) == text
    assert position == make(SetUp(Board.shipped("base-1"), "heroic", firefighters=4, seed=9)).position


def test_new_takes_every_option_of_a_set_up(tmp_path: Path) -> None:
    words = [
        "--level", "veteran", "--board", "base-2", "-n", 2, "--ids", "ann,bob", "--specialist", "bob=driver",
        "--start", "ann=0,5", "--ambulance", "north", "--engine", "south",
        "--goal", 10, "--threat-markers", 33,
        "--rules", "vehicles,specialists", "--variants", "murphys-law", "--seed", 5,
    ]  # fmt: skip
    position = Position.from_json(json.loads(well("new", *words)))
    ann, bob = position.firefighters
    assert (ann.id, ann.at, bob.id, bob.specialist) == ("ann", (0, 5), "bob", "driver")
    assert (position.board.id, position.ambulance, position.engine) == ("base-2", "north", "south")
    assert (position.goal, position.threat_markers) == (10, 33)
    assert (position.rules, position.variants) == (("specialists", "vehicles"), ("murphys-law",))


def test_new_takes_specialists_and_squares_by_seat() -> None:
    words = ["-l", "recruit", "--specialist", "blue=driver", "--specialist", "captain", "--start", "0,3"]
    position = Position.from_json(json.loads(well("new", *words)))
    assert [f.specialist for f in position.firefighters[:2]] == ["captain", "driver"]
    assert position.firefighters[0].at == (0, 3)


def test_new_takes_a_board_from_a_file_and_keeps_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(dump_json({**Board.shipped("cottage").to_json(), "id": "mine"}))
    assert json.loads(well("new", "--board", path))["board"]["id"] == "mine"


def test_new_says_the_steps_and_ends_with_the_position_string() -> None:
    lines = well("new", "-l", "recruit", "--seed", 2, "--steps").splitlines()
    made = make(SetUp(Board.shipped("base-1"), "recruit", seed=2))
    assert lines[:-1] == [step.text for step in made.steps]
    assert lines[-1] == made.position.to_string()


def test_new_says_the_steps_as_data_while_the_position_goes_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    told = json.loads(well("new", "-l", "recruit", "--steps", "--json", "--out", path))
    assert told["position"] == json.loads(path.read_text())
    assert len(told["dice"]) > 5


def test_new_takes_the_dice_of_a_table_that_rolls_itself() -> None:
    told = json.loads(well("new", "-l", "random-family", "--seed", 4, "--steps", "--json"))
    dice = " ".join(map(str, told["dice"]))
    assert json.loads(well("new", "-l", "random-family", "--dice", dice)) == told["position"]


# --- show ---------------------------------------------------------------------------------------------------


def test_show_draws_the_board_without_colours_where_there_is_no_terminal(start: Path) -> None:
    assert well("show", start) == board_text(load_position(start)) + "\n"
    assert "\x1b" not in well("show", start)


def test_show_can_do_with_ascii_alone(start: Path) -> None:
    assert well("show", start, "--ascii").isascii()


def test_show_writes_svg_to_a_file_or_to_standard_output(start: Path, tmp_path: Path) -> None:
    path = tmp_path / "start.svg"
    assert well("show", start, "--svg", path, "--theme", "dark") == ""
    assert ElementTree.fromstring(path.read_text()).tag.endswith("svg")
    assert well("show", start, "--svg", "-") != path.read_text()


def test_show_prints_the_normal_form(start: Path) -> None:
    value = json.loads(start.read_text())
    untidy = {**value, "fire": value["fire"][::-1]}
    assert well("show", "-", "--json", stdin=json.dumps(untidy)) == start.read_text()


def test_show_faulty_draws_what_can_be_read_and_lists_all_problems(start: Path) -> None:
    value = {**json.loads(start.read_text()), "goal": 0, "rescued": 9}
    assert "/goal" in refused("show", "-", stdin=json.dumps(value))
    text = well("show", "-", "--faulty", stdin=json.dumps(value))
    assert "Rescued: 9" in text
    assert "/goal: " in text[text.index("Problems (") :]
    assert "No problems" in well("show", start, "--faulty")


def test_show_faulty_shows_the_start_of_a_record_that_cannot_be_played(start: Path) -> None:
    value = {**json.loads(start.read_text()), "goal": 0}
    record = {
        "format": "flash-point/record@1",
        "title": "",
        "players": {},
        "position": value,
        "events": ["end"],
    }
    assert "/position/goal" in refused("show", "-", stdin=json.dumps(record))
    assert "Problems (1):" in well("show", "-", "--faulty", stdin=json.dumps(record))


# --- legal and replay ---------------------------------------------------------------------------------------


def test_legal_for_people_names_every_action_with_its_price(start: Path) -> None:
    lines = well("legal", start).splitlines()
    actions = load_position(start).legal()
    assert len(lines) == len(actions) + 3
    for line, (text, cost) in zip(lines[3:], actions, strict=True):
        assert line.startswith(f"{cost:2}  {text} ")


def test_legal_says_what_comes_where_nobody_decides() -> None:
    assert well("legal", GAME, "--jsonl") == ""
    assert "48 equally likely: roll 1,1 ... roll 6,8" in well("legal", GAME)


def test_replay_prints_a_line_of_json_for_each_position() -> None:
    lines = [json.loads(line) for line in well("replay", GAME, "--jsonl").splitlines()]
    assert [line["n"] for line in lines] == list(range(len(load_record(GAME).events) + 1))
    assert (lines[0]["event"], set(lines[0])) == (None, {"n", "event", "position"})


def test_replay_for_people_tells_events_changes_and_the_last_position() -> None:
    text = well("replay", GAME)
    assert "Command blue: Move to 3,3" in text
    assert "Nothing burns on 1,1: smoke comes up." in text
    assert text.endswith(board_text(load_record(GAME).final()) + "\n")


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.json")), ids=lambda path: path.stem)
def test_every_game_can_be_told_and_its_positions_drawn(path: Path) -> None:
    assert len(well("replay", path, "--legal").splitlines()) > len(load_record(path).events)


def test_replay_stops_at_the_first_illegal_event_after_the_lines_before_it(start: Path) -> None:
    record = {
        "format": "flash-point/record@1", "title": "", "players": {},
        "position": json.loads(start.read_text()), "events": ["end", "end", "roll 1,1"],
    }  # fmt: skip
    done = run("replay", "-", "--jsonl", stdin=json.dumps(record))
    assert done.status == 2
    assert [json.loads(line)["n"] for line in done.out.splitlines()] == [0, 1]
    assert done.err.startswith("advisor: standard input: event 2: 'end': ")
    assert done.err.count("\n") == 1


# --- advise -------------------------------------------------------------------------------------------------


def test_advise_prints_ranked_plans_with_prices_and_what_was_done(start: Path) -> None:
    lines = well("advise", start, "--top", 3).splitlines()
    assert lines[0] == turn_words(load_position(start))
    ranked = [line for line in lines if line[:2].strip().isdigit() and line[2:4] == "  "]
    assert [int(line[:2]) for line in ranked] == [1, 2, 3]
    assert all("spends" in line for line in ranked)
    assert "states walked" in "\n".join(lines)
    assert max(map(len, lines)) <= 80


def test_advise_prints_the_plans_of_the_user_whatever_their_place(start: Path) -> None:
    told = json.loads(well("advise", start, "--top", 1, "--plan", "end", "--json"))
    assert told["format"] == "advisor/analysis@1"
    assert told["plans"][0]["rank"] == 1
    yours = [plan for plan in told["plans"] if plan["yours"]]
    assert [plan["steps"] for plan in yours] == [[["end", 0]]]
    assert "yours" in well("advise", start, "--top", 1, "--plan", "end")


def test_a_plan_as_printed_can_be_given_back(start: Path) -> None:
    position = load_position(start)
    text, cost = next(action for action in position.legal() if action[0].startswith("move"))
    printed = f"{text} ({cost}) · end" if position.apply(text).legal() else f"{text} ({cost})"
    told = json.loads(well("advise", start, "--plan", printed, "--json"))
    assert any(plan["yours"] and plan["steps"][0] == [text, cost] for plan in told["plans"])


def test_the_record_of_the_best_plan_can_be_replayed(start: Path, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    told = json.loads(well("advise", start, "--json", "--record", path))
    record = load_record(path)
    assert list(record.events) == [event for event, _ in told["plans"][0]["steps"]]
    assert record.position == load_position(start)
    assert well("replay", path, "--jsonl").count("\n") == len(record.events) + 1


def test_advice_is_the_same_for_the_same_seed(start: Path) -> None:
    one, two = (json.loads(well("advise", start, "--json", "--seed", 5)) for _ in range(2))
    one["work"]["seconds"] = two["work"]["seconds"] = 0
    assert one == two


def test_every_shipped_position_gets_three_plans() -> None:
    folder = Path(__file__).parents[1] / "data" / "positions"
    for path in sorted(folder.glob("*.json")):
        assert len(json.loads(well("advise", path, "--top", 3, "--json"))["plans"]) == 3, path.name
