"""All commands put together."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.main import get_command

from advisor.shell import (
    advise,
    arena,
    bench,
    check,
    crew,
    engine,
    legal,
    new,
    outcome_map,
    output,
    replay,
    routes,
    show,
    train,
    web,
)
from advisor.shell.options import examples

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["command", "make_app"]

VersionOption = Annotated[bool, typer.Option("--version", help="Print the version.")]


def make_app() -> typer.Typer:
    """Return the commands as one application.

    The modules of the commands import what they need when they run: what is not asked for costs no time.
    """
    app = typer.Typer(name="advisor", rich_markup_mode="rich", pretty_exceptions_enable=False)
    app.command(
        epilog=examples(
            "advisor new --out game.json",
            "advisor new -l heroic -n 4 --seed 7 --steps --out game.json",
            "advisor new -l recruit --specialist red=paramedic --start red=0,5",
            "advisor new -l recruit --rules specialists,hazmats -b base-2 --string",
        )
    )(new.new)
    app.command(
        epilog=examples(
            "advisor show game.json",
            "advisor show start.json --svg start.svg --theme dark",
            "advisor new --level recruit --string | advisor show - --no-color",
        )
    )(show.show)
    app.command(
        epilog=examples(
            "advisor legal game.json",
            "advisor legal game.json --jsonl",
            "advisor new | advisor legal -",
        )
    )(legal.legal)
    app.command(
        epilog=examples(
            "advisor routes game.json",
            "advisor routes game.json --firefighter blue --json",
            "advisor show game.json --routes --svg routes.svg",
        )
    )(routes.routes)
    app.command(
        epilog=examples(
            "advisor crew game.json",
            "advisor crew game.json --steps",
            "advisor crew game.json --json",
        )
    )(crew.crew)
    app.command(
        epilog=examples(
            "advisor replay game.json",
            "advisor replay game.json --jsonl --legal > lines.jsonl",
            "advisor replay - --jsonl < game.json",
        )
    )(replay.replay)

    app.command(
        epilog=examples(
            "advisor advise game.json",
            "advisor advise game.json --top 3 --plan 'move 1,6; end'",
            "advisor advise game.json --record plan.json && advisor replay plan.json",
        )
    )(advise.advise)
    app.command(
        "map",
        epilog=examples(
            "advisor map game.json",
            "advisor map game.json --plan 'move 1,6; end' --svg roll.svg",
            "advisor map game.json --after 'reveal victim' --json",
        ),
    )(outcome_map.outcome_map)
    app.command(
        epilog=examples(
            "advisor check game.json --plan 'move 1,6; end'",
            "advisor check game.json --plan 'move 1,6 (1) · end' --level quick --json",
        )
    )(check.check)
    app.command(
        epilog=examples(
            "advisor web",
            "advisor web --port 8501 --address 0.0.0.0",
        )
    )(web.web)
    app.command(
        epilog=examples(
            "advisor engine < requests.jsonl > replies.jsonl",
            "advisor engine --workers 4 --quit-without-waiting",
        )
    )(engine.engine)
    app.command(
        epilog=examples("advisor bench", "advisor bench --quick", "advisor bench --json > bench.json")
    )(bench.bench)
    app.command(
        epilog=examples(
            "advisor train --out model.json",
            "advisor train --out data/models/flash-point.json --gate 200 --processes 2",
            "advisor train --out model.json --quick",
        )
    )(train.train)

    app.command(
        epilog=examples(
            "advisor arena -p greedy -p value -l family -n 3 -g 100",
            "advisor arena -p greedy -n 2 -n 3 -g 1000 --run runs.jsonl",
            "advisor arena docs/strength.toml --write docs/strength.md",
        )
    )(arena.arena)

    @app.callback(
        invoke_without_command=True,
        epilog=examples(
            "advisor new --level recruit -n 3 --out game.json",
            "advisor advise game.json",
            "advisor COMMAND --help",
        ),
    )
    def top(ctx: typer.Context, version: VersionOption = False) -> None:
        """The adviser for the table: ranked plans for Flash Point: Fire Rescue positions (unofficial)."""
        if version:
            from advisor import __version__

            output.emit(f"advisor {__version__}")
            raise typer.Exit
        if ctx.invoked_subcommand is None:
            output.emit(ctx.get_help())

    return app


@cache
def command() -> Callable[..., Any]:
    """Return the function that runs a command line (``standalone_mode=False``: errors are raised)."""
    return get_command(make_app()).main
