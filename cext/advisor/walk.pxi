# All the ways to play one turn: decision states reached by actions alone, each by its cheapest way.
#
# A walk begins at a decision and ends where the turn was ended, the game is over, or something outside the
# player's hands comes next (a chance event within the turn, or a free choice after one). States that differ only
# in what is left to spend are the same place: the one with more is kept.

cdef enum:
    MOST_LEVELS = 64        # what a turn can cost
    MOST_ACTIONS = 3072

# What a node of a walk is.
cdef enum:
    OPEN = 0                # a decision, to be expanded
    ENDED = 1               # the turn was ended: an afterstate
    CHANCE = 2              # a chance event within the turn
    DONE = 3                # the game is over
    FREE = 4                # a decision reached by an action without a price: walked on its own

ctypedef struct Node:
    action_t action         # that led here
    uint64_t place          # hash of the state without what is left to spend
    int32_t parent          # -1 at the root
    int32_t next_in_level
    int32_t next_in_slot
    int32_t spare
    uint8_t spent
    uint8_t what
    uint8_t keep            # looked at whatever a cheap value says
    uint8_t exact           # what `value` is: 0 a cheap value, 1 a mean over chance, 2 a fine one
    double value
    double part[CHAINS]     # of an estimate

# Memory for the walks of one search: nodes of inner walks lie behind those of outer ones.
ctypedef struct Ground:
    const GameTable* game
    uint8_t* states
    Node* nodes
    int32_t* slots          # heads of the hash chains of all walks under way
    int32_t capacity        # nodes
    int32_t count
    int32_t slot_capacity
    int32_t slot_count
    long walked             # nodes of all walks so far
    volatile_int cancelled  # set by another thread: what is under way comes to nothing, as soon as may be

# One walk: its nodes are [first, last).
ctypedef struct Walk:
    int32_t first
    int32_t last
    int32_t* slots
    int32_t mask
    int32_t head[MOST_LEVELS]
    int32_t tail[MOST_LEVELS]
    int32_t size[MOST_LEVELS]
    int complete            # 0 if something was left out


cdef inline uint64_t hash_bytes(const uint8_t* state, size_t size) noexcept nogil:
    """A 64-bit hash of a state, in two interleaved lanes."""
    cdef const uint64_t* words = <const uint64_t*>state
    cdef size_t n = size // 8, k = 0
    cdef uint64_t a = 0x9ae16a3b2f90404fULL, b = 0xc949c7defebf41c3ULL
    while k + 1 < n:
        a = (a ^ words[k]) * 0x9ddfea08eb382d69ULL
        a ^= a >> 29
        b = (b ^ words[k + 1]) * 0xbf58476d1ce4e5b9ULL
        b ^= b >> 31
        k += 2
    if k < n:
        a = (a ^ words[k]) * 0x9ddfea08eb382d69ULL
        a ^= a >> 29
    return mix64(a ^ mix64(b))


cdef inline uint8_t* state_of(const Ground* ground, int32_t node) noexcept nogil:
    return ground.states + <size_t>node * ground.game.state_size


cdef int32_t find(const Ground* ground, const Walk* walk, const uint8_t* stripped, uint64_t place,
                  int spare) noexcept nogil:
    """A node at the same place with as much to spend or more, -1 if there is none."""
    cdef uint8_t other[MOST_STATE]
    cdef const GameTable* g = ground.game
    cdef int32_t k = walk.slots[place & walk.mask]
    while k >= 0:
        if ground.nodes[k].place == place and ground.nodes[k].spare >= spare:
            memcpy(other, state_of(ground, k), g.state_size)
            g.strip(g.context, other)
            if memcmp(other, stripped, g.state_size) == 0:
                return k
        k = ground.nodes[k].next_in_slot
    return -1


cdef int32_t add(Ground* ground, Walk* walk, const uint8_t* state, int32_t parent, action_t action, int spent,
                 int what) noexcept nogil:
    """Add a node unless its place is known or memory is used up; its number, or that of the known one, or -1."""
    cdef uint8_t stripped[MOST_STATE]
    cdef const GameTable* g = ground.game
    cdef uint64_t place
    cdef int32_t k
    cdef int spare = g.spare(g.context, state)
    cdef Node* node
    memcpy(stripped, state, g.state_size)
    g.strip(g.context, stripped)
    place = hash_bytes(stripped, g.state_size)
    k = find(ground, walk, stripped, place, spare)
    if k >= 0:
        return k
    if ground.count >= ground.capacity or spent >= MOST_LEVELS:
        walk.complete = 0
        return -1
    k = ground.count
    ground.count += 1
    ground.walked += 1
    walk.last = ground.count
    memcpy(state_of(ground, k), state, g.state_size)
    node = &ground.nodes[k]
    node.action = action
    node.place = place
    node.parent = parent
    node.spare = spare
    node.spent = <uint8_t>spent
    node.what = <uint8_t>what
    node.keep = 0
    node.exact = 0
    node.value = 0
    node.next_in_slot = walk.slots[place & walk.mask]
    walk.slots[place & walk.mask] = k
    node.next_in_level = -1
    if what == OPEN:
        if walk.head[spent] < 0:
            walk.head[spent] = k
        else:
            ground.nodes[walk.tail[spent]].next_in_level = k
        walk.tail[spent] = k
        walk.size[spent] += 1
    return k


cdef int what_is(const GameTable* g, const void* state, int cost) noexcept nogil:
    """What a state just reached by an action is for a walk."""
    cdef int kind = g.kind(g.context, state)
    if kind == NODE_OVER:
        return DONE
    if not g.in_turn(g.context, state):
        return ENDED
    if kind == NODE_CHANCE:
        return CHANCE
    return OPEN if cost else FREE


cdef void expand_node(Ground* ground, Walk* walk, int32_t k) noexcept nogil:
    """Add what every legal action leads to."""
    cdef action_t actions[MOST_ACTIONS]
    cdef uint8_t costs[MOST_ACTIONS]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = ground.game
    cdef int n = g.legal(g.context, state_of(ground, k), actions, costs), a
    for a in range(n):
        memcpy(after, state_of(ground, k), g.state_size)
        g.apply(g.context, after, actions[a])
        add(ground, walk, after, k, actions[a], ground.nodes[k].spent + costs[a], what_is(g, after, costs[a]))


cdef void narrow(Ground* ground, Walk* walk, int level, int width, Expectation* e) noexcept nogil:
    """Keep the `width` best nodes of a level by their static value, in their old order; the others are not expanded."""
    cdef int32_t k = walk.head[level], last = -1
    cdef double low = 2.0, high = -2.0, middle, v
    cdef int turn, above, ties
    while k >= 0 and not ground.cancelled:
        v = leaf(e, state_of(ground, k))
        ground.nodes[k].value = v
        low = v if v < low else low
        high = v if v > high else high
        k = ground.nodes[k].next_in_level
    low -= 1
    for turn in range(60):      # the threshold by bisection: no memory, no sorting
        middle = (low + high) / 2
        above = 0
        k = walk.head[level]
        while k >= 0:
            above += ground.nodes[k].value > middle
            k = ground.nodes[k].next_in_level
        if above > width:
            low = middle
        else:
            high = middle
    ties = width
    k = walk.head[level]
    while k >= 0:
        ties -= ground.nodes[k].value > high
        k = ground.nodes[k].next_in_level
    k = walk.head[level]
    walk.head[level] = -1
    while k >= 0:
        v = ground.nodes[k].value
        if v > high or (v > low and ties > 0):
            ties -= v <= high
            if last < 0:
                walk.head[level] = k
            else:
                ground.nodes[last].next_in_level = k
            last = k
        k = ground.nodes[k].next_in_level
    if last >= 0:
        ground.nodes[last].next_in_level = -1
    walk.complete = 0


cdef int begin_walk(Ground* ground, Walk* walk, const uint8_t* root, int32_t slots) noexcept nogil:
    """Lay a walk out behind those under way; 0 if there is no room. `slots` is a power of two."""
    cdef int level
    if ground.slot_count + slots > ground.slot_capacity or ground.count >= ground.capacity:
        return 0
    walk.slots = ground.slots + ground.slot_count
    ground.slot_count += slots
    walk.mask = slots - 1
    memset(walk.slots, 0xFF, slots * sizeof(int32_t))
    walk.first = ground.count
    walk.last = ground.count
    walk.complete = 1
    for level in range(MOST_LEVELS):
        walk.head[level] = -1
        walk.tail[level] = -1
        walk.size[level] = 0
    add(ground, walk, root, -1, 0, 0, OPEN)
    return 1


cdef void end_walk(Ground* ground, Walk* walk) noexcept nogil:
    """Give the memory of the innermost walk back."""
    ground.count = walk.first
    ground.slot_count -= walk.mask + 1


cdef void take_walk(Ground* ground, Walk* walk, int width, Expectation* e) noexcept nogil:
    """Walk on from the root, level by level of what has been spent, at most `width` nodes a level."""
    cdef int level
    cdef int32_t k
    for level in range(MOST_LEVELS):
        if ground.cancelled:
            return
        if walk.size[level] > width:
            narrow(ground, walk, level, width, e)
        k = walk.head[level]
        while k >= 0 and not ground.cancelled:
            expand_node(ground, walk, k)
            k = ground.nodes[k].next_in_level
