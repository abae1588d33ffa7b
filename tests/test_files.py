"""Files: strict reading, writing whole or not at all."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from advisor import files
from advisor.errors import FormatError, UsageError
from advisor.files import dump_json, dump_line, parse_json, pointer_to, read_json, short, write_text

texts = st.text(st.characters(exclude_categories=["Cs"]))
numbers = st.integers(-(2**63), 2**63) | st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=20,
)


@given(json_values)
@settings(max_examples=100)
def test_what_is_written_is_read_back_equal(value: Any) -> None:
    assert parse_json(dump_json(value)) == value
    assert parse_json(dump_line(value)) == value
    assert "\n" not in dump_line(value)


@given(st.text(alphabet='[]{}",:0123456789eE+-.ntrufalsNI\\ud8\n \ufeff', max_size=30))
@settings(max_examples=300)
def test_any_text_gives_a_value_or_one_line(text: str) -> None:
    message = ""
    try:
        parse_json(text)
    except FormatError as error:
        message = str(error)
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty, expected JSON text"),
        (" \n", "empty, expected JSON text"),
        ("\ufeff{}", "begins with a byte order mark, expected JSON text without one"),
        ('{"a": 1', "no JSON at line 1, column 8: expecting ',' delimiter"),
        ('{"a": "b', "no JSON at line 1, column 7: unterminated string"),
        ("{}\n{}", "no JSON at line 2, column 1: extra data"),
        ('{"a": NaN}', "/a: NaN, Infinity or beyond all bounds, expected a number"),
        ("[-Infinity]", "/0: NaN, Infinity or beyond all bounds, expected a number"),
        ('{"a": [1, 1e999]}', "/a/1: NaN, Infinity or beyond all bounds, expected a number"),
        ('{"a": {"b": 1, "b": 1}}', "/a/b: the key stands twice in its object, expected once"),
        ('{"a/~": 1, "a/~": {}}', "/a~1~0: the key stands twice in its object, expected once"),
        ('{"a": {"b": 1, "b": 2}, "a": 0}', "/a: the key stands twice in its object, expected once"),
        ('["\\ud800"]', "/0: a text with half a surrogate pair, expected Unicode text"),
        ('{"\\udfff": 1}', "/\\udfff: a key with half a surrogate pair, expected Unicode text"),
    ],
)
def test_json_is_refused_with_place_and_reason(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_json(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("digits", [20, 400, 100_000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_whole_numbers_out_of_bounds_are_refused(digits: int, sign: str) -> None:
    with pytest.raises(FormatError, match=r"^/goal: a whole number out of bounds, expected at most"):
        parse_json(f'{{"goal": {sign}{"9" * digits}}}')


@pytest.mark.parametrize("depth", [files.MAX_DEPTH + 1, 500, 100_000])
@pytest.mark.parametrize("brackets", ["[]", ['{"a":', "}"]])
def test_deep_nesting_is_refused_without_a_recursion_error(depth: int, brackets: list[str]) -> None:
    with pytest.raises(FormatError, match="nested too deep"):
        parse_json(brackets[0] * depth + "0" + brackets[1] * depth)


def test_nesting_up_to_the_limit_is_read() -> None:
    assert parse_json("[" * files.MAX_DEPTH + "]" * files.MAX_DEPTH) is not None


def test_an_error_in_a_file_begins_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text('{"a": 1, "a": 2}', encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read_json(path)
    assert str(caught.value) == f"{path}: /a: the key stands twice in its object, expected once"
    assert caught.value.problem.pointer == "/a"


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"nothing\.json: no such file$"):
        read_json(tmp_path / "nothing.json")
    with pytest.raises(FormatError, match=r"a folder, expected a file of JSON text$"):
        read_json(tmp_path)
    with pytest.raises(FormatError, match=r"no such file$"):
        read_json("null\0character")


def test_a_name_with_a_line_break_still_gives_one_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read_json(tmp_path / "a\nb")
    assert "\n" not in str(caught.value)


def test_bytes_that_are_not_utf_8_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.json"
    path.write_bytes(b'{"title": "Zo\xeb"}')
    with pytest.raises(
        FormatError, match=r"latin\.json: not UTF-8 \(byte 14\), expected JSON text in UTF-8$"
    ):
        read_json(path)


def test_a_large_file_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with open(path, "wb") as file:
        file.truncate(10 * 2**20)
    with pytest.raises(FormatError, match="larger than 8 MB"):
        read_json(path)


def test_a_device_without_end_is_refused() -> None:
    if not os.path.exists("/dev/zero"):
        pytest.skip("no /dev/zero here")
    with pytest.raises(FormatError, match="larger than 8 MB"):
        read_json("/dev/zero")


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", closed)
    with pytest.raises(FormatError, match=r"a\.json: cannot be read: Permission denied$"):
        read_json(tmp_path / "a.json")


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"a": 1}')))
    assert read_json("-") == {"a": 1}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    with pytest.raises(FormatError, match=r"^standard input: not UTF-8"):
        read_json("-")


def test_writing_replaces_a_file_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    write_text(path, "old")
    path.chmod(0o640)
    write_text(path, "Zoë\n")
    assert path.read_bytes() == "Zoë\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["record.json"]


def test_writing_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    path, link = tmp_path / "a.json", tmp_path / "b.json"
    path.write_text("old", encoding="utf-8")
    link.symlink_to(path)
    write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "new"


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "record.json"
    write_text(path, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UsageError, match=r"record\.json: cannot be written: No space left on device$"):
        write_text(path, "new")
    assert os.listdir(tmp_path) == ["record.json"]
    assert path.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("name", [".", "missing/record.json", "null\0character"])
def test_places_that_cannot_be_written_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError) as caught:
        write_text(f"{tmp_path}/{name}", "text")
    assert "\n" not in str(caught.value)


def test_half_a_surrogate_pair_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="half a surrogate pair"):
        write_text(tmp_path / "a.json", "\ud800")
    assert os.listdir(tmp_path) == []


def test_a_device_is_written_to_and_not_replaced() -> None:
    if not os.path.exists("/dev/null"):
        pytest.skip("no /dev/null here")
    write_text("/dev/null", "text")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@given(json_values)
@example("\x1f" * 40)
@example("\U00010000" * 39 + "\x07")
@example("\x1f" * 5 + "\x07" * 5 + "\U00010000" * 5)
@example("\x07" * 7)
@example(["\x07" * 6])
def test_what_came_is_shown_on_one_short_line(value: Any) -> None:
    assert len(short(value)) <= 42
    assert short(value).isprintable()


@given(texts)
@example("\x1f" * 40)
@example("\U000e0001" * 4)
@example('"' * 21)
@example("\\" * 20)
def test_a_text_is_shown_whole_or_cut_between_two_characters(text: str) -> None:
    shown = json.loads(short(text))
    assert shown == text or (shown.endswith("...") and text.startswith(shown.removesuffix("...")))


@given(texts)
@example("\x1f" * 80)
@example("\U000e0001" * 80)
@example("~" * 80)
def test_a_pointer_stays_short_and_printable_whatever_the_key(key: str) -> None:
    assert len(pointer_to(key)) <= 81
    assert pointer_to(key).isprintable()


def test_what_came_is_shown_as_json() -> None:
    values: list[Any] = [None, False, 3, 0.5, "a\nb", [], ["a", 2], [[1]], {}]
    assert [short(value) for value in values] == [
        "null", "false", "3", "0.5", json.dumps("a\nb"), "[]", '["a", 2]', "a list of 1", "an object",
    ]  # fmt: skip


def test_pointers_are_escaped_and_stay_short() -> None:
    assert pointer_to("a/b", 0, "c~") == "/a~1b/0/c~0"
    assert pointer_to("a\nb") == "/a\\nb"
    assert len(pointer_to("x" * 1000)) < 100
