"""How soon a POI can be in safety, and with how many AP: figures for reasons.

They are those of `advisor.flashpoint.routes`, the same that ``advisor routes`` prints: cheapest ways, as if
nothing else happened, in turns of the firefighter who goes. After the turn has ended everybody's next turn is
one round away, so two plans are priced the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from advisor.flashpoint.position import Position
from advisor.flashpoint.routes import routes_of
from advisor.flashpoint.squares import Square, parse_square

__all__ = ["Rescue", "Sooner", "differing", "rescues_of"]

Rescue = tuple[int, int, str]
"""In which round from now somebody can be out, for how many AP, and by whom."""


@dataclass(frozen=True, slots=True)
class Sooner:
    """A POI that can be in safety sooner, or for fewer AP, after one plan than after the other.

    Attributes
    ----------
    at : Square
        Where it lies before the turn.
    own, other : Rescue
        When it can be out after each of the plans, for how much, and by whom.
    """

    at: Square
    own: Rescue
    other: Rescue

    @property
    def rounds(self) -> int:
        """How many rounds earlier it is out after the first plan."""
        return self.other[0] - self.own[0]

    @property
    def ap(self) -> int:
        """How many AP fewer that takes."""
        return self.other[1] - self.own[1]


def rescues_of(position: Position) -> Mapping[Square, Rescue]:
    """Return for each square with POI when one from there can first be out, those out of reach left out.

    Of firefighters who need as many rounds, the one who spends fewer AP is named.
    """
    found: dict[Square, Rescue] = {}
    for one in position.firefighters:
        for route in routes_of(position, one.id).routes:
            if not route.kind.startswith(("rescue.", "ambulance.")) or route.kind.endswith(".hazmat"):
                continue
            at = parse_square(route.places[route.turning])
            entry = (route.turns, route.cost, one.id)
            if at is not None:
                found[at] = min(entry, found.get(at, entry))
    return found


def differing(
    before: Position,
    afterwards: tuple[Position, Position],
    rescues: tuple[Mapping[Square, Rescue], Mapping[Square, Rescue]],
    *,
    unknown: bool,
) -> Iterator[Sooner]:
    """Yield the POI that can be out in another round, or for other AP, after one plan than after the other.

    A victim that was carried is known by being the only one that lies elsewhere.

    Parameters
    ----------
    before : Position
        The position in which the plans begin.
    afterwards : tuple of two Position
        What they lead to.
    rescues : tuple of two mappings
        `rescues_of` each of these.
    unknown : bool
        Whether it is about face-down POI, else about victims.
    """
    pieces = [
        Counter(poi.at for poi in position.poi if (poi.kind == "unknown") == unknown)
        for position in (before, *afterwards)
    ]
    lying = pieces[0] & pieces[1] & pieces[2]
    moved = [list((some - lying).elements()) for some in pieces]
    trios = [(at, at, at) for at in lying]
    if all(len(one) == 1 for one in moved):
        trios.append((moved[0][0], moved[1][0], moved[2][0]))
    for at, here, there in trios:
        own, other = rescues[0].get(here), rescues[1].get(there)
        if own is not None and other is not None and own[:2] != other[:2]:
            yield Sooner(at, own, other)
