# The static value: the logistic of a weighted sum of features, for any state.

from libc.math cimport exp

cdef enum:
    FEATURES = 48

FEATURE_NAMES = (
    "one", "need", "need squared", "lost", "last loss", "damage", "damage squared", "need x damage",
    "wall hits", "wall hits x damage", "fires", "fires squared", "smoke", "front", "smoke chains", "wall hits x need",
    "victims", "victims out", "victims fetch", "unknown out", "unknown fetch", "victims in danger",
    "unknown in danger", "saved AP", "AP", "before roll", "exposed", "outside", "fires at hand", "wall hits at hand",
    "spare victims", "soon out", "missing POI", "firefighters", "few firefighters", "vehicles", "specialists",
    "hot spots", "hazmats", "hazmats near fire", "hot spots left", "burning hot spots", "hot x wall hits",
    "hot x damage", "hot x need", "hot x fires", "free AP", "before roll x wall hits",
)
"""What `CoreState.features` reports, in this order."""

cdef double[FEATURES] WEIGHTS


cdef int ways_out(const Context* c, const State* s, const Terrain* t, board_t* level) noexcept nogil:
    """Inside squares by the AP of carrying a victim from there to where it is rescued."""
    cdef board_t inside = widen(c, (<uint64_t>-1) >> (64 - c.inside)), start, one = 1
    if not c.vehicles:
        start = t.all & ~inside
    else:
        start = one << c.ambulance_at[s.ambulance][0] | one << c.ambulance_at[s.ambulance][1]
    return routes(t, start, inside, True, 2, level)


cdef void poi_features(const Context* c, const State* s, const Terrain* t, uint64_t danger_at, double* f) noexcept nogil:
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
    f[28] = (popcount(<uint64_t>near) + popcount(<uint64_t>(near >> 64))) / 16.0
    for k in range(s.poi_count):
        i = c.inner_of[s.poi_at[k]]
        danger = i >= 0 and (danger_at >> i) & 1
        reach = first_level(level, n, one << s.poi_at[k])
        if reach > 15:
            reach = 15
        if s.poi_kind[k] == UNKNOWN:
            f[19] += share * out[k] / 20.0
            f[20] += share * reach / 10.0
            f[22] += share * danger
        else:
            f[16] += 1 / 3.0
            if s.poi_kind[k] == TREATED:
                out[k] = (out[k] + 1) // 2
            f[17] += out[k] / 20.0
            f[18] += reach / 10.0
            f[21] += danger
            if out[k] + reach < 12:
                f[31] += (12 - out[k] - reach) / 12.0


cdef void features(const Context* c, const State* s, double* f) noexcept nogil:
    cdef Walls w
    cdef Terrain t
    cdef uint64_t fire = s.fire, smoke = s.smoke, lit, front
    cdef double need = (c.goal - s.rescued) / 7.0, damage = s.damage / 24.0, hits, fires
    cdef int k, i
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
    f[0] = 1
    f[1] = need
    f[2] = need * need
    f[3] = s.lost / 4.0
    f[4] = s.lost >= 3
    f[5] = damage
    f[6] = damage * damage
    f[7] = need * damage
    f[8] = hits
    f[9] = hits * damage
    f[10] = fires
    f[11] = fires * fires
    f[12] = popcount(smoke) / 16.0
    f[13] = popcount(front) / 16.0
    f[14] = popcount(around(&w, smoke) & smoke) / 16.0
    f[15] = hits * need
    for i in range(c.firefighters):
        f[23] += s.saved[i] / 4.0
        k = c.inner_of[s.at[i]]
        if k < 0:
            f[27] += 1
        else:
            f[26] += ((front | smoke) >> k) & 1
    f[24] = s.ap / 4.0
    f[25] = s.phase == ADVANCE_FIRE
    survey(c, s, 0, &t)
    poi_features(c, s, &t, front | fire | smoke, f)
    f[29] = f[28] * hits
    f[30] = (victims_in_play(s) - (c.goal - s.rescued)) / 4.0
    f[32] = 0 if s.hidden_victims + s.hidden_alarms <= face_down(s) else (MAX_POI - s.poi_count) / 3.0
    f[33] = c.firefighters / 6.0
    f[34] = 1.0 / c.firefighters
    f[35] = c.vehicles
    f[36] = c.specialists
    f[46] = s.free_ap / 4.0
    f[47] = f[25] * hits
    f[38] = s.hazmat_count / 3.0
    f[39] = popcount(front & w.hazmat)
    if c.hot_spots:
        f[37] = 1
        f[40] = popcount(s.hot) / 12.0
        f[41] = popcount(s.hot & fire) / 12.0
        f[42] = hits
        f[43] = damage
        f[44] = need
        f[45] = fires


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
