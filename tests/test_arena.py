"""The arena: the same games whoever counts them, kept one by one, with intervals to be checked by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from advisor.arena import Played, load, play, play_game
from advisor.arena_report import markdown, report
from advisor.arena_settings import Plan, Setting, expand, read_plan
from advisor.arena_stats import paired_difference, wilson
from advisor.errors import FormatError, UsageError
from shell import refused, run, well

STRENGTH = Path(__file__).parents[1] / "docs" / "strength.toml"


def quick(games: int = 6, **more: Any) -> tuple[Setting, ...]:
    return expand({"policy": ["nearest", "greedy"], "firefighters": 2, **more}, games=games, seed=3)


def timeless(results: dict[str, dict[int, Played]]) -> Any:
    return {key: {n: replace(p, seconds=0.0) for n, p in games.items()} for key, games in results.items()}


# Statistics


@pytest.mark.parametrize(
    ("won", "count", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_that_of_newcombe_1998(won: int, count: int, low: float, high: float) -> None:
    assert wilson(won / count, count) == pytest.approx((low, high), abs=5e-5)


def test_a_paired_difference_and_its_error_are_those_found_by_hand() -> None:
    found = paired_difference([1, 1, 1, 0, 1], [0, 1, 0, 0, 1])
    assert found is not None
    assert found.mean == pytest.approx(0.4)
    assert found.standard_error == pytest.approx(sqrt((2 * 0.6**2 + 3 * 0.4**2) / 4 / 5))
    # Agresti and Min: (b - c) / (n + 2), with b = 2, c = 0, n = 5 and half a game added to each
    middle, spread = 2 / 7, 1.959964 * sqrt((2 + 1) / 7 - (2 / 7) ** 2) / sqrt(7)
    assert (found.low, found.high) == pytest.approx((middle - spread, middle + spread), abs=1e-6)


def test_games_without_a_difference_are_no_certainty() -> None:
    found = paired_difference([1] * 10, [1] * 10)
    assert found is not None
    assert (found.mean, found.standard_error) == (0, 0)
    assert found.low < -0.1
    assert found.high > 0.1
    assert paired_difference([1], [0]) is None


# Games


def test_the_same_seed_gives_the_same_games_for_one_and_for_two_processes() -> None:
    settings = quick(20)
    one, two = (play(settings, processes=n)[0] for n in (1, 2))
    assert timeless(one) == timeless(two)
    assert all(len(games) == 20 for games in one.values())


def test_another_seed_or_number_is_another_game() -> None:
    [setting] = expand({"policy": "greedy", "level": "recruit"}, seed=3)
    [other] = expand({"policy": "greedy", "level": "recruit"}, seed=4)
    games = [play_game(s, n) for s, n in ((setting, 0), (setting, 1), (other, 0))]
    assert len({(p.turns, tuple(p.counts.values())) for p in games}) == 3


def test_paired_settings_begin_with_the_same_set_up() -> None:
    first, second = quick(level="recruit")
    assert first.table == second.table
    assert first.key != second.key
    assert quick(level="veteran")[0].table != first.table


def test_a_run_that_was_cut_off_is_taken_up_again_with_the_same_table(tmp_path: Path) -> None:
    settings, file = quick(20), tmp_path / "run.jsonl"
    whole = timeless(play(settings)[0])

    def stop(setting: Setting, games: int, seen: list[int] = [0]) -> None:  # noqa: B006 - counts its calls
        seen[0] += games > 0
        if seen[0] == 2:
            raise KeyboardInterrupt

    part, interrupted = play(settings, run=file, tell=stop)
    assert interrupted
    assert 0 < sum(map(len, part.values())) < 40
    assert timeless(load(file)) == {key: games for key, games in timeless(part).items() if games}
    data = file.read_bytes()
    file.write_bytes(data[:-30])  # as after a power cut
    again, interrupted = play(settings, run=file)
    assert not interrupted
    assert timeless(again) == whole == timeless(load(file))


def test_what_is_there_is_not_played_again_and_more_games_are_added(tmp_path: Path) -> None:
    file, told = tmp_path / "run.jsonl", []
    play(quick(4), run=file)
    before = file.read_bytes()
    play(quick(4), run=file)
    assert file.read_bytes() == before
    play(quick(6), run=file, tell=lambda setting, games: told.append(games))
    assert sorted(told) == [2, 2, 4, 4]
    results, _ = play(quick(3), run=file)
    assert all(sorted(games) == [0, 1, 2] for games in results.values())


def test_a_broken_line_of_a_run_is_named(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text('{"key": 1}\n')
    with pytest.raises(FormatError, match=r"run.jsonl: line 1: expected a game of the arena"):
        play(quick(), run=file)


def test_the_report_counts_games_causes_and_pairs() -> None:
    settings = quick(12)
    results, _ = play(settings)
    found = report(Plan(settings), results)
    for row, setting in zip(found.rows, settings, strict=True):
        games = results[setting.key].values()
        assert row.won == sum(p.won for p in games) / 12
        assert (row.low, row.high) == wilson(row.won, 12)
        assert sum(row.causes.values()) == sum(p.won == 0 for p in games)
        assert row.means["rescued"] == sum(p.counts["rescued"] for p in games) / 12
    [pair] = found.pairs
    assert (pair.first.policy, pair.second.policy) == ("greedy", "nearest")
    assert pair.difference.mean == pytest.approx(found.rows[1].won - found.rows[0].won)


def test_players_who_met_in_several_kinds_of_game_are_compared_over_all_of_them() -> None:
    settings = expand({"policy": ["nearest", "greedy"], "firefighters": [2, 3]}, games=8)
    results, _ = play(settings)
    found = report(Plan(settings), results)
    [pool] = found.pools
    assert (pool.first, pool.second, pool.kinds, pool.difference.count) == ("greedy", "nearest", 2, 16)
    assert pool.difference.mean == pytest.approx(sum(pair.difference.mean for pair in found.pairs) / 2)
    assert "| all 2 kinds | greedy | nearest | 16 |" in markdown(found, "advisor arena")
    assert found.to_json()["pools"][0]["games"] == 16


def test_a_page_has_command_seed_and_interval_beside_every_figure() -> None:
    settings = quick(4, title="Two firefighters")
    results, _ = play(settings)
    text = markdown(report(Plan(settings, "Title"), results), "advisor arena x.toml")
    assert text.startswith("# Title\n")
    assert "## Two firefighters" in text
    assert "## Paired differences" in text
    rows = [line for line in text.split("\n") if line.startswith("| family")]
    for row in rows[:2]:
        assert " % to " in row.replace("%", " %")
        assert "`advisor arena --policy" in row
        assert "--games 4 --seed 3`" in row


# Settings


def test_lists_in_an_entry_stand_for_every_mix() -> None:
    found = expand({"policy": ["greedy", "value"], "level": ["family", "recruit"], "firefighters": [2, 3]})
    assert len({s.key for s in found}) == len(found) == 8


def test_the_settings_that_are_published_can_be_read() -> None:
    plan = read_plan(str(STRENGTH))
    kinds = {
        (s.policy, s.options["level"], s.options["board"], s.options["firefighters"]) for s in plan.settings
    }
    for policy in ("greedy", "value", "quick"):
        assert {(policy, "family", "base-1", n) for n in (2, 3, 4, 6)} <= kinds
        assert {(policy, "recruit", "base-1", n) for n in (2, 3, 4)} <= kinds
        assert {(policy, level, "base-1", 3) for level in ("veteran", "heroic")} <= kinds
        assert {(policy, level, "base-2", 3) for level in ("family", "recruit")} <= kinds
    assert {("deep", level, "base-1", 3) for level in ("family", "recruit")} <= kinds
    games = {"greedy": 1000, "deep": 60}
    assert all(s.games >= games.get(s.policy, 200) for s in plan.settings)


def test_the_measurement_of_the_teams_plan_can_be_read() -> None:
    plan = read_plan(str(STRENGTH.with_name("strength-team.toml")))
    assert {s.policy for s in plan.settings} == {"value", "value+team"}


def test_a_setting_is_known_by_all_that_its_games_follow_from(monkeypatch: pytest.MonkeyPatch) -> None:
    [base] = expand({"policy": "greedy"})
    others = [
        expand({"policy": "greedy", **more})[0]
        for more in ({"seed": 1}, {"level": "recruit"}, {"goal": 6}, {"firefighters": 2}, {"board": "base-2"})
    ]
    assert len({base.key, *(s.key for s in others)}) == 6
    assert replace(base, games=7, title="x").key == base.key
    before = base.key
    monkeypatch.setattr("advisor.arena_settings.__version__", "99")
    assert base.key != before


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "/settings: expected a list of settings"),
        ("settings = 3", "/settings: expected a list of settings"),
        ("settings = [3]", "/settings/0: 3, expected an object"),
        ("x = 1\nsettings = []", "/x: unknown key"),
        ("[[settings]]\nlevel = 'family'", "setting 1: policy: missing"),
        ("[[settings]]\npolicy = 'chess'", 'setting 1: policy: "chess", expected one of random'),
        ("[[settings]]\npolicy = 3", "setting 1: policy: 3, expected a name"),
        ("[[settings]]\npolicy = 'greedy:50ms'", "setting 1: policy greedy: got the budget 50ms"),
        ("[[settings]]\npolicy = 'greedy:soon'", 'setting 1: budget: "soon", expected'),
        ("[[settings]]\npolicy = 'greedy'\ngames = 0", "setting 1: games: 0, expected a whole number"),
        ("[[settings]]\npolicy = 'greedy'\nfirefighters = 7", "setting 1: firefighters: 7, expected"),
        ("[[settings]]\npolicy = 'greedy'\nfirefighter = 3", 'setting 1: "firefighter": no such option'),
        ("[[settings]]\npolicy = 'greedy'\nenabled = 1", "/settings/0/enabled: 1, expected true or false"),
        ("[[settings]]\npolicy = 'greedy'\nenabled = false", "/settings: none is enabled"),
        ("[[settings]]\npolicy = ['greedy', 'greedy']", "greedy is named twice"),
        ("[[settings]]\npolicy = 'greedy'\ngame = 'go'", 'setting 1: game: "go", expected one of'),
        ("[[settings", "no TOML"),
    ],
)
def test_a_faulty_file_of_settings_is_one_line(tmp_path: Path, text: str, line: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    said = refused("arena", file)
    assert said.startswith("advisor: ")
    assert "settings.toml: " in said
    assert line in said
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([], "--policy: missing"),
        (["-p", "chess"], '--policy: "chess", expected one of'),
        (["-p", "greedy", "-p", "greedy"], "--policy: greedy is named twice"),
        (["-p", "greedy:50ms"], "--policy greedy: got the budget 50ms"),
        (["-p", "greedy", "-l", "hard"], '--level: "hard", expected one of family'),
        (["-p", "greedy", "-n", "7"], '--firefighters: "7", expected a whole number from 1 to 6'),
        (["-p", "greedy", "-b", "castle"], '--board: "castle", expected a file or one of'),
        (["-p", "greedy", "-g", "0"], '--games: "0", expected'),
        (["-p", "greedy", "-j", "0"], '--jobs: "0", expected'),
        (["-p", "greedy", "--fresh"], "--fresh: expected --run"),
        (["-p", "greedy", "--json", "--markdown"], "--json and --markdown"),
        (["-p", "greedy", "--run", "/no/where"], "/no/where: "),
        (["x.toml", "-p", "greedy"], "--policy: expected either a file of settings or flags"),
        (["nothing.toml"], "nothing.toml: no such file"),
    ],
)
def test_a_wrong_flag_of_the_arena_is_one_line(words: list[str], line: str) -> None:
    assert line in refused("arena", *words)


# The command


def test_the_command_prints_a_table_json_or_a_page_of_the_same_games(tmp_path: Path) -> None:
    words = ["arena", "-p", "nearest", "-p", "random", "-l", "recruit", "-g", "3", "--seed", "5", "-j", "1"]
    words += ["--run", str(tmp_path / "run.jsonl")]
    table = well(*words)
    assert "recruit, base-1, 3 firefighters  nearest" in table
    data = json.loads(well(*words, "--json"))
    assert data["format"] == "advisor/arena@1"
    assert [row["policy"] for row in data["rows"]] == ["nearest", "random"]
    page = well(*words, "--markdown", "--write", tmp_path / "page.md")
    assert (tmp_path / "page.md").read_text() == page
    assert page.count("`advisor arena --policy") == 3


def test_a_file_of_settings_keeps_its_games_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    file.write_text(json.dumps({"games": 2, "settings": [{"policy": ["nearest", "random"]}]}))
    well("arena", file, "-j", "1")
    assert len((tmp_path / "two.games.jsonl").read_text().splitlines()) == 4
    well("arena", file, "-j", "1", "--fresh")
    assert len((tmp_path / "two.games.jsonl").read_text().splitlines()) == 4


def test_ctrl_c_prints_what_is_done_and_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    import advisor.arena as module

    real, calls = module.play_game, []

    def at_last(*given: Any) -> Played:
        calls.append(given)
        if len(calls) == 20:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr(module, "play_game", at_last)
    done = run("arena", "-p", "nearest", "-g", "40", "-j", "1")
    assert done.status == 130
    assert done.err == "advisor: interrupted\n"
    assert "16 of 40" in done.out


def test_a_policy_that_never_ends_its_turn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Idle:
        def actions(self, turn: Any, seed: int) -> tuple[int, ...]:
            return ()

    [setting] = quick(1)[:1]
    with pytest.raises(UsageError, match="policy nearest: game 0, turn 1 does not come to an end"):
        play_game(setting, 0, Idle())
