"""A position as text for the terminal: the floor plan, a legend, the state of the game.

A square is a cell of at least two lines: threats, hot spot, hazmats and POI stand on top, firefighters at
the bottom. A row of cells grows where its squares hold more; cells are narrower on wide boards. Colours
(`board_rich`) only add to the characters, they never carry a meaning alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from advisor.flashpoint.draw_scene import Contents, Scene, printable, scene_of
from advisor.flashpoint.draw_words import rules_words, specialist_name, supplies, turn_words, vehicle_words
from advisor.flashpoint.position import Position
from advisor.flashpoint.rooms import room_name
from advisor.flashpoint.squares import Square, edge, square_text

__all__ = ["board_rich", "board_text"]

Run = tuple[str, str]
"""Characters and their style."""

LABEL = 3  # columns at both sides for the numbers of the rows
WIDEST, NARROWEST = 6, 4  # characters in a cell


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters of one mode; walls and doors as (upright character, line across of any length)."""

    fire: str
    smoke: str
    corners: str
    """By which sides a solid edge arrives from: 1 up, 2 right, 4 down, 8 left."""
    line: str
    upright: str
    cube: str
    doors: dict[str, tuple[str, str]]


UNICODE = Signs(
    fire="▲▲", smoke="░░", corners="·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", line="━", upright="┃", cube="■",
    doors={"closed": ("║", "════"), "open": ("╱", " ╱╱ "), "destroyed": ("×", " ×× ")},
)  # fmt: skip
ASCII = Signs(
    fire="^^", smoke="~~", corners=".+++++++++++++++", line="-", upright="|", cube="#",
    doors={"closed": ("H", "===="), "open": ("/", " // "), "destroyed": ("x", " xx ")},
)  # fmt: skip

# Middling tones, which can be read on a black and on a white terminal.
RED, BLUE, GREEN, YELLOW, ORANGE = "#e0402f", "#3b8fe0", "#1f9e5a", "#b88f00", "#e07b00"
PURPLE, CYAN, GREY = "#b95fc0", "#0f9aa8", "#888888"
STYLES = {
    "fire": f"bold {RED}", "smoke": GREY, "hot spot": f"bold {ORANGE}", "hazmat": f"bold {PURPLE}",
    "poi": f"bold {CYAN}", "victim": f"bold {GREEN}", "treated": f"bold {GREEN}", "spot": GREY,
    "vehicle": f"bold {BLUE}", "wall": "bold", "damaged": f"bold {YELLOW}", "rubble": f"bold {RED}",
    "closed": CYAN, "open": CYAN, "destroyed": RED, "grid": GREY, "label": GREY,
    "route": f"bold {CYAN}",
}  # fmt: skip
FIREFIGHTER_STYLES = {
    "red": f"bold {RED}", "blue": f"bold {BLUE}", "green": f"bold {GREEN}", "yellow": f"bold {YELLOW}",
    "orange": f"bold {ORANGE}", "black": "bold black on white", "white": "bold white on black",
    "purple": f"bold {PURPLE}", "pink": f"bold {PURPLE}", "cyan": f"bold {CYAN}", "grey": f"bold {GREY}",
}  # fmt: skip


def board_text(
    position: Position,
    *,
    ascii_only: bool = False,
    width: int = 80,
    marks: Mapping[Square, str] | None = None,
) -> str:
    """Draw a position as plain text.

    Parameters
    ----------
    position : Position
        The position.
    ascii_only : bool
        Use ASCII characters only, else Unicode lines and signs.
    width : int
        Columns of the terminal. Boards of up to twelve columns need no more than 80.
    marks : mapping, optional
        Numbers of routes, put on their squares.

    Returns
    -------
    str
        Lines without trailing blanks, the last one without a line feed.

    Examples
    --------
    >>> from advisor.flashpoint import Board, SetUp, set_up
    >>> start = set_up(SetUp(Board.shipped("hut"))).position
    >>> print("\\n".join(board_text(start, ascii_only=True).split("\\n")[2:9]))
              +------+------+
     1          ^^   | ?    |        1
         G           |      |
              +      +-====-+
     2        | ?      ?             2
              |               [R]
              +-====-+------+
    """
    return "\n".join("".join(text for text, _ in line) for line in _lines(position, ascii_only, width, marks))


def board_rich(
    position: Position,
    *,
    ascii_only: bool = False,
    width: int = 80,
    marks: Mapping[Square, str] | None = None,
) -> Text:
    """Draw a position as `board_text` does, the same characters with colours.

    Parameters are those of `board_text`.
    """
    drawn = Text(no_wrap=True, overflow="crop", end="")
    for number, line in enumerate(_lines(position, ascii_only, width, marks)):
        drawn.append("\n" if number else "")
        for text, style in line:
            drawn.append(text, style or None)
    return drawn


def _lines(
    position: Position, ascii_only: bool, width: int, marks: Mapping[Square, str] | None
) -> list[list[Run]]:
    scene = scene_of(position, marks)
    signs = ASCII if ascii_only else UNICODE
    lines = [
        *_plan(scene, signs, width),
        *_wrapped(_legend(scene, signs), width, "  "),
        [],
        *_state(scene, width),
    ]
    return [[(printable(t, ascii_only=ascii_only), s) for t, s in _stripped(line)] for line in lines]


def _stripped(line: Sequence[Run]) -> list[Run]:
    """Return a line without blanks at its end."""
    kept = list(line)
    while kept and not kept[-1][0].strip():
        kept.pop()
    return [*kept[:-1], (kept[-1][0].rstrip(), kept[-1][1])] if kept else []


# --- the floor plan ---------------------------------------------------------------------------------------


def _plan(scene: Scene, signs: Signs, width: int) -> list[list[Run]]:
    rows, columns = scene.position.board.rows + 2, scene.position.board.columns + 2
    inner = max(NARROWEST, min(WIDEST, (width - 2 * LABEL - columns - 1) // columns))
    numbers: list[Run] = [(" " * (LABEL + 1), "")]
    numbers += [(f"{column:^{inner}} ", STYLES["label"]) for column in range(columns)]
    lines = [numbers, _rule_above(scene, signs, 0, inner)]
    for row in range(rows):
        lines += _row(scene, signs, row, inner)
        lines.append(_rule_above(scene, signs, row + 1, inner))
    # Nothing but dots is on the outermost lines, so they are left out.
    return [numbers, *lines[2:-1], numbers, []]


def _row(scene: Scene, signs: Signs, row: int, inner: int) -> list[list[Run]]:
    board = scene.position.board
    cells = [_cell(scene, signs, scene.squares[row, c], inner) for c in range(board.columns + 2)]
    outside = row in (0, board.rows + 1)
    height = max(1 if outside else 2, *(len(top) + len(bottom) for top, bottom in cells))
    lines: list[list[Run]] = []
    for number in range(height):
        label = str(row) if number == (height - 1) // 2 else ""
        line: list[Run] = [(f"{label:>{LABEL - 1}} ", STYLES["label"]), (" ", "")]
        for column, (top, bottom) in enumerate(cells):
            filled = [*top, *[[]] * (height - len(top) - len(bottom)), *bottom]
            line += _padded(filled[number], inner)
            if column <= board.columns:
                line.append(_upright(scene, signs, row, column, number, height))
        lines.append([*line, (f"  {label}", STYLES["label"])])
    return lines


def _cell(
    scene: Scene, signs: Signs, contents: Contents, inner: int
) -> tuple[list[list[Run]], list[list[Run]]]:
    """Return the lines of a cell: what lies on the square, and who stands on it."""
    things: list[Run] = [
        (kind[:3].upper() if there else kind[:3], STYLES["vehicle" if there else "spot"])
        for kind, there in contents.spots
    ]
    if contents.threat:
        things.append((signs.fire if contents.threat == "fire" else signs.smoke, STYLES[contents.threat]))
    things += [("*", STYLES["hot spot"])] * contents.hot_spot
    things += _several("h", contents.hazmats, STYLES["hazmat"], always=True)
    things += [("?", STYLES["poi"])] * contents.unknown
    things += _several("v", contents.victims, STYLES["victim"])
    things += _several("t", contents.treated, STYLES["treated"])
    standing = [_pawn(scene, f.id) for f in contents.firefighters]
    if contents.marks:
        standing.append((f" {contents.marks}" if standing else contents.marks, STYLES["route"]))
    return _flowed(things, inner), _flowed(standing, inner)


def _several(sign: str, number: int, style: str, *, always: bool = False) -> list[Run]:
    if not number:
        return []
    return [(f"{sign}{number}" if always or number > 1 else sign, style)]


def _pawn(scene: Scene, name: str) -> Run:
    style = FIREFIGHTER_STYLES.get(name, "bold")
    letter = scene.letters[name]
    return (f"[{letter}]", f"{style} reverse") if name == scene.active else (letter, style)


def _flowed(runs: Iterable[Run], inner: int) -> list[list[Run]]:
    """Break runs into lines of at most `inner` characters, words of letters apart from each other."""
    lines: list[list[Run]] = []
    room = 0
    for text, style in runs:
        gap = 1 if len(text) > 2 and text.isalpha() else 0
        if not lines or len(text) + gap > room:
            lines.append([])
            room, gap = inner, 0
        lines[-1].append((" " * gap + text, style))
        room -= len(text) + gap
    return lines


def _padded(runs: list[Run], inner: int) -> list[Run]:
    room = inner - sum(len(text) for text, _ in runs)
    left = 1 if room > 1 else 0
    return [(" " * left, ""), *runs, (" " * (room - left), "")]


def _upright(scene: Scene, signs: Signs, row: int, column: int, number: int, height: int) -> Run:
    """Return line `number` of the edge between a square and its right neighbour."""
    state = scene.edges.get(edge((row, column), (row, column + 1)))
    if state is None:
        return " ", ""
    if state in signs.doors:
        return signs.doors[state][0], STYLES[state]
    if state == "wall":
        return signs.upright, STYLES[state]
    cubes = 1 if state == "damaged" else 2
    first = (height - cubes) // 2
    if first <= number < first + cubes:
        return signs.cube, STYLES[state]
    return (signs.upright, STYLES["wall"]) if state == "damaged" else (" ", "")


def _rule_above(scene: Scene, signs: Signs, row: int, inner: int) -> list[Run]:
    """Return the line between the row above and `row`."""
    columns = scene.position.board.columns + 2
    line: list[Run] = [(" " * LABEL, "")]
    for column in range(columns + 1):
        line.append(_corner(scene, signs, row, column))
        if column < columns:
            line += _across(scene, signs, row, column, inner)
    line[1] = line[-1] = (" ", "")  # the outer border of the ring
    return line


def _across(scene: Scene, signs: Signs, row: int, column: int, inner: int) -> list[Run]:
    """Return the edge between a square and the one above."""
    state = scene.edges.get(edge((row - 1, column), (row, column)))
    if state is None:
        return [(" " * inner, "")]
    side, wall = (inner - 2) // 2, STYLES["wall"]
    left, right = signs.line * side, signs.line * (inner - 2 - side)
    if state == "wall":
        return [(signs.line * inner, wall)]
    if state == "damaged":
        return [(left, wall), (signs.cube, STYLES[state]), (signs.line + right, wall)]
    if state == "rubble":
        return [(" " * side, ""), (signs.cube * 2, STYLES[state]), (" " * len(right), "")]
    drawn = signs.doors[state][1][(4 - (inner - 2)) // 2 :][: inner - 2]
    return [(signs.line, wall), (drawn, STYLES[state]), (signs.line, wall)]


def _corner(scene: Scene, signs: Signs, row: int, column: int) -> Run:
    """Return the sign of the corner above and to the left of a square."""
    around = (
        ((row - 1, column - 1), (row - 1, column)),
        ((row - 1, column), (row, column)),
        ((row, column - 1), (row, column)),
        ((row - 1, column - 1), (row, column - 1)),
    )
    solid = [scene.edges.get(edge(a, b), "rubble") != "rubble" for a, b in around]
    index = sum(1 << n for n, is_solid in enumerate(solid) if is_solid)
    return signs.corners[index], STYLES["wall" if index else "grid"]


# --- below the floor plan ---------------------------------------------------------------------------------


def _legend(scene: Scene, signs: Signs) -> list[list[Run]]:
    """Explain the signs that occur, and no others."""
    position, inside, states = scene.position, scene.squares.values(), set(scene.edges.values())
    here = {
        kind: spot for kind, spot in (("ambulance", position.ambulance), ("engine", position.engine)) if spot
    }
    empty = dict.fromkeys(kind for c in inside for kind, there in c.spots if not there)
    entries = [
        (signs.fire, "fire", "fire", bool(position.fire)),
        (signs.smoke, "smoke", "smoke", bool(position.smoke)),
        ("*", "hot spot", "hot spot", bool(position.hot_spots)),
        ("h1", "hazmats", "hazmat", bool(position.hazmats)),
        ("?", "face-down POI", "poi", any(c.unknown for c in inside)),
        ("v", "victim", "victim", any(c.victims for c in inside)),
        ("t", "treated victim", "treated", any(c.treated for c in inside)),
        *((kind[:3].upper(), kind, "vehicle", True) for kind in here),
        *((kind[:3], f"parking spot of the {kind}", "spot", True) for kind in empty),
        (f"{signs.line}{signs.line} {signs.upright}", "wall", "wall", "wall" in states),
        (signs.cube, "damaged wall", "damaged", "damaged" in states),
        (signs.cube * 2, "destroyed wall", "rubble", "rubble" in states),
        *(
            (f"{across.strip()} {upright}", f"{state} door", state, state in states)
            for state, (upright, across) in signs.doors.items()
        ),
        ("12", "routes 1 and 2", "route", any(c.marks for c in inside)),
        ("[ ]", "whose turn it is", "", scene.active is not None),
    ]
    return [
        [(sign, STYLES.get(style, "")), (f" {name}", "")] for sign, name, style, occurs in entries if occurs
    ]


def _wrapped(entries: Iterable[list[Run]], width: int, gap: str) -> list[list[Run]]:
    """Put entries on lines of at most `width` columns, as many as fit on each."""
    lines: list[list[Run]] = []
    used = width
    for entry in entries:
        size = sum(cell_len(text) for text, _ in entry) + len(gap)
        if not lines or used + size > width:
            lines.append([])
            used = 0
        lines[-1] += [(gap, ""), *entry]
        used += size
    return lines


def _state(scene: Scene, width: int) -> list[list[Run]]:
    position = scene.position
    vehicles = vehicle_words(position)
    facts = supplies(position)
    if vehicles:
        facts.append(("Vehicles", vehicles))
    facts.append(("Rules", rules_words(position)))
    facts.append(("Board", position.board.name))
    turn = [[(word, "bold")] for word in turn_words(position).split()]
    return [
        *_wrapped(turn, width, " "),
        *_wrapped([[(f"{label}: ", GREY), (value, "")] for label, value in facts], width, "  "),
        *([(" ", ""), *line] for line in _crew(scene, width - 1)),
    ]


def _crew(scene: Scene, width: int) -> list[list[Run]]:
    """Return a line for each firefighter: its letter, id, specialist, square, saved AP and room."""
    crew = scene.position.firefighters
    id_width = max((len(f.id) for f in crew), default=0)
    name_width = max((len(specialist_name(f)) for f in crew), default=0)
    lines: list[list[Run]] = []
    for f in crew:
        mark = ">" if f.id == scene.active else " "
        said = f" {f.id:{id_width}}  "
        if name_width:
            said += f"{specialist_name(f):{name_width}}  "
        room = room_name(scene.position.board, f.at)
        said += f"{square_text(f.at):>5}  {f.saved_ap} AP saved" + (f"  {room}" if room else "")
        letter = scene.letters[f.id]
        lines.append(
            [(f"{mark} ", ""), (letter, FIREFIGHTER_STYLES.get(f.id, "bold")), (said[: width - 4], "")]
        )
    return lines
