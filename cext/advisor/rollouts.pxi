# Rollouts: a plan's worth by playing on, with less noise than plain play has.
#
# Trial t of a seed meets the same dice after every plan (common random numbers): the stream of a turn is
# (seed, trial, turn). The first roll after the plan is stratified: a block of as many trials as it has outcomes
# meets each of them once. What the dice did to the static value, minus its exact mean over that event, is reported
# as luck: its mean is zero, so it can be taken off (a control variate; Veness, Lanctot and Bowling 2011; backgammon
# programs call it variance reduction). After `horizon` turns of the playout policy the static value stands for the
# rest; or the turns that follow are played by the one-ply search itself (`replies`), and what it says of the last of
# them stands for the rest.

cdef enum:
    MOST_EVENTS = 100000    # of one rollout: where nothing can be placed for ever, the static value stands
    REPLY_OUTCOMES = 4      # of a chance event within a reply's turn; where there are more, four are drawn
    REPLY_NODES = 1 << 14   # room for a walk that begins just before the bound on nodes is reached

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
    int replies             # turns after the plan that the one-ply search plays; 0: those of the playout policy
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


cdef double mean_after(const Rollout* r, const uint8_t* here, Trial* out) noexcept nogil:
    """The mean of the static value over a chance event."""
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = r.game
    cdef double mean = 0
    cdef int n = g.chance(g.context, here, outcomes, p), k
    for k in range(n):
        memcpy(after, here, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        mean += p[k] * value_of(r, after)
    out.leaves += n
    return mean


cdef outcome_t first_outcome(const Rollout* r, const uint8_t* here, uint64_t trial, Rng* rng) noexcept nogil:
    """What a trial meets first: stratified if all outcomes are as likely."""
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef int n = r.game.chance(r.game.context, here, outcomes, p)
    if p[0] == p[n - 1]:
        return outcomes[stratum(r, trial, n)]
    return r.game.sample(r.game.context, here, rng)


cdef void meet_chance(const Rollout* r, uint8_t* here, uint64_t trial, bint first, bint controlled, double mean,
                      Rng* rng, Trial* out) noexcept nogil:
    """One chance event: stratified if it is the first roll; its luck is noted if asked for, by its mean if known."""
    cdef const GameTable* g = r.game
    if controlled and mean < 0:
        mean = mean_after(r, here, out)
    g.apply_chance(g.context, here, first_outcome(r, here, trial, rng) if first else g.sample(g.context, here, rng))
    if controlled:
        out.luck += value_of(r, here) - mean
        out.leaves += 1


cdef inline bint rolls_next(const GameTable* g, const void* state) noexcept nogil:
    """Whether the chance event after a turn comes next, that with the most outcomes."""
    return g.kind(g.context, state) == NODE_CHANCE and not g.in_turn(g.context, state) and not g.quiet(g.context, state)


# What the one-ply search of replies needs, and the replies that it has found.
ctypedef struct Replying:
    Task task               # its memory is emptied for each reply: what is said of a state must follow from it alone
    Memory answers


cdef double best_reply(Replying* r, uint8_t* here, bint play) noexcept nogil:
    """The value of the best way to go on with a turn, which is played up to the next chance event if asked for."""
    cdef const GameTable* g = r.task.ground.game
    cdef Estimate e
    cdef Known* entry = recall(&r.answers, here, g.state_size, A_CHOICE)
    cdef const Known* found
    cdef Rng rng
    cdef int k
    if entry == NULL:
        forget(&r.task.memory)
        r.task.ground.walked = 0
        r.task.expectation.leaves = 0
        e = value_choice(&r.task, here)
        found = recall(&r.task.memory, here, g.state_size, A_CHOICE)
        if r.answers.count == r.answers.capacity:
            forget(&r.answers)
        entry = remember(&r.answers, here, g.state_size, A_CHOICE)
        entry.value = e
        if found != NULL:   # else there was no room to find any
            entry.length = found.length
            memcpy(entry.plan, found.plan, sizeof(found.plan))
    if play and entry.length == 0:
        rng = stream(r.task.expectation.seed, hash_bytes(here, g.state_size), 4, PURPOSE_SEARCH)
        g.apply(g.context, here, g.policy(g.context, here, &rng))
    elif play:
        for k in range(entry.length):
            g.apply(g.context, here, entry.plan[k])
    return entry.value.mean


cdef void follow_plan(const Rollout* r, Replying* replier, uint8_t* here, Rng* rng) noexcept nogil:
    """Decide within the first turn: by what the walk found for this choice, else as in the turns after it."""
    cdef const GameTable* g = r.game
    cdef const Known* entry = recall(r.memory, here, g.state_size, A_CHOICE)
    cdef int k
    if entry != NULL and entry.length > 0:
        for k in range(entry.length):
            g.apply(g.context, here, entry.plan[k])
    elif r.replies:
        best_reply(replier, here, True)
    else:
        g.apply(g.context, here, g.policy(g.context, here, rng))


cdef void roll_on(const Rollout* r, Replying* replier, uint8_t* here, double mean, uint64_t trial,
                  Trial* out) noexcept nogil:
    """Play on from what a plan leads to, in place: the state in which it ended is left there."""
    cdef const GameTable* g = r.game
    cdef Rng inside = stream(r.seed, trial, 0, PURPOSE_SEARCH)      # chance events within a turn
    cdef Rng between = stream(r.seed, trial, 0, PURPOSE_CHANCE)     # those after it
    cdef Rng choice = stream(r.seed, trial, 0, PURPOSE_POLICY)
    cdef int kind, turn = 0, rolls = 0, events = 0
    cdef bint was_in_turn, in_turn
    out.value = 0
    out.luck = 0
    out.leaves = 1
    out.turns = 0
    in_turn = g.in_turn(g.context, here)
    while True:
        kind = g.kind(g.context, here)
        events += 1
        if kind == NODE_OVER or events > MOST_EVENTS:
            break
        was_in_turn = in_turn
        if kind == NODE_DECISION:
            if turn == 0 and in_turn:
                follow_plan(r, replier, here, &choice)
            elif r.replies and in_turn:
                out.value = best_reply(replier, here, turn < r.replies)
                if turn >= r.replies:
                    return
            elif turn > r.horizon and not r.replies:
                break
            else:
                g.apply(g.context, here, g.policy(g.context, here, &choice))
        elif in_turn:
            meet_chance(r, here, trial, False, False, -1, &inside, out)
        elif g.quiet(g.context, here) or rolls > turn:
            if g.quiet(g.context, here) and turn >= r.horizon and not r.replies:
                break
            meet_chance(r, here, trial, False, False, -1, &between, out)
        else:
            rolls = turn + 1
            meet_chance(r, here, trial, turn == 0 and r.stratified, turn < r.controls, mean if events == 1 else -1,
                        &between, out)
        in_turn = g.in_turn(g.context, here)
        if in_turn and not was_in_turn:
            turn += 1
            out.turns = turn
            inside = stream(r.seed, trial, turn, PURPOSE_SEARCH)
            between = stream(r.seed, trial, turn, PURPOSE_CHANCE)
            choice = stream(r.seed, trial, turn, PURPOSE_POLICY)
    out.value = value_of(r, here)


cdef void roll_out(const Rollout* r, Replying* replier, const uint8_t* start, double mean, uint64_t trial,
                   Trial* out) noexcept nogil:
    """Play on from what a plan leads to; `mean` is that of the chance event that comes next, below 0 if not known."""
    cdef uint8_t here[MOST_STATE]
    memcpy(here, start, r.game.state_size)
    roll_on(r, replier, here, mean, trial, out)


cdef class Replier:
    """The one-ply search of the turns in rollouts: its memory, for one thread at a time.

    Parameters
    ----------
    search : TurnSearch
        The search that the rollouts go on from: of its game, for its player, with its seed.
    nodes, width, ends, chances : int
        States walked, beyond which the playout policy plays the turn out; states kept at each number of AP spent;
        ways to end the turn that are valued over the coming roll; chance events within the turn that are followed.
    limit : int
        Chance events are expanded exactly as long as their numbers of outcomes multiply to at most this.

    Notes
    -----
    What it says of a state follows from the state and these arguments, whatever it was asked before.
    """

    cdef Replying replying
    cdef TurnSearch search

    def __cinit__(self, TurnSearch search not None, long nodes, int width, int ends, int chances, long limit):
        cdef const Expectation* e = &search.task.expectation
        cdef Task* t = &self.replying.task
        self.search = search
        set_effort(t, nodes, 1 << 40, width, width, ends, ends, ends, 0, chances, chances, limit, limit)
        t.effort.outcomes = REPLY_OUTCOMES
        if (not open_task(t, search.game, e.player, e.seed, nodes + REPLY_NODES, 1 << 12)
                or not open_memory(&self.replying.answers, 1 << 12)):
            raise MemoryError

    def __dealloc__(self):
        close_task(&self.replying.task)
        close_memory(&self.replying.answers)

    def cancel(self):
        """Make a run under way end, from another thread."""
        self.replying.task.ground.cancelled = 1

    def value(self, bytes state not None):
        """The value of the best way to go on with a turn."""
        cdef uint8_t here[MOST_STATE]
        memcpy(here, state_bytes(self.search.game, state), self.search.game.state_size)
        if self.search.game.kind(self.search.game.context, here) != NODE_DECISION:
            raise ValueError("no decision comes next")
        return best_reply(&self.replying, here, False)


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
    replies : int
        How many turns after the plan the one-ply search plays; the value that it gives to the last stands for the
        rest. 0: the playout policy plays `horizon` turns.

    Notes
    -----
    Several threads may run trials at once, each with a `Replier` of its own: nothing is written but their own rows.
    """

    cdef Rollout rollout
    cdef TurnSearch search
    cdef bytes states
    cdef list means
    cdef readonly int plans
    cdef volatile_int cancelled

    def __cinit__(self, TurnSearch search not None, starts, uint64_t seed=0, int horizon=6, int controls=1,
                  bint stratified=True, int replies=0):
        cdef const uint8_t* here
        cdef Trial unused
        self.search = search
        for state in starts:
            if <size_t>len(state) != search.game.state_size:
                raise ValueError("no state of the game")
        if horizon < 0 or controls < 0 or replies < 0:
            raise ValueError(f"horizon {horizon}, controls {controls}, replies {replies}: expected 0 or more")
        self.states = b"".join(starts)
        self.plans = len(starts)
        self.rollout.game = search.game
        self.rollout.memory = &search.task.memory
        self.rollout.player = search.task.expectation.player
        self.rollout.seed = seed
        self.rollout.horizon = horizon
        self.rollout.controls = controls
        self.rollout.stratified = stratified
        self.rollout.replies = replies
        self.means = []
        for state in starts:
            here = state_bytes(search.game, state)
            known = controls and rolls_next(search.game, here)
            self.means.append(mean_after(&self.rollout, here, &unused) if known else -1.0)

    def run(self, int plan, long first, double[:, ::1] out not None, Replier replier=None):
        """Run trials first, first + 1, ... of a plan.

        Parameters
        ----------
        plan : int
            Its number in `starts`.
        first : int
            The first trial.
        out : array of float64, shape (n, 2)
            Receives value and luck of each trial.
        replier : Replier, optional
            Needed where the one-ply search replies.

        Returns
        -------
        int
            How many trials were run: fewer than n after `cancel`.
        """
        cdef const uint8_t* start
        cdef Replying* replying = NULL
        cdef double mean
        cdef Trial trial
        cdef Py_ssize_t k, n = out.shape[0]
        if not 0 <= plan < self.plans or out.shape[1] != 2 or first < 0:
            raise ValueError("no such plan, a negative trial, or not two columns")
        if self.rollout.replies and (replier is None or replier.search is not self.search):
            raise ValueError("expected a replier of this search")
        if replier is not None:
            replying = &replier.replying
        start = <const uint8_t*><const char*>self.states + <size_t>plan * self.rollout.game.state_size
        mean = self.means[plan]
        with nogil:
            for k in range(n):
                if self.cancelled:
                    n = k
                    break
                roll_out(&self.rollout, replying, start, mean, <uint64_t>(first + k), &trial)
                out[k, 0] = trial.value
                out[k, 1] = trial.luck
        return n

    def cancel(self):
        """Make every run under way stop after its present trial."""
        self.cancelled = 1
