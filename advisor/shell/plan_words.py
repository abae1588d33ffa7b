"""Words of values and lists, broken into lines: what all texts about plans share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from unicodedata import east_asian_width

from advisor.words import _

__all__ = ["cells", "flow", "gap_words", "joined", "measure_words", "printed_gap", "value_words", "words_of"]

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


def measure_words(measure: str) -> str:
    """Return the name of what a value is, ``"win"`` or ``"score"``."""
    return _("win") if measure == "win" else _("score")


def value_words(value: float, error: float, measure: str) -> str:
    """Return a value with its error, where there is one to speak of.

    >>> value_words(0.6421, 0.0, "win"), value_words(0.6421, 0.003, "score")
    ('64.2%', '0.6421 ± 0.0030')
    """
    if measure == "win":
        return f"{value:.1%}" + (f" ± {error:.1%}" if error >= 0.0005 else "")
    return f"{value:.4f}" + (f" ± {error:.4f}" if error >= 0.00005 else "")


def gap_words(gap: float, measure: str, error: float = 0.0) -> str:
    """Return a difference of values with its error, where there is one to speak of.

    >>> gap_words(0.012, "win"), gap_words(0.012, "score"), gap_words(0.012, "win", 0.004)
    ('1.2 points', '0.0120', '1.2 ± 0.4 points')
    """
    if measure == "win":
        return _("{n} points").format(
            n=f"{gap * 100:.1f}{f' ± {error * 100:.1f}' if error >= 0.0005 else ''}"
        )
    return value_words(gap, error, measure)


def printed_gap(more: float, less: float, measure: str) -> float:
    """Return the difference of two values as they are printed: a reader who subtracts finds the same.

    >>> round(printed_gap(0.83249, 0.81361, "win"), 3)
    0.018
    """
    factor, digits = (100, 1) if measure == "win" else (1, 4)
    best, own = (float(f"{value * factor:.{digits}f}") for value in (more, less))
    return round(best - own, digits) / factor


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
