# The outlook of a plan: the mean over chance outcome by outcome, replies to what may come, and games that are played
# on to their end.

# What came of one trial: the first chance event, what was drawn after it, the static value before and after a reply.
ctypedef struct Answer:
    outcome_t first
    int drawn
    double before
    double after


cdef void answer_to(const Rollout* r, Replying* replier, uint8_t* here, uint64_t trial, Answer* out) noexcept nogil:
    """Meet in place what comes after a turn, and ask for the best reply; a trial of `roll_on` meets the same dice."""
    cdef const GameTable* g = r.game
    cdef Rng between = stream(r.seed, trial, 0, PURPOSE_CHANCE)
    cdef int left = MOST_EVENTS
    out.first = first_outcome(r, here, trial, &between)
    out.drawn = 0
    g.apply_chance(g.context, here, out.first)
    while g.kind(g.context, here) == NODE_CHANCE and not g.quiet(g.context, here) and left:
        g.apply_chance(g.context, here, g.sample(g.context, here, &between))
        out.drawn += 1
        left -= 1
    out.before = value_of(r, here)
    while g.kind(g.context, here) == NODE_CHANCE and left:
        g.apply_chance(g.context, here, g.sample(g.context, here, &between))
        out.drawn += 1
        left -= 1
    if g.kind(g.context, here) == NODE_DECISION:
        out.after = best_reply(replier, here, False)
    else:
        out.after = value_of(r, here)


cdef int unfold(list found, Expectation* e, const uint8_t* state, long breadth, uint64_t path, tuple codes,
                double p) except -1:
    """Append what `expect` takes its mean over: (codes, probability, value, chain, over) of each leaf.

    `chain` is -1 where all outcomes were expanded, else the number of the sampled chain. Steps, bound and streams
    are those of `expect`, so that the leaves add up to its estimate.
    """
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double odds[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = e.game
    cdef outcome_t met
    cdef list chain
    cdef Rng rng
    cdef int n, k
    if g.kind(g.context, state) != NODE_CHANCE or g.quiet(g.context, state):
        found.append((codes, p, leaf(e, state), -1, g.kind(g.context, state) == NODE_OVER))
        return 0
    n = g.chance(g.context, state, outcomes, odds)
    if breadth > e.limit // n:
        rng = stream(e.seed, path, 0, PURPOSE_SEARCH)
        for k in range(CHAINS):
            chain = []
            memcpy(after, state, g.state_size)
            while (len(chain) < LONGEST_CHAIN and g.kind(g.context, after) == NODE_CHANCE
                    and not g.quiet(g.context, after)):
                met = g.sample(g.context, after, &rng)
                g.apply_chance(g.context, after, met)
                chain.append(met)
            found.append((codes + tuple(chain), p / CHAINS, leaf(e, after), k, g.kind(g.context, after) == NODE_OVER))
        return 0
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        unfold(found, e, after, breadth * n, mix64(path ^ mix64(outcomes[k] + 1)), codes + (outcomes[k],), p * odds[k])
    return 0


cdef class Outlook:
    """What may come after the plans of a turn.

    Parameters
    ----------
    table, owner, player, seed
        As for `TurnSearch`.
    """

    cdef Expectation expectation
    cdef Rollout rollout
    cdef const GameTable* game
    cdef object owner
    cdef object capsule

    def __cinit__(self, table, owner, int player=0, uint64_t seed=0):
        cdef const GameTable* g = <const GameTable*>PyCapsule_GetPointer(table, capsule_name())
        if not 0 <= player < g.players <= MOST_PLAYERS or g.state_size > MOST_STATE:
            raise ValueError("no such player, or the game's sizes are beyond those of the search")
        self.capsule = table
        self.owner = owner
        self.game = g
        self.expectation.game = g
        self.expectation.player = player
        self.expectation.seed = seed
        self.rollout.game = g
        self.rollout.player = player
        self.rollout.seed = seed
        self.rollout.stratified = True

    def stands(self, bytes state not None):
        """What a state is: ``"open"``, ``"chance"`` (within the turn), ``"ended"`` or ``"over"``."""
        cdef const uint8_t* here = state_bytes(self.game, state)
        cdef int kind = self.game.kind(self.game.context, here)
        if kind == NODE_OVER:
            return END_NAMES[DONE]
        if not self.game.in_turn(self.game.context, here):
            return END_NAMES[ENDED]
        return END_NAMES[CHANCE if kind == NODE_CHANCE else OPEN]

    def outcomes(self, bytes state not None):
        """What a chance event may bring: (code, probability, bytes of the state after it) each."""
        return outcomes_of(self.game, state)

    def finish_turn(self, bytes state not None):
        """The state at the end of the turn if the playout policy plays it out, as the search does."""
        cdef uint8_t here[MOST_STATE]
        memcpy(here, state_bytes(self.game, state), self.game.state_size)
        finish_turn(self.game, self.expectation.seed, here)
        return (<const char*>here)[:self.game.state_size]

    def unfold(self, bytes state not None, long limit):
        """The leaves of the mean over the chance events that come next, exact to a bound as in `Effort`.

        Returns
        -------
        list of tuple
            The codes of the chance events, the probability, the static value, the number of the sampled chain (-1
            where nothing was sampled), and whether the game is over.
        """
        cdef list found = []
        self.expectation.limit = limit
        unfold(found, &self.expectation, state_bytes(self.game, state), 1, 0, (), 1.0)
        return found

    def replies(self, states, long first, Replier replier not None):
        """The one-ply search's replies to what may come after a turn.

        Parameters
        ----------
        states : sequence of bytes
            Ends of a turn after which a chance event comes; each is taken for one trial.
        first : int
            The number of the first trial; the others follow it. A trial meets the same dice as in `Rollouts`, whose
            first rolls are stratified.
        replier : Replier
            The one-ply search.

        Returns
        -------
        list of tuple
            The code of the chance event that came first, how many were drawn after it, the static value where `unfold`
            has its leaves, and the value of the best reply.

        Raises
        ------
        ValueError
            If the turn is not over in one of the states, or no chance event follows.
        """
        cdef uint8_t here[MOST_STATE]
        cdef Answer out
        cdef list found = []
        cdef uint64_t trial = <uint64_t>first
        for state in states:
            memcpy(here, state_bytes(self.game, state), self.game.state_size)
            if self.game.in_turn(self.game.context, here) or self.game.kind(self.game.context, here) != NODE_CHANCE:
                raise ValueError("no chance event comes after the turn")
            with nogil:
                answer_to(&self.rollout, &replier.replying, here, trial, &out)
            found.append((out.first, out.drawn, out.before, out.after))
            trial += 1
        return found

    def play_on(self, bytes state not None, uint64_t trial, int turns):
        """Play on by the playout policy; trial t meets the same dice as in `Rollouts`.

        Returns
        -------
        tuple of bytes, int and bool
            The state in which the game ended, or stood after so many further turns; the turns that were begun; and
            whether it ended.
        """
        cdef uint8_t here[MOST_STATE]
        cdef Trial out
        cdef Rollout r = self.rollout
        r.horizon = turns
        r.replies = 0
        r.controls = 0
        memcpy(here, state_bytes(self.game, state), self.game.state_size)
        if self.game.in_turn(self.game.context, here):
            raise ValueError("the turn is not over")
        with nogil:
            roll_on(&r, NULL, here, -1, trial, &out)
        ended = self.game.kind(self.game.context, here) == NODE_OVER
        return (<const char*>here)[:self.game.state_size], out.turns, bool(ended)
