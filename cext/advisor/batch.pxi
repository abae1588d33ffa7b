# Batch entry points: n samples a call, arrays out. A call into the core costs more than a fire phase.

GAME_COLUMNS = ("reason", "rescued", "lost", "damage", "turns", "events")
"""What `CoreState.games` reports of each game: `reason` as in phase OVER (1 won)."""

FIRE_COLUMNS = ("over", "damage", "lost", "fires", "knocked_down")
"""What `CoreState.fire_phases` reports of each fire phase."""


cdef object table_of_zeros(int rows, int columns):
    """An int32 array; numpy is imported here so that the shell starts without it."""
    import numpy as np

    return np.zeros((rows, columns), dtype=np.int32)


def games(CoreState start not None, int n, uint64_t seed, str policy="random", uint64_t first_trial=0):
    """Play `n` games from a position to the end.

    Parameters
    ----------
    start : CoreState
        Where each game starts.
    n : int
        How many.
    seed : int
        Trial t of a seed is always the same game.
    policy : str
        ``"random"`` draws among the legal actions, ``"greedy"`` is the playout policy; ``"nearest"`` and
        ``"brigade"`` are baselines.
    first_trial : int
        The number of the first trial.

    Returns
    -------
    ndarray of int32, shape (n, 6)
        A row a game, columns as in `GAME_COLUMNS`.
    """
    cdef int number = policy_number(policy)
    out = table_of_zeros(n, 6)
    cdef int[:, ::1] rows = out
    cdef Playing p
    cdef int k
    cdef const Context* c = start.core.context
    with nogil:
        for k in range(n):
            begin_playing(&p, &start.state, seed, first_trial + k)
            play_on(c, &p, number)
            rows[k, 0] = p.s.reason
            rows[k, 1] = p.s.rescued
            rows[k, 2] = p.s.lost
            rows[k, 3] = p.s.damage
            rows[k, 4] = p.turns
            rows[k, 5] = p.events
    return out


def fire_phases(CoreState start not None, int n, uint64_t seed):
    """Sample `n` fire phases from a position that waits for its roll: copy, rolls, flare-ups, reveals by fire.

    Returns
    -------
    ndarray of int32, shape (n, 5)
        A row a phase, columns as in `FIRE_COLUMNS`.
    """
    if start.state.phase != ADVANCE_FIRE:
        raise ValueError("the position does not wait for a roll")
    out = table_of_zeros(n, 5)
    cdef int[:, ::1] rows = out
    cdef State s
    cdef Falls falls
    cdef int k
    cdef const Context* c = start.core.context
    cdef Rng rng = stream(seed, 0, 0, PURPOSE_CHANCE)
    with nogil:
        for k in range(n):
            memcpy(&s, &start.state, sizeof(State))
            falls.count = 0
            while s.phase == ADVANCE_FIRE or (s.phase == REVEAL and s.cause == BY_FIRE):
                apply_outcome(c, &s, sample_outcome(c, &s, &rng), NULL, 0, &falls)
            rows[k, 0] = s.phase == OVER
            rows[k, 1] = s.damage - start.state.damage
            rows[k, 2] = s.lost - start.state.lost
            rows[k, 3] = popcount64(s.fire)
            rows[k, 4] = falls.count
    return out


def time_fire_phases(CoreState start not None, int n, uint64_t seed):
    """Run `n` fire phases like `fire_phases` without reporting them; the sum of damage, so that nothing is skipped."""
    cdef State s
    cdef int k
    cdef long total = 0
    cdef const Context* c = start.core.context
    cdef Rng rng = stream(seed, 0, 0, PURPOSE_CHANCE)
    if start.state.phase != ADVANCE_FIRE:
        raise ValueError("the position does not wait for a roll")
    with nogil:
        for k in range(n):
            memcpy(&s, &start.state, sizeof(State))
            while s.phase == ADVANCE_FIRE or (s.phase == REVEAL and s.cause == BY_FIRE):
                apply_outcome(c, &s, sample_outcome(c, &s, &rng), NULL, 0, NULL)
            total += s.damage
    return total


def time_copies(CoreState start not None, int n, bint raw=False):
    """Copy a state `n` times into a ring of 64 places; with `raw` by one memcpy of 64 states at a time.

    Returns a byte of the last copy, so that nothing is skipped.
    """
    cdef State ring[64]
    cdef State block[64]
    cdef int k
    for k in range(64):
        memcpy(&block[k], &start.state, sizeof(State))
        memcpy(&ring[k], &start.state, sizeof(State))
    with nogil:
        if raw:
            for k in range(n // 64):
                block[k & 63].spare_bytes[0] = 0
                memcpy(ring, block, sizeof(ring))
        else:
            for k in range(n):
                memcpy(&ring[k & 63], &block[(k + 1) & 63], sizeof(State))
                ring[k & 63].spare_bytes[0] ^= 0
    return ring[n & 63].spare_bytes[0]


def time_legal(CoreState start not None, int n):
    """List the legal actions `n` times; the sum of their counts."""
    cdef action_t actions[MAX_ACTIONS]
    cdef uint8_t costs[MAX_ACTIONS]
    cdef int k
    cdef long total = 0
    with nogil:
        for k in range(n):
            total += legal_actions(start.core.context, &start.state, actions, costs)
    return total


def time_distances(CoreState start not None, int n, int chop=2):
    """Measure all distances from each square in turn, `n` times; their sum."""
    cdef uint8_t out[MAX_SQUARES]
    cdef int k
    cdef long total = 0
    cdef const Context* c = start.core.context
    with nogil:
        for k in range(n):
            measure(c, &start.state, k % c.squares, chop, 1, 2, out)
            total += out[c.square_of[0]]
    return total


def perft(CoreState start not None, int depth):
    """Leaves of the full tree of actions and chance outcomes to a depth in events; ended games count as leaves."""
    return leaves(start.core.context, &start.state, depth)


cdef long leaves(const Context* c, const State* s, int depth) noexcept nogil:
    cdef action_t actions[MAX_ACTIONS]
    cdef uint8_t costs[MAX_ACTIONS]
    cdef outcome_t outcomes[MAX_OUTCOMES]
    cdef double p[MAX_OUTCOMES]
    cdef State after
    cdef long total = 0
    cdef int n, k
    if depth == 0 or s.phase == OVER:
        return 1
    if is_chance(s):
        n = list_outcomes(c, s, outcomes, p)
        for k in range(n):
            memcpy(&after, s, sizeof(State))
            apply_outcome(c, &after, outcomes[k], NULL, 0, NULL)
            total += leaves(c, &after, depth - 1)
        return total
    n = legal_actions(c, s, actions, costs)
    for k in range(n):
        memcpy(&after, s, sizeof(State))
        apply_action(c, &after, actions[k], costs[k])
        total += leaves(c, &after, depth - 1)
    return total
