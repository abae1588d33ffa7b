# The options of the playout policy: what each is worth, and its first action.
#
# All gains are in one currency (`PRICE`). `danger` prices fire and smoke as they will be after the next
# flashover: above all the walls that explosions would hit, as nearly all losses are collapses (FP-9.3).
# Nothing hidden is looked at: any face-down POI has the same price.

cdef enum:
    WALL_HIT = 0
    BURNING = 1
    SMOKING = 2
    POI_BY_FIRE = 3
    HAZMAT_BY_FIRE = 4
    TAKE_OUT = 5
    TAKE_OUT_AP = 6
    REACH_UNKNOWN = 7
    REACH_UNKNOWN_AP = 8
    REACH_VICTIM = 9
    REACH_VICTIM_AP = 10
    SAVING = 11
    FAR_FIRE = 12
    DISPOSING = 13
    FREE_AP = 14
    IDENTIFYING = 15
    GUN_HIT = 16
    SMOKE_CHAIN = 17
    NOT_SAVING = 18
    PRICES = 19

# Found by trying changes of one to three prices on whole games of the board base-1: first family with 3 and 4
# firefighters, then these together with recruit 3 and 4 and veteran 3 (4,000 to 7,000 games a try, kept if
# better on two seeds).
cdef double[PRICES] PRICE = [
    2.708,    # a wall that the explosion of one fire would hit
    1.173,    # a fire
    0.79,     # a smoke
    2.849,    # a POI in smoke or next to fire
    1.645,    # a hazmat next to fire
    12.189,   # a victim taken out, over the AP of the way and the next price
    2.562,    # ...
    4.485,    # a face-down POI reached, over the AP of the way and the next price
    6.129,    # ...
    5.1,      # a victim reached, over the AP of the way and the next price
    2.765,    # ...
    0.716,    # an AP that is saved
    0.479,    # a fire further off, against one at hand
    0.786,    # a hazmat disposed of
    2.791,    # an AP of free use, against a general one
    3.479,    # a POI identified
    1.369,    # a threat hit by the deck gun
    0.825,    # a threat next to smoke
    0.2,      # an AP that is not saved: any gain is better
]


cdef double danger(const Walls* w, uint64_t fire, uint64_t smoke) noexcept nogil:
    """The price of the threats as they will be after the next flashover."""
    cdef uint64_t lit = around(w, fire) & smoke
    while lit:
        fire |= lit
        smoke ^= lit
        lit = around(w, fire) & smoke
    lit = around(w, fire) & ~fire
    return (PRICE[WALL_HIT] * wall_hits(w, fire) + PRICE[BURNING] * popcount(fire)
            + PRICE[SMOKING] * popcount(smoke)
            + PRICE[SMOKE_CHAIN] * popcount(around(w, smoke) & (fire | smoke))
            + PRICE[POI_BY_FIRE] * popcount((lit | smoke) & w.poi)
            + PRICE[HAZMAT_BY_FIRE] * popcount(lit & w.hazmat))


# The best option so far, and the list in which it must be.
ctypedef struct Choice:
    const action_t* actions
    int count
    double rate
    action_t action


cdef inline void consider(Choice* best, double rate, action_t a) noexcept nogil:
    """Take an option if it is better than the best so far, and legal."""
    cdef int k
    if rate > best.rate:
        for k in range(best.count):
            if best.actions[k] == a:
                best.rate = rate
                best.action = a
                return


cdef void fight(const Context* c, const State* s, const Walls* w, Choice* best) noexcept nogil:
    """Threats at hand: one step or both, whichever gains more for its AP (FP-4.8)."""
    cdef int k, job = s.job[s.active], step, to
    cdef uint64_t m
    cdef double now = danger(w, s.fire, s.smoke), rate, other, share
    step = 2 if job == PARAMEDIC or job == RESCUE else 1
    share = PRICE[FREE_AP] if job == CAFS and s.free_ap else 1.0
    for k in range(best.count):
        if kind_of(best.actions[k]) != EXTINGUISH:
            continue
        to = argument_of(best.actions[k])
        m = <uint64_t>1 << c.inner_of[to]
        if s.fire & m:
            rate = (now - danger(w, s.fire ^ m, s.smoke | m)) / step
            if s.ap + (s.free_ap if job == CAFS else 0) >= 2 * step:
                other = (now - danger(w, s.fire ^ m, s.smoke)) / (2 * step)
                if other > rate:
                    rate = other
            if to == s.at[s.active]:
                rate += 100
        else:
            rate = (now - danger(w, s.fire, s.smoke ^ m)) / step
        consider(best, rate * share, best.actions[k])


cdef void go_and_fight(const Context* c, const State* s, const Walls* w, const board_t* level, int n,
                       Choice* best) noexcept nogil:
    """Fires further off: by what an explosion there would hit."""
    cdef uint64_t m, left = s.fire
    cdef int i, square, far, hits, pick = -1, at_level = 0
    cdef double rate, top = best.rate
    cdef board_t one = 1
    cdef int step = 2 if s.job[s.active] == PARAMEDIC or s.job[s.active] == RESCUE else 1
    while left:
        i = lowest_bit(left)
        m = <uint64_t>1 << i
        left ^= m
        hits = ((w.up & m) != 0) + ((w.left & m) != 0) + ((w.right & m) != 0) + ((w.down & m) != 0)
        square = c.square_of[i]
        far = apart(c, s.at[s.active], square)
        rate = PRICE[FAR_FIRE] * (PRICE[WALL_HIT] * hits + PRICE[BURNING])
        if around(w, m) & w.hazmat:
            rate += PRICE[HAZMAT_BY_FIRE]
        if rate / (far + 2 * step - 1) <= top or far < 1:
            continue
        far = first_level(level, n, one << square)
        if far == FAR:
            continue
        rate /= far - 2 + 2 * step if far > 2 else 2 * step
        if rate > top:
            top = rate
            pick = square
            at_level = far
    if pick >= 0:
        consider(best, top, first_step(c, s, level, at_level, 1, pick, s.active, MOVE))


cdef void take_out(const Context* c, const State* s, const Terrain* t, int who, bint treated,
                   Choice* best) noexcept nogil:
    """A victim on the firefighter's square goes out by the cheapest way (FP-4.2, FP-4.4, FP-4.11, FP-6.6)."""
    cdef board_t level[ROUTE + 1]
    cdef board_t goals = 0, one = 1, ring
    cdef int n, k, cost, least = FAR, spot = 0, at_level = 0, step = 1 if treated else 2
    cdef double rate
    if c.vehicles:
        for k in range(c.ambulance_spots):
            goals |= one << c.ambulance_at[k][0] | one << c.ambulance_at[k][1]
        n = routes(t, one << s.at[who], goals, True, step, level)
        for k in range(c.ambulance_spots):
            ring = one << c.ambulance_at[k][0] | one << c.ambulance_at[k][1]
            cost = first_level(level, n, ring)
            if cost == FAR:
                continue
            if cost + 2 * hops(s.ambulance, k, c.ambulance_spots) < least:
                least = cost + 2 * hops(s.ambulance, k, c.ambulance_spots)
                spot = k
                at_level = cost
        if least == FAR:
            return
        goals = one << c.ambulance_at[spot][0] | one << c.ambulance_at[spot][1]
    else:
        goals = t.all & ~widen(c, (<uint64_t>-1) >> (64 - c.inside))
        n = routes(t, one << s.at[who], goals, False, step, level)
        if not level[n] & goals:
            return
        least = at_level = n
    rate = PRICE[TAKE_OUT] / (least + PRICE[TAKE_OUT_AP])
    if who != s.active:
        rate *= PRICE[FREE_AP]
    if at_level == 0:
        spot = next_spot(s.ambulance, spot, c.ambulance_spots)
        consider(best, rate, code(DRIVE_AMBULANCE, spot, 0, s.active))
        return
    if s.job[who] == PARAMEDIC and who == s.active and not treated and least > 3:
        consider(best, rate + 1, code(RESUSCITATE, s.at[who], 0, who))
    consider(best, rate, first_step(c, s, level, at_level, step, lowest_square(level[at_level] & goals), who,
                                    LEAD if treated else CARRY))


cdef void fetch(const Context* c, const State* s, const board_t* level, int n, int who, int poi,
                Choice* best) noexcept nogil:
    """Go to the POI that is this firefighter's."""
    cdef board_t one = 1
    cdef int far = first_level(level, n, one << s.poi_at[poi])
    cdef double rate
    if far == FAR or far == 0:
        return
    if s.poi_kind[poi] == UNKNOWN:
        rate = PRICE[REACH_UNKNOWN] / (far + PRICE[REACH_UNKNOWN_AP])
    else:
        rate = PRICE[REACH_VICTIM] / (far + PRICE[REACH_VICTIM_AP])
    if who != s.active or (s.job[who] == RESCUE and s.free_ap):
        rate *= PRICE[FREE_AP]
    consider(best, rate, first_step(c, s, level, far, 1, s.poi_at[poi], who, MOVE))


cdef void powers(const Context* c, const State* s, const board_t* level, int n, Choice* best) noexcept nogil:
    """What specialists do that others cannot (section 7)."""
    cdef int job = s.job[s.active], k, far
    cdef board_t one = 1
    cdef double worth
    if job == IMAGING:
        for k in range(s.poi_count):
            if s.poi_kind[k] == UNKNOWN:
                consider(best, PRICE[IDENTIFYING], code(IDENTIFY, s.poi_at[k], 0, s.active))
    elif job == HAZMAT_TECHNICIAN:
        for k in range(s.hazmat_count):
            far = first_level(level, n, one << s.hazmat[k])
            worth = PRICE[DISPOSING]
            if far == 0:
                consider(best, worth / 2, code(DISPOSE, s.hazmat[k], 0, s.active))
            elif far != FAR:
                consider(best, worth / (far + 2),
                         first_step(c, s, level, far, 1, s.hazmat[k], s.active, MOVE))


cdef double shot(const Context* c, const State* s, const Walls* w, int spot) noexcept nogil:
    """Threats that the deck gun hits on average from a spot (FP-6.8)."""
    cdef const uint8_t* q = c.quadrant[spot]
    cdef uint64_t row = ((<uint64_t>1 << (q[3] - q[2] + 1)) - 1) << (q[2] - 1)
    cdef uint64_t x = 0, threats = s.fire | s.smoke
    cdef int r, hits
    for r in range(q[0] - 1, q[1]):
        x |= row << (r * c.columns)
    hits = (popcount(threats & x) + popcount(threats & ((x & w.east) << 1))
            + popcount(threats & (x >> 1) & w.east) + popcount(threats & ((x & w.south) << w.columns))
            + popcount(threats & (x >> w.columns) & w.south))
    return <double>hits / popcount(x)


cdef void engine(const Context* c, const State* s, const Walls* w, const board_t* level, int n,
                 Choice* best) noexcept nogil:
    """Fire the deck gun, drive the engine to a better quadrant, or go to it."""
    cdef int cost = 2 if s.job[s.active] == DRIVER else 4, far, spot, turn
    cdef board_t one = 1, at
    cdef double worth = PRICE[GUN_HIT] * shot(c, s, w, s.engine)
    if c.murphys_law:
        return
    if not at_engine(c, s, s.at[s.active]):
        if s.job[s.active] == DRIVER:
            at = one << c.engine_at[s.engine][0] | one << c.engine_at[s.engine][1]
            far = first_level(level, n, at)
            if far != FAR and far > 0:
                consider(best, worth / (far + cost),
                         first_step(c, s, level, far, 1, lowest_square(level[far] & at), s.active, MOVE))
        return
    consider(best, worth / cost, code(FIRE_DECK_GUN, 0, 0, s.active))
    for turn in range(2):
        spot = s.engine + 1 if turn == 0 else s.engine - 1
        spot = 0 if spot == c.engine_spots else c.engine_spots - 1 if spot < 0 else spot
        worth = PRICE[GUN_HIT] * shot(c, s, w, spot)
        consider(best, worth / (cost + 2), code(DRIVE_ENGINE, spot, 0, s.active) | ride(c, s) << 32)


cdef inline action_t ride(const Context* c, const State* s) noexcept nogil:
    """Riders: the active firefighter alone, on the first square."""
    cdef action_t power = 1
    cdef int i
    for i in range(s.active):
        power *= 3
    return power


cdef action_t answer_gun(const Context* c, const State* s) noexcept nogil:
    """Keep a roll that hits as much as the average, else roll both dice again (FP-7.6)."""
    cdef State after
    cdef Walls w
    cdef int hit
    if s.rerolled:
        return code(KEEP, 0, 0, s.active)
    look(c, s, &w)
    memcpy(&after, s, sizeof(State))
    resolve_deck_gun(c, &after)
    hit = popcount(s.fire | s.smoke) - popcount(after.fire | after.smoke)
    return code(KEEP, 0, 0, s.active) if hit >= shot(c, s, &w, s.engine) else code(REROLL, 3, 0, s.active)


cdef void fetch_victims(const Context* c, const State* s, Choice* best) noexcept nogil:
    """Drive the ambulance to victims who lie outside on another of its spots (FP-6.6)."""
    cdef int k, spot, spots = c.ambulance_spots
    for k in range(s.poi_count):
        if s.poi_kind[k] == UNKNOWN or c.inner_of[s.poi_at[k]] >= 0:
            continue
        for spot in range(spots):
            if s.poi_at[k] == c.ambulance_at[spot][0] or s.poi_at[k] == c.ambulance_at[spot][1]:
                consider(best, PRICE[TAKE_OUT] / (2 * hops(s.ambulance, spot, spots) + PRICE[TAKE_OUT_AP]),
                         code(DRIVE_AMBULANCE, next_spot(s.ambulance, spot, spots), 0, s.active))
