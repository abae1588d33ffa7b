"""The plain-Python reference of the rules as a yardstick: it lives with the tests of a source tree."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

from advisor.bench_clock import Contender
from advisor.bench_positions import Script
from advisor.errors import UsageError
from advisor.files import source_name
from advisor.flashpoint.position import Position

__all__ = ["ReferenceRules", "find_reference", "source_tests"]

PARTS: Final = ("__init__.py", "actions.py", "fire.py", "game.py", "phases.py")
DRAWS: Final = 4099
"""Dice that are rolled beforehand, a prime so that they meet the positions in ever new ways."""


def source_tests() -> Path:
    """Return where the tests of a source tree are, seen from this file."""
    return Path(__file__).resolve().parents[1] / "tests"


def find_reference(folder: Path | None) -> ReferenceRules | None:
    """Return the reference of a folder, or of the source tree; None if the latter is not there.

    Raises
    ------
    UsageError
        If a named folder does not hold it.
    """
    where = folder if folder is not None else source_tests() / "reference"
    missing = [name for name in PARTS if not (where / name).is_file()]
    if not missing:
        return ReferenceRules(where)
    if folder is None:
        return None
    raise UsageError(
        f"--reference: {source_name(folder)}: no {missing[0]} there, "
        "expected the folder tests/reference of the adviser's source tree"
    )


class ReferenceRules:
    """The reference, loaded from a folder, and the contenders that it gives.

    Parameters
    ----------
    folder : Path
        The package's folder; it need not be importable by name.

    Raises
    ------
    UsageError
        If it is another package.
    """

    def __init__(self, folder: Path) -> None:
        name = "advisor_bench_reference"
        spec = importlib.util.spec_from_file_location(
            name, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None
        assert spec.loader is not None
        package = importlib.util.module_from_spec(spec)
        for old in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
            del sys.modules[old]
        sys.modules[name] = package
        try:
            spec.loader.exec_module(package)
            self._read: Any = package.Reference.from_json
            self._fire_phase: Any = package.fire_phase
            self._list: Any = package.actions.legal_actions
            self._take: Any = package.actions.take
        except (ImportError, SyntaxError, AttributeError, UnicodeDecodeError) as error:
            line = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError(
                f"--reference: {source_name(folder)}: {line}, expected the reference of the rules"
            ) from None

    def game(self, position: Position) -> Any:
        """Return the reference's form of a position."""
        return self._read(position.to_json(), {position.board.id: position.board.to_json()})

    def fire_phases(self, positions: Sequence[Position], *, copied: bool) -> Contender:
        """Fire phases, each from a copy; with `copied` the copies are made before the clock starts."""
        games = [self.game(position) for position in positions]
        dice, luck = _rolls(positions[0])

        def ready(n: int) -> Callable[[], object]:
            if copied:
                fresh = [game.copy() for game in games for _ in range(n)]
                return lambda: self._burn(fresh, dice, luck)
            return lambda: self._burn((game.copy() for game in games for _ in range(n)), dice, luck)

        return Contender(ready, len(games))

    def _burn(self, games: Iterable[Any], dice: Iterator[tuple[int, int]], luck: Iterator[float]) -> None:
        for game in games:
            self._fire_phase(game, *next(dice))
            while game.phase == "advance_fire":
                self._fire_phase(game, *next(dice))
            while game.phase == "reveal" and game.state.turn.cause == "fire":
                (text, chance), *others = game.chance()
                game.apply(text if not others or next(luck) < chance else others[0][0])

    def copies(self, positions: Sequence[Position]) -> Contender:
        """Copies of states."""
        games = [self.game(position) for position in positions]

        def copy_all(n: int) -> None:
            for game in games:
                for _ in range(n):
                    game.copy()

        return Contender(lambda n: lambda: copy_all(n), len(games))

    def legal(self, positions: Sequence[Position]) -> Contender:
        """Lists of legal actions with their costs."""
        games = [self.game(position) for position in positions]

        def list_all(n: int) -> None:
            for game in games:
                for _ in range(n):
                    game.legal()

        return Contender(lambda n: lambda: list_all(n), len(games))

    def random_games(
        self, begin: Position, games: Sequence[tuple[Script, Position]], events: float
    ) -> Contender:
        """Games that the core has played at random, from a list of its draws.

        At a decision the legal actions are listed and the one with the drawn number is taken, as the core
        does. That each game ends as the core's did is looked at before anything is timed.

        Parameters
        ----------
        begin : Position
            Where all games start.
        games : sequence
            Draws and last positions.
        events : float
            How long a game counts as one, since a few games may be longer than the mean of many.
        """
        first = self.game(begin)
        for script, end in games:
            game = first.copy()
            self._play(game, script)
            assert game.to_json() == end.to_json(), "the reference plays another game than the core"

        def play_all(n: int) -> None:
            for _ in range(n):
                for script, _ in games:
                    self._play(first.copy(), script)

        return Contender(lambda n: lambda: play_all(n), sum(len(script) for script, _ in games) / events)

    def _play(self, game: Any, script: Script) -> None:
        for draw in script:
            if isinstance(draw, str):
                game.apply(draw)
            else:
                game.state.fallen.clear()
                self._take(game.state, list(self._list(game.state))[draw])


def _rolls(position: Position) -> tuple[Iterator[tuple[int, int]], Iterator[float]]:
    """Return endless dice, and draws for reveals, so that drawing them costs next to nothing."""
    rng, board = Random(1), position.board
    dice = [(rng.randint(1, board.rows), rng.randint(1, board.columns)) for _ in range(DRAWS)]
    return cycle(dice), cycle([rng.random() for _ in range(DRAWS)])
