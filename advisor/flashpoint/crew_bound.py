"""A lower bound: in how many turns the goal could be reached at best if the fire stood still.

It is a bound because whatever it leaves out only makes things slower: each victim asks for its own AP and its
own time, a firefighter is helped by everybody, what blocks a way is paid for once (by the way of one victim),
every POI is a victim as long as there are any, and new ones come where they are nearest.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, count
from typing import Final

from advisor.flashpoint.bridge import to_state
from advisor.flashpoint.graph import Prices
from advisor.flashpoint.pace import BASE_AP
from advisor.flashpoint.position import Firefighter, Poi, Position
from advisor.flashpoint.routes import DRIVE_AP, havens
from advisor.flashpoint.rules import MAX_SAVED, POI_ON_BOARD, SPECIALISTS
from advisor.flashpoint.squares import Square

__all__ = ["least_turns"]

_MOST_INCOME: Final = 7
"""AP that a turn brings at most for what serves a rescue, whoever it is (Rescue Specialist, 4 + 3)."""
_CHANGE: Final = 5
"""AP that a change of specialist brings at most in the turn under way (FP-6.9)."""
_FAR: Final = 10**6


def least_turns(position: Position) -> int:
    """Return a number of turns, the one under way included, in which fewer the goal cannot be reached.

    Parameters
    ----------
    position : Position
        Somebody is acting.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> least_turns(set_up(SetUp(Board.shipped("hut"))).position)
    4
    """
    return _Bound(position).turns()


class _Bound:
    """The bound for one position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        crew = position.firefighters
        experienced = "specialists" in position.rules
        jobs = {one.specialist for one in crew}
        self.changes = (
            experienced and "vehicles" in position.rules and "small-station" not in position.variants
        )
        self.has_gun = "vehicles" in position.rules and "murphys-law" not in position.variants
        treats = self.changes or "paramedic" in jobs
        self.alone = 1 if treats else 2  # AP of a step with one victim
        # ... and of each of two that are taken along in one move (FP-4.5)
        self.together = 1 if treats or any(poi.kind == "treated" for poi in position.poi) else 2
        self.chop = 1 if self.changes or "rescue" in jobs else 2
        first = [one.id for one in crew].index(position.turn.firefighter)
        self.order = [*crew[first:], *crew[:first]]
        self.captains = {one.id for one in crew if self.changes or one.specialist == "captain"}
        self.havens = havens(position)
        self.state = to_state(position)
        self.width = position.board.columns + 2
        self.distances = lru_cache(maxsize=64)(self._distances)

    def turns(self) -> int:
        """The bound."""
        position, need = self.position, self.position.goal - self.position.rescued
        if need <= 0:
            return 0
        face_down = sum(poi.kind == "unknown" for poi in position.poi)
        supply = position.unrevealed_victims + position.unrevealed_false_alarms - face_down
        sure = sum(poi.kind != "unknown" for poi in position.poi)
        # hidden victims are in the supply or on the board, where the bound puts them as it likes
        best = _FAR
        for size in range(min(need, len(position.poi)) + 1):
            for chosen in combinations(position.poi, size):
                unknown = sum(poi.kind == "unknown" for poi in chosen)
                new = need - size
                if new > supply or unknown + new > position.unrevealed_victims:
                    continue
                best = min(best, self._for(chosen, new))
        return best if best < _FAR else max(1, -(-(need - sure) // POI_ON_BOARD))

    def _for(self, chosen: tuple[Poi, ...], new: int) -> int:
        """The turns for some POI of the board and a number of new ones."""
        least = max((self._for_one(poi) for poi in chosen), default=1)
        if new:  # the first ones come after this turn, three a turn at most (FP-8.1)
            least = max(least, 1 + -(-new // POI_ON_BOARD))
        shares = [self._shares(poi, self.together) for poi in chosen]
        wanted = sum(bare for bare, _, _ in shares) + new * self.together
        wanted += max((full - bare for bare, full, _ in shares), default=0)
        wanted += min((reach for _, _, reach in shares), default=0)
        return self._turns_for(wanted, least)

    def _shares(self, poi: Poi, step: int) -> tuple[int, int, int]:
        """AP for a POI: of the bare steps, with all that blocks its way, and until somebody is there."""
        bare, full = self._carrying(poi, step, bare=True), self._carrying(poi, step, bare=False)
        reach = min(self._apart(one, poi.at) for one in self.order) if bare else 0
        return bare, full, reach

    def _for_one(self, poi: Poi) -> int:
        """The turns for one POI: somebody gets there by its own AP, then it is brought out by everybody's."""
        bare, full, _ = self._shares(poi, 1 if poi.kind == "treated" else self.alone)
        if not bare:  # nobody has to get there: the ambulance may come to it
            return self._turns_for(full, 1)
        least = self._turns_for(full + min(self._reach(one, poi.at, bare=True) for one in self.order), 1)
        least = max(
            least, self._turns_for(bare + min(self._reach(one, poi.at, bare=False) for one in self.order), 1)
        )
        return max(least, min(self._by(one, poi.at, bare) for one in self.order))

    def _by(self, one: Firefighter, at: Square, carrying: int) -> int:
        """The turns if this firefighter is the first at a POI."""
        walking, own = self._apart(one, at), 0
        for turn in count(1):
            mover = self._of(turn)
            if mover.id == one.id or mover.id in self.captains:
                own += self._income(turn)
                if turn <= len(self.order):
                    own += self._stock(mover, turn)
            if own >= walking:
                break
        left = own - walking
        met = {self._of(earlier).id for earlier in range(1, turn + 1)}
        for later in count(turn + 1):
            if left >= carrying:
                return later - 1
            mover = self._of(later)
            left += self._income(later)
            if later <= turn + len(self.order) and mover.id != one.id:
                left += MAX_SAVED if mover.id in met else self._stock(mover, later)
        raise AssertionError("time is endless")

    def _turns_for(self, wanted: int, least: int) -> int:
        """The first turn, not before `least`, by whose end all AP together suffice."""
        total = 0
        for turn in count(1):
            total += self._income(turn)
            if turn <= len(self.order):
                total += self._stock(self._of(turn), turn)
            if total >= wanted and turn >= least:
                return turn
        raise AssertionError("time is endless")

    def _of(self, turn: int) -> Firefighter:
        return self.order[(turn - 1) % len(self.order)]

    def _income(self, turn: int) -> int:
        """AP that a turn brings, free AP included; in the one under way those that are left."""
        one = self._of(turn)
        if turn == 1:
            now = self.position.turn
            return now.ap + now.free_ap + (_CHANGE if self.changes else 0)
        if self.changes:
            return _MOST_INCOME
        special = SPECIALISTS.get(one.specialist or "")
        return BASE_AP if special is None else special.base + special.free

    def _stock(self, one: Firefighter, turn: int) -> int:
        """AP saved before its first turn."""
        return 0 if turn == 1 else one.saved_ap

    # --- ways ---------------------------------------------------------------------------------------------

    def _carrying(self, poi: Poi, step: int, *, bare: bool) -> int:
        """AP to bring a POI to safety; `bare`: of the steps alone, as if nothing blocked."""
        best = _FAR
        for haven in self.havens:
            if bare:
                way = step * min(_manhattan(poi.at, square) for square in haven.squares)
            else:
                cost = self.distances(poi.at, step)
                way = min(cost[r * self.width + c] for r, c in haven.squares) + DRIVE_AP * haven.drives
            best = min(best, way)
        return best

    def _reach(self, one: Firefighter, at: Square, *, bare: bool) -> int:
        """AP until a firefighter is at a square; `bare`: of the steps alone."""
        if bare or "vehicles" in self.position.rules:
            return self._apart(one, at)
        return self.distances(one.at, 1)[at[0] * self.width + at[1]]

    def _apart(self, one: Firefighter, at: Square) -> int:
        """Steps between a firefighter and a square, whatever blocks; with vehicles it rides for nothing."""
        apart = _manhattan(one.at, at)
        if "vehicles" not in self.position.rules:
            return apart
        board = self.position.board
        spots = [s for spot in (*board.ambulance_spots, *board.engine_spots) for s in spot.squares]
        to_spot = min(_manhattan(one.at, square) for square in spots)
        return min(apart, to_spot + min(_manhattan(square, at) for square in spots))

    def _distances(self, start: Square, step: int) -> bytes:
        """The core's AP from a square at the lowest prices that anybody pays, with every help."""
        state = self.state
        burning = step if self.has_gun else step + 1
        prices = Prices(step, burning, self.chop, 1)
        return state.distances(start, prices.chop, prices.step, prices.burning)


def _manhattan(a: Square, b: Square) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
