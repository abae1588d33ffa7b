"""Data that ships with the program: boards and positions."""
