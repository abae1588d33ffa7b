"""A position as one short word for chats and addresses: ``fp1.`` and letters and digits.

The fields are digits in mixed radix (`compact_codes`) of one number. Six letters at the end check the rest: any
single wrong letter and any two swapped ones are always noticed, anything else but once in four thousand million.
A text that is not exactly what `encode` writes is refused, so two texts never mean one position.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from advisor.errors import FormatError, Problem
from advisor.flashpoint.board import Board
from advisor.flashpoint.compact_board import BoardCode, EdgeCode, SquareCode, SquaresCode
from advisor.flashpoint.compact_codes import (
    ALPHABET,
    Choice,
    Listed,
    Number,
    Reader,
    Subset,
    Text,
    Usually,
    Writer,
    from_letters,
    rank,
    refuse,
    to_letters,
    unrank,
)
"""
"""
