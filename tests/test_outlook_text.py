"""Maps, risks and splits as lines for people, and as pictures; also of a game that is not ours."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.analysis import Caution, Plan, Step
from advisor.analysis_map import Axis, Cell, Effect, OutcomeClass, OutcomeMap, Risk
from advisor.analysis_split import Amount, OutcomeSplit, Share
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.draw_map import map_svg
from advisor.flashpoint.load import load_position
from advisor.game import EffectKind
from advisor.search.outlook import Outlook
from advisor.search.plans import plan_turn
from advisor.shell.outlook_text import map_runs, outlook_lines
from shell import refused, well
from test_plan_text import ANALYSIS, lines

FOLDER = Path(__file__).parents[1] / "data" / "positions"
COLLAPSING = FOLDER / "nearly-collapsed.json"
GUN = FOLDER / "driver-at-the-engine.json"
PUZZLE = FOLDER / "puzzle-cottage.json"

SYMBOLS = ("oil", "mask", "coin", "fish", "vase", "column")
KINDS = (EffectKind("dies", "x", "somebody dies"), EffectKind("closed", "c", "a gate is closed"))


def tiles() -> OutcomeMap:
    """The next tile of a game with six symbols: a grid of one line."""
    cells = tuple(
        Cell(
            0, column, f"tile {symbol}", 1 / 6, 0.9 - column / 10, 0.0, 0.0,
            (Effect("dies", (("who", "blue"),), "a piece of blue dies", 0.5),) if column == 5 else (),
        )
        for column, symbol in enumerate(SYMBOLS)
    )  # fmt: skip
    classes = (
        OutcomeClass("", "nothing happens", 5 / 6, 0.7),
        OutcomeClass("dies", "somebody dies", 1 / 6, 0.4),
    )
    return OutcomeMap(
        Axis("", ("",)), Axis("symbol", SYMBOLS), cells, classes, 0.65, 0.0, 1.0, (), 1, Risk(0.17, 0.4, 0.0)
    )


def text(found: OutcomeMap, measure: str = "win", width: int = 80) -> list[str]:
    return ["".join(run for run, _ in line) for line in map_runs(found, KINDS, measure, width=width)]


def test_a_map_of_another_game_is_one_line_of_symbols() -> None:
    drawn = text(tiles())
    assert drawn[3:7] == [
        "     symbol",
        "     oil      mask     coin     fish     vase     column",
        "     90.0     80.0     70.0!    60.0!    50.0!    40.0!",
        "                                                  x",
    ]
    assert drawn[-4] == "tile column: 40.0% - a piece of blue dies (50%)"
    assert any("nothing happens 83.3% (70.0%)" in line for line in drawn)


def test_scores_are_not_called_percentages() -> None:
    assert not any("%" in line.split("lost at once")[0] for line in text(tiles(), "score")[:1])
    assert "0.900" in "\n".join(text(tiles(), "score"))


def test_colours_add_nothing_to_the_characters() -> None:
    styles = {style for line in map_runs(tiles(), KINDS, "win", width=80) for _, style in line}
    assert len(styles) > 3


@pytest.mark.parametrize("width", [40, 80, 120])
def test_lines_of_a_map_keep_to_the_width(width: int) -> None:
    assert max(map(len, text(tiles(), width=width))) <= width


def test_a_plan_after_which_nothing_comes_says_so() -> None:
    over = replace(tiles(), cells=(), classes=(), value=1.0, met=0.0)
    assert text(over) == ["No chance event comes after the plan: win 100.0%."]


def test_mixtures_and_what_is_given_are_named() -> None:
    drawn = " ".join(" ".join(text(replace(tiles(), ends=3, met=0.75, given=("reveal victim",)))).split())
    assert "Mixed over 3 ends of the turn" in drawn
    assert "With 25.0% the game is over before." in drawn
    assert "After reveal victim." in drawn


SPLIT = OutcomeSplit(
    "greedy", 36, (Share.of("won", "won", 27, 36), Share.of("flood", "flood", 9, 36)),
    (Amount("saved", 5.5, 0.2), Amount("turns", 12.3, 1.0)),
)  # fmt: skip
PLAN = Plan((Step("end", 0),), (), 0, 4, 0.5, 0.0, 0.0, 0.0, True, split=SPLIT, risk=Risk(0.05, 0.4, 0.01))


def test_splits_are_named_as_the_policys_and_never_as_the_value() -> None:
    told = " ".join(line.strip() for line in outlook_lines(PLAN, "win", 80, "    "))
    assert "played on 36 times by policy greedy: won 75% ± 7%, flood 25% ± 7%" in told
    assert "at the end 5.5 saved, after 12 turns" in told
    assert "risk: worst tenth 40.0%, spread 5.0 points, lost at once 1.0%" in told
    note = " ".join(" ".join(lines(PLAN)[-3:]).split())
    assert "compare their shares with one another, not with the values" in note
    assert not any("policy" in line for line in lines(replace(PLAN, split=None)))


def test_the_safest_plan_is_named_only_where_it_is_clearly_so() -> None:
    from advisor.shell.plan_text import analysis_lines

    def told(clear: bool) -> str:
        found = replace(ANALYSIS, plans=(PLAN,), caution=Caution((1, 3), 3, clear))
        return " ".join(analysis_lines(found, "red", width=200))

    assert "Of the plans about as good (1, 3), 3 is the safest" in told(True)
    assert "The plans about as good (1, 3) are about as safe." in told(False)


# --- pictures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_map_on_the_board_has_every_value_and_says_the_worst_rolls(theme: str) -> None:
    position = load_position(COLLAPSING)
    plan = plan_turn(GAME, position, top=1).plans[0]
    found = Outlook(GAME, position).map(plan)
    drawn = map_svg(position, found, "win", theme=theme)
    root = ET.fromstring(drawn)
    layer = next(g for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get("id") == "overlay")
    said = [element.text for element in layer.iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(s for s in said if s and s.endswith("%")) == sorted(f"{c.value:.1%}" for c in found.cells)
    assert "Worst rolls: " in drawn
    assert "X the game is lost" in drawn


# --- the command --------------------------------------------------------------------------------------------


def test_map_draws_a_grid_without_escapes_where_there_is_no_terminal() -> None:
    drawn = well("map", COLLAPSING)
    assert "\x1b" not in drawn
    assert len(re.findall(r"\b\d+\.\d!?(?= |$)", drawn, re.M)) >= 48
    assert max(map(len, drawn.splitlines())) <= 80
    assert "the game is lost: the building has collapsed" in " ".join(drawn.split())


def test_map_as_json_is_the_record_with_its_plan() -> None:
    told = json.loads(well("map", COLLAPSING, "--plan", "end", "--level", "instant", "--json"))
    assert (told["format"], told["plan"], told["measure"]) == ("advisor/map@1", ["end"], "win")
    assert len(told["cells"]) == 48
    mean = sum(cell["probability"] * cell["value"] for cell in told["cells"])
    advised = json.loads(well("advise", COLLAPSING, "--level", "instant", "--plan", "end", "--json"))
    value = next(plan["value"] for plan in advised["plans"] if plan["yours"])
    assert told["value"] == pytest.approx(mean)
    assert told["value"] == pytest.approx(value)


def test_map_is_that_of_the_usual_level_unless_another_is_asked_for() -> None:
    usual, first = (
        json.loads(well("map", COLLAPSING, "--plan", "end", *more, "--json"))
        for more in ([], ["--level", "instant"])
    )
    assert first["static_value"] is None
    assert usual["static_value"] == pytest.approx(first["value"], abs=0.01)


def test_map_after_an_outcome_is_that_of_its_branch_and_drawn_where_the_roll_is_met(tmp_path: Path) -> None:
    told = json.loads(
        well("map", GUN, "--level", "instant", "--plan", "fire-deck-gun", "--after", "deck-gun 1,1", "--json")
    )
    assert told["given"] == ["deck-gun 1,1"]
    path = tmp_path / "map.svg"
    well(
        "map", GUN, "--level", "instant", "--plan", "fire-deck-gun", "--after", "deck-gun 1,1", "--svg", path
    )
    assert "After deck-gun 1,1" in path.read_text(encoding="utf-8")


def test_map_of_a_plan_that_wins_says_that_no_roll_comes(tmp_path: Path) -> None:
    assert "No chance event comes after the plan" in well("map", PUZZLE)
    assert "No roll comes after the plan" in well("map", PUZZLE, "--svg", "-")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--after", "reveal victim"], "advisor: --after: \"reveal victim\": cannot come there, expected"),
        (["--plan", "end", "--json", "--svg", "-"], "--svg and --json: both given"),
        (["--plan", "fly 1,1; end"], "--plan: "),
        (["--theme", "pink"], '--theme: "pink", expected light or dark'),
        (["--seed", "x"], '--seed: "x"'),
    ],
)  # fmt: skip
def test_map_refuses_what_it_cannot_do_in_one_line(words: list[str], line: str) -> None:
    assert line in refused("map", COLLAPSING, *words)


def test_map_refuses_a_position_where_dice_come_next() -> None:
    position = load_position(COLLAPSING).apply("end").to_string()
    assert "the fire's roll comes next" in refused("map", position)


def test_advise_adds_maps_risks_and_splits_only_when_asked() -> None:
    wish = ("advise", COLLAPSING, "--top", 2, "--level", "instant")
    plain = json.loads(well(*wish, "--json"))
    assert all(plan[key] is None for plan in plain["plans"] for key in ("map", "risk", "split"))
    asked = json.loads(well(*wish, "--json", "--map", "--risk", "--split"))
    assert all(plan[key] is not None for plan in asked["plans"] for key in ("map", "risk", "split"))
    assert asked["caution"]["near"][0] == 1
    told = well(*wish, "--map", "--risk")
    assert told.count("black die") == 2
    assert "risk: worst tenth" in told


def test_advise_by_rollouts_says_how_games_end_unless_it_is_told_not_to() -> None:
    wish = ("advise", COLLAPSING, "--top", 1, "--engine", "rollout", "--trials", 600, "--json")
    assert json.loads(well(*wish))["plans"][0]["split"]["games"] > 0
    assert json.loads(well(*wish, "--no-split"))["plans"][0]["split"] is None
