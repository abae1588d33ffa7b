# The static value: the logistic of a weighted sum of features, for any state.

from libc.math cimport exp

# The features, in the order of their names and weights.
cdef enum:
    F_ONE = 0
    F_NEED = 1
    F_NEED_SQUARED = 2
    F_LOST = 3
    F_LAST_LOSS = 4
    F_DAMAGE = 5
    F_DAMAGE_SQUARED = 6
    F_NEED_X_DAMAGE = 7
    F_WALL_HITS = 8
    F_WALL_HITS_X_DAMAGE = 9
    F_FIRES = 10
    F_FIRES_SQUARED = 11
    F_SMOKE = 12
    F_FRONT = 13
    F_SMOKE_CHAINS = 14
    F_WALL_HITS_X_NEED = 15
    F_VICTIMS = 16
    F_VICTIMS_OUT = 17
    F_VICTIMS_FETCH = 18
    F_UNKNOWN_OUT = 19
    F_UNKNOWN_FETCH = 20
    F_VICTIMS_IN_DANGER = 21
    F_UNKNOWN_IN_DANGER = 22
    F_SAVED_AP = 23
    F_AP = 24
    F_WALL_HITS_BY_BUDGET = 25
    F_EXPOSED = 26
    F_OUTSIDE = 27
    F_FIRES_AT_HAND = 28
    F_WALL_HITS_AT_HAND = 29
    F_SPARE_VICTIMS = 30
    F_SOON_OUT = 31
    F_MISSING_POI = 32
    F_FIREFIGHTERS = 33
    F_FEW_FIREFIGHTERS = 34
    F_VEHICLES = 35
    F_SPECIALISTS = 36
    F_HOT_SPOTS = 37
    F_HAZMATS = 38
    F_HAZMATS_NEAR_FIRE = 39
    F_HOT_SPOTS_LEFT = 40
    F_BURNING_HOT_SPOTS = 41
    F_HOT_X_WALL_HITS = 42
    F_HOT_X_DAMAGE = 43
    F_HOT_X_NEED = 44
    F_HOT_X_FIRES = 45
    F_FREE_AP = 46
    F_NEARLY_OUT = 47
    F_FRONT_WALLS = 48
    F_SAVED_AP_SQUARED = 49
    FEATURES = 50

FEATURE_NAMES = (
    "one", "need", "need squared", "lost", "last loss", "damage", "damage squared", "need x damage",
    "wall hits", "wall hits x damage", "fires", "fires squared", "smoke", "front", "smoke chains",
    "wall hits x need",
    "victims", "victims out", "victims fetch", "unknown out", "unknown fetch", "victims in danger",
    "unknown in danger", "saved AP", "AP", "wall hits by budget", "exposed", "outside", "fires at hand",
    "wall hits at hand",
    "spare victims", "soon out", "missing POI", "firefighters", "few firefighters", "vehicles", "specialists",
    "hot spots", "hazmats", "hazmats near fire", "hot spots left", "burning hot spots", "hot x wall hits",
    "hot x damage", "hot x need", "hot x fires", "free AP", "nearly out", "front walls",
    "saved AP squared",
)
"""What `CoreState.features` reports, in this order."""

# How they were made: 6,370 positions at the start of a turn, on base-1, all levels, 1 to 6 firefighters; a
# third from games of the playout policy with 6 % random actions, the rest from a player by an earlier fit.
# From each, 8 ways to play the turn (the policy's own, cut short, or with random actions) and 6 playouts of
# each. Logistic regression on the share won (ridge 3), joined with weight 100 by the regression of the
# differences within one position, without which plans are ordered wrongly. The weights of saved AP were
# then cut by hand to 0.3 of the fit: on family with 3 its player won as often (347 against 342 of 400) in
# fewer turns.
cdef double[FEATURES] WEIGHTS = [
    5.181, -2.859, 0.466, 1.193, -0.729, 1.633, -3.869, -2.098,
    -0.149, -0.391, -3.474, -0.081, -1.744, -1.017, -0.448, 0.175,
    0.062, 0.000, -0.445, -0.120, -0.253, -0.095, -0.016, 0.072,
    0.250, -0.019, 0.000, -0.021, 0.371, -0.024, 2.693, 0.264,
    -0.240, -0.972, 0.163, -0.101, -0.101, -0.101, -1.003, -0.024,
    -1.554, 0.124, 0.247, 1.302, -1.060, 0.203, 0.314, -0.091,
    0.105, -0.007,
]


cdef int ways_out(const Context* c, const State* s, const Terrain* t, board_t* level) noexcept nogil:
    """Inside squares by the AP of carrying a victim from there to where it is rescued."""
    cdef board_t inside = widen(c, (<uint64_t>-1) >> (64 - c.inside)), start, one = 1
    if not c.vehicles:
        start = t.all & ~inside
    else:
        start = one << c.ambulance_at[s.ambulance][0] | one << c.ambulance_at[s.ambulance][1]
    return routes(t, start, inside, True, 2, level)


cdef void poi_features(const Context* c, const State* s, const Terrain* t, uint64_t danger_at,
                       double* f) noexcept nogil:
    """Victims and face-down POI: how far from a firefighter, how far from safety, in danger or not."""
    cdef board_t level[ROUTE + 1]
    cdef board_t start = 0, goals = 0, one = 1, near = 0
    cdef int out[MAX_POI]
    cdef int n, k, i, reach, total = s.hidden_victims + s.hidden_alarms
    cdef double share = <double>s.hidden_victims / total if total else 0.0
    cdef bint danger
    n = ways_out(c, s, t, level)
    for k in range(s.poi_count):
        out[k] = first_level(level, n, one << s.poi_at[k])
        if out[k] > 24:
            out[k] = 24
        goals |= one << s.poi_at[k]
    for i in range(c.firefighters):
        start |= one << s.at[i]
    n = routes(t, start, goals | t.fire, True, 1, level)
    for k in range(min(n, 4) + 1):
        near |= level[k]
    near &= t.fire
    f[F_FIRES_AT_HAND] = (popcount(<uint64_t>near) + popcount(<uint64_t>(near >> 64))) / 16.0
    for k in range(s.poi_count):
        i = c.inner_of[s.poi_at[k]]
        danger = i >= 0 and (danger_at >> i) & 1
        reach = first_level(level, n, one << s.poi_at[k])
        if reach > 15:
            reach = 15
        if s.poi_kind[k] == UNKNOWN:
            f[F_UNKNOWN_OUT] += share * out[k] / 20.0
            f[F_UNKNOWN_FETCH] += share * reach / 10.0
            f[F_UNKNOWN_IN_DANGER] += share * danger
        else:
            f[F_VICTIMS] += 1 / 3.0
            if s.poi_kind[k] == TREATED:
                out[k] = (out[k] + 1) // 2
            f[F_VICTIMS_OUT] += out[k] / 20.0
            f[F_VICTIMS_FETCH] += reach / 10.0
            f[F_VICTIMS_IN_DANGER] += danger
            if out[k] + reach < 12:
                f[F_SOON_OUT] += (12 - out[k] - reach) / 12.0
            if out[k] + reach < 28:
                f[F_NEARLY_OUT] += (28 - out[k] - reach) / 28.0


cdef void ap_features(const Context* c, const State* s, double* f) noexcept nogil:
    """AP saved or at hand that could still be saved, and what goes beyond (FP-3.2).

    Between a roll and the next turn, the AP of the next firefighter count as if its turn had begun. So to end
    a turn changes nothing here but for AP that are not saved.
    """
    cdef int i, ap, mover = s.active
    cdef bint between = s.phase == REPLENISH or (s.phase == REVEAL and s.cause >= BY_REPLENISH)
    if between:
        mover = mover + 1 if mover + 1 < c.firefighters else 0
    for i in range(c.firefighters):
        ap = s.saved[i]
        if i == mover and s.phase != ADVANCE_FIRE:
            ap = ap + base_ap(s.job[i]) if between else s.ap
        if ap > 4:
            f[F_AP] += (ap - 4) / 4.0
            ap = 4
        f[F_SAVED_AP] += ap / 4.0
        f[F_SAVED_AP_SQUARED] += ap * ap / 16.0


cdef void features(const Context* c, const State* s, double* f) noexcept nogil:
    cdef Walls w
    cdef Terrain t
    cdef uint64_t fire = s.fire, smoke = s.smoke, lit, front
    cdef double need = (c.goal - s.rescued) / 7.0, damage = s.damage / 24.0, hits, fires
    cdef int k, i, walls
    memset(f, 0, FEATURES * sizeof(double))
    look(c, s, &w)
    lit = around(&w, fire) & smoke
    while lit:
        fire |= lit
        smoke ^= lit
        lit = around(&w, fire) & smoke
    front = around(&w, fire) & ~fire
    hits = wall_hits(&w, fire) / 16.0
    fires = popcount(fire) / 16.0
    f[F_ONE] = 1
    f[F_NEED] = need
    f[F_NEED_SQUARED] = need * need
    f[F_LOST] = s.lost / 4.0
    f[F_LAST_LOSS] = s.lost >= 3
    f[F_DAMAGE] = damage
    f[F_DAMAGE_SQUARED] = damage * damage
    f[F_NEED_X_DAMAGE] = need * damage
    f[F_WALL_HITS] = hits
    f[F_WALL_HITS_X_DAMAGE] = hits * damage
    f[F_FIRES] = fires
    f[F_FIRES_SQUARED] = fires * fires
    f[F_SMOKE] = popcount(smoke) / 16.0
    f[F_FRONT] = popcount(front) / 16.0
    f[F_SMOKE_CHAINS] = popcount(around(&w, smoke) & smoke) / 16.0
    f[F_WALL_HITS_X_NEED] = hits * need
    for i in range(c.firefighters):
        k = c.inner_of[s.at[i]]
        if k < 0:
            f[F_OUTSIDE] += 1
        else:
            f[F_EXPOSED] += ((front | smoke) >> k) & 1
    ap_features(c, s, f)
    survey(c, s, 0, &t)
    poi_features(c, s, &t, front | fire | smoke, f)
    f[F_WALL_HITS_AT_HAND] = f[F_FIRES_AT_HAND] * hits
    f[F_SPARE_VICTIMS] = (victims_in_play(s) - (c.goal - s.rescued)) / 4.0
    f[F_MISSING_POI] = 0 if s.hidden_victims + s.hidden_alarms <= face_down(s) else (MAX_POI - s.poi_count) / 3.0
    f[F_FIREFIGHTERS] = c.firefighters / 6.0
    f[F_FEW_FIREFIGHTERS] = 1.0 / c.firefighters
    f[F_VEHICLES] = c.vehicles
    f[F_SPECIALISTS] = c.specialists
    f[F_FREE_AP] = s.free_ap / 4.0
    walls = popcount(front & w.up) + popcount(front & w.left) + popcount(front & w.right) + popcount(front & w.down)
    f[F_FRONT_WALLS] = walls / 16.0
    f[F_WALL_HITS_BY_BUDGET] = hits * 4 / (25 - s.damage)
    f[F_HAZMATS] = s.hazmat_count / 3.0
    f[F_HAZMATS_NEAR_FIRE] = popcount(front & w.hazmat)
    if c.hot_spots:
        f[F_HOT_SPOTS] = 1
        f[F_HOT_SPOTS_LEFT] = popcount(s.hot) / 12.0
        f[F_BURNING_HOT_SPOTS] = popcount(s.hot & fire) / 12.0
        f[F_HOT_X_WALL_HITS] = hits
        f[F_HOT_X_DAMAGE] = damage
        f[F_HOT_X_NEED] = need
        f[F_HOT_X_FIRES] = fires


cdef double static_value(const Context* c, const State* s) noexcept nogil:
    cdef double f[FEATURES]
    cdef double sum = 0
    cdef int k
    if s.phase == OVER:
        return 1.0 if s.reason == RESCUED else 0.0
    features(c, s, f)
    for k in range(FEATURES):
        sum += WEIGHTS[k] * f[k]
    return 1 / (1 + exp(-sum))
