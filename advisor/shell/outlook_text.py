"""What may come after a plan as lines for people: the grid of the chance event, risks, how games end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from advisor.lines import words_of
from advisor.shell.plan_words import cells, flow, joined
from advisor.value_words import gap_words, measure_words, value_words
from advisor.words import _

if TYPE_CHECKING:
    from advisor.analysis import Analysis, Plan
    from advisor.analysis_map import Cell, OutcomeMap
    from advisor.analysis_split import OutcomeSplit
    from advisor.game import EffectKind

__all__ = ["Run", "caution_lines", "map_runs", "outlook_lines"]

Run = tuple[str, str]
"""Characters and their style."""

_LABEL: Final = 5
_NARROWEST, _WIDEST = 4, 9
_LIKELY: Final = 0.1
"""A sign stands in a cell for effects that are at least so likely there."""
_WORST: Final = 4
"""The worst outcomes told in words, and those marked on the grid."""
_TOLD: Final = 6
"""Effects that are told of one outcome."""

# Middling tones, which can be read on a black and on a white terminal; the numbers say the same.
_RED, _YELLOW, _GREEN, _GREY = "#e0402f", "#b88f00", "#1f9e5a", "#888888"


def outlook_lines(plan: Plan, measure: str, width: int, indent: str) -> Iterator[str]:
    """Yield what is known of a plan's risk and of how its games end; nothing where nothing is."""
    risk = plan.risk
    if risk is not None:
        words = [
            _("risk: worst tenth {value}").format(value=value_words(risk.worst_tenth, 0.0, measure)),
            _("spread {gap}").format(gap=gap_words(risk.spread, measure)),
            _("lost at once {share}").format(share=f"{risk.lost:.1%}"),
        ]
        yield from flow(joined(words, ","), indent, width)
    if plan.split is not None:
        yield from flow(list(_split(plan.split)), indent, width)


def _split(split: OutcomeSplit) -> Iterator[str]:
    """Yield the words of a split, each to stand on one line as a whole."""
    shares = [share for share in split.shares if share.probability > 0 or share is split.shares[0]]
    amounts = [
        _("{n} {counted}").format(n=f"{a.mean:.1f}", counted=_(a.kind))
        for a in split.amounts
        if a.kind != "turns"
    ]
    if split.games == 0:
        yield _("the game ends:")
        yield from joined([f"{share.title} {share.probability:.0%}" for share in shares], ",")
        return
    turns = next(a.mean for a in split.amounts if a.kind == "turns")
    yield _("played on {n} times by policy {policy}:").format(n=split.games, policy=split.policy)
    told = [f"{s.title} {s.probability:.0%} ± {s.standard_error:.0%}" for s in shares]
    yield from joined(told, ",")
    yield _("- at the end")
    yield from joined([*amounts, _("after {n} turns").format(n=f"{turns:.0f}")], ",")


def caution_lines(analysis: Analysis, width: int) -> Iterator[str]:
    """Yield which of the plans near the best is the safest, and what the shares of played games are not."""
    caution = analysis.caution
    if caution is not None:
        near = ", ".join(str(rank) for rank in caution.near)
        if caution.clear:
            said = _(
                "Of the plans about as good ({near}), {safest} is the safest: "
                "the worst tenth of what may come is least bad there."
            )
        else:
            said = _("The plans about as good ({near}) are about as safe.")
        yield from flow(words_of(said.format(near=near, safest=caution.safest)), "", width)
    if any(plan.split is not None and plan.split.games for plan in analysis.plans):
        said = _(
            "Games played on are that policy's: compare their shares with one another, not with the values."
        )
        yield from flow(words_of(said), "", width)


# --- the map ------------------------------------------------------------------------------------------------


def map_runs(
    found: OutcomeMap, kinds: Sequence[EffectKind], measure: str, *, width: int
) -> Iterator[list[Run]]:
    """Yield the lines of a map, as characters with their styles.

    Parameters
    ----------
    found : OutcomeMap
        The map.
    kinds : sequence of EffectKind
        The game's kinds of effect.
    measure : str
        Of the analysis: what the values are called.
    width : int
        Columns.
    """
    mean = value_words(found.value, found.standard_error, measure)
    if not found.cells:
        said = _("No chance event comes after the plan: {measure} {value}.")
        yield [(said.format(measure=measure_words(measure), value=mean), "")]
        return
    yield from _plain(_head(found, measure, mean), "", width)
    yield []
    yield from _grid(found, kinds, measure, width)
    yield []
    yield from _plain(_legend(found, kinds), "", width)
    yield from _plain(_classes(found, measure), "", width)
    for cell in found.worst(_WORST):
        yield from _plain(_told(cell, measure), "", width)


def _plain(words: Sequence[str], indent: str, width: int) -> Iterator[list[Run]]:
    for line in flow(words, indent, width):
        yield [(line, "")]


def _head(found: OutcomeMap, measure: str, mean: str) -> list[str]:
    said = _(
        "What may come after the plan: {measure} {value} on average, spread {spread}, worst tenth {worst}, "
        "lost at once {lost}."
    ).format(
        measure=measure_words(measure),
        value=mean,
        spread=gap_words(found.risk.spread, measure),
        worst=value_words(found.risk.worst_tenth, 0.0, measure),
        lost=f"{found.risk.lost:.1%}",
    )
    more = []
    if found.given:
        more.append(_("After {events}.").format(events=", ".join(found.given)))
    if found.ends > 1:
        more.append(_("Mixed over {n} ends of the turn, by what comes within it.").format(n=found.ends))
    if found.met < 1 - 1e-9:
        more.append(_("With {share} the game is over before.").format(share=f"{1 - found.met:.1%}"))
    return words_of(" ".join([said, *more]))


def _grid(found: OutcomeMap, kinds: Sequence[EffectKind], measure: str, width: int) -> Iterator[list[Run]]:
    columns = found.columns.labels
    room = max(_NARROWEST, min(_WIDEST, (width - _LABEL) // len(columns)))
    places = {(cell.row, cell.column): cell for cell in found.cells}
    bar = found.worst(_WORST)[-1].value
    if found.columns.name:
        yield [(" " * _LABEL + found.columns.name, _GREY)]
    corner = _corner(found.rows.name)
    yield _stripped([(corner, _GREY), *((f"{label[: room - 1]:<{room}}", _GREY) for label in columns)])
    for row, label in enumerate(found.rows.labels):
        cells = [places.get((row, column)) for column in range(len(columns))]
        top: list[Run] = [(f"{label:>{_LABEL - 2}}  ", _GREY)]
        bottom: list[Run] = [(" " * _LABEL, "")]
        for cell in cells:
            marked = cell is not None and cell.value <= bar
            top.append((_figure(cell, measure, marked, room), _style(cell, found)))
            bottom.append((f"{_signs(cell, kinds)[: room - 1]:<{room}}", _GREY))
        yield _stripped(top)
        yield _stripped(bottom)


def _corner(name: str) -> str:
    """Return as much of the name of the rows as stands beside the grid."""
    word = name.split(" ")[0]
    while cells(word) >= _LABEL:
        word = word[:-1]
    return word + " " * (_LABEL - cells(word))


def _stripped(runs: list[Run]) -> list[Run]:
    """Return a line without blanks at its end."""
    while runs and not runs[-1][0].strip():
        runs.pop()
    return [*runs[:-1], (runs[-1][0].rstrip(), runs[-1][1])] if runs else []


def _figure(cell: Cell | None, measure: str, marked: bool, room: int) -> str:
    if cell is None:
        return " " * room
    if room < 6:
        said = f"{cell.value * 100:.0f}"
    elif measure == "win":
        said = f"{cell.value * 100:.1f}"
    else:
        said = f"{cell.value:.{2 if room < 7 else 3}f}"
    return f"{said + ('!' if marked else ''):<{room}}"


def _style(cell: Cell | None, found: OutcomeMap) -> str:
    """Return a colour by how far a value lies from the mean, in units of the spread."""
    if cell is None:
        return ""
    off = (cell.value - found.value) / max(found.risk.spread, 1e-9)
    if off < -2 or cell.over > 0.5:
        return f"bold {_RED}"
    return _RED if off < -1 else _YELLOW if off < -0.25 else _GREEN


def _signs(cell: Cell | None, kinds: Sequence[EffectKind]) -> str:
    if cell is None:
        return ""
    there = {effect.kind for effect in cell.effects if effect.probability >= _LIKELY}
    return "".join(kind.sign for kind in kinds if kind.kind in there)


def _legend(found: OutcomeMap, kinds: Sequence[EffectKind]) -> list[str]:
    shown = {sign for cell in found.cells for sign in _signs(cell, kinds)}
    entries = [f"{kind.sign} {_(kind.title)}" for kind in kinds if kind.sign in shown]
    return joined([*entries, _("! the worst")], ",")


def _classes(found: OutcomeMap, measure: str) -> list[str]:
    told = [f"{c.title} {c.probability:.1%} ({value_words(c.value, 0.0, measure)})" for c in found.classes]
    head = _("Likeliest, by the gravest thing that comes:")
    return [*words_of(head), *joined(told[:_TOLD], ",")]


def _told(cell: Cell, measure: str) -> list[str]:
    effects = [
        effect.text + ("" if effect.probability > 0.995 else f" ({effect.probability:.0%})")
        for effect in cell.effects
        if effect.probability >= _LIKELY
    ]
    told = [*effects[:_TOLD], *["..."] * (len(effects) > _TOLD)]
    head = f"{cell.event}: {value_words(cell.value, cell.standard_error, measure)}"
    return [f"{head} -", *joined(told, ";")] if told else [head]
