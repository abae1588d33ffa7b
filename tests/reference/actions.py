"""All legal actions, in the order of the table of events, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from .board import Edge, Square, edge_text, square_text
from .escape import everybody_gets_out, in_fire
from .moves import Action, commands, moves, work_on_doors
from .phases import end_action_phase
from .state import (
    ACTION,
    BY_IDENTIFYING,
    DECK_GUN_CHOICE,
    EXTINGUISHING,
    OTHER,
    OVER,
    REVEAL,
    TREATED,
    VICTIM,
    CollapseError,
    State,
)
from .vehicles import crew_changes, deck_gun, deck_gun_answers, drives


def legal_actions(state: State) -> Iterator[Action]:
    """Every legal action, in the order of the formats' table; none but in `action` and `deck_gun_choice`."""
    if state.turn.phase == DECK_GUN_CHOICE:
        yield from deck_gun_answers(state)
    elif state.turn.phase == ACTION:
        for action in possible_actions(state):
            if can_pay(state, action) and leaves_a_way_out(state, action):
                yield action
        if not in_fire(state):
            yield Action("end", 0, OTHER, end_action_phase)


def possible_actions(state: State) -> Iterator[Action]:
    """What could be done but for its cost and the look-ahead; `end` apart."""
    yield from moves(state, state.turn.active)
    yield from work_on_doors(state, state.turn.active)
    yield from extinguishing(state)
    yield from chopping(state)
    yield from drives(state)
    yield from deck_gun(state)
    yield from crew_changes(state)
    yield from special_powers(state)
    yield from commands(state)


def extinguishing(state: State) -> Iterator[Action]:
    """One step on the own square or an adjacent one (FP-4.8)."""
    here = state.active.at
    for square in sorted([here, *state.reachable(here)]):
        if square in state.fire or square in state.smoke:
            text, cost = f"extinguish {square_text(square)}", state.active.powers.extinguish_cost
            yield Action(text, cost, EXTINGUISHING, partial(extinguish, square))


def extinguish(square: Square, state: State) -> None:
    """Fire becomes smoke, or smoke is removed (FP-4.8)."""
    if square in state.fire:
        state.fire.remove(square)
        state.smoke.add(square)
    else:
        state.smoke.remove(square)


def chopping(state: State) -> Iterator[Action]:
    """One damage marker on a wall of the own square (FP-4.9)."""
    for _, edge in state.board.around[state.active.at]:
        if edge in state.board.walls and state.blocks(edge):
            text, cost = f"chop {edge_text(edge)}", state.active.powers.chop_cost
            yield Action(text, cost, OTHER, partial(chop, edge))


def chop(edge: Edge, state: State) -> None:
    """The last marker brings the building down (FP-1.5, FP-9.3)."""
    try:
        state.add_damage(edge)
    except CollapseError:
        state.finish("lost", "collapse")


def special_powers(state: State) -> Iterator[Action]:
    """Resuscitate, identify, dispose (FP-7.1, FP-7.4, FP-7.5)."""
    here, specialist = state.active.at, state.active.specialist
    if specialist == "paramedic" and (here, VICTIM) in state.poi:
        yield Action("resuscitate", 1, OTHER, resuscitate)
    if specialist == "imaging":
        for square in state.face_down():
            yield Action(f"identify {square_text(square)}", 1, OTHER, partial(identify, square))
    if specialist == "hazmat" and here in state.hazmats:
        yield Action("dispose", 2, OTHER, dispose)


def resuscitate(state: State) -> None:
    state.poi.remove((state.active.at, VICTIM))
    state.poi.append((state.active.at, TREATED))


def identify(square: Square, state: State) -> None:
    state.turn.phase, state.turn.at, state.turn.cause = REVEAL, square, BY_IDENTIFYING


def dispose(state: State) -> None:
    state.hazmats.remove(state.active.at)


def free_part(state: State, action: Action) -> int:
    """How much of the cost free AP pays: it goes first, for its own kind of action (FP-3.3)."""
    if state.active.powers.free_kind != action.kind:
        return 0
    return min(state.turn.free_ap, action.cost)


def can_pay(state: State, action: Action) -> bool:
    return action.cost - free_part(state, action) <= state.turn.ap


def leaves_a_way_out(state: State, action: Action) -> bool:
    """The look-ahead of FP-4.10, on the position after the action; an end of the game is exempt."""
    if action.entered not in state.fire and not in_fire(state):
        return True
    after = state.copy()
    take(after, action)
    return after.turn.phase == OVER or everybody_gets_out(after)


def take(state: State, action: Action) -> None:
    """Pay for a legal action and carry it out (FP-3.3)."""
    free = free_part(state, action)
    state.turn.free_ap -= free
    state.turn.ap -= action.cost - free
    state.turn.acted = True
    action.perform(state)
