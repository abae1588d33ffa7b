"""Why dice, reveals and corrections are not possible, clause by clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from advisor.errors import IllegalEvent
from advisor.flashpoint.notation import Event
from advisor.flashpoint.position import Position
from advisor.flashpoint.refusal_scene import Refusal, Scene, listed
from advisor.flashpoint.squares import Square, square_text

__all__ = ["explain_answer", "explain_chance", "explain_place", "places"]


def explain_chance(scene: Scene, event: Event) -> Refusal | None:
    """Return why the outcome of a chance event is not possible though one of its kind comes next.

    Parameters
    ----------
    scene : Scene
        The position, in the phase of the event.
    event : Event
        A ``reveal``, ``deck-gun``, ``roll`` or ``poi``.
    """
    if event.kind == "reveal":
        return _reveal(scene, event)
    clause = {"roll": "FP-5.1", "poi": "FP-8.1", "deck-gun": "FP-6.8"}[event.kind]
    red, black = event.dice or (0, 0)
    for name, shown, faces in (("red", red, scene.board.rows), ("black", black, scene.board.columns)):
        if not 1 <= shown <= faces:
            return f"the {name} die shows 1 to {faces}, not {shown}", clause
    if event.kind == "deck-gun":
        for name, shown, lies in zip(
            ("red", "black"), (red, black), scene.turn.dice or (None, None), strict=True
        ):
            if lies is not None and shown != lies:
                return f"the {name} die is not re-rolled and lies at {lies}, not {shown}", "FP-7.6"
    return _hazmat_order(scene, event) if event.hazmats else None


def _reveal(scene: Scene, event: Event) -> Refusal | None:
    position = scene.position
    left = position.unrevealed_victims if event.marker == "victim" else position.unrevealed_false_alarms
    name = str(event.marker).replace("-", " ")
    return None if left else (f"no {name} is left among the unrevealed markers", "FP-8.4")


def _hazmat_order(scene: Scene, event: Event) -> Refusal | None:
    """Find the first name in the players' order that has no burning hazmat when its turn comes (FP-5.6)."""
    from advisor.flashpoint import bridge

    if "hazmats" not in scene.position.rules:
        return "the game is played without hazmats", "FP-11.1"
    lying = Counter(scene.position.hazmats)
    for square, named in Counter(event.hazmats).items():
        if named > lying[square]:
            if not lying[square]:
                return f"no hazmat lies on {square_text(square)}", "FP-5.6"
            here = f"hazmats on {square_text(square)}: {lying[square]}"
            return f"{here}, but the square is named {named} times", "FP-5.6"
    # The names before the last are tried in turn: the last is at fault if all of them burn.
    culprit = event.hazmats[-1]
    for count in range(1, len(event.hazmats)):
        try:
            bridge.apply(scene.position, str(replace(event, hazmats=event.hazmats[:count])))
        except IllegalEvent:
            culprit = event.hazmats[count - 1]
            break
    return f"no hazmat burns on {square_text(culprit)} when its turn comes", "FP-5.6"


def explain_answer(scene: Scene, event: Event) -> Refusal | None:
    """Return why the Driver may not answer a roll of the deck gun like this (FP-7.6).

    Parameters
    ----------
    scene : Scene
        The position, phase ``deck_gun_choice``.
    event : Event
        ``keep`` or ``reroll``.
    """
    again = [die for die in scene.turn.rerolled or () if event.die in (die, "both")]
    return (f"the {listed(again)} die has been re-rolled, each die only once", "FP-7.6") if again else None


def places(position: Position, fell_at: Square) -> tuple[Square, ...]:
    """Return the squares where one who was knocked down may be put, in the board file's order.

    Parameters
    ----------
    position : Position
        The position after the fire.
    fell_at : tuple of int
        Where the firefighter stood in fire.

    Returns
    -------
    tuple
        The ambulance's two squares with vehicles (FP-6.7), otherwise those of the nearest spots (FP-5.9).
    """
    spots = position.board.ambulance_spots
    if "vehicles" in position.rules:
        return next(spot.squares for spot in spots if spot.id == position.ambulance)

    def distance(square: Square) -> int:
        return (square[0] - fell_at[0]) ** 2 + (square[1] - fell_at[1]) ** 2

    nearest = min(min(map(distance, spot.squares)) for spot in spots)
    found = [
        square for spot in spots if min(map(distance, spot.squares)) == nearest for square in spot.squares
    ]
    return tuple(dict.fromkeys(found))


def explain_place(scene: Scene, event: Event, fallen: Mapping[str, Square] | None) -> Refusal:
    """Return why nobody can be put there.

    Parameters
    ----------
    scene : Scene
        The position after the event before.
    event : Event
        A ``place``.
    fallen : mapping or None
        Where those stood whom the event before knocked down and who have not been put elsewhere yet; None
        if only the position is known, which does not hold it.
    """
    vehicles, who, square = "vehicles" in scene.position.rules, str(event.who), event.square or (0, 0)
    clause = "FP-6.7" if vehicles else "FP-5.9"
    if who not in scene.people:
        return f"there is no firefighter '{who}' in the game", clause
    if fallen is not None and who not in fallen:
        return f"{who} was not knocked down by the event before", clause
    if fallen is not None:
        allowed = places(scene.position, fallen[who])
        where = "the squares of the ambulance" if vehicles else "the squares of the nearest ambulance spots"
    elif vehicles:
        allowed, where = places(scene.position, square), "the squares of the ambulance"
    else:
        allowed = tuple(square for spot in scene.board.ambulance_spots for square in spot.squares)
        where = "the squares of the ambulance spots"
    if square not in allowed:
        return f"{who} may be put on {listed(map(square_text, allowed), 'or')}, {where}", clause
    return "a correction follows in a record on the event that knocked somebody down, once for each", clause
