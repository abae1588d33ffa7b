"""What the arena plays: settings, and the files that list many of them."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, Final

from advisor import __version__
from advisor.errors import FormatError, Problem, UsageError
from advisor.files import MAX_WHOLE, dump_line, in_file, parse_json, read_text, short
from advisor.game import game
from advisor.policies import Budget, amount_of_work, make_policy

__all__ = ["GAME", "MOST_GAMES", "Plan", "Setting", "expand", "read_plan"]

GAME: Final = "flash-point"
MOST_GAMES: Final = 10_000_000
_OWN: Final = ("policy", "games", "seed", "title", "enabled", "game")


@dataclass(frozen=True, slots=True)
class Setting:
    """One player in one kind of game.

    Attributes
    ----------
    game : str
        The game's name.
    policy : str
        Who plays, one of `advisor.policies.names`.
    budget : Budget
        How long it may think each time it is asked.
    options : dict
        The set-up's options with their defaults (`Game.options`).
    games : int
        How many are to be played: numbers 0 to games - 1.
    seed : int
        Set-up and dice of a game follow from the seed and its number, so settings with the same seed are
        paired.
    title : str
        The heading that it is reported under.
    """

    game: str
    policy: str
    budget: Budget
    options: Mapping[str, Any]
    games: int
    seed: int
    title: str = ""

    @property
    def player(self) -> str:
        """Policy and budget as they are typed: ``"mcts:50ms"``."""
        return f"{self.policy}:{self.budget}" if str(self.budget) else self.policy

    @property
    def table(self) -> str:
        """What paired settings have in common: game, set-up and seed."""
        return dump_line([self.game, sorted(self.options.items()), self.seed])

    @property
    def key(self) -> str:
        """16 hex digits of what a game's result follows from: engine, model and amount of work included.

        What is in the code of a search is not: after a change there, runs are to be begun anew.
        """
        work = amount_of_work(self.policy)
        what = [
            self.table,
            self.player,
            __version__,
            game(self.game).fingerprint(),
            *([work] if work else []),
        ]
        return hashlib.sha256(dump_line(what).encode()).hexdigest()[:16]

    def describe(self) -> str:
        """Return the set-up in a few words."""
        return game(self.game).describe(self.options)

    def command(self) -> str:
        """Return the command that plays this setting alone."""
        kind = game(self.game)
        usual = kind.options({})
        words = ["advisor arena --policy", self.player]
        for name, value in self.options.items():
            if name not in kind.headline and (value == usual[name] or name == "board_digest"):
                continue
            text = (",".join(value) or "none") if isinstance(value, tuple) else str(value)
            words += [f"--{name.replace('_', '-')}", text]
        return " ".join([*words, "--games", str(self.games), "--seed", str(self.seed)])


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings to be played, and what is said above their tables.

    Raises
    ------
    UsageError
        If one of them stands there twice.
    """

    settings: tuple[Setting, ...]
    title: str = "Arena"
    text: str = ""

    def __post_init__(self) -> None:
        seen = set()
        for setting in self.settings:
            if setting.key in seen:
                raise UsageError(
                    f"policy: {setting.player} is named twice for {setting.describe()}, expected once"
                )
            seen.add(setting.key)


def expand(
    given: Mapping[str, Any], *, games: int = 100, seed: int = 0, title: str = ""
) -> tuple[Setting, ...]:
    """Return the settings of an entry: a list as a value stands for a setting with each of its items.

    Parameters
    ----------
    given : mapping
        ``policy`` (``"greedy"``, ``"mcts:50ms"``), ``games``, ``seed``, ``title``, and the options of the
        set-up.
    games, seed, title : optional
        What counts where the entry says nothing.

    Examples
    --------
    >>> [s.player for s in expand({"policy": ["greedy", "value"], "firefighters": 2})]
    ['greedy', 'value']

    Raises
    ------
    UsageError
        If something is missing, unknown or wrong.
    """
    name = given.get("game", GAME)
    if not isinstance(name, str):
        raise UsageError(f"game: {short(name)}, expected its name")
    kind = game(name)
    if "policy" not in given:
        raise UsageError("policy: missing, expected who plays")
    chosen = {key: value for key, value in given.items() if key not in _OWN}
    ways = [
        [(key, item) for item in value] if isinstance(value, list) and not _is_list(kind, key)
        else [(key, value)]
        for key, value in chosen.items()
    ]  # fmt: skip
    policies = given["policy"] if isinstance(given["policy"], list) else [given["policy"]]
    if not all(isinstance(policy, str) for policy in policies):
        raise UsageError(f"policy: {short(given['policy'])}, expected a name or a list of names")
    base = Setting(
        name, "", Budget(), {},
        _whole("games", given.get("games", games), 1, MOST_GAMES), _whole("seed", given.get("seed", seed), 0),
        str(given.get("title", title)),
    )  # fmt: skip
    found = []
    for way in product(*ways):
        options = kind.options(dict(way))
        for player in policies:
            policy, _, budget = player.partition(":")
            setting = replace(base, policy=policy, budget=Budget.parse(budget), options=options)
            make_policy(kind, policy, setting.budget)  # refuses what is not there
            found.append(setting)
    return tuple(found)


def _is_list(kind: Any, key: str) -> bool:
    """Return whether an option's own value is a list, unless lists of lists are given."""
    usual = kind.options({}).get(key, "")
    return usual is None or isinstance(usual, tuple)


def _whole(name: str, value: Any, lowest: int, highest: int = MAX_WHOLE) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise UsageError(f"{name}: {short(value)}, expected a whole number from {lowest} to {highest}")
    return value


def read_plan(path: str) -> Plan:
    """Read a file of settings, TOML or (ending in ``.json``) JSON.

    At the top ``title``, ``text``, ``seed`` and ``games`` (both for all), then a list ``settings`` of entries
    (`expand`); those with ``enabled = false`` are left out.

    Raises
    ------
    FormatError, UsageError
        With the file's name, and the entry's number.
    """
    text = read_text(path)
    with in_file(path):
        value = parse_json(text) if Path(path).suffix == ".json" else _toml(text)
        if not isinstance(value, dict):
            raise FormatError(Problem("", f"{short(value)}, expected an object with settings"))
        for key in value:
            if key not in ("title", "text", "seed", "games", "settings"):
                raise FormatError(
                    Problem(f"/{key}", "unknown key, expected title, text, seed, games or settings")
                )
        entries = value.get("settings")
        if not isinstance(entries, list) or not entries:
            raise FormatError(Problem("/settings", "expected a list of settings, one or more"))
        found: list[Setting] = []
        for number, entry in enumerate(entries, 1):
            found += _entry(entry, number, value)
        if not found:
            raise FormatError(Problem("/settings", "none is enabled, expected one or more"))
        return Plan(tuple(found), str(value.get("title", "Arena")), str(value.get("text", "")))


def _entry(entry: Any, number: int, above: Mapping[str, Any]) -> Sequence[Setting]:
    if not isinstance(entry, dict):
        raise FormatError(Problem(f"/settings/{number - 1}", f"{short(entry)}, expected an object"))
    enabled = entry.get("enabled", True)
    if not isinstance(enabled, bool):
        raise FormatError(
            Problem(f"/settings/{number - 1}/enabled", f"{short(enabled)}, expected true or false")
        )
    if not enabled:
        return ()
    try:
        return expand(entry, games=above.get("games", 100), seed=above.get("seed", 0))
    except UsageError as error:
        raise UsageError(f"setting {number}: {error}") from None


def _toml(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(Problem("", f"no TOML: {error}")) from None
