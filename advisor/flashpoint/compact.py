"""A position as one short word for chats and addresses: ``fp1.`` and letters and digits.

The fields are digits in mixed radix (`compact_codes`) of one number. Six letters at the end check the rest:
one wrong letter, or two swapped ones before them, are always noticed, and anything else escapes once in four
thousand million times. What `encode` would not write exactly so is refused, so two texts never mean one
position.
"""

from __future__ import annotations

import re
from typing import Final
from zlib import crc32

from advisor.flashpoint.compact_board import BoardCode
from advisor.flashpoint.compact_codes import (
    ALPHABET,
    Number,
    Reader,
    Subset,
    Usually,
    Writer,
    from_letters,
    refuse,
    to_letters,
)
from advisor.flashpoint.compact_fields import Fields, TurnCode
from advisor.flashpoint.position import Position
from advisor.flashpoint.rules import (
    HOT_SPOTS,
    POOL_FALSE_ALARMS,
    POOL_VICTIMS,
    RULES,
    THREAT_MARKERS,
    VARIANTS,
)

__all__ = ["PREFIX", "decode", "encode"]

PREFIX: Final = "fp1."
"""What a position string begins with; the number is that of this way of writing."""

_CHECK: Final = 6  # letters; they hold the 32 bits of a CRC-32
_MAX_LENGTH: Final = 8000  # a whole inline board with long names takes a few hundred

# Unrevealed victims and false alarms, rescued, lost.
_POOL: Final = (Number(POOL_VICTIMS), Number(POOL_FALSE_ALARMS), Number(POOL_VICTIMS), Number(POOL_VICTIMS))
# Supply of hot spots, goal, threat markers.
_RARE: Final = (
    Usually(0, Number(HOT_SPOTS)),
    Usually(7, Number(POOL_VICTIMS)),
    Usually(THREAT_MARKERS, Number(THREAT_MARKERS)),
)


def encode(position: Position) -> str:
    """Return a position as one short word of letters and digits.

    Parameters
    ----------
    position : Position
        Any position in normal form, also one that contradicts itself.

    Returns
    -------
    str
        Some 40 to 80 characters with a board that ships with the program; an inline board adds some 150.

    Raises
    ------
    FormatError
        If something is too large for it, or the position is not in normal form.

    Examples
    --------
    >>> from advisor.flashpoint.board import Board
    >>> from advisor.flashpoint.position import Firefighter, Poi, Turn
    >>> position = Position(
    ...     board=Board.shipped("hut"), rules=(), variants=(), goal=1, fire=((1, 1),), smoke=(), hot_spots=(),
    ...     hot_spot_supply=0, threat_markers=THREAT_MARKERS, hazmats=(), damage=(), doors=(),
    ...     poi=(Poi((2, 2), "victim"),), unrevealed_victims=0, unrevealed_false_alarms=0, rescued=0, lost=0,
    ...     ambulance=None, engine=None, firefighters=(Firefighter("red", (0, 1)),),
    ...     turn=Turn("red", "action", ap=4))
    >>> text = encode(position)
    >>> text.startswith(PREFIX), decode(text) == position
    (True, True)
    """
    text = _pack(position)
    if len(text) > _MAX_LENGTH:
        refuse(f"a position string of {len(text)} characters is too long, at most {_MAX_LENGTH}")
    back = _unpack(text)
    if back != position or back.board.is_shipped != position.board.is_shipped:
        refuse("the position is not in normal form, expected one as `Position.from_json` returns it")
    return text


def decode(text: str) -> Position:
    """Return the position of a string that `encode` wrote.

    Whether it contradicts the rules is not looked at: `Position.problems` tells.

    Parameters
    ----------
    text : str
        The whole string, nothing before or after it.

    Raises
    ------
    FormatError
        If `text` is not exactly what `encode` writes for some position.
    """
    if len(text) > _MAX_LENGTH:
        refuse(f"{len(text)} characters, expected a position string of at most {_MAX_LENGTH}")
    if not text.startswith(PREFIX):
        other = re.match(r"fp[0-9]{1,3}\.", text, re.ASCII)
        came = f"begins with '{other[0]}', a version unknown here" if other else "no position string"
        refuse(f"{came}, expected one that begins with '{PREFIX}'")
    for at, letter in enumerate(text[len(PREFIX) :], len(PREFIX) + 1):
        if letter not in ALPHABET:
            refuse(
                f"{letter!r} at character {at}, expected only letters A-Z, a-z and digits after '{PREFIX}'"
            )
    if len(text) <= len(PREFIX) + _CHECK or text[-_CHECK:] != _check(text[:-_CHECK]):
        refuse("the check letters at the end do not fit, expected a whole position string, no letter changed")
    position = _unpack(text)
    if _pack(position) != text:
        refuse(
            "the letters fit together but no position is written like this, expected what `encode` returns"
        )
    return position


def _check(text: str) -> str:
    return to_letters(crc32(text.encode("ascii")), _CHECK)


def _pack(position: Position) -> str:
    out = Writer()
    board = position.board
    BoardCode().write(out, board)
    fields = Fields(board)
    Subset(RULES).write(out, position.rules)
    fields.squares.write(out, position.fire)
    fields.squares.write(out, position.smoke)
    fields.damage.write(out, position.damage)
    fields.doors.write(out, position.doors)
    fields.poi.write(out, position.poi)
    fields.firefighters.write(out, position.firefighters)
    pool = (position.unrevealed_victims, position.unrevealed_false_alarms, position.rescued, position.lost)
    for code, number in zip(_POOL, pool, strict=True):
        code.write(out, number)
    TurnCode([one.id for one in position.firefighters], fields.square).write(out, position.turn)
    fields.ambulance.write(out, position.ambulance)
    fields.engine.write(out, position.engine)
    # From here on what is usual is a zero, and zeros at the end cost nothing.
    fields.hazmats.write(out, position.hazmats)
    fields.squares.write(out, position.hot_spots)
    for rare, number in zip(
        _RARE, (position.hot_spot_supply, position.goal, position.threat_markers), strict=True
    ):
        rare.write(out, number)
    Subset(VARIANTS).write(out, position.variants)
    text = PREFIX + to_letters(out.number())
    return text + _check(text)


def _unpack(text: str) -> Position:
    source = Reader(from_letters(text[len(PREFIX) : -_CHECK]))
    board = BoardCode().read(source)
    fields = Fields(board)
    rules = Subset(RULES).read(source)
    fire, smoke = fields.squares.read(source), fields.squares.read(source)
    damage, doors = fields.damage.read(source), fields.doors.read(source)
    poi, firefighters = fields.poi.read(source), fields.firefighters.read(source)
    victims, false_alarms, rescued, lost = (code.read(source) for code in _POOL)
    turn = TurnCode([one.id for one in firefighters], fields.square).read(source)
    ambulance, engine = fields.ambulance.read(source), fields.engine.read(source)
    hazmats, hot_spots = fields.hazmats.read(source), fields.squares.read(source)
    supply, goal, threat_markers = (code.read(source) for code in _RARE)
    position = Position(
        board=board,
        rules=rules,
        variants=Subset(VARIANTS).read(source),
        goal=goal,
        fire=fire,
        smoke=smoke,
        hot_spots=hot_spots,
        hot_spot_supply=supply,
        threat_markers=threat_markers,
        hazmats=hazmats,
        damage=damage,
        doors=doors,
        poi=poi,
        unrevealed_victims=victims,
        unrevealed_false_alarms=false_alarms,
        rescued=rescued,
        lost=lost,
        ambulance=ambulance,
        engine=engine,
        firefighters=firefighters,
        turn=turn,
    )
    if not source.done():
        refuse("the letters fit together but there are too many, expected what `encode` returns")
    return position
