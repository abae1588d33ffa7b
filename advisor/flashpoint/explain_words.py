"""Reasons in words: a sentence for each kind of contrast, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from advisor.words import _, marked, plural

__all__ = ["TEXTS", "amount", "reason_text"]

TEXTS: Final[Mapping[str, str]] = MappingProxyType({
    "collapse": marked("a roll brings the building down in {own} of {rolls} cases instead of {other}"),
    "victims-lost": marked("a roll loses the fourth victim in {own} of {rolls} cases instead of {other}"),
    "over": marked("a roll loses the game in {own} of {rolls} cases instead of {other}"),
    "victim-lost-one": marked(
        "the victim on {at} is lost to a roll in {own} of {rolls} cases instead of {other}"
    ),
    "victim-lost": marked("over all {rolls} rolls, {own} victims are lost instead of {other}"),
    "knocked-down-one": marked(
        "{who} is knocked down by a roll in {own} of {rolls} cases instead of {other}"
    ),
    "knocked-down": marked(
        "over all {rolls} rolls, firefighters are knocked down {own} times instead of {other}"
    ),
    "hazmat-explodes-one": marked(
        "the hazmat on {at} explodes after a roll in {own} of {rolls} cases instead of {other}"
    ),
    "hazmat-explodes": marked("over all {rolls} rolls, {own} hazmats explode instead of {other}"),
    "won-surely": marked("wins at once"),
    "won": marked("wins at once in {own} of 100 cases instead of {other}"),
    "rescued": marked("rescues {own} victims within the turn instead of {other}"),
    "revealed": marked("reveals {own} POI within the turn instead of {other}"),
    "treated": marked("leaves {own} treated victims instead of {other}"),
    "victim": marked("the victim on {at} is fetched and brought to safety with {own} AP instead of {other}"),
    "poi": marked("the POI on {at} is fetched and brought to safety with {own} AP instead of {other}"),
    "fire": marked("leaves {own} fires and {smoke} smoke instead of {other} and {other_smoke}"),
    "front": marked("fire (smoke beside it counted as fire) borders on {own} squares instead of {other}"),
    "front-walls": marked("the squares that fire borders on have {own} walls around them instead of {other}"),
    "smoke-walls": marked(
        "the squares with smoke away from fire have {own} walls around them instead of {other}"
    ),
    "at-hand": marked("leaves {own} burning squares within 4 AP of a firefighter instead of {other}"),
    "inside": marked("leaves {own} firefighters inside the building instead of {other}"),
    "damage": marked("over all {rolls} rolls, walls are damaged {own} times instead of {other}"),
    "markers": marked("leaves {own} damage markers before the building collapses instead of {other}"),
    "ap": marked("keeps {own} AP for the next turn instead of {other}"),
    "hazmats": marked("leaves {own} hazmats in the building instead of {other}"),
    "hazmats-near": marked("leaves {own} hazmats beside fire instead of {other}"),
    "gun": marked("the deck gun would take away {own} fires and smoke on average instead of {other}"),
    "ahead": marked(
        "what the next players can make of it changes the value by {own} points instead of {other}"
    ),
    "sum": marked("many small things together: {own} instead of {other}"),
})  # fmt: skip
"""A sentence for each kind of contrast, which speaks for the plan whose figure is `own`."""

_BY_REASON: Final = MappingProxyType({"collapse": "collapse", "victims": "victims-lost"})
_ROUNDS: Final = ("victim-round", "poi-round")
_OF_ROLLS: Final = ("own", "other")


def amount(number: float) -> str:
    """Return a number as people say it: whole, or with the digits that tell something.

    >>> amount(3.0), amount(2.5), amount(0.04), amount(-1.26)
    ('3', '2.5', '0.04', '-1.3')
    """
    if abs(number - round(number)) < 0.005:
        return f"{round(number)}"
    text = f"{number:.1f}"
    return text if float(text) else f"{number:.2f}"


def reason_text(kind: str, parameters: Mapping[str, str | float], measure: str) -> str:
    """Return a contrast in words (`advisor.game.Game.reason_text`).

    >>> reason_text("ap", {"own": 3.0, "other": 0.0}, "win")
    'keeps 3 AP for the next turn instead of 0'
    """
    given = dict(parameters)
    text = _BY_REASON.get(str(given.get("reason")), kind) if kind == "over" else kind
    if kind == "won" and (given["own"], given["other"]) == (1.0, 0.0):
        text = "won-surely"
    scale = float(given.get("rolls", 100.0 if kind in ("won", "ahead") else 1.0))
    if kind in _ROUNDS:
        return _sooner(kind, given)
    if kind == "sum":
        return _(TEXTS[text]).format(**{name: _value(float(given[name]), measure) for name in _OF_ROLLS})
    figures = {name: float(given[name]) * scale for name in _OF_ROLLS}
    own, other = (amount(figures[name]) for name in _OF_ROLLS)
    if own == other and figures["own"] != figures["other"]:
        own, other = (f"{figures[name]:.2f}" for name in _OF_ROLLS)
    words = {name: value if isinstance(value, str) else amount(value) for name, value in given.items()}
    if kind == "ahead":
        digits = 1 if f"{figures['own']:+.1f}" != f"{figures['other']:+.1f}" else 2
        own, other = (f"{figures[name]:+.{digits}f}" for name in _OF_ROLLS)
    return _(TEXTS[text]).format(**{**words, "own": own, "other": other})


def _sooner(kind: str, given: Mapping[str, str | float]) -> str:
    """In which round, counted from the end of the turn, a POI can be out."""
    own, other = (round(float(given[name])) for name in _OF_ROLLS)
    if kind == "victim-round":
        said = plural(
            "{who} can have the victim on {at} out {earlier} round earlier: in round {own}, not {other}",
            "{who} can have the victim on {at} out {earlier} rounds earlier: in round {own}, not {other}",
            other - own,
        )
    else:
        said = plural(
            "{who} can have the POI on {at} out {earlier} round earlier: in round {own}, not {other}",
            "{who} can have the POI on {at} out {earlier} rounds earlier: in round {own}, not {other}",
            other - own,
        )
    return said.format(at=given["at"], who=given["who"], earlier=other - own, own=own, other=other)


def _value(value: float, measure: str) -> str:
    return f"{value:.1%}" if measure == "win" else f"{value:.4f}"
