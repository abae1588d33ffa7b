"""What the rolls of a fire phase do, in words (FP-5): the kinds of effect and their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from advisor._flashpoint import EFFECT_NAMES, Core, effects
from advisor.analysis_map import Axis, Effect
from advisor.flashpoint.bridge import REASONS, Names
from advisor.flashpoint.draw_words import reason_words
from advisor.flashpoint.position import Position
from advisor.flashpoint.rooms import place
from advisor.flashpoint.squares import Square, edge_text, parse_square, square_text
from advisor.game import EffectKind, Ending
from advisor.words import _, marked

__all__ = ["EFFECT_KINDS", "ENDINGS", "MILD", "Effects"]

_KINDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType({
    "over": ("X", marked("the game is lost")),
    "victim-lost": ("V", marked("a victim is lost")),
    "knocked-down": ("K", marked("somebody is knocked down")),
    "hazmat-explodes": ("H", marked("a hazmat explodes")),
    "explosion": ("E", marked("an explosion")),
    "flare-up": ("F", marked("a flare-up: roll again")),
    "wall-destroyed": ("W", marked("a wall is destroyed")),
    "door-destroyed": ("D", marked("a door is destroyed")),
    "wall-damaged": ("w", marked("a wall is damaged")),
    "alarm-burns": ("a", marked("a false alarm burns")),
    "fire": ("f", marked("new fire")),
    "hot-spot": ("h", marked("a new hot spot")),
    "smoke": ("s", marked("new smoke")),
})  # fmt: skip
"""Sign and title of each kind of effect."""

MILD: Final = ("alarm-burns", "fire", "hot-spot", "smoke")
"""Kinds of effect that nearly every roll has."""

EFFECT_KINDS: Final = tuple(EffectKind(name, *_KINDS[name], name in MILD) for name in EFFECT_NAMES)
"""The kinds of effect, the gravest first (`advisor.game.Game.effect_kinds`)."""

ENDINGS: Final = (
    Ending("rescued", marked("won")),
    Ending("collapse", marked("collapse")),
    Ending("victims", marked("four lost")),
    Ending("unreachable", marked("goal out of reach")),
)
"""The ways in which a game ends (FP-9; `advisor.game.Game.endings`)."""

_TEXTS: Final[Mapping[str, str]] = MappingProxyType({
    "over": marked("the game is lost: {reason}"),
    "victim-lost": marked("a victim on {where} is lost"),
    "knocked-down": marked("{who} is knocked down on {where}"),
    "hazmat-explodes": marked("a hazmat explodes on {where}"),
    "explosion": marked("explosion on {where}"),
    "flare-up": marked("flare-up on {where}: roll again"),
    "wall-destroyed": marked("the wall {edge} is destroyed"),
    "door-destroyed": marked("the door {edge} is destroyed"),
    "wall-damaged": marked("the wall {edge} is damaged"),
    "alarm-burns": marked("a false alarm on {where} burns"),
    "fire": marked("fire on {where}"),
    "hot-spot": marked("a hot spot on {where}"),
    "smoke": marked("smoke on {where}"),
})  # fmt: skip


class Effects:
    """What chance events do to the positions of one board and crew.

    Parameters
    ----------
    position : Position
        Any position of the game: board and firefighters are read.
    core : Core
        The core's tables of it.
    """

    def __init__(self, position: Position, core: Core) -> None:
        self._board = position.board
        self._names = Names(position)
        self._core = core
        self._known: dict[tuple[int, int, int], Effect] = {}

    def grid(self) -> tuple[Axis, Axis]:
        """Return the dice: red for the rows, black for the columns (FP-5.1)."""
        board = self._board
        rows = tuple(str(n) for n in range(1, board.rows + 1))
        return Axis(_("red die"), rows), Axis(
            _("black die"), tuple(str(n) for n in range(1, board.columns + 1))
        )

    def of(self, state: bytes, codes: Sequence[int]) -> tuple[Effect, ...]:
        """Return what chance events of the fire phase do, one after another, each thing once."""
        found = dict.fromkeys(effects(self._core, state, codes))
        return tuple(self._effect(number) for number in found)

    def _effect(self, told: tuple[int, int, int]) -> Effect:
        if told not in self._known:
            kind, first, second = told
            parameters = self._parameters(EFFECT_NAMES[kind], first, second)
            words = dict(parameters)
            square = parse_square(words.get("at", ""))
            words["where"] = place(self._board, square) if square else ""
            if "reason" in words:
                words["reason"] = reason_words(words["reason"])
            text = _(_TEXTS[EFFECT_NAMES[kind]]).format(**words)
            self._known[told] = Effect(EFFECT_NAMES[kind], parameters, text)
        return self._known[told]

    def _parameters(self, kind: str, first: int, second: int) -> tuple[tuple[str, str], ...]:
        if kind == "over":
            return (("reason", REASONS[first]),)
        if kind == "knocked-down":
            return (("who", self._names.ids[first]), ("at", self._text(second)))
        if kind in ("wall-destroyed", "door-destroyed", "wall-damaged"):
            return (("edge", edge_text((self._square(first), self._square(second)))),)
        if kind in ("victim-lost", "hazmat-explodes") and second:
            return (("at", self._text(first)), ("number", str(second + 1)))
        return (("at", self._text(first)),)

    def _square(self, number: int) -> Square:
        return self._names.square(number)

    def _text(self, number: int) -> str:
        return square_text(self._square(number))
