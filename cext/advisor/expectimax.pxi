# Expectimax over turns: the best of the plans, the mean over the dice, some turns deep.
#
# The plans of a turn are those of the walk. Equal outcomes are merged, values are kept by the bytes of their states,
# plans are looked at in the order of a cheap value, and a mean over chance is given up as soon as it cannot come
# above the best plan known (Star1, Ballard 1983), by the game's upper bound for what has not been looked at.
#
# `turns` counts the turns still to be looked at, the one under way included. A value that is at most the `alpha` it was
# asked with is an upper bound only; any value above is true.

cdef enum:
    MOST_LISTED = 1000      # plans of the root that are valued truly

# How much is looked at in one turn.
ctypedef struct Breadth:
    int width               # nodes a level in the walk
    int ends                # ways to end the turn that are valued over the next roll, by the order of a cheap value
    int deep                # of them, those that are searched to the full depth, by the order of that mean
    int chances             # chance events within the turn that are followed

ctypedef struct Deep:
    Task task               # walks; its means of static values order the plans
    Expectation horizon     # the values beyond the last turn
    Cells table
    Breadth first           # the turn at the root
    Breadth later           # all others
    int star                # 1: means over chance are given up where the bound allows it
    long limit              # chance is exact while the product of the numbers of outcomes is at most this
    long budget             # work units: nodes walked, states after chance, static values
    long states             # states that chance led to
    long given_up           # means over chance that were given up
    long met                # values that the table had
    long unsearched         # plans of further turns that a cheap value left out
    long sampled            # chance nodes beyond the limit
    int spent               # 1 if the budget was used up


cdef inline long work_done(const Deep* d) noexcept nogil:
    return d.task.ground.walked + d.states + d.horizon.leaves + d.task.expectation.leaves


cdef inline double upper(const Deep* d, const void* state, int turns) noexcept nogil:
    """What a state can be worth at most."""
    cdef double values[MOST_PLAYERS]
    d.horizon.game.bound(d.horizon.game.context, state, turns if d.horizon.blank else -1, values)
    return values[d.horizon.player]


cdef inline bint before(const Node* nodes, int32_t a, int32_t b) noexcept nogil:
    """The order in which plans are looked at: those kept, then by value, then found first."""
    if nodes[a].keep != nodes[b].keep:
        return nodes[a].keep > nodes[b].keep
    return nodes[a].value > nodes[b].value or (nodes[a].value == nodes[b].value and a < b)


cdef int32_t sorted_list(Node* nodes, int32_t head) noexcept nogil:
    """Merge sort of a list along `next_in_level`; its new head."""
    cdef int32_t slow = head, fast, a, b, last = -1, k
    if head < 0 or nodes[head].next_in_level < 0:
        return head
    fast = nodes[head].next_in_level
    while fast >= 0:
        fast = nodes[fast].next_in_level
        if fast >= 0:
            slow = nodes[slow].next_in_level
            fast = nodes[fast].next_in_level
    b = nodes[slow].next_in_level
    nodes[slow].next_in_level = -1
    a = sorted_list(nodes, head)
    b = sorted_list(nodes, b)
    head = a if before(nodes, a, b) else b
    while a >= 0 or b >= 0:
        if b < 0 or (a >= 0 and before(nodes, a, b)):
            k = a
            a = nodes[a].next_in_level
        else:
            k = b
            b = nodes[b].next_in_level
        if last >= 0:
            nodes[last].next_in_level = k
        last = k
    nodes[last].next_in_level = -1
    return head


cdef int32_t listed(Walk* walk, Ground* ground, bint inside) noexcept nogil:
    """The ways to end a turn (and games that are over), or the chance events within it, best cheap value first."""
    cdef int32_t head = -1, k
    cdef Node* node
    for k in range(walk.last - 1, walk.first - 1, -1):
        node = &ground.nodes[k]
        if node.what != OPEN and is_inside(node) == inside:
            node.next_in_level = head
            head = k
    return sorted_list(ground.nodes, head)


cdef int32_t shortened(Node* nodes, int32_t head, int most, long* left_out) noexcept nogil:
    """A list without what lies behind the first `most`, but for what is to be kept (it comes first); its head."""
    cdef int32_t k = head, last = -1
    cdef int count = 0
    while k >= 0 and (count < most or nodes[k].keep):
        count += 1
        last = k
        k = nodes[k].next_in_level
    if last >= 0:
        nodes[last].next_in_level = -1
    while k >= 0:
        left_out[0] += 1
        k = nodes[k].next_in_level
    return head if last >= 0 else -1


cdef void line_up(Deep* d, Walk* walk, const Breadth* breadth, int turns, int32_t* ends,
                  int32_t* insides) noexcept nogil:
    """The plans of a turn that has been walked, in the order in which they are to be searched."""
    cdef Task* t = &d.task
    cdef Node* nodes = t.ground.nodes
    cdef Estimate e
    cdef int32_t k
    cdef int count
    for k in range(walk.first, walk.last):
        if t.ground.cancelled:
            break
        if nodes[k].what != OPEN:
            nodes[k].value = cheap_value(t, state_of(&t.ground, k), nodes[k].what)
            nodes[k].exact = 0
    insides[0] = shortened(nodes, listed(walk, &t.ground, True), breadth.chances, &d.unsearched)
    ends[0] = shortened(nodes, listed(walk, &t.ground, False), breadth.ends, &d.unsearched)
    if turns < 2:
        return
    count = 0
    k = ends[0]
    while k >= 0:
        count += 1
        k = nodes[k].next_in_level
    if count <= breadth.deep and not d.star:
        return
    k = ends[0]
    while k >= 0:
        if nodes[k].what == ENDED and not t.ground.cancelled:
            e = expect(&t.expectation, state_of(&t.ground, k), 1, 0)
            nodes[k].value = e.mean
        k = nodes[k].next_in_level
    ends[0] = shortened(nodes, sorted_list(nodes, ends[0]), breadth.deep, &d.unsearched)


cdef Estimate deep_candidate(Deep* d, int32_t k, int turns, double alpha) noexcept nogil:
    """The value of a plan of a turn."""
    cdef const uint8_t* state = state_of(&d.task.ground, k)
    if d.task.ground.nodes[k].what == ENDED:
        return deep_value(d, state, turns - 1, alpha)
    return deep_value(d, state, turns, alpha)


cdef Estimate deep_value(Deep* d, const uint8_t* state, int turns, double alpha) noexcept nogil:
    """The value of any state, through the table."""
    cdef const GameTable* g = d.horizon.game
    cdef int kind = g.kind(g.context, state)
    cdef Estimate e
    cdef const Cell* cell
    if d.task.ground.cancelled or kind == NODE_OVER or (kind == NODE_DECISION and turns == 0):
        return certain(leaf(&d.horizon, state))
    cell = probe(&d.table, state, turns)
    if cell != NULL and (cell.what != AT_MOST or cell.value.mean <= alpha):
        d.met += 1
        return cell.value
    if d.star:
        e = certain(upper(d, state, turns))
        if e.mean <= alpha:
            return e
    if kind == NODE_DECISION:
        return deep_turn(d, state, turns, alpha, NULL)
    if turns == 0 and not g.in_turn(g.context, state):
        e = expect(&d.horizon, state, 1, 0)
        store(&d.table, state, turns, e, VALUE)
        return e
    e = deep_chance(d, state, turns, alpha, 1, 0)
    store(&d.table, state, turns, e, AT_MOST if d.star and e.mean <= alpha else VALUE)
    return e


cdef void sample_chains(Deep* d, const uint8_t* state, int turns, uint64_t path, uint8_t* after) noexcept nogil:
    """Sampled ends of the chance events that come next; the same for every plan that meets this path."""
    cdef const GameTable* g = d.horizon.game
    cdef Rng rng = stream(d.horizon.seed, path, turns + 16, PURPOSE_SEARCH)
    cdef int k, step
    d.sampled += 1
    for k in range(CHAINS):
        memcpy(after + k * MOST_STATE, state, g.state_size)
        for step in range(LONGEST_CHAIN):
            if g.kind(g.context, after + k * MOST_STATE) != NODE_CHANCE:
                break
            g.apply_chance(g.context, after + k * MOST_STATE, g.sample(g.context, after + k * MOST_STATE, &rng))


cdef Estimate deep_chance(Deep* d, const uint8_t* state, int turns, double alpha, long breadth,
                          uint64_t path) noexcept nogil:
    """The mean over a chance node; given up, with an upper bound at most alpha, where it cannot exceed alpha."""
    cdef outcome_t codes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef double most[MOST_OUTCOMES]
    cdef double guess[MOST_OUTCOMES]
    cdef int order[MOST_OUTCOMES]
    cdef uint8_t after[MOST_OUTCOMES][MOST_STATE]
    cdef const GameTable* g = d.horizon.game
    cdef Estimate total, part
    cdef double rest = 0, need
    cdef int n, k, i, at
    cdef bint further, chains = False
    n = merged_outcomes(g, state, codes, p)
    if n == 0:
        return certain(leaf(&d.horizon, state))
    total = certain(0)
    if breadth > d.limit // n:
        sample_chains(d, state, turns, path, after[0])
        chains = True
        n = CHAINS
        for k in range(n):
            p[k] = 1.0 / CHAINS
    else:
        for k in range(n):
            memcpy(after[k], state, g.state_size)
            g.apply_chance(g.context, after[k], codes[k])
    d.states += n
    for k in range(n):
        most[k] = upper(d, after[k], turns)
        guess[k] = most[k] if g.kind(g.context, after[k]) == NODE_OVER or not d.star else leaf(
            &d.task.expectation, after[k])
        rest += p[k] * most[k]
        at = k              # the worst first: that is what shows soonest that the mean is low
        while d.star and at > 0 and guess[order[at - 1]] > guess[k]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k
    if d.star and rest <= alpha:
        d.given_up += 1
        return certain(rest)
    for i in range(n):
        k = order[i]
        rest -= p[k] * most[k]
        need = (alpha - total.mean - rest) / p[k] if d.star else -1
        further = g.kind(g.context, after[k]) == NODE_CHANCE and (turns > 0 or g.in_turn(g.context, after[k]))
        if further and not chains:
            part = deep_chance(d, after[k], turns, need, breadth * n, mix64(path ^ mix64(codes[k] + 1)))
        elif further:       # a chain that found no end
            part = certain(leaf(&d.horizon, after[k]))
        else:
            part = deep_value(d, after[k], turns, need)
        if chains:
            total.mean += p[k] * part.mean
            total.part[k] = part.part[k]
        else:
            add_share(&total, p[k], &part)
        if d.star and part.mean <= need:
            d.given_up += i + 1 < n
            total.mean += rest
            return certain(total.mean if total.mean < alpha else alpha)
    round_off(&total)
    return total


cdef Estimate deep_turn(Deep* d, const uint8_t* state, int turns, double alpha, Known* plan) noexcept nogil:
    """The best plan of a turn; it is written to `plan` unless that is NULL."""
    cdef Task* t = &d.task
    cdef Walk walk
    cdef Estimate e, best, none
    cdef int32_t lists[2]
    cdef int32_t k, found = -1
    cdef int which
    cdef double top = upper(d, state, turns), bar = alpha, bound = 0
    best = certain(alpha)
    if work_done(d) > d.budget or not begin_walk(&t.ground, &walk, state, 1024):
        d.spent = 1
        none = play_turn_out(t, state)
        if d.horizon.blank:
            none = certain(0)
        store(&d.table, state, turns, none, MAKESHIFT)
        return none
    take_walk(&t.ground, &walk, d.later.width, &t.expectation)
    t.complete &= walk.complete
    line_up(d, &walk, &d.later, turns, &lists[0], &lists[1])
    for which in range(2):
        k = lists[which]
        while k >= 0 and not (found >= 0 and d.star and best.mean >= top):
            e = deep_candidate(d, k, turns, bar if d.star else -1)
            if e.mean > bound:
                bound = e.mean
            if e.mean > bar:
                bar = e.mean
                best = e
                found = k
            k = t.ground.nodes[k].next_in_level
    if found >= 0 and plan != NULL:
        plan.value = best
        plan.end = t.ground.nodes[found].what
        plan.spent = t.ground.nodes[found].spent
        memcpy(plan.final, state_of(&t.ground, found), t.ground.game.state_size)
        plan.length = <uint8_t>trace(&t.ground, found, plan.plan)
    end_walk(&t.ground, &walk)
    if found < 0:
        best = certain(bound)
    store(&d.table, state, turns, best, VALUE if found >= 0 else AT_MOST)
    return best


cdef double raised(double* best, int* count, int top, double value) noexcept nogil:
    """Put a value among the `top` best; the least of them, -1 while there are fewer."""
    cdef int k = count[0]
    if k < top:
        count[0] += 1
    elif value <= best[k - 1]:
        return best[k - 1]
    else:
        k -= 1
    while k > 0 and best[k - 1] < value:
        best[k] = best[k - 1]
        k -= 1
    best[k] = value
    return best[top - 1] if count[0] == top else -1


cdef void deep_root(Deep* d, Walk* walk, int turns, int top) noexcept nogil:
    """Value the plans of the root's turn: the `top` best truly, the others as far as it takes to know they are not."""
    cdef Ground* ground = &d.task.ground
    cdef Estimate e
    cdef int32_t lists[2]
    cdef int32_t k
    cdef int which, count = 0
    cdef double best[MOST_LISTED]
    cdef double bar = -1
    line_up(d, walk, &d.first, turns, &lists[0], &lists[1])
    for which in range(2):
        k = lists[which]
        while k >= 0:
            e = deep_candidate(d, k, turns, -1 if ground.nodes[k].keep or not d.star else bar)
            if e.mean > bar or ground.nodes[k].keep or not d.star:
                set_value(&ground.nodes[k], e, 2)
                bar = raised(best, &count, top, e.mean)
            else:
                d.task.cut += 1
            k = ground.nodes[k].next_in_level
