"""The arena: policies play whole games against the same dice, and every game that is over is kept.

Game i of a setting has a set-up and dice that follow from (seed, i, turn) and nothing else: settings with one
seed are paired, and the number of processes changes no result unless a budget is one of time. Results are
appended to a file of JSON lines game by game; a later run plays what is not there yet.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from advisor import __version__
from advisor.arena_settings import Setting
from advisor.errors import FormatError, Problem, UsageError
from advisor.files import dump_line, in_file, source_name
from advisor.game import game
from advisor.policies import Policy, make_policy

__all__ = ["Played", "Results", "load", "play", "play_game"]

_BATCH: Final = 16
"""Games that a process plays before it reports, where a game takes no time to speak of."""

_MOST_ASKED: Final = 1000
"""How often a policy may be asked in one turn before it is taken to be stuck."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over.

    Attributes
    ----------
    key : str
        The setting's (`Setting.key`).
    number : int
        The game's number.
    won : float
        The value of the result for the first player, in [0, 1].
    cause : str
        Why it ended.
    turns : int
        Turns that were ended.
    asked : int
        How often the policy was asked.
    seconds : float
        Processor time that it thought, all turns together: on a busy machine about what an idle one takes by
        the clock. The only field that differs from run to run.
    counts : dict
        The game's own columns.
    """

    key: str
    number: int
    won: float
    cause: str
    turns: int
    asked: int
    seconds: float
    counts: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """Return the game as the object that is kept of it."""
        return {
            "key": self.key, "game": self.number, "won": self.won, "cause": self.cause, "turns": self.turns,
            "asked": self.asked, "seconds": round(self.seconds, 6), "counts": self.counts,
        }  # fmt: skip

    @classmethod
    def from_json(cls, line: dict[str, Any]) -> Played:
        """Read what `to_json` wrote."""
        return cls(
            str(line["key"]), int(line["game"]), float(line["won"]), str(line["cause"]), int(line["turns"]),
            int(line["asked"]), float(line["seconds"]), {str(k): int(v) for k, v in line["counts"].items()},
        )  # fmt: skip


Results = dict[str, dict[int, Played]]
"""Games by the key of their setting and their number."""


def play_game(setting: Setting, number: int, policy: Policy | None = None) -> Played:
    """Play one game of a setting.

    Parameters
    ----------
    setting : Setting
        Who plays what.
    number : int
        The game's number: its set-up and its dice.
    policy : Policy, optional
        The setting's, if it is at hand.

    Examples
    --------
    >>> from advisor.arena_settings import expand
    >>> [greedy] = expand({"policy": "greedy"})
    >>> play_game(greedy, 3).counts == play_game(greedy, 3).counts
    True
    """
    kind = game(setting.game)
    policy = policy or make_policy(kind, setting.policy, setting.budget)
    match = kind.match(kind.start(setting.options, _mixed(setting.seed, number)), setting.seed, number)
    seconds, asked, this_turn, last = 0.0, 0, 0, -1
    match.happen()
    while not match.over:
        this_turn = this_turn + 1 if match.turns == last else 0
        last = match.turns
        if this_turn > _MOST_ASKED:
            raise UsageError(
                f"policy {setting.player}: game {number}, turn {last + 1} does not come to an end"
            )
        seed = _mixed(setting.seed, number, last, this_turn)
        began = time.process_time()
        actions = policy.actions(match, seed)
        seconds += time.process_time() - began
        asked += 1
        for action in actions:
            match.apply(action)
        match.happen()
    result = match.result()
    return Played(
        setting.key, number, result.values[0], result.cause, match.turns, asked, seconds, result.counts
    )


def _mixed(*numbers: int) -> int:
    """Return 62 bits that follow from some numbers."""
    text = " ".join(map(str, numbers)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) >> 2


# What is kept


def load(path: str | Path) -> Results:
    """Return the games in a file of JSON lines; none if there is no such file.

    A last line that was cut off is left out.

    Raises
    ------
    FormatError
        If another line is no game.
    """
    found: Results = {}
    with in_file(path):
        try:
            data = Path(path).read_bytes()
        except FileNotFoundError:
            return found
        except OSError as error:
            raise UsageError(f"cannot be read: {error.strerror or error}") from None
        whole, _, _ = data.rpartition(b"\n")
        for number, line in enumerate(whole.split(b"\n") if whole else (), 1):
            try:
                played = Played.from_json(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                raise FormatError(Problem("", f"line {number}: expected a game of the arena")) from None
            found.setdefault(played.key, {})[played.number] = played
    return found


def _open_to_append(path: str | Path) -> IO[bytes]:
    """Open the file of a run, without what was cut off at its end."""
    try:
        file = open(path, "ab+")  # noqa: SIM115 - its owner closes it
        file.seek(0)
        data = file.read()
        file.truncate(data.rfind(b"\n") + 1)
        file.seek(0, 2)
    except OSError as error:
        raise UsageError(f"{source_name(path)}: cannot be written: {error.strerror or error}") from None
    return file


# Runs


def play(
    settings: Sequence[Setting],
    *,
    run: str | Path | None = None,
    processes: int = 1,
    tell: Callable[[Setting, int], None] | None = None,
) -> tuple[Results, bool]:
    """Play all games that are not there yet.

    Parameters
    ----------
    settings : sequence of Setting
        What to play.
    run : path, optional
        The file that games are appended to, and taken from. Left out, nothing is kept.
    processes : int
        How many processes play. Results do not depend on it, unless a budget is one of time: then more
        processes than cores mean less thought for each.
    tell : callable, optional
        Called with a setting and how many of its games have come in.

    Returns
    -------
    results : dict
        The games of these settings, those from the file included.
    interrupted : bool
        True if Ctrl-C ended the run early; what was done is in the results.

    Raises
    ------
    UsageError, FormatError
        If the file cannot be read or written.
    """
    known = load(run) if run is not None else {}
    results: Results = {
        s.key: {n: p for n, p in known.get(s.key, {}).items() if n < s.games} for s in settings
    }
    if tell is not None:
        for setting in settings:
            tell(setting, len(results[setting.key]))
    tasks = [task for setting in settings for task in _tasks(setting, results[setting.key])]
    if not tasks:
        return results, False
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(_open_to_append(run)) if run is not None else None
        try:
            for setting, games in _play_tasks(tasks, processes, stack):
                for played in games:
                    results[played.key][played.number] = played
                if file is not None:
                    file.write(b"".join(dump_line(p.to_json()).encode() + b"\n" for p in games))
                    file.flush()
                if tell is not None:
                    tell(setting, len(games))
        except KeyboardInterrupt:
            return results, True
        except OSError as error:
            where = "" if run is None else f"{source_name(run)}: "
            raise UsageError(f"{where}cannot be written: {error.strerror or error}") from None
    return results, False


_Task = tuple[Setting, tuple[int, ...]]


def _tasks(setting: Setting, done: dict[int, Played]) -> Iterator[_Task]:
    left = [number for number in range(setting.games) if number not in done]
    kind = game(setting.game)
    size = _BATCH if setting.policy in kind.core_policies else 1
    for first in range(0, len(left), size):
        yield setting, tuple(left[first : first + size])


def _play_tasks(
    tasks: Sequence[_Task], processes: int, stack: contextlib.ExitStack
) -> Iterable[tuple[Setting, list[Played]]]:
    if processes == 1 or len(tasks) == 1:
        return map(_play_task, tasks)
    # Fresh processes: a fork of one that draws a progress bar in a thread may hang.
    pool = multiprocessing.get_context("spawn").Pool(min(processes, len(tasks)), _leave_ctrl_c_to_the_parent)
    stack.enter_context(pool)  # at the end, and after Ctrl-C, its processes are ended
    return pool.imap_unordered(_play_task, tasks)


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_task(task: _Task) -> tuple[Setting, list[Played]]:
    setting, numbers = task
    policy = make_policy(game(setting.game), setting.policy, setting.budget)
    return setting, [play_game(setting, number, policy) for number in numbers]


def engine() -> str:
    """Return name and version of the engine, as reports name it."""
    return f"advisor {__version__}"
