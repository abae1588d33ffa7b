# The tree of the Monte Carlo tree search: its nodes, and how their values follow from those below them.
#
# A node under a decision is a plan's end and has its state stored; a node under a chance event is an outcome, whose
# state is made again on the way down. Children lie side by side; the first `open` of them have been visited.

# A node.
ctypedef struct Bud:
    uint64_t code           # the outcome that led here
    int32_t first           # its first child, -1 if it has not been opened
    int32_t state           # number of its stored state, -1 if there is none
    int32_t visits
    int16_t count           # children
    int16_t open            # those admitted so far, in their order
    uint8_t kind            # decision, chance or over
    uint8_t begins          # a decision at the beginning of a turn
    uint8_t whole           # 1 if the children are all there are
    uint8_t settled         # 1 if no visit can tell more
    double p                # under a chance event: probability
    double time             # under a chance event: its place in the order in which outcomes are drawn
    double mean             # mean value of the children by their visits (an estimate at a leaf)
    double best             # value of the best child (the same at a leaf)
    double low              # proven bounds of the value
    double high
    double loose            # the share of the value that rests on first estimates of leaves, or on plans not tried
    double guess            # the first estimate of a turn's beginning, and how far the value has moved from it
    double drift

# How a tree grows.
ctypedef struct Growth:
    int width               # nodes a level in the walk of a turn
    int ends                # ways to end a turn that may become children
    int chances             # chance events within a turn that may become children
    double explore          # weight of the bonus for plans with few visits
    double plan_scale       # a decision with n visits admits plan_scale * n ** plan_power children
    double plan_power
    double chance_scale     # the same of a chance event
    double chance_power
    int turns               # turns that are looked at; below 0 without a limit
    int blank               # 1: a game that is not over after them counts nothing
    int playout             # turns that the playout policy plays from a leaf, before the static value is taken

ctypedef struct Tree:
    Task task               # walks of turns, static values
    Growth growth
    Bud* buds
    uint8_t* states
    int32_t count
    int32_t capacity
    int32_t state_count
    int32_t state_capacity
    uint64_t seed           # of this tree
    long simulations
    long left_out           # plans of further turns that are no children
    long searched           # beginnings of turns that were opened
    double drift            # sum over them of how far their values have moved from the first estimates
    double drift_squares
    int full                # 1 if memory was used up: the tree does not grow any more
    const volatile_int* cancelled


cdef inline double worth(const Bud* b) noexcept nogil:
    """The estimate of a node: between the mean of what was tried and the best of it."""
    return (b.mean + b.best) / 2


cdef inline void settle(Bud* b, double value) noexcept nogil:
    b.mean = b.best = b.low = b.high = value
    b.loose = 0
    b.settled = 1


cdef void follow_drift(Tree* t, Bud* b) noexcept nogil:
    """Keep account of how far the values of searched positions are from their first estimates."""
    cdef double drift = worth(b) - b.guess
    t.drift += drift - b.drift
    t.drift_squares += drift * drift - b.drift * b.drift
    b.drift = drift


cdef inline void estimate_by(Bud* b, double value) noexcept nogil:
    """Take one more sample of a leaf."""
    value = b.low if value < b.low else b.high if value > b.high else value
    b.mean += (value - b.mean) / (b.visits + 1)
    b.best = b.mean
    b.loose = 1


cdef inline double inclusion(double p, double threshold) noexcept nogil:
    """The probability that an outcome is among those drawn so far."""
    return 1 - exp(-p * threshold)


cdef inline void clip(Bud* b) noexcept nogil:
    """Keep estimates within what is proven."""
    b.mean = b.low if b.mean < b.low else b.high if b.mean > b.high else b.mean
    b.best = b.mean if b.best < b.mean else b.high if b.best > b.high else b.best


cdef void update_chance(const Tree* t, Bud* b) noexcept nogil:
    """Weighted means over the outcomes drawn so far.

    Outcomes come in the order of exponential arrival times of rate p: a draw without replacement. The weight of an
    outcome is p over the probability that it is among the drawn ones, given the time of the next one (Kool, van Hoof
    and Welling 2020), scaled to a sum of 1; with all of them drawn it is p itself.
    """
    cdef const Bud* child = t.buds + b.first
    cdef double total = 0, w, mean = 0, best = 0, low = 0, high = 0, seen = 0, loose = 0
    cdef bint all_in = b.open == b.count, settled = all_in
    cdef int k
    for k in range(b.open):
        w = child[k].p if all_in else child[k].p / inclusion(child[k].p, child[b.open].time)
        total += w
        mean += w * child[k].mean
        best += w * child[k].best
        loose += w * child[k].loose
        low += child[k].p * child[k].low
        high += child[k].p * child[k].high
        seen += child[k].p
        settled = settled and child[k].settled
    if not all_in:
        high += 1 - seen
    b.mean = mean / total
    b.best = best / total
    b.loose = loose / total
    b.low = low if low > b.low else b.low
    b.high = high if high < b.high else b.high
    b.settled = settled
    clip(b)


cdef void update_decision(const Tree* t, Bud* b) noexcept nogil:
    """The mean over the children by their visits, and the best of those that were visited enough.

    A child that cannot be better than another counts no more. What is proven of children is proven of the node
    (score-bounded search, Cazenave and Saffidine 2011).
    """
    cdef const Bud* child = t.buds + b.first
    cdef double low = 0, high = 0, mean = 0, best = -1, most_worth = 0, loose = 0
    cdef int32_t most = 0
    cdef int64_t total = 0
    cdef bint settled = b.open == b.count
    cdef int k
    for k in range(b.open):
        low = child[k].low if child[k].low > low else low
        high = child[k].high if child[k].high > high else high
        most = child[k].visits if child[k].visits > most else most
    for k in range(b.open):
        if child[k].high < low:
            continue
        total += child[k].visits
        mean += child[k].visits * child[k].mean
        loose += child[k].visits * child[k].loose
        settled = settled and (child[k].settled or child[k].high <= low)
        most_worth = child[k].best if child[k].best > most_worth else most_worth
        if (4 * child[k].visits >= most or child[k].settled) and child[k].best > best:
            best = child[k].best
    b.low = low if low > b.low else b.low
    if b.open == b.count and b.whole and high < b.high:
        b.high = high
    b.best = best
    b.mean = mean / total
    b.loose = loose / total
    b.loose += (1 - b.loose) * (b.count - b.open) / b.count
    b.settled = settled
    if settled or b.high - b.low < 1e-12:
        b.mean = b.best = most_worth if settled else b.low
        b.loose = 0
        b.settled = 1
    clip(b)


cdef int32_t grow(Tree* t, int count) noexcept nogil:
    """Room for so many nodes side by side; the first, -1 if memory is used up."""
    cdef int32_t k, first = t.count
    if t.count + count > t.capacity:
        t.full = 1
        return -1
    t.count += count
    memset(t.buds + first, 0, count * sizeof(Bud))
    for k in range(first, first + count):
        t.buds[k].first = -1
        t.buds[k].state = -1
        t.buds[k].high = 1
    return first


cdef inline uint8_t* stored(const Tree* t, int32_t number) noexcept nogil:
    return t.states + <size_t>number * t.task.ground.game.state_size


cdef int32_t keep_state(Tree* t, const uint8_t* state) noexcept nogil:
    """Store a state; its number, -1 if memory is used up."""
    if t.state_count >= t.state_capacity:
        t.full = 1
        return -1
    memcpy(stored(t, t.state_count), state, t.task.ground.game.state_size)
    t.state_count += 1
    return t.state_count - 1
