"""The report of an arena: win rates with intervals, paired differences, JSON and Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from advisor.arena import Played, Results, engine
from advisor.arena_settings import Plan, Setting
from advisor.arena_stats import Difference, paired_difference, wilson
from advisor.game import game

__all__ = ["FORMAT", "Pair", "Pool", "Report", "Row", "markdown", "report"]

FORMAT: Final = "advisor/arena@1"


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a setting.

    Attributes
    ----------
    setting : Setting
        Who played what.
    games : int
        How many are over, 1 or more.
    won : float
        The share won, in [0, 1].
    low, high : float
        Its 95 % interval (Wilson).
    causes : dict
        Games lost, by cause.
    means : dict
        The mean of each of the game's columns.
    turns : float
        The mean number of turns.
    ms_a_turn : float
        What the policy thought, by turn; it is asked again after a chance event within the turn.
    games_a_second : float
        Games over the time that the policy thought: for one process, set-up and dice not counted.
    """

    setting: Setting
    games: int
    won: float
    low: float
    high: float
    causes: dict[str, int]
    means: dict[str, float]
    turns: float
    ms_a_turn: float
    games_a_second: float

    def to_json(self) -> dict[str, Any]:
        """Return the row as an object."""
        s = self.setting
        return {
            "title": s.title, "game": s.game, "policy": s.policy, "budget": str(s.budget),
            "options": {k: list(v) if isinstance(v, tuple) else v for k, v in s.options.items()},
            "seed": s.seed, "key": s.key, "command": s.command(), "games": self.games, "asked_for": s.games,
            "won": self.won, "interval": [self.low, self.high], "causes": self.causes, "means": self.means,
            "turns": self.turns, "ms_a_turn": self.ms_a_turn, "games_a_second": self.games_a_second,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pair:
    """Two settings that met the same set-ups and dice: by how much the first won more often."""

    first: Setting
    second: Setting
    difference: Difference

    def to_json(self) -> dict[str, Any]:
        """Return the pair as an object."""
        return {
            "first": self.first.player, "second": self.second.player,
            "keys": [self.first.key, self.second.key], **self.difference.to_json(),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pool:
    """Two players over all kinds of game in which both met the same set-ups and dice."""

    first: str
    second: str
    kinds: int
    difference: Difference

    def to_json(self) -> dict[str, Any]:
        """Return the pool as an object."""
        return {
            "first": self.first, "second": self.second, "kinds": self.kinds, **self.difference.to_json()
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """All rows and pairs of a run, in the order of its settings."""

    plan: Plan
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    interrupted: bool
    pools: tuple[Pool, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the report as an object of the format ``advisor/arena@1``."""
        return {
            "format": FORMAT, "engine": engine(), "models": self.models(), "title": self.plan.title,
            "interrupted": self.interrupted, "rows": [row.to_json() for row in self.rows],
            "pairs": [pair.to_json() for pair in self.pairs],
            "pools": [pool.to_json() for pool in self.pools],
        }  # fmt: skip

    def models(self) -> dict[str, str]:
        """Return the fingerprint of each game's core: rules, playout policy, static value."""
        return {name: game(name).fingerprint() for name in sorted({s.game for s in self.plan.settings})}


def report(plan: Plan, results: Results, *, interrupted: bool = False) -> Report:
    """Put the results of a run together; settings without a game that is over are left out."""
    rows = tuple(_row(s, list(results[s.key].values())) for s in plan.settings if results.get(s.key))
    there = [row.setting for row in rows]
    pairs = []
    met: dict[tuple[str, str], list[tuple[list[float], list[float]]]] = {}
    for number, second in enumerate(there):
        for first in there[number + 1 :]:
            if first.table == second.table:
                a, b = results[first.key], results[second.key]
                both = sorted(set(a) & set(b))
                won = [a[n].won for n in both], [b[n].won for n in both]
                found = paired_difference(*won)
                if found is not None:
                    pairs.append(Pair(first, second, found))
                    met.setdefault((first.player, second.player), []).append(won)
    pools = []
    for (one, other), kinds in met.items():
        found = paired_difference([w for a, _ in kinds for w in a], [w for _, b in kinds for w in b])
        if found is not None and len(kinds) > 1:
            pools.append(Pool(one, other, len(kinds), found))
    return Report(plan, rows, tuple(pairs), interrupted, tuple(pools))


def _row(setting: Setting, games: Sequence[Played]) -> Row:
    games = sorted(games, key=lambda played: played.number)
    count, kind = len(games), game(setting.game)
    won = sum(played.won for played in games) / count
    low, high = wilson(won, count)
    lost = Counter(played.cause for played in games if played.won < 1)
    turns, seconds = sum(played.turns for played in games), sum(played.seconds for played in games)
    return Row(
        setting, count, won, low, high,
        {cause: lost.get(cause, 0) for cause in kind.causes},
        {name: sum(played.counts[name] for played in games) / count for name in kind.columns},
        turns / count, 1000 * seconds / max(turns, 1), count / seconds if seconds else 0.0,
    )  # fmt: skip


# Tables: the same cells in Markdown and at the terminal


def result_cells(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """Return the head and the lines of the table of results."""
    kinds = {row.setting.game: game(row.setting.game) for row in rows}
    causes = list(dict.fromkeys(cause for kind in kinds.values() for cause in kind.causes))
    columns = list(dict.fromkeys(name for kind in kinds.values() for name in kind.columns))
    head = ["game", "player", "games", "won", "95 %", *causes, *columns, "turns", "ms a turn", "games a s"]
    lines = []
    for row in rows:
        games = (
            f"{row.games:,}" if row.games == row.setting.games else f"{row.games:,} of {row.setting.games:,}"
        )
        lines.append([
            row.setting.describe(), row.setting.player, games, f"{row.won:.1%}",
            f"{row.low:.1%} to {row.high:.1%}", *(str(row.causes.get(cause, "")) for cause in causes),
            *(f"{row.means[name]:.1f}" if name in row.means else "" for name in columns),
            f"{row.turns:.1f}", _short(row.ms_a_turn), _short(row.games_a_second),
        ])  # fmt: skip
    return head, lines


def pair_cells(found: Report) -> tuple[list[str], list[list[str]]]:
    """Return the head and the lines of the table of paired differences, all kinds of game together first."""
    head = ["game", "first", "second", "games", "first minus second", "standard error", "95 %", "clear"]
    lines = [
        [f"all {pool.kinds} kinds", pool.first, pool.second, *_difference_cells(pool.difference)]
        for pool in found.pools
    ]
    for pair in found.pairs:
        who = [pair.first.describe(), pair.first.player, pair.second.player]
        lines.append([*who, *_difference_cells(pair.difference)])
    return head, lines


def _difference_cells(d: Difference) -> list[str]:
    return [
        f"{d.count:,}", f"{d.mean:+.1%}", f"{d.standard_error:.1%}", f"{d.low:+.1%} to {d.high:+.1%}",
        "yes" if d.clear else "no",
    ]  # fmt: skip


def _short(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def markdown(found: Report, command: str) -> str:
    """Return the report as a page; `command` makes it again."""
    models = ", ".join(f"{name} {digits}" for name, digits in found.models().items())
    lines = [f"# {found.plan.title}", ""]
    if found.plan.text:
        lines += [*found.plan.text.strip().split("\n"), ""]
    lines += [
        f"Made by `{command}` with {engine()}, core {models} (a digest of what rules, playout policy and "
        "static value do). Game i of a setting has a set-up and dice that follow from the seed, i and the "
        "turn: settings with one seed are paired. Intervals of win rates are Wilson's, those of differences "
        "Agresti and Min's, both 95 %. Causes of loss are numbers of games, then come means. ms a turn is "
        "processor time on one thread. A budget in ms (`rollout:50ms`) is for each time that the player is "
        "asked: at the start of a turn, and after each chance event within it; such results depend on the "
        "machine, all others are the same everywhere.",
        "",
    ]
    for title in dict.fromkeys(row.setting.title for row in found.rows):
        rows = [row for row in found.rows if row.setting.title == title]
        lines += [f"## {title or 'Results'}", ""]
        head, cells = result_cells(rows)
        commands = [f"`{row.setting.command()}`" for row in rows]
        head = [*head, "games 0 to n - 1 of"]
        lines += _table(head, [[*line, c] for line, c in zip(cells, commands, strict=True)])
    if found.pairs:
        lines += ["## Paired differences", ""]
        lines += ["The same set-ups and dice, game by game; the commands are those above.", ""]
        lines += _table(*pair_cells(found))
    return "\n".join(lines).rstrip("\n") + "\n"


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> list[str]:
    rule = ["---" if number < 2 else "---:" for number in range(len(head))]
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *lines)] + [""]
