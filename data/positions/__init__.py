"""Positions to try (`flash-point/position@1`), one file each."""
