"""The proof that core and reference agree: games in lockstep, compared after every event.

As a command::

    python tests/agreement.py --plies 200000 --seed 1 --jobs 2

plays until so many events (plies) have been compared, prints what occurred, and with the first difference a
record that replays it and exit status 1. What is played depends on `--seed` and `--plies` alone, not on
`--jobs`.

The core is `advisor.flashpoint.bridge.Replay`, the reference the plain Python of `tests/reference`. Play is
random with a taste for what has been seen least in its batch.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random

import lockstep
import positions
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import square_text

BATCH = 2000
"""Plies a batch; a batch has its own generator and its own taste."""
LONGEST_GAME = 400
RARE = 0.35
"""How often a chance event is one that does much, instead of a drawn one."""


@dataclass
class Tally:
    """What occurred: events by kind, by rules, by the size of the board, and more in `other`."""

    plies: int = 0
    games: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    boards: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    other: Counter[str] = field(default_factory=Counter)

    def add(self, more: Tally) -> None:
        """Add what occurred elsewhere."""
        self.plies += more.plies
        self.games += more.games
        for name in ("kinds", "rules", "boards", "phases", "other"):
            getattr(self, name).update(getattr(more, name))


def kind_of(text: str, position: Position) -> str:
    """Return the kind of an event: its words without squares and ids, with what makes it another case."""
    words = text.split(" ")
    if words[0] == "command":
        return f"command {words[2]}"
    if words[0] == "drive":
        return f"drive {words[1]}, {len(words) - 3} ride"
    if words[0] == "roll":
        again = ", flare-up" if position.turn.flare_up else ""
        return ("roll hazmats" if "hazmats" in words else "roll") + again
    if words[0] == "reveal":
        return f"{text} ({position.turn.cause})"
    if words[0] == "place":
        return f"place, phase {position.turn.phase}"
    if words[0] in ("crew", "reroll"):
        return text
    return words[0]


class Player:
    """Plays the games of one batch."""

    def __init__(self, seed: str, plies: int) -> None:
        self.rng = Random(seed)
        self.plies = plies
        self.tally = Tally()
        self.taste: Counter[str] = Counter()
        self.strangers: list[str] = []
        """Texts of other games and positions, to be tried where they are not legal."""

    def run(self) -> Tally:
        """Play; raises `lockstep.DifferenceError` at the first difference."""
        while self.tally.plies < self.plies:
            self._game(self._start())
        return self.tally

    def _start(self) -> Position:
        if self.rng.random() < 0.4:
            start = positions.set_up_position(self.rng)
            if start is not None:
                self.tally.other["games from set-ups"] += 1
                return start
        self.tally.other["games from hand-set positions"] += 1
        return positions.rich_position(self.rng)

    def _game(self, start: Position) -> None:
        rng, tally = self.rng, self.tally
        game = lockstep.Lockstep(start)
        tally.games += 1
        rules = " ".join(start.rules) or "family"
        board = start.board.id if start.board.is_shipped else f"{start.board.rows}x{start.board.columns}"
        length = rng.choice((20, 60, LONGEST_GAME))
        most = min(self.plies - tally.plies, length)
        played = idle = 0
        while played < most and idle < 8 and not game.position.is_over:
            before = game.position
            text = self._next(game)
            if not game.attempt(text):
                tally.other["orders of hazmats refused"] += 1
                continue
            played += 1
            idle = idle + 1 if game.position == before else 0  # arrows that lead nowhere (FP-8.3)
            kind = kind_of(text, before)
            self.taste[kind] += 1
            tally.kinds[kind] += 1
            tally.phases[game.position.turn.phase] += 1
            self._refusals(game)
            if played % 8 == 0 and start.turn.phase == "action":
                game.check_soundness()
        tally.plies += played
        tally.rules[rules] += played
        tally.boards[board] += played
        tally.other["legal actions compared"] += game.actions_compared
        turn = game.position.turn
        if turn.phase == "over":
            tally.other[f"over: {turn.reason}"] += 1
            for text in rng.sample(self.strangers, min(5, len(self.strangers))):
                self._refuse(game, text)
        game.check_whole()

    def _next(self, game: lockstep.Lockstep) -> str:
        """Return the next event: a choice by taste, a chance event, or a correction."""
        rng = self.rng
        allowed = game.placings()
        if allowed and rng.random() < 0.5:
            return rng.choice(allowed)
        if game.legal:
            kinds: dict[str, list[str]] = {}
            for text, _ in game.legal:
                kinds.setdefault(kind_of(text, game.position), []).append(text)
            names = list(kinds)
            weights = [(1 + self.taste[name]) ** -0.7 for name in names]
            return rng.choice(kinds[rng.choices(names, weights)[0]])
        text = self._chance(game)
        if text.startswith("roll ") and game.position.hazmats and rng.random() < 0.4:
            return f"{text} hazmats {' '.join(self._order(game.position))}"
        return text

    def _order(self, position: Position) -> list[str]:
        """Return an order of hazmats that the players may have chosen (FP-5.6), now and then too long."""
        rng = self.rng
        order = rng.sample(position.hazmats, rng.randint(1, len(position.hazmats)))
        if rng.random() < 0.2:
            order += rng.choices(position.hazmats, k=rng.randint(1, 7))
        return [square_text(square) for square in order]

    def _chance(self, game: lockstep.Lockstep) -> str:
        rng, position = self.rng, game.position
        texts = [text for text, _ in game.chance]
        if rng.random() < RARE:
            if texts[0].startswith("roll "):
                kind = rng.choice((position.fire, position.hot_spots, position.hazmats, position.smoke))
                wanted = [f"roll {r},{c}" for r, c in kind if position.board.is_inside((r, c))]
                return rng.choice(wanted or texts)
            if texts[0].startswith("reveal "):
                return min(texts, key=lambda text: self.taste[kind_of(text, position)])
        return rng.choices(texts, [float(p) for _, p in game.chance])[0]

    def _refusals(self, game: lockstep.Lockstep) -> None:
        """Now and then try what is not legal; and remember what would be strange elsewhere."""
        rng = self.rng
        events = [text for text, _ in (*game.legal, *game.chance)]
        if events:
            self.strangers.append(rng.choice(events))
            del self.strangers[:-200]
        if rng.random() > 0.12:
            return
        text = rng.choice(self.strangers or ["end"])
        if rng.random() < 0.5:
            text = lockstep.garbled(rng, rng.choice(events) if events and rng.random() < 0.6 else text)
        self._refuse(game, text)

    def _refuse(self, game: lockstep.Lockstep, text: str) -> None:
        if game.refuses(text):
            self.tally.other["events refused by both"] += 1


def batch(seed: int, number: int, plies: int) -> Tally | lockstep.DifferenceError:
    """Play one batch; what differs is returned, not raised, so that it gets out of another process."""
    try:
        return Player(f"{seed}/{number}", plies).run()
    except lockstep.DifferenceError as difference:
        return difference


def play(plies: int, seed: int, jobs: int = 1) -> Iterator[Tally | lockstep.DifferenceError]:
    """Yield the tally of each batch, in order; after a difference nothing more."""
    sizes = [BATCH] * (plies // BATCH) + ([plies % BATCH] if plies % BATCH else [])
    numbers = range(len(sizes))
    if jobs == 1:
        for number in numbers:
            yield batch(seed, number, sizes[number])
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(batch, [seed] * len(sizes), numbers, sizes)


def report(tally: Tally, seconds: float) -> str:
    """Return the table of what occurred."""
    lines = [f"{tally.plies} plies in {tally.games} games, {tally.plies / seconds:.0f} plies a second"]
    tables = {"event": tally.kinds, "rules": tally.rules, "board": tally.boards, "phase after": tally.phases}
    for title, counts in {**tables, "other": tally.other}.items():
        lines += ["", f"| {title} | count |", "|---|---|"]
        lines += [f"| {name} | {counts[name]} |" for name in sorted(counts)]
    return "\n".join(lines)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="agreement", description=__doc__.partition("\n")[0])
    parser.add_argument("--plies", type=int, default=200_000, help="events to compare")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    total, began = Tally(), time.perf_counter()
    for result in play(options.plies, options.seed, options.jobs):
        if isinstance(result, lockstep.DifferenceError):
            print(f"after {total.plies} plies without a difference:\n{result}")
            print(json.dumps(result.record, ensure_ascii=False))
            return 1
        total.add(result)
        print(f"\r{total.plies} of {options.plies}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(report(total, time.perf_counter() - began))
    return 0


if __name__ == "__main__":
    sys.exit(main())
