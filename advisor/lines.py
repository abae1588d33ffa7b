"""Where lines of text may be broken: between words, and within writing that runs without blanks."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["STUCK", "words_of"]

STUCK: Final = "\u200b"
"""Ends a part that is followed by no blank."""

_WIDE: Final = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]")
"""Characters of writing that runs without blanks."""

_CLOSING: Final = "、。，：；！？）」』】"
"""Signs that do not begin a line."""


def words_of(text: str) -> list[str]:
    """Return a text in parts between which a line may be broken; those of one written word stick together.

    A part that ends in a zero-width space is followed by no blank.

    >>> words_of("two words"), [part.strip("\u200b") for part in words_of("新たな煙。")]
    (['two', 'words'], ['新', 'た', 'な', '煙。'])
    """
    found: list[str] = []
    for word in text.split(" "):
        start = len(found)
        for sign in word:
            last = found[-1] if len(found) > start else ""
            breaks = last and (_WIDE.match(sign) or _WIDE.match(last[-1])) and sign not in _CLOSING
            if not last or (breaks and last[-1] not in "（「『"):
                if last:
                    found[-1] += "\u200b"
                found.append(sign)
            else:
                found[-1] += sign
    return found
