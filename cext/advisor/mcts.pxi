# Monte Carlo tree search over turns, closed loop: a node of the tree is one state, not all that a plan may lead to.
#
# Decisions choose among the plans of a turn, best cheap value first, more of them the more visits there are
# (progressive widening, Coulom 2007; Chaslot et al. 2008), by UCB1 (Auer, Cesa-Bianchi and Fischer 2002). Chance
# events do the same with their outcomes (double progressive widening, Couetoux et al. 2011), drawn without replacement.
# A node is valued as a leaf when it is met, and opened when it is met again.

cdef enum:
    LONGEST_PATH = 512
    LONGEST_PLAYOUT = 20000


cdef void meet(Tree* t, Bud* b, const uint8_t* state, int turns, bint begins) noexcept nogil:
    """What a node is, when its state is seen for the first time."""
    cdef const GameTable* g = t.task.ground.game
    cdef double values[MOST_PLAYERS]
    b.kind = <uint8_t>g.kind(g.context, state)
    b.begins = begins
    if b.kind == NODE_OVER:
        settle(b, leaf(&t.task.expectation, state))
    elif turns == 0 and (b.kind == NODE_DECISION or g.quiet(g.context, state)):
        settle(b, 0 if t.growth.blank else leaf(&t.task.expectation, state))
    else:
        g.bound(g.context, state, turns if t.growth.blank else -1, values)
        b.high = values[t.task.expectation.player]
        if b.high <= 0:
            settle(b, 0)


cdef double leaf_value(Tree* t, const uint8_t* state, int turns, bint begins, Rng* rng) noexcept nogil:
    """The static value at the beginning of the next turn, or some turns further, by the playout policy."""
    cdef uint8_t here[MOST_STATE]
    cdef const GameTable* g = t.task.ground.game
    cdef int kind, left = t.growth.playout, step
    cdef bint outside = begins
    memcpy(here, state, g.state_size)
    for step in range(LONGEST_PLAYOUT):
        kind = g.kind(g.context, here)
        if kind == NODE_OVER:
            break
        if turns == 0 and (kind == NODE_DECISION or g.quiet(g.context, here)):
            return 0 if t.growth.blank else leaf(&t.task.expectation, here)
        if kind == NODE_CHANCE:
            if left == 0 and g.quiet(g.context, here):
                break
            outside = not g.in_turn(g.context, here)
            g.apply_chance(g.context, here, g.sample(g.context, here, rng))
            continue
        if outside:
            if left == 0:
                break
            left -= 1
            outside = False
        g.apply(g.context, here, g.policy(g.context, here, rng))
        turns -= not g.in_turn(g.context, here) and g.kind(g.context, here) == NODE_CHANCE
    return leaf(&t.task.expectation, here)


cdef int open_chance(Tree* t, int32_t k, const uint8_t* state, uint64_t path) noexcept nogil:
    """Give a chance node its outcomes, in the order in which they will be drawn; 0 if there is no room.

    The order is a function of the seed and the outcomes before: all plans meet the same dice.
    """
    cdef outcome_t codes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef Rng rng
    cdef double time
    cdef Bud* child
    cdef int n = merged_outcomes(t.task.ground.game, state, codes, p), i, at
    cdef int32_t first
    if n == 0:              # the game stands still
        settle(&t.buds[k], leaf(&t.task.expectation, state))
        return 1
    first = grow(t, n)
    if first < 0:
        return 0
    child = t.buds + first
    for i in range(n):
        rng = stream(t.seed, path, codes[i], PURPOSE_SEARCH)
        time = -log((<double>(draw(&rng) >> 11) + 0.5) / 9007199254740992.0) / p[i]
        at = i
        while at > 0 and child[at - 1].time > time:
            child[at] = child[at - 1]
            at -= 1
        memset(child + at, 0, sizeof(Bud))
        child[at].first = -1
        child[at].state = -1
        child[at].high = 1
        child[at].code = codes[i]
        child[at].p = p[i]
        child[at].time = time
    t.buds[k].first = first
    t.buds[k].count = <int16_t>n
    t.buds[k].whole = 1
    return 1


cdef int open_decision(Tree* t, int32_t k, const uint8_t* state, int turns) noexcept nogil:
    """Give a decision its plans, by turns the best end of the turn and the best chance event; 0 without room."""
    cdef Ground* ground = &t.task.ground
    cdef Walk walk
    cdef int32_t lists[2]
    cdef int32_t i, j, first, number
    cdef int n = 0, which
    cdef long left_out = t.left_out
    if not begin_walk(ground, &walk, state, 1024):
        return 0
    take_walk(ground, &walk, t.growth.width, &t.task.expectation)
    for i in range(walk.first, walk.last):
        if ground.nodes[i].what != OPEN:
            ground.nodes[i].value = cheap_value(&t.task, state_of(ground, i), ground.nodes[i].what)
    lists[0] = shortened(ground.nodes, listed(&walk, ground, False), t.growth.ends, &t.left_out)
    lists[1] = shortened(ground.nodes, listed(&walk, ground, True), t.growth.chances, &t.left_out)
    for which in range(2):
        i = lists[which]
        while i >= 0:
            n += 1
            i = ground.nodes[i].next_in_level
    first = -1
    number = keep_state(t, state)
    if n and number >= 0 and t.state_count + n <= t.state_capacity:
        first = grow(t, n)
    if first >= 0:
        t.buds[k].state = number
        t.buds[k].first = first
        t.buds[k].count = <int16_t>n
        if t.buds[k].begins:
            t.buds[k].guess = worth(&t.buds[k])
            t.searched += 1
        t.buds[k].whole = walk.complete and left_out == t.left_out
        j = first
        which = 0
        while j < first + n:
            i = lists[which]
            if i >= 0:
                t.buds[j].state = keep_state(t, state_of(ground, i))
                meet(t, &t.buds[j], state_of(ground, i), turns - (ground.nodes[i].what == ENDED), False)
                lists[which] = ground.nodes[i].next_in_level
                j += 1
            which = 1 - which
    else:
        t.full = 1
    end_walk(ground, &walk)
    return first >= 0


cdef int32_t choose(Tree* t, Bud* b) noexcept nogil:
    """The plan that a visit of a decision follows: a new one, or the one of the highest upper confidence bound."""
    cdef Bud* child = t.buds + b.first
    cdef double top = -1, score, bonus = t.growth.explore * t.growth.explore * log(<double>b.visits + 1)
    cdef int k, best = -1
    cdef int allowed = <int>(t.growth.plan_scale * pow(b.visits + 1, t.growth.plan_power)) + 1
    if b.open < b.count and b.open < allowed:
        b.open += 1
        return b.first + b.open - 1
    for k in range(b.open):
        if child[k].settled or child[k].high <= b.low:
            continue
        score = worth(&child[k]) + sqrt(bonus / child[k].visits) if child[k].visits else 2
        if score > top:
            top = score
            best = k
    if best < 0 and b.open < b.count:
        b.open += 1
        best = b.open - 1
    return b.first + best if best >= 0 else -1


cdef int32_t draw_outcome(Tree* t, Bud* b) noexcept nogil:
    """The outcome that a visit of a chance event follows: a new one, or the one furthest behind its share."""
    cdef Bud* child = t.buds + b.first
    cdef double least = 1e300, share
    cdef int k, best = -1
    cdef int allowed = <int>(t.growth.chance_scale * pow(b.visits + 1, t.growth.chance_power)) + 1
    if b.open < b.count and b.open < allowed:
        b.open += 1
        return b.first + b.open - 1
    for k in range(b.open):
        share = (child[k].visits + 1) / child[k].p
        if not child[k].settled and share < least:
            least = share
            best = k
    if best < 0 and b.open < b.count:
        b.open += 1
        best = b.open - 1
    return b.first + best if best >= 0 else -1


cdef void simulate(Tree* t) noexcept nogil:
    """One visit: down the tree, a leaf is valued, and the values above follow."""
    cdef uint8_t here[MOST_STATE]
    cdef int32_t path[LONGEST_PATH]
    cdef const GameTable* g = t.task.ground.game
    cdef Bud* b
    cdef Rng rng
    cdef uint64_t key = 0
    cdef int32_t k = 0, child
    cdef int n = 0, turns = t.growth.turns
    cdef bint outside
    memcpy(here, stored(t, t.buds[0].state), g.state_size)
    while True:
        path[n] = k
        n += 1
        b = &t.buds[k]
        if b.settled:
            break
        if b.first < 0 and (b.visits == 0 or t.full or n == LONGEST_PATH or not (
                open_chance(t, k, here, key) if b.kind == NODE_CHANCE else open_decision(t, k, here, turns))):
            rng = stream(t.seed, t.simulations, 1, PURPOSE_SEARCH)
            estimate_by(b, leaf_value(t, here, turns, b.begins, &rng))
            break
        if b.settled or n == LONGEST_PATH:
            break
        if b.kind == NODE_CHANCE:
            child = draw_outcome(t, b)
            if child < 0:
                break
            outside = not g.in_turn(g.context, here)
            g.apply_chance(g.context, here, t.buds[child].code)
            key = mix64(key ^ mix64(t.buds[child].code + 1))
            if t.buds[child].visits == 0:
                meet(t, &t.buds[child], here, turns, outside)
        else:
            child = choose(t, b)
            if child < 0:
                break
            memcpy(here, stored(t, t.buds[child].state), g.state_size)
            turns -= t.buds[child].kind == NODE_CHANCE and not g.in_turn(g.context, here)
        k = child
    t.simulations += 1
    while n > 0:
        n -= 1
        b = &t.buds[path[n]]
        b.visits += 1
        if b.first >= 0 and b.open > 0 and t.buds[b.first].visits > 0:
            if b.kind == NODE_CHANCE:
                update_chance(t, b)
            else:
                update_decision(t, b)
                if b.begins:
                    follow_drift(t, b)


cdef long simulate_many(Tree* t, long n) noexcept nogil:
    """Visits until there are `n` more, nothing is left to learn, or the search is cancelled; how many."""
    cdef long k
    for k in range(n):
        if t.buds[0].settled or t.cancelled[0]:
            return k
        simulate(t)
    return n
