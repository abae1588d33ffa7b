"""Words of values and lists, broken into lines: what all texts about plans share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["flow", "gap_words", "joined", "value_words"]


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
        return f"{gap * 100:.1f}{f' ± {error * 100:.1f}' if error >= 0.0005 else ''} points"
    return value_words(gap, error, measure)


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
        if line.strip() and len(line) + 1 + len(word) > width:
            yield line
            line = indent + "  "
        line += word if not line.strip() else f" {word}"
    if line.strip():
        yield line
