"""Vehicles: drives, the deck gun, the crew change (section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from .board import Spot, Square, square_text
from .moves import Action
from .state import (
    ACTION,
    DECK_GUN_CHOICE,
    DECK_GUN_ROLL,
    OTHER,
    SPECIALISTS,
    UNKNOWN,
    State,
)

DRIVE_COST = 2
CREW_CHANGE_COST = 2

Landing = tuple[int, Square | None]  # a firefighter at the vehicle; None: it stays


def drives(state: State) -> Iterator[Action]:
    """Drives of the ambulance, from anywhere, and of the engine, by its driver (FP-6.2 to FP-6.4)."""
    if "vehicles" not in state.rules:
        return
    for spot, target in next_spots(state.board.ambulance_spots, state.ambulance):
        yield from drives_to(state, "ambulance", spot, target)
    if state.is_at_engine(state.active.at):
        for spot, target in next_spots(state.board.engine_spots, state.engine):
            yield from drives_to(state, "engine", spot, target)


def next_spots(spots: Sequence[Spot], name: str | None) -> list[tuple[Spot, Spot]]:
    """The spot where a vehicle is, with each spot next to it clockwise or counter-clockwise (FP-6.2)."""
    number = next(i for i, spot in enumerate(spots) if spot.id == name)
    return [(spots[number], spots[i]) for i in sorted({(number - 1) % len(spots), (number + 1) % len(spots)})]


def drives_to(state: State, vehicle: str, spot: Spot, target: Spot) -> Iterator[Action]:
    """A drive with every choice of riders and of the squares where they land (FP-6.3, FP-6.4)."""
    choices: list[list[Landing]] = []
    for number, firefighter in enumerate(state.firefighters):
        if firefighter.at in spot.squares:
            landings: list[Landing] = [(number, square) for square in target.squares]
            must_ride = vehicle == "engine" and number == state.turn.active
            choices.append(landings if must_ride else [(number, None), *landings])
    for landings_of_all in product(*choices):
        riders = [(number, square) for number, square in landings_of_all if square is not None]
        names = [f" {state.firefighters[number].id}@{square_text(square)}" for number, square in riders]
        text = f"drive {vehicle} {target.id}" + "".join(names)
        yield Action(text, DRIVE_COST, OTHER, partial(drive, vehicle, target, riders))


def drive(vehicle: str, target: Spot, riders: list[tuple[int, Square]], state: State) -> None:
    """The vehicle arrives; the ambulance rescues the victims of its new spot (FP-6.2 to FP-6.6)."""
    for number, square in riders:
        state.firefighters[number].at = square
    if vehicle == "engine":
        state.engine = target.id
        return
    state.ambulance = target.id
    waiting = [(square, kind) for square, kind in state.poi if kind != UNKNOWN and square in target.squares]
    for victim in waiting:
        state.poi.remove(victim)
        state.rescued += 1
    if state.rescued >= state.goal:
        state.finish("won", "rescued")


def deck_gun(state: State) -> Iterator[Action]:
    """Fire the deck gun (FP-6.8); not with Murphy's law (FP-11.3)."""
    if "murphys-law" in state.variants or not state.is_at_engine(state.active.at):
        return
    quadrant = state.board.engine_spot(state.engine).quadrant
    assert quadrant is not None
    if not any(firefighter.at in quadrant for firefighter in state.firefighters):
        yield Action("fire-deck-gun", state.active.powers.deck_gun_cost, OTHER, fire_deck_gun)


def fire_deck_gun(state: State) -> None:
    state.turn.phase = DECK_GUN_ROLL


def deck_gun_rolled(state: State, red: int, black: int) -> None:
    """The Driver has a choice until both dice have been re-rolled (FP-7.6); for all others it counts."""
    state.turn.dice = (red, black)
    if state.active.specialist == "driver" and state.turn.rerolled != {"red", "black"}:
        state.turn.phase = DECK_GUN_CHOICE
    else:
        resolve_deck_gun(state)


def deck_gun_answers(state: State) -> Iterator[Action]:
    """Keep the dice, or re-roll one or both, each die once at most (FP-7.6)."""
    yield Action("keep", 0, OTHER, resolve_deck_gun)
    for words, dice in (("red", {"red"}), ("black", {"black"}), ("both", {"red", "black"})):
        if not dice & state.turn.rerolled:
            yield Action(f"reroll {words}", 0, OTHER, partial(reroll, frozenset(dice)))


def reroll(dice: frozenset[str], state: State) -> None:
    red, black = state.turn.dice
    state.turn.dice = (None if "red" in dice else red, None if "black" in dice else black)
    state.turn.rerolled |= dice
    state.turn.phase = DECK_GUN_ROLL


def resolve_deck_gun(state: State) -> None:
    """Dice outside the quadrant are turned over; threats on and next to the target are removed (FP-6.8)."""
    red, black = state.turn.dice
    quadrant = state.board.engine_spot(state.engine).quadrant
    assert red is not None
    assert black is not None
    assert quadrant is not None
    row = red if quadrant.has_row(red) else state.board.rows + 1 - red
    column = black if quadrant.has_column(black) else state.board.columns + 1 - black
    target = (row, column)
    for square in [target, *state.reachable(target)]:
        state.remove_threat(square)
    state.turn.phase, state.turn.dice, state.turn.rerolled = ACTION, (None, None), frozenset()


def crew_changes(state: State) -> Iterator[Action]:
    """Swap the specialist, as the first action of a turn begun at the engine (FP-6.9, FP-11.1, FP-11.2)."""
    turn = state.turn
    if not {"specialists", "vehicles"} <= state.rules or "small-station" in state.variants:
        return
    if turn.acted or not turn.began_at_engine or turn.ap < CREW_CHANGE_COST:
        return
    taken = {firefighter.specialist for firefighter in state.firefighters}
    over_old_base = turn.ap - state.active.powers.base_ap
    for name, specialist in SPECIALISTS.items():
        if name not in taken and specialist.base_ap + over_old_base - CREW_CHANGE_COST >= 0:
            yield Action(f"crew {name}", CREW_CHANGE_COST, OTHER, partial(change_crew, name))


def change_crew(name: str, state: State) -> None:
    """The new one's base AP and free AP replace the old one's; the cost is paid already (FP-6.9)."""
    old_base = state.active.powers.base_ap
    state.active.specialist = name
    state.turn.ap += state.active.powers.base_ap - old_base
    state.turn.free_ap = state.active.powers.free_ap
