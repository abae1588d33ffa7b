"""``advisor replay``: a recorded game, event by event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from advisor.shell.options import AsciiOption, JsonlOption, NoColourOption, WidthOption, columns
from advisor.shell.output import emit, say
from advisor.shell.source import read_record, source_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.flashpoint.bridge import Replay
    from advisor.flashpoint.position import Position
    from advisor.flashpoint.record import Record

__all__ = ["replay"]

RecordArgument = Annotated[
    str, typer.Argument(metavar="RECORD", help="A file with a game record, or - for standard input.")
]
LegalOption = Annotated[bool, typer.Option("--legal", help="With the legal actions of each position.")]


def replay(
    record: RecordArgument,
    jsonl: JsonlOption = False,
    legal: LegalOption = False,
    no_colour: NoColourOption = False,
    ascii_only: AsciiOption = False,
    width: WidthOption = None,
) -> None:
    """Replay a recorded game: every event in words and what it changed, then the last position.

    With --jsonl a line {"n": 1, "event": "move 1,6", "position": {...}} each,
    the start position first; with --legal each line also has "legal".

    The first event that is not legal is refused by its number, its text and
    the clause that forbids it, after the lines before it.
    """
    wanted = columns(width)
    found = read_record(record)
    if jsonl:
        _as_json(record, found, legal)
        return
    from advisor.shell.show import picture

    last = _in_words(record, found, legal)
    emit("")
    picture(last, ascii_only=ascii_only, no_colour=no_colour, width=wanted)


def _steps(source: str, record: Record) -> Iterator[tuple[int, str | None, Replay]]:
    """Yield the number, the text and the game after each event, first the start."""
    from advisor.errors import IllegalEvent
    from advisor.flashpoint.bridge import Replay

    game = Replay(record.position)
    yield 0, None, game
    for number, text in enumerate(record.events, 1):
        with source_named(source):
            try:
                game.step(text)
            except IllegalEvent as error:
                raise IllegalEvent(text, error.reason, error.clause, number) from None
        yield number, text, game


def _as_json(source: str, record: Record, legal: bool) -> None:
    from advisor.files import dump_line

    for number, event, game in _steps(source, record):
        line: dict[str, object] = {"n": number, "event": event, "position": game.position.to_json()}
        if legal:
            line["legal"] = game.legal()
        emit(dump_line(line))


def _in_words(source: str, record: Record, legal: bool) -> Position:
    from advisor.flashpoint.draw import turn_words
    from advisor.flashpoint.event_words import describe
    from advisor.shell.changes import changes

    before = record.position
    if record.title:
        say([record.title])
    digits = max(3, len(str(len(record.events))))
    width = min(32, max((len(text) for text in record.events), default=0))
    indent = " " * (digits + 4)
    for number, event, game in _steps(source, record):
        if event is None:
            say([f"{0:{digits}}  {turn_words(before)}"])
        else:
            after = game.position
            say([f"{number:{digits}}  {event:<{width}}  {describe(event, before)}"])
            say(f"{indent}{change}" for change in changes(event, before, after))
            before = after
        if legal:
            say(f"{indent}can {text} ({cost})" for text, cost in game.legal())
    return before
