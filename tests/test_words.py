"""Texts in other languages: catalogues are complete, fresh and shipped, and the command speaks them."""

from __future__ import annotations

import io
import json
import re
import tomllib
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from advisor.errors import UsageError
from advisor.flashpoint.effects import EFFECT_KINDS
from advisor.flashpoint.explain_words import TEXTS, reason_text
from advisor.lines import words_of
from advisor.shell.plan_words import cells, flow
from advisor.words import LANGUAGES, SOURCE, _, language, plural, speaking, usual_language
from shell import refused, well

TOP = Path(__file__).parents[1]
LOCALE = TOP / "data" / "locale"
COLLAPSING = TOP / "data" / "positions" / "nearly-collapsed.json"
OTHERS = [code for code in LANGUAGES if code != SOURCE]


def catalogue(code: str) -> Catalog:
    return read_po(io.BytesIO((LOCALE / f"{code}.po").read_bytes()), locale=code)


def entries(found: Catalog) -> dict[str, Message]:
    return {str(entry.id): entry for entry in found if entry.id}


def used() -> set[str]:
    """Every text that the package asks for."""
    keywords = {"_": None, "marked": None, "plural": (1, 2)}
    found = extract_from_dir(TOP / "advisor", keywords=keywords)
    return {str(message) for _file, _line, message, *_rest in found}


def placeholders(text: str) -> set[str]:
    return {name for _text, name, *_rest in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_with_the_same_placeholders(code: str) -> None:
    there = entries(catalogue(code))
    assert set(there) == used(), "run: make messages, and translate what is new"
    for text, entry in there.items():
        said = str(entry.string)
        assert said, f"not translated: {text}"
        assert not entry.fuzzy, text
        assert placeholders(said) == placeholders(text), text
        assert said[0].isspace() == text[0].isspace() or code != "el", text


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_catalogue_is_that_of_the_source(code: str) -> None:
    with (LOCALE / f"{code}.mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for entry in entries(catalogue(code)).values():
        said: Any = compiled.gettext(str(entry.id))
        if isinstance(entry.id, (list, tuple)):
            one, many = entry.id
            said = tuple(compiled.ngettext(one, many, n) for n in (1, 2))[: len(entry.string or ())]
        assert said == entry.string, "run: python setup.py build_ext --inplace"


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_says_how_it_is_to_be_read(code: str) -> None:
    head = (LOCALE / f"{code}.po").read_text(encoding="utf-8").strip().partition("\n\n")[0]
    assert f'"Language: {code}\\n"' in head
    assert '"Content-Type: text/plain; charset=utf-8\\n"' in head
    assert '"Plural-Forms: nplurals=' in head
    assert "Date" not in head, "it would change every time"


def test_the_compiled_catalogues_are_in_the_wheel() -> None:
    tools = tomllib.loads((TOP / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert tools["package-data"]["advisor.data.locale"] == ["*.mo"]
    assert "*.po" in (TOP / "MANIFEST.in").read_text()


@pytest.mark.parametrize("code", OTHERS)
def test_titles_and_reasons_read_otherwise_in_another_language(code: str) -> None:
    with speaking(code):
        assert all(_(kind.title) != kind.title for kind in EFFECT_KINDS)
        told = reason_text("ap", {"own": 3.0, "other": 1.0}, "win")
    assert told != reason_text("ap", {"own": 3.0, "other": 1.0}, "win")
    assert re.findall(r"\d+", told) in (["3", "1"], ["1", "3"])
    assert _(EFFECT_KINDS[0].title) == EFFECT_KINDS[0].title, "English is spoken again"


def test_every_kind_of_contrast_has_a_sentence() -> None:
    source = (TOP / "advisor" / "flashpoint" / "explain.py").read_text(encoding="utf-8")
    kinds = set(re.findall(r'(?:Contrast|_fewer|_more)\(\s*"([a-z-]+)"', source))
    assert len(kinds) > 10
    assert kinds <= set(TEXTS)


def test_texts_that_are_nowhere_stay_as_they_are() -> None:
    with speaking("ja"):
        assert _("no such text") == "no such text"
        assert plural("{n} cat", "{n} cats", 1) == "{n} cat"


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ({"LANG": "el_GR.UTF-8"}, "el"),
        ({"LANGUAGE": "xx:zh_TW", "LANG": "ja_JP"}, "zh_Hant"),
        ({"LC_ALL": "C", "LANG": "ja_JP"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_says_which_language_is_usual(wish: dict[str, str], found: str) -> None:
    assert usual_language(wish) == found


def test_a_language_that_is_not_there_is_refused_in_one_line() -> None:
    with pytest.raises(UsageError, match=r'^language: "xx", expected one of en, zh_Hant, ja, el$'):
        language("xx")
    assert '--lang: "xx", expected one of en' in refused("advise", COLLAPSING, "--lang", "xx")


# --- lines --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [10, 17, 40])
def test_writing_without_blanks_is_broken_by_the_columns_it_takes(width: int) -> None:
    text = "新たな煙が、二つの部屋に広がった。 POI 3 個（計）"
    drawn = list(flow(words_of(text), "", width))
    assert max(map(cells, drawn)) <= width + 1  # a closing sign may stand beyond
    assert "".join("".join(drawn).split()) == text.replace(" ", "")
    assert not any(line.strip()[0] in "、。）" for line in drawn)
    assert "\u200b" not in "".join(drawn)


# --- the command --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "word"), [("ja", "勝率"), ("zh-TW", "勝率"), ("el", "νίκη"), ("en", "win")])
def test_advise_speaks_the_language_that_was_asked_for(code: str, word: str) -> None:
    told = well("advise", COLLAPSING, "--level", "instant", "--top", 2, "--split", "--lang", code)
    assert f" 1  {word} " in told


def test_reasons_and_effects_keep_kinds_and_figures_in_every_language() -> None:
    wish = ("advise", COLLAPSING, "--level", "instant", "--top", 3, "--map", "--vs", 1, 3, "--json")
    told = {code: json.loads(well(*wish, "--lang", code)) for code in ("en", "ja")}
    kinds = {
        code: [
            (reason["kind"], reason["parameters"], reason["weight"])
            for comparison in found["comparisons"]
            for reason in comparison["reasons"]
        ]
        for code, found in told.items()
    }
    assert kinds["en"] == kinds["ja"] != []
    texts = [
        [effect["text"] for cell in found["plans"][0]["map"]["cells"] for effect in cell["effects"]]
        for found in told.values()
    ]
    assert len(texts[0]) == len(texts[1])
    assert all(one != other for one, other in zip(*texts, strict=True))


def test_the_environments_language_is_spoken_without_being_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "el")
    assert "μαύρο ζάρι" in well("map", COLLAPSING, "--level", "instant")
