# What a model learns from: positions, how they ended, and a quick player that is better than the policy.
#
# The quick player looks at a few ways to play its turn: the policy's own, and the policy's with some actions
# left to chance. It takes the one with the best value, for the best few the mean over the roll that comes.

cdef enum:
    MOST_WAYS = 24
    MOST_STEPS = 64
    MOST_TURNS = 160

# How somebody plays.
ctypedef struct Player:
    int ways                # ways to play a turn that are looked at; at most 1: the policy's own
    int finals              # of them, those valued over the coming roll
    unsigned int stray      # of 1000 actions, those left to chance in all ways but the first

cdef enum:
    WHOLLY_STRAY = 60       # of 1000 actions, those left to chance where a game is only to get somewhere
    LONGEST_LEAD = 60       # turns before a lesson


cdef inline action_t any_action(const action_t* actions, int n, Rng* rng) noexcept nogil:
    """An action at random; drives, which are many, are drawn again twice."""
    cdef action_t a = actions[below(rng, n)]
    cdef int k
    for k in range(2):
        if kind_of(a) != DRIVE_AMBULANCE and kind_of(a) != DRIVE_ENGINE:
            break
        a = actions[below(rng, n)]
    return a


cdef double over_the_roll(const Context* c, const State* s) noexcept nogil:
    """The mean static value over the faces of the coming roll; what may follow it is left to the static value."""
    cdef outcome_t outcomes[MAX_OUTCOMES]
    cdef double p[MAX_OUTCOMES]
    cdef State after
    cdef double sum = 0
    cdef int n, k
    if s.phase == OVER:
        return static_value(c, s)
    n = list_outcomes(c, s, outcomes, p)
    for k in range(n):
        memcpy(&after, s, sizeof(State))
        apply_outcome(c, &after, outcomes[k], NULL, 0, NULL)
        sum += p[k] * static_value(c, &after)
    return sum


cdef double value_way(const Context* c, State* s, Rng* rng, bint rolled) noexcept nogil:
    """The value if the policy plays the turn to its end: mean over reveals, the deck gun's dice drawn once."""
    cdef State other
    cdef outcome_t outcomes[MAX_OUTCOMES]
    cdef double p[MAX_OUTCOMES]
    cdef double sum = 0
    cdef action_t a
    cdef int n, k
    while s.phase != OVER and s.phase != ADVANCE_FIRE:
        if s.phase == REVEAL:
            n = list_outcomes(c, s, outcomes, p)
            for k in range(n):
                memcpy(&other, s, sizeof(State))
                apply_outcome(c, &other, outcomes[k], NULL, 0, NULL)
                sum += p[k] * value_way(c, &other, rng, rolled)
            return sum
        if is_chance(s):
            apply_outcome(c, s, sample_outcome(c, s, rng), NULL, 0, NULL)
            continue
        a = policy_action(c, s, rng)
        apply_action(c, s, a, cost_of(c, s, a))
    return over_the_roll(c, s) if rolled else static_value(c, s)


cdef int draw_way(const Context* c, State* s, unsigned int stray, bint idle, Rng* rng,
                  action_t* steps) noexcept nogil:
    """Play on to the end of the turn or the first chance event; the steps. With `idle` a stray action is `end`."""
    cdef action_t actions[MAX_ACTIONS]
    cdef uint8_t costs[MAX_ACTIONS]
    cdef action_t a
    cdef int n, length = 0
    while s.phase == ACTION and length < MOST_STEPS:
        if stray and below(rng, 1000) < stray:
            n = legal_actions(c, s, actions, costs)
            a = actions[n - 1] if idle else any_action(actions, n, rng)
        else:
            a = policy_action(c, s, rng)
        steps[length] = a
        length += 1
        apply_action(c, s, a, cost_of(c, s, a))
    return length


cdef void play_turn(const Context* c, State* s, const Player* player, Rng* rng) noexcept nogil:
    """Play a decision's turn up to its end or the first chance event."""
    cdef action_t steps[MOST_WAYS][MOST_STEPS]
    cdef int length[MOST_WAYS]
    cdef double value[MOST_WAYS]
    cdef State here
    cdef double best = -1, mean
    cdef int k, i, turn, pick = 0
    if s.phase == DECK_GUN_CHOICE:
        steps[0][0] = answer_gun(c, s)
        apply_action(c, s, steps[0][0], 0)
        return
    if player.ways <= 1:
        draw_way(c, s, player.stray, False, rng, steps[0])
        return
    for k in range(player.ways):
        memcpy(&here, s, sizeof(State))
        length[k] = draw_way(c, &here, player.stray if k else 0, k & 1, rng, steps[k])
        value[k] = value_way(c, &here, rng, False)
        if value[k] > value[pick]:
            pick = k
    for turn in range(player.finals):
        i = -1
        for k in range(player.ways):
            if value[k] >= 0 and (i < 0 or value[k] > value[i]):
                i = k
        if i < 0:
            break
        memcpy(&here, s, sizeof(State))
        for k in range(length[i]):
            apply_action(c, &here, steps[i][k], cost_of(c, &here, steps[i][k]))
        value[i] = -1
        mean = value_way(c, &here, rng, True)
        if mean > best:
            best = mean
            pick = i
    for k in range(length[pick]):
        apply_action(c, s, steps[pick][k], cost_of(c, s, steps[pick][k]))


cdef void play_on(const Context* c, State* s, const Player* player, uint64_t seed, uint64_t trial) noexcept nogil:
    """Play a game to its end; each turn has streams of its own, so that siblings meet the same dice."""
    cdef Rng chance = stream(seed, trial, 1, PURPOSE_CHANCE)
    cdef Rng choice = stream(seed, trial, 1, PURPOSE_POLICY)
    cdef int turn = 1
    while s.phase != OVER:
        if is_chance(s):
            apply_outcome(c, s, sample_outcome(c, s, &chance), NULL, 0, NULL)
            continue
        play_turn(c, s, player, &choice)
        if s.phase == ADVANCE_FIRE:
            turn += 1
            chance = stream(seed, trial, turn, PURPOSE_CHANCE)
            choice = stream(seed, trial, turn, PURPOSE_POLICY)


cdef void roll_out(const Context* c, State* s, Rng* rng) noexcept nogil:
    """The fire phase: rolls and reveals up to where new POI are placed."""
    while s.phase == ADVANCE_FIRE or (s.phase == REVEAL and s.cause == BY_FIRE):
        apply_outcome(c, s, sample_outcome(c, s, rng), NULL, 0, NULL)


cdef bint lead_in(const Context* c, State* s, const Player* player, int turns, Rng* rng) noexcept nogil:
    """Play some turns; false if the game is over before a turn begins after them."""
    while s.phase != OVER:
        if is_chance(s):
            apply_outcome(c, s, sample_outcome(c, s, rng), NULL, 0, NULL)
            continue
        if turns <= 0 and s.phase == ACTION and not s.acted:
            return True
        play_turn(c, s, player, rng)
        turns -= s.phase == ADVANCE_FIRE
    return False


cdef Player player_of(int ways, int finals, double stray) except *:
    cdef Player player
    if not (0 <= ways <= MOST_WAYS and 0 <= finals <= MOST_WAYS and 0 <= stray <= 1):
        raise ValueError(f"ways {ways}, finals {finals}: expected 0 to {MOST_WAYS}; stray {stray}: 0 to 1")
    player.ways = ways
    player.finals = finals
    player.stray = <unsigned int>(1000 * stray)
    return player


def lessons(CoreState start not None, int roots, uint64_t seed, *, int ways=6, int rolls=4, int player_ways=0,
            int player_finals=0, double stray=0.3):
    """Turns of games, several ways to play each, several rolls after each, and how a game went on from there.

    A third of the games come to their turn by the policy with 6 % of its actions left to chance, the others by the
    quick player. Ways of one turn meet the same dice.

    Parameters
    ----------
    start : CoreState
        Where the games start; its core has a model if a quick player is asked for.
    roots : int
        Turns.
    seed : int
        The same call gives the same rows.
    ways, rolls : int
        Ways to play a turn, and rolls after each.
    player_ways, player_finals : int
        The quick player's ways, and those it values over the roll; 0 ways: the policy plays on.
    stray : float
        Share of actions left to chance in a way that is not the policy's own.

    Returns
    -------
    after : ndarray of float32, shape (roots, ways, features)
        Where the turn was ended, before the roll. All zeros if the game was over then.
    rolled : ndarray of float32, shape (roots, ways, rolls, features)
        After the fire phase. All zeros if the game was over then.
    won : ndarray of float32, shape (roots, ways, rolls)
        1 if the game was won, else 0.
    """
    import numpy as np

    cdef Player player = player_of(player_ways, player_finals, stray)
    cdef Player wild = player_of(0, 0, WHOLLY_STRAY / 1000.0)
    cdef Player other = player_of(0, 0, stray)
    if ways < 1 or rolls < 1 or roots < 0:
        raise ValueError(f"roots {roots}, ways {ways}, rolls {rolls}: expected positive numbers")
    if player_ways > 1:
        start.core.need_model()
    else:
        player.stray = 0
    after = np.zeros((roots, ways, FEATURES), dtype=np.float32)
    rolled = np.zeros((roots, ways, rolls, FEATURES), dtype=np.float32)
    won = np.zeros((roots, ways, rolls), dtype=np.float32)
    cdef float[:, :, ::1] xa = after
    cdef float[:, :, :, ::1] xr = rolled
    cdef float[:, :, ::1] y = won
    cdef const Context* c = start.core.context
    cdef State root, here, x
    cdef action_t steps[MOST_STEPS]
    cdef uint64_t game = 0
    cdef int k = 0, j, r, turns
    cdef Rng rng, dice
    with nogil:
        while k < roots:
            rng = stream(seed, game, 0, PURPOSE_SEARCH)
            game += 1
            memcpy(&root, &start.state, sizeof(State))
            turns = <int>below(&rng, LONGEST_LEAD)
            if not lead_in(c, &root, &player if below(&rng, 3) else &wild, turns, &rng):
                continue
            for j in range(ways):
                memcpy(&here, &root, sizeof(State))
                while here.phase != OVER and here.phase != ADVANCE_FIRE:
                    if is_chance(&here):
                        apply_outcome(c, &here, sample_outcome(c, &here, &rng), NULL, 0, NULL)
                    elif here.phase == ACTION:
                        draw_way(c, &here, other.stray if j else 0, j & 1, &rng, steps)
                    else:
                        play_turn(c, &here, &wild, &rng)
                if here.phase != OVER:
                    features(c, &here, &xa[k, j, 0])
                for r in range(rolls):
                    memcpy(&x, &here, sizeof(State))
                    dice = stream(seed, k * rolls + r, 0, PURPOSE_CHANCE)
                    roll_out(c, &x, &dice)
                    if x.phase != OVER:
                        features(c, &x, &xr[k, j, r, 0])
                        play_on(c, &x, &player, seed, k * rolls + r)
                    y[k, j, r] = x.reason == RESCUED
            k += 1
    return after, rolled, won


def diaries(CoreState start not None, int n, uint64_t seed, *, int ways=0, int finals=0, double stray=0.3,
            uint64_t first_trial=0):
    """Whole games of the policy or of the quick player, with the features of every turn.

    Parameters
    ----------
    start : CoreState
        Where each game starts; its core has a model if a quick player is asked for.
    n, seed, first_trial : int
        How many games; trial t of a seed is always the same game.
    ways, finals, stray
        As in `lessons`.

    Returns
    -------
    rows : ndarray of float32, shape (positions, features)
        After each fire phase and, before it, where the turn was ended, in turn.
    game : ndarray of int32, shape (positions,)
        The number of the game that a row belongs to.
    won : ndarray of int32, shape (n,)
        1 for a game that was won, else 0.
    """
    import numpy as np

    cdef Player player = player_of(ways, finals, stray)
    if ways > 1:
        start.core.need_model()
    else:
        player.stray = 0
    rows = np.zeros((n * MOST_TURNS, FEATURES), dtype=np.float32)
    numbers = np.zeros(n * MOST_TURNS, dtype=np.int32)
    won = np.zeros(n, dtype=np.int32)
    cdef float[:, ::1] x = rows
    cdef int[::1] game = numbers
    cdef int[::1] ends = won
    cdef const Context* c = start.core.context
    cdef State s
    cdef Rng chance, choice
    cdef int k, turn, count = 0, first
    with nogil:
        for k in range(n):
            memcpy(&s, &start.state, sizeof(State))
            turn = 0
            first = count
            chance = stream(seed, first_trial + k, 0, PURPOSE_CHANCE)
            choice = stream(seed, first_trial + k, 0, PURPOSE_POLICY)
            while s.phase != OVER:
                if s.phase == ADVANCE_FIRE:
                    if count + 1 < first + MOST_TURNS:
                        features(c, &s, &x[count, 0])
                        game[count] = k
                        count += 1
                    roll_out(c, &s, &chance)
                    if s.phase != OVER and count + 1 < first + MOST_TURNS:
                        features(c, &s, &x[count, 0])
                        game[count] = k
                        count += 1
                    turn += 1
                    choice = stream(seed, first_trial + k, turn, PURPOSE_POLICY)
                    chance = stream(seed, first_trial + k, turn, PURPOSE_CHANCE)
                elif is_chance(&s):
                    apply_outcome(c, &s, sample_outcome(c, &s, &chance), NULL, 0, NULL)
                else:
                    play_turn(c, &s, &player, &choice)
            ends[k] = s.reason == RESCUED
    return rows[:count].copy(), numbers[:count].copy(), won


def time_values(CoreState start not None, int n):
    """Take the static value `n` times; their sum, so that nothing is skipped."""
    cdef double sum = 0
    cdef int k
    start.core.need_model()
    with nogil:
        for k in range(n):
            sum += static_value(start.core.context, &start.state)
    return sum
