"""Plans of the crew on random positions: acted out event by event in the core, timed, held against the bound.

As a command::

    python tests/crew_replay.py --count 500 --seed 1

prints what was seen; the first plan that does not hold ends it with the position and exit status 1. Half of
the positions are on the base boards, the others on boards of any size.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import positions
from advisor.flashpoint.board import Board
from advisor.flashpoint.bridge import clear_outside_fire
from advisor.flashpoint.crew import plan_crew, team_plan
from advisor.flashpoint.crew_events import Performance
from advisor.flashpoint.position import Position
from advisor.guidance import TeamPlan


@dataclass(slots=True)
class Seen:
    """What came up."""

    seconds: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    optimal: int = 0
    complete: int = 0
    rescues: int = 0
    won: int = 0
    kinds: set[str] = field(default_factory=set)


def decisions(rng: Random) -> Iterator[Position]:
    """Yield random positions in which somebody decides: hand-set ones, starts of games among them."""
    while True:
        board = Board.shipped(rng.choice(("base-1", "base-2"))) if rng.random() < 0.5 else None
        found: Position | None
        if board is None and rng.random() < 0.3:
            found = positions.set_up_position(rng)
        else:
            found = clear_outside_fire(positions.rich_position(rng, board))
        if found is not None and found.turn.phase in ("action", "deck_gun_choice"):
            yield found


def check(position: Position, seen: Seen) -> TeamPlan:
    """Make a plan and act it out.

    Raises
    ------
    AssertionError, IllegalEvent
        If something that it promises does not hold.
    """
    began, clock = time.perf_counter(), time.process_time()
    told = team_plan(position)
    seen.seconds.append(time.process_time() - clock)
    seen.wall.append(time.perf_counter() - began)
    plan = plan_crew(position, candidates=1)
    Performance(plan.position, plan.choice.columns, "false-alarm").all()
    acted = Performance(plan.position, plan.choice.columns).all()
    assert told.steps[len(told.steps) - len(acted.steps) :] == tuple(acted.steps)
    errands = [errand for column in plan.choice.columns for errand in column.errands]
    seen.kinds |= {errand.job.kind for errand in errands}
    rescues = sum(errand.job.kind in ("rescue", "lead") for errand in errands)
    hidden = sum(poi.kind == "unknown" for poi in position.poi)
    if hidden <= position.unrevealed_victims and not acted.position.is_over:
        assert acted.position.rescued >= plan.position.rescued + rescues, "a rescue did not come about"
    for line in told.candidates:
        here = position
        for event in line:
            here = here.apply(event)
        assert not here.legal(), "a candidate stops within the turn"
    if acted.position.turn.reason == "rescued":
        assert acted.steps[-1].turn >= told.least_turns, "the bound is above what was done"
        seen.won += 1
    seen.optimal += told.optimal
    seen.complete += told.complete
    seen.rescues += rescues
    return told


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="crew_replay", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="positions")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    seen, rng = Seen(), Random(options.seed)
    source = decisions(rng)
    check(next(source), Seen())  # the solver is imported once
    for number in range(options.count):
        position = next(source)
        try:
            check(position, seen)
        except Exception as error:  # noqa: BLE001 - whatever it is, the position is what helps
            print(f"position {number}: {error}\n{position.to_string()}")
            return 1
    cpu, wall = sorted(seen.seconds), sorted(seen.wall)
    last = int(0.95 * len(cpu))
    print(f"{len(cpu)} plans acted out, {seen.rescues} rescues, {seen.won} games won within the plan")
    print(f"proven best: {seen.optimal}, with every timetable looked at: {seen.complete}")
    print(
        f"CPU seconds: median {cpu[len(cpu) // 2]:.3f}, 95 of 100 below {cpu[last]:.3f}, most {cpu[-1]:.3f}"
    )
    print(f"wall seconds: median {wall[len(wall) // 2]:.3f}, 95 of 100 below {wall[last]:.3f}")
    print(f"jobs: {', '.join(sorted(seen.kinds))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
