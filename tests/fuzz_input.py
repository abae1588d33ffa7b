"""The inputs of the fuzz command: sound files, and ways to spoil them."""

from __future__ import annotations

import contextlib
import copy
import json
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from advisor.errors import AdvisorError
from advisor.flashpoint.board import Board, board_ids
from advisor.flashpoint.load import load
from advisor.flashpoint.position import Position
from advisor.flashpoint.schema import RECORD_FORMAT
from advisor.flashpoint.setup import SetUp, make

DATA = Path(__file__).parent / "data" / "conformance"

JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 36, 255, 10**6, 2**63, -(2**64), 10**30, 0.5, 1e308, -0.0, "", "red",
    "2,4",
    "0,0", "9,9", "07,1", "2,3-2,4", "2,4-2,3", "open", "victim", "north", "x" * 300, "\x00", "\n", "é",
    "😀", "\u202e",
    "\ud800", "__class__", [], {}, [[]], [1, 2], ["2,2", "2,2"], {"a": 1}, {"at": "2,4", "is": "unknown"},
)  # fmt: skip

TEXTS = (
    b"NaN", b"Infinity", b"-Infinity", b"1e999", b"1" * 5000, b"-0", b"01", b"0x1", b"[" * 5000,
    b'{"a":' * 3000,
    b'"\\ud800"', b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", b"//", b"'", b"\\u0000", b'"format":"x",', b",",
    b"}{",
)  # fmt: skip

WORDS = (
    "move 2,4", "end", "roll 3,3", "roll 9,9", "poi 1,1", "reveal victim", "reveal false-alarm",
    "deck-gun 1,1",
    "keep", "reroll both", "door 1,3-1,4", "chop 0,1-1,1", "extinguish 2,2", "carry 2,4", "lead 2,4",
    "haul 2,4",
    "drive ambulance east", "drive engine east red@1,9", "command blue move 1,1", "crew driver",
    "identify 2,4",
    "dispose", "resuscitate", "place red 0,0", "roll 3,5 hazmats 3,6", "fire-deck-gun", "", " ", "END",
    "move 02,4",
    "move  2,4", "move 2,4 ", "move ２,4", "\n", "x" * 5000, "move -1,0", "roll 1,1 hazmats",
)  # fmt: skip

KINDS = ("victim", "treated", "unknown", "open", "destroyed", "action", "over", "reveal", "replenish")

VALUES = (
    "", " ", "0", "1", "3", "-1", "7", "11", "99999999999999999999999", "x", "1.5", "١", "red=paramedic",
    "blue=driver",
    "=", "red=", "=x", "red=0,5", "0,5", "3,3", "a,b", "red,blue", "ann,bob,cid", "family", "recruit",
    "heroic",
    "random-family", "base-2", "hut", "all", "none", "hazmats", "vehicles,hazmats", "hidden-hazards",
    "murphys-law",
    "north", "east", "light", "dark", "40", "2000", "1 2 3", "3 4 2 6 1 1 2 2 3 3", "move 1,6; end", "end",
    "end;end",
    "\x1b[31m", "a\nb", "\ud83d", "-", "--", "-h", "--json", "y" * 3000,
)  # fmt: skip

FLAGS = {
    "new": (
        "--level", "-l", "--board", "-b", "--firefighters", "-n", "--ids", "--specialist", "--start",
    "--rules",
        "--variants", "--ambulance", "--engine", "--goal", "--threat-markers", "--seed", "--dice", "--string",
        "--steps", "--json", "--out",
    ),
    "show": ("--svg", "--theme", "--string", "--json", "--faulty", "--no-color", "--ascii", "--width"),
    "legal": ("--jsonl",),
    "replay": ("--jsonl", "--legal", "--no-color", "--ascii", "--width"),
    "advise": ("--top", "--plan", "--seed", "--record", "--json", "--width"),
    "check": ("--plan", "--level", "--seconds", "--seed", "--json", "--width"),
    "bench": ("--reference", "--nothing"),
}  # fmt: skip
BOOLEAN = {
    "--string", "--steps", "--json", "--faulty", "--no-color", "--ascii", "--jsonl", "--legal", "--nothing",
}  # fmt: skip
WRITING = {"--out", "--svg", "--record"}
FITTING = {
    "--level": ("family", "random-family", "recruit", "veteran", "heroic"), "-l": ("recruit", "heroic"),
    "--board": ("base-1", "base-2", "hut", "cottage", "shed"), "-b": ("base-2", "corridor"),
    "--firefighters": ("1", "2", "3", "6"), "-n": ("4", "5"), "--ids": ("ann,bob,cid", "red"),
    "--specialist": ("paramedic", "red=driver", "blue=captain"), "--start": ("0,5", "red=0,1", "blue=7,3"),
    "--rules": ("all", "none", "hazmats", "vehicles,arrows"), "--variants": ("hidden-hazards", "murphys-law"),
    "--ambulance": ("north", "east"), "--engine": ("south", "west"), "--goal": ("7", "10"),
    "--threat-markers": ("33", "0", "12"), "--seed": ("0", "7", "123456789"), "--dice": ("1 2 3", "3,4,2"),
    "--theme": ("light", "dark"), "--width": ("40", "60", "200"), "--top": ("1", "3", "1000"),
    "--plan": ("end", "extinguish 2,4; end"),
}  # fmt: skip
"""Values that may well be right."""


@dataclass(frozen=True, slots=True)
class Case:
    """A command line, what it reads from standard input, and the files that lie in its folder."""

    command: str
    words: list[str]
    stdin: bytes = b""
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def gives_position(self) -> bool:
        """Whether the command prints the JSON of a sound position and nothing else when all is well."""
        plain = {"show": ["--json"], "new": []}.get(self.command)
        flags = [word for word in self.words if word.startswith("-") and word != "-"]
        return plain is not None and flags == plain


@cache
def originals() -> tuple[tuple[Any, bool], ...]:
    """Return positions and records as JSON values, and whether each one is sound."""
    found: list[tuple[Any, bool]] = []
    for pattern in ("games/*.json", "accepted/*.json", "refused/*.json"):
        for path in sorted(DATA.glob(pattern)):
            with contextlib.suppress(
                ValueError, RecursionError
            ):  # some of `refused` are no JSON: those come raw
                found.append((json.loads(path.read_bytes()), not pattern.startswith("refused")))
    found = [(one, well) for one, well in found if isinstance(one, dict) and "format" in one]
    for level in ("family", "recruit", "heroic"):
        for board_id in board_ids():
            with contextlib.suppress(AdvisorError):  # some boards have no parking spots, or burn all over
                start = make(SetUp(Board.shipped(board_id), level)).position.to_json()
                found += [(start, True), ({**start, "board": Board.shipped(board_id).to_json()}, True)]
    return tuple(found)


@cache
def position_strings() -> tuple[str, ...]:
    """Return the position strings of the sound originals."""
    found = []
    for path in [*sorted(DATA.glob("games/*.json")), *sorted(DATA.glob("accepted/*.json"))]:
        if path.name.endswith(".expected.json"):
            continue
        try:
            one = load(path)
        except AdvisorError:
            continue
        found.append((one if isinstance(one, Position) else one.position).to_string())
    return tuple(found)


def make_case(rng: Random) -> Case:
    """Return a random case."""
    command = rng.choices(list(FLAGS), [14, 28, 22, 24, 10, 6, 2])[0]
    words, stdin = [command], b""
    files: dict[str, bytes] = {}
    if command not in ("new", "bench"):
        source, files, stdin = _source(rng, command)
        words.append(source)
    words += _flags(rng, command)
    if rng.random() < 0.02:
        rng.shuffle(words)
    if rng.random() < 0.02:
        words.insert(rng.randrange(len(words) + 1), rng.choice(VALUES))
    if rng.random() < 0.02:
        words.pop(rng.randrange(len(words)))
    if words[:1] == ["bench"] and len(words) == 1:
        words.append("--nothing")  # else it would measure for a minute
    words = [word for word in words if "\x00" not in word]
    return Case(words[0] if words and words[0] in FLAGS else "none", words, stdin, files)


def _source(rng: Random, command: str) -> tuple[str, dict[str, bytes], bytes]:
    """Return a source with its files and standard input."""
    kind = rng.random()
    if kind < 0.12:
        text = rng.choice(position_strings())
        return (_spoilt_string(rng, text) if rng.random() < 0.8 else text), {}, b""
    if kind < 0.16:
        return (
            rng.choice(["", ".", "/", "nothing", "/dev/null", "a\nb", "fp1.", "fp1.!", "fp9.abc", "\x7f"]),
            {},
            b"",
        )
    data = _spoilt_file(rng, command)
    if kind < 0.3:
        return "-", {}, data
    name = rng.choice(["game.json", "a b.json", "ö.json", "line\nbreak.json", "\x1b[1m.json"])
    return name, {name: data}, b""


def _spoilt_file(rng: Random, command: str) -> bytes:
    if rng.random() < 0.03:
        text = rng.choice(position_strings())
        return (_spoilt_string(rng, text) + "\n").encode("utf-8", "replace")
    if rng.random() < 0.05:
        return rng.choice(sorted(DATA.glob("refused/*.json"))).read_bytes()
    sound = rng.random() < 0.8
    value = copy.deepcopy(rng.choice([one for one, well in originals() if well or not sound]))
    if command == "replay" and value["format"] != RECORD_FORMAT and rng.random() < 0.9:
        events = [rng.choice(WORDS) for _ in range(rng.choice((0, 1, 2)))]
        value = {"format": RECORD_FORMAT, "title": "", "players": {}, "position": value, "events": events}
    if rng.random() < 0.7:
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            _spoil(rng, value)
    data = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    if rng.random() < 0.25:
        for _ in range(rng.choice((1, 1, 3))):
            data = _spoilt_bytes(rng, data)
    return data


def _spoilt_string(rng: Random, text: str) -> str:
    at = rng.randrange(4, len(text))
    return rng.choice([
        text[:at] + rng.choice(string.ascii_letters + string.digits + "-_. é") + text[at + 1 :],
        text[:at],
        text[:at] + text[at + 1 :],
        text + rng.choice("a0\n "),
        text[:at] + rng.choice(string.ascii_letters) + text[at:],
        text.upper(),
        text * 200,
    ])  # fmt: skip


def _spoilt_bytes(rng: Random, data: bytes) -> bytes:
    at, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return rng.choice([
        data[:at],
        data[:at] + data[at + 1 :],
        data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :],
        data[:at] + rng.choice(TEXTS) + data[at:],
        data[:at] + data[end:],
        data + data[at : at + 40],
        rng.choice(TEXTS) + data,
        data.replace(b": 0", b": " + rng.choice(TEXTS), 1),
    ])  # fmt: skip


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place in a JSON value, as its container and key."""
    found, stack = [], [value]
    while stack:
        one = stack.pop()
        items = one.items() if isinstance(one, dict) else enumerate(one) if isinstance(one, list) else ()
        for key, inner in items:
            found.append((one, key))
            stack.append(inner)
    return found


def _spoil(rng: Random, value: Any) -> None:
    """Change a JSON value somewhere."""
    places = _places(value)
    if not places:
        return
    # Half of the time near the top: an inline board or a long list of events would draw most changes.
    if rng.random() < 0.5:
        places = [(one, key) for one, key in places if isinstance(one, dict)] or places
    holder, key = rng.choice(places)
    old = holder[key]
    change: Callable[[], None] = rng.choice(_changes(rng, holder, key, old))
    change()


def _changes(rng: Random, holder: Any, key: Any, old: Any) -> Sequence[Callable[[], None]]:
    def put(new: Any) -> Callable[[], None]:
        return lambda: holder.__setitem__(key, new)

    found: list[Callable[[], None]] = [
        put(copy.deepcopy(rng.choice(JUNK))),
        lambda: holder.__delitem__(key),
    ]
    if isinstance(holder, dict):
        name = rng.choice(["x-note", "x", "", "fire", "\n", "~/", str(key)])
        found.append(lambda: holder.__setitem__(name, old))
    else:
        found += [lambda: holder.insert(0, old), lambda: rng.shuffle(holder)]
    if isinstance(old, str):
        at = rng.randrange(len(old) + 1)
        found += [put(rng.choice(WORDS)), put(rng.choice(KINDS)), put(old + " ")]
        found.append(put(old[:at] + rng.choice("0123456789, -@x\n") + old[at + 1 :]))
    if isinstance(old, int) and not isinstance(old, bool):
        found += [put(old + 1), put(old - 1), put(float(old)), put(str(old))]
    if isinstance(old, bool):
        found.append(put(not old))
    if isinstance(old, list):
        found += [put([*old, *old]), put(old[::-1]), put([]), put([*old, rng.choice(JUNK)])]
    return found


def _flags(rng: Random, command: str) -> list[str]:
    words: list[str] = []
    likely = {"legal": 0.5, "replay": 0.5, "new": 0.9}.get(command, 0.4)
    while rng.random() < likely and len(words) < 12:
        flag = rng.choice(FLAGS[command])
        words.append(flag)
        if flag in WRITING:
            words.append(rng.choice(["out.json", "out.json", "out.json", "-", "no/out", ".", "", "o" * 300]))
        elif flag not in BOOLEAN:
            words.append(rng.choice(FITTING.get(flag, VALUES) if rng.random() < 0.7 else VALUES))
        likely *= 0.8
    if rng.random() < 0.02:
        words.append(rng.choice(["--help", "--version", "--what", "-x", "--top=3", "--jsonl=1", "--", "-"]))
    if command in ("new", "show") and rng.random() < 0.1:
        words = ["--json"] if command == "show" else []
    return words
