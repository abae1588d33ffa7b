"""A position in words: whose turn it is, the state of the game, and what lies where."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.flashpoint import names
from advisor.flashpoint.draw_scene import Scene, printable, scene_of
from advisor.flashpoint.position import Firefighter, Position, Turn
from advisor.flashpoint.rooms import place
from advisor.flashpoint.rules import DAMAGE_MARKERS, RULES, SPECIALISTS, VICTIMS_LOST
from advisor.flashpoint.squares import Square, edge_text, square_text
from advisor.words import _, marked, plural

__all__ = [
    "board_lines", "board_words", "counted", "damage_placed", "firefighter_words", "reason_words",
    "rules_words", "specialist_name", "supplies", "threat_markers_left", "turn_words", "vehicle_words",
]  # fmt: skip

_REASONS = {
    "rescued": marked("the goal is reached"),
    "victims": marked("four or more victims are lost"),
    "collapse": marked("the building has collapsed"),
    "unreachable": marked("too few victims are left to reach the goal"),
}
_FREE = {
    "": marked("{n} free AP"),
    "command": marked("{n} free command AP"),
    "extinguish": marked("{n} free extinguish AP"),
    "movement": marked("{n} free movement AP"),
}
_CAUSES = {
    "enter": marked("{who}'s turn: reveal the POI on {where}, a firefighter has entered"),
    "identify": marked("{who}'s turn: reveal the POI on {where}, it is being identified"),
    "replenish": marked("{who}'s turn: reveal the POI on {where}, it was placed where a firefighter stands"),
    "fire": marked("{who}'s turn: reveal the POI on {where}, it is on fire"),
}


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "hazmat"), counted(0, "hazmat"), counted(2, "victim lost", "victims lost")
    ('1 hazmat', '0 hazmats', '2 victims lost')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def reason_words(reason: str) -> str:
    """Say why a game is over (FP-9).

    >>> reason_words("collapse")
    'the building has collapsed'
    """
    return _(_REASONS[reason]) if reason in _REASONS else reason


def damage_placed(position: Position) -> int:
    """Return the damage markers on the board, of 24."""
    return sum(n for _, n in position.damage)


def threat_markers_left(position: Position) -> int:
    """Return the threat markers that are not on the board (FP-1.6)."""
    return position.threat_markers - len(position.fire) - len(position.smoke)


def specialist_name(firefighter: Firefighter) -> str:
    """Return the rulebook's name of a firefighter's specialist, ``""`` without."""
    return names.specialist_name(firefighter.specialist or "")


def turn_words(position: Position) -> str:
    """Say whose turn it is and what comes next.

    Parameters
    ----------
    position : Position
        The position.

    Returns
    -------
    str
        One line without a final stop, ``"red's action phase: 4 AP, 3 free movement AP"``.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> turn_words(set_up(SetUp(Board.shipped("hut"))).position.apply("end"))
    "red's turn, advance fire: roll both dice"
    """
    turn, board = position.turn, position.board
    who = turn.firefighter
    if turn.phase == "action":
        return _action_words(position, turn)
    if turn.phase == "reveal" and turn.at is not None:
        return _(_CAUSES[turn.cause or "enter"]).format(who=who, where=place(board, turn.at))
    if turn.phase == "deck_gun_roll":
        return _dice_to_roll(turn)
    if turn.phase == "deck_gun_choice" and turn.dice is not None:
        said = _("{who}'s deck gun: red {red}, black {black} rolled - keep or re-roll")
        return said.format(who=who, red=turn.dice[0], black=turn.dice[1])
    if turn.phase == "advance_fire":
        again = _("{who}'s turn, flare-up: roll again")
        return (again if turn.flare_up else _("{who}'s turn, advance fire: roll both dice")).format(who=who)
    if turn.phase == "replenish":
        return _("{who}'s turn, replenish POI: roll both dice").format(who=who)
    if turn.phase == "over":
        said = _("Game won: {reason}") if turn.result == "won" else _("Game lost: {reason}")
        return said.format(reason=reason_words(turn.reason or ""))
    return f"{who}'s turn: {turn.phase}"


def _action_words(position: Position, turn: Turn) -> str:
    specialist = next((f.specialist for f in position.firefighters if f.id == turn.firefighter), None)
    parts = [_("{n} AP").format(n=turn.ap)]
    if turn.free_ap:
        kind = SPECIALISTS[specialist].free_kind if specialist and specialist in SPECIALISTS else ""
        parts.append(_(_FREE[kind]).format(n=turn.free_ap))
    said = _("{who}'s action phase: {ap}").format(who=turn.firefighter, ap=", ".join(parts))
    commanded = _(" (has commanded {who})").format(who=", ".join(turn.commanded))
    return said + (commanded if turn.commanded else "")


def _dice_to_roll(turn: Turn) -> str:
    red, black = turn.dice or (None, None)
    if red is not None:
        said = _("{who} fires the deck gun: roll the black die (red shows {n})")
    elif black is not None:
        said = _("{who} fires the deck gun: roll the red die (black shows {n})")
    else:
        said = _("{who} fires the deck gun: roll both dice")
    return said.format(who=turn.firefighter, n=red if red is not None else black)


def supplies(position: Position) -> list[tuple[str, str]]:
    """Return the counts of the game as labels and values, only those that the rules in play have."""
    face_down = sum(p.kind == "unknown" for p in position.poi)
    rows = [
        (_("Rescued"), _("{n} (goal {goal})").format(n=position.rescued, goal=position.goal)),
        (_("Lost"), _("{n} ({most} lose the game)").format(n=position.lost, most=VICTIMS_LOST)),
        (_("Damage"), f"{damage_placed(position)}/{DAMAGE_MARKERS}"),
        (_("Threat markers left"), f"{threat_markers_left(position)}/{position.threat_markers}"),
    ]
    if "hot_spots" in position.rules:
        rows.append((_("Hot spot supply"), str(position.hot_spot_supply)))
    victims, alarms = position.unrevealed_victims, position.unrevealed_false_alarms
    unrevealed = _("{victims}, {alarms}, {n} of these face down on the board").format(
        victims=plural("{n} victim", "{n} victims", victims).format(n=victims),
        alarms=plural("{n} false alarm", "{n} false alarms", alarms).format(n=alarms), n=face_down,
    )  # fmt: skip
    return [*rows, (_("Unrevealed"), unrevealed)]


def vehicle_words(position: Position) -> str:
    """Say where the vehicles stand and where the deck gun reaches, ``""`` without vehicles."""
    said = []
    for spot in position.board.ambulance_spots:
        if spot.id == position.ambulance:
            said.append(_("ambulance {spot}").format(spot=names.spot_name(spot.id)))
    for engine in position.board.engine_spots:
        if engine.id == position.engine:
            told = _("engine {spot} (deck gun: rows {rows}, columns {columns})")
            rows, columns = (_span(ends) for ends in (engine.rows, engine.columns))
            said.append(told.format(spot=names.spot_name(engine.id), rows=rows, columns=columns))
    return ", ".join(said)


def _span(ends: tuple[int, int]) -> str:
    return f"{ends[0]}-{ends[1]}" if ends[0] != ends[1] else f"{ends[0]}"


def rules_words(position: Position) -> str:
    """Name the rules and variants in play.

    A family game is called ``"family"``, with all parts it is ``"experienced"``.
    """
    if set(position.rules) == set(RULES):
        said = _("experienced")
    else:
        said = ", ".join(rule.replace("_", " ") for rule in position.rules) or _("family")
    return said + (f"; {', '.join(position.variants)}" if position.variants else "")


def firefighter_words(position: Position, firefighter: Firefighter) -> str:
    """Say who a firefighter is, where it stands and what it has saved."""
    name = specialist_name(firefighter)
    who = f"{firefighter.id} ({name})" if name else firefighter.id
    said = _("{who} on {where}").format(who=who, where=place(position.board, firefighter.at))
    saved = _("{n} AP saved").format(n=firefighter.saved_ap)
    return f"{said}, {saved}" if firefighter.saved_ap else said


def board_words(position: Position) -> str:
    """Return everything that a picture of a position shows in words, for those who cannot see it.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> board_words(set_up(SetUp(Board.shipped("hut"))).position).split("\\n")[0]
    'Board: The hut, 2 rows, 2 columns.'
    """
    return "\n".join(printable(line) for line in board_lines(scene_of(position)))


def board_lines(scene: Scene) -> list[str]:
    """Say in words everything that a picture of the board shows, a sentence for each kind of thing."""
    position = scene.position
    vehicles = vehicle_words(position)
    hazmats = [
        _("{n} on {where}").format(n=c.hazmats, where=square_text(square))
        for square, c in scene.squares.items()
        if c.hazmats
    ]
    board = position.board
    size = _("{name}, {rows} rows, {columns} columns")
    crew = "; ".join(firefighter_words(position, f) for f in position.firefighters)
    rows: list[tuple[str, str]] = [
        (_("Board"), size.format(name=board.name, rows=board.rows, columns=board.columns)),
        (_("Turn"), turn_words(position)),
        *supplies(position),
        (_("Firefighters"), crew),
        (_("Vehicles"), vehicles),
        (_("Fire"), _listed(position.fire)),
        (_("Smoke"), _listed(position.smoke)),
        (_("Hot spots"), _listed(position.hot_spots)),
        (_("Hazmats"), ", ".join(hazmats)),
        (_("Face-down POI"), _listed(p.at for p in position.poi if p.kind == "unknown")),
        (_("Victims"), _listed(p.at for p in position.poi if p.kind == "victim")),
        (_("Treated victims"), _listed(p.at for p in position.poi if p.kind == "treated")),
        *(
            (_(title), ", ".join(edge_text(e) for e, now in sorted(scene.edges.items()) if now == state))
            for state, title in _EDGE_TITLES.items()
        ),
        (_("Rules"), rules_words(position)),
    ]
    return [_("{what}: {which}.").format(what=what, which=which) for what, which in rows if which]


_EDGE_TITLES = {
    "damaged": marked("Walls with one damage marker"),
    "rubble": marked("Destroyed walls"),
    "closed": marked("Closed doors"),
    "open": marked("Open doors"),
    "destroyed": marked("Destroyed doors"),
}


def _listed(squares: Iterable[Square]) -> str:
    return ", ".join(square_text(square) for square in squares)
