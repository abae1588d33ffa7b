from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

class TurnSearch:
    def __init__(
        self,
        table: object,
        owner: object,
        root: bytes,
        player: int = 0,
        seed: int = 0,
        *,
        nodes: int,
        leaves: int,
        width: int,
        inner_width: int,
        few_ends: int,
        ends: int,
        inner_ends: int,
        finals: int,
        chances: int,
        inner_chances: int,
        coarse: int,
        fine: int,
    ) -> None: ...
    def run(self, lines: Sequence[Sequence[int]] = ()) -> bool: ...
    def cancel(self) -> None: ...
    def plans(self) -> list[dict[str, Any]]: ...
    def choice(self, state: bytes) -> dict[str, Any] | None: ...
    def outcomes(self, state: bytes) -> list[tuple[int, float, bytes]]: ...
    def value(self, state: bytes) -> tuple[float, list[float]]: ...
    def mean(self, state: bytes) -> tuple[float, list[float]]: ...
    @property
    def report(self) -> dict[str, Any]: ...

class Replier:
    def __init__(
        self, search: TurnSearch, nodes: int, width: int, ends: int, chances: int, limit: int
    ) -> None: ...
    def value(self, state: bytes) -> float: ...
    def cancel(self) -> None: ...

class Rollouts:
    plans: int
    def __init__(
        self,
        search: TurnSearch,
        starts: Sequence[bytes],
        seed: int = 0,
        horizon: int = 6,
        controls: int = 1,
        stratified: bool = True,
        replies: int = 0,
    ) -> None: ...
    def run(self, plan: int, first: int, out: NDArray[np.float64], replier: Replier | None = None) -> int: ...
    def cancel(self) -> None: ...

class Outlook:
    def __init__(self, table: object, owner: object, player: int = 0, seed: int = 0) -> None: ...
    def stands(self, state: bytes) -> str: ...
    def outcomes(self, state: bytes) -> list[tuple[int, float, bytes]]: ...
    def finish_turn(self, state: bytes) -> bytes: ...
    def unfold(self, state: bytes, limit: int) -> list[tuple[tuple[int, ...], float, float, int, bool]]: ...
    def replies(
        self, states: Sequence[bytes], first: int, replier: Replier
    ) -> list[tuple[int, int, float, float]]: ...
    def play_on(self, state: bytes, trial: int, turns: int) -> tuple[bytes, int, bool]: ...

class Expectimax:
    def __init__(
        self,
        table: object,
        owner: object,
        root: bytes,
        player: int = 0,
        seed: int = 0,
        *,
        turns: int,
        budget: int,
        first: tuple[int, int, int, int],
        later: tuple[int, int, int, int],
        limit: int,
        last: int,
        cells: int,
        star: bool,
        blank: bool,
        nodes: int,
    ) -> None: ...
    def run(self, top: int, lines: Sequence[Sequence[int]] = ()) -> bool: ...
    def cancel(self) -> None: ...
    def plans(self) -> list[dict[str, Any]]: ...
    def choice(self, state: bytes) -> dict[str, Any] | None: ...
    def outcomes(self, state: bytes) -> list[tuple[int, float, bytes]]: ...
    def value(self, state: bytes) -> tuple[float, list[float]]: ...
    def mean(self, state: bytes) -> tuple[float, list[float]]: ...
    @property
    def report(self) -> dict[str, Any]: ...

class Mcts:
    count: int
    def __init__(
        self,
        table: object,
        owner: object,
        root: bytes,
        player: int = 0,
        seed: int = 0,
        *,
        trees: int,
        nodes: int,
        plans: Sequence[bytes],
        whole: bool,
        width: int,
        ends: int,
        chances: int,
        explore: float,
        plan_scale: float,
        plan_power: float,
        chance_scale: float,
        chance_power: float,
        turns: int,
        blank: bool,
        playout: int,
    ) -> None: ...
    def simulate(self, tree: int, n: int) -> int: ...
    def cancel(self) -> None: ...
    def cancelled(self) -> bool: ...
    def resume(self) -> None: ...
    def root(self, tree: int) -> list[tuple[int, float, float, float, float, float]]: ...
    def choice(self, state: bytes) -> dict[str, Any] | None: ...
    @property
    def report(self) -> dict[str, Any]: ...
