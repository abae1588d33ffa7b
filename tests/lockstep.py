"""One game played by the core and by the reference at once, compared after every event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from advisor.errors import IllegalEvent
from advisor.flashpoint.bridge import Replay, to_position, to_state
from advisor.flashpoint.position import Position
from advisor.flashpoint.squares import square_text
from reference import Illegal, Reference

_ORDER = re.compile(r"(roll [0-9]+,[0-9]+) hazmats [0-9]+,[0-9]+(?: [0-9]+,[0-9]+)*")


class DifferenceError(Exception):
    """Core and reference differ.

    Attributes
    ----------
    record : dict
        A game record that leads to the difference.
    """

    def __init__(self, message: str, record: dict[str, Any]) -> None:
        super().__init__(message, record)
        self.message, self.record = message, record

    def __str__(self) -> str:
        return self.message


def fields_that_differ(core: Any, reference: Any, where: str = "") -> Iterator[str]:
    """Yield a line for every field in which two JSON values differ."""
    if isinstance(core, dict) and isinstance(reference, dict):
        for key in [*reference, *(key for key in core if key not in reference)]:
            if key not in core or key not in reference:
                yield f"{where}/{key}: only in the {'reference' if key in reference else 'core'}"
            else:
                yield from fields_that_differ(core[key], reference[key], f"{where}/{key}")
    elif core != reference or type(core) is not type(reference):
        yield f"{where}: core {core}, reference {reference}"


class Lockstep:
    """A game in both.

    An inline board is treated as one that ships while the game goes on, so that it need not be written out
    after every event; `check_whole` compares it too.
    """

    def __init__(self, start: Position) -> None:
        self.start = start
        self.events: list[str] = []
        self.actions_compared = 0
        board = start.board
        self._light = start if board.is_shipped else replace(start, board=replace(board, is_shipped=True))
        self._boards = {board.id: board.to_json()}
        self.core = Replay(self._light)
        self.reference = Reference.from_json(self._light.to_json(), self._boards)
        self.legal: Sequence[tuple[str, int]] = ()
        self.chance: Sequence[tuple[str, Fraction]] = ()
        self.check_whole()
        self._compare()

    @property
    def record(self) -> dict[str, Any]:
        """The record of the game so far."""
        return {
            "format": "flash-point/record@1",
            "title": "",
            "players": {},
            "position": self.start.to_json(),
            "events": list(self.events),
        }

    def _differ(self, message: str, event: str | None = None) -> DifferenceError:
        record = self.record
        if event is not None:
            record["events"].append(event)
        return DifferenceError(f"event {len(record['events'])}: {message}", record)

    def _compare(self) -> None:
        """Compare position, legal actions and chance events."""
        self.position = self.core.position
        core, reference = self.position.to_json(), self.reference.to_json()
        if (
            core != reference
            or list(core) != list(reference)
            or list(core["turn"]) != list(reference["turn"])
        ):
            lines = list(fields_that_differ(core, reference)) or ["the order of the keys"]
            raise self._differ("\n  ".join(["the positions differ", *lines]))
        self.legal = self.core.legal()
        legal = self.reference.legal()
        if list(self.legal) != legal:
            raise self._differ(self._actions_that_differ(legal))
        self.actions_compared += len(legal)
        self.chance = self.core.chance()
        chance = self.reference.chance()
        if list(self.chance) != chance or (chance and sum(p for _, p in chance) != 1):
            raise self._differ(f"the chance events differ\n  core {self.chance}\n  reference {chance}")
        if to_state(self.position) != self.core.state:
            raise self._differ("the core's state of the position is not the core's state")

    def _actions_that_differ(self, reference: Sequence[tuple[str, int]]) -> str:
        core = self.legal
        only_core = [action for action in core if action not in reference]
        only_reference = [action for action in reference if action not in core]
        if not only_core and not only_reference:
            return f"the legal actions come in another order\n  core {core}\n  reference {reference}"
        return (
            f"legal actions differ\n  only in the core {only_core}\n  only in the reference {only_reference}"
        )

    def check_whole(self) -> None:
        """Compare the position with its board written out, and the way through text and back."""
        whole = to_position(self.core.state, self.start)
        core = whole.to_json()
        reference = Reference.from_json(core, self._boards).to_json()
        if core != reference:
            raise self._differ("\n  ".join(["the normal forms differ", *fields_that_differ(core, reference)]))
        if Position.from_json(core, check=False) != whole:
            raise self._differ("the position read back is another one")

    def check_soundness(self) -> None:
        """Look whether the reader would take the position: legal play leads to sound positions only."""
        problems = to_position(self.core.state, self.start).problems()
        if problems:
            raise self._differ(f"the position has problems: {'; '.join(map(str, problems))}")

    def attempt(self, text: str) -> bool:
        """Let both try an event and compare; return whether it was legal."""
        before = self.core.state.copy()
        core = self._core_accepts(text)
        try:
            self.reference.apply(text)
        except Illegal as error:
            if core:
                raise self._differ(f"the core accepts {text!r}, the reference says: {error}", text) from None
        else:
            if not core:
                raise self._differ(f"the core refuses {text!r}, the reference accepts it", text)
            self.events.append(text)
            self._compare()
            return True
        if self.core.state != before or self.reference.to_json() != self.position.to_json():
            raise self._differ(f"refusing {text!r} has changed something")
        return False

    def _core_accepts(self, text: str) -> bool:
        try:
            self.core.step(text)
        except IllegalEvent as error:
            if len(str(error).splitlines()) != 1 or not error.reason:
                raise self._differ(f"refusing {text!r} takes no line of its own: {str(error)!r}") from None
            return False
        except Exception as error:
            raise self._differ(f"the core's answer to {text!r} is {error!r}") from error
        return True

    def refuses(self, text: str) -> bool:
        """Let both refuse an event that is not legal here; return False, without trying it, if it is."""
        known = {event for event, _ in (*self.legal, *self.chance)}
        order = _ORDER.fullmatch(text)
        if text in known or text in self.placings() or (order and order[1] in known):
            return False
        if self.attempt(text):
            self.events.pop()
            raise self._differ(f"both accept {text!r}, which neither lists", text)
        return True

    def placings(self) -> list[str]:
        """Return the corrections that the rules allow now (FP-5.9, FP-6.7)."""
        if self.position.is_over:
            return []
        ids = [one.id for one in self.position.firefighters]
        return [
            f"place {ids[number]} {square_text(square)}"
            for number, squares in self.reference.state.fallen.items()
            for square in squares
        ]


def garbled(rng: Random, text: str) -> str:
    """Return a text with something wrong in it (it may, rarely, be a right one all the same)."""
    words = text.split(" ")
    place = rng.randrange(len(words))
    junk = [
        "",
        "0,0",
        "1,1",
        "6,8",
        "99,99",
        "01,1",
        "1, 1",
        "-1,2",
        "red",
        "nobody",
        "victim",
        "hazmats",
        "é",
        "\n",
    ]
    choice = rng.randrange(7)
    if choice == 0:
        words[place] = rng.choice(junk)
    elif choice == 1:
        words.insert(place, rng.choice(junk))
    elif choice == 2:
        del words[place]
    elif choice == 3:
        words[place] = words[place].upper()
    elif choice == 4:
        digits = [i for i, letter in enumerate(text) if letter.isdigit()]
        if digits:
            i = rng.choice(digits)
            return text[:i] + str(rng.randrange(10)) + text[i + 1 :]
    elif choice == 5:
        words = ["command", rng.choice(("red", "blue", "nobody")), *words]
    else:
        heads = (
            "roll",
            "poi",
            "deck-gun",
            "place red",
            "place blue",
            "move",
            "carry",
            "reveal",
            "extinguish",
        )
        return f"{rng.choice(heads)} {rng.choice((*junk, f'{rng.randrange(8)},{rng.randrange(10)}'))}"
    return " ".join(words)
