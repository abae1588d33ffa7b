"""The checks of the project's shared corpus: what its runners ask of the command, asked of the library."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from advisor.errors import AdvisorError, IllegalEvent
from advisor.flashpoint.bridge import Replay
from advisor.flashpoint.load import load, load_position, load_record
from advisor.flashpoint.position import Position
from advisor.flashpoint.record import Record

Lines = Sequence[Mapping[str, Any]]


def same(one: object, other: object) -> bool:
    """Return whether two JSON values are equal; true is not 1, the order of keys does not matter."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def replay_lines(record: Record) -> Iterator[dict[str, Any]]:
    """Yield what `advisor replay --jsonl --legal` prints, a line each; raises as `Record.replay`."""
    for number, event, position in record.replay():
        legal = [list(action) for action in position.legal()]
        yield {"n": number, "event": event, "position": position.to_json(), "legal": legal}


def game_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines that belong to a game."""
    with gzip.open(path.with_suffix(".jsonl.gz"), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def assert_game(path: Path) -> None:
    """Every line of the replay is equal to the recorded one; so are the chance events that it goes by."""
    expected = game_lines(path)
    record = load_record(path)
    for want, got in zip(expected, replay_lines(record), strict=True):
        assert same(got, want), f"{path.name}, event {want['n']}: {want['event']!r}"
    game = Replay(record.position)
    for text in record.events:
        if text.startswith(("roll", "poi", "deck-gun", "reveal")):
            assert text.split(" hazmats ")[0] in [event for event, _ in game.chance()]
        game.step(text)


def assert_accepted(path: Path) -> None:
    """The normal form and the legal actions are the recorded ones, also of the normal form read back."""
    expected = json.loads(path.with_name(f"{path.stem}.expected.json").read_text(encoding="utf-8"))
    found = load(path)
    position = found if isinstance(found, Position) else found.position
    for one in (position, Position.from_json(expected["position"])):
        assert same(one.to_json(), expected["position"])
        assert same([list(action) for action in one.legal()], expected["legal"])


def assert_refused(path: Path, entry: Mapping[str, Any]) -> None:
    """The file is refused in one line that names the place, or the number of the illegal event."""
    lines = 0
    try:
        if entry["command"] == "legal":
            load_position(path).legal()
        else:
            for _ in replay_lines(load_record(path)):
                lines += 1
    except AdvisorError as error:
        message, number = str(error), error.number if isinstance(error, IllegalEvent) else None
    else:
        raise AssertionError(f"{path.name} is accepted: {entry['reason']}")
    assert len(message.splitlines()) == 1
    if "event" in entry:
        assert (number, lines) == (entry["event"], entry["event"])
        assert f"event {number}: " in message
    else:
        assert (number, lines) == (None, 0)
        unnamed = message.replace(str(path), "FILE")  # its name proves nothing
        parts = [last_part(pointer) for pointer in (entry["pointer"], *entry.get("or", []))]
        assert any(part in unnamed for part in parts), f"{message!r} names none of {parts}"


def last_part(pointer: str) -> str:
    """Return the last part of a JSON pointer that is no index of a list."""
    return (
        [part for part in ["", *pointer.split("/")] if not part.isdigit()][-1]
        .replace("~1", "/")
        .replace("~0", "~")
    )


def refused_files(folder: Path) -> dict[Path, Mapping[str, Any]]:
    """Return the files to refuse, each with its entry in the index."""
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return {folder / name: entry for name, entry in index.items()}


def accepted_files(folder: Path) -> list[Path]:
    """Return the odd files to accept."""
    return [path for path in sorted(folder.glob("*.json")) if not path.name.endswith(".expected.json")]


def assert_case(path: Path) -> None:
    """The answer to a rule question is the expected one."""
    case = json.loads(path.read_text(encoding="utf-8"))
    expect, events = case["expect"], case["record"]["events"]
    lines: list[dict[str, Any]] = []
    error: AdvisorError | None = None
    try:
        for line in replay_lines(Record.from_json(case["record"])):
            lines.append(line)
    except AdvisorError as raised:
        error = raised
    refused = expect.get("refused")
    where = f"{case['id']} ({', '.join(case['clause'])}): {case['question']}"
    count = len(events) + 1 if refused is None else refused["event"]
    assert [line["n"] for line in lines] == list(range(count)), f"{where}: {error}"
    if refused is None:
        assert error is None, where
    else:
        assert error is not None, where
        assert_refusal(error, refused, where)
    if "after" in expect:
        after = lines[len(events) if expect["after"] == "end" else expect["after"]]
        assert_position(after["position"], expect.get("position", {}), where)
        assert_legal(after["legal"], expect.get("legal", {}), where)


def assert_refusal(error: AdvisorError, refused: Mapping[str, Any], where: str) -> None:
    """One line with the event's number and text, and one of the clauses."""
    assert len(str(error).splitlines()) == 1
    if refused["event"]:
        assert isinstance(error, IllegalEvent)
        assert error.number == refused["event"], where
    clauses = refused.get("clause", [])
    wanted = [clauses] if isinstance(clauses, str) else clauses
    words = set(re.findall(r"FP-[0-9]+(?:\.[0-9]+)?", str(error)))
    assert not wanted or words & set(wanted), f"{where}: {error}"


def assert_position(position: Mapping[str, Any], want: Mapping[str, Any], where: str) -> None:
    """The named fields are as expected; of `turn` and of each firefighter the named keys alone count."""
    crew = {one["id"]: one for one in position["firefighters"]}
    for key, value in want.items():
        if key == "turn":
            got: object = {name: position["turn"].get(name) for name in value}
        elif key == "firefighters":
            got = [{name: crew[one["id"]].get(name) for name in one} for one in value]
        else:
            got = position[key]
        assert got == value, f"{where}: {key} is {got}, expected {value}"


def assert_legal(legal: Sequence[Sequence[Any]], want: Mapping[str, Any], where: str) -> None:
    """Actions that are legal, that are not, or the whole list."""
    costs: dict[str, int] = {str(text): cost for text, cost in legal}
    for entry in want.get("contains", []):
        text, cost = (entry, costs.get(entry)) if isinstance(entry, str) else entry
        assert text in costs, f"{where}: {text} is not legal"
        assert costs[text] == cost, f"{where}: {text} costs {costs[text]}"
    for entry in want.get("lacks", []):
        start = entry.removesuffix("*")
        wrong = [text for text in costs if text == entry or (start != entry and text.startswith(start))]
        assert not wrong, f"{where}: {wrong} legal"
    if "exactly" in want:
        assert [list(action) for action in legal] == want["exactly"], where
