"""All commands put together."""

from __future__ import annotations

import typer

from advisor.shell import legal, output, replay, show
from advisor.shell.options import examples

__all__ = ["make_app"]


def make_app() -> typer.Typer:
    """Return the commands as one application.

    The modules of the commands import what they need when they run: what is not asked for costs no time.
    """
    app = typer.Typer(name="advisor", rich_markup_mode="rich", pretty_exceptions_enable=False)
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
            "advisor replay game.json",
            "advisor replay game.json --jsonl --legal > lines.jsonl",
            "advisor replay - --jsonl < game.json",
        )
    )(replay.replay)

    @app.callback(
        invoke_without_command=True,
        epilog=examples(
            "advisor new --level recruit -n 3 --out game.json",
            "advisor advise game.json",
            "advisor COMMAND --help",
        ),
    )
    def top(ctx: typer.Context, version: bool = typer.Option(False, "--version", help="Print the version.")) -> None:
        """The adviser for the table: ranked plans for Flash Point: Fire Rescue positions (unofficial)."""
        if version:
            from advisor import __version__

            output.emit(f"advisor {__version__}")
            raise typer.Exit
        if ctx.invoked_subcommand is None:
            output.emit(ctx.get_help())

    return app
