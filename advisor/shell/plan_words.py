"""Lists of words broken into lines: what all texts about plans in the terminal share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from unicodedata import east_asian_width

__all__ = ["cells", "flow", "joined", "words_of"]

_WIDE: Final = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]")
"""Characters of writing that runs without blanks."""

_CLOSING: Final = "、。，：；！？）」』】"
"""Signs that do not begin a line."""


def cells(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    >>> cells("abc"), cells("煙")
    (3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


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


def joined(words: Sequence[str], sign: str) -> list[str]:
    """Put a sign behind all words but the last.

    >>> joined(["a", "b"], ",")
    ['a,', 'b']
    """
    return [*(word + sign for word in words[:-1]), *words[-1:]]


def flow(words: Sequence[str], indent: str, width: int) -> Iterator[str]:
    """Yield lines of words, broken only between two of them.

    >>> list(flow(["one", "two", "three"], "", 8))
    ['one two', '  three']
    """
    line = indent
    for word in words:
        blank = "" if not line.strip() or line.endswith("\u200b") else " "
        if (
            line.strip()
            and cells(line.replace("\u200b", "")) + len(blank) + cells(word.strip("\u200b")) > width
        ):
            yield line.replace("\u200b", "")
            line, blank = indent + "  ", ""
        line += blank + word
    if line.strip():
        yield line.replace("\u200b", "")
