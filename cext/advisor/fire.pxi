# Advance fire: explosions, shockwaves, flashover, hazmats, consequences (rules, section 5).

# Who fell in one event and from where: asked for by records only, which may put them elsewhere (FP-5.9, FP-6.7).
ctypedef struct Falls:
    int count
    uint8_t who[MAX_FIREFIGHTERS]
    uint8_t origin[MAX_FIREFIGHTERS]


cdef inline int popcount(uint64_t x) noexcept nogil:
    return popcount64(x)


cdef inline bint threats_left(const Context* c, const State* s) noexcept nogil:
    """Whether a smoke or fire marker is left to be placed (FP-1.6)."""
    return popcount(s.fire | s.smoke) + popcount(s.fire_out) < c.threat_markers


cdef inline bint burns(const Context* c, const State* s, int square) noexcept nogil:
    cdef int i = c.inner_of[square]
    if i >= 0:
        return (s.fire >> i) & 1
    return (s.fire_out >> c.ring_of[square]) & 1


cdef inline void finish(State* s, int reason) noexcept nogil:
    """The game is over: what belongs to a turn is put back (FP-9)."""
    s.phase = OVER
    s.reason = <uint8_t>reason
    reset_turn(s)


cdef inline void reset_turn(State* s) noexcept nogil:
    s.ap = 0
    s.free_ap = 0
    s.acted = 0
    s.began_at_engine = 0
    s.commanded = 0
    s.cafs_ap = 0
    s.reveal_at = 0
    s.cause = 0
    s.red = 0
    s.black = 0
    s.rerolled = 0
    s.flare_up = 0


cdef inline bint damage_wall(State* s, int group, uint64_t m) noexcept nogil:
    """Put a damage marker on a wall that stands; true if it was the last one (FP-1.5)."""
    if s.hurt[group] & m:
        s.hurt[group] ^= m
        s.way[group] |= m
    else:
        s.hurt[group] |= m
    s.damage += 1
    return s.damage >= COLLAPSE


cdef inline void ignite(const Context* c, State* s, int square) noexcept nogil:
    """Fire on a square without fire: its smoke is flipped, or a marker is placed if one is left."""
    cdef int i = c.inner_of[square]
    cdef uint64_t m
    if i >= 0:
        m = <uint64_t>1 << i
        if s.smoke & m:
            s.smoke ^= m
            s.fire |= m
        elif threats_left(c, s):
            s.fire |= m
    elif threats_left(c, s):
        s.fire_out |= <uint64_t>1 << c.ring_of[square]


cdef bint explode(const Context* c, State* s, int square, bint hurts_walls) noexcept nogil:
    """FP-5.3 and FP-5.4 around an inside square; true if the building collapsed.

    `hurts_walls` is 0 only in the random family set-up (FP-10.2).
    """
    cdef int turn, d, here, group, beyond
    cdef uint64_t m
    for turn in range(4):
        d = UP if turn == 0 else RIGHT if turn == 1 else DOWN if turn == 2 else LEFT
        here = square
        while True:
            group = c.group[here][d]
            m = <uint64_t>1 << c.bit[here][d]
            if not s.way[group] & m:
                if c.door[group] & m:
                    s.way[group] |= m
                elif hurts_walls and damage_wall(s, group, m):
                    return True
                break
            s.ajar[group] &= ~m
            beyond = c.neighbour[here][d]
            if beyond < 0:
                break
            if not burns(c, s, beyond):
                ignite(c, s, beyond)
                break
            if c.inner_of[beyond] < 0:      # on the ring: what lies further out is off the board
                break
            here = beyond
    return False


cdef void flashover(const Context* c, State* s) noexcept nogil:
    """FP-5.5: smoke next to fire, over an edge that does not block, becomes fire, until none is left."""
    cdef uint64_t fire = s.fire, smoke = s.smoke
    cdef uint64_t east = s.way[EAST] & c.inner[EAST]
    cdef uint64_t south = s.way[SOUTH] & c.inner[SOUTH]
    cdef uint64_t lit
    cdef int columns = c.columns
    if not smoke:
        return
    if s.fire_out:
        fire |= lit_from_outside(c, s) & smoke
        smoke &= ~fire
    while smoke:
        lit = smoke & (((fire & east) << 1) | ((fire >> 1) & east)
                       | ((fire & south) << columns) | ((fire >> columns) & south))
        if not lit:
            break
        fire |= lit
        smoke ^= lit
    s.fire = fire
    s.smoke = smoke


cdef uint64_t lit_from_outside(const Context* c, const State* s) noexcept nogil:
    """Inside squares next to an outside square with fire, over an edge that does not block."""
    cdef uint64_t found = 0, left = s.fire_out
    cdef int square, d, i
    while left:
        square = c.ring_square[lowest_bit(left)]
        left &= left - 1
        for d in range(4):
            if c.neighbour[square][d] >= 0:
                i = c.inner_of[c.neighbour[square][d]]
                if i >= 0 and (s.way[c.group[square][d]] >> c.bit[square][d]) & 1:
                    found |= <uint64_t>1 << i
    return found


cdef inline void remove_hazmat(State* s, int k) noexcept nogil:
    s.hazmat_count -= 1
    while k < s.hazmat_count:
        s.hazmat[k] = s.hazmat[k + 1]
        k += 1
    s.hazmat[k] = NOWHERE


cdef inline void add_hazmat(State* s, int square) noexcept nogil:
    cdef int k = s.hazmat_count
    while k > 0 and s.hazmat[k - 1] > square:
        s.hazmat[k] = s.hazmat[k - 1]
        k -= 1
    s.hazmat[k] = <uint8_t>square
    s.hazmat_count += 1


cdef bint explode_hazmat(const Context* c, State* s, int k) noexcept nogil:
    """One hazmat in fire explodes (FP-5.6); true if the building collapsed."""
    cdef int square = s.hazmat[k]
    if explode(c, s, square, True):
        return True
    remove_hazmat(s, k)
    if c.hot_spots:
        place_hot_spot(s, <uint64_t>1 << c.inner_of[square])
    flashover(c, s)
    return False


cdef inline void place_hot_spot(State* s, uint64_t m) noexcept nogil:
    if s.hot_supply and not s.hot & m:
        s.hot |= m
        s.hot_supply -= 1


cdef int burning_hazmat(const Context* c, const State* s) noexcept nogil:
    """The first hazmat in reading order whose square burns, -1 if there is none."""
    cdef int k
    for k in range(s.hazmat_count):
        if (s.fire >> c.inner_of[s.hazmat[k]]) & 1:
            return k
    return -1


cdef inline int burn(const Context* c, State* s, const uint8_t* order, int ordered) noexcept nogil:
    """FP-5.5 and FP-5.6 until nothing changes.

    The first explosions are of the squares in `order`. Returns 0, 1 after a collapse, -1 - k if the k-th square
    named has no burning hazmat when its turn comes.
    """
    cdef int k, n = 0
    flashover(c, s)
    if not s.hazmat_count and not ordered:
        return 0
    while True:
        if n < ordered:
            k = 0
            while k < s.hazmat_count and s.hazmat[k] != order[n]:
                k += 1
            if k == s.hazmat_count or not burns(c, s, order[n]):
                return -1 - n
            n += 1
        else:
            k = burning_hazmat(c, s)
            if k < 0:
                return 0
        if explode_hazmat(c, s, k):
            return 1


cdef int roll_fire(const Context* c, State* s, int red, int black, const uint8_t* order, int ordered,
                   Falls* falls) noexcept nogil:
    """One roll: FP-5.1 to FP-5.7, and FP-5.8 if it was the last. Returns what `burn` returns."""
    cdef int square = red * c.width + black
    cdef int i = c.inner_of[square]
    cdef uint64_t m = <uint64_t>1 << i
    cdef bint was_hot = (s.hot & m) != 0
    cdef int done = 0
    if s.fire & m:
        if explode(c, s, square, True):
            done = 1
    elif s.smoke & m:
        s.smoke ^= m
        s.fire |= m
    elif threats_left(c, s):
        s.smoke |= m
    if not done:
        done = burn(c, s, order, ordered)
    if done < 0:
        return done
    if done:
        finish(s, COLLAPSED)
        return done
    if was_hot:
        s.flare_up = 1
        return 0
    if s.flare_up:
        place_hot_spot(s, m)
    consequences(c, s, falls)
    return 0


cdef inline void remove_poi(State* s, int k) noexcept nogil:
    s.poi_count -= 1
    while k < s.poi_count:
        s.poi_at[k] = s.poi_at[k + 1]
        s.poi_kind[k] = s.poi_kind[k + 1]
        k += 1
    s.poi_at[k] = NOWHERE
    s.poi_kind[k] = 0


cdef inline void add_poi(State* s, int square, int kind) noexcept nogil:
    cdef int k = s.poi_count
    while k > 0 and (s.poi_at[k - 1] > square or (s.poi_at[k - 1] == square and s.poi_kind[k - 1] > kind)):
        s.poi_at[k] = s.poi_at[k - 1]
        s.poi_kind[k] = s.poi_kind[k - 1]
        k -= 1
    s.poi_at[k] = <uint8_t>square
    s.poi_kind[k] = <uint8_t>kind
    s.poi_count += 1


cdef inline int find_poi(const State* s, int square, int kind) noexcept nogil:
    """The place of a POI of a kind on a square, -1 if there is none."""
    cdef int k
    for k in range(s.poi_count):
        if s.poi_at[k] == square and s.poi_kind[k] == kind:
            return k
    return -1


cdef void consequences(const Context* c, State* s, Falls* falls) noexcept nogil:
    """FP-5.8: knock-downs, losses, then fire outside goes; stops where a face-down POI is to be revealed."""
    cdef int i, k
    for i in range(c.firefighters):
        if burns(c, s, s.at[i]):
            if falls != NULL:
                falls.who[falls.count] = <uint8_t>i
                falls.origin[falls.count] = s.at[i]
                falls.count += 1
            if c.vehicles:
                s.at[i] = c.fall_to_ambulance[s.ambulance][s.at[i]]
            else:
                s.at[i] = c.fall_to[s.at[i]]
    k = 0
    while k < s.poi_count:
        if s.poi_kind[k] != UNKNOWN and burns(c, s, s.poi_at[k]):
            s.lost += 1
            remove_poi(s, k)
        else:
            k += 1
    for k in range(s.poi_count):
        if burns(c, s, s.poi_at[k]):
            s.phase = REVEAL
            s.reveal_at = s.poi_at[k]
            s.cause = BY_FIRE
            s.flare_up = 0
            return
    s.fire_out = 0
    s.flare_up = 0
    s.reveal_at = 0
    s.cause = 0
    if s.lost >= 4:
        finish(s, VICTIMS)
    elif s.rescued + victims_in_play(s) < c.goal:
        finish(s, UNREACHABLE)
    else:
        next_replenish(c, s)


cdef inline int victims_in_play(const State* s) noexcept nogil:
    """Victims that can still be rescued: face up on the board, and not yet revealed (FP-9.4)."""
    cdef int k, n = s.hidden_victims
    for k in range(s.poi_count):
        if s.poi_kind[k] != UNKNOWN:
            n += 1
    return n


cdef void revealed_by_fire(const Context* c, State* s, bint victim, Falls* falls) noexcept nogil:
    """The outcome of a reveal by fire (FP-5.8 b, FP-11.4)."""
    cdef int square = s.reveal_at
    remove_poi(s, find_poi(s, square, UNKNOWN))
    if victim:
        s.hidden_victims -= 1
        s.lost += 1
    else:
        s.hidden_alarms -= 1
        if c.hidden_hazards and (explode(c, s, square, True) or burn(c, s, NULL, 0)):
            finish(s, COLLAPSED)
            return
    consequences(c, s, falls)
