# The mean of the static value over chance: exact as far as that is affordable, sampled beyond.

cdef enum:
    MOST_STATE = 256        # bytes of the largest state
    MOST_OUTCOMES = 64
    MOST_PLAYERS = 8
    CHAINS = 4              # sampled chains of chance events where they are not expanded
    LONGEST_CHAIN = 100     # chance events one after another that are sampled: they may bring one another for ever

# An estimate: a mean, and the same mean with the n-th of the sampled chains alone, for each n. All these are equal
# where nothing was sampled; else their spread gives the standard error, and that of a difference of two estimates.
ctypedef struct Estimate:
    double mean
    double part[CHAINS]


# What a mean over chance needs to know.
ctypedef struct Expectation:
    const GameTable* game
    int player              # whose value
    long limit              # exact as long as the product of the numbers of outcomes is at most this
    uint64_t seed
    long leaves             # static values taken so far
    int blank               # 1: a game that is not over counts nothing, so values are chances to have won by then


cdef inline double leaf(Expectation* e, const void* state) noexcept nogil:
    cdef double values[MOST_PLAYERS]
    e.leaves += 1
    if e.blank and e.game.kind(e.game.context, state) != NODE_OVER:
        return 0
    e.game.value(e.game.context, state, values)
    return values[e.player]


cdef inline Estimate certain(double value) noexcept nogil:
    """An estimate without error."""
    cdef Estimate e
    cdef int j
    e.mean = value
    for j in range(CHAINS):
        e.part[j] = value
    return e


cdef inline void add_share(Estimate* total, double p, const Estimate* part) noexcept nogil:
    """Add one outcome's part to a mean over chance."""
    cdef int j
    total.mean += p * part.mean
    for j in range(CHAINS):
        total.part[j] += p * part.part[j]


cdef inline void round_off(Estimate* e) noexcept nogil:
    """Keep a mean of values in [0, 1] there: 48 times 1/48 may be more than 1."""
    cdef int j
    e.mean = 0.0 if e.mean < 0 else 1.0 if e.mean > 1 else e.mean
    for j in range(CHAINS):
        e.part[j] = 0.0 if e.part[j] < 0 else 1.0 if e.part[j] > 1 else e.part[j]


cdef double follow(Expectation* e, const void* state, Rng* rng) noexcept nogil:
    """The static value at the end of one sampled chain of chance events."""
    cdef uint8_t here[MOST_STATE]
    cdef const GameTable* g = e.game
    cdef int left = LONGEST_CHAIN
    memcpy(here, state, g.state_size)
    while left and g.kind(g.context, here) == NODE_CHANCE and not g.quiet(g.context, here):
        g.apply_chance(g.context, here, g.sample(g.context, here, rng))
        left -= 1
    return leaf(e, here)


cdef Estimate expect(Expectation* e, const void* state, long breadth, uint64_t path) noexcept nogil:
    """Mean static value after the chance events that come next, up to a decision, the end or a quiet state.

    `breadth` is the product of the numbers of outcomes so far, `path` names the outcomes that led here: beyond the
    limit chains are sampled from a stream of (seed, path), the same for every plan that meets this path.
    """
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = e.game
    cdef Estimate total, part
    cdef Rng rng
    cdef int n, k
    if g.kind(g.context, state) != NODE_CHANCE or g.quiet(g.context, state):
        return certain(leaf(e, state))
    n = g.chance(g.context, state, outcomes, p)
    total = certain(0)
    if breadth > e.limit // n:
        rng = stream(e.seed, path, 0, PURPOSE_SEARCH)
        for k in range(CHAINS):
            total.part[k] = follow(e, state, &rng)
            total.mean += total.part[k] / CHAINS
        return total
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        part = expect(e, after, breadth * n, mix64(path ^ mix64(outcomes[k] + 1)))
        add_share(&total, p[k], &part)
    round_off(&total)
    return total
