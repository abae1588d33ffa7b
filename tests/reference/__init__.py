"""A plain and slow reference of the rules of Flash Point: Fire Rescue, written from the clauses.

It is an independent witness for the fast core and shares no code with it. Every function names the clauses it
follows, as in FP-5.4. It reads valid positions only and does not say why an event is refused.

    board.py     the building as printed
    state.py     what changes, the smallest changes
    fire.py      explosions, flashovers, hazmats, one roll
    phases.py    consequences, reveals, replenishing, the next turn
    moves.py     moves, doors, commands
    vehicles.py  drives, deck gun, crew change
    escape.py    the look-ahead of FP-4.10
    actions.py   all legal actions
    events.py    events as text
    position.py  positions as JSON
    game.py      `Reference`, which holds it together
"""

from .game import Reference, clear_set_up_fire, explosion_at_setup, fire_phase
from .state import Illegal

__all__ = ["Illegal", "Reference", "clear_set_up_fire", "explosion_at_setup", "fire_phase"]
