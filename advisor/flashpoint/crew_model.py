"""The choice of a timetable for everybody at once: a model for CP-SAT (OR-tools)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from advisor.flashpoint.crew_columns import Column, Columns
from advisor.flashpoint.pace import BASE_AP

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["Choice", "CrewModel"]

SCALE: Final = 100
"""The solver counts in whole numbers: hundredths of a turn."""
EFFORT: Final = 0.25
"""Deterministic time of one solution: a count of work, not of seconds."""
SPARE: Final = 0.3
"""What leaving a POI costs that is not needed for the goal, as a part of what it costs else."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A timetable for everybody.

    Attributes
    ----------
    columns : tuple of Column
        One for each firefighter, in the order of the position's list.
    haven : int
        The haven that the ambulance is driven to, 0 if it stays.
    cost : float
        Expected turns until the rescues, losses and fires left burning counted in.
    optimal : bool
        Whether the solver proved that no other choice among these timetables costs less.
    """

    columns: tuple[Column, ...]
    haven: int
    cost: float
    optimal: bool


class CrewModel:
    """Who takes which timetable.

    Parameters
    ----------
    columns : Columns
        What there is to do.
    choices : sequence of sequence of Column
        For each firefighter the timetables to choose from, the last one is to do nothing.
    seed : int
        Of the solver.
    """

    def __init__(self, columns: Columns, choices: Sequence[Sequence[Column]], seed: int) -> None:
        from ortools.sat.python import cp_model

        self._columns, self._choices, self._seed = columns, choices, seed
        self._cp = cp_model
        self._model = model = cp_model.CpModel()
        self._taken = [[model.new_bool_var("") for _ in own] for own in choices]
        self._all = [
            (column, taken)
            for own, variables in zip(choices, self._taken, strict=True)
            for column, taken in zip(own, variables, strict=True)
        ]
        self._costs: list[tuple[int, cp_model.IntVar]] = []
        prices = (*columns.fires.values(), *columns.hazmats.values())
        self._burning = sum(prices) * columns.weight(1)  # what it costs to leave all fires and hazmats alone
        for variables in self._taken:
            model.add_exactly_one(variables)
        self._havens = [model.new_bool_var("") for _ in columns.jobs.havens]
        model.add_exactly_one(self._havens)
        self._share_jobs()
        self._share_markers()
        self._share_commands()
        self._drive()
        self._rescue()
        model.minimize(sum(cost * variable for cost, variable in self._costs))

    def without(self, taken: Sequence[Column]) -> None:
        """Forbid some timetables from now on."""
        unwanted = {id(column) for column in taken}
        for column, variable in self._all:
            if id(column) in unwanted:
                self._model.add(variable == 0)

    def solve(self) -> Choice | None:
        """Return the best choice, None if there is none or none was found."""
        solver = self._cp.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = self._seed % (1 << 31)
        parameters.max_deterministic_time = EFFORT
        # what took least time for models of this kind: a short presolve, everything in the LP, no cuts
        parameters.max_presolve_iterations = 1
        parameters.cp_model_probing_level = 0
        parameters.linearization_level = 2
        parameters.cut_level = 0
        status = solver.solve(self._model)
        if status not in (self._cp.OPTIMAL, self._cp.FEASIBLE):
            return None
        chosen = [
            next(c for c, v in zip(own, variables, strict=True) if solver.boolean_value(v))
            for own, variables in zip(self._choices, self._taken, strict=True)
        ]
        haven = next(n for n, variable in enumerate(self._havens) if solver.boolean_value(variable))
        cost = solver.objective_value / SCALE + self._burning
        return Choice(tuple(chosen), haven, cost, status == self._cp.OPTIMAL)

    # --- what everybody shares ----------------------------------------------------------------------------

    def _share_jobs(self) -> None:
        """Each fire and each hazmat is dealt with once; left alone it costs something every turn."""
        doing: dict[tuple[str, Any], list[tuple[Column, int, cp_model.IntVar]]] = {}
        for column, taken in self._all:
            for errand in column.errands:
                kind = {"haul": "hazmat", "dispose": "hazmat"}.get(errand.job.kind, errand.job.kind)
                doing.setdefault((kind, errand.job.at), []).append((column, errand.done, taken))
                self._costs.append((1, taken))  # of plans that come to the same, the one with fewer jobs
                if kind == "identify":
                    self._costs.append((-self._gain(column, errand.job.kind), taken))
        prices = {("fire", at): price for at, price in self._columns.fires.items()}
        prices |= {("hazmat", at): price for at, price in self._columns.hazmats.items()}
        for key, price in prices.items():
            some = doing.get(key, [])
            if some:
                self._model.add_at_most_one(taken for _, _, taken in some)
            for _, done, taken in some:
                self._costs.append((-round(SCALE * price * self._columns.weight(done)), taken))

    @staticmethod
    def _gain(column: Column, kind: str) -> int:
        return round(SCALE * sum(e.gain for e in column.errands if e.job.kind == kind))

    def _share_markers(self) -> None:
        """All together leave one damage marker (FP-1.5)."""
        left = self._columns.jobs.ways.building.markers_left
        some = [(column.markers, taken) for column, taken in self._all if column.markers]
        if some:
            self._model.add(sum(markers * taken for markers, taken in some) <= left)

    def _share_commands(self) -> None:
        """The Captain commands one firefighter; with its general AP only if it does nothing else itself."""
        commanded = [(column, taken) for column, taken in self._all if column.command]
        if not commanded:
            return
        self._model.add_at_most_one(taken for _, taken in commanded)
        crew = self._columns.position.firefighters
        captain = next(n for n, one in enumerate(crew) if one.specialist == "captain")
        idle = self._taken[captain][-1]
        for column, taken in commanded:
            if column.command >= BASE_AP:
                self._model.add_implication(taken, idle)

    def _drive(self) -> None:
        """The ambulance is driven to one spot at most, by one firefighter (FP-6.4)."""
        drives: dict[int, list[tuple[Column, cp_model.IntVar]]] = {}
        self._begun: list[tuple[int, cp_model.IntVar]] = []
        self._there: list[tuple[int, cp_model.IntVar]] = []
        for column, taken in self._all:
            for errand in column.errands:
                if errand.job.kind == "drive":
                    drives.setdefault(errand.job.number, []).append((column, taken))
                    self._begun.append((errand.begun, taken))
                    self._there.append((errand.done, taken))
        for number, there in enumerate(self._havens):
            drivers = [taken for _, taken in drives.get(number, [])]
            if number:
                self._model.add(sum(drivers) == there)

    def _rescue(self) -> None:
        """Each POI is rescued once, at a haven where the ambulance is, or left."""
        columns, model = self._columns, self._model
        turns, moved = columns.turns, sum(self._havens[1:])
        spare = self._spare()
        treated = self._treated()
        for number, odds in enumerate(columns.odds):
            if not odds:
                continue
            fetched = [
                (column, errand, taken)
                for column, taken in self._all
                for errand in column.errands
                if errand.job.kind in ("rescue", "lead") and errand.job.number == number
            ]
            waiting = self._waits(number)
            left, needless = model.new_bool_var(""), spare[number]
            model.add_exactly_one([*(taken for *_, taken in fetched), *waiting, left, needless])
            undone = columns.undone[number]
            self._costs += [(round(SCALE * undone), left), (round(SCALE * SPARE * undone), needless)]
            for _, errand, taken in fetched:
                self._costs.append((round(SCALE * errand.cost), taken))
                if errand.job.haven:
                    model.add_implication(taken, self._havens[errand.job.haven])
                if errand.job.kind == "lead":
                    before = [t for turn, t in treated.get(number, []) if turn <= errand.begun]
                    model.add(taken <= sum(before))
            led = [taken for _, errand, taken in fetched if errand.job.kind == "lead"]
            if number in treated:  # nobody is treated for nothing
                model.add(sum(taken for _, taken in treated[number]) <= sum(led))
            here = [(errand.done, taken) for _, errand, taken in fetched if not errand.job.haven]
            if self._begun and here:  # with the ambulance before it leaves
                model.add(
                    sum((done + 1) * taken for done, taken in here)
                    <= sum(begun * taken for begun, taken in self._begun) + (turns + 1) * (1 - moved)
                )
            away = [(errand.done, taken) for _, errand, taken in fetched if errand.job.haven]
            if away or waiting:  # what is waited for the ambulance counts as well
                wait = model.new_int_var(0, turns, "")
                model.add(
                    wait
                    >= sum(done * taken for done, taken in self._there)
                    - sum(done * taken for done, taken in away)
                    - turns * (1 - sum([*(taken for _, taken in away), *waiting]))
                )
                self._costs.append((round(SCALE * odds), wait))

    def _spare(self) -> list[Any]:
        """For each POI whether it is left because the goal does not need it."""
        position = self._columns.position
        variables = [self._model.new_bool_var("") for _ in position.poi]
        most = max(0, len(variables) - (position.goal - position.rescued))
        if variables:
            self._model.add(sum(variables) <= most)
        return variables

    def _treated(self) -> dict[int, list[tuple[int, Any]]]:
        """By POI: in which turn the Paramedic has treated it, if a timetable is taken (FP-7.1)."""
        found: dict[int, list[tuple[int, Any]]] = {}
        for column, taken in self._all:
            for errand in column.errands:
                if errand.job.kind == "treat":
                    found.setdefault(errand.job.number, []).append((errand.done, taken))
        return found

    def _waits(self, number: int) -> list[Any]:
        """Variables for a victim on another spot, which is rescued when the ambulance comes (FP-6.6)."""
        at = self._columns.position.poi[number].at
        return [
            there
            for there, haven in zip(self._havens[1:], self._columns.jobs.havens[1:], strict=True)
            if at in haven.squares
        ]
