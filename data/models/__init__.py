"""Boards (`flash-point/board@1`), one file each."""
