"""The set-ups of games that policies play: options by name, start positions, the core's fingerprint."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from typing import Any, Final

from advisor._flashpoint import CoreGame, Model
from advisor.errors import UsageError
from advisor.files import dump_line, in_file, read_json, short
from advisor.flashpoint.board import Board, board_ids
from advisor.flashpoint.bridge import to_state
from advisor.flashpoint.model import current
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import GOAL, RULES
from advisor.flashpoint.setup import SetUp, make
from advisor.flashpoint.setup_options import options as checked

__all__ = ["describe", "fingerprint", "options", "start"]

DEFAULTS: Final[Mapping[str, Any]] = {
    "level": "family", "board": "base-1", "firefighters": 3, "specialists": (), "rules": None,
    "variants": (), "goal": GOAL, "threat_markers": 36,
}  # fmt: skip
"""The options of a set-up and their defaults; specialists who are not named are drawn for each game."""

_LISTS: Final = ("specialists", "rules", "variants")


def options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with their defaults; a board from a file comes with a digest of it.

    >>> options({"level": "recruit", "firefighters": 4})["board"]
    'base-1'

    Raises
    ------
    UsageError
        If one is unknown or wrong.
    """
    known = {**DEFAULTS, "board_digest": None}
    for name, value in given.items():
        if name not in known:
            raise UsageError(f"{short(name)}: no such option, expected one of {', '.join(DEFAULTS)}")
        if name in _LISTS and isinstance(value, str):
            value = tuple(word.strip() for word in value.split(",") if word.strip())
        known[name] = tuple(value) if isinstance(value, list) else value
    if not isinstance(known["board"], str):
        raise UsageError(f"board: {short(known['board'])}, expected a board's id or a file")
    if known["board"] not in board_ids():
        text = dump_line(_board(known["board"]).to_json())
        known["board_digest"] = hashlib.sha256(text.encode()).hexdigest()[:12]
    checked(_setup(known, 0))
    return known


def describe(options: Mapping[str, Any]) -> str:
    """Return the options in a few words: those that are always named, and what is not as usual.

    >>> describe(options({"level": "recruit", "specialists": ("captain",)}))
    'recruit, base-1, 3 firefighters, specialists captain'
    """
    number = options["firefighters"]
    words = [options["level"], options["board"], f"{number} firefighter{'' if number == 1 else 's'}"]
    for name in ("specialists", "rules", "variants"):
        if options[name] != DEFAULTS[name]:
            words.append(f"{name} {' '.join(options[name]) or 'none'}")
    for name in ("goal", "threat_markers"):
        if options[name] != DEFAULTS[name]:
            words.append(f"{name.replace('_', ' ')} {options[name]}")
    return ", ".join(words)


def start(options: Mapping[str, Any], seed: int) -> Position:
    """Return a start position; dice and draws of the set-up follow from the seed."""
    return make(_setup(options, seed)).position


def _setup(options: Mapping[str, Any], seed: int) -> SetUp:
    chosen = {name: options[name] for name in DEFAULTS if name != "board"}
    return SetUp(_board(options["board"]), seed=seed, **chosen)


@functools.lru_cache(maxsize=16)
def _board(named: str) -> Board:
    if named in board_ids():
        return Board.shipped(named)
    if not named.endswith(".json") and "/" not in named:
        raise UsageError(f"board: {short(named)}, expected a file or one of {', '.join(board_ids())}")
    value = read_json(named)
    with in_file(named):
        return Board.from_json(value)


def fingerprint() -> str:
    """Return 12 hex digits of what the playout policy and the static value do in a few games.

    They change with the rules, with the playout policy and with the weights in use, and with nothing else.
    """
    return _fingerprint(current(()), current(RULES))


@functools.lru_cache(maxsize=16)
def _fingerprint(family: Model, experienced: Model) -> str:
    """Return the digits for the models in use, which are named only so that they are told apart."""
    digest = hashlib.sha256()
    for level, crew in (("family", 3), ("recruit", 4), ("heroic", 6)):
        state = to_state(start(options({"level": level, "firefighters": crew}), 1))
        for number in range(3):
            game = CoreGame(state, 1, number)
            while True:
                digest.update(f"{game.to_bytes().hex()} {game.state().value():.6f}".encode())
                line = game.line("greedy")
                if not line:
                    break
                for action in line:
                    game.apply(action)
                game.happen()
    return digest.hexdigest()[:12]
