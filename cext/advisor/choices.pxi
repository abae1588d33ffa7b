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
    int few_ends            # afterstates valued by the mean over chance, at the root: at least so many,
    int ends                # and at most so many while half of the leaves last
    int inner_ends
    int finals              # of them, those valued finely: chance exact to a wider bound
    int chances             # chance events within the turn that are followed, at the root
    int inner_chances
    int outcomes            # of a chance event within the turn, all looked at; where there are more, four are drawn
    long nodes              # nodes of all walks together; beyond, the playout policy plays the turn out
    long leaves             # static values; beyond, no further chance event within the turn is looked into
    long coarse             # bounds for `Expectation.limit`
    long fine

# What an entry of the memory is.
cdef enum:
    A_CHOICE = 0
    COARSE = 1              # an afterstate by its coarse mean
    FINE = 2

# A choice that has been looked at, or an afterstate (then only its value counts).
ctypedef struct Known:
    uint64_t key
    int32_t next
    uint8_t what
    uint8_t end             # what its best plan leads to
    uint8_t length
    int32_t spent
    Estimate value
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
        return entry.value
    t.expectation.limit = t.effort.fine if how == FINE else t.effort.coarse
    e = expect(&t.expectation, state, 1, 0)
    t.valued += 1
    entry = remember(&t.memory, state, size, how)
    if entry != NULL:
        entry.value = e
    else:
        t.complete = 0
    return e


cdef void finish_turn(const GameTable* g, uint64_t seed, uint8_t* here) noexcept nogil:
    """Let the playout policy play the rest of a turn; chance events within it are sampled once."""
    cdef Rng rng = stream(seed, hash_bytes(here, g.state_size), 2, PURPOSE_SEARCH)
    cdef int kind
    while g.in_turn(g.context, here):
        kind = g.kind(g.context, here)
        if kind == NODE_OVER:
            return
        if kind == NODE_CHANCE:
            g.apply_chance(g.context, here, g.sample(g.context, here, &rng))
        else:
            g.apply(g.context, here, g.policy(g.context, here, &rng))


cdef Estimate play_turn_out(Task* t, const uint8_t* state) noexcept nogil:
    """The value if the playout policy plays the rest of the turn."""
    cdef uint8_t here[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    memcpy(here, state, g.state_size)
    finish_turn(g, t.expectation.seed, here)
    if g.kind(g.context, here) == NODE_OVER:
        return certain(leaf(&t.expectation, here))
    return value_afterstate(t, here, COARSE)


cdef Estimate value_inside(Task* t, const uint8_t* state) noexcept nogil:
    """The value of any state of a turn: a choice, or the mean over a chance event within it."""
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    cdef Estimate total, part
    cdef Rng rng
    cdef int n, k, kind = g.kind(g.context, state)
    if kind == NODE_OVER:
        return certain(leaf(&t.expectation, state))
    if not g.in_turn(g.context, state):
        return value_afterstate(t, state, COARSE)
    if kind == NODE_DECISION:
        return value_choice(t, state)
    total = certain(0)
    n = g.chance(g.context, state, outcomes, p)
    if n > t.effort.outcomes:
        rng = stream(t.expectation.seed, hash_bytes(state, g.state_size), 5, PURPOSE_SEARCH)
        n = CHAINS
        for k in range(n):
            outcomes[k] = g.sample(g.context, state, &rng)
            p[k] = 1.0 / CHAINS
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        part = value_inside(t, after)
        add_share(&total, p[k], &part)
    round_off(&total)
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
    if kind == NODE_OVER:
        return certain(leaf(&t.expectation, state))
    if not g.in_turn(g.context, state):
        return value_afterstate(t, state, COARSE)
    if kind == NODE_DECISION:
        entry = recall(&t.memory, state, g.state_size, A_CHOICE)
        if entry == NULL:
            return play_turn_out(t, state)
        return entry.value
    total = certain(0)
    n = g.chance(g.context, state, outcomes, p)
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        part = value_known(t, after)
        add_share(&total, p[k], &part)
    round_off(&total)
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
    memcpy(node.part, e.part, sizeof(e.part))
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
            above += is_end(&ground.nodes[k]) and ground.nodes[k].exact == 0 and ground.nodes[k].value > middle
        if above > most:
            low = middle
        else:
            high = middle
    return low


cdef int affordable(const Task* t, int valued, long leaves) noexcept nogil:
    """How many more afterstates the share of the leaves set aside for them pays for, at the price so far."""
    cdef double left = <double>t.effort.leaves / 2 - t.expectation.leaves
    if left <= 0 or valued == 0 or leaves == 0:
        return 0
    left = left * valued / leaves
    return <int>left if left < 1e9 else 1000000000


cdef int value_ends_above(Task* t, Walk* walk, double bar, int most) noexcept nogil:
    """Coarse means for at most so many afterstates whose cheap values lie above a bar; how many there were."""
    cdef Ground* ground = &t.ground
    cdef Node* node
    cdef int32_t k
    cdef int n = 0
    for k in range(walk.first, walk.last):
        node = &ground.nodes[k]
        if ground.cancelled:
            break
        if is_end(node) and node.exact == 0 and (node.keep or (node.value > bar and n < most)):
            set_value(node, value_afterstate(t, state_of(ground, k), COARSE), 1)
            n += 1
    return n


cdef void value_ends(Task* t, Walk* walk, int few, int most) noexcept nogil:
    """Coarse means for the afterstates with the best cheap values: `few`, then as many as the work allowed pays for."""
    cdef Ground* ground = &t.ground
    cdef long before = t.expectation.leaves
    cdef int32_t k
    cdef int n = value_ends_above(t, walk, bar_for(ground, walk, few), few)
    cdef int more = affordable(t, n, t.expectation.leaves - before)
    if n < most and more > 0:
        more = more if more < most - n else most - n
        value_ends_above(t, walk, bar_for(ground, walk, more), more)
    for k in range(walk.first, walk.last):
        t.cut += is_end(&ground.nodes[k]) and ground.nodes[k].exact == 0


cdef bint has_free(const Ground* ground, const Walk* walk) noexcept nogil:
    """Whether the walk has actions without a price: no cheap value can compare what they lead to."""
    cdef int32_t k
    for k in range(walk.first, walk.last):
        if ground.nodes[k].what == FREE:
            return True
    return False


cdef void value_insides(Task* t, Walk* walk, int most) noexcept nogil:
    """Means for the chance events within the turn, the most promising first, as far as the work allowed goes."""
    cdef Ground* ground = &t.ground
    cdef int32_t k
    cdef int turn
    cdef bint all_of_them = has_free(ground, walk)
    for k in range(walk.first, walk.last):
        if (ground.nodes[k].keep or all_of_them) and is_inside(&ground.nodes[k]):
            set_value(&ground.nodes[k], value_inside(t, state_of(ground, k)), 1)
    for turn in range(most):
        k = best_at(ground, walk, True, 0)
        if k < 0 or ground.cancelled:
            return
        if t.expectation.leaves > t.effort.leaves:
            t.complete = 0
            break
        set_value(&ground.nodes[k], value_inside(t, state_of(ground, k)), 1)
    for k in range(walk.first, walk.last):
        t.cut += is_inside(&ground.nodes[k]) and not ground.nodes[k].exact


cdef bint leads(const Ground* ground, const Walk* walk, int32_t k) noexcept nogil:
    """Whether a coarse value is above all fine ones: it is not to lead by its error."""
    cdef int32_t best = best_at(ground, walk, False, 2)
    return best < 0 or ground.nodes[k].value > ground.nodes[best].value


cdef void value_candidates(Task* t, Walk* walk, bint inner) noexcept nogil:
    """Cheap values for all candidates of a walk, better ones for those that survive."""
    cdef Ground* ground = &t.ground
    cdef Node* node
    cdef int32_t k
    cdef int turn
    for k in range(walk.first, walk.last):
        node = &ground.nodes[k]
        if ground.cancelled:
            return
        if node.what != OPEN:
            set_value(node, certain(cheap_value(t, state_of(ground, k), node.what)), node.what == DONE)
    if inner:
        value_ends(t, walk, t.effort.inner_ends, t.effort.inner_ends)
    else:
        value_ends(t, walk, t.effort.few_ends, t.effort.ends)
    value_insides(t, walk, t.effort.inner_chances if inner else t.effort.chances)
    if not inner:
        for turn in range(t.effort.ends):
            k = best_at(ground, walk, False, 1)
            if k < 0 or ground.cancelled or (turn >= t.effort.finals and not leads(ground, walk, k)):
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
        return entry.value
    if t.ground.cancelled or t.ground.walked > t.effort.nodes or not begin_walk(&t.ground, &walk, state, 1024):
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
    memcpy(e.part, t.ground.nodes[best].part, sizeof(e.part))
    entry = remember(&t.memory, state, g.state_size, A_CHOICE)
    if entry != NULL:
        entry.value = e
        entry.end = t.ground.nodes[best].what
        entry.spent = t.ground.nodes[best].spent
        memcpy(entry.final, state_of(&t.ground, best), g.state_size)
        entry.length = <uint8_t>trace(&t.ground, best, entry.plan)
    else:
        t.complete = 0
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
