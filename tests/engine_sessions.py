"""Recorded sessions with the engine: requests and replies, without times and model.

    python tests/engine_sessions.py --write

makes the replies again from the requests (`tests/data/engine/NAME.requests.jsonl`), after a change of the
protocol. Read the difference before it is committed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from advisor.engine import Engine
from advisor.files import dump_line

FOLDER = Path(__file__).parent / "data" / "engine"
SESSIONS = sorted(path.name.removesuffix(".requests.jsonl") for path in FOLDER.glob("*.requests.jsonl"))


_MASKS: dict[str, Any] = {
    **dict.fromkeys(("seconds", "nodes", "valued", "leaves", "cut", "trials", "plans_found", "rank"), 0),
    **dict.fromkeys(("complete", "tie"), False), "notes": [], "caution": None, "classes": [],
}  # fmt: skip


def replay(name: str) -> list[str]:
    """Send the requests of a session to an engine with one worker; return its replies in a set order."""
    replies: list[str] = []
    engine = Engine(replies.append, workers=1)
    for line in (FOLDER / f"{name}.requests.jsonl").read_bytes().splitlines():
        engine.handle(line)
    engine.close()
    told = [json.loads(reply) for reply in replies]
    order = {ident: number for number, ident in enumerate(sorted({str(reply["id"]) for reply in told}))}
    return [dump_line(plain(reply)) for reply in sorted(told, key=lambda reply: order[str(reply["id"])])]


def recorded(name: str) -> list[str]:
    """The replies as they were recorded."""
    return (FOLDER / f"{name}.replies.jsonl").read_text(encoding="utf-8").splitlines()


def plain(value: Any) -> Any:
    """Return a reply without what differs from run to run and what hangs on the weights of the model.

    The sessions' positions are won in the turn, so that the best plan is always the same.
    """
    if isinstance(value, dict):
        return {key: _MASKS[key] if key in _MASKS else plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return 0.0 if isinstance(value, float) and value < 1 - 1e-9 else value


def main() -> None:
    parser = argparse.ArgumentParser(description="Recorded sessions with the engine.")
    parser.add_argument("--write", action="store_true", help="make the replies again")
    args = parser.parse_args()
    for name in SESSIONS:
        found = replay(name)
        same = found == recorded(name) if (FOLDER / f"{name}.replies.jsonl").exists() else False
        print(f"{name}: {len(found)} replies, {'the same' if same else 'changed'}")
        if args.write:
            text = "".join(line + "\n" for line in found)
            (FOLDER / f"{name}.replies.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
