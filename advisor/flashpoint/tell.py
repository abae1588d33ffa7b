"""What happens at the table, in words, and what the players are asked (`advisor.scene.Teller`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from advisor.flashpoint.deeds import things_to_do
from advisor.flashpoint.draw_words import reason_words
from advisor.flashpoint.event_words import place_words
from advisor.flashpoint.notation import Event, parse
from advisor.flashpoint.position import Position, begins_turn
from advisor.flashpoint.squares import square_text
from advisor.flashpoint.tell_steps import collapse_step, steps_of
from advisor.flashpoint.trace import Trace
from advisor.scene import Ask, Change, Option
from advisor.words import _, marked, plural

__all__ = ["ask", "changes", "trace_of"]

_REVEALS: Final = {
    "enter": (marked("There is a face-down POI on {where}: turn it over."), "FP-4.6"),
    "identify": (marked("The POI on {where} is identified: turn it over."), "FP-7.4"),
    "replenish": (marked("Somebody stands on {where}: turn the new POI over."), "FP-8.2"),
    "fire": (marked("The POI on {where} is in the fire: turn it over."), "FP-5.8"),
}
"""By the cause of a reveal: what is to be done, and the clause."""

_ENDS: Final = {"rescued": "FP-9.1", "victims": "FP-9.2", "unreachable": "FP-9.4"}
"""The clause of each end; of a collapse the steps tell."""


def ask(position: Position) -> Ask | None:
    """Return what the players have to enter now (`advisor.scene.Teller.ask`).

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> ask(start) is None, ask(start.apply("end")).events
    (True, ('roll 1,1', 'roll 1,2', 'roll 2,1', 'roll 2,2'))
    """
    turn = position.turn
    if turn.phase == "advance_fire":
        text = _("The fire flares up: roll both dice again.") if turn.flare_up else (
            _("The fire advances: roll both dice.")
        )  # fmt: skip
        return _grid(position, "roll", text)
    if turn.phase == "replenish":
        return _grid(position, "poi", _("A new POI is due: roll both dice."))
    if turn.phase == "deck_gun_roll":
        return _gun(position)
    if turn.phase == "reveal" and turn.at is not None:
        text = _("What is the POI on {where}?").format(where=place_words(position, turn.at))
        labels = {"reveal victim": _("A victim"), "reveal false-alarm": _("A false alarm")}
        options = tuple(Option(event, labels[event]) for event, _p in position.chance())
        usual = options[0].value if len(options) == 1 else ""
        return Ask("options", text, options=options, usual=usual)
    return None


def _gun(position: Position) -> Ask:
    """Ask for the deck gun's dice; one that is not rolled again lies as it is (FP-7.6)."""
    red, black = position.turn.dice or (None, None)
    if red is not None:
        text = _("The deck gun: roll the black die again. The red one shows {n}.").format(n=red)
        return _grid(position, "deck-gun", text, red=red)
    if black is not None:
        text = _("The deck gun: roll the red die again. The black one shows {n}.").format(n=black)
        return _grid(position, "deck-gun", text, black=black)
    return _grid(position, "deck-gun", _("The deck gun fires: roll both dice."))


def _grid(position: Position, kind: str, text: str, red: int | None = None, black: int | None = None) -> Ask:
    board = position.board
    rows = range(1, board.rows + 1) if red is None else (red,)
    columns = range(1, board.columns + 1) if black is None else (black,)
    cells = [f"{row},{column}" for row in rows for column in columns]
    return Ask(
        "grid", text, tuple(map(str, rows)), tuple(map(str, columns)),
        tuple(f"{kind} {cell}" for cell in cells), tuple(f"square {cell}" for cell in cells),
    )  # fmt: skip


def changes(before: Position, event: str, after: Position) -> tuple[Change, ...]:
    """Return what an event did, and what to change on the table (`advisor.scene.Teller.changes`).

    Parameters
    ----------
    before, after : Position
        The positions before and after it.
    event : str
        An event that is legal in `before` and leads to `after`.

    Returns
    -------
    tuple of Change
        First the steps in the order of the rules, the last of them says what comes next; then what to do.

    Raises
    ------
    IllegalEvent
        If `event` is no event of the table.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> before = set_up(SetUp(Board.shipped("hut"))).position.apply("end")
    >>> [change.text for change in changes(before, "roll 1,2", before.apply("roll 1,2"))][:2]
    ['Red 1, black 2: the fire advances at 1,2.', 'Nothing burns on 1,2: smoke comes up.']
    """
    known = parse(event)
    told = [*_happened(before, known, after), *_counted(before, known, after), *_next(before, after)]
    return (*told, *things_to_do(before, after))


def trace_of(before: Position, event: Event, *, keeps: bool = False) -> Trace | None:
    """Return how a chance event is resolved; None of other events, and of dice that may be rolled again.

    Parameters
    ----------
    before : Position
        The position before it.
    event : Event
        What happened; ``keep`` resolves the deck gun's dice as well.
    keeps : bool
        Whether the deck gun's dice stand.
    """
    trace, dice = Trace(before), event.dice or (0, 0)
    if event.kind == "roll":
        trace.roll(dice, event.hazmats)
    elif event.kind == "poi":
        trace.place_poi(dice)
    elif event.kind == "reveal":
        trace.reveal(event.marker or "")
    elif event.kind == "deck-gun" and keeps:
        trace.shoot(dice)
    elif event.kind == "keep" and before.turn.dice is not None:
        red, black = before.turn.dice
        trace.shoot((red or 0, black or 0))
    else:
        return None
    return trace


def _happened(before: Position, event: Event, after: Position) -> list[Change]:
    trace = trace_of(before, event, keeps=after.turn.phase != "deck_gun_choice")
    if trace is not None:
        return steps_of(trace)
    if after.turn.reason == "collapse":  # a firefighter has placed the last marker
        return [collapse_step()]
    return []


def _counted(before: Position, event: Event, after: Position) -> Iterator[Change]:
    """Yield what the scales of the board say after victims have been rescued or lost."""
    if after.rescued > before.rescued:
        said = _("Rescued: {n} of {goal}.").format(n=after.rescued, goal=after.goal)
        yield Change(said, "step", (), "FP-6.6" if "vehicles" in after.rules else "FP-4.11")
    if after.lost > before.lost and event.kind != "place":
        said = _("Lost: {n} of 4 victims that lose the game.").format(n=after.lost)
        yield Change(said, "step", (), "FP-9.2")


def _next(before: Position, after: Position) -> Iterator[Change]:
    """Yield what comes next, where that is not what came before."""
    turn, was = after.turn, before.turn
    if turn.phase == "over" and turn.reason in _ENDS:
        won = _("The game is won: {reason}.") if turn.result == "won" else _("The game is lost: {reason}.")
        yield Change(won.format(reason=reason_words(turn.reason)), "step", (), _ENDS[turn.reason])
    elif turn.phase == "reveal" and turn.at is not None:
        text, clause = _REVEALS[turn.cause or "enter"]
        said = _(text).format(where=place_words(after, turn.at))
        yield Change(said, "step", (f"square {square_text(turn.at)}",), clause)
    elif turn.phase == "replenish" and was.phase != "replenish":
        yield Change(_("Fewer than three POI are on the board: a new one is due."), "step", (), "FP-8.1")
    elif begins_turn(before, after):
        free = turn.free_ap
        said = plural("{who} is next, with {n} AP.", "{who} is next, with {n} AP.", turn.ap)
        if free:
            said = _("{who} is next, with {n} AP and {free} free AP.")
        said = said.format(who=turn.firefighter, n=turn.ap, free=free)
        yield Change(said, "step", (f"piece {turn.firefighter}",), "FP-3.1")
