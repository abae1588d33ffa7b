"""Moves of every kind and work on doors, by the active firefighter or by one that the Captain commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from .board import Edge, Square, edge_text, square_text
from .state import (
    BY_ENTERING,
    CLOSED,
    COMMAND,
    DESTROYED,
    MOVEMENT,
    OPEN,
    OTHER,
    REVEAL,
    TREATED,
    UNKNOWN,
    VICTIM,
    State,
)


class Action(NamedTuple):
    """An action: its text, its cost in AP, the kind of free AP that pays for it, what it does.

    `entered` is the square into which it moves somebody, if it does so.
    """

    text: str
    cost: int
    kind: str
    perform: Callable[[State], None]
    entered: Square | None = None


# Rows of the formats' table of events.
MOVES_WITH_LOAD = (("carry", "carry+lead"), ("haul", "haul+lead"), ("lead",))


def moves(state: State, number: int) -> Iterator[Action]:
    """Plain moves, carry, haul and lead of a firefighter (FP-4.1 to FP-4.5)."""
    here = state.firefighters[number].at
    reachable = list(state.reachable(here))
    for there in reachable:
        yield move_action(number, "move", there, 2 if there in state.fire else 1)
    loads = loads_at(state, here)
    for row in MOVES_WITH_LOAD:
        possible = [verb for verb in row if loads.issuperset(verb.split("+"))]
        for there in reachable:
            if there not in state.fire:
                for verb in possible:
                    yield move_action(number, verb, there, 1 if verb == "lead" else 2)


def move_action(number: int, verb: str, there: Square, cost: int) -> Action:
    return Action(f"{verb} {square_text(there)}", cost, MOVEMENT, partial(move, number, verb, there), there)


def loads_at(state: State, square: Square) -> set[str]:
    """In which ways something on the square can be taken along."""
    loads = set()
    if (square, VICTIM) in state.poi:
        loads.add("carry")
    if square in state.hazmats:
        loads.add("haul")
    if (square, TREATED) in state.poi:
        loads.add("lead")
    return loads


def move(number: int, verb: str, there: Square, state: State) -> None:
    """Move a firefighter with its load; victims are rescued, POI are turned up (FP-4.1 to 4.6, 4.11, 6.6)."""
    firefighter = state.firefighters[number]
    here, firefighter.at = firefighter.at, there
    for load in verb.split("+"):
        if load == "carry":
            move_victim(state, VICTIM, here, there)
        elif load == "lead":
            move_victim(state, TREATED, here, there)
        elif load == "haul":
            state.hazmats.remove(here)
            if state.board.is_inside(there):
                state.hazmats.append(there)
    if state.rescued >= state.goal:
        state.finish("won", "rescued")
    elif (there, UNKNOWN) in state.poi:
        state.turn.phase, state.turn.at, state.turn.cause = REVEAL, there, BY_ENTERING


def move_victim(state: State, kind: str, here: Square, there: Square) -> None:
    """One victim is taken along (FP-4.2, FP-4.4) and perhaps rescued (FP-4.11, FP-6.6)."""
    state.poi.remove((here, kind))
    if state.is_rescued_at(there):
        state.rescued += 1
    else:
        state.poi.append((there, kind))


def work_on_doors(state: State, number: int) -> Iterator[Action]:
    """Open or close the doors of a firefighter's square (FP-4.7)."""
    for _, edge in state.board.around[state.firefighters[number].at]:
        if edge in state.board.doors and state.door(edge) != DESTROYED:
            yield Action(f"door {edge_text(edge)}", 1, OTHER, partial(work_door, edge))


def work_door(edge: Edge, state: State) -> None:
    state.set_door(edge, OPEN if state.door(edge) == CLOSED else CLOSED)


def commands(state: State) -> Iterator[Action]:
    """What the Captain can make the others do (FP-7.3); at most 1 AP a turn goes to the CAFS Firefighter."""
    if state.active.specialist != "captain":
        return
    for number, firefighter in enumerate(state.firefighters):
        if number == state.turn.active:
            continue
        for order in [*moves(state, number), *work_on_doors(state, number)]:
            if firefighter.specialist == "cafs" and state.turn.cafs_command_ap + order.cost > 1:
                continue
            text = f"command {firefighter.id} {order.text}"
            yield Action(text, order.cost, COMMAND, partial(command, number, order), order.entered)


def command(number: int, order: Action, state: State) -> None:
    """The order is noted, then carried out (FP-7.3)."""
    state.turn.commanded |= {number}
    if state.firefighters[number].specialist == "cafs":
        state.turn.cafs_command_ap += order.cost
    order.perform(state)
