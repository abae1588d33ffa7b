# Baseline policies: simple plans of a table that measure what the playout policy and a search add.
#
# `nearest` goes for the nearest POI and carries victims out; fire is fought only where it bars the way.
# `brigade` has one rescuer, the first firefighter, who does the same; all others put fires out.
# Neither uses the powers of specialists, the deck gun or the Captain's commands.

# Who takes the decisions of a game that the core plays.
cdef enum:
    BY_RANDOM = 0
    BY_GREEDY = 1
    BY_NEAREST = 2
    BY_BRIGADE = 3

POLICY_NAMES = ("random", "greedy", "nearest", "brigade")
"""The policies that the core plays by itself, in the order of their numbers."""


cdef void fetch_nearest(const Context* c, const State* s, const Terrain* t, Choice* best) noexcept nogil:
    """The active firefighter carries its victim out, or goes to the POI that costs it the fewest AP."""
    cdef board_t level[ROUTE + 1]
    cdef board_t one = 1, goals = 0
    cdef int k, n, far, least = FAR, pick = -1, here = s.at[s.active]
    if find_poi(s, here, TREATED) >= 0:
        take_out(c, s, t, s.active, True, best)
        return
    if find_poi(s, here, VICTIM) >= 0:
        take_out(c, s, t, s.active, False, best)
        return
    for k in range(s.poi_count):
        goals |= one << s.poi_at[k]
    if not goals:
        return
    n = routes(t, one << here, goals, True, 1, level)
    for k in range(s.poi_count):
        far = first_level(level, n, one << s.poi_at[k])
        if far < least:
            least = far
            pick = k
    if pick >= 0:
        fetch(c, s, level, n, s.active, pick, best)


cdef action_t baseline_action(const Context* c, const State* s, bint brigade) noexcept nogil:
    """The action of `nearest`, or of `brigade`; neither needs random numbers."""
    cdef action_t actions[MAX_ACTIONS]
    cdef uint8_t costs[MAX_ACTIONS]
    cdef board_t level[ROUTE + 1]
    cdef board_t one = 1
    cdef Walls w
    cdef Terrain t
    cdef Choice best
    cdef int n
    cdef action_t end
    if s.phase == DECK_GUN_CHOICE:
        return answer_gun(c, s)
    best.actions = actions
    best.count = legal_actions(c, s, actions, costs)
    if best.count == 0:
        return code(END, 0, 0, s.active)
    best.action = actions[best.count - 1]       # `end`, unless somebody stands in fire
    if best.count == 1:
        return best.action
    end = best.action
    best.rate = 0
    if kind_of(end) != END:                     # out of the fire first: put it out, else whatever is legal
        best.rate = -1000
        consider(&best, -1, code(EXTINGUISH, s.at[s.active], HERE, s.active))
    survey(c, s, 0, &t)
    if not brigade or s.active == 0:
        fetch_nearest(c, s, &t, &best)
        if not brigade or best.action != end:
            return best.action
    look(c, s, &w)
    fight(c, s, &w, &best)
    n = routes(&t, one << s.at[s.active], t.fire, True, 1, level)
    go_and_fight(c, s, &w, level, n, &best)
    return best.action


cdef action_t action_by(const Context* c, const State* s, int policy, Rng* rng) noexcept nogil:
    """The action that a policy takes, by its number."""
    cdef action_t actions[MAX_ACTIONS]
    cdef uint8_t costs[MAX_ACTIONS]
    cdef int n
    if policy == BY_GREEDY:
        return policy_action(c, s, rng)
    if policy == BY_NEAREST:
        return baseline_action(c, s, False)
    if policy == BY_BRIGADE:
        return baseline_action(c, s, True)
    n = legal_actions(c, s, actions, costs)
    return actions[below(rng, n)]


cdef int policy_number(str name) except -1:
    if name not in POLICY_NAMES:
        raise ValueError(f"policy {name!r}, expected one of {', '.join(map(repr, POLICY_NAMES))}")
    return POLICY_NAMES.index(name)
