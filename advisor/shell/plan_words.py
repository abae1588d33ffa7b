"""Lists of words broken into lines: what all texts about plans in the terminal share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

__all__ = ["cells", "flow", "joined"]


def cells(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    >>> cells("abc"), cells("煙")
    (3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


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
