# What legal actions do (rules, sections 3, 4, 6 and 7); their codes are described in legal.pxi.

cdef inline void arrive(const Context* c, State* s, int square) noexcept nogil:
    """Victims on a square where they are rescued leave the board (FP-4.11, FP-6.6)."""
    cdef int k = 0
    while k < s.poi_count:
        if s.poi_at[k] == square and s.poi_kind[k] != UNKNOWN:
            remove_poi(s, k)
            s.rescued += 1
        else:
            k += 1


cdef inline void move_poi(State* s, int square, int to, int kind) noexcept nogil:
    remove_poi(s, find_poi(s, square, kind))
    add_poi(s, to, kind)


cdef void apply_move(const Context* c, State* s, int kind, int who, int to) noexcept nogil:
    """A move of any kind, and what it sets off: disposal, rescue, reveal (FP-4.1 to FP-4.6, FP-4.11)."""
    cdef int square = s.at[who], k = 0
    cdef bint outside = c.inner_of[to] < 0
    if kind == CARRY or kind == CARRY_LEAD:
        move_poi(s, square, to, VICTIM)
    if kind == LEAD or kind == CARRY_LEAD or kind == HAUL_LEAD:
        move_poi(s, square, to, TREATED)
    if kind == HAUL or kind == HAUL_LEAD:
        while s.hazmat[k] != square:
            k += 1
        remove_hazmat(s, k)
        if not outside:
            add_hazmat(s, to)
    s.at[who] = <uint8_t>to
    if outside:
        if kind != MOVE and kind != HAUL and (not c.vehicles or at_ambulance(c, s, to)):
            arrive(c, s, to)
            if s.rescued >= c.goal:
                finish(s, RESCUED)
    elif find_poi(s, to, UNKNOWN) >= 0:
        s.phase = REVEAL
        s.reveal_at = <uint8_t>to
        s.cause = BY_ENTER


cdef void apply_drive(const Context* c, State* s, bint engine, int spot, int riders) noexcept nogil:
    """FP-6.2 to FP-6.4; victims on the ambulance's new squares are rescued (FP-6.6)."""
    cdef int i
    for i in range(c.firefighters):
        if riders % 3:
            s.at[i] = c.engine_at[spot][riders % 3 - 1] if engine else c.ambulance_at[spot][riders % 3 - 1]
        riders //= 3
    if engine:
        s.engine = <uint8_t>spot
        return
    s.ambulance = <uint8_t>spot
    arrive(c, s, c.ambulance_at[spot][0])
    arrive(c, s, c.ambulance_at[spot][1])
    if s.rescued >= c.goal:
        finish(s, RESCUED)


cdef inline void pay(State* s, int cost, bint free_kind) noexcept nogil:
    """FP-3.3: free AP of the right kind first."""
    cdef int free = s.free_ap if free_kind else 0
    if free > cost:
        free = cost
    s.free_ap -= <uint8_t>free
    s.ap -= <uint8_t>(cost - free)


cdef void apply_action(const Context* c, State* s, action_t a, int cost) noexcept nogil:
    """What a legal action of a known cost does."""
    cdef int kind = kind_of(a), argument = argument_of(a), d = direction_of(a), who = who_of(a)
    cdef int job = s.job[s.active], group
    cdef uint64_t m
    if kind == END:
        s.saved[s.active] = s.ap if s.ap < 4 else 4
        reset_turn(s)
        s.phase = ADVANCE_FIRE
        return
    s.acted = 1
    if kind == KEEP:
        resolve_deck_gun(c, s)
        return
    if kind == REROLL:
        s.rerolled |= <uint8_t>argument
        if argument & 1:
            s.red = 0
        if argument & 2:
            s.black = 0
        s.phase = DECK_GUN_ROLL
        return
    if kind == CREW:
        s.ap = <uint8_t>after_crew_change(s, argument)
        s.job[s.active] = <uint8_t>argument
        s.free_ap = <uint8_t>turn_free_ap(argument)
        return
    if who != s.active:
        s.commanded |= <uint8_t>(1 << who)
        if s.job[who] == CAFS:
            s.cafs_ap += <uint8_t>cost
        pay(s, cost, True)
    elif kind <= LEAD:
        pay(s, cost, job == RESCUE)
    else:
        pay(s, cost, kind == EXTINGUISH and job == CAFS)
    if kind <= LEAD:
        apply_move(c, s, kind, who, argument)
    elif kind == DOOR:
        group = c.group[argument][d]
        m = <uint64_t>1 << c.bit[argument][d]
        s.way[group] ^= m
        s.ajar[group] ^= m
    elif kind == EXTINGUISH:
        m = <uint64_t>1 << c.inner_of[argument]
        if s.fire & m:
            s.fire ^= m
            s.smoke |= m
        else:
            s.smoke ^= m
    elif kind == CHOP:
        group = c.group[argument][d]
        m = <uint64_t>1 << c.bit[argument][d]
        if damage_wall(s, group, m):
            finish(s, COLLAPSED)
    elif kind == DRIVE_AMBULANCE or kind == DRIVE_ENGINE:
        apply_drive(c, s, kind == DRIVE_ENGINE, argument, riders_of(a))
    elif kind == FIRE_DECK_GUN:
        s.phase = DECK_GUN_ROLL
    elif kind == RESUSCITATE:
        group = find_poi(s, argument, VICTIM)
        remove_poi(s, group)
        add_poi(s, argument, TREATED)
    elif kind == IDENTIFY:
        s.phase = REVEAL
        s.reveal_at = <uint8_t>argument
        s.cause = BY_IDENTIFY
    elif kind == DISPOSE:
        group = 0
        while s.hazmat[group] != argument:
            group += 1
        remove_hazmat(s, group)


cdef void resolve_deck_gun(const Context* c, State* s) noexcept nogil:
    """FP-6.8: dice that miss the quadrant are turned over; threats on the target and next to it are removed."""
    cdef const uint8_t* q = c.quadrant[s.engine]
    cdef int red = s.red, black = s.black, square, d
    cdef uint64_t hit
    if not q[0] <= red <= q[1]:
        red = c.rows + 1 - red
    if not q[2] <= black <= q[3]:
        black = c.columns + 1 - black
    square = red * c.width + black
    hit = <uint64_t>1 << c.inner_of[square]
    for d in range(4):
        if passes(c, s, square, d) and c.inner_of[c.neighbour[square][d]] >= 0:
            hit |= <uint64_t>1 << c.inner_of[c.neighbour[square][d]]
    s.fire &= ~hit
    s.smoke &= ~hit
    s.red = 0
    s.black = 0
    s.rerolled = 0
    s.phase = ACTION


cdef inline int cost_of(const Context* c, const State* s, action_t a) noexcept nogil:
    """The cost of an action that is legal."""
    cdef int kind = kind_of(a), job = s.job[s.active]
    if kind == MOVE:
        return 2 if burns(c, s, argument_of(a)) else 1
    if kind == LEAD or kind == DOOR or kind == RESUSCITATE or kind == IDENTIFY:
        return 1
    if kind == EXTINGUISH:
        return 2 if job == PARAMEDIC or job == RESCUE else 1
    if kind == CHOP:
        return 1 if job == RESCUE else 2
    if kind == FIRE_DECK_GUN:
        return 2 if job == DRIVER else 4
    if kind == KEEP or kind == REROLL or kind == END:
        return 0
    return 2
