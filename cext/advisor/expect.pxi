# The mean of the static value over chance: exact as far as that is affordable, sampled beyond.

cdef enum:
    MOST_STATE = 256        # bytes of the largest state
    MOST_OUTCOMES = 64
    MOST_PLAYERS = 8

# An estimate: the mean and the variance of that mean (0 where nothing was sampled).
ctypedef struct Estimate:
    double mean
    double variance


# What a mean over chance needs to know.
ctypedef struct Expectation:
    const GameTable* game
    int player              # whose value
    long limit              # exact as long as the product of the numbers of outcomes is at most this
    uint64_t seed
    long leaves             # static values taken so far


cdef inline double leaf(Expectation* e, const void* state) noexcept nogil:
    cdef double values[MOST_PLAYERS]
    e.leaves += 1
    e.game.value(e.game.context, state, values)
    return values[e.player]


cdef double follow(Expectation* e, const void* state, Rng* rng) noexcept nogil:
    """The static value at the end of one sampled chain of chance events."""
    cdef uint8_t here[MOST_STATE]
    cdef const GameTable* g = e.game
    memcpy(here, state, g.state_size)
    while g.kind(g.context, here) == NODE_CHANCE and not g.quiet(g.context, here):
        g.apply_chance(g.context, here, g.sample(g.context, here, rng))
    return leaf(e, here)


cdef Estimate expect(Expectation* e, const void* state, long breadth, uint64_t path) noexcept nogil:
    """Mean static value after the chance events that come next, up to a decision, the end or a quiet state.

    `breadth` is the product of the numbers of outcomes so far, `path` names the outcomes that led here: beyond the
    limit two chains are sampled from a stream of (seed, path), the same for every plan that meets this path.
    """
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = e.game
    cdef Estimate total, part
    cdef Rng rng
    cdef double a, b
    cdef int n, k
    total.mean = 0
    total.variance = 0
    if g.kind(g.context, state) != NODE_CHANCE or g.quiet(g.context, state):
        total.mean = leaf(e, state)
        return total
    n = g.chance(g.context, state, outcomes, p)
    if breadth * n > e.limit:
        rng = stream(e.seed, path, 0, PURPOSE_SEARCH)
        a = follow(e, state, &rng)
        b = follow(e, state, &rng)
        total.mean = (a + b) / 2
        total.variance = (a - b) * (a - b) / 4
        return total
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        part = expect(e, after, breadth * n, mix64(path ^ mix64(outcomes[k] + 1)))
        total.mean += p[k] * part.mean
        total.variance += p[k] * p[k] * part.variance
    return total
