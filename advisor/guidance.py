"""What a game may say besides ranked plans: the ways of one player, and a plan for the whole team.

The records hold texts and numbers only. A sentence is a `Message`: an id and parameters, from which it can be
said in any language, and the sentence in the language that was spoken when it was made (`advisor.words`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

__all__ = [
    "CREW_FORMAT",
    "ROUTES_FORMAT",
    "Message",
    "Route",
    "RouteTable",
    "TeamLine",
    "TeamPlan",
    "TimedStep",
]

ROUTES_FORMAT: Final = "advisor/routes@1"
CREW_FORMAT: Final = "advisor/crew@1"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a part of one: what it says by an id and parameters, and how it reads.

    >>> Message("route.out", {"where": "0,5"}, "out at 0,5").text
    'out at 0,5'
    """

    id: str
    params: Mapping[str, Any]
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the message as an object.

        >>> Message("route.out", {}, "out").to_json()
        {'id': 'route.out', 'params': {}, 'text': 'out'}
        """
        return {"id": self.id, "params": dict(self.params), "text": self.text}


@dataclass(frozen=True, slots=True)
class TimedStep:
    """An action of a plan for more than one turn.

    Attributes
    ----------
    turn : int
        In which turn from now on it is done, 1 is the first.
    who : str
        Whose turn that is.
    event : str
        The action.
    cost : int
        What it costs.
    """

    turn: int
    who: str
    event: str
    cost: int

    def to_json(self) -> list[Any]:
        """Return ``[turn, who, event, cost]``.

        >>> TimedStep(1, "red", "move 1,6", 1).to_json()
        [1, 'red', 'move 1,6', 1]
        """
        return [self.turn, self.who, self.event, self.cost]


@dataclass(frozen=True, slots=True)
class Route:
    """The cheapest way of one player to something.

    Attributes
    ----------
    goal : Message
        Where it leads, and with what.
    kind : str
        The kind of goal, a word of the game's.
    places : tuple of str
        The places on the way, the first is where it begins.
    turning : int
        Which of `places` is where something is picked up; 0 if nothing is.
    cost : int
        Of all actions together.
    turns : int
        In how many turns of the player's they can be done, 1 is this turn.
    steps : tuple of TimedStep
        The actions; their turns are those of this player only.
    """

    goal: Message
    kind: str
    places: tuple[str, ...]
    turning: int
    cost: int
    turns: int
    steps: tuple[TimedStep, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the route as an object."""
        return {
            "goal": self.goal.to_json(),
            "kind": self.kind,
            "places": list(self.places),
            "turning": self.turning,
            "cost": self.cost,
            "turns": self.turns,
            "steps": [step.to_json() for step in self.steps],
        }


@dataclass(frozen=True, slots=True)
class RouteTable:
    """The cheapest ways of one player.

    Attributes
    ----------
    game : str
        The game's name.
    who : Message
        The player: who it is, where, and what it can spend.
    player : str
        The player's name in events.
    routes : tuple of Route
        In the order of the game's list of goals.
    notes : tuple of Message
        What a reader should know.
    """

    game: str
    who: Message
    player: str
    routes: tuple[Route, ...]
    notes: tuple[Message, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the table as an object of the format ``advisor/routes@1``."""
        return {
            "format": ROUTES_FORMAT,
            "game": self.game,
            "player": self.player,
            "who": self.who.to_json(),
            "routes": [route.to_json() for route in self.routes],
            "notes": [note.to_json() for note in self.notes],
        }


@dataclass(frozen=True, slots=True)
class TeamLine:
    """What one player does for the team.

    Attributes
    ----------
    who : str
        The player's name in events.
    turn : int
        In which turn from now on it is done, 1 is the first.
    round : int
        In which turn of this player's, 1 is the next or the one under way.
    said : Message
        What and where.
    when : Message
        By when.
    """

    who: str
    turn: int
    round: int
    said: Message
    when: Message

    def to_json(self) -> dict[str, Any]:
        """Return the line as an object."""
        return {
            "who": self.who,
            "turn": self.turn,
            "round": self.round,
            **self.said.to_json(),
            "when": self.when.to_json(),
        }


@dataclass(frozen=True, slots=True)
class TeamPlan:
    """Who does what over the next turns, as if chance events held still.

    Attributes
    ----------
    game : str
        The game's name.
    lines : tuple of TeamLine
        In the order of their turns.
    steps : tuple of TimedStep
        The actions of all players, up to the last thing that the plan has for them to do.
    cost : float
        What the plan makes as small as it can; see the game.
    optimal : bool
        True if it is proven that nothing that was looked at costs less.
    complete : bool
        True if all plans of the kind that the game makes were looked at, not only the most promising parts.
    seconds : float
        Wall-clock time; the only field that differs from run to run.
    least_turns : int
        The goal cannot be reached in fewer turns, whatever chance brings within what `assumes` says.
    assumes : Message
        What `least_turns` takes for granted.
    candidates : tuple of tuple of str
        Ways to play the turn under way that fit such a plan, best first: lines for a search.
    notes : tuple of Message
        What a reader should know.
    """

    game: str
    lines: tuple[TeamLine, ...]
    steps: tuple[TimedStep, ...]
    cost: float
    optimal: bool
    complete: bool
    seconds: float
    least_turns: int
    assumes: Message
    candidates: tuple[tuple[str, ...], ...]
    notes: tuple[Message, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the plan as an object of the format ``advisor/crew@1``."""
        return {
            "format": CREW_FORMAT,
            "game": self.game,
            "lines": [line.to_json() for line in self.lines],
            "steps": [step.to_json() for step in self.steps],
            "cost": self.cost,
            "optimal": self.optimal,
            "complete": self.complete,
            "seconds": self.seconds,
            "least_turns": self.least_turns,
            "assumes": self.assumes.to_json(),
            "candidates": [list(line) for line in self.candidates],
            "notes": [note.to_json() for note in self.notes],
        }
