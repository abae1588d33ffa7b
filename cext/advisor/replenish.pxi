# Replenish POI, reveals, the next turn (rules, sections 2, 3 and 8).

cdef inline int base_ap(int job) noexcept nogil:
    """AP a turn (section 7); 4 without specialists."""
    return 3 if job == CAFS else 5 if job == GENERALIST else 4


cdef inline int turn_free_ap(int job) noexcept nogil:
    return 3 if job == CAFS or job == RESCUE else 2 if job == CAPTAIN else 0


cdef inline bint at_engine(const Context* c, const State* s, int square) noexcept nogil:
    return c.vehicles and (square == c.engine_at[s.engine][0] or square == c.engine_at[s.engine][1])


cdef inline bint at_ambulance(const Context* c, const State* s, int square) noexcept nogil:
    return c.vehicles and (square == c.ambulance_at[s.ambulance][0] or square == c.ambulance_at[s.ambulance][1])


cdef inline void start_turn(const Context* c, State* s) noexcept nogil:
    """FP-3.1 for the active firefighter."""
    cdef int i = s.active
    reset_turn(s)
    s.phase = ACTION
    s.ap = <uint8_t>(base_ap(s.job[i]) + s.saved[i])
    s.saved[i] = 0
    s.free_ap = <uint8_t>turn_free_ap(s.job[i])
    s.began_at_engine = at_engine(c, s, s.at[i])


cdef inline int face_down(const State* s) noexcept nogil:
    """How many POI lie face down on the board."""
    cdef int k, n = 0
    for k in range(s.poi_count):
        n += s.poi_kind[k] == UNKNOWN
    return n


cdef inline void next_replenish(const Context* c, State* s) noexcept nogil:
    """Ask for one more POI, or begin the next turn (FP-8.1)."""
    if s.poi_count < MAX_POI and s.hidden_victims + s.hidden_alarms > face_down(s):
        s.phase = REPLENISH
        s.reveal_at = 0
        s.cause = 0
    else:
        s.active = <uint8_t>(s.active + 1 if s.active + 1 < c.firefighters else 0)
        start_turn(c, s)


cdef inline bint anybody_at(const Context* c, const State* s, int square) noexcept nogil:
    cdef int i
    for i in range(c.firefighters):
        if s.at[i] == square:
            return True
    return False


cdef inline bint any_poi_at(const State* s, int square) noexcept nogil:
    cdef int k
    for k in range(s.poi_count):
        if s.poi_at[k] == square:
            return True
    return False


cdef void place_poi(const Context* c, State* s, int red, int black) noexcept nogil:
    """FP-8.2 and FP-8.3 for one roll; nothing changes if nothing can be placed."""
    cdef int square = red * c.width + black
    cdef int i = c.inner_of[square]
    cdef uint64_t seen = 0, threats
    if c.arrows:
        threats = s.fire | s.smoke
        while True:
            square = c.square_of[i]
            if not ((threats >> i) & 1 or any_poi_at(s, square) or anybody_at(c, s, square)):
                break
            seen |= <uint64_t>1 << i
            i = c.arrow[i]
            if (seen >> i) & 1:
                return
        add_poi(s, square, UNKNOWN)
    else:
        if any_poi_at(s, square):
            return
        s.fire &= ~(<uint64_t>1 << i)
        s.smoke &= ~(<uint64_t>1 << i)
        add_poi(s, square, UNKNOWN)
        if anybody_at(c, s, square):
            s.phase = REVEAL
            s.reveal_at = <uint8_t>square
            s.cause = BY_REPLENISH
            return
    next_replenish(c, s)


cdef void revealed(const Context* c, State* s, bint victim, Falls* falls) noexcept nogil:
    """The outcome of a reveal (FP-4.6, FP-7.4, FP-8.2, FP-11.4)."""
    cdef int square = s.reveal_at
    cdef int cause = s.cause
    if cause == BY_FIRE:
        revealed_by_fire(c, s, victim, falls)
        return
    remove_poi(s, find_poi(s, square, UNKNOWN))
    if victim:
        s.hidden_victims -= 1
        add_poi(s, square, VICTIM)
    else:
        s.hidden_alarms -= 1
        if c.hidden_hazards and s.hazmat_count < MAX_HAZMATS:
            add_hazmat(s, square)
    s.reveal_at = 0
    s.cause = 0
    if cause == BY_REPLENISH:
        next_replenish(c, s)
    else:
        s.phase = ACTION
