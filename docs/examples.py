"""Writes docs/examples.md and its pictures: ``make examples``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from advisor.analysis import Analysis
from advisor.flashpoint.adapter import GAME
from advisor.flashpoint.draw import board_svg, turn_words
from advisor.flashpoint.load import load_position
from advisor.flashpoint.position import Position
from advisor.search.engines import Request, search_turn
from advisor.search.levels import DEFAULT
from advisor.search.outlook import with_outlook
from advisor.search.reasons import with_reasons
from advisor.shell.outlook_text import map_runs
from advisor.shell.plan_text import analysis_lines
from advisor.shell.reason_text import equal_lines
from advisor.words import LANGUAGES, SOURCE, speaking

HERE: Final = Path(__file__).parent
POSITIONS: Final = HERE.parent / "data" / "positions"

SHOWN: Final = {
    "family-start": "The first turn of a family game",
    "family-middle": "A victim at hand, 6 AP",
    "nearly-collapsed": "The last damage markers",
    "puzzle-cottage": "Win this turn",
    "recruit-start": "The first turn with all rules",
    "veteran-start": "The deck gun first?",
    "heroic-start": "Long odds",
    "captain": "The Fire Captain commands",
    "driver-at-the-engine": "The Driver/Operator at the engine",
    "race-to-the-ambulance": "A victim, and an ambulance some way off",
}
"""The positions of the page, with a heading each."""

IN_ALL_LANGUAGES: Final = "nearly-collapsed"
PLANS: Final = 3
WIDTH: Final = 100

HEAD: Final = f"""# Ten positions

Made by `make examples` (`docs/examples.py`): what `advisor advise FILE --top {PLANS} --no-split` says of
positions that ship, at the usual level (`{DEFAULT}`), and the map of the coming roll after the best plan
(`advisor map FILE`). Under the best plan stand the reasons for it: contrasts with the next plan that can be
told from it, which the search has computed, the weightiest first ([how](design.md#reasons)).
"""


def main() -> None:
    """Write the page and its pictures."""
    (HERE / "pictures").mkdir(exist_ok=True)
    parts = [HEAD]
    for name, title in SHOWN.items():
        position = load_position(POSITIONS / f"{name}.json")
        picture = board_svg(position, theme="light", prefix=f"{name}-")
        (HERE / "pictures" / f"{name}.svg").write_text(f"{picture}\n", encoding="utf-8")
        parts.append("\n".join(_section(name, title, position)))
    (HERE / "examples.md").write_text("\n".join(parts), encoding="utf-8")


def _section(name: str, title: str, position: Position) -> Iterator[str]:
    yield f"## {title}\n"
    yield f"`data/positions/{name}.json`\n"
    yield f"![{turn_words(position)}](pictures/{name}.svg)\n"
    for code, called in LANGUAGES.items():
        if code != SOURCE and name != IN_ALL_LANGUAGES:
            continue
        with speaking(code):
            found = search_turn(GAME, position, Request(level=DEFAULT, threads=2), top=PLANS)
            found = with_outlook(GAME, position, with_reasons(GAME, position, found), maps=True)
            if name == IN_ALL_LANGUAGES:
                yield f"### {called}\n"
            yield from _block(_plans(position, found))
            yield from _block(_map(found))


def _block(lines: Iterator[str]) -> Iterator[str]:
    yield "```text"
    yield from lines
    yield "```\n"


def _plans(position: Position, found: Analysis) -> Iterator[str]:
    """The plans with their reasons, without what the search did: its seconds are never the same."""
    told = list(analysis_lines(found, turn_words(position), width=WIDTH))
    last = len(told) - 1 - told[::-1].index("")
    yield from islice(told, last)
    yield from equal_lines(found, WIDTH)


def _map(found: Analysis) -> Iterator[str]:
    drawn = found.plans[0].map
    if drawn is not None:
        for line in map_runs(drawn, GAME.effect_kinds, found.measure, width=WIDTH):
            yield "".join(text for text, _style in line)


if __name__ == "__main__":
    main()
