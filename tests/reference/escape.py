"""Nobody may stand in fire when the action phase ends: the look-ahead of FP-4.10."""

from __future__ import annotations

from .board import Square
from .state import COMMAND, EXTINGUISHING, MOVEMENT, State


def in_fire(state: State) -> list[int]:
    """Those of the active firefighter and the ones it commanded this turn that stand in fire (FP-4.10)."""
    answerable = {state.turn.active} | state.turn.commanded
    return [number for number in sorted(answerable) if state.firefighters[number].at in state.fire]


def everybody_gets_out(state: State) -> bool:
    """Whether the AP left get all of `in_fire` out, each by itself, the needs added up (FP-4.10)."""
    turn = state.turn
    general_need = command_need = 0
    for number in in_fire(state):
        if number == turn.active:
            general_need += active_need(state)
        else:
            need = commanded_need(state, number)
            if need is None:
                return False
            command_need += need
    command_ap = turn.free_ap if state.active.powers.free_kind == COMMAND else 0
    general_need += max(0, command_need - command_ap)
    return general_need <= turn.ap


def active_need(state: State) -> int:
    """The general AP that the active firefighter needs to get out of the fire it stands in (FP-4.10).

    It extinguishes on its own square, or walks to a square without fire. To walk and then extinguish in
    another burning square is never cheaper than to extinguish at once.
    """
    powers = state.active.powers

    def general_part(cost: int, kind: str) -> int:
        return max(0, cost - state.turn.free_ap) if powers.free_kind == kind else cost

    needs = [general_part(powers.extinguish_cost, EXTINGUISHING)]
    way = cost_of_way_out(state, state.active.at)
    if way is not None:
        needs.append(general_part(way, MOVEMENT))
    return min(needs)


def commanded_need(state: State, number: int) -> int | None:
    """The AP that commanded plain moves out of the fire cost, None if there is no way (FP-4.10, FP-7.3)."""
    firefighter = state.firefighters[number]
    way = cost_of_way_out(state, firefighter.at)
    if way is None:
        return None
    if firefighter.specialist == "cafs" and state.turn.cafs_command_ap + way > 1:
        return None
    return way


def cost_of_way_out(state: State, start: Square) -> int | None:
    """The AP of the cheapest plain moves from a burning square to one without fire, None if there is no way.

    All moves but the last go into fire: 2 AP each, and 1 for the last (FP-4.1). So the shortest way is the
    cheapest, and a search in rings finds it.
    """
    seen, ring, steps = {start}, [start], 0
    while ring:
        steps += 1
        reached = {there for here in ring for there in state.reachable(here)} - seen
        if not reached <= state.fire:
            return 2 * (steps - 1) + 1
        seen |= reached
        ring = sorted(reached)
    return None
