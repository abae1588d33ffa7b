"""The leaves of a mean over what may come after a plan, and sums of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor.analysis_map import Effect
from advisor.search.plans import CHAINS, chain_error

__all__ = ["Leaf", "Sum"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One of the things that may come up to the next decision, as the search takes its mean over them."""

    state: bytes
    codes: tuple[int, ...]
    probability: float
    value: float
    chain: int
    over: bool


@dataclass(slots=True)
class Sum:
    """A mean under way, as a whole and by the sampled chains."""

    probability: float = 0.0
    value: float = 0.0
    parts: list[float] = field(default_factory=lambda: [0.0] * CHAINS)
    over: float = 0.0
    effects: dict[Effect, float] = field(default_factory=dict)

    def add(self, leaf: Leaf) -> None:
        self.probability += leaf.probability
        self.value += leaf.probability * leaf.value
        self.over += leaf.probability * leaf.over
        for number in range(CHAINS):
            share = 1 if leaf.chain < 0 else CHAINS if leaf.chain == number else 0
            self.parts[number] += share * leaf.probability * leaf.value

    def mean(self) -> float:
        return self.value / self.probability

    def error(self) -> float:
        return chain_error([part / self.probability for part in self.parts])
