# The playout policy: each decision goes to the option with the best gain per AP.
#
# Gains are in one currency: what a fire, a wall that an explosion would hit, a victim and so on are worth (`PRICE`,
# found by trying: see the comment there). Options are: put out a threat at hand, go to one, carry or lead a
# victim out, go to a POI, and what specialists and vehicles can do. `end` has a price too: AP are saved (FP-3.2).

cdef enum:
    ROUTE = 44              # AP beyond which no route is looked for

# What the policy's options are worth; tuned on full games.
cdef double[24] PRICE = [
    2.708,        # 0 a wall that the explosion of one fire would hit
    0.497,        # 1 a fire
    0.5,        # 2 a smoke
    2.163,        # 3 a POI next to fire
    4.0,        # 4 a hazmat next to fire
    12.189,       # 5 a victim taken out, over the AP of the way and [6]
    3.779,        # 6
    4.957,       # 7 a face-down POI reached, over the AP of the way and [8]
    6.129,        # 8
    5.1,       # 9 a victim reached by who fetches it
    2.765,        # 10
    0.753,        # 11 an AP saved
    0.435,        # 12 a fire at a distance, against one at hand
    6.0,        # 13 a hazmat disposed of
    3.0,        # 14 an AP of free use, against a general one
    2.0,        # 15 a POI identified
    1.0,        # 16 a threat hit by the deck gun
    1.0,        # 17 smoke that would be next to fire
    1.0,        # 18 a victim in smoke or next to fire: hurry
    0.2,        # 19 AP over 4 that are not saved
    0.0,        # 20
    0.0,        # 21
    0.0,        # 22
    0.0,        # 23
]

# The building for masks of inside squares: where a wall stands on a side, and which edges pass.
ctypedef struct Walls:
    uint64_t up
    uint64_t left
    uint64_t right
    uint64_t down
    uint64_t east           # edges between inside squares that pass, by their left or upper square
    uint64_t south
    uint64_t poi
    uint64_t hazmat
    int columns

# The best option so far, and the list in which it must be.
ctypedef struct Choice:
    const action_t* actions
    int count
    double rate
    action_t action


cdef void look(const Context* c, const State* s, Walls* w) noexcept nogil:
    cdef uint64_t east = c.wall[EAST] & ~s.way[EAST], south = c.wall[SOUTH] & ~s.way[SOUTH]
    cdef uint64_t border = c.wall[BORDER] & ~s.way[BORDER]
    cdef int r, k, i
    w.columns = c.columns
    w.right = east
    w.down = south
    w.left = (east & c.inner[EAST]) << 1
    for r in range(c.rows):
        w.left |= ((border >> (17 + r)) & 1) << (r * c.columns)
    w.up = (south & c.inner[SOUTH]) << c.columns | ((border & 0xFFFF) >> 1)
    w.east = s.way[EAST] & c.inner[EAST]
    w.south = s.way[SOUTH] & c.inner[SOUTH]
    w.poi = 0
    for k in range(s.poi_count):
        i = c.inner_of[s.poi_at[k]]
        if i >= 0:
            w.poi |= <uint64_t>1 << i
    w.hazmat = 0
    for k in range(s.hazmat_count):
        w.hazmat |= <uint64_t>1 << c.inner_of[s.hazmat[k]]


cdef inline uint64_t around(const Walls* w, uint64_t x) noexcept nogil:
    """Squares next to those of a mask, over edges that pass."""
    return ((x & w.east) << 1) | ((x >> 1) & w.east) | ((x & w.south) << w.columns) | ((x >> w.columns) & w.south)


cdef inline int wall_hits(const Walls* w, uint64_t fire) noexcept nogil:
    """Damage markers of one explosion on each burning square, summed up (FP-5.3, FP-5.4)."""
    cdef uint64_t x = fire & w.right
    cdef int n = 0
    while x:
        n += popcount(x)
        x = (x >> 1) & w.east & fire
    x = fire & w.left
    while x:
        n += popcount(x)
        x = ((x & w.east) << 1) & fire
    x = fire & w.down
    while x:
        n += popcount(x)
        x = (x >> w.columns) & w.south & fire
    x = fire & w.up
    while x:
        n += popcount(x)
        x = ((x & w.south) << w.columns) & fire
    return n


cdef double danger(const Walls* w, uint64_t fire, uint64_t smoke) noexcept nogil:
    """The price of the threats as they will be after the next flashover."""
    cdef uint64_t lit = around(w, fire) & smoke
    while lit:
        fire |= lit
        smoke ^= lit
        lit = around(w, fire) & smoke
    lit = around(w, fire) & ~fire
    return (PRICE[0] * wall_hits(w, fire) + PRICE[1] * popcount(fire) + PRICE[2] * popcount(smoke)
            + PRICE[17] * popcount(around(w, smoke) & (fire | smoke))
            + PRICE[3] * popcount((lit | smoke) & w.poi) + PRICE[4] * popcount(lit & w.hazmat))


cdef inline void consider(Choice* best, double rate, action_t a) noexcept nogil:
    """Take an option if it is better than the best so far, and legal."""
    cdef int k
    if rate > best.rate:
        for k in range(best.count):
            if best.actions[k] == a:
                best.rate = rate
                best.action = a
                return


cdef inline int first_level(const board_t* level, int n, board_t goal) noexcept nogil:
    """The AP at which a goal was reached; FAR if it was not."""
    cdef int k
    for k in range(n + 1):
        if level[k] & goal:
            return k
    return FAR


cdef int routes(const Terrain* t, board_t start, board_t goals, bint every, int step, board_t* level) noexcept nogil:
    """Squares by the AP of the way from `start`, until a goal or `every` goal is reached; returns the last AP.

    A step costs `step`; into fire one more (the fire is flipped first, FP-4.8), through a closed door too.
    """
    cdef board_t reached = start, calm = t.all & ~t.fire, plain, slow, e
    cdef int n = 0, w = t.width, quiet = 0
    level[0] = start
    while n < ROUTE and quiet < step + 3:
        if not goals & ~reached or not (every or not goals & reached):
            break
        n += 1
        plain = 0
        slow = 0
        if n >= step:
            e = level[n - step]
            if e:
                plain = (((e & t.east[0]) << 1) | ((e >> 1) & t.east[0]) | ((e & t.south[0]) << w)
                         | ((e >> w) & t.south[0])) & calm
        if n > step:
            e = level[n - step - 1]
            if e:
                plain |= (((e & t.east[1]) << 1) | ((e >> 1) & t.east[1]) | ((e & t.south[1]) << w)
                          | ((e >> w) & t.south[1])) & calm
                slow = (((e & t.east[0]) << 1) | ((e >> 1) & t.east[0]) | ((e & t.south[0]) << w)
                        | ((e >> w) & t.south[0]))
        if n > step + 1:
            e = level[n - step - 2]
            if e:
                slow |= (((e & t.east[1]) << 1) | ((e >> 1) & t.east[1]) | ((e & t.south[1]) << w)
                         | ((e >> w) & t.south[1]))
        e = (plain | (slow & t.fire)) & ~reached
        level[n] = e
        reached |= e
        quiet = 0 if e else quiet + 1
    return n


cdef inline int highest_free(board_t x) noexcept nogil:
    return lowest_square(x)


cdef action_t first_step(const Context* c, const State* s, const board_t* level, int n, int step, int square,
                         int who, int kind) noexcept nogil:
    """The first action on a way to a square that was reached with n AP: a move, a door, or a fire put out."""
    cdef int d, other, cost, group
    cdef uint64_t m
    cdef board_t one = 1
    while n > 0:
        for d in range(4):
            other = c.neighbour[square][d]
            if other < 0:
                continue
            cost = step + burns(c, s, square)
            group = c.group[square][d]
            m = <uint64_t>1 << c.bit[square][d]
            if not s.way[group] & m:
                if not c.door[group] & m:
                    continue
                cost += 1
            if cost <= n and level[n - cost] & (one << other):
                break
        else:
            return 0
        n -= cost
        if n == 0:
            d = 3 - d
            if not s.way[group] & m:
                return code(DOOR, other, d, who)
            if burns(c, s, square):
                return code(EXTINGUISH, square, d, who) if who == s.active else code(MOVE, square, d, who)
            return code(kind, square, d, who)
        square = other
    return 0


cdef inline int apart(const Context* c, int a, int b) noexcept nogil:
    """Rows plus columns between two squares."""
    cdef int rows = a // c.width - b // c.width, columns = a % c.width - b % c.width
    return (rows if rows > 0 else -rows) + (columns if columns > 0 else -columns)


cdef void assign(const Context* c, const State* s, int8_t* mine) noexcept nogil:
    """Who fetches which POI: the nearest pairs first; -1 for who has none."""
    cdef int i, k, turn, best, who, which, far
    cdef int taken = 0
    for i in range(MAX_FIREFIGHTERS):
        mine[i] = -1
    for turn in range(s.poi_count):
        best = 999
        who = which = -1
        for k in range(s.poi_count):
            if (taken >> k) & 1:
                continue
            for i in range(c.firefighters):
                if mine[i] >= 0:
                    continue
                far = 2 * apart(c, s.at[i], s.poi_at[k]) - (1 if s.poi_kind[k] != UNKNOWN else 0)
                if far < best:
                    best = far
                    who = i
                    which = k
        if who < 0:
            return
        mine[who] = <int8_t>which
        taken |= 1 << which


cdef void fight(const Context* c, const State* s, const Walls* w, Choice* best) noexcept nogil:
    """Threats at hand: one step or both, whichever gains more for its AP (FP-4.8)."""
    cdef int k, job = s.job[s.active], step, to
    cdef uint64_t m
    cdef double now = danger(w, s.fire, s.smoke), rate, other, share
    step = 2 if job == PARAMEDIC or job == RESCUE else 1
    share = PRICE[14] if job == CAFS and s.free_ap else 1.0
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
    if s.job[s.active] == RESCUE or s.job[s.active] == PARAMEDIC:
        step = 2
    while left:
        i = lowest_bit(left)
        m = <uint64_t>1 << i
        left ^= m
        hits = ((w.up & m) != 0) + ((w.left & m) != 0) + ((w.right & m) != 0) + ((w.down & m) != 0)
        square = c.square_of[i]
        far = apart(c, s.at[s.active], square)
        rate = PRICE[12] * (PRICE[0] * hits + PRICE[1])
        if around(w, m) & w.hazmat:
            rate += PRICE[4]
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


cdef inline int hops(int a, int b, int spots) noexcept nogil:
    cdef int n = a - b if a > b else b - a
    return n if 2 * n <= spots else spots - n


cdef inline int next_spot(int a, int b, int spots) noexcept nogil:
    """The next spot on the shorter way round from a to b."""
    cdef int up = b - a if b > a else b - a + spots
    if 2 * up <= spots:
        return a + 1 if a + 1 < spots else 0
    return a - 1 if a > 0 else spots - 1


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
    rate = PRICE[5] / (least + PRICE[6])
    if who != s.active:
        rate *= PRICE[14]
    if at_level == 0:
        consider(best, rate, code(DRIVE_AMBULANCE, next_spot(s.ambulance, spot, c.ambulance_spots), 0, s.active))
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
        rate = PRICE[7] / (far + PRICE[8])
    else:
        rate = PRICE[9] / (far + PRICE[10])
    if who != s.active or (s.job[who] == RESCUE and s.free_ap):
        rate *= PRICE[14]
    consider(best, rate, first_step(c, s, level, far, 1, s.poi_at[poi], who, MOVE))


cdef void powers(const Context* c, const State* s, const Walls* w, const board_t* level, int n,
                 const int8_t* mine, Choice* best) noexcept nogil:
    """What specialists do that others cannot (section 7)."""
    cdef int job = s.job[s.active], k, far
    cdef board_t one = 1
    cdef double worth
    if job == IMAGING:
        for k in range(s.poi_count):
            if s.poi_kind[k] == UNKNOWN:
                consider(best, PRICE[15], code(IDENTIFY, s.poi_at[k], 0, s.active))
    elif job == HAZMAT_TECHNICIAN:
        for k in range(s.hazmat_count):
            far = first_level(level, n, one << s.hazmat[k])
            worth = PRICE[13]
            if far == 0:
                consider(best, worth / 2, code(DISPOSE, s.hazmat[k], 0, s.active))
            elif far != FAR:
                consider(best, worth / (far + 2), first_step(c, s, level, far, 1, s.hazmat[k], s.active, MOVE))


cdef double shot(const Context* c, const State* s, const Walls* w, int spot) noexcept nogil:
    """Threats that the deck gun hits on average from a spot (FP-6.8)."""
    cdef const uint8_t* q = c.quadrant[spot]
    cdef uint64_t row = (((<uint64_t>1 << (q[3] - q[2] + 1)) - 1) << (q[2] - 1)), area = 0, x
    cdef int r
    cdef uint64_t threats = s.fire | s.smoke
    for r in range(q[0] - 1, q[1]):
        area |= row << (r * c.columns)
    x = area
    return <double>(popcount(threats & x) + popcount(threats & ((x & w.east) << 1))
                    + popcount(threats & (x >> 1) & w.east) + popcount(threats & ((x & w.south) << w.columns))
                    + popcount(threats & (x >> w.columns) & w.south)) / popcount(area)


cdef void engine(const Context* c, const State* s, const Walls* w, const board_t* level, int n,
                 Choice* best) noexcept nogil:
    """Fire the deck gun, drive the engine to a better quadrant, or go to it."""
    cdef int cost = 2 if s.job[s.active] == DRIVER else 4, far, spot, turn
    cdef board_t one = 1, at
    cdef double worth = PRICE[16] * shot(c, s, w, s.engine)
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
        worth = PRICE[16] * shot(c, s, w, spot)
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


cdef action_t policy_action(const Context* c, const State* s, Rng* rng) noexcept nogil:
    cdef action_t actions[MAX_ACTIONS]
    cdef uint8_t costs[MAX_ACTIONS]
    cdef board_t level[ROUTE + 1]
    cdef Walls w
    cdef Terrain t
    cdef Choice best
    cdef int8_t mine[MAX_FIREFIGHTERS]
    cdef int n, k, i, me = s.active
    cdef board_t one = 1
    if s.phase == DECK_GUN_CHOICE:
        return answer_gun(c, s)
    best.count = legal_actions(c, s, actions, costs)
    best.actions = actions
    if best.count == 1:
        return actions[0]
    best.action = actions[best.count - 1]
    best.rate = PRICE[11] if s.ap <= 4 else PRICE[19]
    if kind_of(best.action) != END:
        best.rate = -1000
    look(c, s, &w)
    fight(c, s, &w, &best)
    survey(c, s, 0, &t)
    assign(c, s, mine)
    if s.ap + s.free_ap > 0:
        for i in range(c.firefighters):
            if i != me and not (s.job[me] == CAPTAIN and s.free_ap):
                continue
            k = 0
            if find_poi(s, s.at[i], TREATED) >= 0:
                take_out(c, s, &t, i, True, &best)
            elif find_poi(s, s.at[i], VICTIM) >= 0:
                take_out(c, s, &t, i, False, &best)
            elif mine[i] >= 0:
                n = routes(&t, one << s.at[i], one << s.poi_at[mine[i]], True, 1, level)
                fetch(c, s, level, n, i, mine[i], &best)
        n = routes(&t, one << s.at[me], t.fire, True, 1, level)
        go_and_fight(c, s, &w, level, n, &best)
        if c.specialists:
            powers(c, s, &w, level, n, mine, &best)
        if c.vehicles:
            engine(c, s, &w, level, n, &best)
            for k in range(s.poi_count):
                if s.poi_kind[k] != UNKNOWN and c.inner_of[s.poi_at[k]] < 0:
                    for i in range(c.ambulance_spots):
                        if s.poi_at[k] == c.ambulance_at[i][0] or s.poi_at[k] == c.ambulance_at[i][1]:
                            consider(&best, PRICE[5] / (2 * hops(s.ambulance, i, c.ambulance_spots) + PRICE[6]),
                                     code(DRIVE_AMBULANCE, next_spot(s.ambulance, i, c.ambulance_spots), 0, me))
    return best.action
