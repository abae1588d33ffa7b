"""What the benchmark found: measures with their bars, the machine, as JSON and as a table."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from advisor import __version__
from advisor.bench_clock import Spread

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["BenchReport", "Machine", "Measure", "Target", "render", "this_machine"]

FORMAT: Final = "advisor/bench@1"


@dataclass(frozen=True, slots=True)
class Target:
    """A bar.

    Attributes
    ----------
    of : str
        What it is about: ``"ratio"``, ``"rate"``, ``"seconds_each"`` or ``"size"``.
    limit : str
        ``"at least"`` or ``"at most"``.
    value : float
        The bar.
    """

    of: str
    limit: str
    value: float

    def is_met(self, value: float | None) -> bool | None:
        """Return whether a value reaches the bar, None if there is no value.

        >>> Target("ratio", "at most", 1.3).is_met(1.1)
        True
        """
        if value is None:
            return None
        return value >= self.value if self.limit == "at least" else value <= self.value


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing measured, against one yardstick or none.

    Attributes
    ----------
    name : str
        What is done.
    unit : str
        What is counted: ``"phases"``, ``"games"``, ``"bytes"``.
    seconds : Spread or None
        Seconds for one, over the repetitions.
    ratio : Spread or None
        Against the yardstick, over the repetitions; each of two times taken one after the other.
    slower : bool
        False: the ratio says how many times faster this is than the yardstick. True: how many times as long
        it takes.
    yardstick : str or None
        What it is compared with.
    yardstick_seconds : float or None
        Seconds for one of the yardstick's, the median.
    repetitions : int
        How often it was timed.
    size : int or None
        Bytes.
    target : Target or None
        The bar.
    note : str
        What else is to be said.
    """

    name: str
    unit: str
    seconds: Spread | None = None
    ratio: Spread | None = None
    slower: bool = False
    yardstick: str | None = None
    yardstick_seconds: float | None = None
    repetitions: int = 0
    size: int | None = None
    target: Target | None = None
    note: str = ""

    @property
    def rate(self) -> float | None:
        """How many a second."""
        return None if self.seconds is None else 1 / self.seconds.median

    @property
    def met(self) -> bool | None:
        """Whether the bar is reached; None without a bar, or without the value that it is about."""
        if self.target is None:
            return None
        value = {
            "ratio": None if self.ratio is None else self.ratio.median,
            "rate": self.rate,
            "seconds_each": None if self.seconds is None else self.seconds.median,
            "size": self.size,
        }[self.target.of]
        return self.target.is_met(value)

    def to_json(self) -> dict[str, Any]:
        """Return the measure as a JSON object; keys are the same for every measure."""
        return {
            "name": self.name,
            "unit": self.unit,
            "rate": _digits(self.rate),
            "seconds_each": None if self.seconds is None else _digits(self.seconds.median),
            "spread": _ends(self.seconds),
            "ratio": None if self.ratio is None else _digits(self.ratio.median),
            "ratio_spread": _ends(self.ratio),
            "ratio_is": None if self.ratio is None else "times as long" if self.slower else "times as fast",
            "yardstick": self.yardstick,
            "yardstick_seconds_each": _digits(self.yardstick_seconds),
            "repetitions": self.repetitions,
            "size": self.size,
            "target": None if self.target is None else asdict(self.target),
            "met": self.met,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Machine:
    """Where it was measured.

    Attributes
    ----------
    cpu, system, python, compiler : str
        Names; the compiler is Python's.
    cores : int
        Of the machine; one is used.
    load : tuple of float or None
        The machine's load averages over 1, 5 and 15 minutes as the benchmark began.
    """

    cpu: str
    cores: int
    system: str
    python: str
    compiler: str
    load: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class BenchReport:
    """All that one run of the benchmark found.

    Attributes
    ----------
    version : str
        The adviser's.
    quick : bool
        Whether it was the short form, whose figures are rough.
    clock : str
        Which time was taken.
    seconds : float
        How long it all took.
    machine : Machine
        Where.
    measures : tuple of Measure
        What was measured, in a fixed order.
    notes : tuple of str
        What the figures rest on, and what is missing.
    """

    quick: bool
    clock: str
    seconds: float
    machine: Machine
    measures: tuple[Measure, ...]
    notes: tuple[str, ...]
    version: str = __version__

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "format": FORMAT,
            "version": self.version,
            "quick": self.quick,
            "clock": self.clock,
            "seconds": round(self.seconds, 1),
            "machine": {**asdict(self.machine), "load": self.machine.load and list(self.machine.load)},
            "measures": [measure.to_json() for measure in self.measures],
            "notes": list(self.notes),
        }


def this_machine() -> Machine:
    """Return the machine that this runs on."""
    return Machine(
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        system=f"{platform.system()} {platform.machine()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        compiler=platform.python_compiler(),
        load=os.getloadavg() if sys.platform != "win32" else None,
    )


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _digits(value: float | None) -> float | None:
    """Round to four digits: no timing holds more."""
    return None if value is None else float(f"{value:.4g}")


def _ends(spread: Spread | None) -> list[float] | None:
    return None if spread is None else [float(f"{end:.4g}") for end in (spread.low, spread.high)]


def render(report: BenchReport) -> Table:
    """Return the report as a table for the terminal, readable in 80 columns and without colour."""
    from rich import box
    from rich.table import Table

    machine = report.machine
    head = f"advisor {report.version} bench{' (quick: rough figures)' if report.quick else ''}"
    load = "" if machine.load is None else f", load {machine.load[0]:.1f}"
    where = f"{machine.cpu}, {machine.cores} cores (one used), {machine.python}{load}"
    table = Table(
        title=f"{head}\n{where}", title_justify="left", box=box.SIMPLE_HEAD, show_edge=False, padding=0,
        caption="\n".join(report.notes), caption_justify="left",
    )  # fmt: skip
    table.add_column("what\n  against what")
    for heading in ("a second,\nor ratio", "each", "spread", "bar"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    before = ""
    for measure in report.measures:
        if measure.name != before:
            table.add_row(*_first_row(measure))
        before = measure.name
        if measure.yardstick is not None:
            table.add_row(*_ratio_row(measure))
    return table


def _first_row(measure: Measure) -> tuple[str, ...]:
    """What it is, how fast, and its bar if that is not about a ratio."""
    rate = "" if measure.rate is None else _count(measure.rate)
    each = "" if measure.seconds is None else _time(measure.seconds.median)
    if measure.size is not None:
        each = f"{measure.size} {measure.unit}"
    bar = ("", "") if _about_ratio(measure) else _bar(measure)
    return (measure.name, rate, each, _deviation(measure.seconds), *bar)


def _ratio_row(measure: Measure) -> tuple[str, ...]:
    """How it does against its yardstick."""
    ratio = "-"
    if measure.ratio is not None:
        ratio = f"{measure.ratio.median:.2f}x" if measure.slower else f"{_count(measure.ratio.median)}x"
    against = f"  {'time vs' if measure.slower else 'vs'} {measure.yardstick}"
    each = "" if measure.yardstick_seconds is None else _time(measure.yardstick_seconds)
    bar = _bar(measure) if _about_ratio(measure) else ("", "")
    return (against, ratio, each, _deviation(measure.ratio), *bar)


def _about_ratio(measure: Measure) -> bool:
    return measure.target is not None and measure.target.of == "ratio"


def _count(value: float) -> str:
    """Return a number to three digits, in groups of three.

    >>> _count(123456.0), _count(2.345)
    ('123,000', '2.35')
    """
    short = float(f"{value:.3g}")
    return f"{short:,.0f}" if short >= 100 else f"{short:g}"


def _time(seconds: float) -> str:
    """Return seconds to three digits, in the unit that suits.

    >>> _time(7.81e-8), _time(0.25)
    ('78.1 ns', '250 ms')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= 0.9995 * size:
            return f"{_count(seconds / size)} {unit}"
    return f"{_count(seconds / 1e-9)} ns"


def _deviation(spread: Spread | None) -> str:
    """Return half the way from the least to the greatest, in parts of the median."""
    if spread is None or spread.low == spread.high:
        return ""
    return f"+-{50 * (spread.high - spread.low) / spread.median:.0f}%"


def _bar(measure: Measure) -> tuple[str, str]:
    target = measure.target
    if target is None:
        return "", ""
    sign = ">=" if target.limit == "at least" else "<="
    value = {
        "ratio": f"{target.value:g}x",
        "rate": f"{_count(target.value)}/s",
        "seconds_each": _time(target.value),
        "size": f"{target.value:g}",
    }[target.of]
    return f"{sign} {value}", {True: "met", False: "missed", None: "-"}[measure.met]
