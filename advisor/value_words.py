"""Values and differences in words: the same figures wherever people read them."""

from __future__ import annotations

from advisor.words import _

__all__ = ["gap_words", "measure_words", "printed_gap", "value_words"]


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
