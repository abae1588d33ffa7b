# A game under way with its dice: the same game event by event from Python, or to its end in one call.
#
# Dice come from streams of (seed, game, turn): those of the fire phase begin a stream of their own, so that two
# policies meet the same roll in the same turn of the same game.

cdef enum:
    MOST_CHANCE = 10000     # chance events in a row; on a tiny board a POI may have nowhere to go for ever

ctypedef struct Playing:
    State s
    Rng chance
    Rng choice
    uint64_t seed
    uint64_t trial
    int turns               # ended so far
    int events


cdef inline void new_streams(Playing* p) noexcept nogil:
    p.chance = stream(p.seed, p.trial, p.turns, PURPOSE_CHANCE)
    p.choice = stream(p.seed, p.trial, p.turns, PURPOSE_POLICY)


cdef inline void begin_playing(Playing* p, const State* start, uint64_t seed, uint64_t trial) noexcept nogil:
    memcpy(&p.s, start, sizeof(State))
    p.seed = seed
    p.trial = trial
    p.turns = 0
    p.events = 0
    new_streams(p)


cdef inline void count_event(Playing* p) noexcept nogil:
    """An event is over; the end of a turn begins new streams."""
    p.events += 1
    if p.s.phase == ADVANCE_FIRE and not p.s.flare_up:
        p.turns += 1
        new_streams(p)


cdef inline void play_chance(const Context* c, Playing* p) noexcept nogil:
    apply_outcome(c, &p.s, sample_outcome(c, &p.s, &p.chance), NULL, 0, NULL)
    count_event(p)


cdef inline void play_action(const Context* c, Playing* p, action_t a) noexcept nogil:
    apply_action(c, &p.s, a, cost_of(c, &p.s, a))
    count_event(p)


cdef void play_on(const Context* c, Playing* p, int policy) noexcept nogil:
    """Play to the end of the game."""
    while p.s.phase != OVER:
        if is_chance(&p.s):
            play_chance(c, p)
        else:
            play_action(c, p, action_by(c, &p.s, policy, &p.choice))


cdef class CoreGame:
    """A game under way.

    Parameters
    ----------
    start : CoreState
        Where it begins; copied.
    seed, trial : int
        What its dice follow from: trial t of a seed is always the same game, that of `games`.
    """

    cdef readonly Core core
    cdef Playing playing

    def __init__(self, CoreState start not None, uint64_t seed, uint64_t trial=0):
        self.core = start.core
        begin_playing(&self.playing, &start.state, seed, trial)

    @property
    def phase(self):
        """What comes next, a number in the order of the formats' table."""
        return self.playing.s.phase

    @property
    def turns(self):
        """Turns that have been ended."""
        return self.playing.turns

    @property
    def events(self):
        """Events so far, chance events among them."""
        return self.playing.events

    @property
    def summary(self):
        """As a row of `games`: see `GAME_COLUMNS`."""
        cdef const State* s = &self.playing.s
        return (s.reason, s.rescued, s.lost, s.damage, self.playing.turns, self.playing.events)

    def state(self):
        """A copy of the state."""
        cdef CoreState made = CoreState.__new__(CoreState)
        made.core = self.core
        memcpy(&made.state, &self.playing.s, sizeof(State))
        return made

    def to_bytes(self):
        """The state's bytes."""
        return (<const char*>&self.playing.s)[:sizeof(State)]

    def happen(self):
        """Let chance events happen until somebody decides or the game is over.

        Raises
        ------
        ValueError
            If they do not come to an end, as a POI has nowhere to go.
        """
        cdef int left = MOST_CHANCE
        with nogil:
            while left and is_chance(&self.playing.s):
                play_chance(self.core.context, &self.playing)
                left -= 1
        if is_chance(&self.playing.s):
            raise ValueError(f"{MOST_CHANCE} chance events in a row")

    def apply(self, action_t action):
        """Carry out an action.

        Raises
        ------
        ValueError
            If it is not legal.
        """
        cdef action_t actions[MAX_ACTIONS]
        cdef uint8_t costs[MAX_ACTIONS]
        cdef int n = 0, k
        if self.playing.s.phase != OVER and not is_chance(&self.playing.s):
            n = legal_actions(self.core.context, &self.playing.s, actions, costs)
        for k in range(n):
            if actions[k] == action:
                play_action(self.core.context, &self.playing, action)
                return
        raise ValueError(f"action {action:#x} is not legal")

    def line(self, str policy not None):
        """The actions that a policy takes from here to the end of the turn or the first chance event.

        Nothing is carried out; the random policy's stream moves on.
        """
        cdef int number = policy_number(policy)
        cdef const Context* c = self.core.context
        cdef State s
        cdef action_t a
        memcpy(&s, &self.playing.s, sizeof(State))
        actions = []
        while s.phase != OVER and not is_chance(&s):
            a = action_by(c, &s, number, &self.playing.choice)
            apply_action(c, &s, a, cost_of(c, &s, a))
            actions.append(a)
        return tuple(actions)
