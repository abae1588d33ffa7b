# The Python edge: boards and states as objects. Squares are (row, column) tuples, edges pairs of squares.

from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New

STATE_SIZE = sizeof(State)
"""Bytes of a state."""


cdef class Core:
    """A board with its rules: the tables that all states of a game share.

    Parameters
    ----------
    rows, columns : int
        Inside squares, 1 to 12 each and at most 64 together.
    walls, doors : sequence of edge
        Edges with a wall or a door; all others are open.
    ambulance_spots : sequence of (square, square)
        In the board file's order, at least one.
    engine_spots : sequence of ((square, square), (first row, last row, first column, last column))
        With the quadrant of each.
    arrows : sequence of sequence of str
        A row each, ``"N"`` to ``"NW"``.
    rules, variants : collection of str
        Parts in play (FP-11.1) and variants (FP-11.2 to FP-11.4).
    goal, threat_markers, firefighters : int
        FP-9.1, FP-1.6, and how many firefighters take turns.

    Raises
    ------
    ValueError
        If the tables cannot be built from these.
    """

    def __cinit__(self):
        self.context = <Context*>calloc(1, sizeof(Context))
        if self.context == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.context)

    def __init__(self, *, int rows, int columns, walls, doors, ambulance_spots, engine_spots, arrows, rules,
                 variants, int goal, int threat_markers, int firefighters):
        build_context(self.context, rows, columns, walls, doors, ambulance_spots, engine_spots, arrows, rules,
                      variants, goal, threat_markers, firefighters)
        self.shape = (rows, columns)

    def use(self, Model model not None):
        """Take the static value from a model from now on; not while a search is at work."""
        self.model = model
        self.context.network = &model.net

    cdef int need_model(self) except -1:
        if self.context.network == NULL:
            raise ValueError("the core has no model for its static value: `use` one first")
        return 0

    def table(self):
        """The game's table as a capsule for the search; keep the core alive as long as it is used."""
        self.need_model()
        cdef GameTable* table = <GameTable*>calloc(1, sizeof(GameTable))
        if table == NULL:
            raise MemoryError
        fill_table(table, self.context)
        return PyCapsule_New(table, capsule_name(), drop_table)

    def state(self, **fields):
        """A state from the fields that `CoreState.fields` lists; the caller has checked them."""
        cdef CoreState made = CoreState.__new__(CoreState)
        made.core = self
        fill_state(self.context, &made.state, fields)
        return made

    def falls_to(self, square, int ambulance):
        """All squares where the rules let one be put who is knocked down on `square` (FP-5.9, FP-6.7)."""
        cdef const Context* c = self.context
        cdef int here = square_number(c, square), spot, k, nearest, best = -1
        found = []
        if c.vehicles:
            return [square_pair(c, c.ambulance_at[ambulance][k]) for k in range(2)]
        for spot in range(c.ambulance_spots):
            nearest = min(crow_flies(c, here, c.ambulance_at[spot][0]), crow_flies(c, here, c.ambulance_at[spot][1]))
            if best < 0 or nearest < best:
                best = nearest
                found = []
            if nearest == best:
                found += [square_pair(c, c.ambulance_at[spot][k]) for k in range(2)]
        return found


cdef void drop_table(object capsule) noexcept:
    free(PyCapsule_GetPointer(capsule, capsule_name()))


cdef inline tuple square_pair(const Context* c, int square):
    return (square // c.width, square % c.width)


cdef uint64_t inner_mask(const Context* c, squares) except? 0:
    cdef uint64_t mask = 0
    cdef int square
    for pair in squares:
        square = square_number(c, pair)
        if c.inner_of[square] < 0:
            raise ValueError(f"square {pair} is outside")
        mask |= <uint64_t>1 << c.inner_of[square]
    return mask


cdef list mask_squares(const Context* c, uint64_t mask):
    cdef int i
    return [square_pair(c, c.square_of[i]) for i in range(c.inside) if (mask >> i) & 1]


cdef void fill_state(const Context* c, State* s, dict f) except *:
    """Every field of a state from Python values."""
    cdef int i, k, square, group, a, d
    cdef uint64_t m
    memset(s, 0, sizeof(State))
    s.smoke = inner_mask(c, f["smoke"]) if f["smoke"] else 0
    s.hot = inner_mask(c, f["hot_spots"]) if f["hot_spots"] else 0
    for pair in f["fire"]:
        square = square_number(c, pair)
        if c.inner_of[square] >= 0:
            s.fire |= <uint64_t>1 << c.inner_of[square]
        else:
            s.fire_out |= <uint64_t>1 << c.ring_of[square]
    s.way[RING] = ~<uint64_t>0
    for i in range(c.squares):
        for d in range(4):
            if c.neighbour[i][d] > i and c.group[i][d] != RING:
                m = <uint64_t>1 << c.bit[i][d]
                group = c.group[i][d]
                if not (c.wall[group] | c.door[group]) & m:
                    s.way[group] |= m
    for edge, count in f["damage"]:
        a = square_number(c, edge[0])
        d = edge_direction(c, a, square_number(c, edge[1]))
        m = <uint64_t>1 << c.bit[a][d]
        if not c.wall[c.group[a][d]] & m:
            raise ValueError(f"no wall on {edge}")
        if count == 2:
            s.way[c.group[a][d]] |= m
        else:
            s.hurt[c.group[a][d]] |= m
        s.damage += <uint8_t>count
    for edge, how in f["doors"]:
        a = square_number(c, edge[0])
        d = edge_direction(c, a, square_number(c, edge[1]))
        m = <uint64_t>1 << c.bit[a][d]
        if not c.door[c.group[a][d]] & m:
            raise ValueError(f"no door on {edge}")
        s.way[c.group[a][d]] |= m
        if how == "open":
            s.ajar[c.group[a][d]] |= m
    memset(s.poi_at, NOWHERE, MAX_POI)
    memset(s.hazmat, NOWHERE, MAX_HAZMATS)
    if len(f["poi"]) > MAX_POI or len(f["hazmats"]) > MAX_HAZMATS or len(f["firefighters"]) != c.firefighters:
        raise ValueError("too many POI or hazmats, or not the core's number of firefighters")
    for pair, kind in f["poi"]:
        add_poi(s, square_number(c, pair), kind)
    for pair in f["hazmats"]:
        add_hazmat(s, square_number(c, pair))
    memset(s.job, NO_SPECIALIST, MAX_FIREFIGHTERS)
    for i, (pair, job, saved) in enumerate(f["firefighters"]):
        s.at[i] = <uint8_t>square_number(c, pair)
        s.job[i] = job
        s.saved[i] = saved
    s.hidden_victims = f["hidden_victims"]
    s.hidden_alarms = f["hidden_alarms"]
    s.rescued = f["rescued"]
    s.lost = f["lost"]
    s.hot_supply = f["hot_spot_supply"]
    s.ambulance = f["ambulance"]
    s.engine = f["engine"]
    s.active = f["active"]
    s.phase = f["phase"]
    s.ap = f["ap"]
    s.free_ap = f["free_ap"]
    s.acted = f["acted"]
    s.began_at_engine = f["began_at_engine"]
    for k in f["commanded"]:
        s.commanded |= <uint8_t>(1 << k)
    s.cafs_ap = f["cafs_ap"]
    if s.phase == REVEAL:
        s.reveal_at = <uint8_t>square_number(c, f["reveal_at"])
        s.cause = f["cause"]
    s.red, s.black = f["dice"]
    s.rerolled = f["rerolled"]
    s.flare_up = f["flare_up"]
    s.reason = f["reason"]


cdef class CoreState:
    """A position in the core: copied, compared and hashed by its bytes.

    Made by `Core.state`. Methods trust their arguments: an action's code is one that `legal` gave.
    """

    def fields(self):
        """Everything in the state as Python values: what `Core.state` takes."""
        cdef const Context* c = self.core.context
        cdef const State* s = &self.state
        cdef int i, d, k, group
        cdef uint64_t m
        fire = mask_squares(c, s.fire)
        if s.fire_out:
            fire += [square_pair(c, i) for i in range(c.squares)
                     if c.ring_of[i] >= 0 and (s.fire_out >> c.ring_of[i]) & 1]
            fire.sort()
        damage = []
        doors = []
        for i in range(c.squares):
            for d in (RIGHT, DOWN):
                group = c.group[i][d]
                if c.neighbour[i][d] < 0 or group == RING:
                    continue
                m = <uint64_t>1 << c.bit[i][d]
                edge = (square_pair(c, i), square_pair(c, c.neighbour[i][d]))
                if c.door[group] & m:
                    if s.way[group] & m:
                        doors.append((edge, "open" if s.ajar[group] & m else "destroyed"))
                elif c.wall[group] & m:
                    if s.way[group] & m:
                        damage.append((edge, 2))
                    elif s.hurt[group] & m:
                        damage.append((edge, 1))
        return {
            "fire": fire, "smoke": mask_squares(c, s.smoke), "hot_spots": mask_squares(c, s.hot),
            "hot_spot_supply": s.hot_supply,
            "hazmats": [square_pair(c, s.hazmat[k]) for k in range(s.hazmat_count)],
            "damage": damage, "doors": doors,
            "poi": [(square_pair(c, s.poi_at[k]), s.poi_kind[k]) for k in range(s.poi_count)],
            "hidden_victims": s.hidden_victims, "hidden_alarms": s.hidden_alarms,
            "rescued": s.rescued, "lost": s.lost, "ambulance": s.ambulance, "engine": s.engine,
            "firefighters": [(square_pair(c, s.at[i]), s.job[i], s.saved[i]) for i in range(c.firefighters)],
            "active": s.active, "phase": s.phase, "ap": s.ap, "free_ap": s.free_ap, "acted": bool(s.acted),
            "began_at_engine": bool(s.began_at_engine),
            "commanded": [i for i in range(c.firefighters) if (s.commanded >> i) & 1], "cafs_ap": s.cafs_ap,
            "reveal_at": square_pair(c, s.reveal_at) if s.phase == REVEAL else None, "cause": s.cause,
            "dice": (s.red, s.black), "rerolled": s.rerolled, "flare_up": bool(s.flare_up), "reason": s.reason,
        }

    @property
    def phase(self):
        """What comes next, a number in the order of the formats' table."""
        return self.state.phase

    @property
    def active(self):
        """The number of the firefighter whose turn it is."""
        return self.state.active

    @property
    def ambulance(self):
        """The number of the spot where the ambulance stands; 0 without vehicles."""
        return self.state.ambulance

    def copy(self):
        """An independent copy."""
        cdef CoreState other = CoreState.__new__(CoreState)
        other.core = self.core
        memcpy(&other.state, &self.state, sizeof(State))
        return other

    def to_bytes(self):
        """The state's bytes."""
        return (<const char*>&self.state)[:sizeof(State)]

    @staticmethod
    def from_bytes(Core core not None, bytes data not None):
        """The state that `to_bytes` gave for the same core."""
        cdef CoreState made = CoreState.__new__(CoreState)
        cdef const char* raw = data
        if len(data) != sizeof(State):
            raise ValueError(f"{len(data)} bytes, expected {sizeof(State)}")
        made.core = core
        memcpy(&made.state, raw, sizeof(State))
        return made

    def __eq__(self, other):
        if not isinstance(other, CoreState):
            return NotImplemented
        return memcmp(&self.state, &(<CoreState>other).state, sizeof(State)) == 0

    def __hash__(self):
        return hash(self.to_bytes())

    def legal(self):
        """Legal actions in the formats' order: (kind, argument, direction, who, riders, cost, code) each."""
        cdef action_t actions[MAX_ACTIONS]
        cdef uint8_t costs[MAX_ACTIONS]
        cdef int n = legal_actions(self.core.context, &self.state, actions, costs), k
        return [unpack(actions[k], costs[k]) for k in range(n)]

    def apply(self, action_t action):
        """Carry out a legal action, in place."""
        apply_action(self.core.context, &self.state, action, cost_of(self.core.context, &self.state, action))

    def chance(self):
        """Outcomes of the chance event that comes next: (kind, red, black, code) each; with equal dice equal odds."""
        cdef outcome_t outcomes[MAX_OUTCOMES]
        cdef double p[MAX_OUTCOMES]
        cdef int n = list_outcomes(self.core.context, &self.state, outcomes, p), k
        return [(<int>(outcomes[k] & 0xFF), <int>((outcomes[k] >> 8) & 0xFF), <int>((outcomes[k] >> 16) & 0xFF),
                 outcomes[k], p[k]) for k in range(n)]

    def apply_chance(self, outcome_t o, order=()):
        """Let a chance event happen, in place.

        Parameters
        ----------
        o : int
            An outcome's code, one of `chance`.
        order : sequence of square
            The players' choice of hazmats to explode first (FP-5.6).

        Returns
        -------
        list of (int, square)
            Who was knocked down, and where.

        Raises
        ------
        IndexError
            If the order does not hold: its argument is the place in `order`. Nothing is changed then.
        """
        cdef const Context* c = self.core.context
        cdef State after
        cdef Falls falls
        cdef uint8_t wanted[MAX_HAZMATS]
        cdef int n = 0, k, done
        falls.count = 0
        for square in order[:MAX_HAZMATS]:
            wanted[n] = <uint8_t>square_number(c, square)
            n += 1
        memcpy(&after, &self.state, sizeof(State))
        done = apply_outcome(c, &after, o, wanted, n, &falls)
        if done >= 0 and len(order) > MAX_HAZMATS and after.phase != OVER:
            done = -1 - MAX_HAZMATS
        if done < 0:
            raise IndexError(-1 - done)
        memcpy(&self.state, &after, sizeof(State))
        return [(falls.who[k], square_pair(c, falls.origin[k])) for k in range(falls.count)]

    def sample_chance(self, uint64_t seed, uint64_t trial=0, uint64_t turn=0):
        """The code of an outcome drawn from the stream (seed, trial, turn)."""
        cdef Rng rng = stream(seed, trial, turn, PURPOSE_CHANCE)
        if not is_chance(&self.state):
            raise ValueError("no chance event comes next")
        return sample_outcome(self.core.context, &self.state, &rng)

    def put(self, int who, square):
        """Put a firefighter on a square: the record's correction after a knock-down (FP-5.9, FP-6.7)."""
        cdef const Context* c = self.core.context
        self.state.at[who] = <uint8_t>square_number(c, square)
        if self.state.phase == ACTION and self.state.active == who:
            self.state.began_at_engine = at_engine(c, &self.state, self.state.at[who])

    def all_get_out(self):
        """Whether everyone concerned can still get out of fire (FP-4.10)."""
        return bool(all_get_out(self.core.context, &self.state))

    def setup_explosion(self, square, bint hurts_walls):
        """Fire and a hot spot on a square, then FP-5.3 (FP-10.4). Returns True if the building collapsed."""
        cdef const Context* c = self.core.context
        cdef int number = square_number(c, square)
        ignite(c, &self.state, number)
        if c.hot_spots and not (self.state.hot >> c.inner_of[number]) & 1:
            self.state.hot |= <uint64_t>1 << c.inner_of[number]
        return bool(explode(c, &self.state, number, hurts_walls))

    def clear_outside_fire(self):
        """Fire outside the building is removed (FP-5.8 c)."""
        self.state.fire_out = 0

    def distances(self, square, int chop=2, int step=1, int burning=2):
        """AP to every square, by default for a firefighter without a load.

        Parameters
        ----------
        square : (int, int)
            From where.
        chop : int
            AP a chop (2; 1 for the Rescue Specialist; 0: walls are not chopped).
        step, burning : int
            AP a step into a square without and with fire, 1 to 6.

        Returns
        -------
        bytes
            A number a square, row by row, ring included; 255 where no path leads (or none of 200 AP at most).

        Raises
        ------
        ValueError
            If a price is out of its range.
        """
        if not (0 <= chop <= 3 and 1 <= step <= 6 and 1 <= burning <= 6):
            raise ValueError(f"prices: chop {chop}, step {step}, burning {burning}, expected 0-3, 1-6, 1-6")
        cdef uint8_t out[MAX_SQUARES]
        cdef const Context* c = self.core.context
        measure(c, &self.state, square_number(c, square), chop, step, burning, out)
        return (<const char*>out)[:c.squares]

    def value(self):
        """The static value; the core has a model."""
        self.core.need_model()
        return static_value(self.core.context, &self.state)

    def features(self):
        """The features of the static value: (name, value) each."""
        cdef float f[FEATURES]
        cdef int k
        features(self.core.context, &self.state, f)
        return [(FEATURE_NAMES[k], f[k]) for k in range(FEATURES)]

    def policy(self, uint64_t seed=0, uint64_t trial=0, uint64_t turn=0, str name="greedy"):
        """The code of the action that a policy takes: the playout policy, or another by its name."""
        cdef Rng rng = stream(seed, trial, turn, PURPOSE_POLICY)
        return action_by(self.core.context, &self.state, policy_number(name), &rng)


cdef inline tuple unpack(action_t a, int cost):
    return (kind_of(a), argument_of(a), direction_of(a), who_of(a), riders_of(a), cost, a)
