"""A command: `python -m reference replay FILE --jsonl [--legal]`, `python -m reference legal FILE --jsonl`.

Boards that a position names by id are looked for in the folder of `--boards` or of REFERENCE_BOARDS.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from . import Illegal, Reference


def boards_in(folder: str | None) -> dict[str, dict[str, Any]]:
    """The Flash Point boards below a folder, by id."""
    boards = {}
    for path in sorted(Path(folder).rglob("*.json")) if folder else []:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document.get("format") == "flash-point/board@1":
            boards[document["id"]] = document
    return boards


def show(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False))


def show_line(game: Reference, number: int, event: str | None, *, legal: bool) -> None:
    line: dict[str, Any] = {"n": number, "event": event, "position": game.to_json()}
    if legal:
        line["legal"] = game.legal()
    show(line)


def replay(record: dict[str, Any], boards: dict[str, dict[str, Any]], *, legal: bool) -> int:
    game = Reference.from_json(record["position"], boards)
    show_line(game, 0, None, legal=legal)
    for number, event in enumerate(record["events"], start=1):
        try:
            game.apply(event)
        except Illegal as error:
            print(f"event {number}: {event!r}: {error}", file=sys.stderr)
            return 2
        show_line(game, number, event, legal=legal)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="reference", description=__doc__)
    parser.add_argument("command", choices=["replay", "legal"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--jsonl", action="store_true", help="a line of JSON each (there is no other output)")
    parser.add_argument("--legal", action="store_true", help="with each line of a replay its legal actions")
    parser.add_argument("--boards", default=os.environ.get("REFERENCE_BOARDS"), help="folder with the boards")
    options = parser.parse_args()
    boards = boards_in(options.boards)
    document = json.loads(options.file.read_text(encoding="utf-8"))
    if options.command == "replay":
        return replay(document, boards, legal=options.legal)
    for action in Reference.from_json(document, boards).legal():
        show(action)
    return 0


if __name__ == "__main__":
    sys.exit(main())
