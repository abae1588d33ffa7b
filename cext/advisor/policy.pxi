# The playout policy (placeholder).

cdef action_t policy_action(const Context* c, const State* s, Rng* rng) noexcept nogil:
    cdef action_t actions[MAX_ACTIONS]
    cdef uint8_t costs[MAX_ACTIONS]
    cdef int n = legal_actions(c, s, actions, costs)
    return actions[below(rng, n)]
