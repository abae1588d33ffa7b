# cython: language_level=3
"""The table by which a search knows a game: C functions over a flat state, and the sizes it needs.

A state is `state_size` bytes without pointers: copied by memcpy, compared by bytes. Whatever is hidden from
the players is not in it. Rules never draw: chance nodes list their outcomes, and a sampler gets its generator.
Values are a vector by player (one team: length 1), each in [0, 1].
"""

from libc.stdint cimport uint8_t, uint64_t

from advisor.rng cimport Rng

ctypedef uint64_t action_t      # a decision, in the game's own coding
ctypedef uint64_t outcome_t     # an outcome of a chance node, in the game's own coding

# What a state is, for a search.
cdef enum:
    NODE_DECISION = 0
    NODE_CHANCE = 1
    NODE_OVER = 2

ctypedef struct GameTable:
    size_t state_size           # bytes of a state, a multiple of 8
    int players                 # length of a value vector
    int max_actions             # no decision node has more actions
    int max_outcomes            # no chance node has more outcomes
    const void* context         # board and rules: what does not change, shared by all states
    # decision, chance or over
    int (*kind)(const void* context, const void* state) noexcept nogil
    # the player who chooses at a decision node, 0 <= chooser < players
    int (*chooser)(const void* context, const void* state) noexcept nogil
    # 1 while the same turn goes on: decisions, and the chance events between them; 0 once it has been ended
    int (*in_turn)(const void* context, const void* state) noexcept nogil
    # writes the legal actions and their costs, returns how many
    int (*legal)(const void* context, const void* state, action_t* actions, uint8_t* costs) noexcept nogil
    void (*apply)(const void* context, void* state, action_t action) noexcept nogil
    # writes the outcomes and their probabilities, returns how many
    int (*chance)(const void* context, const void* state, outcome_t* outcomes, double* p) noexcept nogil
    void (*apply_chance)(const void* context, void* state, outcome_t outcome) noexcept nogil
    # draws an outcome
    outcome_t (*sample)(const void* context, const void* state, Rng* rng) noexcept nogil
    # 1 if the static value may be taken although a chance event comes next: what comes matters little
    int (*quiet)(const void* context, const void* state) noexcept nogil
    # static value of any state (exact when it is over), written to values[players]
    void (*value)(const void* context, const void* state, double* values) noexcept nogil
    # an upper bound of what each player can still reach, written to values[players]: the chance to have won when
    # `turns` further turns have been played, the one under way included; with turns < 0, at any time (and no static
    # value is higher). Exact when the game is over.
    void (*bound)(const void* context, const void* state, int turns, double* values) noexcept nogil
    # what is left to spend in general this turn: never a drawback to have
    int (*spare)(const void* context, const void* state) noexcept nogil
    # a copy of the state without what only `spare` says: equal bytes mean "the same but for the rest to spend"
    void (*strip)(const void* context, void* state) noexcept nogil
    # the action that the playout policy takes
    action_t (*policy)(const void* context, const void* state, Rng* rng) noexcept nogil

# The name of the capsule in which a game hands its table over: `Core.table()`.
cdef inline const char* capsule_name() noexcept nogil:
    return "advisor.GameTable"
