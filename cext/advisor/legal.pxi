# Legal actions with their costs, and what they do (rules, sections 3, 4, 6 and 7).
#
# An action's code, from the low byte on: ActionKind; argument (square, spot, Direction, specialist or dice);
# Direction or 0; the firefighter who does it; then, 16 bits, who rides: a base-3 digit a firefighter
# (0 stays, 1 first square, 2 second square).

from libc.string cimport memcmp, memcpy, memset


cdef inline action_t code(int kind, int argument, int direction, int who) noexcept nogil:
    return (<action_t>kind | <action_t>argument << 8 | <action_t>direction << 16 | <action_t>who << 24)


cdef inline int kind_of(action_t a) noexcept nogil:
    return a & 0xFF


cdef inline int argument_of(action_t a) noexcept nogil:
    return (a >> 8) & 0xFF


cdef inline int direction_of(action_t a) noexcept nogil:
    return (a >> 16) & 0xFF


cdef inline int who_of(action_t a) noexcept nogil:
    return (a >> 24) & 0xFF


cdef inline int riders_of(action_t a) noexcept nogil:
    return (a >> 32) & 0xFFFF


# What one firefighter may spend in this turn, by kind of action.
ctypedef struct Purse:
    int move                # AP for moves of every kind, doors excepted
    int extinguish
    int general
    int step                # what one step of extinguishing costs
    int chop
    int gun


cdef inline void open_purse(const State* s, Purse* purse) noexcept nogil:
    cdef int job = s.job[s.active]
    purse.general = s.ap
    purse.move = s.ap + (s.free_ap if job == RESCUE else 0)
    purse.extinguish = s.ap + (s.free_ap if job == CAFS else 0)
    purse.step = 2 if job == PARAMEDIC or job == RESCUE else 1
    purse.chop = 1 if job == RESCUE else 2
    purse.gun = 2 if job == DRIVER else 4


cdef inline bint passes(const Context* c, const State* s, int square, int d) noexcept nogil:
    """Whether the edge in a direction blocks nothing; the neighbour may be off the board."""
    return (s.way[c.group[square][d]] >> c.bit[square][d]) & 1


cdef int way_out(const Context* c, const State* s, int square) noexcept nogil:
    """AP of the cheapest plain moves from a burning inside square to a square without fire; 99 if there are none."""
    cdef uint64_t reached = <uint64_t>1 << c.inner_of[square], edge = reached, lit
    cdef int cost = 1, i, d, to
    while edge:
        lit = 0
        while edge:
            i = lowest_bit(edge)
            edge &= edge - 1
            for d in range(4):
                if not passes(c, s, c.square_of[i], d):
                    continue
                to = c.neighbour[c.square_of[i]][d]
                if not burns(c, s, to):
                    return cost
                if c.inner_of[to] >= 0:
                    lit |= <uint64_t>1 << c.inner_of[to]
        edge = lit & ~reached
        reached |= edge
        cost += 2
    return 99


cdef inline int concerned(const State* s) noexcept nogil:
    """Mask of the firefighters who must not be left in fire: the active one and those it commanded."""
    return s.commanded | (1 << s.active)


cdef inline bint anyone_in_fire(const Context* c, const State* s) noexcept nogil:
    cdef int i, mask = concerned(s)
    for i in range(c.firefighters):
        if (mask >> i) & 1 and burns(c, s, s.at[i]):
            return True
    return False


cdef bint all_get_out(const Context* c, const State* s) noexcept nogil:
    """FP-4.10: whether the AP left suffice to get everyone concerned out of fire."""
    cdef int i, need, moves, job = s.job[s.active]
    cdef int general = s.ap, command = s.free_ap if job == CAPTAIN else 0
    cdef int commands = 0, cafs_left = 1 - s.cafs_ap
    for i in range(c.firefighters):
        if i == s.active or not (s.commanded >> i) & 1 or not burns(c, s, s.at[i]):
            continue
        if c.inner_of[s.at[i]] < 0:
            return False
        moves = way_out(c, s, s.at[i])
        if s.job[i] == CAFS:
            if moves > cafs_left:
                return False
        commands += moves
    if commands > command:
        general -= commands - command
    i = s.active
    if burns(c, s, s.at[i]):
        if c.inner_of[s.at[i]] < 0:
            return False
        need = 2 if job == PARAMEDIC or job == RESCUE else 1
        if job == CAFS:
            need -= s.free_ap
        moves = way_out(c, s, s.at[i])
        if job == RESCUE:
            moves -= s.free_ap
        if moves < need:
            need = moves
        if need > 0:
            general -= need
    return general >= 0


cdef inline bint allowed(const Context* c, const State* s, action_t a, int cost) noexcept nogil:
    """FP-4.10 for one action that could leave somebody in fire."""
    cdef State after
    memcpy(&after, s, sizeof(State))
    apply_action(c, &after, a, cost)
    return after.phase == OVER or all_get_out(c, &after)


# The list under construction: `checked` says that somebody concerned stands in fire already.
ctypedef struct ActionList:
    action_t* actions
    uint8_t* costs
    int count
    bint checked


cdef inline void offer(const Context* c, const State* s, ActionList* out, action_t a, int cost,
                       bint into_fire) noexcept nogil:
    if (out.checked or into_fire) and not allowed(c, s, a, cost):
        return
    out.actions[out.count] = a
    out.costs[out.count] = <uint8_t>cost
    out.count += 1


cdef void offer_moves(const Context* c, const State* s, ActionList* out, int who, int budget) noexcept nogil:
    """FP-4.1 to FP-4.5, in the order of the table's rows."""
    cdef int square = s.at[who], d, to, k, n = 0
    cdef int open_to[4]
    cdef int open_d[4]
    cdef bint victim = False, treated = False, hazmat = False, fire
    if budget < 1:
        return
    for k in range(s.poi_count):
        if s.poi_at[k] == square:
            if s.poi_kind[k] == VICTIM:
                victim = True
            elif s.poi_kind[k] == TREATED:
                treated = True
    for k in range(s.hazmat_count):
        if s.hazmat[k] == square:
            hazmat = True
    for d in range(4):
        to = c.neighbour[square][d]
        if to < 0 or not passes(c, s, square, d):
            continue
        fire = burns(c, s, to)
        if not fire:
            open_to[n] = to
            open_d[n] = d
            n += 1
            offer(c, s, out, code(MOVE, to, d, who), 1, False)
        elif budget >= 2:
            offer(c, s, out, code(MOVE, to, d, who), 2, True)
    if budget >= 2 and victim:
        for k in range(n):
            offer(c, s, out, code(CARRY, open_to[k], open_d[k], who), 2, False)
            if treated:
                offer(c, s, out, code(CARRY_LEAD, open_to[k], open_d[k], who), 2, False)
    if budget >= 2 and hazmat:
        for k in range(n):
            offer(c, s, out, code(HAUL, open_to[k], open_d[k], who), 2, False)
            if treated:
                offer(c, s, out, code(HAUL_LEAD, open_to[k], open_d[k], who), 2, False)
    if treated:
        for k in range(n):
            offer(c, s, out, code(LEAD, open_to[k], open_d[k], who), 1, False)


cdef void offer_doors(const Context* c, const State* s, ActionList* out, int who) noexcept nogil:
    """FP-4.7: doors that are closed or open."""
    cdef int square = s.at[who], d, group
    cdef uint64_t m
    for d in range(4):
        group = c.group[square][d]
        if group == RING:
            continue
        m = <uint64_t>1 << c.bit[square][d]
        if c.door[group] & m and (s.ajar[group] & m or not s.way[group] & m):
            offer(c, s, out, code(DOOR, square, d, who), 1, False)


cdef void offer_extinguish(const Context* c, const State* s, ActionList* out, Purse* purse) noexcept nogil:
    """FP-4.8, in the reading order of up, left, here, right, down."""
    cdef int square = s.at[s.active], turn, d, to
    cdef uint64_t threats = s.fire | s.smoke
    if purse.extinguish < purse.step or not threats:
        return
    for turn in range(5):
        d = turn if turn < 2 else HERE if turn == 2 else turn - 1
        if d == HERE:
            to = square
        else:
            to = c.neighbour[square][d]
            if to < 0 or not passes(c, s, square, d):
                continue
        if c.inner_of[to] >= 0 and (threats >> c.inner_of[to]) & 1:
            offer(c, s, out, code(EXTINGUISH, to, d, s.active), purse.step, False)


cdef void offer_chops(const Context* c, const State* s, ActionList* out, Purse* purse) noexcept nogil:
    """FP-4.9: walls that stand, from inside or outside."""
    cdef int square = s.at[s.active], d, group
    cdef uint64_t m
    for d in range(4):
        group = c.group[square][d]
        if group == RING:
            continue
        m = <uint64_t>1 << c.bit[square][d]
        if c.wall[group] & m and not s.way[group] & m:
            offer(c, s, out, code(CHOP, square, d, s.active), purse.chop, False)


cdef void offer_drives(const Context* c, const State* s, ActionList* out, bint engine) noexcept nogil:
    """FP-6.2 to FP-6.4: to the next spots, with every way to ride."""
    cdef int spots = c.engine_spots if engine else c.ambulance_spots
    cdef int spot = s.engine if engine else s.ambulance
    cdef int here[MAX_FIREFIGHTERS]
    cdef int digit[MAX_FIREFIGHTERS]
    cdef int power[MAX_FIREFIGHTERS]
    cdef int n = 0, i, k, turn, riders, value = 1
    cdef int target[2]
    cdef int targets
    cdef int kind = DRIVE_ENGINE if engine else DRIVE_AMBULANCE
    for i in range(c.firefighters):
        if at_engine(c, s, s.at[i]) if engine else at_ambulance(c, s, s.at[i]):
            here[n] = i
            power[n] = value
            n += 1
        value *= 3
    target[0] = spot + 1 if spot + 1 < spots else 0
    target[1] = spot - 1 if spot > 0 else spots - 1
    targets = 1 if target[0] == target[1] else 2
    if targets == 2 and target[1] < target[0]:
        target[0], target[1] = target[1], target[0]
    for turn in range(targets):
        riders = 0
        for k in range(n):
            digit[k] = 1 if engine and here[k] == s.active else 0
            riders += digit[k] * power[k]
        while True:
            offer(c, s, out, code(kind, target[turn], 0, s.active) | <action_t>riders << 32, 2, False)
            k = n - 1
            while k >= 0 and digit[k] == 2:
                digit[k] = 1 if engine and here[k] == s.active else 0
                riders -= (2 - digit[k]) * power[k]
                k -= 1
            if k < 0:
                break
            digit[k] += 1
            riders += power[k]


cdef inline bint quadrant_clear(const Context* c, const State* s) noexcept nogil:
    """No firefighter in the quadrant of the engine's spot (FP-6.8)."""
    cdef const uint8_t* q = c.quadrant[s.engine]
    cdef int i, row, column
    for i in range(c.firefighters):
        row = s.at[i] // c.width
        column = s.at[i] % c.width
        if q[0] <= row <= q[1] and q[2] <= column <= q[3]:
            return False
    return True


cdef inline int after_crew_change(const State* s, int job) noexcept nogil:
    """General AP after taking another specialist (FP-6.9); negative if that is not possible."""
    return base_ap(job) + s.ap - base_ap(s.job[s.active]) - 2


cdef void offer_crew(const Context* c, const State* s, ActionList* out) noexcept nogil:
    """FP-6.9: specialists that nobody has."""
    cdef int job, i
    cdef bint taken
    for job in range(8):
        taken = False
        for i in range(c.firefighters):
            if s.job[i] == job:
                taken = True
        if not taken and after_crew_change(s, job) >= 0:
            offer(c, s, out, code(CREW, job, 0, s.active), 2, False)


cdef void offer_powers(const Context* c, const State* s, ActionList* out) noexcept nogil:
    """Resuscitate, identify, dispose (FP-7.1, FP-7.4, FP-7.5)."""
    cdef int job = s.job[s.active], square = s.at[s.active], k
    if job == PARAMEDIC and s.ap >= 1 and find_poi(s, square, VICTIM) >= 0:
        offer(c, s, out, code(RESUSCITATE, square, 0, s.active), 1, False)
    if job == IMAGING and s.ap >= 1:
        for k in range(s.poi_count):
            if s.poi_kind[k] == UNKNOWN:
                offer(c, s, out, code(IDENTIFY, s.poi_at[k], 0, s.active), 1, False)
    if job == HAZMAT_TECHNICIAN and s.ap >= 2:
        for k in range(s.hazmat_count):
            if s.hazmat[k] == square:
                offer(c, s, out, code(DISPOSE, square, 0, s.active), 2, False)
                break


cdef void offer_commands(const Context* c, const State* s, ActionList* out) noexcept nogil:
    """FP-7.3: moves and doors of the others, paid by the Captain."""
    cdef int i, budget
    for i in range(c.firefighters):
        if i == s.active:
            continue
        budget = s.ap + s.free_ap
        if s.job[i] == CAFS and budget > 1 - s.cafs_ap:
            budget = 1 - s.cafs_ap
        if budget >= 1:
            offer_moves(c, s, out, i, budget)
            offer_doors(c, s, out, i)


cdef int legal_actions(const Context* c, const State* s, action_t* actions, uint8_t* costs) noexcept nogil:
    """Every legal action in the order of the formats; the number of them."""
    cdef ActionList out
    cdef Purse purse
    cdef int mask
    if s.phase == DECK_GUN_CHOICE:
        return legal_choices(s, actions, costs)
    if s.phase != ACTION:
        return 0
    out.actions = actions
    out.costs = costs
    out.count = 0
    out.checked = s.fire != 0 and anyone_in_fire(c, s)
    open_purse(s, &purse)
    offer_moves(c, s, &out, s.active, purse.move)
    if purse.general >= 1:
        offer_doors(c, s, &out, s.active)
    offer_extinguish(c, s, &out, &purse)
    if purse.general >= purse.chop:
        offer_chops(c, s, &out, &purse)
    if c.vehicles:
        if purse.general >= 2:
            offer_drives(c, s, &out, False)
            if at_engine(c, s, s.at[s.active]):
                offer_drives(c, s, &out, True)
        if (not c.murphys_law and purse.general >= purse.gun and at_engine(c, s, s.at[s.active])
                and quadrant_clear(c, s)):
            offer(c, s, &out, code(FIRE_DECK_GUN, 0, 0, s.active), purse.gun, False)
        if c.specialists and not c.small_station and s.began_at_engine and not s.acted and s.ap >= 2:
            offer_crew(c, s, &out)
    if c.specialists:
        offer_powers(c, s, &out)
        if s.job[s.active] == CAPTAIN:
            offer_commands(c, s, &out)
    if not out.checked:
        actions[out.count] = code(END, 0, 0, s.active)
        costs[out.count] = 0
        out.count += 1
    return out.count


cdef int legal_choices(const State* s, action_t* actions, uint8_t* costs) noexcept nogil:
    """The Driver's answers to a roll (FP-7.6): each die is re-rolled once at most."""
    cdef int dice, n = 0
    actions[0] = code(KEEP, 0, 0, s.active)
    for dice in range(1, 4):
        if not dice & s.rerolled:
            n += 1
            actions[n] = code(REROLL, dice, 0, s.active)
    memset(costs, 0, n + 1)
    return n + 1
