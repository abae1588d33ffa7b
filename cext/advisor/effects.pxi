# What chance events did: two states compared, with the knock-downs, which leave no trace of where they were.

EFFECT_NAMES = (
    "over", "victim-lost", "knocked-down", "hazmat-explodes", "explosion", "flare-up", "wall-destroyed",
    "door-destroyed", "wall-damaged", "alarm-burns", "fire", "hot-spot", "smoke",
)
"""The kinds of effect by their numbers, the gravest first."""

cdef enum:
    E_OVER = 0
    E_VICTIM_LOST = 1
    E_KNOCKED_DOWN = 2
    E_HAZMAT = 3
    E_EXPLOSION = 4
    E_FLARE_UP = 5
    E_WALL_DESTROYED = 6
    E_DOOR_DESTROYED = 7
    E_WALL_DAMAGED = 8
    E_ALARM_BURNS = 9
    E_FIRE = 10
    E_HOT_SPOT = 11
    E_SMOKE = 12


cdef void add_squares(list found, const Context* c, int kind, uint64_t mask):
    """An effect on each inside square of a mask."""
    while mask:
        found.append((kind, c.square_of[lowest_bit(mask)], 0))
        mask &= mask - 1


cdef void add_edges(list found, const Context* c, const State* before, const State* after):
    """Doors and walls that are not as they were."""
    cdef int square, d, group
    cdef uint64_t m
    for square in range(c.squares):
        for d in (RIGHT, DOWN):
            group = c.group[square][d]
            if c.neighbour[square][d] < 0 or group == RING:
                continue
            m = <uint64_t>1 << c.bit[square][d]
            if c.door[group] & m:
                if after.way[group] & m & ~after.ajar[group] and (before.ajar[group] | ~before.way[group]) & m:
                    found.append((E_DOOR_DESTROYED, square, c.neighbour[square][d]))
            elif after.way[group] & ~before.way[group] & m:
                found.append((E_WALL_DESTROYED, square, c.neighbour[square][d]))
            elif after.hurt[group] & ~before.hurt[group] & m:
                found.append((E_WALL_DAMAGED, square, c.neighbour[square][d]))


cdef bint lies_there(const State* s, int square, int kind, int number) noexcept nogil:
    """Whether at least so many POI of a kind lie on a square."""
    cdef int k, n = 0
    for k in range(s.poi_count):
        n += s.poi_at[k] == square and s.poi_kind[k] == kind
    return n >= number


cdef void add_losses(list found, const State* before, const State* after):
    """Face-up victims and hazmats that were on the board and are no longer."""
    cdef int k, i, same
    for k in range(before.poi_count):
        same = 1
        for i in range(k):
            same += before.poi_at[i] == before.poi_at[k] and before.poi_kind[i] == before.poi_kind[k]
        if before.poi_kind[k] != UNKNOWN and not lies_there(after, before.poi_at[k], before.poi_kind[k], same):
            found.append((E_VICTIM_LOST, before.poi_at[k], same - 1))
    for k in range(before.hazmat_count):
        same = 1
        for i in range(k):
            same += before.hazmat[i] == before.hazmat[k]
        for i in range(after.hazmat_count):
            same -= after.hazmat[i] == before.hazmat[k]
        if same > 0:
            found.append((E_HAZMAT, before.hazmat[k], same - 1))


cdef void add_effects(list found, const Context* c, const State* before, const State* after, outcome_t o,
                      const Falls* falls):
    """What a roll of the fire phase, or a reveal by fire, did."""
    cdef int kind = o & 0xFF, square = before.reveal_at, k
    if kind == ROLL:
        square = <int>((o >> 8) & 0xFF) * c.width + <int>((o >> 16) & 0xFF)
        if burns(c, before, square):
            found.append((E_EXPLOSION, square, 0))
        if after.phase == ADVANCE_FIRE:
            found.append((E_FLARE_UP, square, 0))
    elif kind == REVEAL_VICTIM:
        found.append((E_VICTIM_LOST, square, 0))
    else:
        found.append((E_ALARM_BURNS, square, 0))
        if c.hidden_hazards:
            found.append((E_EXPLOSION, square, 0))
    for k in range(falls.count):
        found.append((E_KNOCKED_DOWN, falls.who[k], falls.origin[k]))
    add_losses(found, before, after)
    if memcmp(before.way, after.way, sizeof(before.way)) or memcmp(before.hurt, after.hurt, sizeof(before.hurt)) \
            or memcmp(before.ajar, after.ajar, sizeof(before.ajar)):
        add_edges(found, c, before, after)
    add_squares(found, c, E_FIRE, after.fire & ~before.fire)
    add_squares(found, c, E_SMOKE, after.smoke & ~before.smoke)
    add_squares(found, c, E_HOT_SPOT, after.hot & ~before.hot)
    if after.phase == OVER:
        found.append((E_OVER, after.reason, 0))


def effects(Core core not None, bytes state not None, codes):
    """What the chance events of a fire phase do, one after another, without the POI that are placed.

    Parameters
    ----------
    core : Core
        The game's tables.
    state : bytes
        A state that waits for the fire's roll.
    codes : sequence of int
        Codes of chance events, each one of those that can come then.

    Returns
    -------
    list of (int, int, int)
        A number of `EFFECT_NAMES` and two arguments: the square (walls and doors: both squares; who was knocked
        down, and where; `over`: the reason). The second argument of losses counts those on the same square.
    """
    cdef CoreState start = CoreState.from_bytes(core, state)
    cdef State after
    cdef Falls falls
    cdef list found = []
    for o in codes:
        falls.count = 0
        memcpy(&after, &start.state, sizeof(State))
        apply_outcome(core.context, &after, o, NULL, 0, &falls)
        add_effects(found, core.context, &start.state, &after, o, &falls)
        memcpy(&start.state, &after, sizeof(State))
    return found


def standing(Core core not None, bytes state not None):
    """How the game stands: why it is over (0 if it is not), victims rescued and lost, damage markers placed."""
    cdef CoreState here = CoreState.from_bytes(core, state)
    return here.state.reason, here.state.rescued, here.state.lost, here.state.damage
