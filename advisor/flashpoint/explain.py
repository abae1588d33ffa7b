"""In what two plans of a turn differ, and what each difference is worth: the contrasts behind reasons.

What the coming roll does is counted on the maps of both plans, and weighs what `class_weights` says. What
the turn leaves behind is read off the features of the static value: a group of them weighs what the value
loses if the other plan's figures stand there, the mean of both directions. Dangers of the coming roll that
are features as well (who may be knocked down or burn) count on the maps alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from advisor._flashpoint import FEATURE_NAMES, Core, CoreState
from advisor.analysis_map import OutcomeMap
from advisor.analysis_reasons import Contrast, Side, class_weights
from advisor.flashpoint.bridge import to_position
from advisor.flashpoint.effects import MILD
from advisor.flashpoint.explain_rounds import Rescue, differing, rescues_of
from advisor.flashpoint.match import result_of
from advisor.flashpoint.position import Position
from advisor.flashpoint.rooms import place
from advisor.flashpoint.rules import DAMAGE_MARKERS
from advisor.flashpoint.squares import Square, parse_square

__all__ = ["GROUPS", "Explainer"]

GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "rescued": ("need", "lost", "last loss", "spare victims"),
    "victims": (
        "victims", "first victim", "second victim", "third victim", "soon out", "victims fetch",
        "victims out", "treated",
    ),
    "poi": (
        "first unknown", "second unknown", "third unknown", "hidden share", "hidden victims", "missing POI",
        "next to POI",
    ),
    "fire": (
        "fires", "smoke", "front", "smoke chains", "bridges", "front walls", "smoke walls",
        "burning hot spots", "hot front",
    ),
    "at-hand": ("fires at hand", "at hand x hits"),
    "inside": ("outside",),
    "damage": ("wall hits", "wall hits x damage", "wall hits by budget", "hits x need", "hot x wall hits"),
    "markers": ("damage", "damage squared", "budget"),
    "ap": ("saved AP", "saved AP squared", "AP", "free AP"),
    "hazmats": ("hazmats", "hazmats near fire", "hazmat hits"),
    "gun": ("gun hits", "at the engine", "driver at the engine"),
})  # fmt: skip
"""Features of the static value that speak of one thing, by the kind of contrast."""

_SIXTEEN: Final = 16
"""Squares or walls that make the features that count them 1."""

_FRONTS: Final[Mapping[str, str]] = MappingProxyType({
    "front": "front", "front-walls": "front walls", "smoke-walls": "smoke walls",
})  # fmt: skip
"""What is said of the fire, the first that differs, where there is as much of it after both plans."""

_SAME: Final = 1e-6
_PERCENT: Final = 100

_COUNTED: Final[Mapping[str, str]] = MappingProxyType({
    "victim-lost": "at", "knocked-down": "who", "hazmat-explodes": "at",
})  # fmt: skip
"""Effects that are told of one piece where it is one that makes the difference, and what names it."""


class Explainer:
    """Finds the contrasts of plans for one position.

    Parameters
    ----------
    position : Position
        The position that was analysed.
    core : Core
        The core's tables of it, with the model in use.
    """

    def __init__(self, position: Position, core: Core) -> None:
        self._position = position
        self._core = core
        self._rescues: dict[bytes, Mapping[Square, Rescue]] = {}

    def contrasts(self, own: Side, other: Side) -> tuple[Contrast, ...]:
        """Return in what a plan differs from another, whichever of them it speaks for.

        A contrast whose figures speak against what it weighs is left out: the value sees there what the
        figures do not.
        """
        found = [*self._of_the_roll(own.map, other.map)]
        ours, theirs = (_Stand(self._position, self._core, side) for side in (own, other))
        if ours.won != theirs.won:
            least = min(own.map.value, other.map.value, own.plan.value, other.plan.value)
            weight = (ours.won - theirs.won) * (1 - least)
            found.append(Contrast("won", (("own", ours.won), ("other", theirs.won)), weight))
        if ours.features and theirs.features:
            found += self._of_the_turn(own, other, ours, theirs)
        return tuple(found)

    # --- what the roll does ---------------------------------------------------------------------------------

    def _of_the_roll(self, own: OutcomeMap, other: OutcomeMap) -> Iterator[Contrast]:
        weights = class_weights(own, other, MILD)
        rolls = rolls_of(own, other)
        if weights.get("over", 0):
            ours, theirs = (sum(c.probability * c.over for c in found.cells) for found in (own, other))
            lost, least = (found.risk.lost for found in (own, other))
            if (lost - least) * weights["over"] < 0:
                chances = (("own", ours), ("other", theirs), ("rolls", rolls))
                yield Contrast("over", (("reason", _reason(own, other)), *chances), weights["over"])
        for kind, name in _COUNTED.items():
            weight = weights.get(kind, 0.0)
            ours, theirs = expected(own, kind), expected(other, kind)
            if weight * (theirs - ours) <= 0:
                continue
            mine, yours = _by_piece(own, kind, name), _by_piece(other, kind, name)
            gaps = {piece: yours.get(piece, 0.0) - mine.get(piece, 0.0) for piece in (*yours, *mine)}
            piece = max(gaps, key=lambda piece: abs(gaps[piece]))
            told = (("own", ours), ("other", theirs))
            if all(abs(gap) < _SAME for other_piece, gap in gaps.items() if other_piece != piece):
                told = (("own", mine.get(piece, 0.0)), ("other", yours.get(piece, 0.0)))
                yield Contrast(f"{kind}-one", ((name, self._where(piece)), *told, ("rolls", rolls)), weight)
            else:
                yield Contrast(kind, (*told, ("rolls", rolls)), weight)

    def _where(self, piece: str) -> str:
        square = parse_square(piece)
        return place(self._position.board, square) if square else piece

    # --- what the turn leaves behind ------------------------------------------------------------------------

    def _of_the_turn(self, own: Side, other: Side, ours: _Stand, theirs: _Stand) -> Iterator[Contrast]:
        weights = {kind: self._weight(ours, theirs, kind) for kind in GROUPS}
        rescued = _more("rescued", (ours.rescued, theirs.rescued), weights["rescued"])
        if rescued:
            yield rescued
        if abs(ours.unknown - theirs.unknown) > _SAME:
            joint = self._weight(ours, theirs, "victims", "poi")
            before = sum(poi.kind == "unknown" for poi in self._position.poi)
            yield from _some(_more("revealed", (before - ours.unknown, before - theirs.unknown), joint))
        elif not rescued:
            if abs(ours["victims"] - theirs["victims"]) < _SAME:
                yield from _some(self._victims(ours, theirs, weights["victims"]))
            yield from _some(self._sooner("poi", ours, theirs, weights["poi"]))
        yield from _some(_fire(ours, theirs, weights["fire"]))
        at_hand = _pair(stand["fires at hand"] * _SIXTEEN for stand in (ours, theirs))
        yield from _some(_more("at-hand", at_hand, weights["at-hand"]))
        yield from _some(_more("inside", (ours.inside, theirs.inside), weights["inside"]))
        hits = _pair(
            expected(s.map, "wall-damaged") + expected(s.map, "wall-destroyed") for s in (own, other)
        )
        rolls = rolls_of(own.map, other.map)
        yield from _some(_fewer("damage", hits, weights["damage"], ("rolls", rolls)))
        left = _pair(DAMAGE_MARKERS - stand.damage for stand in (ours, theirs))
        yield from _some(_more("markers", left, weights["markers"]))
        yield from _some(_more("ap", (ours.saved, theirs.saved), weights["ap"]))
        for kind, figures in (("hazmats", "hazmats"), ("hazmats-near", "hazmats near fire")):
            scale = 3.0 if kind == "hazmats" else 1.0
            found = _fewer(kind, (ours[figures] * scale, theirs[figures] * scale), weights["hazmats"])
            if found:
                yield found
                break
        yield from _some(_more("gun", (ours["gun hits"], theirs["gun hits"]), weights["gun"]))

    def _victims(self, ours: _Stand, theirs: _Stand, weight: float) -> Contrast | None:
        if abs(ours["treated"] - theirs["treated"]) > _SAME:
            return _more("treated", (ours["treated"], theirs["treated"]), weight)
        return self._sooner("victim", ours, theirs, weight)

    def _sooner(self, kind: str, ours: _Stand, theirs: _Stand, weight: float) -> Contrast | None:
        """The victim or face-down POI that gains most, in rounds if none loses any, else in AP.

        Where the turn may end in several ways nobody at a table counts rounds: then nothing is said of it.
        """
        if len(ours.afterwards) != 1 or len(theirs.afterwards) != 1:
            return None
        (one, here), (two, there) = *ours.afterwards.items(), *theirs.afterwards.items()
        rescues = (self._rescued(one, here), self._rescued(two, there))
        sign = 1 if weight > 0 else -1
        found = list(differing(self._position, (here, there), rescues, unknown=kind == "poi"))
        at_stake = [sooner.rounds for sooner in found] if any(sooner.rounds for sooner in found) else None
        if not found or (at_stake is not None and min(sign * rounds for rounds in at_stake) < 0):
            return None
        if at_stake is None and sign * sum(sooner.ap for sooner in found) <= 0:
            return None
        most = max(found, key=lambda sooner: (sign * sooner.rounds, sign * sooner.ap))
        at = ("at", place(self._position.board, most.at))
        if at_stake is None:
            return _fewer(kind, (float(most.own[1]), float(most.other[1])), weight, at)
        who = ("who", (most.own if sign > 0 else most.other)[2])
        return _fewer(f"{kind}-round", (float(most.own[0]), float(most.other[0])), weight, at, who)

    def _rescued(self, state: bytes, position: Position) -> Mapping[Square, Rescue]:
        if state not in self._rescues:
            self._rescues[state] = rescues_of(position)
        return self._rescues[state]

    def _weight(self, ours: _Stand, theirs: _Stand, *kinds: str) -> float:
        """What the value loses with the other plan's figures in the place of ours, both ways on average."""
        model = self._core.model
        if model is None:
            return 0.0
        names = {name for kind in kinds for name in GROUPS[kind]}
        mixed = [
            [b if name in names else a for name, a, b in zip(FEATURE_NAMES, one, two, strict=True)]
            for one, two in ((ours.features, theirs.features), (theirs.features, ours.features))
        ]
        lost = model.value(ours.features) - model.value(mixed[0])
        won = model.value(mixed[1]) - model.value(theirs.features)
        return (lost + won) / 2


class _Stand:
    """What the turn of a plan leaves behind, on average over the ways in which it may end."""

    def __init__(self, position: Position, core: Core, side: Side) -> None:
        self.won = self.rescued = self.saved = self.unknown = self.damage = self.fires = self.smoke = 0.0
        self.inside = 0.0
        self.afterwards: dict[bytes, Position] = {}
        total, going = [0.0] * len(FEATURE_NAMES), 0.0
        for end in side.ends:
            p, here = end.probability, CoreState.from_bytes(core, end.state)
            result = result_of(core, end.state)
            self.won += p * (result.values[0] == 1)
            self.rescued += p * (result.counts["rescued"] - position.rescued)
            self.afterwards[end.state] = after = to_position(here, position)
            self.unknown += p * sum(poi.kind == "unknown" for poi in after.poi)
            self.fires += p * len(after.fire)
            self.smoke += p * len(after.smoke)
            self.inside += p * sum(position.board.is_inside(f.at) for f in after.firefighters)
            self.damage += p * result.counts["damage"]
            self.saved += p * next(
                f.saved_ap for f in after.firefighters if f.id == position.turn.firefighter
            )
            if not result.cause:
                going += p
                total = [sum_ + p * x for sum_, (_, x) in zip(total, here.features(), strict=True)]
        self.features: Sequence[float] = [x / going for x in total] if going else ()

    def __getitem__(self, name: str) -> float:
        return self.features[FEATURE_NAMES.index(name)]


def expected(found: OutcomeMap, kind: str) -> float:
    """Return how many effects of a kind the coming roll brings on average."""
    return sum(
        cell.probability * effect.probability
        for cell in found.cells
        for effect in cell.effects
        if effect.kind == kind
    )


def rolls_of(own: OutcomeMap, other: OutcomeMap) -> float:
    """Return of how many rolls one may speak: the faces if all are as likely after both plans, else 100."""
    odds = [cell.probability for cell in (*own.cells, *other.cells)]
    count = max(len(own.cells), len(other.cells))
    return float(count) if odds and all(abs(p * count - 1) < _SAME for p in odds) else float(_PERCENT)


def _by_piece(found: OutcomeMap, kind: str, name: str) -> dict[str, float]:
    pieces: dict[str, float] = {}
    for cell in found.cells:
        for effect in cell.effects:
            if effect.kind == kind:
                piece = dict(effect.parameters)[name]
                pieces[piece] = pieces.get(piece, 0.0) + cell.probability * effect.probability
    return pieces


def _reason(own: OutcomeMap, other: OutcomeMap) -> str:
    """Why the game is lost by a roll, if it is for one reason only."""
    pieces = {**_by_piece(own, "over", "reason"), **_by_piece(other, "over", "reason")}
    return next(iter(pieces)) if len(pieces) == 1 else ""


def _fire(ours: _Stand, theirs: _Stand, weight: float) -> Contrast | None:
    more = (theirs.fires - ours.fires) + (theirs.smoke - ours.smoke) / 2
    if more * weight > _SAME**2 and abs(more) > _SAME:
        own = (("own", ours.fires), ("smoke", ours.smoke))
        return Contrast("fire", (*own, ("other", theirs.fires), ("other_smoke", theirs.smoke)), weight)
    for kind, feature in _FRONTS.items():
        figures = _pair(stand[feature] * _SIXTEEN for stand in (ours, theirs))
        if abs(figures[0] - figures[1]) > _SAME:
            return _fewer(kind, figures, weight)
    return None


def _fewer(
    kind: str, figures: tuple[float, float], weight: float, *more: tuple[str, str | float]
) -> Contrast | None:
    """A contrast in which less is better, None if the figures do not say what it weighs."""
    own, other = figures
    if weight * (other - own) <= 0 or abs(other - own) < _SAME:
        return None
    return Contrast(kind, (("own", own), ("other", other), *more), weight)


def _more(
    kind: str, figures: tuple[float, float], weight: float, *more: tuple[str, str | float]
) -> Contrast | None:
    """A contrast in which more is better."""
    own, other = figures
    found = _fewer(kind, (-own, -other), weight)
    return None if found is None else Contrast(kind, (("own", own), ("other", other), *more), weight)


def _pair(figures: Iterable[float]) -> tuple[float, float]:
    own, other = figures
    return own, other


def _some(found: Contrast | None) -> Iterator[Contrast]:
    if found is not None:
        yield found
