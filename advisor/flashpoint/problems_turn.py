"""What is wrong with the turn of a position: AP, phase, dice, the end of the game, standing in fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from advisor.errors import Problem
from advisor.files import counted, pointer_to, short
from advisor.flashpoint.position import Firefighter, Position
from advisor.flashpoint.rules import (
    DAMAGE_MARKERS,
    MAX_SAVED,
    POI_ON_BOARD,
    POOL_VICTIMS,
    SPECIALISTS,
    VICTIMS_LOST,
)
from advisor.flashpoint.squares import square_text

__all__ = ["turn_problems", "way_out_problems"]

_BASE_AP: Final = 4  # FP-3.1, without specialists
_RESULTS: Final = {"rescued": "won", "victims": "lost", "collapse": "lost", "unreachable": "lost"}
_DECK_GUN: Final = ("deck_gun_roll", "deck_gun_choice")


def turn_problems(position: Position) -> tuple[Problem, ...]:
    """Return what is wrong with `turn`, by itself and with the rest of a position."""
    turn = position.turn
    active = next((one for one in position.firefighters if one.id == turn.firefighter), None)
    if active is None:
        if not position.firefighters:
            return ()  # said already, of the firefighters
        known = ", ".join(one.id for one in position.firefighters)
        message = f"{short(turn.firefighter)}, expected one of the firefighters: {known}"
        return (Problem("/turn/firefighter", message, "FP-2.1"), *_ends(position))
    return tuple(_Turn(position, active).problems())


def way_out_problems(position: Position) -> tuple[Problem, ...]:
    """Return whether somebody stands in fire without a way out (FP-4.10), in a position otherwise sound."""
    turn = position.turn
    if turn.phase != "action" or not any(one.at in position.fire for one in position.firefighters):
        return ()
    from advisor.flashpoint import bridge

    if bridge.can_get_out(position):
        return ()
    burning = [one.id for one in position.firefighters if one.at in position.fire]
    message = f"{short(turn.ap)} AP do not suffice to get {' and '.join(burning)} out of the fire"
    return (Problem("/turn/ap", message, "FP-4.10"),)


class _Turn:
    def __init__(self, position: Position, active: Firefighter) -> None:
        self.position, self.turn, self.active = position, position.turn, active
        self.specialist = SPECIALISTS.get(active.specialist or "")
        turn = self.turn
        self.in_action_phase = (
            turn.phase == "action"
            or turn.phase in _DECK_GUN
            or (turn.phase == "reveal" and turn.cause in ("enter", "identify"))
        )

    def problems(self) -> Iterator[Problem]:
        if self.in_action_phase:
            yield from self._action_points()
            yield from self._history()
        else:
            yield from self._reset()
        if self.turn.phase == "action":
            yield from self._in_fire()
        elif self.turn.phase == "reveal":
            yield from self._reveal()
        elif self.turn.phase in _DECK_GUN:
            yield from self._deck_gun()
        elif self.turn.phase == "advance_fire":
            if self.turn.flare_up and "hot_spots" not in self.position.rules:
                yield Problem("/turn/flare_up", "true, expected false without the rule hot_spots", "FP-5.7")
        elif self.turn.phase == "replenish":
            yield from self._replenish()
        yield from _ends(self.position)

    def _reset(self) -> Iterator[Problem]:
        turn = self.turn
        fields: tuple[tuple[str, object, object, str], ...] = (
            ("ap", turn.ap, 0, "0"),
            ("free_ap", turn.free_ap, 0, "0"),
            ("acted", turn.acted, False, "false"),
            ("began_at_engine", turn.began_at_engine, False, "false"),
            ("commanded", turn.commanded, (), "an empty list"),
            ("cafs_command_ap", turn.cafs_command_ap, 0, "0"),
        )
        for key, value, reset, expected in fields:
            if value != reset:
                message = f"{short(value)}, expected {expected} when the action phase is over"
                yield Problem(pointer_to("turn", key), message, "FP-2.2")

    def _action_points(self) -> Iterator[Problem]:
        turn, specialist = self.turn, self.specialist
        base, free = (specialist.base, specialist.free) if specialist else (_BASE_AP, 0)
        who = f"{specialist.name}" if specialist else "firefighter"
        if not 0 <= turn.ap <= base + MAX_SAVED:
            message = f"{short(turn.ap)}, expected 0 to {base + MAX_SAVED} for a {who}"
            yield Problem("/turn/ap", message, "FP-3.1")
        if not 0 <= turn.free_ap <= free:
            expected = f"0 to {free}" if free else "0"
            yield Problem(
                "/turn/free_ap", f"{short(turn.free_ap)}, expected {expected} for a {who}", "FP-3.1"
            )
        if self.active.saved_ap != 0:
            i = self.position.firefighters.index(self.active)
            message = f"{short(self.active.saved_ap)}, expected 0 in its own action phase (they are in ap)"
            yield Problem(pointer_to("firefighters", i, "saved_ap"), message, "FP-3.1")

    def _history(self) -> Iterator[Problem]:
        turn, position = self.turn, self.position
        captain = self.active.specialist == "captain"
        ids = [one.id for one in position.firefighters]
        if turn.commanded and not captain:
            message = f"{short(turn.commanded[0])}, expected nobody: {self.active.id} is no Fire Captain"
            yield Problem("/turn/commanded", message, "FP-7.3")
        for i, one in enumerate(turn.commanded):
            where = pointer_to("turn", "commanded", i)
            if one not in ids:
                yield Problem(
                    where, f"{short(one)}, expected one of the firefighters: {', '.join(ids)}", "FP-7.3"
                )
            elif one == self.active.id:
                yield Problem(where, f"{short(one)}, expected another: nobody commands itself", "FP-7.3")
            elif one in turn.commanded[:i]:
                yield Problem(where, f"{short(one)} stands twice in the list", "FP-7.3")
        if not 0 <= turn.cafs_command_ap <= 1:
            yield Problem(
                "/turn/cafs_command_ap", f"{short(turn.cafs_command_ap)}, expected 0 or 1", "FP-7.3"
            )
        elif turn.cafs_command_ap and not captain:
            message = f"1, expected 0: {self.active.id} is no Fire Captain"
            yield Problem("/turn/cafs_command_ap", message, "FP-7.3")
        if turn.began_at_engine and "vehicles" not in position.rules:
            message = "true, expected false without the rule vehicles"
            yield Problem("/turn/began_at_engine", message, "FP-11.1")
        elif turn.began_at_engine and not turn.acted:
            spot = position.board.engine_spot(position.engine or "")
            if spot is not None and self.active.at not in spot.squares:
                message = f"true, expected false: {self.active.id} has not acted and is not at the engine"
                yield Problem("/turn/began_at_engine", message, "FP-6.9")

    def _in_fire(self) -> Iterator[Problem]:
        for i, one in enumerate(self.position.firefighters):
            concerned = one.id == self.active.id or one.id in self.turn.commanded
            if one.at in self.position.fire and not concerned:
                message = f"{one.id} stands in fire on {square_text(one.at)}, neither active nor commanded"
                yield Problem(pointer_to("firefighters", i, "at"), message, "FP-4.10")

    def _reveal(self) -> Iterator[Problem]:
        at = self.turn.at
        if at is not None and not any(poi.at == at and poi.kind == "unknown" for poi in self.position.poi):
            message = f"{square_text(at)}, expected a square with a face-down POI"
            yield Problem("/turn/at", message, "FP-4.6")

    def _deck_gun(self) -> Iterator[Problem]:
        turn, driver = self.turn, self.active.specialist == "driver"
        if "vehicles" not in self.position.rules:
            yield Problem("/turn/phase", f"{turn.phase}, expected none without the rule vehicles", "FP-6.8")
        elif "murphys-law" in self.position.variants:
            yield Problem("/turn/phase", f"{turn.phase}, expected none with murphys-law", "FP-11.3")
        if turn.phase == "deck_gun_choice" and not driver:
            message = f"deck_gun_choice, expected only for a Driver/Operator, {self.active.id} is none"
            yield Problem("/turn/phase", message, "FP-7.6")
        elif turn.rerolled and not driver:
            message = f"{short(turn.rerolled[0])}, expected none: {self.active.id} is no Driver/Operator"
            yield Problem("/turn/rerolled", message, "FP-7.6")
        yield from self._dice()

    def _dice(self) -> Iterator[Problem]:
        turn, board = self.turn, self.position.board
        dice, rerolled = turn.dice or (None, None), turn.rerolled or ()
        for name, die, faces in (("red", dice[0], board.rows), ("black", dice[1], board.columns)):
            if die is not None and not 1 <= die <= faces:
                yield Problem(
                    "/turn/dice", f"{short(die)}, expected 1 to {faces} on the {name} die", "FP-6.8"
                )
        if len(set(rerolled)) < len(rerolled):
            yield Problem("/turn/rerolled", "a die stands twice in the list, each once at most", "FP-7.6")
        rolling = [name for name, die in zip(("red", "black"), dice, strict=True) if die is None]
        if turn.phase == "deck_gun_choice":
            if rolling:
                yield Problem("/turn/dice", "null, expected both dice as rolled in a choice", "FP-7.6")
            if len(set(rerolled)) == 2:
                message = "both dice, expected one at most: after both there is no choice left"
                yield Problem("/turn/rerolled", message, "FP-7.6")
        elif not rolling:
            message = f"{short(dice[0])} and {short(dice[1])}, expected null for a die that is to be rolled"
            yield Problem("/turn/dice", message, "FP-6.8")
        elif len(rolling) == 1 and rolling[0] not in rerolled:
            message = f"{rolling[0]} is to be rolled again but not in the list, expected it there"
            yield Problem("/turn/rerolled", message, "FP-7.6")
        elif len(rolling) == 2 and len(set(rerolled)) == 1:
            message = f"{rerolled[0]} alone, expected none or both: both dice are to be rolled"
            yield Problem("/turn/rerolled", message, "FP-7.6")

    def _replenish(self) -> Iterator[Problem]:
        position = self.position
        face_down = sum(poi.kind == "unknown" for poi in position.poi)
        supply = position.unrevealed_victims + position.unrevealed_false_alarms - face_down
        if len(position.poi) >= POI_ON_BOARD:
            message = f"replenish with {len(position.poi)} POI on the board, expected fewer"
            yield Problem("/turn/phase", message, "FP-8.1")
        elif supply <= 0:
            message = "replenish with no face-down marker left in the supply, expected the next turn"
            yield Problem("/turn/phase", message, "FP-8.1")


def _ends(position: Position) -> Iterator[Problem]:
    """Yield an end of the game that is not over, or an over that does not hold (FP-9)."""
    turn = position.turn
    on_board = sum(poi.kind != "unknown" for poi in position.poi)
    to_be_had = position.rescued + on_board + position.unrevealed_victims
    sound_goal = 1 <= position.goal <= POOL_VICTIMS
    over = "expected the phase over"
    ends = {
        "rescued": (
            sound_goal and position.rescued >= position.goal,
            Problem("/rescued", f"{short(position.rescued)} rescued, which is the goal, {over}", "FP-9.1"),
        ),
        "victims": (
            position.lost >= VICTIMS_LOST,
            Problem("/lost", f"{counted(position.lost, 'victim')} lost, {over}", "FP-9.2"),
        ),
        "collapse": (
            position.damage_count == DAMAGE_MARKERS,
            Problem("/damage", f"the last damage marker is placed, {over}", "FP-9.3"),
        ),
        "unreachable": (
            sound_goal and to_be_had < position.goal,
            Problem("/goal", f"no more than {counted(to_be_had, 'victim')} can be rescued, {over}", "FP-9.4"),
        ),
    }
    if turn.phase == "over":
        holds, end = ends[turn.reason or ""]
        if not holds:
            yield Problem("/turn/reason", f"{turn.reason}, expected a reason that holds", end.clause)
        if turn.result != _RESULTS[turn.reason or ""]:
            expected = _RESULTS[turn.reason or ""]
            message = f"{turn.result}, expected {expected} for the reason {turn.reason}"
            yield Problem("/turn/result", message, end.clause)
    elif not (turn.phase == "reveal" and turn.cause == "fire"):
        yield from (problem for holds, problem in ends.values() if holds)
