"""``advisor new``: a start position, and the dice of its set-up one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from advisor.errors import PositionError, UsageError
from advisor.files import counted, dump_json, in_file, read_json, short, write_text
from advisor.shell.options import SeedOption, only_one, whole
from advisor.shell.output import emit, say

if TYPE_CHECKING:
    from advisor.flashpoint.board import Board
    from advisor.flashpoint.setup import SetUpResult

__all__ = ["new", "parts_of"]

_CREW: Final = 3
_FLAGS: Final = {
    "level": "--level", "rules": "--rules", "variants": "--variants", "firefighters": "--firefighters",
    "ids": "--ids", "specialists": "--specialist", "squares": "--start", "ambulance": "--ambulance",
    "engine": "--engine", "goal": "--goal", "threat markers": "--threat-markers", "seed": "--seed",
    "dice": "--dice",
}  # fmt: skip
"""Flags by the names that the set-up gives its options."""


def _levels() -> list[str]:
    from advisor.flashpoint.setup_options import LEVELS

    return list(LEVELS)


def _boards() -> list[str]:
    from advisor.flashpoint.board import board_ids

    return list(board_ids())


LevelOption = Annotated[
    str,
    typer.Option(
        "--level", "-l", metavar="LEVEL", autocompletion=_levels,
        help="family, random-family, recruit, veteran or heroic.",
    ),
]  # fmt: skip
BoardOption = Annotated[
    str,
    typer.Option(
        "--board",
        "-b",
        metavar="BOARD",
        autocompletion=_boards,
        help="A board's id, or a file with a board.",
    ),
]
CrewOption = Annotated[
    str | None,
    typer.Option("--firefighters", "-n", metavar="NUMBER", help="How many firefighters, 1 to 6; else 3."),
]
IdsOption = Annotated[
    str | None, typer.Option("--ids", metavar="NAMES", help="Their names in the order of play: ann,bob,cid.")
]
SpecialistOption = Annotated[
    list[str] | None,
    typer.Option(
        "--specialist", metavar="[NAME=]SPECIALIST",
        help="A specialist, of a firefighter (red=paramedic) or of the next seat; again for others. "
        "All others draw theirs.",
    ),
]  # fmt: skip
StartOption = Annotated[
    list[str] | None,
    typer.Option(
        "--start", metavar="[NAME=]SQUARE",
        help="A starting square, of a firefighter (red=0,5) or of the next seat; again for others.",
    ),
]  # fmt: skip
RulesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rules", metavar="PARTS",
        help="Parts of the experienced rules, with commas: specialists, hazmats, vehicles, hot_spots, "
        "arrows; or all, or none. Else those of the level.",
    ),
]  # fmt: skip
VariantsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--variants", metavar="VARIANTS", help="Variants: small-station, murphys-law, hidden-hazards."
    ),
]
AmbulanceOption = Annotated[
    str | None, typer.Option("--ambulance", metavar="SPOT", help="Where the ambulance parks.")
]
EngineOption = Annotated[str | None, typer.Option("--engine", metavar="SPOT", help="Where the engine parks.")]
GoalOption = Annotated[
    str,
    typer.Option("--goal", metavar="NUMBER", help="Rescued victims that win; 10 is a perfect game."),
]
ThreatOption = Annotated[
    str,
    typer.Option(
        "--threat-markers", metavar="NUMBER", help="Threat markers in the box (33 in an early printing)."
    ),
]
DiceOption = Annotated[
    str | None,
    typer.Option(
        "--dice", metavar="NUMBERS",
        help="The dice as the table has rolled them, in the order of rolling, red before black: '3 4 2 6'.",
    ),
]  # fmt: skip
OutOption = Annotated[
    str | None, typer.Option("--out", "-o", metavar="FILE", help="Write the position to a file instead.")
]
StringOption = Annotated[
    bool, typer.Option("--string", help="The position as a position string, not as JSON.")
]
StepsOption = Annotated[
    bool,
    typer.Option(
        "--steps",
        help="Print the set-up step by step in words; then, without --out, the position string.",
    ),
]
JsonOption = Annotated[
    bool,
    typer.Option("--json", help="With --steps: JSON with steps, dice and position instead."),
]


def new(
    level: LevelOption = "family",
    board: BoardOption = "base-1",
    firefighters: CrewOption = None,
    ids: IdsOption = None,
    specialist: SpecialistOption = None,
    start: StartOption = None,
    rules: RulesOption = None,
    variants: VariantsOption = None,
    ambulance: AmbulanceOption = None,
    engine: EngineOption = None,
    goal: GoalOption = "7",
    threat_markers: ThreatOption = "36",
    seed: SeedOption = "0",
    dice: DiceOption = None,
    out: OutOption = None,
    string: StringOption = False,
    steps: StepsOption = False,
    json: JsonOption = False,
) -> None:
    """Make a start position by section 10 of the rules and print it as JSON.

    The same options and seed make the same position, another --seed another one.
    With --steps a table can lay out its board along with the dice.
    """
    from advisor.flashpoint.setup import SetUp, make

    only_one(string=string, json=json)
    crew = None if firefighters is None else whole("--firefighters", firefighters, 1, 6)
    names = [] if ids is None else ids.split(",")
    seats = _seats(names, crew)
    try:
        setup = SetUp(
            _board(board),
            level,
            rules=None if rules is None else parts_of(rules),
            variants=_words(variants or ()),
            firefighters=crew,
            ids=names,
            specialists=_by_seat("--specialist", specialist or (), seats),
            squares=_by_seat("--start", start or (), seats),
            ambulance=ambulance,
            engine=engine,
            goal=whole("--goal", goal, 1, 10),
            threat_markers=whole("--threat-markers", threat_markers, 0, 36),
            seed=whole("--seed", seed),
        )
        made = make(setup, None if dice is None else _dice(dice))
    except UsageError as error:
        raise UsageError(_with_flag(str(error))) from None
    problems = made.position.problems()
    if problems:
        raise PositionError(problems)
    _print(made, out, string=string, steps=steps, json=json)


def _print(made: SetUpResult, out: str | None, *, string: bool, steps: bool, json: bool) -> None:
    position = made.position.to_string() + "\n" if string else dump_json(made.position.to_json())
    if out is not None:
        write_text(out, position)
    if steps and json:
        data = {"steps": made.steps_as_json(), "dice": list(made.dice), "position": made.position.to_json()}
        emit(dump_json(data), end="")
    elif steps:
        say(str(step) for step in made.steps)
        if out is None:
            emit(made.position.to_string())
    elif out is None:
        emit(position, end="")


def _board(named: str) -> Board:
    from advisor.flashpoint.board import Board, board_ids

    if named in board_ids():
        return Board.shipped(named)
    if named != "-" and not named.endswith(".json") and "/" not in named and not Path(named).is_file():
        known = ", ".join(board_ids())
        raise UsageError(f"--board: {short(named)}, expected a file or one of {known}")
    value = read_json(named)
    with in_file(named):
        return Board.from_json(value)


def _words(texts: Sequence[str]) -> list[str]:
    return [word.strip() for text in texts for word in text.split(",")]


def parts_of(texts: Sequence[str]) -> list[str]:
    """Return the parts of the rules that ``--rules`` names: ``all``, ``none``, or a list with commas."""
    from advisor.flashpoint.rules import EXPERIENCED

    words = _words(texts)
    if words == ["all"]:
        return list(EXPERIENCED)
    return [] if words == ["none"] else words


def _seats(names: Sequence[str], crew: int | None) -> tuple[str, ...]:
    from advisor.flashpoint.setup_options import FIREFIGHTERS

    return tuple(names) or FIREFIGHTERS[: crew or _CREW]


def _by_seat(flag: str, entries: Sequence[str], seats: Sequence[str]) -> list[str | None]:
    """Put what was given for each firefighter in the order of the seats."""
    found: dict[str, str] = {}
    unnamed = [entry for entry in entries if "=" not in entry]
    for name, _, value in (entry.partition("=") for entry in entries if "=" in entry):
        if name not in seats:
            raise UsageError(f"{flag}: {short(name)}, expected a firefighter, one of {', '.join(seats)}")
        if name in found:
            raise UsageError(f"{flag}: {short(name)} twice, expected each firefighter once")
        found[name] = value
    free = [name for name in seats if name not in found]
    if len(unnamed) > len(free):
        crew = counted(len(seats), "firefighter")
        raise UsageError(f"{flag}: {len(entries)} given, expected at most one for each of {crew}")
    found.update(zip(free, unnamed, strict=False))
    return [found.get(name) for name in seats]


def _dice(text: str) -> list[int]:
    return [whole("--dice", word, 1, 12) for word in re.split(r"[\s,]+", text.strip()) if word]


def _with_flag(message: str) -> str:
    """Name the flag where the set-up names its option."""
    head, colon, rest = message.partition(": ")
    return f"{_FLAGS.get(head, head)}{colon}{rest}"
