"""The start positions of the corpus come out of set-ups by section 10 (FP-10.1 to FP-10.8)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from advisor.flashpoint import bridge
from advisor.flashpoint.position import Position
from advisor.flashpoint.setup import LEVELS, SetUp, make
from advisor.flashpoint.squares import Square

GAMES = Path(__file__).parents[2] / "shared" / "conformance" / "games"


# The start positions of the corpus


CORPUS = sorted(GAMES.glob("set-up-*.json"))


@pytest.mark.shared
@pytest.mark.skipif(not CORPUS, reason="the corpus in ../shared is absent")
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_every_set_up_of_the_corpus_can_be_rolled_fp_10(path: Path) -> None:
    wanted = Position.from_json(json.loads(path.read_text(encoding="utf-8"))["position"])
    level = path.stem.removeprefix("set-up-").rpartition("-")[0]
    setup = SetUp(
        wanted.board,
        level,
        rules=wanted.rules,
        variants=wanted.variants,
        ids=[one.id for one in wanted.firefighters],
        specialists=[one.specialist for one in wanted.firefighters],
        squares=[one.at for one in wanted.firefighters],
        ambulance=wanted.ambulance,
        engine=wanted.engine,
        goal=wanted.goal,
        threat_markers=wanted.threat_markers,
    )
    if level == "family":
        assert make(setup).position == wanted
        return
    found = rolled(setup, wanted)
    assert found is not None, "no dice lead to these explosions"
    dice, hot_spots = found
    for square in (*wanted.hazmats, *(poi.at for poi in wanted.poi), *hot_spots):
        dice += square
    assert make(setup, dice).position == wanted


def rolled(setup: SetUp, wanted: Position) -> tuple[list[int], list[Square]] | None:
    """Return dice that lead to the explosions of a start position, and its further hot spots."""
    board, level = wanted.board, LEVELS[setup.level]
    squares = [(row, column) for row in range(1, board.rows + 1) for column in range(1, board.columns + 1)]
    start = make(SetUp(board, rules=(), threat_markers=0)).position
    start = Position.from_json(start.to_json() | {"threat_markers": wanted.threat_markers, "poi": []})

    def fits(position: Position) -> bool:
        inside = {square for square in position.fire if board.is_inside(square)}
        damage, doors = dict(wanted.damage), dict(wanted.doors)
        return (
            inside <= set(wanted.fire)
            and all(damage.get(wall, 0) >= markers for wall, markers in position.damage)
            and all(door in doors for door, _ in position.doors)
        )

    def search(position: Position, targets: list[Square], black: int) -> list[int] | None:
        number = len(targets)
        if number == level.explosions:
            done = bridge.clear_outside_fire(position)
            same = (done.fire, done.damage, done.doors) == (wanted.fire, wanted.damage, wanted.doors)
            return [] if same else None
        column = board.columns + 1 - black
        full = all((row, column) in position.fire for row in range(1, board.rows + 1))
        for target in squares if number else dict.fromkeys(board.first_explosion):
            if target in position.fire or (number == 2 and not full and target[1] != column):
                continue
            if level.experienced and wanted.hot_spots and target not in wanted.hot_spots:
                continue
            after = bridge.setup_explosion(position, target, level.experienced)
            if not fits(after):
                continue
            if number == 0:
                dice = [board.first_explosion.index(target) + 1]
            else:
                dice = [target[0]] if number == 2 and not full else list(target)
            targets.append(target)
            rest = search(after, targets, target[1])
            if rest is not None:
                return dice + rest
            targets.pop()
        return None

    targets: list[Square] = []
    dice = search(start, targets, 0)
    return None if dice is None else (dice, [at for at in wanted.hot_spots if at not in targets])
