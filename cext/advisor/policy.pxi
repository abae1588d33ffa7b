# The playout policy: each decision goes to the legal action with the best gain per AP (see options.pxi).

cdef void assign(const Context* c, const State* s, int8_t* mine) noexcept nogil:
    """Who fetches which POI: the nearest pairs first; -1 for who has none."""
    cdef int i, k, turn, best, who, which, far
    cdef int taken = 0
    for i in range(MAX_FIREFIGHTERS):
        mine[i] = -1
    for turn in range(s.poi_count):
        best = 999
        who = which = -1
        for k in range(s.poi_count):
            if (taken >> k) & 1:
                continue
            for i in range(c.firefighters):
                if mine[i] >= 0:
                    continue
                far = 2 * apart(c, s.at[i], s.poi_at[k]) - (1 if s.poi_kind[k] != UNKNOWN else 0)
                if far < best:
                    best = far
                    who = i
                    which = k
        if who < 0:
            return
        mine[who] = <int8_t>which
        taken |= 1 << which


cdef void rescue(const Context* c, const State* s, const Terrain* t, Choice* best) noexcept nogil:
    """Victims and POI: for the active firefighter, and for whom the Captain commands (FP-7.3)."""
    cdef board_t level[ROUTE + 1]
    cdef board_t one = 1
    cdef int8_t mine[MAX_FIREFIGHTERS]
    cdef int i, n
    cdef bint commands = s.job[s.active] == CAPTAIN and s.free_ap
    assign(c, s, mine)
    for i in range(c.firefighters):
        if i != s.active and not commands:
            continue
        if find_poi(s, s.at[i], TREATED) >= 0:
            take_out(c, s, t, i, True, best)
        elif find_poi(s, s.at[i], VICTIM) >= 0:
            take_out(c, s, t, i, False, best)
        elif mine[i] >= 0:
            n = routes(t, one << s.at[i], one << s.poi_at[mine[i]], True, 1, level)
            fetch(c, s, level, n, i, mine[i], best)


cdef action_t policy_action(const Context* c, const State* s, Rng* rng) noexcept nogil:
    """The action that the policy takes at a decision; it needs no random numbers."""
    cdef action_t actions[MAX_ACTIONS]
    cdef uint8_t costs[MAX_ACTIONS]
    cdef board_t level[ROUTE + 1]
    cdef Walls w
    cdef Terrain t
    cdef Choice best
    cdef int n
    if s.phase == DECK_GUN_CHOICE:
        return answer_gun(c, s)
    best.actions = actions
    best.count = legal_actions(c, s, actions, costs)
    if best.count == 0:
        return code(END, 0, 0, s.active)
    best.action = actions[best.count - 1]       # `end`, unless somebody stands in fire
    if best.count == 1:
        return best.action
    best.rate = PRICE[SAVING] if s.ap <= 4 else PRICE[NOT_SAVING]
    if kind_of(best.action) != END:
        best.rate = -1000
    look(c, s, &w)
    fight(c, s, &w, &best)
    survey(c, s, 0, &t)
    rescue(c, s, &t, &best)
    n = routes(&t, <board_t>1 << s.at[s.active], t.fire, True, 1, level)
    go_and_fight(c, s, &w, level, n, &best)
    if c.specialists:
        powers(c, s, level, n, &best)
    if c.vehicles:
        engine(c, s, &w, level, n, &best)
        fetch_victims(c, s, &best)
    return best.action
