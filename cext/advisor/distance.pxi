# Distances in AP to all squares at once: a wavefront of bits.
#
# The whole board with its ring (at most 100 squares) is one 128-bit number, bit = square. Level by level: what is
# reached with n AP is what lies one step from what was reached with fewer, by the cost of that step. The costs
# are those of a firefighter without a load: a step 1, into fire 2 (FP-4.1); a closed door is opened first (+1,
# FP-4.7); a wall is chopped through (FP-4.9).

cdef extern from *:
    """
    typedef unsigned __int128 advisor_board;
    static inline int advisor_lowest(unsigned __int128 x) {
        return (uint64_t)x ? __builtin_ctzll((uint64_t)x) : 64 + __builtin_ctzll((uint64_t)(x >> 64));
    }
    static inline int advisor_lowest64(uint64_t x) { return __builtin_ctzll(x); }
    static inline int advisor_popcount64(uint64_t x) {
        x = x - ((x >> 1) & 0x5555555555555555ULL);
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }
    """
    ctypedef unsigned long long board_t "advisor_board"
    int lowest_square "advisor_lowest"(board_t x) noexcept nogil
    int lowest_bit "advisor_lowest64"(uint64_t x) noexcept nogil
    int popcount64 "advisor_popcount64"(uint64_t x) noexcept nogil

cdef enum:
    FAR = 255               # not reached
    # AP at which the wavefront gives up; a winding corridor of 8 x 8 burning rooms costs 162, with a load perhaps more
    LONGEST = 200
    STEP_KINDS = 8          # a step's cost is below this

# The building as a wavefront sees it: edges by what they add, and where fire lies.
ctypedef struct Terrain:
    board_t east[STEP_KINDS]    # edges to the right of a square, by the AP that opening or chopping them costs
    board_t south[STEP_KINDS]
    board_t fire
    board_t all
    int width
    int kinds                   # extra costs that occur are below this
    int step                    # AP of a step into a square without fire
    int burning                 # and into one with fire


cdef inline board_t widen(const Context* c, uint64_t inner) noexcept nogil:
    """A mask of inside squares as one of the whole board."""
    cdef board_t out = 0
    cdef uint64_t row = ((<uint64_t>1 << c.columns) - 1)
    cdef int r
    for r in range(c.rows):
        out |= <board_t>(inner & row) << ((r + 1) * c.width + 1)
        inner >>= c.columns
    return out


cdef inline board_t east_edges(const Context* c, const uint64_t* masks) noexcept nogil:
    """Edges to the right of squares, those of column 0 from the border."""
    cdef board_t out = widen(c, masks[EAST])
    cdef uint64_t border = masks[BORDER] >> 16
    cdef int r
    for r in range(1, c.rows + 1):
        out |= <board_t>((border >> r) & 1) << (r * c.width)
    return out


cdef inline board_t south_edges(const Context* c, const uint64_t* masks) noexcept nogil:
    """Edges below squares, those of row 0 from the border."""
    return widen(c, masks[SOUTH]) | <board_t>(masks[BORDER] & 0xFFFF)


cdef void survey(const Context* c, const State* s, int chop, Terrain* t) noexcept nogil:
    """Look at the building for a firefighter to whom a chop costs `chop` AP; 0: nobody chops."""
    cdef uint64_t masks[3]
    cdef int g, k
    cdef board_t ring_east, ring_south, one = 1
    memset(t, 0, sizeof(Terrain))
    t.width = c.width
    t.step = 1
    t.burning = 2
    t.all = ((one << (c.squares - 1)) - 1) | one << (c.squares - 1)
    t.fire = widen(c, s.fire)
    # edges between outside squares are open: rows 0 and rows + 1, columns 0 and columns + 1
    ring_east = (one << (c.width - 1)) - 1
    ring_east |= ring_east << ((c.rows + 1) * c.width)
    ring_south = 0
    for k in range(c.rows + 1):
        ring_south |= (one | one << (c.width - 1)) << (k * c.width)
    t.east[0] = ring_east | east_edges(c, s.way)
    t.south[0] = ring_south | south_edges(c, s.way)
    for g in range(3):
        masks[g] = c.door[g] & ~s.way[g]
    t.east[1] = east_edges(c, masks)
    t.south[1] = south_edges(c, masks)
    t.kinds = 2
    if chop:
        for g in range(3):
            masks[g] = s.hurt[g]
        t.east[chop] |= east_edges(c, masks)
        t.south[chop] |= south_edges(c, masks)
        for g in range(3):
            masks[g] = c.wall[g] & ~s.way[g] & ~s.hurt[g]
        t.east[2 * chop] |= east_edges(c, masks)
        t.south[2 * chop] |= south_edges(c, masks)
        t.kinds = 2 * chop + 1


cdef void wavefront(const Terrain* t, board_t start, bint to_target, uint8_t* out) noexcept nogil:
    """AP from the squares of `start` to every square, or with `to_target` from every square to one of `start`.

    `out` has a place for each square; FAR where no path leads.
    """
    cdef board_t level[LONGEST + STEP_KINDS + 2]
    cdef board_t reached = start, found, f, e, calm = ~t.fire, steps, step_in_fire
    cdef int n, k, w = t.width, quiet = 0, step = t.step, burning = t.burning
    level[0] = start
    found = start
    n = 0
    while True:
        f = found
        while f:
            out[lowest_square(f)] = <uint8_t>n
            f &= f - 1
        if reached == t.all or quiet > t.kinds + burning - 1 or n >= LONGEST:
            break
        n += 1
        steps = 0
        step_in_fire = 0
        for k in range(t.kinds):
            # k AP for the edge, then the step into a calm square or into fire
            if n - step - k >= 0:
                e = level[n - step - k]
                if to_target:
                    e &= calm
                if e:
                    steps |= (((e & t.east[k]) << 1) | ((e >> 1) & t.east[k])
                              | ((e & t.south[k]) << w) | ((e >> w) & t.south[k]))
            if n - burning - k >= 0:
                e = level[n - burning - k]
                if to_target:
                    e &= t.fire
                if e:
                    step_in_fire |= (((e & t.east[k]) << 1) | ((e >> 1) & t.east[k])
                                     | ((e & t.south[k]) << w) | ((e >> w) & t.south[k]))
        if to_target:
            found = (steps | step_in_fire) & ~reached
        else:
            found = ((steps & calm) | (step_in_fire & t.fire)) & ~reached
        level[n] = found
        reached |= found
        quiet = 0 if found else quiet + 1


cdef void measure(const Context* c, const State* s, int square, int chop, int step, int burning,
                  uint8_t* out) noexcept nogil:
    """AP from one square to all squares of the board; `step` and `burning` are prices from 1 to 6."""
    cdef Terrain t
    memset(out, FAR, c.squares)
    survey(c, s, chop, &t)
    t.step = step
    t.burning = burning
    wavefront(&t, <board_t>1 << square, False, out)
