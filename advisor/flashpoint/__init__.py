"""*Flash Point: Fire Rescue*: boards, positions, the rules, records, set-up, pictures and words.

These are the public names; each is imported when it is first used. What they are is in the modules of the
package, where more is found.

Examples
--------
>>> from advisor.flashpoint import Board, SetUp, set_up
>>> start = set_up(SetUp(Board.shipped("base-1"), "recruit", seed=3)).position
>>> after = start.apply("end").apply("roll 1,1")
>>> after.turn.firefighter, after.smoke[0]
('blue', (1, 1))
"""

from typing import TYPE_CHECKING

from advisor._lazy import lazy

if TYPE_CHECKING:
    from advisor.flashpoint.board import Board, EngineSpot, Spot, board_ids
    from advisor.flashpoint.crew import team_plan
    from advisor.flashpoint.draw_svg import board_svg
    from advisor.flashpoint.draw_text import board_text
    from advisor.flashpoint.draw_words import board_words, turn_words
    from advisor.flashpoint.event_words import describe
    from advisor.flashpoint.load import load_position, load_record
    from advisor.flashpoint.position import Firefighter, Poi, Position, Turn
    from advisor.flashpoint.record import Record
    from advisor.flashpoint.routes import routes_of
    from advisor.flashpoint.setup import SetUpResult
    from advisor.flashpoint.setup import make as set_up
    from advisor.flashpoint.setup_options import SetUp
else:  # kept from type checkers: any name at all would be right to them
    __getattr__, __dir__ = lazy(
        __name__,
        {
            **dict.fromkeys(("Board", "EngineSpot", "Spot", "board_ids"), "advisor.flashpoint.board"),
            **dict.fromkeys(("Firefighter", "Poi", "Position", "Turn"), "advisor.flashpoint.position"),
            **dict.fromkeys(("board_words", "turn_words"), "advisor.flashpoint.draw_words"),
            **dict.fromkeys(("load_position", "load_record"), "advisor.flashpoint.load"),
            "Record": "advisor.flashpoint.record",
            "SetUp": "advisor.flashpoint.setup_options",
            "SetUpResult": "advisor.flashpoint.setup",
            "board_svg": "advisor.flashpoint.draw_svg",
            "board_text": "advisor.flashpoint.draw_text",
            "describe": "advisor.flashpoint.event_words",
            "routes_of": "advisor.flashpoint.routes",
            "set_up": "advisor.flashpoint.setup:make",
            "team_plan": "advisor.flashpoint.crew",
        },
    )

__all__ = [
    "Board", "EngineSpot", "Firefighter", "Poi", "Position", "Record", "SetUp", "SetUpResult", "Spot", "Turn",
    "board_ids", "board_svg", "board_text", "board_words", "describe", "load_position", "load_record",
    "routes_of", "set_up", "team_plan", "turn_words",
]  # fmt: skip
