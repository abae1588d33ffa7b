from collections.abc import Sequence
from typing import Any

class TurnSearch:
    def __init__(
        self,
        table: object,
        owner: object,
        root: bytes,
        player: int = 0,
        seed: int = 0,
        nodes: int = 200_000,
        width: int = 4000,
        inner_width: int = 400,
        ends: int = 400,
        inner_ends: int = 16,
        chances: int = 48,
        inner_chances: int = 6,
        depth: int = 3,
        exact_limit: int = 16384,
    ) -> None: ...
    def run(self, lines: Sequence[Sequence[int]] = ()) -> None: ...
    def plans(self) -> list[dict[str, Any]]: ...
    def choice(self, state: bytes) -> dict[str, Any] | None: ...
    def outcomes(self, state: bytes) -> list[tuple[int, float, bytes]]: ...
    def mean(self, state: bytes) -> tuple[float, float]: ...
    @property
    def report(self) -> dict[str, Any]: ...
