# The table by which the game-blind search knows this game (game.pxd).

cdef int table_kind(const void* context, const void* state) noexcept nogil:
    cdef const State* s = <const State*>state
    return NODE_OVER if s.phase == OVER else NODE_CHANCE if is_chance(s) else NODE_DECISION


cdef int table_chooser(const void* context, const void* state) noexcept nogil:
    return 0        # one team


cdef int table_in_turn(const void* context, const void* state) noexcept nogil:
    cdef const State* s = <const State*>state
    return s.phase == ACTION or s.phase == DECK_GUN_ROLL or s.phase == DECK_GUN_CHOICE or (
        s.phase == REVEAL and (s.cause == BY_ENTER or s.cause == BY_IDENTIFY))


cdef int table_legal(const void* context, const void* state, action_t* actions, uint8_t* costs) noexcept nogil:
    return legal_actions(<const Context*>context, <const State*>state, actions, costs)


cdef void table_apply(const void* context, void* state, action_t action) noexcept nogil:
    cdef const Context* c = <const Context*>context
    cdef State* s = <State*>state
    apply_action(c, s, action, cost_of(c, s, action))


cdef int table_chance(const void* context, const void* state, outcome_t* outcomes, double* p) noexcept nogil:
    return list_outcomes(<const Context*>context, <const State*>state, outcomes, p)


cdef void table_apply_chance(const void* context, void* state, outcome_t outcome) noexcept nogil:
    apply_outcome(<const Context*>context, <State*>state, outcome, NULL, 0, NULL)


cdef outcome_t table_sample(const void* context, const void* state, Rng* rng) noexcept nogil:
    return sample_outcome(<const Context*>context, <const State*>state, rng)


cdef int table_quiet(const void* context, const void* state) noexcept nogil:
    """The fire phase is over and only new POI are to be placed."""
    return (<const State*>state).phase == REPLENISH


cdef void table_value(const void* context, const void* state, double* values) noexcept nogil:
    values[0] = static_value(<const Context*>context, <const State*>state)


cdef void table_bound(const void* context, const void* state, int turns, double* values) noexcept nogil:
    values[0] = most_to_win(<const Context*>context, <const State*>state, turns)


cdef int table_spare(const void* context, const void* state) noexcept nogil:
    """General AP at hand, or what was saved when the turn has just been ended."""
    cdef const State* s = <const State*>state
    return s.ap if s.phase != ADVANCE_FIRE else s.saved[s.active]


cdef void table_strip(const void* context, void* state) noexcept nogil:
    cdef State* s = <State*>state
    if s.phase == ADVANCE_FIRE:
        s.saved[s.active] = 0
    s.ap = 0


cdef action_t table_policy(const void* context, const void* state, Rng* rng) noexcept nogil:
    return policy_action(<const Context*>context, <const State*>state, rng)


cdef void fill_table(GameTable* table, const Context* c) noexcept:
    table.state_size = sizeof(State)
    table.players = 1
    table.max_actions = MAX_ACTIONS
    table.max_outcomes = MAX_OUTCOMES
    table.context = c
    table.kind = table_kind
    table.chooser = table_chooser
    table.in_turn = table_in_turn
    table.legal = table_legal
    table.apply = table_apply
    table.chance = table_chance
    table.apply_chance = table_apply_chance
    table.sample = table_sample
    table.quiet = table_quiet
    table.value = table_value
    table.bound = table_bound
    table.spare = table_spare
    table.strip = table_strip
    table.policy = table_policy
