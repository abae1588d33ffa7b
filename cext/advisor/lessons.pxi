# What a model learns from: ways to play one turn, and how games went on from there.

cdef enum:
    MOST_STEPS = 64         # of one way
    LONGEST_LEAD = 60       # turns before the one that is played in several ways
    WANDER = 60             # of 1000 actions, those left to chance in a third of the games up to there
    STRAY = 300             # of 1000 actions, those left to chance in every way but the policy's own


cdef inline action_t any_action(const action_t* actions, int n, Rng* rng) noexcept nogil:
    """An action at random; drives, which are many, are drawn again twice."""
    cdef action_t a = actions[below(rng, n)]
    cdef int k
    for k in range(2):
        if kind_of(a) != DRIVE_AMBULANCE and kind_of(a) != DRIVE_ENGINE:
            break
        a = actions[below(rng, n)]
    return a


cdef void play_way(const Context* c, State* s, unsigned int stray, bint idle, Rng* rng) noexcept nogil:
    """Play a turn to its end by the policy, some of its actions left to chance, or with `idle` replaced by `end`."""
    cdef action_t actions[MAX_ACTIONS]
    cdef uint8_t costs[MAX_ACTIONS]
    cdef action_t a
    cdef int n, length = 0
    while s.phase != OVER and s.phase != ADVANCE_FIRE:
        if is_chance(s):
            apply_outcome(c, s, sample_outcome(c, s, rng), NULL, 0, NULL)
            continue
        if stray and s.phase == ACTION and length < MOST_STEPS and below(rng, 1000) < stray:
            n = legal_actions(c, s, actions, costs)
            a = actions[n - 1] if idle else any_action(actions, n, rng)
        else:
            a = policy_action(c, s, rng)
        length += 1
        apply_action(c, s, a, cost_of(c, s, a))


cdef bint lead_in(const Context* c, State* s, int turns, unsigned int stray, Rng* rng) noexcept nogil:
    """Play some turns; false if the game is over before a turn begins after them."""
    while turns > 0 and s.phase != OVER:
        play_way(c, s, stray, False, rng)
        if s.phase == ADVANCE_FIRE:
            play_out_turn(c, s, rng)
        turns -= 1
    return s.phase == ACTION


def turn_ways(CoreState start not None, int roots, int ways, uint64_t seed):
    """Turns out of games of the playout policy, each played to its end in several ways.

    A third of the games come to their turn with 6 % of the policy's actions left to chance. The first way of a turn
    is the policy's own, the others have 30 % of the actions left to chance or are cut short.

    Parameters
    ----------
    start : CoreState
        Where the games start, at the beginning of a turn.
    roots, ways : int
        Turns, and ways to play each.
    seed : int
        The same call gives the same states.

    Returns
    -------
    ndarray of uint8, shape (roots, ways, STATE_SIZE)
        Bytes of the states in which the turn was ended.
    """
    import numpy as np

    cdef const Context* c = start.core.context
    cdef State root, here
    cdef uint64_t game = 0
    cdef int k = 0, j, turns
    cdef unsigned int stray
    cdef Rng rng
    if start.state.phase != ACTION or roots < 0 or ways < 1:
        raise ValueError("expected the beginning of a turn, and positive numbers of turns and ways")
    found = np.zeros((roots, ways, STATE_SIZE), dtype=np.uint8)
    cdef uint8_t[:, :, ::1] out = found
    with nogil:
        while k < roots:
            rng = stream(seed, game, 0, PURPOSE_SEARCH)
            game += 1
            memcpy(&root, &start.state, sizeof(State))
            turns = <int>below(&rng, LONGEST_LEAD)
            stray = 0 if below(&rng, 3) else WANDER
            if not lead_in(c, &root, turns, stray, &rng):
                continue
            for j in range(ways):
                memcpy(&here, &root, sizeof(State))
                play_way(c, &here, STRAY if j else 0, j & 1, &rng)
                memcpy(&out[k, j, 0], &here, sizeof(State))
            k += 1
    return found


def play_lessons(Core core not None, states, int rolls, uint64_t seed):
    """Roll for the fire after each way to play a turn, and let the playout policy play on to the end.

    The r-th rolls after all ways of one turn meet the same dice, turn by turn.

    Parameters
    ----------
    core : Core
        Of the states.
    states : ndarray of uint8, shape (roots, ways, STATE_SIZE)
        Bytes of states; where a turn was not ended yet, the policy ends it.
    rolls : int
        Games from each.
    seed : int
        The same call gives the same games.

    Returns
    -------
    after : ndarray of float32, shape (roots, ways, features)
        Where the turn was ended, before the roll. All zeros if the game was over then.
    rolled : ndarray of float32, shape (roots, ways, rolls, features)
        After the fire phase. All zeros if the game was over then.
    won : ndarray of float32, shape (roots, ways, rolls)
        1 if the game was won, else 0.
    turns : ndarray of int32, shape (roots, ways, rolls)
        Turns that the game took from after the fire phase to its end.
    """
    import numpy as np

    cdef const uint8_t[:, :, ::1] given = np.ascontiguousarray(states, dtype=np.uint8)
    cdef Py_ssize_t roots = given.shape[0], ways = given.shape[1], k, j, r
    cdef const Context* c = core.context
    cdef State here, x
    cdef Playing game
    cdef Rng dice
    if given.shape[2] != STATE_SIZE or rolls < 1:
        raise ValueError(f"states of {given.shape[2]} bytes, rolls {rolls}: expected {STATE_SIZE}, and 1 or more")
    after = np.zeros((roots, ways, FEATURES), dtype=np.float32)
    rolled = np.zeros((roots, ways, rolls, FEATURES), dtype=np.float32)
    won = np.zeros((roots, ways, rolls), dtype=np.float32)
    turns = np.zeros((roots, ways, rolls), dtype=np.int32)
    cdef float[:, :, ::1] xa = after
    cdef float[:, :, :, ::1] xr = rolled
    cdef float[:, :, ::1] y = won
    cdef int[:, :, ::1] length = turns
    with nogil:
        for k in range(roots):
            for j in range(ways):
                memcpy(&here, &given[k, j, 0], sizeof(State))
                dice = stream(seed, k, j, PURPOSE_SEARCH)
                play_way(c, &here, 0, False, &dice)
                if here.phase != OVER:
                    features(c, &here, &xa[k, j, 0])
                for r in range(rolls):
                    memcpy(&x, &here, sizeof(State))
                    dice = stream(seed, k * rolls + r, 0, PURPOSE_SEARCH)
                    while x.phase == ADVANCE_FIRE or (x.phase == REVEAL and x.cause == BY_FIRE):
                        apply_outcome(c, &x, sample_outcome(c, &x, &dice), NULL, 0, NULL)
                    if x.phase != OVER:
                        features(c, &x, &xr[k, j, r, 0])
                    begin_playing(&game, &x, seed, k * rolls + r)
                    play_on(c, &game, BY_GREEDY)
                    y[k, j, r] = game.s.reason == RESCUED
                    length[k, j, r] = game.turns
    return after, rolled, won, turns


def time_values(CoreState start not None, int n):
    """Take the static value `n` times; their sum, so that nothing is skipped."""
    cdef double sum = 0
    cdef int k
    start.core.need_model()
    with nogil:
        for k in range(n):
            sum += static_value(start.core.context, &start.state)
    return sum
