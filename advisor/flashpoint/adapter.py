"""Flash Point as a game of the house: what search and front ends need of it (`advisor.game`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from advisor._flashpoint import POLICY_NAMES, CoreState
from advisor.errors import IllegalEvent, UsageError
from advisor.files import short
from advisor.flashpoint.bridge import Names, Replay, outcome_text, to_position, to_state
from advisor.flashpoint.load import read
from advisor.flashpoint.match import CAUSES, COLUMNS, HEADLINE, PlayedGame, code_of, result_of
from advisor.flashpoint.match_options import describe, fingerprint, options, start
from advisor.flashpoint.notation import ACTIONS, CHANCE, parse
from advisor.flashpoint.position import Position, begins_turn
from advisor.flashpoint.record import Record
from advisor.flashpoint.rules import GOAL, PHASES
from advisor.game import EffectKind, Ending, Result
from advisor.words import _

if TYPE_CHECKING:
    from advisor.analysis import Plan
    from advisor.analysis_map import Axis, Effect, OutcomeMap
    from advisor.analysis_reasons import Contrast, Side
    from advisor.flashpoint.effects import Effects
    from advisor.flashpoint.explain import Explainer
    from advisor.guidance import RouteTable, TeamPlan
    from advisor.scene import Ask, Change, Choice, Counter, Field, Hint, Picture, Tool

__all__ = ["GAME", "FlashPoint"]

_NEXT: Final = {
    "reveal": "the reveal of the POI comes next: enter it first",
    "deck_gun_roll": "the deck gun's dice come next: enter them first",
    "advance_fire": "the fire's roll comes next: enter it first",
    "replenish": "the roll for a new POI comes next: enter it first",
}

_STANDS: Final = {
    "action": "open", "deck_gun_choice": "open", "reveal": "chance", "deck_gun_roll": "chance",
    "over": "over",
}  # fmt: skip
"""What a state reached by actions is; in all other phases the turn was ended."""


CALIBRATED_BOARDS: Final = ("base-1", "base-2")
"""Where the model's values were made win probabilities (docs/model.md); elsewhere they order plans only."""


class _Root:
    """A position ready for a search (`advisor.game.Root`)."""

    player = 0

    def __init__(self, position: Position) -> None:
        self._position = position
        self.calibrated = position.board.id in CALIBRATED_BOARDS and not position.variants
        self._names = Names(position)
        self._state = to_state(position)
        self.owner: object = self._state.core
        self.table: object = self._state.core.table()
        self.state: bytes = self._state.to_bytes()

    def events(self, state: bytes, actions: Sequence[int]) -> tuple[tuple[str, int], ...]:
        here = CoreState.from_bytes(self._state.core, state)
        found = []
        for action in actions:
            for kind, argument, direction, who, riders, cost, code in here.legal():
                if code == action:
                    text = self._names.action(kind, argument, direction, who, riders, here.active)
                    found.append((text, cost))
            here.apply(action)
        return tuple(found)

    def outcome(self, code: int) -> str:
        return outcome_text(code & 0xFF, code >> 8 & 0xFF, code >> 16 & 0xFF)

    def saved(self, state: bytes) -> int:
        after = to_position(CoreState.from_bytes(self._state.core, state), self._position)
        return after.active.saved_ap

    def codes(self, events: Sequence[str]) -> tuple[int, ...]:
        game = Replay(self._position)
        codes = []
        for number, text in enumerate(events, 1):
            try:
                codes.append(game.code(text))
                game.step(text)
            except IllegalEvent as error:
                raise IllegalEvent(error.text, error.reason, error.clause, number) from None
        return tuple(codes)

    def follow(self, actions: Sequence[int]) -> tuple[bytes, int, str]:
        here, spent = CoreState.from_bytes(self._state.core, self.state), 0
        for action in actions:
            spent += next(cost for *_, cost, code in here.legal() if code == action)
            here.apply(action)
        return here.to_bytes(), spent, _STANDS.get(PHASES[here.phase], "ended")

    def advance(self, state: bytes, events: Sequence[str]) -> bytes:
        here = CoreState.from_bytes(self._state.core, state)
        for number, text in enumerate(events, 1):
            here.apply(code_of(self._names, here, text, number))
        return here.to_bytes()

    @cached_property
    def _effects(self) -> Effects:
        from advisor.flashpoint.effects import Effects

        return Effects(self._position, self._state.core)

    def grid(self) -> tuple[Axis, Axis]:
        return self._effects.grid()

    def place(self, code: int) -> tuple[int, int]:
        return (code >> 8 & 0xFF) - 1, (code >> 16 & 0xFF) - 1

    def effects(self, state: bytes, codes: Sequence[int]) -> tuple[Effect, ...]:
        return self._effects.of(state, codes)

    @cached_property
    def _explainer(self) -> Explainer:
        from advisor.flashpoint.explain import Explainer

        return Explainer(self._position, self._state.core)

    def contrasts(self, own: Side, other: Side) -> tuple[Contrast, ...]:
        return self._explainer.contrasts(own, other)

    def result(self, state: bytes) -> Result:
        return result_of(self._state.core, state)

    def remarks(self) -> tuple[str, ...]:
        position = self._position
        if position.rescued < GOAL or position.goal <= GOAL:
            return ()
        said = _(
            "{rescued} victims are rescued: a game with the usual goal of {usual} would be won. "
            "Here only {goal} win (FP-9.1), and the rules know no stopping before."
        )
        return (said.format(rescued=position.rescued, usual=GOAL, goal=position.goal),)


class FlashPoint:
    """The game (`advisor.game.Game`)."""

    id = "flash-point"
    core_policies = POLICY_NAMES
    columns = COLUMNS
    causes = CAUSES
    playout = "greedy"
    headline = HEADLINE

    @property
    def endings(self) -> tuple[Ending, ...]:
        """The ways in which a game ends (FP-9)."""
        from advisor.flashpoint.effects import ENDINGS

        return ENDINGS

    @property
    def effect_kinds(self) -> tuple[EffectKind, ...]:
        """The kinds of thing that a fire phase does, the gravest first."""
        from advisor.flashpoint.effects import EFFECT_KINDS

        return EFFECT_KINDS

    def reason_text(self, kind: str, parameters: Mapping[str, str | float], measure: str) -> str:
        """Return a contrast of two plans in words."""
        from advisor.flashpoint.explain_words import reason_text

        return reason_text(kind, parameters, measure)

    def root(self, position: Position) -> _Root:
        """Return the position ready for a search; it must be one in which somebody decides."""
        turn = position.turn
        if turn.phase == "over":
            raise UsageError(f"the game is over: {turn.result} ({turn.reason}), expected a position in play")
        if turn.phase in _NEXT:
            raise UsageError(f"/turn/phase: {turn.phase}: {_NEXT[turn.phase]}")
        if turn.phase not in PHASES:
            raise UsageError(f"/turn/phase: {short(turn.phase)}, expected one of {', '.join(PHASES)}")
        return _Root(position)

    def read(self, given: object, turn: int | None = None) -> Position:
        """Return the position of an object or a string; of a record, the last or where a turn begins."""
        if isinstance(given, str):
            found: Position | Record = Position.from_string(given)
        else:
            found = read(given)
        if isinstance(found, Record):
            return found.final() if turn is None else found.at_turn(turn)
        if turn is not None:
            raise UsageError("turn: given for a position, expected a record", field="turn")
        return found

    def position_json(self, position: Position) -> dict[str, Any]:
        """Return the position as an object of `flash-point/position@1`."""
        return position.to_json()

    def write_record(
        self, position: Position, events: Sequence[str], *, title: str = "",
        players: Mapping[str, str] | None = None, extra: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Return a game as an object of `flash-point/record@1`."""
        found = Record(position, tuple(events), title, dict(players or {}), dict(extra or {}))
        return found.to_json()

    def read_record(self, given: object) -> tuple[Position, tuple[str, ...], dict[str, str], dict[str, Any]]:
        """Return where a record begins, its events, the players, and its further keys."""
        found = Record.from_json(given)
        return found.position, found.events, found.players, found.extra

    def course(self, position: Position) -> Replay:
        """Return a game at the table that begins in a position."""
        return Replay(position)

    def event_kind(self, event: str) -> str:
        """Return of what kind an event is; a correction is ``place`` alone."""
        kind = parse(event).kind
        return "chance" if kind in CHANCE else "action" if kind in ACTIONS else "correction"

    def turn_begins(self, before: Position | None, after: Position) -> str:
        """Return whose turn begins with the second of two positions (FP-2.1), empty if none does."""
        return after.turn.firefighter if before is None or begins_turn(before, after) else ""

    def fingerprint(self) -> str:
        """Return a text that changes with the rules, the playout policy or the static value."""
        return fingerprint()

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a set-up with their defaults."""
        return options(given)

    def describe(self, options: Mapping[str, Any]) -> str:
        """Return the options of a set-up in a few words."""
        return describe(options)

    def start(self, options: Mapping[str, Any], seed: int) -> Position:
        """Return a start position."""
        return start(options, seed)

    def routes(self, position: Position, who: str | None = None) -> RouteTable:
        """Return the cheapest ways of a firefighter (`advisor.game.Router`)."""
        from advisor.flashpoint.routes import routes_of

        return routes_of(position, who)

    def team_plan(self, position: Position, *, seed: int = 0) -> TeamPlan:
        """Return the crew's plan (`advisor.game.Planner`)."""
        from advisor.flashpoint.crew import team_plan

        self.root(position)  # refuses a position in which nobody decides
        return team_plan(position, seed=seed)

    def picture(
        self, position: Position, *, theme: str = "light", plan: Sequence[str] = (),
        outcomes: OutcomeMap | None = None, measure: str = "win", chosen: Sequence[str] = (),
        prefix: str = "",
    ) -> Picture:  # fmt: skip
        """Return a drawn position (`advisor.scene.Painter`)."""
        from advisor.flashpoint.page_picture import draw

        return draw(
            position, theme=theme, plan=plan, outcomes=outcomes, measure=measure, chosen=chosen,
            prefix=prefix,
        )  # fmt: skip

    def fields(self, given: Mapping[str, Any]) -> tuple[Field, ...]:
        """Return the form for a new game (`advisor.scene.Editor`)."""
        from advisor.flashpoint.edit_form import fields

        return fields(given)

    def open(self, given: object) -> tuple[Position, dict[str, Any] | None, list[str]]:
        """Return a position that may have faults, its record, and what there is to say."""
        from advisor.flashpoint.edit_form import open_given

        return open_given(given)

    def tools(self, position: Position) -> tuple[Tool, ...]:
        """Return what clicks may do to a position."""
        from advisor.flashpoint.edit import tools

        return tools(position)

    def edit(self, position: Position, tool: str, target: str) -> Position:
        """Return the position after a click with a tool."""
        from advisor.flashpoint.edit import edit

        return edit(position, tool, target)

    def move(self, position: Position, piece: str, target: str) -> Position:
        """Return the position after somebody or a vehicle was dragged."""
        from advisor.flashpoint.edit import move

        return move(position, piece, target)

    def counters(self, position: Position) -> tuple[Counter, ...]:
        """Return the numbers of a position that can be changed."""
        from advisor.flashpoint.edit_numbers import counters

        return counters(position)

    def count(self, position: Position, counter: str, value: int) -> Position:
        """Return the position with a number changed."""
        from advisor.flashpoint.edit_numbers import count

        return count(position, counter, value)

    def choices(self, position: Position) -> tuple[Choice, ...]:
        """Return the other things of a position that can be changed."""
        from advisor.flashpoint.edit_numbers import choices

        return choices(position)

    def choose(self, position: Position, choice: str, value: str) -> Position:
        """Return the position with such a thing changed."""
        from advisor.flashpoint.edit_numbers import choose

        return choose(position, choice, value)

    def turn_text(self, position: Position) -> str:
        """Return whose turn it is and what comes next (`advisor.scene.Teller`)."""
        from advisor.flashpoint.draw_words import turn_words

        return turn_words(position)

    def event_text(self, position: Position, event: str) -> str:
        """Return an event in words."""
        from advisor.flashpoint.event_words import describe

        return describe(event, position)

    def ask(self, position: Position) -> Ask | None:
        """Return what the players have to enter now."""
        from advisor.flashpoint.tell import ask

        return ask(position)

    def corrections(self, before: Position, event: str, after: Position) -> tuple[Ask, ...]:
        """Return what the players may decide about an event after it."""
        from advisor.flashpoint.tell_choices import corrections

        return corrections(before, event, after)

    def changes(self, before: Position, event: str, after: Position) -> tuple[Change, ...]:
        """Return what an event did, and what to change on the table."""
        from advisor.flashpoint.tell import changes

        return changes(before, event, after)

    def hint(self, position: Position, plan: Plan) -> Hint:
        """Return a plan as a hint in steps."""
        from advisor.flashpoint.tell_hint import hint

        return hint(position, plan)

    def rules(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the rules in short (`advisor.scene.Teller`)."""
        from advisor.flashpoint.rules_words import rules_in_short

        return rules_in_short()

    def title(self, position: Position) -> str:
        """Return what a game that begins in a position is called."""
        from advisor.flashpoint.names import game_title

        return game_title(position)

    def match(self, position: Position, seed: int, number: int) -> PlayedGame:
        """Return a game that begins in a position."""
        return PlayedGame(position, seed, number)


GAME: Final = FlashPoint()
