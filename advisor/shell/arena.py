"""``advisor arena``: policies play whole games, and how often each wins."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from advisor.errors import UsageError
from advisor.files import dump_json, write_text
from advisor.shell.options import NoColourOption, SeedOption, only_one, whole
from advisor.shell.output import INTERRUPTED, colours_wanted, emit, emit_rich
from advisor.shell.progress import somebody_looks

if TYPE_CHECKING:
    from advisor.arena_report import Report
    from advisor.arena_settings import Plan, Setting

__all__ = ["arena"]

_MOST_JOBS: Final = 256
_WIDE: Final = 250
"""Columns of the tables at most: lines are not folded."""


def _policies() -> list[str]:
    from advisor.arena_settings import GAME
    from advisor.game import game
    from advisor.policies import names

    return list(names(game(GAME)))


SettingsArgument = Annotated[
    str | None,
    typer.Argument(metavar="[SETTINGS]", help="A TOML or JSON file that lists settings; else the flags say."),
]
PolicyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--policy", "-p", metavar="NAME[:BUDGET]", autocompletion=_policies,
        help="Who plays: random, nearest, brigade, greedy, value (level instant), the levels quick and deep, "
        "or a search with what it may think each time it is asked, as mcts:50ms or mcts:2000 (work units). "
        "Again for more.",
    ),
]  # fmt: skip
LevelOption = Annotated[
    list[str] | None, typer.Option("--level", "-l", metavar="LEVEL", help="As for new. Again for more.")
]
BoardOption = Annotated[
    list[str] | None,
    typer.Option("--board", "-b", metavar="BOARD", help="A board's id or file. Again for more."),
]
CrewOption = Annotated[
    list[str] | None,
    typer.Option("--firefighters", "-n", metavar="NUMBER", help="1 to 6. Again for more."),
]
SpecialistsOption = Annotated[
    str | None,
    typer.Option(
        "--specialists", metavar="NAMES",
        help="Specialists seat by seat: captain,driver. All others are drawn for each game.",
    ),
]  # fmt: skip
RulesOption = Annotated[
    str | None,
    typer.Option("--rules", metavar="PARTS", help="Parts of the experienced rules, with commas; or none."),
]
VariantsOption = Annotated[str | None, typer.Option("--variants", metavar="VARIANTS", help="With commas.")]
GoalOption = Annotated[str | None, typer.Option("--goal", metavar="NUMBER", help="Rescued victims that win.")]
ThreatOption = Annotated[
    str | None, typer.Option("--threat-markers", metavar="NUMBER", help="Threat markers in the box.")
]
GamesOption = Annotated[str, typer.Option("--games", "-g", metavar="NUMBER", help="Games of each setting.")]
JobsOption = Annotated[
    str | None,
    typer.Option("--jobs", "-j", metavar="NUMBER", help="Processes; else as many as there are cores."),
]
RunOption = Annotated[
    str | None,
    typer.Option(
        "--run", metavar="FILE",
        help="JSON lines that games are appended to; those there are not played again. With a settings file "
        "it is by default beside it: NAME.games.jsonl.",
    ),
]  # fmt: skip
FreshOption = Annotated[bool, typer.Option("--fresh", help="Empty the run's file first: play all anew.")]
WriteOption = Annotated[
    str | None, typer.Option("--write", metavar="FILE", help="Write the report as a Markdown page.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the report as JSON (advisor/arena@1).")]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print the report as Markdown.")]


def arena(
    settings: SettingsArgument = None,
    policy: PolicyOption = None,
    level: LevelOption = None,
    board: BoardOption = None,
    firefighters: CrewOption = None,
    specialists: SpecialistsOption = None,
    rules: RulesOption = None,
    variants: VariantsOption = None,
    goal: GoalOption = None,
    threat_markers: ThreatOption = None,
    games: GamesOption = "100",
    seed: SeedOption = "0",
    jobs: JobsOption = None,
    run: RunOption = None,
    fresh: FreshOption = False,
    write: WriteOption = None,
    json: JsonOption = False,
    markdown: MarkdownOption = False,
    no_colour: NoColourOption = False,
) -> None:
    """Let policies play whole games: win rates with 95 % intervals, and paired differences.

    Game i has the same set-up and dice for all policies. A run with a file can be
    stopped (Ctrl-C) and taken up again. The number of processes changes no result,
    except where a budget is in ms.
    """
    from advisor.arena import play
    from advisor.arena_report import report

    only_one(json=json, markdown=markdown)
    processes = whole("--jobs", jobs, 1, _MOST_JOBS) if jobs is not None else os.cpu_count() or 1
    given: dict[str, Any] = {
        "policy": policy, "level": level, "board": board,
        "firefighters": firefighters and [whole("--firefighters", n, 1, 6) for n in firefighters],
        "specialists": specialists, "rules": _rules(rules), "variants": variants,
        "goal": goal and whole("--goal", goal, 1, 10),
        "threat_markers": threat_markers and whole("--threat-markers", threat_markers, 0, 36),
    }  # fmt: skip
    given = {key: value for key, value in given.items() if value is not None}
    plan = _plan(settings, given, games, seed)
    run = _run_file(settings, run, fresh)
    with _progress(plan) as tell:
        results, interrupted = play(plan.settings, run=run, processes=processes, tell=tell)
    found = report(plan, results, interrupted=interrupted)
    command = _command(settings, given, games, seed, write)
    _print(found, command, write, json=json, markdown=markdown, no_colour=no_colour)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _rules(text: str | None) -> list[str] | None:
    from advisor.shell.new import parts_of

    return None if text is None else parts_of([text])


def _plan(settings: str | None, given: dict[str, Any], games: str, seed: str) -> Plan:
    from advisor.arena_settings import MOST_GAMES, Plan, expand, read_plan

    number, start = whole("--games", games, 1, MOST_GAMES), whole("--seed", seed)
    if settings is not None:
        if given:
            flag = next(iter(given)).replace("_", "-")
            raise UsageError(f"--{flag}: expected either a file of settings or flags that name one")
        return read_plan(settings)
    if "policy" not in given:
        raise UsageError("--policy: missing, expected who plays, or a file of settings")
    try:
        return Plan(expand(given, games=number, seed=start))
    except UsageError as error:
        raise UsageError(f"--{str(error).replace('threat markers', 'threat-markers', 1)}") from None


def _run_file(settings: str | None, run: str | None, fresh: bool) -> str | None:
    if run is None and settings is not None and settings != "-":
        run = f"{os.path.splitext(settings)[0]}.games.jsonl"
    if fresh:
        if run is None:
            raise UsageError("--fresh: expected --run with it")
        write_text(run, "")
    return run


def _command(settings: str | None, given: dict[str, Any], games: str, seed: str, write: str | None) -> str:
    """Return the command that makes the report again."""
    words = ["advisor", "arena"]
    if settings is not None:
        words.append(settings)
    else:
        for name, value in given.items():
            flag = f"--{name.replace('_', '-')}"
            if name == "rules":
                words += [flag, ",".join(value) or "none"]
            else:
                for item in value if isinstance(value, list) else [value]:
                    words += [flag, str(item)]
        words += ["--games", games, "--seed", seed]
    return shlex.join([*words, "--write", write] if write else words)


def _print(
    found: Report, command: str, write: str | None, *, json: bool, markdown: bool, no_colour: bool
) -> None:
    from advisor import arena_report

    if write is not None:
        write_text(write, arena_report.markdown(found, command))
    if json:
        emit(dump_json(found.to_json()), end="")
    elif markdown:
        emit(arena_report.markdown(found, command), end="")
    elif not found.rows:
        emit("No game is over yet.")
    else:
        _print_tables(found, coloured=colours_wanted() and not no_colour)


def _print_tables(found: Report, *, coloured: bool) -> None:
    from rich.table import Table

    from advisor.arena_report import pair_cells, result_cells

    tables = []
    for title, (head, lines) in (
        ("", result_cells(found.rows)), ("Paired differences", pair_cells(found))
    ):  # fmt: skip
        if not lines:
            continue
        table = Table(title=title or None, box=None, pad_edge=False, title_justify="left")
        for number, name in enumerate(head):
            table.add_column(name, justify="left" if number < 2 else "right", no_wrap=True)
        for line in lines:
            table.add_row(*line)
        tables.append(table)
    emit_rich(*tables, colours=coloured, width=_WIDE)


@contextlib.contextmanager
def _progress(plan: Plan) -> Iterator[Callable[[Setting, int], None] | None]:
    """A bar for people at a terminal: all games, and the setting that is being played."""
    if not somebody_looks():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    total = sum(setting.games for setting in plan.settings)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    task = bar.add_task("games", total=total)

    def tell(setting: Setting, games: int) -> None:
        bar.update(task, advance=games, description=f"{setting.player}, {setting.describe()}")

    with bar:
        yield tell
