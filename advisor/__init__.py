"""The adviser for the table: reads positions of board games and says what to do, how sure it is, and why."""

from advisor._version import __version__

__all__ = ["__version__"]
