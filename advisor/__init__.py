"""The adviser for the table: reads positions of board games and says what to do, how sure it is, and why.

The public names are these, and those of the game's package, `advisor.flashpoint`. Each is imported when it
is first used.

Examples
--------
>>> from advisor import analyse
>>> from advisor.flashpoint import Board, SetUp, set_up
>>> start = set_up(SetUp(Board.shipped("hut"))).position
>>> [plan.rank for plan in analyse(start, top=2).plans]
[1, 2]
"""

from typing import TYPE_CHECKING

from advisor._lazy import lazy
from advisor._version import __version__

if TYPE_CHECKING:
    from advisor.analysis import Analysis, Branch, Plan, Step, Work
    from advisor.api import analyse
    from advisor.errors import AdvisorError, FormatError, IllegalEvent, PositionError, Problem, UsageError
    from advisor.flashpoint.load import load_position, load_record
    from advisor.flashpoint.position import Position
    from advisor.flashpoint.record import Record
    from advisor.search.limits import Progress, StopFlag
else:  # kept from type checkers: any name at all would be right to them
    __getattr__, __dir__ = lazy(
        __name__,
        {
            **dict.fromkeys(("Analysis", "Branch", "Plan", "Step", "Work"), "advisor.analysis"),
            **dict.fromkeys(("AdvisorError", "FormatError", "IllegalEvent"), "advisor.errors"),
            **dict.fromkeys(("PositionError", "Problem", "UsageError"), "advisor.errors"),
            **dict.fromkeys(("load_position", "load_record"), "advisor.flashpoint.load"),
            "analyse": "advisor.api",
            "Position": "advisor.flashpoint.position",
            "Record": "advisor.flashpoint.record",
            **dict.fromkeys(("Progress", "StopFlag"), "advisor.search.limits"),
        },
    )

__all__ = [
    "AdvisorError", "Analysis", "Branch", "FormatError", "IllegalEvent", "Plan", "Position", "PositionError",
    "Problem", "Progress", "Record", "Step", "StopFlag", "UsageError", "Work", "__version__", "analyse",
    "load_position", "load_record",
]  # fmt: skip
