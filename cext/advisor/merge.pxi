# The outcomes of a chance node that differ in the state after them.

cdef int merged_outcomes(const GameTable* g, const void* state, outcome_t* codes, double* p) noexcept nogil:
    """Write one outcome for each state that may come, with the probability of all that lead there; how many.

    Outcomes that change nothing ("roll again") are left out and the others scaled up: the mean over what comes in
    the end is the same. 0 if nothing else can come: the game stands still.
    """
    cdef outcome_t every[MOST_OUTCOMES]
    cdef double chance[MOST_OUTCOMES]
    cdef uint64_t keys[MOST_OUTCOMES]
    cdef uint8_t after[MOST_OUTCOMES][MOST_STATE]
    cdef int n = g.chance(g.context, state, every, chance), k, i, count = 0
    cdef double idle = 0
    for k in range(n):
        memcpy(after[count], state, g.state_size)
        g.apply_chance(g.context, after[count], every[k])
        if memcmp(after[count], state, g.state_size) == 0:
            idle += chance[k]
            continue
        keys[count] = hash_bytes(after[count], g.state_size)
        for i in range(count):
            if keys[i] == keys[count] and memcmp(after[i], after[count], g.state_size) == 0:
                p[i] += chance[k]
                break
        else:
            codes[count] = every[k]
            p[count] = chance[k]
            count += 1
    if idle > 0 and count:
        for k in range(count):
            p[k] /= 1 - idle
    return count
