"""Fire: explosions, flashovers, hazmats, one roll of the dice (FP-5.1 to FP-5.7), set-up explosions."""

from __future__ import annotations

from collections.abc import Sequence

from .board import DIRECTIONS, Direction, Edge, Square, edge_between, square_text, step
from .state import DESTROYED, OPEN, Illegal, State


def explode(state: State, square: Square, *, damage: bool = True) -> None:
    """An explosion on a square: up, right, down, left (FP-5.3, FP-5.4)."""
    for direction in DIRECTIONS:
        blast(state, square, direction, damage=damage)


def blast(state: State, square: Square, direction: Direction, *, damage: bool = True) -> None:
    """One direction of an explosion, the shockwave that may follow included (FP-5.3, FP-5.4).

    The explosion's own edge and each later edge of the shockwave are struck in the same way.
    """
    here = square
    while True:
        there = step(here, direction)
        if there not in state.board.squares:
            return
        if not strike(state, edge_between(here, there), damage=damage):
            return
        if there not in state.fire:
            state.ignite(there)
            return
        here = there


def strike(state: State, edge: Edge, *, damage: bool = True) -> bool:
    """A blast meets an edge; whether it passes (FP-5.3, FP-5.4). `damage=False` spares walls (FP-10.2)."""
    if edge in state.board.doors:
        before = state.door(edge)
        state.set_door(edge, DESTROYED)
        return before in (OPEN, DESTROYED)
    if state.blocks(edge):
        if damage:
            state.add_damage(edge)
        return False
    return True


def flashover(state: State) -> None:
    """Smoke next to fire becomes fire until none is left (FP-5.2, FP-5.5)."""
    while True:
        caught = {
            square for square in state.smoke if any(near in state.fire for near in state.reachable(square))
        }
        if not caught:
            return
        state.smoke -= caught
        state.fire |= caught


def burn_hazmats(state: State, order: Sequence[Square] = ()) -> None:
    """Every hazmat in fire explodes (FP-5.6): first those that `order` names, then in reading order.

    Raises Illegal if a named square has no burning hazmat when its turn comes, or if names are left over.
    """
    named = list(order)
    while burning := [square for square in state.hazmats if square in state.fire]:
        square = named.pop(0) if named else min(burning)
        if square not in burning:
            raise Illegal(f"no hazmat burns on {square_text(square)} when its turn comes (FP-5.6)")
        explode(state, square)
        state.hazmats.remove(square)
        state.place_hot_spot(square)
        flashover(state)
    if named:
        raise Illegal(f"no hazmat burns on {square_text(named[0])} when its turn comes (FP-5.6)")


def resolve_roll(state: State, target: Square, order: Sequence[Square] = ()) -> bool:
    """One roll, FP-5.1 to FP-5.6; whether it flares up (FP-5.7): a hot spot counts if it was there before."""
    flares_up = target in state.hot_spots
    if target in state.fire:
        explode(state, target)
    elif target in state.smoke:
        state.ignite(target)
    elif state.threat_left():
        state.smoke.add(target)
    flashover(state)
    burn_hazmats(state, order)
    return flares_up


def set_up_explosion(state: State, square: Square, *, damage: bool) -> None:
    """An explosion of the set-up (FP-10.4); `damage=False`: that of a random family set-up (FP-10.2), with
    neither damage to walls nor a hot spot.

    The hot spot is no part of the supply, which is counted out at the end of the set-up (FP-10.7).
    """
    if square not in state.fire:
        state.ignite(square)
    if damage and "hot_spots" in state.rules:
        state.hot_spots.add(square)
    explode(state, square, damage=damage)


def clear_outside(state: State) -> None:
    """Fire outside the building is removed (FP-5.8 c)."""
    state.fire = {square for square in state.fire if state.board.is_inside(square)}
