"""Texts in the reader's language: which languages there are, and the catalogues that ship with the package.

A text is written in English where it is used, ``_("{who} is knocked down")``, and is looked up then; what is
kept for later is only `marked`. ``make messages`` collects these texts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from types import MappingProxyType
from typing import Final

from advisor.errors import UsageError
from advisor.files import short

__all__ = [
    "LANGUAGES",
    "SOURCE",
    "_",
    "current",
    "language",
    "marked",
    "plural",
    "speaking",
    "usual_language",
]

SOURCE: Final = "en"
"""The language that the texts are written in: it needs no catalogue."""

LANGUAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "en": "English",
        "zh_Hant": "繁體中文",
        "ja": "日本語",
        "el": "Ελληνικά",
    }
)
"""The languages by their codes, each with its own name."""

_TRADITIONAL: Final = ("zh_hant", "zh_tw", "zh_hk", "zh_mo")
"""How locales name Chinese in traditional characters."""

_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment's wishes, the most binding first (as for GNU gettext)."""

_chosen: ContextVar[str] = ContextVar("language", default=SOURCE)


def _(message: str) -> str:
    """Return a text in the language that is spoken.

    >>> with speaking("el"):
    ...     _("new smoke")
    'νέος Καπνός'
    """
    return _catalogue(_chosen.get()).gettext(message)


def plural(one: str, many: str, number: int) -> str:
    """Return the text for a number of things in the language that is spoken.

    >>> plural("{n} roll", "{n} rolls", 2)
    '{n} rolls'
    """
    return _catalogue(_chosen.get()).ngettext(one, many, number)


def marked(message: str) -> str:
    """Return the text as it is: it is to be translated when it is used.

    >>> marked("new smoke")
    'new smoke'
    """
    return message


def language(name: str) -> str:
    """Return the code of a language as people and locales write it.

    >>> language("el_GR.UTF-8"), language("zh-TW"), language("ja")
    ('el', 'zh_Hant', 'ja')

    Raises
    ------
    UsageError
        If there is no such language.
    """
    found = _known(name)
    if found is None:
        raise UsageError(f"language: {short(name)}, expected one of {', '.join(LANGUAGES)}")
    return found


def usual_language(environment: Mapping[str, str] | None = None) -> str:
    """Return the language that the environment asks for, English where it asks for none that there is.

    >>> usual_language({"LANG": "ja_JP.UTF-8"}), usual_language({"LANG": "C"})
    ('ja', 'en')
    """
    given = os.environ if environment is None else environment
    wishes = next((given[name] for name in _VARIABLES if given.get(name)), "")
    return next((found for wish in wishes.split(":") if (found := _known(wish))), SOURCE)


def current() -> str:
    """Return the code of the language that is spoken.

    >>> with speaking("ja"):
    ...     current()
    'ja'
    """
    return _chosen.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Let texts made inside be in a language, for this thread or task.

    Parameters
    ----------
    code : str
        One of `LANGUAGES`.

    Examples
    --------
    >>> with speaking("ja"):
    ...     _("new smoke")
    '新たな煙'
    """
    token = _chosen.set(code)
    try:
        yield
    finally:
        _chosen.reset(token)


def _known(name: str) -> str | None:
    plain = name.strip().partition(".")[0].partition("@")[0].replace("-", "_").lower()
    if plain.startswith(_TRADITIONAL):
        return "zh_Hant"
    head = plain.partition("_")[0]
    return head if head in LANGUAGES else None


@cache
def _catalogue(code: str) -> NullTranslations:
    if code == SOURCE:
        return NullTranslations()
    with (resources.files("advisor.data.locale") / f"{code}.mo").open("rb") as file:
        return GNUTranslations(file)
