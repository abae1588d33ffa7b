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
    int ends                # afterstates valued by the mean over chance, at the root
    int inner_ends
    int finals              # of them, those valued finely: chance exact to a wider bound
    int chances             # chance events within the turn that are followed, at the root
    int inner_chances
    long nodes              # nodes of all walks together; beyond, the playout policy plays the turn out
    long leaves             # static values; beyond, no further chance event within the turn is looked into
    long coarse             # bounds for `Expectation.limit`
    long fine

# What an entry of the memory is.
cdef enum:
    A_CHOICE = 0
    COARSE = 1              # an afterstate by its coarse mean
    FINE = 2

# A choice that has been looked at, or an afterstate (then only value and variance count).
ctypedef struct Known:
    uint64_t key
    int32_t next
    uint8_t what
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


cdef Known* recall(const Memory* memory, const uint8_t* state, size_t size, int what) noexcept nogil:
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
    entry.spent = 0
    entry.end = ENDED
    memcpy(entry.state, state, size)
    memory.slots[key & memory.mask] = memory.count
    memory.count += 1
    return entry


cdef Estimate value_afterstate(Task* t, const uint8_t* state, int how) noexcept nogil:
    """The mean over the chance events that follow a turn, coarse or fine."""
    cdef size_t size = t.ground.game.state_size
    cdef Known* entry = recall(&t.memory, state, size, how)
    cdef Estimate e
    if entry != NULL:
        e.mean = entry.value
        e.variance = entry.variance
        return e
    t.expectation.limit = t.effort.fine if how == FINE else t.effort.coarse
    e = expect(&t.expectation, state, 1, 0)
    t.valued += 1
    entry = remember(&t.memory, state, size, how)
    if entry != NULL:
        entry.value = e.mean
        entry.variance = e.variance
    return e


cdef Estimate play_turn_out(Task* t, const uint8_t* state) noexcept nogil:
    """The value if the playout policy plays the rest of the turn; chance events within it are sampled once."""
    cdef uint8_t here[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    cdef Estimate e
    cdef Rng rng = stream(t.expectation.seed, hash_bytes(state, g.state_size), 2, PURPOSE_SEARCH)
    cdef int kind
    memcpy(here, state, g.state_size)
    while True:
        kind = g.kind(g.context, here)
        if kind == NODE_OVER:
            e.mean = leaf(&t.expectation, here)
            e.variance = 0
            return e
        if not g.in_turn(g.context, here):
            return value_afterstate(t, here, COARSE)
        if kind == NODE_CHANCE:
            g.apply_chance(g.context, here, g.sample(g.context, here, &rng))
        else:
            g.apply(g.context, here, g.policy(g.context, here, &rng))


cdef Estimate value_inside(Task* t, const uint8_t* state) noexcept nogil:
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
        return value_afterstate(t, state, COARSE)
    if kind == NODE_DECISION:
        return value_choice(t, state)
    total.mean = 0
    n = g.chance(g.context, state, outcomes, p)
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        part = value_inside(t, after)
        total.mean += p[k] * part.mean
        total.variance += p[k] * p[k] * part.variance
    return total


cdef Estimate value_known(Task* t, const uint8_t* state) noexcept nogil:
    """What `value_inside` gave for a state that was met, without looking any further."""
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    cdef const Known* entry
    cdef Estimate total, part
    cdef int n, k, kind = g.kind(g.context, state)
    total.mean = 0
    total.variance = 0
    if kind == NODE_OVER:
        total.mean = leaf(&t.expectation, state)
        return total
    if not g.in_turn(g.context, state):
        return value_afterstate(t, state, COARSE)
    if kind == NODE_DECISION:
        entry = recall(&t.memory, state, g.state_size, A_CHOICE)
        if entry == NULL:
            return play_turn_out(t, state)
        total.mean = entry.value
        total.variance = entry.variance
        return total
    n = g.chance(g.context, state, outcomes, p)
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        part = value_known(t, after)
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


cdef inline bint is_end(const Node* node) noexcept nogil:
    return node.what == ENDED


cdef inline bint is_inside(const Node* node) noexcept nogil:
    return node.what == CHANCE or node.what == FREE


cdef int32_t best_at(const Ground* ground, const Walk* walk, bint inside, int rank) noexcept nogil:
    """The best candidate whose value is of a rank (`Node.exact`), -1 if there is none.

    `inside` asks for chance events within the turn, else for afterstates.
    """
    cdef int32_t k, best = -1
    cdef const Node* node
    for k in range(walk.first, walk.last):
        node = &ground.nodes[k]
        if (is_inside(node) if inside else is_end(node)) and node.exact == rank and (
                best < 0 or node.value > ground.nodes[best].value):
            best = k
    return best


cdef void set_value(Node* node, Estimate e, int rank) noexcept nogil:
    node.value = e.mean
    node.variance = e.variance
    node.exact = <uint8_t>rank


cdef double bar_for(const Ground* ground, const Walk* walk, int most) noexcept nogil:
    """A cheap value that about `most` afterstates lie above, never fewer if there are as many."""
    cdef double low = -1.0, high = 2.0, middle
    cdef int turn, above
    cdef int32_t k
    for turn in range(40):
        middle = (low + high) / 2
        above = 0
        for k in range(walk.first, walk.last):
            above += is_end(&ground.nodes[k]) and ground.nodes[k].value > middle
        if above > most:
            low = middle
        else:
            high = middle
    return low


cdef void value_ends(Task* t, Walk* walk, int most) noexcept nogil:
    """Coarse means for the afterstates that survive their cheap values."""
    cdef Ground* ground = &t.ground
    cdef Node* node
    cdef double bar = bar_for(ground, walk, most)
    cdef int32_t k
    cdef int left = most
    for k in range(walk.first, walk.last):
        node = &ground.nodes[k]
        if not is_end(node):
            continue
        if node.keep or (node.value > bar and left > 0):
            left -= 1
            set_value(node, value_afterstate(t, state_of(ground, k), COARSE), 1)
        else:
            t.cut += 1


cdef void value_insides(Task* t, Walk* walk, int most) noexcept nogil:
    """Means for the chance events within the turn, the most promising first, as far as the work allowed goes."""
    cdef Ground* ground = &t.ground
    cdef int32_t k
    cdef int turn
    for k in range(walk.first, walk.last):
        if ground.nodes[k].keep and is_inside(&ground.nodes[k]):
            set_value(&ground.nodes[k], value_inside(t, state_of(ground, k)), 1)
    for turn in range(most):
        k = best_at(ground, walk, True, 0)
        if k < 0:
            return
        if t.expectation.leaves > t.effort.leaves:
            t.complete = 0
            break
        set_value(&ground.nodes[k], value_inside(t, state_of(ground, k)), 1)
    for k in range(walk.first, walk.last):
        t.cut += is_inside(&ground.nodes[k]) and not ground.nodes[k].exact


cdef void value_candidates(Task* t, Walk* walk, bint inner) noexcept nogil:
    """Cheap values for all candidates of a walk, better ones for those that survive."""
    cdef Ground* ground = &t.ground
    cdef Node* node
    cdef int32_t k
    cdef int turn
    for k in range(walk.first, walk.last):
        node = &ground.nodes[k]
        if node.what != OPEN:
            node.value = cheap_value(t, state_of(ground, k), node.what)
            node.exact = 1 if node.what == DONE else 0
    value_ends(t, walk, t.effort.inner_ends if inner else t.effort.ends)
    value_insides(t, walk, t.effort.inner_chances if inner else t.effort.chances)
    if not inner:
        for turn in range(t.effort.finals):
            k = best_at(ground, walk, False, 1)
            if k < 0:
                break
            set_value(&ground.nodes[k], value_afterstate(t, state_of(ground, k), FINE), 2)
        for k in range(walk.first, walk.last):
            if ground.nodes[k].keep and is_end(&ground.nodes[k]):
                set_value(&ground.nodes[k], value_afterstate(t, state_of(ground, k), FINE), 2)


cdef Estimate value_choice(Task* t, const uint8_t* state) noexcept nogil:
    """The value of the best candidate of a choice, remembered with its plan."""
    cdef const GameTable* g = t.ground.game
    cdef Known* entry = recall(&t.memory, state, g.state_size, A_CHOICE)
    cdef Walk walk
    cdef Estimate e
    cdef int32_t k, best = -1, at
    cdef int n
    if entry != NULL:
        e.mean = entry.value
        e.variance = entry.variance
        return e
    if t.ground.walked > t.effort.nodes or not begin_walk(&t.ground, &walk, state, 1024):
        t.complete = 0
        return play_turn_out(t, state)
    take_walk(&t.ground, &walk, t.effort.inner_width, &t.expectation)
    value_candidates(t, &walk, True)
    for k in range(walk.first, walk.last):
        if t.ground.nodes[k].exact and (best < 0 or better(&t.ground, k, best)):
            best = k
    if not walk.complete:
        t.complete = 0
    if best < 0:            # memory ran out before any way to end the turn was found
        end_walk(&t.ground, &walk)
        return play_turn_out(t, state)
    e.mean = t.ground.nodes[best].value
    e.variance = t.ground.nodes[best].variance
    entry = remember(&t.memory, state, g.state_size, A_CHOICE)
    if entry != NULL:
        entry.value = e.mean
        entry.variance = e.variance
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
