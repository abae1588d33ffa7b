# What the policy and the static value reckon with: walls about to be hit, and ways by their AP.
#
# Inside squares are 64-bit masks, the whole board with its ring one 128-bit number (see distance.pxi).

cdef enum:
    ROUTE = 44              # AP beyond which no way is looked for

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
    return (((x & w.east) << 1) | ((x >> 1) & w.east)
            | ((x & w.south) << w.columns) | ((x >> w.columns) & w.south))


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


cdef inline int first_level(const board_t* level, int n, board_t goal) noexcept nogil:
    """The AP at which a goal was reached; FAR if it was not."""
    cdef int k
    for k in range(n + 1):
        if level[k] & goal:
            return k
    return FAR


cdef int routes(const Terrain* t, board_t start, board_t goals, bint every, int step,
                board_t* level) noexcept nogil:
    """Squares by the AP of the way from `start` until a goal, or `every` one, is reached; the last AP.

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


cdef inline int hops(int a, int b, int spots) noexcept nogil:
    cdef int n = a - b if a > b else b - a
    return n if 2 * n <= spots else spots - n


cdef inline int next_spot(int a, int b, int spots) noexcept nogil:
    """The next spot on the shorter way round from a to b."""
    cdef int up = b - a if b > a else b - a + spots
    if 2 * up <= spots:
        return a + 1 if a + 1 < spots else 0
    return a - 1 if a > 0 else spots - 1
