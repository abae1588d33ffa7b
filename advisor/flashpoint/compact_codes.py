"""Values as the digits of one large number in mixed radix, and that number as letters and digits.

A code writes a value as digits, each with its own radix, and reads it back; so a choice among three costs
log2(3) bits, not two. The first digit is the least significant one: zeros at the end cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import Final, Generic, NoReturn, Protocol, TypeVar

from advisor.errors import FormatError, Problem

__all__ = [
    "ALPHABET", "Choice", "Code", "Listed", "Number", "Reader", "Subset", "Text", "Usually", "Writer",
    "from_letters", "rank", "refuse", "to_letters", "unrank",
]  # fmt: skip

ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""Letters and digits only: no chat, URL or shell takes offence, and a double click selects all of it."""

_VALUES: Final = {letter: value for value, letter in enumerate(ALPHABET)}
_MAX_BYTES: Final = 63  # of a number that is none of the usual ones
_MAX_LENGTH: Final = 2000  # of a list or a text
_WORD: Final = "abcdefghijklmnopqrstuvwxyz0123456789- "  # what ids and most names consist of

T = TypeVar("T")


def refuse(message: str) -> NoReturn:
    """Raise the error for a text or a value that is not what it should be."""
    raise FormatError(Problem("", message))


def to_letters(number: int, width: int = 0) -> str:
    """Return a number in letters and digits, the most significant first.

    >>> to_letters(62), to_letters(62, 4), from_letters("10")
    ('10', '0010', 62)
    """
    letters = []
    while number:
        number, value = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[value])
    return "".join(reversed(letters)).rjust(width, ALPHABET[0])


def from_letters(text: str) -> int:
    """Return the number that letters and digits stand for."""
    number = 0
    for letter in text:
        number = number * len(ALPHABET) + _VALUES[letter]
    return number


class Writer:
    """Collects digits; `number` makes one number of them."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def digit(self, value: int, radix: int) -> None:
        """Add a digit, 0 <= `value` < `radix`."""
        assert 0 <= value < radix, "a code writes only what it can read back"
        self._digits.append((value, radix))

    def number(self) -> int:
        """Return all digits as one number."""
        number = 0
        for value, radix in reversed(self._digits):
            number = number * radix + value
        return number


class Reader:
    """Takes the digits off a number in the order in which they were written."""

    def __init__(self, number: int) -> None:
        self._number = number

    def digit(self, radix: int) -> int:
        """Take off the next digit."""
        self._number, value = divmod(self._number, radix)
        return value

    def done(self) -> bool:
        """Whether nothing but zeros is left."""
        return self._number == 0


class Code(Protocol[T]):
    """How values of one kind are written as digits and read back."""

    def write(self, out: Writer, value: T) -> None:
        """Write a value, which has to be of this kind."""

    def read(self, source: Reader) -> T:
        """Read a value back."""


class Number:
    """A whole number, usually 0 to `most`; any other one costs more."""

    def __init__(self, most: int) -> None:
        self.most = most

    def write(self, out: Writer, value: int) -> None:
        """Write a number of at most 63 bytes."""
        if 0 <= value <= self.most:
            out.digit(value, self.most + 2)
            return
        size = (abs(value).bit_length() + 7) // 8
        if size > _MAX_BYTES:
            refuse(
                f"a number of {size} bytes does not fit into a position string, expected at most {_MAX_BYTES}"
            )
        out.digit(self.most + 1, self.most + 2)
        out.digit(int(value < 0), 2)
        out.digit(size, _MAX_BYTES + 1)
        out.digit(abs(value), 256**size)

    def read(self, source: Reader) -> int:
        """Read a number back."""
        value = source.digit(self.most + 2)
        if value <= self.most:
            return value
        negative = source.digit(2)
        size = source.digit(_MAX_BYTES + 1)
        value = source.digit(256**size)
        return -value if negative else value


class Usually(Generic[T]):
    """A value that is nearly always the same one, and `code` for the others."""

    def __init__(self, usual: T, code: Code[T]) -> None:
        self.usual, self.code = usual, code

    def write(self, out: Writer, value: T) -> None:
        """Write a value."""
        out.digit(int(value != self.usual), 2)
        if value != self.usual:
            self.code.write(out, value)

    def read(self, source: Reader) -> T:
        """Read a value back."""
        return self.code.read(source) if source.digit(2) else self.usual


class Listed(Generic[T]):
    """A list of any order, usually of at most `most` entries."""

    def __init__(self, most: int, code: Code[T]) -> None:
        self.count, self.code = Number(most), code

    def write(self, out: Writer, value: Sequence[T]) -> None:
        """Write a list."""
        if len(value) > _MAX_LENGTH:
            refuse(
                f"a list of {len(value)} does not fit into a position string, expected at most {_MAX_LENGTH}"
            )
        self.count.write(out, len(value))
        for item in value:
            self.code.write(out, item)

    def read(self, source: Reader) -> tuple[T, ...]:
        """Read a list back."""
        count = self.count.read(source)
        if not 0 <= count <= _MAX_LENGTH:
            refuse("a damaged position string: a list of impossible length")
        return tuple(self.code.read(source) for _ in range(count))


class Text:
    """A text: short where it consists of small letters, digits, hyphens and spaces."""

    def write(self, out: Writer, value: str) -> None:
        """Write a text."""
        plain = all(letter in _WORD for letter in value)
        # A lone half of a surrogate pair is no UTF-8, but JSON can hold it, so it has to pass.
        items: Iterable[int] = map(_WORD.index, value) if plain else value.encode("utf-8", "surrogatepass")
        values = list(items)
        if len(values) > _MAX_LENGTH:
            refuse(f"a text of {len(values)} bytes is too long for a position string, at most {_MAX_LENGTH}")
        out.digit(int(not plain), 2)
        Number(15).write(out, len(values))
        for item in values:
            out.digit(item, len(_WORD) if plain else 256)

    def read(self, source: Reader) -> str:
        """Read a text back."""
        plain = source.digit(2) == 0
        length = Number(15).read(source)
        if not 0 <= length <= _MAX_LENGTH:
            refuse("a damaged position string: a text of impossible length")
        if plain:
            return "".join(_WORD[source.digit(len(_WORD))] for _ in range(length))
        try:
            return bytes(source.digit(256) for _ in range(length)).decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            refuse("a damaged position string: a text that is no UTF-8")


class Choice:
    """One of a few names; any other text costs more if `others` is set, and is refused otherwise."""

    def __init__(self, names: Sequence[str | None], others: bool = False) -> None:
        self.names, self.others = tuple(names), others

    def write(self, out: Writer, value: str | None) -> None:
        """Write a name."""
        radix = len(self.names) + self.others
        if value in self.names:
            out.digit(self.names.index(value), radix)
        elif self.others and value is not None:
            out.digit(len(self.names), radix)
            Text().write(out, value)
        else:
            refuse(f"{value!r} does not fit into a position string, expected one of {self.names}")

    def read(self, source: Reader) -> str | None:
        """Read a name back."""
        at = source.digit(len(self.names) + self.others)
        return self.names[at] if at < len(self.names) else Text().read(source)

    def read_name(self, source: Reader) -> str:
        """Read back a name that is never None."""
        name = self.read(source)
        return refuse("a damaged position string: a name is missing") if name is None else name


class Subset:
    """Some of a few names in their order; repeated and (with `others`) other ones cost more."""

    def __init__(self, names: Sequence[str], others: bool = False) -> None:
        self.names, self.choice = tuple(names), Choice(names, others)

    def write(self, out: Writer, value: Sequence[str]) -> None:
        """Write a list of names."""
        chosen = [name in value for name in self.names]
        everything = 2 ** len(self.names)
        if tuple(value) == tuple(name for name, is_in in zip(self.names, chosen, strict=True) if is_in):
            out.digit(sum(2**i for i, is_in in enumerate(chosen) if is_in), everything + 1)
        else:
            out.digit(everything, everything + 1)
            Listed(len(self.names), self.choice).write(out, value)

    def read(self, source: Reader) -> tuple[str, ...]:
        """Read a list of names back."""
        mask = source.digit(2 ** len(self.names) + 1)
        if mask < 2 ** len(self.names):
            return tuple(name for i, name in enumerate(self.names) if mask >> i & 1)
        names = Listed(len(self.names), self.choice).read(source)
        return tuple(name for name in names if name is not None)


def rank(chosen: Sequence[int]) -> int:
    """Return the number of a rising choice of numbers among all of its length (combinatorial number system).

    >>> [rank(choice) for choice in ((0, 1), (0, 2), (1, 2), (0, 3))], unrank(3, 2)
    ([0, 1, 2, 3], (0, 3))
    """
    return sum(comb(value, i) for i, value in enumerate(chosen, 1))


def unrank(number: int, count: int) -> tuple[int, ...]:
    """Return the choice of `count` numbers that has this number."""
    chosen = []
    for i in range(count, 0, -1):
        value = i - 1
        while comb(value + 1, i) <= number:
            value += 1
        number -= comb(value, i)
        chosen.append(value)
    return tuple(reversed(chosen))
