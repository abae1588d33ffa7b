"""The page: it reads the session's state, calls the library and draws; it knows no game."""
