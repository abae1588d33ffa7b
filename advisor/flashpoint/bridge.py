"""Between values and core: a `Position` becomes a core state and back, codes become texts and back.

The only module that imports the compiled core of the game; everything else works with positions and texts.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from advisor._flashpoint import Core, CoreState, Model, hazards
from advisor.errors import IllegalEvent
from advisor.flashpoint.board import Board
from advisor.flashpoint.model import current
from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
from advisor.flashpoint.rules import PHASES, RULES, SPECIALISTS, VARIANTS
from advisor.flashpoint.squares import Square, edge, edge_text, parse_square, square_text

__all__ = [
    "Replay", "apply", "can_get_out", "chance", "clear_outside_fire", "core_of", "legal", "roll_hazards",
    "setup_explosion",
    "to_position", "to_state",
]  # fmt: skip

JOBS: Final = tuple(SPECIALISTS)
CAUSES: Final = ("enter", "identify", "replenish", "fire")
REASONS: Final = ("", "rescued", "victims", "collapse", "unreachable")
KINDS: Final = ("unknown", "victim", "treated")
DICE: Final = ("red", "black")
NO_JOB: Final = 8

MOVES: Final = ("move", "carry", "carry+lead", "haul", "haul+lead", "lead")
"""The core's first action kinds."""
DOOR, EXTINGUISH, CHOP, DRIVE_AMBULANCE, DRIVE_ENGINE, FIRE_DECK_GUN = range(6, 12)
KEEP, REROLL, CREW, RESUSCITATE, IDENTIFY, DISPOSE, END = range(12, 19)
REROLLS: Final = ("", "reroll red", "reroll black", "reroll both")
REVEAL_VICTIM, REVEAL_FALSE_ALARM, DECK_GUN, ROLL, PLACE_POI = range(5)


@functools.lru_cache(maxsize=64)
def _core(
    board: Board, rules: tuple[str, ...], variants: tuple[str, ...], goal: int, threats: int, crew: int,
    model: Model,
) -> Core:  # fmt: skip
    core = Core(
        rows=board.rows,
        columns=board.columns,
        walls=board.walls,
        doors=board.doors,
        ambulance_spots=[s.squares for s in board.ambulance_spots],
        engine_spots=[(s.squares, (*s.rows, *s.columns)) for s in board.engine_spots],
        arrows=board.arrows,
        rules=rules,
        variants=variants,
        goal=goal,
        threat_markers=threats,
        firefighters=crew,
    )
    core.use(model)
    return core


def core_of(position: Position) -> Core:
    """Return the core's tables for the position's board and rules, made once and kept."""
    return _core(
        position.board,
        tuple(r for r in RULES if r in position.rules),
        tuple(v for v in VARIANTS if v in position.variants),
        position.goal,
        position.threat_markers,
        len(position.firefighters),
        current(position.rules),
    )


def to_state(position: Position) -> CoreState:
    """Return the core's state of a position that has no problems."""
    turn = position.turn
    ids = [f.id for f in position.firefighters]
    ambulances = [s.id for s in position.board.ambulance_spots]
    engines = [s.id for s in position.board.engine_spots]
    dice = turn.dice or (None, None)
    return core_of(position).state(
        fire=position.fire,
        smoke=position.smoke,
        hot_spots=position.hot_spots,
        hot_spot_supply=position.hot_spot_supply,
        hazmats=position.hazmats,
        damage=position.damage,
        doors=position.doors,
        poi=[(p.at, KINDS.index(p.kind)) for p in position.poi],
        hidden_victims=position.unrevealed_victims,
        hidden_alarms=position.unrevealed_false_alarms,
        rescued=position.rescued,
        lost=position.lost,
        ambulance=0 if position.ambulance is None else ambulances.index(position.ambulance),
        engine=0 if position.engine is None else engines.index(position.engine),
        firefighters=[
            (f.at, NO_JOB if f.specialist is None else JOBS.index(f.specialist), f.saved_ap)
            for f in position.firefighters
        ],
        active=ids.index(turn.firefighter),
        phase=PHASES.index(turn.phase),
        ap=turn.ap,
        free_ap=turn.free_ap,
        acted=turn.acted,
        began_at_engine=turn.began_at_engine,
        commanded=[ids.index(i) for i in turn.commanded],
        cafs_ap=turn.cafs_command_ap,
        reveal_at=turn.at,
        cause=0 if turn.cause is None else CAUSES.index(turn.cause),
        dice=(dice[0] or 0, dice[1] or 0),
        rerolled=sum(1 << DICE.index(d) for d in turn.rerolled or ()),
        flare_up=bool(turn.flare_up),
        reason=REASONS.index(turn.reason or ""),
    )


def _turn(position: Position, f: dict[str, Any]) -> Turn:
    phase = PHASES[f["phase"]]
    ids = [x.id for x in position.firefighters]
    more: dict[str, Any] = {}
    if phase == "reveal":
        more = {"at": f["reveal_at"], "cause": CAUSES[f["cause"]]}
    elif phase in ("deck_gun_roll", "deck_gun_choice"):
        more = {
            "dice": tuple(d or None for d in f["dice"]),
            "rerolled": tuple(d for i, d in enumerate(DICE) if f["rerolled"] >> i & 1),
        }
    elif phase == "advance_fire":
        more = {"flare_up": f["flare_up"]}
    elif phase == "over":
        reason = REASONS[f["reason"]]
        more = {"result": "won" if reason == "rescued" else "lost", "reason": reason}
    return Turn(
        firefighter=ids[f["active"]],
        phase=phase,
        ap=f["ap"],
        free_ap=f["free_ap"],
        acted=f["acted"],
        began_at_engine=f["began_at_engine"],
        commanded=tuple(ids[i] for i in f["commanded"]),
        cafs_command_ap=f["cafs_ap"],
        **more,
    )


def to_position(state: CoreState, like: Position) -> Position:
    """Return the position of a core state; board, rules, goal and ids are those of `like`."""
    f = state.fields()
    vehicles = "vehicles" in like.rules
    return replace(
        like,
        fire=tuple(f["fire"]),
        smoke=tuple(f["smoke"]),
        hot_spots=tuple(f["hot_spots"]),
        hot_spot_supply=f["hot_spot_supply"],
        hazmats=tuple(f["hazmats"]),
        damage=tuple(sorted(f["damage"])),
        doors=tuple(sorted(f["doors"])),
        poi=tuple(Poi(at, KINDS[kind]) for at, kind in f["poi"]),
        unrevealed_victims=f["hidden_victims"],
        unrevealed_false_alarms=f["hidden_alarms"],
        rescued=f["rescued"],
        lost=f["lost"],
        ambulance=like.board.ambulance_spots[f["ambulance"]].id if vehicles else None,
        engine=like.board.engine_spots[f["engine"]].id if vehicles else None,
        firefighters=tuple(
            Firefighter(old.id, at, None if job == NO_JOB else JOBS[job], saved)
            for old, (at, job, saved) in zip(like.firefighters, f["firefighters"], strict=True)
        ),
        turn=_turn(like, f),
    )


class Names:
    """Texts of codes for one position's board and firefighters."""

    def __init__(self, position: Position) -> None:
        self.board = position.board
        self.ids = tuple(f.id for f in position.firefighters)
        self.width = position.board.columns + 2

    def square(self, number: int) -> Square:
        """Return the square with a number of the core."""
        return divmod(number, self.width)

    def action(self, kind: int, argument: int, direction: int, who: int, riders: int, active: int) -> str:
        """Return the text of an action."""
        text = self._own(kind, argument, direction, riders)
        return text if who == active else f"command {self.ids[who]} {text}"

    def _own(self, kind: int, argument: int, direction: int, riders: int) -> str:
        if kind < len(MOVES):
            return f"{MOVES[kind]} {square_text(self.square(argument))}"
        if kind in (DOOR, CHOP):
            here = self.square(argument)
            down, right = ((-1, 0), (0, -1), (0, 1), (1, 0))[direction]
            word = "door" if kind == DOOR else "chop"
            return f"{word} {edge_text(edge(here, (here[0] + down, here[1] + right)))}"
        if kind in (DRIVE_AMBULANCE, DRIVE_ENGINE):
            return self._drive(kind == DRIVE_ENGINE, argument, riders)
        simple: dict[int, Callable[[], str]] = {
            EXTINGUISH: lambda: f"extinguish {square_text(self.square(argument))}",
            FIRE_DECK_GUN: lambda: "fire-deck-gun",
            KEEP: lambda: "keep",
            REROLL: lambda: REROLLS[argument],
            CREW: lambda: f"crew {JOBS[argument]}",
            RESUSCITATE: lambda: "resuscitate",
            IDENTIFY: lambda: f"identify {square_text(self.square(argument))}",
            DISPOSE: lambda: "dispose",
            END: lambda: "end",
        }
        return simple[kind]()

    def _drive(self, engine: bool, number: int, riders: int) -> str:
        spots = self.board.engine_spots if engine else self.board.ambulance_spots
        words = ["drive", "engine" if engine else "ambulance", spots[number].id]
        for name in self.ids:
            riders, digit = divmod(riders, 3)
            if digit:
                words.append(f"{name}@{square_text(spots[number].squares[digit - 1])}")
        return " ".join(words)


def outcome_text(kind: int, red: int, black: int) -> str:
    """Return the text of a chance event."""
    if kind == REVEAL_VICTIM:
        return "reveal victim"
    if kind == REVEAL_FALSE_ALARM:
        return "reveal false-alarm"
    word = {DECK_GUN: "deck-gun", ROLL: "roll", PLACE_POI: "poi"}[kind]
    return f"{word} {red},{black}"


class Replay:
    """A game that goes on event by event: the checked edge of the core.

    Parameters
    ----------
    position : Position
        The start; it has no problems.

    Examples
    --------
    >>> from advisor.flashpoint.board import Board
    >>> from advisor.flashpoint.setup import SetUp, make
    >>> game = Replay(make(SetUp(Board.shipped("base-1"), "family")).position)
    >>> game.step("end")
    >>> game.step("roll 1,1")
    >>> game.position.smoke
    ((1, 1),)
    """

    def __init__(self, position: Position) -> None:
        self._start = position
        self._names = Names(position)
        self._fallen: dict[str, Square] = {}
        self.state = to_state(position)

    @property
    def position(self) -> Position:
        """The position after the events so far."""
        return to_position(self.state, self._start)

    def _actions(self) -> list[tuple[str, int, int]]:
        active = self.state.active
        return [
            (self._names.action(kind, argument, direction, who, riders, active), cost, code)
            for kind, argument, direction, who, riders, cost, code in self.state.legal()
        ]

    def legal(self) -> tuple[tuple[str, int], ...]:
        """Return the legal actions with their costs in AP, in the formats' order."""
        return tuple((text, cost) for text, cost, _ in self._actions())

    def chance(self) -> tuple[tuple[str, Fraction], ...]:
        """Return the chance events that can come next with their exact probabilities."""
        f = self.state.fields()
        outcomes = self.state.chance()
        odds = {REVEAL_VICTIM: f["hidden_victims"], REVEAL_FALSE_ALARM: f["hidden_alarms"]}
        total = f["hidden_victims"] + f["hidden_alarms"]
        return tuple(
            (
                outcome_text(kind, red, black),
                Fraction(odds[kind], total) if kind in odds else Fraction(1, len(outcomes)),
            )
            for kind, red, black, _, _ in outcomes
        )

    def code(self, text: str) -> int:
        """Return the core's code of a legal action.

        Raises
        ------
        IllegalEvent
            If it is none.
        """
        for action, _, code in self._actions():
            if action == text:
                return code
        raise self._illegal(text)

    def step(self, text: str) -> None:
        """Let an event happen.

        Raises
        ------
        IllegalEvent
            If it is not legal here; nothing is changed then.
        """
        if text.startswith("place "):
            self._place(text)
            return
        head, _, tail = text.partition(" hazmats ")
        for kind, red, black, code, _ in self.state.chance():
            if outcome_text(kind, red, black) == head:
                self._happen(text, code, kind, tail)
                return
        self.state.apply(self.code(text))
        self._fallen = {}

    def _happen(self, text: str, code: int, kind: int, tail: str) -> None:
        order: list[Square] = []
        if tail or " hazmats" in text:
            squares = [parse_square(word) for word in tail.split(" ")]
            order = [s for s in squares if s is not None and self._start.board.is_inside(s)]
            if kind != ROLL or len(order) != len(squares):
                raise self._illegal(text)
        try:
            fallen = self.state.apply_chance(code, order)
        except IndexError:
            raise self._illegal(text) from None
        self._fallen = {self._names.ids[who]: where for who, where in fallen}

    def _place(self, text: str) -> None:
        words = text.split(" ")
        square = parse_square(words[2]) if len(words) == 3 else None
        origin = self._fallen.get(words[1])
        over = PHASES[self.state.phase] == "over"
        if square is None or origin is None or over or square not in self._falls_to(origin):
            raise self._illegal(text)
        self.state.put(self._names.ids.index(words[1]), square)
        del self._fallen[words[1]]

    def fallen(self) -> dict[str, tuple[Square, ...]]:
        """Return where those may be put whom the last event knocked down (FP-5.9, FP-6.7).

        Those who have been put somewhere by a correction are no longer among them.
        """
        return {who: tuple(dict.fromkeys(self._falls_to(origin))) for who, origin in self._fallen.items()}

    def copy(self) -> Replay:
        """Return the same game, to go on in another way."""
        made = copy.copy(self)
        made.state, made._fallen = self.state.copy(), dict(self._fallen)
        return made

    def _falls_to(self, origin: Square) -> list[Square]:
        return self.state.core.falls_to(origin, self.state.ambulance)

    def _illegal(self, text: str) -> IllegalEvent:
        from advisor.flashpoint.refusal import explain

        reason, clause = explain(self.position, text, self._fallen)
        return IllegalEvent(text, reason, clause)


def legal(position: Position) -> tuple[tuple[str, int], ...]:
    """Return the legal actions of a position with their costs in AP, in the formats' order."""
    return Replay(position).legal()


def chance(position: Position) -> tuple[tuple[str, Fraction], ...]:
    """Return the chance events that can come next with their exact probabilities; empty at a decision."""
    return Replay(position).chance()


def apply(position: Position, text: str) -> Position:
    """Return the position after an event.

    Raises
    ------
    IllegalEvent
        If the event is not legal in the position.
    """
    game = Replay(position)
    game.step(text)
    return game.position


def roll_hazards(position: Position) -> dict[str, Any]:
    """Return what the next roll does in the mean over its faces (`advisor._flashpoint.hazards`)."""
    return hazards(to_state(position))


def can_get_out(position: Position) -> bool:
    """Return whether everyone concerned can get out of fire with the AP left (FP-4.10)."""
    return to_state(position).all_get_out()


def setup_explosion(position: Position, square: Square, damage: bool) -> Position:
    """Return the position after an explosion of the set-up on a square (FP-10.4).

    Parameters
    ----------
    position : Position
        The set-up so far.
    square : Square
        Where fire and, with hot spots, a hot spot are put.
    damage : bool
        False in the random family set-up: walls get no damage markers (FP-10.2).

    Raises
    ------
    ValueError
        If the explosion makes the building collapse.
    """
    state = to_state(position)
    if state.setup_explosion(square, damage):
        raise ValueError(f"the explosion on {square_text(square)} makes the building collapse")
    return to_position(state, position)


def clear_outside_fire(position: Position) -> Position:
    """Return the position without fire outside the building (FP-5.8 c)."""
    inside: Sequence[Square] = [s for s in position.fire if position.board.is_inside(s)]
    return replace(position, fire=tuple(inside))
