"""The names of rooms, where a board has them."""

from __future__ import annotations

from advisor.flashpoint.board import Board
from advisor.flashpoint.squares import Square, square_text

__all__ = ["place", "room_letter", "room_name"]


def room_letter(board: Board, square: Square) -> str | None:
    """Return the letter of the room that a square belongs to, None outside or without rooms."""
    row, column = square
    if board.rooms is None or not (1 <= row <= board.rows and 1 <= column <= board.columns):
        return None
    return board.rooms[row - 1][column - 1]


def room_name(board: Board, square: Square) -> str | None:
    """Return the name of the room that a square belongs to.

    None outside the building, and on a board (or for a room) without names.

    >>> shed = Board("shed", "The shed", 1, 2, (), (), (), (), (), (), (), (), ("AB",), (("A", "store"),))
    >>> room_name(shed, (1, 1)), room_name(shed, (1, 2)), room_name(shed, (0, 1))
    ('store', None, None)
    """
    letter = room_letter(board, square)
    return dict(board.room_names or ()).get(letter) if letter is not None else None


def place(board: Board, square: Square) -> str:
    """Return a square's text with its room, ``"3,4 (kitchen)"`` or just ``"3,4"``."""
    name = room_name(board, square)
    return f"{square_text(square)} ({name})" if name else square_text(square)
