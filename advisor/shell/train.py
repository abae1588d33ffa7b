"""``advisor train``: makes the model of the static value again, and lets it win its place."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from advisor.shell.options import NoColourOption
from advisor.shell.output import colours_wanted, emit, emit_rich, terminal_width
from advisor.shell.progress import somebody_looks

if TYPE_CHECKING:
    from advisor.train import Trained
    from advisor.train_play import Duel

__all__ = ["train"]

OutOption = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The model file to write.")]
WorkOption = Annotated[
    Path | None,
    typer.Option(
        "--work", metavar="DIR", help="Where the games are kept, to go on after a break; else FILE.games."
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, max=2**32, help="The seed of everything.")]
ProcessesOption = Annotated[
    int, typer.Option("--processes", min=1, max=64, help="Cores to play on; the model is the same.")
]
QuickOption = Annotated[bool, typer.Option("--quick", help="A few seconds' work: a poor model.")]
GateOption = Annotated[
    int | None,
    typer.Option(
        "--gate", min=2, metavar="N",
        help="Play N pairs of games a rule family against the old model; write what wins more, or sooner.",
    ),
]  # fmt: skip
OverwriteOption = Annotated[bool, typer.Option("--overwrite", help="Replace FILE without a gate.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print what was measured as JSON.")]


def train(
    out: OutOption,
    work: WorkOption = None,
    seed: SeedOption = 1,
    processes: ProcessesOption = 1,
    quick: QuickOption = False,
    gate: GateOption = None,
    overwrite: OverwriteOption = False,
    json: JsonOption = False,
    no_colour: NoColourOption = False,
) -> None:
    """Make the static value's model from a seed: play, fit, calibrate (about 15 minutes on one core).

    A run that was broken off goes on where it stopped. The old model, for the gate, is FILE if it is there,
    else the one that comes with the package.
    """
    from datetime import UTC, datetime

    from advisor import train as making
    from advisor.errors import UsageError
    from advisor.files import dump_json, write_text
    from advisor.flashpoint.model import read_model, shipped

    if out.exists() and gate is None and not overwrite:
        raise UsageError(f"{out}: is there already, expected --gate N to play for its place, or --overwrite")
    old = None if gate is None else read_model(out) if out.exists() else shipped()
    command = shlex.join(["advisor", "train", "--seed", str(seed), *(["--quick"] if quick else [])])
    duels: dict[str, Duel] = {}
    with _Bar() as tell:
        trained = making.train(
            out.with_name(f"{out.name}.games") if work is None else work,
            making.QUICK if quick else making.NORMAL,
            seed=seed,
            date=datetime.now(UTC).date().isoformat(),
            command=command,
            processes=processes,
            tell=tell,
        )
        model = trained.model
        effort = (making.QUICK if quick else making.NORMAL).effort
        if gate is not None and old is not None:
            duels = making.gate(
                old.weights, model.weights, gate, seed=seed, effort=effort, processes=processes, tell=tell
            )
            chosen = making.choose(old, model, duels)
        else:
            chosen = model
    if chosen is not None:
        write_text(out, dump_json(chosen.to_json()))
    if json:
        emit(
            dump_json({"written": chosen is not None, **(chosen or model).made, "duels": _plain(duels)}),
            end="",
        )
        return
    coloured = colours_wanted() and not no_colour
    for table in _tables(trained, duels):
        emit_rich(table, colours=coloured, width=terminal_width())
    emit(
        f"written: {out}"
        if chosen is not None
        else f"not written: nowhere did the new model win more, or as often and sooner; {out}"
    )


def _plain(duels: Mapping[str, Duel]) -> dict[str, Any]:
    from dataclasses import asdict

    return {family: asdict(duel) for family, duel in duels.items()}


def _tables(trained: Trained, duels: Mapping[str, Duel]) -> list[Any]:
    from rich.table import Table

    tables: list[Any] = []
    for family, report in trained.reports.items():
        cal = trained.calibrations[family]
        table = Table(title=f"{family}: values and games won", title_justify="left")
        for head in ("value", "positions", "mean value", "share won"):
            table.add_column(head, justify="right")
        for low, high, n, mean, won in cal.table:
            table.add_row(f"{low:.0%} to {high:.0%}", str(n), f"{mean:.3f}", f"{won:.3f}")
        tables.append(table)
        tables.append(
            f"Games of the one-ply player: {cal.won} of {cal.games} won, {cal.positions} positions: "
            f"log-loss {cal.log_loss:.4f}, Brier {cal.brier:.4f}. Playouts of the policy, late wins "
            f"discounted, {report.positions} positions held out: log-loss {report.log_loss:.4f} (of the mean "
            f"alone {report.base_log_loss:.4f}), Brier {report.brier:.4f}, slope of differences "
            f"{report.slope:.2f}."
        )
    for family, duel in duels.items():
        heads = ("pairs", "old won", "new won", "gain, 95 %", "turns of games both won", "times", "passed")
        table = Table(*heads, title=f"{family}: gate", title_justify="left")
        table.add_row(
            str(duel.games),
            str(duel.old),
            str(duel.new),
            f"{duel.gain:+.3f} ({duel.low:+.3f} to {duel.high:+.3f})",
            f"{duel.old_turns:.1f}, {duel.new_turns:.1f}",
            f"{duel.pace:.2f} (at most {duel.pace_high:.2f})",
            "it wins more" if duel.wins_more else "as often, sooner" if duel.quicker else "no",
        )
        tables.append(table)
    return tables


class _Bar:
    """A progress bar on standard error where somebody looks."""

    def __enter__(self) -> Callable[[str, int, int], None]:
        self._inner: Any = nullcontext()
        if not somebody_looks():
            self._inner.__enter__()
            return lambda what, done, total: None
        from rich.console import Console
        from rich.progress import Progress

        self._inner = bar = Progress(console=Console(stderr=True))
        bar.__enter__()
        tasks: dict[str, Any] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done)

        return tell

    def __exit__(self, *error: Any) -> None:
        self._inner.__exit__(*error)
