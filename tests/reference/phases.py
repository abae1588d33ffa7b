"""What follows the action phase: consequences of the fire, reveals, replenishing, the next turn."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Square
from .fire import burn_hazmats, clear_outside, explode, flashover, resolve_roll
from .state import (
    ACTION,
    ADVANCE_FIRE,
    BY_FIRE,
    BY_REPLENISHING,
    HAZMAT_MARKERS,
    MOST_SAVED_AP,
    POI_ON_BOARD,
    REPLENISH,
    REVEAL,
    UNKNOWN,
    VICTIM,
    VICTIMS_TO_LOSE,
    CollapseError,
    State,
    Turn,
)


def end_action_phase(state: State) -> None:
    """`end`: up to four general AP are saved (FP-2.2, FP-3.2)."""
    state.active.saved_ap = min(MOST_SAVED_AP, state.turn.ap)
    state.turn = Turn(state.turn.active, ADVANCE_FIRE)


def begin_next_turn(state: State) -> None:
    """The next firefighter of the list gets its AP (FP-2.1, FP-3.1)."""
    number = (state.turn.active + 1) % len(state.firefighters)
    firefighter = state.firefighters[number]
    state.turn = Turn(
        number,
        ACTION,
        ap=firefighter.powers.base_ap + firefighter.saved_ap,
        free_ap=firefighter.powers.free_ap,
        began_at_engine=state.is_at_engine(firefighter.at),
    )
    firefighter.saved_ap = 0


def advance_fire(state: State, target: Square, order: Sequence[Square] = ()) -> None:
    """One roll, and after the last one the consequences (FP-5.1 to FP-5.8); a collapse ends it (FP-9.3)."""
    try:
        if resolve_roll(state, target, order):
            state.turn.flare_up = True
            return
        if state.turn.flare_up:
            state.place_hot_spot(target)
        begin_consequences(state)
    except CollapseError:
        state.finish("lost", "collapse")


def begin_consequences(state: State) -> None:
    """FP-5.8 (a), and of (b) the victims that lie face up."""
    for number, firefighter in enumerate(state.firefighters):
        if firefighter.at in state.fire:
            knock_down(state, number)
    burnt = [(square, kind) for square, kind in state.poi if kind != UNKNOWN and square in state.fire]
    for one in burnt:
        state.poi.remove(one)
        state.lost += 1
    continue_consequences(state)


def continue_consequences(state: State) -> None:
    """The rest of FP-5.8 (b), one reveal at a time, then (c) and the checks of FP-9.2 and FP-9.4."""
    burning = [square for square in state.face_down() if square in state.fire]
    if burning:
        state.turn = Turn(state.turn.active, REVEAL, at=burning[0], cause=BY_FIRE)
        return
    clear_outside(state)
    if state.lost >= VICTIMS_TO_LOSE:
        state.finish("lost", "victims")
    elif state.rescued + victims_on_board(state) + state.unrevealed_victims < state.goal:
        state.finish("lost", "unreachable")
    else:
        go_on_replenishing(state)


def victims_on_board(state: State) -> int:
    return sum(kind != UNKNOWN for _, kind in state.poi)


def knock_down(state: State, number: int) -> None:
    """The firefighter goes to the default square; the others it may be put on are noted (FP-5.9, FP-6.7)."""
    firefighter = state.firefighters[number]
    row, column = firefighter.at

    def distance(square: Square) -> int:
        return (square[0] - row) ** 2 + (square[1] - column) ** 2

    if "vehicles" in state.rules:
        spots = [state.board.ambulance_spot(state.ambulance).squares]
    else:
        every = [spot.squares for spot in state.board.ambulance_spots]
        nearest = min(distance(square) for squares in every for square in squares)
        spots = [squares for squares in every if min(map(distance, squares)) == nearest]
    firefighter.at = min(spots[0], key=distance)
    state.fallen[number] = tuple(square for squares in spots for square in squares)


def put_fallen(state: State, number: int, square: Square) -> None:
    """The players choose another square for one just knocked down (FP-5.9, FP-6.7)."""
    del state.fallen[number]
    state.firefighters[number].at = square
    if state.turn.phase == ACTION and state.turn.active == number:
        state.turn.began_at_engine = state.is_at_engine(square)


def reveal(state: State, is_victim: bool) -> None:
    """The outcome of a reveal, whatever its cause (FP-4.6, FP-5.8 b, FP-7.4, FP-8.2, FP-11.4)."""
    square, cause = state.turn.at, state.turn.cause
    assert square is not None
    state.poi.remove((square, UNKNOWN))
    if is_victim:
        state.unrevealed_victims -= 1
    else:
        state.unrevealed_false_alarms -= 1
    if cause == BY_FIRE:
        reveal_by_fire(state, square, is_victim)
        return
    if is_victim:
        state.poi.append((square, VICTIM))
    elif "hidden-hazards" in state.variants and len(state.hazmats) < HAZMAT_MARKERS:
        state.hazmats.append(square)
    if cause == BY_REPLENISHING:
        go_on_replenishing(state)
    else:
        state.turn.phase, state.turn.at, state.turn.cause = ACTION, None, None


def reveal_by_fire(state: State, square: Square, is_victim: bool) -> None:
    """FP-5.8 (b); with hidden hazards a false alarm explodes and FP-5.8 begins again (FP-11.4)."""
    if is_victim:
        state.lost += 1
    elif "hidden-hazards" in state.variants:
        try:
            explode(state, square)
            flashover(state)
            burn_hazmats(state)
        except CollapseError:
            state.finish("lost", "collapse")
        else:
            begin_consequences(state)
        return
    continue_consequences(state)


def go_on_replenishing(state: State) -> None:
    """Another POI is due, or the next turn begins (FP-8.1)."""
    supply = state.unrevealed_victims + state.unrevealed_false_alarms - len(state.face_down())
    if len(state.poi) < POI_ON_BOARD and supply > 0:
        state.turn = Turn(state.turn.active, REPLENISH)
    else:
        begin_next_turn(state)


def place_poi(state: State, rolled: Square) -> None:
    """One roll of replenishing; it may find no square, and changes nothing then (FP-8.2, FP-8.3)."""
    taken = {square for square, _ in state.poi}
    if "arrows" in state.rules:
        taken |= state.fire | state.smoke | {firefighter.at for firefighter in state.firefighters}
        square = follow_arrows(state, rolled, taken)
    else:
        square = None if rolled in taken else rolled
    if square is None:
        return
    state.remove_threat(square)
    state.poi.append((square, UNKNOWN))
    if any(firefighter.at == square for firefighter in state.firefighters):
        state.turn = Turn(state.turn.active, REVEAL, at=square, cause=BY_REPLENISHING)
    else:
        go_on_replenishing(state)


def follow_arrows(state: State, start: Square, taken: set[Square]) -> Square | None:
    """The first square of the arrows' path that is not taken, None if it runs into a loop (FP-8.3)."""
    square, visited = start, set[Square]()
    while square not in visited:
        if square not in taken:
            return square
        visited.add(square)
        square = state.board.arrows[square]
    return None
