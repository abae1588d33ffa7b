# What the static value looks at: features of any state, all of them about 0 to 1.
#
# Nothing hidden is read: a face-down POI counts with the share of victims among the markers nobody has seen.

cdef enum:
    F_NEED = 0
    F_LOST = 1
    F_LAST_LOSS = 2
    F_DAMAGE = 3
    F_DAMAGE_SQUARED = 4
    F_BUDGET = 5
    F_WALL_HITS = 6
    F_WALL_HITS_X_DAMAGE = 7
    F_WALL_HITS_BY_BUDGET = 8
    F_HITS_X_NEED = 9
    F_FIRES = 10
    F_SMOKE = 11
    F_FRONT = 12
    F_SMOKE_CHAINS = 13
    F_BRIDGES = 14
    F_FRONT_WALLS = 15
    F_SMOKE_WALLS = 16
    F_FIRES_AT_HAND = 17
    F_VICTIMS = 18
    F_FIRST_VICTIM = 19
    F_SECOND_VICTIM = 20
    F_THIRD_VICTIM = 21
    F_FIRST_UNKNOWN = 22
    F_SECOND_UNKNOWN = 23
    F_THIRD_UNKNOWN = 24
    F_SOON_OUT = 25
    F_VICTIMS_FETCH = 26
    F_VICTIMS_OUT = 27
    F_HIDDEN_SHARE = 28
    F_HIDDEN_VICTIMS = 29
    F_SPARE_VICTIMS = 30
    F_MISSING_POI = 31
    F_VICTIMS_BURN = 32
    F_UNKNOWN_BURN = 33
    F_SAVED_AP = 34
    F_SAVED_AP_SQUARED = 35
    F_AP = 36
    F_FREE_AP = 37
    F_NEXT_TO_POI = 38
    F_OUTSIDE = 39
    F_KNOCKED_DOWN = 40
    F_ROLL_COMES = 41
    F_FEW_FIREFIGHTERS = 42
    F_FIREFIGHTERS = 43
    F_VEHICLES = 44
    F_HOT_SPOTS = 45
    F_HOT_SPOTS_LEFT = 46
    F_BURNING_HOT_SPOTS = 47
    F_HOT_FRONT = 48
    F_HOT_X_WALL_HITS = 49
    F_HAZMATS = 50
    F_HAZMATS_NEAR_FIRE = 51
    F_HAZMAT_HITS = 52
    F_GUN_HITS = 53
    F_AT_THE_ENGINE = 54
    F_DRIVER_AT_THE_ENGINE = 55
    F_TREATED = 56
    F_PARAMEDIC = 57
    F_CAPTAIN = 58
    F_IMAGING = 59
    F_CAFS = 60
    F_HAZMAT_TECHNICIAN = 61
    F_GENERALIST = 62
    F_RESCUE = 63
    F_DRIVER = 64
    F_AT_HAND_X_HITS = 65
    FEATURES = 66

FEATURE_NAMES = (
    "need", "lost", "last loss", "damage", "damage squared", "budget", "wall hits", "wall hits x damage",
    "wall hits by budget", "hits x need", "fires", "smoke", "front", "smoke chains", "bridges", "front walls",
    "smoke walls", "fires at hand", "victims", "first victim", "second victim", "third victim",
    "first unknown", "second unknown", "third unknown", "soon out", "victims fetch", "victims out",
    "hidden share", "hidden victims", "spare victims", "missing POI", "victims burn", "unknown burn",
    "saved AP", "saved AP squared", "AP", "free AP", "next to POI", "outside", "knocked down", "roll comes",
    "few firefighters", "firefighters", "vehicles", "hot spots", "hot spots left", "burning hot spots",
    "hot front", "hot x wall hits", "hazmats", "hazmats near fire", "hazmat hits", "gun hits",
    "at the engine", "driver at the engine", "treated", "paramedic", "captain", "imaging", "CAFS",
    "hazmat technician", "generalist", "rescue", "driver", "at hand x hits",
)
"""What `CoreState.features` reports, in this order; a model names the same."""

cdef enum:
    MOST_AP = 28            # a victim further from safety than this counts as out of reach


cdef int ways_out(const Context* c, const State* s, const Terrain* t, board_t goals, board_t* level) noexcept nogil:
    """Squares by the AP of carrying a victim from there to where it is rescued, up to where all `goals` are known.

    With vehicles that is where the ambulance stands, or any of its spots for 2 AP more a spot that it is driven.
    """
    cdef board_t one = 1
    cdef board_t late[ROUTE + 1]
    cdef int k, far
    if not c.vehicles:
        return routes(t, t.all & ~widen(c, (<uint64_t>-1) >> (64 - c.inside)), goals, True, 2, level)
    memset(late, 0, sizeof(late))
    for k in range(c.ambulance_spots):
        far = 2 * hops(s.ambulance, k, c.ambulance_spots)
        if far <= ROUTE:
            late[far] |= one << c.ambulance_at[k][0] | one << c.ambulance_at[k][1]
    return spread(t, late, goals, 2, level)


cdef int spread(const Terrain* t, const board_t* late, board_t goals, int step, board_t* level) noexcept nogil:
    """As `routes` to every goal, from squares that join in at their own AP: those of `late[n]` at n AP."""
    cdef board_t reached = late[0], calm = t.all & ~t.fire, e, plain, slow
    cdef int n = 0, w = t.width, k
    level[0] = late[0]
    while n < ROUTE and goals & ~reached:
        n += 1
        plain = late[n]
        slow = 0
        for k in range(2):
            if n >= step + k:
                e = level[n - step - k]
                plain |= (((e & t.east[k]) << 1) | ((e >> 1) & t.east[k]) | ((e & t.south[k]) << w)
                          | ((e >> w) & t.south[k])) & calm
            if n > step + k:
                e = level[n - step - 1 - k]
                slow |= (((e & t.east[k]) << 1) | ((e >> 1) & t.east[k]) | ((e & t.south[k]) << w)
                         | ((e >> w) & t.south[k]))
        e = (plain | (slow & t.fire)) & ~reached
        level[n] = e
        reached |= e
    return n


cdef int burning_rolls(const Walls* w, uint64_t fire, uint64_t close, uint64_t m) noexcept nogil:
    """Faces of the next roll that bring fire to an inside square: its own if fire or smoke is `close`, explosions."""
    cdef uint64_t x
    cdef int n = (close & m) != 0
    x = (m >> 1) & w.east & fire
    while x:
        n += 1
        x = (x >> 1) & w.east & fire
    x = ((m & w.east) << 1) & fire
    while x:
        n += 1
        x = ((x & w.east) << 1) & fire
    x = (m >> w.columns) & w.south & fire
    while x:
        n += 1
        x = (x >> w.columns) & w.south & fire
    x = ((m & w.south) << w.columns) & fire
    while x:
        n += 1
        x = ((x & w.south) << w.columns) & fire
    return n


cdef inline void insert_speed(float* f, int places, float speed) noexcept nogil:
    """Put a speed into a list of the highest."""
    cdef int k
    cdef float other
    for k in range(places):
        if speed > f[k]:
            other = f[k]
            f[k] = speed
            speed = other


cdef void poi_features(const Context* c, const State* s, const Terrain* t, const Walls* w, uint64_t fire,
                       uint64_t close, float* f) noexcept nogil:
    """Victims and face-down POI: how far from a firefighter, how far from safety, in danger or not."""
    cdef board_t level[ROUTE + 1]
    cdef board_t start = 0, goals = 0, one = 1, near = 0
    cdef int out[MAX_POI]
    cdef int n, k, i, reach, total, hidden = s.hidden_victims + s.hidden_alarms
    cdef float share = <float>s.hidden_victims / hidden if hidden else 0.0, speed, odds
    for k in range(s.poi_count):
        goals |= one << s.poi_at[k]
    n = ways_out(c, s, t, goals, level)
    for k in range(s.poi_count):
        out[k] = min(first_level(level, n, one << s.poi_at[k]), MOST_AP)
    for i in range(c.firefighters):
        start |= one << s.at[i]
    n = routes(t, start, goals, True, 1, level)
    for k in range(min(n, 4) + 1):
        near |= level[k]
    near &= t.fire
    f[F_FIRES_AT_HAND] = (popcount(<uint64_t>near) + popcount(<uint64_t>(near >> 64))) / 16.0
    f[F_HIDDEN_SHARE] = share
    for k in range(s.poi_count):
        i = c.inner_of[s.poi_at[k]]
        odds = burning_rolls(w, fire, close, <uint64_t>1 << i) / 8.0 if i >= 0 else 0
        reach = min(first_level(level, n, one << s.poi_at[k]), 15)
        if s.poi_kind[k] == TREATED:
            out[k] = (out[k] + 1) // 2
            f[F_TREATED] += 1
        total = min(out[k] + reach, MOST_AP)
        speed = 1 - total / <float>MOST_AP
        if s.poi_kind[k] == UNKNOWN:
            insert_speed(&f[F_FIRST_UNKNOWN], 3, speed)
            f[F_UNKNOWN_BURN] += share * odds
        else:
            f[F_VICTIMS] += 1 / 3.0
            insert_speed(&f[F_FIRST_VICTIM], 3, speed)
            f[F_VICTIMS_OUT] += out[k] / 20.0
            f[F_VICTIMS_FETCH] += reach / 10.0
            f[F_VICTIMS_BURN] += odds
            if total < 8:
                f[F_SOON_OUT] += (8 - total) / 8.0


cdef void ap_features(const Context* c, const State* s, float* f) noexcept nogil:
    """AP saved or at hand that could still be saved, and what goes beyond (FP-3.2); who is next.

    Between a roll and the next turn, the AP of the next firefighter count as if its turn had begun. So to end
    a turn changes nothing here but for AP that are not saved.
    """
    cdef int i, k, ap, far, nearest = 10, mover = s.active
    cdef bint between = s.phase == REPLENISH or (s.phase == REVEAL and s.cause >= BY_REPLENISH)
    if between or s.phase == ADVANCE_FIRE:
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
    f[F_FREE_AP] = s.free_ap / 4.0
    for k in range(s.poi_count):
        far = apart(c, s.at[mover], s.poi_at[k])
        if far < nearest:
            nearest = far
    f[F_NEXT_TO_POI] = nearest / 10.0


cdef void crew_features(const Context* c, const State* s, const Walls* w, float* f) noexcept nogil:
    """Vehicles and specialists (sections 6 and 7)."""
    cdef int i
    f[F_VEHICLES] = c.vehicles
    if c.specialists:
        for i in range(c.firefighters):
            if s.job[i] < NO_SPECIALIST:
                f[F_PARAMEDIC + s.job[i]] = 1
    if c.vehicles and not c.murphys_law:
        f[F_GUN_HITS] = shot(c, s, w, s.engine)
        for i in range(c.firefighters):
            if at_engine(c, s, s.at[i]):
                f[F_AT_THE_ENGINE] = 1
                if s.job[i] == DRIVER:
                    f[F_DRIVER_AT_THE_ENGINE] = 1


cdef void features(const Context* c, const State* s, float* f) noexcept nogil:
    cdef Walls w
    cdef Terrain t
    cdef uint64_t fire = s.fire, smoke = s.smoke, lit, front, m
    cdef float need = (c.goal - s.rescued) / 7.0, damage = s.damage / 24.0, hits
    cdef int k, i
    memset(f, 0, FEATURES * sizeof(float))
    look(c, s, &w)
    lit = around(&w, fire) & smoke
    while lit:
        fire |= lit
        smoke ^= lit
        lit = around(&w, fire) & smoke
    front = around(&w, fire) & ~fire
    hits = wall_hits(&w, fire) / 16.0
    f[F_NEED] = need
    f[F_LOST] = s.lost / 4.0
    f[F_LAST_LOSS] = s.lost >= 3
    f[F_DAMAGE] = damage
    f[F_DAMAGE_SQUARED] = damage * damage
    f[F_BUDGET] = 1.0 / (25 - s.damage)
    f[F_WALL_HITS] = hits
    f[F_WALL_HITS_X_DAMAGE] = hits * damage
    f[F_WALL_HITS_BY_BUDGET] = hits * 4 / (25 - s.damage)
    f[F_HITS_X_NEED] = hits * need
    f[F_FIRES] = popcount(fire) / 16.0
    f[F_SMOKE] = popcount(smoke) / 16.0
    f[F_FRONT] = popcount(front) / 16.0
    f[F_SMOKE_CHAINS] = popcount(around(&w, smoke) & smoke) / 16.0
    f[F_BRIDGES] = popcount(front & around(&w, smoke)) / 16.0
    f[F_FRONT_WALLS] = sides(&w, front) / 16.0
    f[F_SMOKE_WALLS] = sides(&w, smoke) / 16.0
    for i in range(c.firefighters):
        k = c.inner_of[s.at[i]]
        if k < 0:
            f[F_OUTSIDE] += 1
        else:
            f[F_KNOCKED_DOWN] += burning_rolls(&w, fire, front | smoke, <uint64_t>1 << k) / 8.0
    ap_features(c, s, f)
    survey(c, s, 0, &t)
    poi_features(c, s, &t, &w, fire, front | smoke, f)
    f[F_AT_HAND_X_HITS] = f[F_FIRES_AT_HAND] * hits
    f[F_HIDDEN_VICTIMS] = s.hidden_victims / 8.0
    f[F_SPARE_VICTIMS] = (victims_in_play(s) - (c.goal - s.rescued)) / 4.0
    f[F_MISSING_POI] = 0 if s.hidden_victims + s.hidden_alarms <= face_down(s) else (MAX_POI - s.poi_count) / 3.0
    f[F_ROLL_COMES] = s.phase == ADVANCE_FIRE
    f[F_FIREFIGHTERS] = c.firefighters / 6.0
    f[F_FEW_FIREFIGHTERS] = 1.0 / c.firefighters
    if c.vehicles or c.specialists:
        crew_features(c, s, &w, f)
    f[F_HAZMATS] = s.hazmat_count / 3.0
    f[F_HAZMATS_NEAR_FIRE] = popcount(front & w.hazmat)
    for k in range(s.hazmat_count):
        m = <uint64_t>1 << c.inner_of[s.hazmat[k]]
        f[F_HAZMAT_HITS] += burning_rolls(&w, fire, front | smoke, m) * (1 + sides(&w, m)) / 16.0
    if c.hot_spots:
        f[F_HOT_SPOTS] = 1
        f[F_HOT_SPOTS_LEFT] = popcount(s.hot) / 12.0
        f[F_BURNING_HOT_SPOTS] = popcount(s.hot & fire) / 12.0
        f[F_HOT_FRONT] = popcount(s.hot & front) / 12.0
        f[F_HOT_X_WALL_HITS] = hits * f[F_HOT_SPOTS_LEFT]


cdef inline int sides(const Walls* w, uint64_t x) noexcept nogil:
    """Walls that stand around the squares of a mask."""
    return popcount(x & w.up) + popcount(x & w.left) + popcount(x & w.right) + popcount(x & w.down)
