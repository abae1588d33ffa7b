"""The names of rooms, where a board has them."""

from __future__ import annotations

from advisor.flashpoint.board import Board
from advisor.flashpoint.squares import Square, square_text

__all__ = ["place", "room_letter", "room_name"]


def room_letter(board: Board, square: Square) -> str | None:
    """Return the letter of the room that a square belongs to, None outside or without rooms."""
    if board.rooms is None or not board.is_inside(square):
        return None
    return board.rooms[square[0] - 1][square[1] - 1]


def room_name(board: Board, square: Square) -> str | None:
    """Return the name of the room that a square belongs to.

    None outside the building, and on a board (or for a room) without names.

    >>> shed = Board("shed", "The shed", 1, 2, (), (), (), (), (), (), (), (), ("AB",), (("A", "store"),))
    >>> room_name(shed, (1, 1)), room_name(shed, (1, 2)), room_name(shed, (0, 1))
    ('store', None, None)
    """
    return board.room(square)


def place(board: Board, square: Square) -> str:
    """Return a square's text with its room, ``"3,4 (kitchen)"`` or just ``"3,4"``."""
    name = room_name(board, square)
    return f"{square_text(square)} ({name})" if name else square_text(square)
