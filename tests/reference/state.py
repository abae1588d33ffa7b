"""What changes during a game, and the smallest changes that the rules speak of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from .board import Board, Edge, Square

# Phases.
ACTION, REVEAL, DECK_GUN_ROLL, DECK_GUN_CHOICE = "action", "reveal", "deck_gun_roll", "deck_gun_choice"
ADVANCE_FIRE, REPLENISH, OVER = "advance_fire", "replenish", "over"

# Points of interest; causes of a reveal; doors.
UNKNOWN, VICTIM, TREATED = "unknown", "victim", "treated"
BY_ENTERING, BY_IDENTIFYING, BY_REPLENISHING, BY_FIRE = "enter", "identify", "replenish", "fire"
CLOSED, OPEN, DESTROYED = "closed", "open", "destroyed"

DAMAGE_MARKERS = 24  # FP-1.5
POI_ON_BOARD = 3  # FP-8.1
HAZMAT_MARKERS = 6  # FP-11.4
MOST_SAVED_AP = 4  # FP-3.2
VICTIMS_TO_LOSE = 4  # FP-9.2

# Kinds of action that free AP can pay for (FP-3.3, FP-7).
MOVEMENT, EXTINGUISHING, COMMAND, OTHER = "movement", "extinguishing", "command", "other"


class Illegal(ValueError):  # noqa: N818 (its name is part of what others call)
    """An event that the rules do not allow in this position."""


class CollapseError(Exception):
    """The last damage marker has been placed (FP-1.5): whatever is going on stops here."""


@dataclass(frozen=True)
class Specialist:
    """A row of the table in section 7."""

    base_ap: int = 4
    free_ap: int = 0
    free_kind: str | None = None
    extinguish_cost: int = 1
    chop_cost: int = 2
    deck_gun_cost: int = 4


NO_SPECIALIST = Specialist()
SPECIALISTS = {
    "paramedic": Specialist(extinguish_cost=2),
    "captain": Specialist(free_ap=2, free_kind=COMMAND),
    "imaging": Specialist(),
    "cafs": Specialist(base_ap=3, free_ap=3, free_kind=EXTINGUISHING),
    "hazmat": Specialist(),
    "generalist": Specialist(base_ap=5),
    "rescue": Specialist(free_ap=3, free_kind=MOVEMENT, extinguish_cost=2, chop_cost=1),
    "driver": Specialist(deck_gun_cost=2),
}


@dataclass(slots=True)
class Firefighter:
    id: str
    at: Square
    specialist: str | None
    saved_ap: int

    @property
    def powers(self) -> Specialist:
        return NO_SPECIALIST if self.specialist is None else SPECIALISTS[self.specialist]


@dataclass(slots=True)
class Turn:
    """Whose turn it is and what comes next; firefighters are numbers in the position's list."""

    active: int
    phase: str
    ap: int = 0
    free_ap: int = 0
    acted: bool = False
    began_at_engine: bool = False
    commanded: frozenset[int] = frozenset()
    cafs_command_ap: int = 0
    at: Square | None = None  # the square of a reveal
    cause: str | None = None
    dice: tuple[int | None, int | None] = (None, None)  # of the deck gun
    rerolled: frozenset[str] = frozenset()
    flare_up: bool = False
    result: str | None = None
    reason: str | None = None


@dataclass(slots=True)
class State:
    """A position. `fallen` holds, besides, where those just knocked down may be put (FP-5.9, FP-6.7)."""

    board: Board
    board_id: str | None  # None: the board object stays inline
    rules: frozenset[str]
    variants: frozenset[str]
    goal: int
    fire: set[Square]
    smoke: set[Square]
    hot_spots: set[Square]
    hot_spot_supply: int
    threat_markers: int
    hazmats: list[Square]
    damage: dict[Edge, int]
    doors: dict[Edge, str]  # those that are not closed
    poi: list[tuple[Square, str]]
    unrevealed_victims: int
    unrevealed_false_alarms: int
    rescued: int
    lost: int
    ambulance: str | None
    engine: str | None
    firefighters: list[Firefighter]
    turn: Turn
    fallen: dict[int, tuple[Square, ...]] = field(default_factory=dict)

    def copy(self) -> State:
        return replace(
            self,
            fire=self.fire.copy(),
            smoke=self.smoke.copy(),
            hot_spots=self.hot_spots.copy(),
            hazmats=self.hazmats.copy(),
            damage=self.damage.copy(),
            doors=self.doors.copy(),
            poi=self.poi.copy(),
            firefighters=[replace(firefighter) for firefighter in self.firefighters],
            turn=replace(self.turn),
            fallen=self.fallen.copy(),
        )

    @property
    def active(self) -> Firefighter:
        return self.firefighters[self.turn.active]

    def blocks(self, edge: Edge) -> bool:
        """Whether a wall or a closed door is on the edge (FP-1.3, FP-1.4)."""
        if edge in self.board.walls:
            return self.damage.get(edge, 0) < 2
        if edge in self.board.doors:
            return self.door(edge) == CLOSED
        return False

    def reachable(self, here: Square) -> Iterator[Square]:
        """The adjacent squares over an edge that does not block, in reading order."""
        return (there for there, edge in self.board.around[here] if not self.blocks(edge))

    def door(self, edge: Edge) -> str:
        return self.doors.get(edge, CLOSED)

    def set_door(self, edge: Edge, status: str) -> None:
        if status == CLOSED:
            self.doors.pop(edge, None)
        else:
            self.doors[edge] = status

    def add_damage(self, edge: Edge) -> None:
        """One more marker on a wall; raises CollapseError with the last one (FP-1.5)."""
        self.damage[edge] = self.damage.get(edge, 0) + 1
        if sum(self.damage.values()) >= DAMAGE_MARKERS:
            raise CollapseError

    def threat_left(self) -> bool:
        """FP-1.6."""
        return len(self.fire) + len(self.smoke) < self.threat_markers

    def ignite(self, square: Square) -> None:
        """Smoke on the square becomes fire; otherwise fire is placed if a marker is left (FP-1.6)."""
        if square in self.smoke:
            self.smoke.remove(square)
            self.fire.add(square)
        elif self.threat_left():
            self.fire.add(square)

    def place_hot_spot(self, square: Square) -> None:
        """If there is none and the supply is not empty (FP-5.6, FP-5.7)."""
        if "hot_spots" in self.rules and square not in self.hot_spots and self.hot_spot_supply > 0:
            self.hot_spots.add(square)
            self.hot_spot_supply -= 1

    def remove_threat(self, square: Square) -> None:
        self.fire.discard(square)
        self.smoke.discard(square)

    def face_down(self) -> list[Square]:
        """The squares of the face-down POI, in reading order."""
        return sorted(square for square, kind in self.poi if kind == UNKNOWN)

    def is_rescued_at(self, square: Square) -> bool:
        """Whether a victim that reaches the square is rescued (FP-4.11, FP-6.6)."""
        if "vehicles" in self.rules:
            return square in self.board.ambulance_spot(self.ambulance).squares
        return not self.board.is_inside(square)

    def is_at_engine(self, square: Square) -> bool:
        """FP-6.1."""
        return "vehicles" in self.rules and square in self.board.engine_spot(self.engine).squares

    def finish(self, result: str, reason: str) -> None:
        """The game is over (section 9)."""
        self.turn = Turn(self.turn.active, OVER, result=result, reason=reason)
