"""The set-up of a game by section 10 of the rules: dice, draws, and the start position they make.

`make` follows the rulebook's order: explosions, hazmats, POI, specialists, further hot spots, then vehicles
and firefighters. Every roll and every draw is a `Step` of its own, so a table can lay out its board along
with it, or enter the dice that it rolled itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from advisor.errors import UsageError
from advisor.files import short
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.rules import POI_ON_BOARD, POOL_FALSE_ALARMS, POOL_VICTIMS, SPECIALISTS
from advisor.flashpoint.setup_dice import Dice, draw_specialists
from advisor.flashpoint.setup_options import FIREFIGHTERS, LEVELS, Options, SetUp, options
from advisor.flashpoint.setup_places import ambulance_spot, engine_spot, spot_squares, starting_squares
from advisor.flashpoint.setup_steps import Effect, Step, effects, listed, ordinal
from advisor.flashpoint.squares import Square, square_text

__all__ = ["FIREFIGHTERS", "LEVELS", "Effect", "SetUp", "SetUpResult", "Step", "make"]

_BASE_AP = 4  # FP-3.1, without specialists


@dataclass(frozen=True, slots=True)
class _Rolled:
    """A target that was found: the square, the dice rolled for it, and how one says so."""

    square: Square
    red: int | None
    black: int | None
    words: str


@dataclass(frozen=True, slots=True)
class SetUpResult:
    """A set-up that has been made.

    Attributes
    ----------
    position : Position
        The start position: action phase of the first firefighter.
    steps : tuple of Step
        What was rolled, drawn and placed, in this order.
    dice : tuple of int
        All dice in the order of rolling; given to `make` with the same options they make the same set-up.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> made = set_up(SetUp(Board.shipped("base-1"), "recruit", seed=7))
    >>> made.dice[:3], str(made.steps[0])
    ((1, 4, 3), 'all 8 doors are closed')
    """

    position: Position
    steps: tuple[Step, ...]
    dice: tuple[int, ...]

    def steps_as_json(self) -> list[dict[str, Any]]:
        """Return the steps as JSON data.

        Examples
        --------
        >>> from advisor.flashpoint import Board, SetUp, set_up
        >>> made = set_up(SetUp(Board.shipped("hut")))
        >>> made.steps_as_json()[0]["text"]
        'all 2 doors are closed'
        """
        return [step.as_json() for step in self.steps]


def make(setup: SetUp, dice: Iterable[int] | None = None) -> SetUpResult:
    """Set up a game.

    Parameters
    ----------
    setup : SetUp
        What the table chose. The same options make the same set-up, its seed included.
    dice : iterable of int, optional
        The dice as they were rolled, in the order of rolling, red before black where both are. Left out,
        they come from the seed. Specialists are always drawn by the seed unless they are named.

    Returns
    -------
    SetUpResult
        The start position and the steps to it.

    Raises
    ------
    UsageError
        If a die given is missing, left over or no such die, or if something has nowhere to go: on a small
        board every square can be on fire before the set-up is complete, and the rules do not say what then.

    Examples
    --------
    >>> from advisor.flashpoint.board import Board
    >>> setup = SetUp(Board.shipped("base-1"), "recruit", ids=["ann", "bob"], specialists=["driver"], seed=7)
    >>> made = make(setup)
    >>> len(made.position.hot_spots), len(made.position.hazmats), made.position.firefighters[0].specialist
    (3, 3, 'driver')
    >>> make(setup, dice=made.dice) == made
    True
    """
    return _Making(setup, dice).run()


class _Making:
    """A set-up under way: the position so far and the steps so far."""

    def __init__(self, setup: SetUp, given: Iterable[int] | None) -> None:
        chosen = options(setup)
        random = Random(setup.seed)
        self.chosen, self.level, self.board = chosen, chosen.level, chosen.board
        # Drawn before any die is rolled: dice that a table gives then leave the draws as they are.
        self.specialists: tuple[str | None, ...] = chosen.specialists
        if "specialists" in chosen.rules:
            self.specialists = draw_specialists(random, chosen.specialists)
        self.dice = Dice(random, given)
        self.steps: list[Step] = []
        self.position = _empty(setup, chosen, self.specialists)

    def run(self) -> SetUpResult:
        """Take all steps in the rulebook's order."""
        self._say("doors", f"all {len(self.board.doors)} doors are closed")
        self._say(
            "pool",
            "2 victims and 1 false alarm stay in the box, "
            f"{POOL_VICTIMS} and {POOL_FALSE_ALARMS} are mixed face down",
        )
        if self.level.explosions:
            self._explosions()
        else:
            self._board_file()
        if self.level.experienced:
            self._hazmats()
        if self.level.explosions:
            self._poi()
        self._crew()
        self._hot_spots()
        self._vehicles()
        self._firefighters()
        self.dice.finish()
        return SetUpResult(self.position, tuple(self.steps), self.dice.rolled)

    def _say(self, kind: str, text: str, **data: Any) -> None:
        self.steps.append(Step(kind, text, **data))

    def _put(self, **changes: Any) -> None:
        self.position = replace(self.position, **changes)

    def _board_file(self) -> None:
        """Fire and POI of the family set-up (FP-10.2), fire as far as there are markers (FP-1.6)."""
        fire, poi = self.board.family_fire, self.board.family_poi
        placed, left = fire[: self.position.threat_markers], fire[self.position.threat_markers :]
        self._put(fire=placed, poi=tuple(Poi(square, "unknown") for square in poi))
        missing = f"; no threat markers are left for {listed(left)}" if left else ""
        self._say("fire", f"fire: {listed(placed) or 'none'}{missing}", squares=placed)
        for number, square in enumerate(poi, 1):
            self._say("poi", f"POI {number}: {square_text(square)}", number=number, squares=(square,))

    def _explosions(self) -> None:
        """The explosions (FP-10.4), then no fire is left outside (FP-5.8 c)."""
        from advisor.flashpoint import bridge

        # Four explosions place 16 damage markers at most: no set-up can collapse the building (FP-1.5).
        black = 0
        for number in range(1, self.level.explosions + 1):
            rolled = self._first_target() if number == 1 else self._next_target(number, black)
            black = rolled.black or black
            self._explode(number, rolled)
        outside = set(self.position.fire)
        self.position = bridge.clear_outside_fire(self.position)
        outside -= set(self.position.fire)
        gone = tuple(sorted(outside))
        if gone:
            self._say("outside", f"fire outside the building is removed: {listed(gone)}", squares=gone)

    def _first_target(self) -> _Rolled:
        black = self.dice.roll("black", self.board.columns, "1st explosion")
        square = self.board.first_explosion[black - 1]
        return _Rolled(square, None, black, f"black die {black} -> {square_text(square)}")

    def _next_target(self, number: int, black: int) -> _Rolled:
        """The 2nd and 4th explosion by both dice, the 3rd in the column of the black die turned over."""
        what = f"{ordinal(number)} explosion"
        if number != 3:
            return self._roll("explosion", what, number, self._fire_on)
        column = self.board.columns + 1 - black
        if any((row, column) not in self.position.fire for row in range(1, self.board.rows + 1)):
            return self._roll("explosion", what, number, self._fire_on, column)
        rolled = self._roll("explosion", what, number, self._fire_on)
        return replace(rolled, words=f"all of column {column} burns, both dice -> {rolled.words}")

    def _explode(self, number: int, rolled: _Rolled) -> None:
        from advisor.flashpoint import bridge

        square, before = rolled.square, self.position
        after = bridge.setup_explosion(before, square, self.level.experienced)
        hot_spots = set(before.hot_spots)
        if self.level.experienced and "hot_spots" in before.rules:
            hot_spots.add(square)
        # Family set-ups have no hot spots (FP-10.2), and the supply is counted out at the end (FP-10.7).
        self.position = replace(after, hot_spots=tuple(sorted(hot_spots)), hot_spot_supply=0)
        there = "fire" if square in after.fire else "no threat marker is left for fire"
        there += " and hot spot" if square in hot_spots else ""
        done = effects(before, after, square)
        self._say(
            "explosion",
            f"{ordinal(number)} explosion: {rolled.words}: {there} there; " + "; ".join(map(str, done)),
            number=number,
            red=rolled.red,
            black=rolled.black,
            squares=(square,),
            effects=done,
        )

    def _hazmats(self) -> None:
        """Hazmats by both dice (FP-10.5), none with hidden hazards (FP-11.4)."""
        if "hazmats" not in self.position.rules or "hidden-hazards" in self.position.variants:
            return
        for number in range(1, self.level.hazmats + 1):
            square = self._place("hazmat", f"hazmat {number}", number, self._fire_on)
            self._put(hazmats=tuple(sorted((*self.position.hazmats, square))))

    def _poi(self) -> None:
        """Three POI by both dice (FP-10.6)."""
        for number in range(1, POI_ON_BOARD + 1):
            square = self._place("poi", f"POI {number}", number, self._fire_or_poi_on)
            poi = (*self.position.poi, Poi(square, "unknown"))
            self._put(poi=tuple(sorted(poi, key=lambda marker: marker.at)))

    def _crew(self) -> None:
        """Say which specialists play (FP-10.8)."""
        for name, named, specialist in zip(
            self.chosen.ids, self.chosen.specialists, self.specialists, strict=True
        ):
            if specialist is not None:
                how = "drawn" if named is None else "chosen"
                text = f"specialist {how}: {name} {SPECIALISTS[specialist].name}"
                self._say("specialist", text, firefighter=name, specialist=specialist)

    def _hot_spots(self) -> None:
        """Further hot spots by both dice, and the supply (FP-10.7)."""
        if "hot_spots" not in self.position.rules:
            return
        if self.level.experienced:
            crew = len(self.chosen.ids)
            for_crew = 3 if crew >= 4 else 2 if crew == 3 else 0
            for _ in range(self.level.hot_spots + for_crew):
                number = len(self.position.hot_spots) + 1
                square = self._place("hot_spot", f"hot spot {number}", number, self._hot_spot_on)
                self._put(hot_spots=tuple(sorted((*self.position.hot_spots, square))))
        self._put(hot_spot_supply=self.level.supply)
        self._say("supply", f"{self.level.supply} hot spots are the supply")

    def _vehicles(self) -> None:
        """Park the vehicles (FP-10.3)."""
        if "vehicles" not in self.position.rules:
            return
        ambulance = self.chosen.ambulance or ambulance_spot(self.position)
        engine = self.chosen.engine or engine_spot(self.position)
        self._put(ambulance=ambulance, engine=engine)
        parked = (
            ("ambulance", ambulance, spot_squares(self.board.ambulance_spots, ambulance)),
            ("engine", engine, spot_squares(self.board.engine_spots, engine)),
        )
        for vehicle, spot, squares in parked:
            text = f"{vehicle} parks at {spot} ({listed(squares)})"
            self._say("vehicle", text, vehicle=vehicle, spot=spot, squares=squares)

    def _firefighters(self) -> None:
        """Place the firefighters (FP-10.3) and begin the first turn (FP-3.1)."""
        squares = starting_squares(self.position, self.chosen.squares)
        crew = tuple(
            replace(firefighter, at=square)
            for firefighter, square in zip(self.position.firefighters, squares, strict=True)
        )
        for firefighter in crew:
            text = f"{firefighter.id} starts at {square_text(firefighter.at)}"
            self._say("firefighter", text, firefighter=firefighter.id, squares=(firefighter.at,))
        engine = spot_squares(self.board.engine_spots, self.position.engine)
        turn = replace(self.position.turn, began_at_engine=crew[0].at in engine)
        self._put(firefighters=crew, turn=turn)
        specialist = SPECIALISTS[crew[0].specialist] if crew[0].specialist else None
        free = f" and {specialist.free} {specialist.free_kind} AP" if specialist and specialist.free else ""
        self._say("turn", f"{crew[0].id} plays first with {turn.ap} AP{free}", firefighter=crew[0].id)

    def _place(self, kind: str, what: str, number: int, taken: Callable[[Square], str]) -> Square:
        """Roll for a marker and say where it goes."""
        rolled = self._roll(kind, what, number, taken)
        text = f"{what}: {rolled.words}"
        self._say(kind, text, number=number, red=rolled.red, black=rolled.black, squares=(rolled.square,))
        return rolled.square

    def _roll(
        self,
        kind: str,
        what: str,
        number: int,
        taken: Callable[[Square], str],
        column: int | None = None,
    ) -> _Rolled:
        """Roll both dice, or red alone for a column, until the square is not taken.

        `taken` says what is in the way, ``""`` if nothing is. That some square is free is looked at first,
        so the rolling comes to an end.
        """
        rows, columns = range(1, self.board.rows + 1), range(1, self.board.columns + 1)
        reasons = {taken((row, black)) for row in rows for black in columns}
        if "" not in reasons:
            raise UsageError(
                f"the set-up cannot be completed: {what} has nowhere to go, every square of "
                f"board {short(self.board.id)} has {' or '.join(sorted(reasons))} on it; "
                "another seed or board may do"
            )
        while True:
            red = self.dice.roll("red", self.board.rows, what)
            black = self.dice.roll("black", self.board.columns, what) if column is None else None
            square = (red, column or black or 0)
            words, which = square_text(square), ""
            if column is not None:
                words = f"black die turned over to {column}, red die {red} -> {words}"
                which = " the red die"
            if not (reason := taken(square)):
                return _Rolled(square, red, black, words)
            text = f"{what}: {words} - {reason} there, roll{which} again"
            self._say(kind, text, number=number, red=red, black=black, squares=(square,), again=True)

    def _fire_on(self, square: Square) -> str:
        return "fire" if square in self.position.fire else ""

    def _fire_or_poi_on(self, square: Square) -> str:
        if square in self.position.fire:
            return "fire"
        return "POI" if any(poi.at == square for poi in self.position.poi) else ""

    def _hot_spot_on(self, square: Square) -> str:
        return "hot spot" if square in self.position.hot_spots else ""


def _empty(setup: SetUp, chosen: Options, specialists: tuple[str | None, ...]) -> Position:
    """Return the position before the first die: nothing in the building, everybody in a corner of the ring.

    A corner is never reached by an explosion, and the vehicles' first spots only stand in for the real ones.
    """
    vehicles = "vehicles" in chosen.rules
    crew = tuple(
        Firefighter(name, (0, 0), specialist)
        for name, specialist in zip(chosen.ids, specialists, strict=True)
    )
    first = SPECIALISTS[specialists[0]] if specialists[0] else None
    return Position(
        board=chosen.board,
        rules=chosen.rules,
        variants=chosen.variants,
        goal=setup.goal,
        fire=(),
        smoke=(),
        hot_spots=(),
        hot_spot_supply=0,
        threat_markers=setup.threat_markers,
        hazmats=(),
        damage=(),
        doors=(),
        poi=(),
        unrevealed_victims=POOL_VICTIMS,
        unrevealed_false_alarms=POOL_FALSE_ALARMS,
        rescued=0,
        lost=0,
        ambulance=chosen.board.ambulance_spots[0].id if vehicles else None,
        engine=chosen.board.engine_spots[0].id if vehicles else None,
        firefighters=crew,
        turn=Turn(
            firefighter=chosen.ids[0],
            phase="action",
            ap=first.base if first else _BASE_AP,
            free_ap=first.free if first else 0,
        ),
    )
