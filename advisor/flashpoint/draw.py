"""Pictures of a position: as text for the terminal, in colour or plain, and as SVG."""

from advisor.flashpoint.draw_geometry import Geometry
from advisor.flashpoint.draw_svg import LAYERS, board_svg
from advisor.flashpoint.draw_text import board_rich, board_text
from advisor.flashpoint.draw_words import board_words, turn_words

__all__ = ["LAYERS", "Geometry", "board_rich", "board_svg", "board_text", "board_words", "turn_words"]
