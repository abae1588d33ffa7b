# Plans of a turn: every way to play it, valued by the mean over what the dice bring.
#
# A choice is a decision state with everything that one may do until the turn is over. Its value is that of its
# best candidate: an afterstate counts the mean of the static value over the coming chance events, a chance event
# within the turn the mean over its outcomes, each of which is a choice of its own. Choices and afterstates are
# kept by their bytes, so nothing is valued twice.

cdef enum:
    LONGEST_PLAN = 64

# How much is looked at.
ctypedef struct Effort:
    int width               # nodes a level in the walk from the root
    int inner_width         # the same after a chance event within the turn
    int ends                # afterstates valued exactly, at the root
    int inner_ends
    int chances             # chance events within the turn valued exactly, at the root
    int inner_chances
    int depth               # chance events within the turn one after another; beyond, the static value stands
    long nodes              # nodes of all walks together; beyond, the static value stands

# A choice that has been looked at, or an afterstate (then only value and variance count).
ctypedef struct Known:
    uint64_t key
    int32_t next
    uint8_t what            # OPEN: a choice; ENDED: an afterstate
    uint8_t complete
    uint8_t end             # what its best plan leads to
    uint8_t length
    int32_t spent
    double value
    double variance
    action_t plan[LONGEST_PLAN]
    uint8_t state[MOST_STATE]
    uint8_t final[MOST_STATE]

ctypedef struct Memory:
    Known* known
    int32_t count
    int32_t capacity
    int32_t* slots
    int32_t mask

ctypedef struct Task:
    Ground ground
    Expectation expectation
    Effort effort
    Memory memory
    int complete            # 0 if any walk left something out
    long cut                # candidates that a cheap value left out
    long valued             # afterstates valued by the mean over chance


cdef Known* recall(Memory* memory, const uint8_t* state, size_t size, int what) noexcept nogil:
    cdef uint64_t key = hash_bytes(state, size)
    cdef int32_t k = memory.slots[key & memory.mask]
    while k >= 0:
        if (memory.known[k].key == key and memory.known[k].what == what
                and memcmp(memory.known[k].state, state, size) == 0):
            return &memory.known[k]
        k = memory.known[k].next
    return NULL


cdef Known* remember(Memory* memory, const uint8_t* state, size_t size, int what) noexcept nogil:
    """A new entry for a state, NULL if memory is used up."""
    cdef uint64_t key = hash_bytes(state, size)
    cdef Known* entry
    if memory.count >= memory.capacity:
        return NULL
    entry = &memory.known[memory.count]
    entry.key = key
    entry.what = <uint8_t>what
    entry.next = memory.slots[key & memory.mask]
    entry.length = 0
    entry.complete = 1
    entry.spent = 0
    entry.end = ENDED
    memcpy(entry.state, state, size)
    memory.slots[key & memory.mask] = memory.count
    memory.count += 1
    return entry


cdef Estimate value_afterstate(Task* t, const uint8_t* state) noexcept nogil:
    """The mean over the chance events that follow a turn."""
    cdef size_t size = t.ground.game.state_size
    cdef Known* entry = recall(&t.memory, state, size, ENDED)
    cdef Estimate e
    if entry != NULL:
        e.mean = entry.value
        e.variance = entry.variance
        return e
    e = expect(&t.expectation, state, 1, 0)
    t.valued += 1
    entry = remember(&t.memory, state, size, ENDED)
    if entry != NULL:
        entry.value = e.mean
        entry.variance = e.variance
    return e


cdef Estimate value_inside(Task* t, const uint8_t* state, int depth) noexcept nogil:
    """The value of any state of a turn: a choice, or the mean over a chance event within it."""
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    cdef Estimate total, part
    cdef int n, k, kind = g.kind(g.context, state)
    total.variance = 0
    if kind == NODE_OVER:
        total.mean = leaf(&t.expectation, state)
        return total
    if not g.in_turn(g.context, state):
        return value_afterstate(t, state)
    if kind == NODE_DECISION:
        return value_choice(t, state, depth)
    total.mean = 0
    n = g.chance(g.context, state, outcomes, p)
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        part = value_inside(t, after, depth + 1)
        total.mean += p[k] * part.mean
        total.variance += p[k] * p[k] * part.variance
    return total


cdef double cheap_value(Task* t, const uint8_t* state, int what) noexcept nogil:
    """A first value of a candidate: static, or the mean of static values after a chance event."""
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    cdef double total = 0
    cdef int n, k
    if what != CHANCE:
        return leaf(&t.expectation, state)
    n = g.chance(g.context, state, outcomes, p)
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        total += p[k] * leaf(&t.expectation, after)
    return total


cdef double threshold(const Ground* ground, const Walk* walk, bint chances, int most) noexcept nogil:
    """A cheap value that at most `most` candidates (of ended turns, or of the others) lie above."""
    cdef double low = -1.0, high = 2.0, middle
    cdef int turn, above, what
    cdef int32_t k
    for turn in range(50):
        middle = (low + high) / 2
        above = 0
        for k in range(walk.first, walk.last):
            what = ground.nodes[k].what
            if what != OPEN and (what == CHANCE or what == FREE) == chances and ground.nodes[k].value > middle:
                above += 1
        if above > most:
            low = middle
        else:
            high = middle
    return low


cdef void value_candidates(Task* t, Walk* walk, int depth) noexcept nogil:
    """Cheap values for all candidates of a walk, better ones for those that survive."""
    cdef Ground* ground = &t.ground
    cdef Node* node
    cdef Estimate e
    cdef double bar[2]
    cdef int left[2]
    cdef int32_t k
    cdef int chance
    for k in range(walk.first, walk.last):
        node = &ground.nodes[k]
        if node.what != OPEN:
            node.value = cheap_value(t, state_of(ground, k), node.what)
    left[0] = t.effort.ends if depth == 0 else t.effort.inner_ends
    left[1] = t.effort.chances if depth == 0 else t.effort.inner_chances
    for chance in range(2):
        bar[chance] = threshold(ground, walk, chance, left[chance])
    for k in range(walk.first, walk.last):
        node = &ground.nodes[k]
        if node.what == OPEN:
            continue
        if node.what == DONE:
            node.exact = 1
            continue
        chance = node.what != ENDED
        if not node.keep and (node.value <= bar[chance] or left[chance] <= 0):
            t.cut += 1
            continue
        left[chance] -= 1
        if chance:
            e = value_inside(t, state_of(ground, k), depth)
        else:
            e = value_afterstate(t, state_of(ground, k))
        node = &ground.nodes[k]
        node.value = e.mean
        node.variance = e.variance
        node.exact = 1


cdef Estimate value_choice(Task* t, const uint8_t* state, int depth) noexcept nogil:
    """The value of the best candidate of a choice, remembered with its plan."""
    cdef const GameTable* g = t.ground.game
    cdef Known* entry = recall(&t.memory, state, g.state_size, OPEN)
    cdef Walk walk
    cdef Estimate e
    cdef int32_t k, best = -1, at
    cdef int n
    if entry != NULL:
        e.mean = entry.value
        e.variance = entry.variance
        return e
    e.variance = 0
    if (depth > t.effort.depth or t.ground.walked > t.effort.nodes
            or not begin_walk(&t.ground, &walk, state, 1024)):
        t.complete = 0
        e.mean = leaf(&t.expectation, state)
        return e
    take_walk(&t.ground, &walk, t.effort.inner_width, &t.expectation)
    value_candidates(t, &walk, depth)
    for k in range(walk.first, walk.last):
        if t.ground.nodes[k].exact and (best < 0 or better(&t.ground, k, best)):
            best = k
    if not walk.complete:
        t.complete = 0
    if best < 0:            # memory ran out before any way to end the turn was found
        end_walk(&t.ground, &walk)
        e.mean = leaf(&t.expectation, state)
        return e
    e.mean = t.ground.nodes[best].value
    e.variance = t.ground.nodes[best].variance
    entry = remember(&t.memory, state, g.state_size, OPEN)
    if entry != NULL:
        entry.value = e.mean
        entry.variance = e.variance
        entry.complete = <uint8_t>walk.complete
        entry.end = t.ground.nodes[best].what
        entry.spent = t.ground.nodes[best].spent
        memcpy(entry.final, state_of(&t.ground, best), g.state_size)
        entry.length = <uint8_t>trace(&t.ground, best, entry.plan)
    end_walk(&t.ground, &walk)
    return e


cdef bint better(const Ground* ground, int32_t a, int32_t b) noexcept nogil:
    """The order of plans: value, then less spent, then found first."""
    if ground.nodes[a].value != ground.nodes[b].value:
        return ground.nodes[a].value > ground.nodes[b].value
    if ground.nodes[a].spent != ground.nodes[b].spent:
        return ground.nodes[a].spent < ground.nodes[b].spent
    return a < b


cdef int trace(const Ground* ground, int32_t k, action_t* plan) noexcept nogil:
    """The actions from the root of a walk to a node; their number."""
    cdef int n = 0, i
    cdef action_t swap
    while ground.nodes[k].parent >= 0 and n < LONGEST_PLAN:
        plan[n] = ground.nodes[k].action
        n += 1
        k = ground.nodes[k].parent
    for i in range(n // 2):
        swap = plan[i]
        plan[i] = plan[n - 1 - i]
        plan[n - 1 - i] = swap
    return n


cdef void keep_line(Task* t, Walk* walk, const uint8_t* root, const action_t* line, int length) noexcept nogil:
    """Mark the candidate that a line of actions leads to; a NULL line is the playout policy's."""
    cdef uint8_t here[MOST_STATE]
    cdef uint8_t stripped[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    cdef Rng rng = stream(t.expectation.seed, 0, 1, PURPOSE_SEARCH)
    cdef int n = 0, kind
    cdef int32_t k
    memcpy(here, root, g.state_size)
    while g.kind(g.context, here) == NODE_DECISION and g.in_turn(g.context, here) and n < LONGEST_PLAN:
        if line == NULL:
            g.apply(g.context, here, g.policy(g.context, here, &rng))
        elif n < length:
            g.apply(g.context, here, line[n])
        else:
            break
        n += 1
    memcpy(stripped, here, g.state_size)
    g.strip(g.context, stripped)
    k = find(&t.ground, walk, stripped, hash_bytes(stripped, g.state_size), g.spare(g.context, here))
    if k >= 0:
        t.ground.nodes[k].keep = 1
