# Rollouts: a plan's worth by playing on, with less noise than plain play has.
#
# Trial t of a seed meets the same dice after every plan (common random numbers): the stream of a turn is
# (seed, trial, turn). The first roll after the plan is stratified: a block of as many trials as it has outcomes
# meets each of them once. What the dice did to the static value, minus its exact mean over that event, is reported
# as luck: its mean is zero, so it can be taken off (a control variate; Veness, Lanctot and Bowling 2011; backgammon
# programs call it variance reduction). After `horizon` turns the static value stands for the rest.

cdef enum:
    MOST_EVENTS = 100000    # of one rollout: where nothing can be placed for ever, the static value stands

# What a rollout did.
ctypedef struct Trial:
    double value
    double luck             # to be taken off the value; zero on average
    long leaves
    int turns               # that were begun after the plan's

ctypedef struct Rollout:
    const GameTable* game
    const Memory* memory    # what to do after chance events within the first turn
    int player
    uint64_t seed
    int horizon             # turns after the plan; 0: the static value after the coming chance events
    int controls            # rolls whose luck is reported
    bint stratified


cdef inline double value_of(const Rollout* r, const void* state) noexcept nogil:
    cdef double values[MOST_PLAYERS]
    r.game.value(r.game.context, state, values)
    return values[r.player]


cdef int stratum(const Rollout* r, uint64_t trial, int n) noexcept nogil:
    """The outcome that a trial meets first: blocks of n trials are permutations of the n outcomes."""
    cdef uint8_t order[MOST_OUTCOMES]
    cdef Rng rng = stream(r.seed, trial // n, 3, PURPOSE_SEARCH)
    cdef int k, other
    cdef uint8_t swap
    for k in range(n):
        order[k] = <uint8_t>k
    for k in range(n - 1, 0, -1):
        other = <int>below(&rng, k + 1)
        swap = order[k]
        order[k] = order[other]
        order[other] = swap
    return order[trial % n]


cdef void meet_chance(const Rollout* r, uint8_t* here, uint64_t trial, bint first, bint controlled, Rng* rng,
                      Trial* out) noexcept nogil:
    """One chance event: stratified if it is the first roll, its luck noted if asked for."""
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = r.game
    cdef outcome_t met
    cdef double mean = 0
    cdef int n = 0, k
    if first or controlled:
        n = g.chance(g.context, here, outcomes, p)
    if first and p[0] == p[n - 1]:
        met = outcomes[stratum(r, trial, n)]
    else:
        met = g.sample(g.context, here, rng)
    if controlled:
        for k in range(n):
            memcpy(after, here, g.state_size)
            g.apply_chance(g.context, after, outcomes[k])
            mean += p[k] * value_of(r, after)
        out.leaves += n + 1
    g.apply_chance(g.context, here, met)
    if controlled:
        out.luck += value_of(r, here) - mean


cdef void follow_plan(const Rollout* r, uint8_t* here, Rng* rng) noexcept nogil:
    """Decide within the first turn: by what the walk found for this choice, else by the playout policy."""
    cdef const GameTable* g = r.game
    cdef const Known* entry = recall(r.memory, here, g.state_size, A_CHOICE)
    cdef int k
    if entry == NULL or entry.length == 0:
        g.apply(g.context, here, g.policy(g.context, here, rng))
        return
    for k in range(entry.length):
        g.apply(g.context, here, entry.plan[k])


cdef void roll_on(const Rollout* r, uint8_t* here, uint64_t trial, Trial* out) noexcept nogil:
    """Play on from what a plan leads to, in place, and leave the state there in which it ended."""
    cdef const GameTable* g = r.game
    cdef Rng inside = stream(r.seed, trial, 0, PURPOSE_SEARCH)      # chance events within a turn
    cdef Rng between = stream(r.seed, trial, 0, PURPOSE_CHANCE)     # those after it
    cdef Rng choice = stream(r.seed, trial, 0, PURPOSE_POLICY)
    cdef int kind, turn = 0, rolls = 0, events = 0
    cdef bint was_in_turn, in_turn
    out.value = 0
    out.luck = 0
    out.leaves = 1
    in_turn = g.in_turn(g.context, here)
    while True:
        kind = g.kind(g.context, here)
        events += 1
        if kind == NODE_OVER or events > MOST_EVENTS:
            break
        was_in_turn = in_turn
        if kind == NODE_DECISION:
            if turn == 0 and in_turn:
                follow_plan(r, here, &choice)
            elif turn > r.horizon:
                break
            else:
                g.apply(g.context, here, g.policy(g.context, here, &choice))
        elif in_turn:
            meet_chance(r, here, trial, False, False, &inside, out)
        elif g.quiet(g.context, here) or rolls > turn:
            if g.quiet(g.context, here) and turn >= r.horizon:
                break
            meet_chance(r, here, trial, False, False, &between, out)
        else:
            rolls = turn + 1
            meet_chance(r, here, trial, turn == 0 and r.stratified, turn < r.controls, &between, out)
        in_turn = g.in_turn(g.context, here)
        if in_turn and not was_in_turn:
            turn += 1
            inside = stream(r.seed, trial, turn, PURPOSE_SEARCH)
            between = stream(r.seed, trial, turn, PURPOSE_CHANCE)
            choice = stream(r.seed, trial, turn, PURPOSE_POLICY)
    out.turns = turn


cdef void roll_out(const Rollout* r, const uint8_t* start, uint64_t trial, Trial* out) noexcept nogil:
    """Play on from what a plan leads to and take the value of where it ended."""
    cdef uint8_t here[MOST_STATE]
    memcpy(here, start, r.game.state_size)
    roll_on(r, here, trial, out)
    out.value = value_of(r, here)


cdef class Rollouts:
    """Rollouts from what the plans of a turn lead to.

    Parameters
    ----------
    search : TurnSearch
        One that has run: it knows what to do after chance events within the turn.
    starts : sequence of bytes
        The states that the plans lead to.
    seed : int
        Trial t of a seed meets the same dice after every plan.
    horizon : int
        Turns of the playout policy after the plan, then the static value; 0: the static value after the chance events.
    controls : int
        In how many turns the luck of the roll is reported.
    stratified : bool
        Whether blocks of trials meet each outcome of the first roll once.

    Notes
    -----
    Several threads may run trials at once: nothing is written but their own rows.
    """

    cdef Rollout rollout
    cdef TurnSearch search
    cdef bytes states
    cdef readonly int plans
    cdef volatile_int cancelled

    def __cinit__(self, TurnSearch search not None, starts, uint64_t seed=0, int horizon=6, int controls=1,
                  bint stratified=True):
        self.search = search
        for state in starts:
            if <size_t>len(state) != search.game.state_size:
                raise ValueError("no state of the game")
        if horizon < 0 or controls < 0:
            raise ValueError(f"horizon {horizon}, controls {controls}: expected 0 or more")
        self.states = b"".join(starts)
        self.plans = len(starts)
        self.rollout.game = search.game
        self.rollout.memory = &search.task.memory
        self.rollout.player = search.task.expectation.player
        self.rollout.seed = seed
        self.rollout.horizon = horizon
        self.rollout.controls = controls
        self.rollout.stratified = stratified

    def run(self, int plan, long first, double[:, ::1] out not None):
        """Run trials first, first + 1, ... of a plan.

        Parameters
        ----------
        plan : int
            Its number in `starts`.
        first : int
            The first trial.
        out : array of float64, shape (n, 2)
            Receives value and luck of each trial.

        Returns
        -------
        int
            How many trials were run: fewer than n after `cancel`.
        """
        cdef const uint8_t* start
        cdef Trial trial
        cdef Py_ssize_t k, n = out.shape[0]
        if not 0 <= plan < self.plans or out.shape[1] != 2 or first < 0:
            raise ValueError("no such plan, a negative trial, or not two columns")
        start = <const uint8_t*><const char*>self.states + <size_t>plan * self.rollout.game.state_size
        with nogil:
            for k in range(n):
                if self.cancelled:
                    n = k
                    break
                roll_out(&self.rollout, start, <uint64_t>(first + k), &trial)
                out[k, 0] = trial.value
                out[k, 1] = trial.luck
        return n

    def cancel(self):
        """Make every run under way stop after its present trial."""
        self.cancelled = 1
