"""The most that whoever asks for an analysis may ask for; the shell and the engine refuse more."""

from __future__ import annotations

from typing import Final

__all__ = ["MOST_DEPTH", "MOST_PLANS", "MOST_SECONDS", "MOST_THREADS", "MOST_TRIALS"]

MOST_PLANS: Final = 1000
"""Plans that are returned."""

MOST_TRIALS: Final = 10**9
"""Rollouts or simulations."""

MOST_SECONDS: Final = 10.0**9
"""Wall-clock time: what the timers of all systems can count."""

MOST_DEPTH: Final = 20
"""Turns of an expectimax."""

MOST_THREADS: Final = 64
"""Threads of one search, or searches at a time."""
