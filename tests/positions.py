"""Makers of positions that tests share: set-ups, and hand-set positions full of what is rare.

Every maker takes a `random.Random`; the same state of it makes the same position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import TypeVar

from advisor.errors import UsageError
from advisor.flashpoint.board import Board
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.rules import SPECIALISTS
from advisor.flashpoint.setup import SetUp, make
from advisor.flashpoint.squares import Edge, Square
from random_boards import any_board, any_rules

T = TypeVar("T")

LEVELS = ("family", "random-family", "recruit", "veteran", "heroic")
IDS = ("red", "blue", "green", "orange", "yellow", "black")


def set_up_position(rng: Random) -> Position | None:
    """Return the start of a game on one of the boards; None if no set-up came about on a board too small."""
    board = any_board(rng)
    rules, variants = any_rules(rng, board)
    try:
        setup = SetUp(
            board,
            rng.choice(LEVELS),
            rules=rules,
            variants=variants,
            firefighters=rng.randint(1, 6),
            goal=rng.choice((7, 7, 10, rng.randint(1, 10))),
            threat_markers=rng.choice((36, 36, 33, rng.randint(5, 36))),
            seed=rng.getrandbits(32),
        )
        position = make(setup).position
    except UsageError:  # a fault of the options' mix, which this maker does not look into
        return None
    return None if position.problems() else position


def rich_position(rng: Random, board: Board | None = None, rules: tuple[str, ...] | None = None) -> Position:
    """Return a sound hand-set position full of what is rare in games.

    Parameters
    ----------
    rng : Random
        Where all choices come from.
    board : Board, optional
        The board; else any.
    rules : tuple of str, optional
        The parts in play; else any.
    """
    if board is None:
        board = any_board(rng)
    while True:
        position = _Rich(rng, board, rules).position()
        if not position.problems():
            return position


class _Rich:
    """One attempt at a rich position: most come out sound, `problems()` tells which."""

    def __init__(self, rng: Random, board: Board, only_rules: tuple[str, ...] | None) -> None:
        self.rng, self.board = rng, board
        self.rules, self.variants = any_rules(rng, board)
        if only_rules is not None:
            self.rules = only_rules
            self.variants = tuple(
                v for v in self.variants if v != "hidden-hazards" or "hazmats" in only_rules
            )
        self.inside = [(r, c) for r in range(1, board.rows + 1) for c in range(1, board.columns + 1)]
        self.everywhere = list(product(range(board.rows + 2), range(board.columns + 2)))
        vehicles = "vehicles" in self.rules
        self.ambulance = rng.choice(board.ambulance_spots) if vehicles else None
        self.engine = rng.choice(board.engine_spots) if vehicles else None
        self.phase, self.cause = self._phase()
        self.flare_up = self.phase == "advance_fire" and "hot_spots" in self.rules and rng.random() < 0.6

    def position(self) -> Position:
        rng, board, hot = self.rng, self.board, "hot_spots" in self.rules
        threat_markers = rng.choice((36, 36, 33, rng.randint(0, 36)))
        fire, smoke = self._threats(threat_markers)
        crew = self._crew(fire)
        active = rng.randrange(len(crew))
        captain = crew[active].specialist == "captain" and self._is_acting()
        commanded = tuple(
            one.id for one in crew if captain and one is not crew[active] and rng.random() < 0.5
        )
        crew = self._out_of_fire(crew, active, commanded, fire)
        poi, at = self._poi(fire, crew, active)
        shown = sum(p.kind != "unknown" for p in poi)
        rescued, lost = rng.randint(0, 5), rng.choice((0, 0, 1, 2, 3, 3))
        victims = max(0, min(rng.choice((0, 1, 2, 4, 10)), 10 - shown - rescued - lost))
        false_alarms = max(rng.choice((0, 1, 2, 5)), min(5, len(poi) - shown - victims))
        hot_spots = self._some(self.inside, rng.choice((0.0, 0.2, 0.6)), 24) if hot else []
        return Position(
            board=board,
            rules=self.rules,
            variants=self.variants,
            goal=min(10, rng.choice((rescued + 1, rng.randint(rescued + 1, rescued + 1 + shown + victims)))),
            fire=fire,
            smoke=smoke,
            hot_spots=tuple(hot_spots),
            hot_spot_supply=min(rng.choice((0, 1, 6, 24)), 24 - len(hot_spots)) if hot else 0,
            threat_markers=threat_markers,
            hazmats=self._hazmats(fire, crew),
            damage=self._damage(),
            doors=tuple(
                (d, rng.choice(("open", "destroyed"))) for d in self._some(board.doors, rng.random(), 99)
            ),
            poi=tuple(poi),
            unrevealed_victims=victims,
            unrevealed_false_alarms=false_alarms,
            rescued=rescued,
            lost=lost,
            ambulance=self.ambulance.id if self.ambulance else None,
            engine=self.engine.id if self.engine else None,
            firefighters=tuple(crew),
            turn=self._turn(crew[active], commanded, at),
        )

    def _some(self, items: Sequence[T], share: float, most: int) -> list[T]:
        """Return about this share of the items, in their order."""
        return [item for item in items if self.rng.random() < share][:most]

    def _phase(self) -> tuple[str, str | None]:
        phases: list[tuple[str, str | None]] = [("action", None) for _ in range(12)]
        phases += [("advance_fire", None) for _ in range(3)]
        phases += [("replenish", None), ("reveal", "enter"), ("reveal", "fire"), ("reveal", "fire")]
        if "arrows" not in self.rules:
            phases.append(("reveal", "replenish"))
        if "specialists" in self.rules:
            phases.append(("reveal", "identify"))
        if "vehicles" in self.rules and "murphys-law" not in self.variants:
            phases.append(("deck_gun_roll", None))
            if "specialists" in self.rules:
                phases += [("deck_gun_choice", None), ("deck_gun_choice", None)]
        return self.rng.choice(phases)

    def _is_acting(self) -> bool:
        return self.phase in ("action", "deck_gun_roll", "deck_gun_choice") or self.cause in (
            "enter",
            "identify",
        )

    def _threats(self, most: int) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
        rng = self.rng
        fire_share, smoke_share = rng.choice(((0.1, 0.2), (0.3, 0.3), (0.6, 0.2), (0.9, 0.1), (0.05, 0.6)))
        fire: list[Square] = []
        smoke: list[Square] = []
        for square in rng.sample(self.inside, len(self.inside)):
            if len(fire) + len(smoke) == most:
                break
            die = rng.random()
            if die < fire_share:
                fire.append(square)
            elif die < fire_share + smoke_share:
                smoke.append(square)
        if self.flare_up or self.cause == "fire":
            ring = [square for square in self.everywhere if square not in self.inside]
            fire += self._some(rng.sample(ring, len(ring)), 0.15, most - len(fire) - len(smoke))
        return tuple(sorted(fire)), tuple(sorted(smoke))

    def _crew(self, fire: Sequence[Square]) -> list[Firefighter]:
        rng = self.rng
        count = rng.randint(1, 6)
        jobs: list[str | None] = [None] * count
        if "specialists" in self.rules:
            jobs = list(rng.sample(list(SPECIALISTS), count))
            if "driver" not in jobs and self.phase == "deck_gun_choice":
                jobs[0] = "driver"
        places = [self.everywhere, self.inside]
        places += [list(spot.squares) for spot in (self.ambulance, self.engine) if spot]
        if self.phase == "action" and fire:
            places.append(list(fire))
        return [
            Firefighter(IDS[i], rng.choice(rng.choice(places)), job, rng.choice((0, 0, 1, 2, 3, 4)))
            for i, job in enumerate(jobs)
        ]

    def _out_of_fire(
        self, crew: list[Firefighter], active: int, commanded: tuple[str, ...], fire: Sequence[Square]
    ) -> list[Firefighter]:
        """Return the crew with only those in fire that may be there, and no AP saved by one who acts."""
        calm = [square for square in self.everywhere if square not in fire]
        out = []
        for i, one in enumerate(crew):
            concerned = self.phase == "action" and (i == active or one.id in commanded)
            if one.at in fire and not (concerned or self.phase == "advance_fire"):
                one = replace(one, at=self.rng.choice(calm))
            if i == active and self._is_acting():
                one = replace(one, saved_ap=0)
            out.append(one)
        return out

    def _poi(
        self, fire: Sequence[Square], crew: Sequence[Firefighter], active: int
    ) -> tuple[list[Poi], Square | None]:
        """Return the POI and, of a reveal, its square: where it could have come about."""
        rng = self.rng
        standing = {one.at for one in crew}
        poi, at = [], None
        burning_is_fine = self.flare_up
        if self.phase == "reveal":
            where = {
                "enter": [crew[active].at],
                "identify": [s for s in self.inside if s not in standing and s not in fire],
                "replenish": [one.at for one in crew if one.at not in fire],
                "fire": [s for s in self.inside if s in fire],
            }[self.cause or ""]
            at = rng.choice([s for s in where if s in self.inside] or self.inside)
            poi.append(Poi(at, "unknown"))
        for _ in range(rng.randint(0, 3 - len(poi))):
            kind = rng.choice(("unknown", "victim", "treated" if "specialists" in self.rules else "victim"))
            if kind == "unknown":
                fit = [s for s in self.inside if s not in standing and s not in [p.at for p in poi]]
                if self.cause == "fire" and at is not None:  # revealed in reading order
                    fit = [s for s in fit if s > at or s not in fire]
            else:
                fit = self.everywhere if self.ambulance else self.inside
                heaps = [*standing, *[p.at for p in poi if p.kind != "unknown"] * 3]
                fit = [*fit, *[s for s in heaps if s in fit] * rng.choice((0, 3, 100))]
                fit = [s for s in fit if self.ambulance is None or s not in self.ambulance.squares]
            if not burning_is_fine and not (self.cause == "fire" and kind == "unknown"):
                fit = [s for s in fit if s not in fire]
            if fit:
                poi.append(Poi(rng.choice(fit), kind))
        return sorted(poi, key=lambda p: (p.at, ("unknown", "victim", "treated").index(p.kind))), at

    def _hazmats(self, fire: Sequence[Square], crew: Sequence[Firefighter]) -> tuple[Square, ...]:
        if "hazmats" not in self.rules or ("hidden-hazards" in self.variants and self.rng.random() < 0.7):
            return ()
        calm = [s for s in self.inside if s not in fire] if not self.flare_up else self.inside
        at_hand = [one.at for one in crew if one.at in calm]
        calm = [*calm, *at_hand * self.rng.choice((0, 3, len(calm)))]
        return tuple(sorted(self.rng.choice(calm) for _ in range(self.rng.randint(0, 6)) if calm))

    def _damage(self) -> tuple[tuple[Edge, int], ...]:
        rng, damage = self.rng, dict[Edge, int]()
        total = rng.choice((0, rng.randint(0, 12), rng.randint(12, 20), rng.randint(20, 23)))
        places = [wall for wall in self.board.walls for _ in range(2)]
        for wall in rng.sample(places, min(total, len(places))):
            damage[wall] = damage.get(wall, 0) + 1
        return tuple(sorted(damage.items()))

    def _turn(self, one: Firefighter, commanded: tuple[str, ...], at: Square | None) -> Turn:
        rng = self.rng
        turn = Turn(one.id, self.phase, at=at, cause=self.cause)
        if self.phase == "advance_fire":
            turn = replace(turn, flare_up=self.flare_up)
        if not self._is_acting():
            return turn
        base, free = 4, 0
        if one.specialist is not None:
            base, free = SPECIALISTS[one.specialist].base, SPECIALISTS[one.specialist].free
        acted = rng.random() < 0.5 or self.phase != "action"
        at_engine = self.engine is not None and one.at in self.engine.squares
        turn = replace(
            turn,
            ap=rng.randint(0, base + 4),
            free_ap=rng.randint(0, free),
            acted=acted or bool(commanded),
            began_at_engine=self.engine is not None and (at_engine or acted) and rng.random() < 0.8,
            commanded=commanded,
            cafs_command_ap=rng.randint(0, 1) if one.specialist == "captain" else 0,
        )
        return self._with_dice(turn, one.specialist == "driver") if "deck_gun" in self.phase else turn

    def _with_dice(self, turn: Turn, driver: bool) -> Turn:
        red, black = self.rng.randint(1, self.board.rows), self.rng.randint(1, self.board.columns)
        rolls: list[tuple[tuple[int | None, int | None], tuple[str, ...]]] = [((None, None), ())]
        if self.phase == "deck_gun_choice":
            rolls = [((red, black), ()), ((red, black), ("red",)), ((red, black), ("black",))]
        elif driver:
            rolls += [((None, None), ("red", "black")), ((red, None), ("red", "black"))]
            rolls += [((red, None), ("black",)), ((None, black), ("red",)), ((None, black), ("red", "black"))]
        dice, rerolled = self.rng.choice(rolls)
        return replace(turn, dice=dice, rerolled=rerolled)
