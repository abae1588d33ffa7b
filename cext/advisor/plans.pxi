# Plans of a turn: every way to play it, valued by the mean over what the dice bring.
#
# A choice is a decision state with everything that one may do until the turn is over. Its value is that of its best
# candidate: an afterstate counts the mean of the static value over the coming chance events, a chance event within the turn
# the mean over its outcomes, each of which is a choice of its own. Choices and afterstates are kept by their bytes, so
# nothing is valued twice.

cdef enum:
    LONGEST_PLAN = 64

# How much is looked at.
ctypedef struct Effort:
    int width               # nodes a level in the walk from the root
    int inner_width         # the same after a chance event within the turn
    int ends                # afterstates valued exactly, at the root
    int inner_ends
    int chances             # chance events within the turn valued exactly, at the root
    int inner_chances
    int depth               # chance events within the turn one after another; beyond, the static value stands
    long nodes              # nodes of all walks together; beyond, the static value stands

# A choice that has been looked at, or an afterstate (then only value and variance count).
ctypedef struct Known:
    uint64_t key
    int32_t next
    uint8_t what            # OPEN: a choice; ENDED: an afterstate
    uint8_t complete
    uint8_t end             # what its best plan leads to
    uint8_t length
    int32_t spent
    double value
    double variance
    action_t plan[LONGEST_PLAN]
    uint8_t state[MOST_STATE]
    uint8_t final[MOST_STATE]

ctypedef struct Memory:
    Known* known
    int32_t count
    int32_t capacity
    int32_t* slots
    int32_t mask

ctypedef struct Task:
    Ground ground
    Expectation expectation
    Effort effort
    Memory memory
    int complete            # 0 if any walk left something out
    long cut                # candidates that a cheap value left out
    long valued             # afterstates valued by the mean over chance


cdef Known* recall(Memory* memory, const uint8_t* state, size_t size, int what) noexcept nogil:
    cdef uint64_t key = hash_bytes(state, size)
    cdef int32_t k = memory.slots[key & memory.mask]
    while k >= 0:
        if (memory.known[k].key == key and memory.known[k].what == what
                and memcmp(memory.known[k].state, state, size) == 0):
            return &memory.known[k]
        k = memory.known[k].next
    return NULL


cdef Known* remember(Memory* memory, const uint8_t* state, size_t size, int what) noexcept nogil:
    """A new entry for a state, NULL if memory is used up."""
    cdef uint64_t key = hash_bytes(state, size)
    cdef Known* entry
    if memory.count >= memory.capacity:
        return NULL
    entry = &memory.known[memory.count]
    entry.key = key
    entry.what = <uint8_t>what
    entry.next = memory.slots[key & memory.mask]
    entry.length = 0
    entry.complete = 1
    entry.spent = 0
    entry.end = ENDED
    memcpy(entry.state, state, size)
    memory.slots[key & memory.mask] = memory.count
    memory.count += 1
    return entry


cdef Estimate value_afterstate(Task* t, const uint8_t* state) noexcept nogil:
    """The mean over the chance events that follow a turn."""
    cdef size_t size = t.ground.game.state_size
    cdef Known* entry = recall(&t.memory, state, size, ENDED)
    cdef Estimate e
    if entry != NULL:
        e.mean = entry.value
        e.variance = entry.variance
        return e
    e = expect(&t.expectation, state, 1, 0)
    t.valued += 1
    entry = remember(&t.memory, state, size, ENDED)
    if entry != NULL:
        entry.value = e.mean
        entry.variance = e.variance
    return e


cdef Estimate value_inside(Task* t, const uint8_t* state, int depth) noexcept nogil:
    """The value of any state of a turn: a choice, or the mean over a chance event within it."""
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    cdef Estimate total, part
    cdef int n, k, kind = g.kind(g.context, state)
    total.variance = 0
    if kind == NODE_OVER:
        total.mean = leaf(&t.expectation, state)
        return total
    if not g.in_turn(g.context, state):
        return value_afterstate(t, state)
    if kind == NODE_DECISION:
        return value_choice(t, state, depth)
    total.mean = 0
    n = g.chance(g.context, state, outcomes, p)
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        part = value_inside(t, after, depth + 1)
        total.mean += p[k] * part.mean
        total.variance += p[k] * p[k] * part.variance
    return total


cdef double cheap_value(Task* t, const uint8_t* state, int what) noexcept nogil:
    """A first value of a candidate: static, or the mean of static values after a chance event."""
    cdef outcome_t outcomes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    cdef double total = 0
    cdef int n, k
    if what != CHANCE:
        return leaf(&t.expectation, state)
    n = g.chance(g.context, state, outcomes, p)
    for k in range(n):
        memcpy(after, state, g.state_size)
        g.apply_chance(g.context, after, outcomes[k])
        total += p[k] * leaf(&t.expectation, after)
    return total


cdef double threshold(const Ground* ground, const Walk* walk, bint chances, int most) noexcept nogil:
    """A cheap value that at most `most` candidates (of ended turns, or of the others) lie above."""
    cdef double low = -1.0, high = 2.0, middle
    cdef int turn, above
    cdef int32_t k
    for turn in range(50):
        middle = (low + high) / 2
        above = 0
        for k in range(walk.first, walk.last):
            if (ground.nodes[k].what != OPEN and (ground.nodes[k].what == CHANCE or ground.nodes[k].what == FREE) == chances
                    and ground.nodes[k].value > middle):
                above += 1
        if above > most:
            low = middle
        else:
            high = middle
    return low


cdef void value_candidates(Task* t, Walk* walk, int depth) noexcept nogil:
    """Cheap values for all candidates of a walk, better ones for those that survive."""
    cdef Ground* ground = &t.ground
    cdef Node* node
    cdef Estimate e
    cdef double bar[2]
    cdef int left[2]
    cdef int32_t k
    cdef int chance
    for k in range(walk.first, walk.last):
        node = &ground.nodes[k]
        if node.what != OPEN:
            node.value = cheap_value(t, state_of(ground, k), node.what)
    left[0] = t.effort.ends if depth == 0 else t.effort.inner_ends
    left[1] = t.effort.chances if depth == 0 else t.effort.inner_chances
    for chance in range(2):
        bar[chance] = threshold(ground, walk, chance, left[chance])
    for k in range(walk.first, walk.last):
        node = &ground.nodes[k]
        if node.what == OPEN:
            continue
        if node.what == DONE:
            node.exact = 1
            continue
        chance = node.what != ENDED
        if not node.keep and (node.value <= bar[chance] or left[chance] <= 0):
            t.cut += 1
            continue
        left[chance] -= 1
        if chance:
            e = value_inside(t, state_of(ground, k), depth)
        else:
            e = value_afterstate(t, state_of(ground, k))
        node = &ground.nodes[k]
        node.value = e.mean
        node.variance = e.variance
        node.exact = 1


cdef Estimate value_choice(Task* t, const uint8_t* state, int depth) noexcept nogil:
    """The value of the best candidate of a choice, remembered with its plan."""
    cdef const GameTable* g = t.ground.game
    cdef Known* entry = recall(&t.memory, state, g.state_size, OPEN)
    cdef Walk walk
    cdef Estimate e
    cdef int32_t k, best = -1, at
    cdef int n
    if entry != NULL:
        e.mean = entry.value
        e.variance = entry.variance
        return e
    e.variance = 0
    if (depth > t.effort.depth or t.ground.walked > t.effort.nodes
            or not begin_walk(&t.ground, &walk, state, 1024)):
        t.complete = 0
        e.mean = leaf(&t.expectation, state)
        return e
    take_walk(&t.ground, &walk, t.effort.inner_width, &t.expectation)
    value_candidates(t, &walk, depth)
    for k in range(walk.first, walk.last):
        if t.ground.nodes[k].exact and (best < 0 or better(&t.ground, k, best)):
            best = k
    if not walk.complete:
        t.complete = 0
    if best < 0:            # memory ran out before any way to end the turn was found
        end_walk(&t.ground, &walk)
        e.mean = leaf(&t.expectation, state)
        return e
    e.mean = t.ground.nodes[best].value
    e.variance = t.ground.nodes[best].variance
    entry = remember(&t.memory, state, g.state_size, OPEN)
    if entry != NULL:
        entry.value = e.mean
        entry.variance = e.variance
        entry.complete = <uint8_t>walk.complete
        entry.end = t.ground.nodes[best].what
        entry.spent = t.ground.nodes[best].spent
        memcpy(entry.final, state_of(&t.ground, best), g.state_size)
        entry.length = <uint8_t>trace(&t.ground, best, entry.plan)
    end_walk(&t.ground, &walk)
    return e


cdef bint better(const Ground* ground, int32_t a, int32_t b) noexcept nogil:
    """The order of plans: value, then less spent, then found first."""
    if ground.nodes[a].value != ground.nodes[b].value:
        return ground.nodes[a].value > ground.nodes[b].value
    if ground.nodes[a].spent != ground.nodes[b].spent:
        return ground.nodes[a].spent < ground.nodes[b].spent
    return a < b


cdef int trace(const Ground* ground, int32_t k, action_t* plan) noexcept nogil:
    """The actions from the root of a walk to a node; their number."""
    cdef int n = 0, i
    cdef action_t swap
    while ground.nodes[k].parent >= 0 and n < LONGEST_PLAN:
        plan[n] = ground.nodes[k].action
        n += 1
        k = ground.nodes[k].parent
    for i in range(n // 2):
        swap = plan[i]
        plan[i] = plan[n - 1 - i]
        plan[n - 1 - i] = swap
    return n


cdef void keep_line(Task* t, Walk* walk, const uint8_t* root, const action_t* line, int length) noexcept nogil:
    """Mark the candidate that a line of actions leads to; a NULL line is the playout policy's."""
    cdef uint8_t here[MOST_STATE]
    cdef uint8_t stripped[MOST_STATE]
    cdef const GameTable* g = t.ground.game
    cdef Rng rng = stream(t.expectation.seed, 0, 1, PURPOSE_SEARCH)
    cdef int n = 0, kind
    cdef int32_t k
    memcpy(here, root, g.state_size)
    while g.kind(g.context, here) == NODE_DECISION and g.in_turn(g.context, here) and n < LONGEST_PLAN:
        if line == NULL:
            g.apply(g.context, here, g.policy(g.context, here, &rng))
        elif n < length:
            g.apply(g.context, here, line[n])
        else:
            break
        n += 1
    memcpy(stripped, here, g.state_size)
    g.strip(g.context, stripped)
    k = find(&t.ground, walk, stripped, hash_bytes(stripped, g.state_size), g.spare(g.context, here))
    if k >= 0:
        t.ground.nodes[k].keep = 1


cdef class TurnSearch:
    """All plans of one turn, valued.

    Parameters
    ----------
    table : capsule
        The game's table; `owner` is kept alive with it.
    owner : object
        Whatever the table points into.
    root : bytes
        A state of a turn.
    player : int
        Whose value counts: the chooser at the root.
    seed : int
        For chance events beyond the exact bound.
    nodes, width, inner_width, ends, inner_ends, chances, inner_chances, depth : int
        How much is looked at (see `Effort`).
    exact_limit : int
        Chance is expanded exactly while the product of the numbers of outcomes is at most this.

    Notes
    -----
    The same arguments give the same result, whatever the machine.
    """

    cdef Task task
    cdef Walk walk
    cdef GameTable* game
    cdef object owner
    cdef object capsule
    cdef bytes root
    cdef bint done

    def __cinit__(self, table, owner, bytes root not None, int player=0, uint64_t seed=0, long nodes=200_000,
                  int width=4000, int inner_width=400, int ends=400, int inner_ends=16, int chances=48,
                  int inner_chances=6, int depth=3, long exact_limit=16384):
        cdef GameTable* g = <GameTable*>PyCapsule_GetPointer(table, capsule_name())
        cdef Task* t = &self.task
        self.capsule = table
        self.owner = owner
        self.game = g
        self.root = root
        if (<size_t>len(root) != g.state_size or g.state_size > MOST_STATE or g.state_size % 8
                or g.max_actions > MOST_ACTIONS or g.max_outcomes > MOST_OUTCOMES or g.players > MOST_PLAYERS):
            raise ValueError("the game's sizes are beyond those of the search, or the root is no state of it")
        if not 0 <= player < g.players:
            raise ValueError(f"player {player}, expected 0 to {g.players - 1}")
        t.ground.game = g
        t.ground.capacity = <int32_t>(nodes + 1024)
        t.ground.slot_capacity = 1 << 18
        t.ground.states = <uint8_t*>malloc(<size_t>t.ground.capacity * g.state_size)
        t.ground.nodes = <Node*>malloc(<size_t>t.ground.capacity * sizeof(Node))
        t.ground.slots = <int32_t*>malloc(<size_t>t.ground.slot_capacity * sizeof(int32_t))
        t.memory.capacity = 1 << 16
        t.memory.mask = (1 << 15) - 1
        t.memory.known = <Known*>malloc(<size_t>t.memory.capacity * sizeof(Known))
        t.memory.slots = <int32_t*>malloc((t.memory.mask + 1) * sizeof(int32_t))
        if (t.ground.states == NULL or t.ground.nodes == NULL or t.ground.slots == NULL or t.memory.known == NULL
                or t.memory.slots == NULL):
            raise MemoryError
        memset(t.memory.slots, 0xFF, (t.memory.mask + 1) * sizeof(int32_t))
        t.expectation.game = g
        t.expectation.player = player
        t.expectation.limit = exact_limit
        t.expectation.seed = seed
        t.effort.width = width
        t.effort.inner_width = inner_width
        t.effort.ends = ends
        t.effort.inner_ends = inner_ends
        t.effort.chances = chances
        t.effort.inner_chances = inner_chances
        t.effort.depth = depth
        t.effort.nodes = nodes
        t.complete = 1

    def __dealloc__(self):
        free(self.task.ground.states)
        free(self.task.ground.nodes)
        free(self.task.ground.slots)
        free(self.task.memory.known)
        free(self.task.memory.slots)

    def run(self, lines=()):
        """Walk the turn and value its plans.

        Parameters
        ----------
        lines : sequence of sequence of int
            Plans, as codes of legal actions, that are valued whatever a cheap value says of them.
        """
        cdef const uint8_t* root = <const uint8_t*><const char*>self.root
        cdef const GameTable* g = self.game
        cdef action_t line[LONGEST_PLAN]
        cdef int n
        if g.kind(g.context, root) != NODE_DECISION:
            raise ValueError("no decision comes next")
        if self.done:
            raise ValueError("a search runs once")
        self.done = True
        with nogil:
            begin_walk(&self.task.ground, &self.walk, root, 1 << 16)
            take_walk(&self.task.ground, &self.walk, self.task.effort.width, &self.task.expectation)
            keep_line(&self.task, &self.walk, root, NULL, 0)
        for given in lines:
            n = 0
            for code in given[:LONGEST_PLAN]:
                line[n] = code
                n += 1
            keep_line(&self.task, &self.walk, root, line, n)
        with nogil:
            value_candidates(&self.task, &self.walk, 0)
        if not self.walk.complete:
            self.task.complete = 0

    def plans(self):
        """The plans that were valued by more than a cheap value, best first.

        Returns
        -------
        list of dict
            ``actions`` (codes), ``end`` (``"ended"``, ``"chance"``, ``"over"`` or ``"choice"``), ``spent``, ``value``,
            ``variance`` (of the mean), ``state`` (bytes of the state it leads to).
        """
        cdef int32_t k
        found = [(-self.task.ground.nodes[k].value, self.task.ground.nodes[k].spent, k)
                 for k in range(self.walk.first, self.walk.last) if self.task.ground.nodes[k].exact]
        found.sort()
        return [self._plan(k) for _, _, k in found]

    cdef dict _plan(self, int32_t k):
        cdef action_t plan[LONGEST_PLAN]
        cdef int n = trace(&self.task.ground, k, plan), i
        cdef const Node* node = &self.task.ground.nodes[k]
        return {
            "actions": [plan[i] for i in range(n)],
            "end": END_NAMES[node.what],
            "spent": node.spent,
            "value": node.value,
            "variance": node.variance,
            "state": (<const char*>state_of(&self.task.ground, k))[:self.game.state_size],
        }

    def choice(self, bytes state not None):
        """The best plan of a choice that was looked at on the way, as in `plans`; None if it was not."""
        cdef Known* entry
        cdef int i
        if <size_t>len(state) != self.game.state_size:
            raise ValueError("no state of the game")
        entry = recall(&self.task.memory, <const uint8_t*><const char*>state, self.game.state_size, OPEN)
        if entry == NULL:
            return None
        return {
            "actions": [entry.plan[i] for i in range(entry.length)],
            "end": END_NAMES[entry.end],
            "spent": entry.spent,
            "value": entry.value,
            "variance": entry.variance,
            "state": (<const char*>entry.final)[:self.game.state_size],
        }

    def outcomes(self, bytes state not None):
        """What a chance event may bring: (code, probability, bytes of the state after it) each."""
        cdef outcome_t codes[MOST_OUTCOMES]
        cdef double p[MOST_OUTCOMES]
        cdef uint8_t after[MOST_STATE]
        cdef const GameTable* g = self.game
        cdef const uint8_t* here = <const uint8_t*><const char*>state
        cdef int n, k
        if <size_t>len(state) != g.state_size:
            raise ValueError("no state of the game")
        if g.kind(g.context, here) != NODE_CHANCE:
            return []
        n = g.chance(g.context, here, codes, p)
        found = []
        for k in range(n):
            memcpy(after, here, g.state_size)
            g.apply_chance(g.context, after, codes[k])
            found.append((codes[k], p[k], (<const char*>after)[:g.state_size]))
        return found

    def mean(self, bytes state not None):
        """Mean and variance of the value of any state: over the chance events next, of the best choice after them."""
        cdef Estimate e
        if <size_t>len(state) != self.game.state_size:
            raise ValueError("no state of the game")
        e = value_inside(&self.task, <const uint8_t*><const char*>state, 1)
        return e.mean, e.variance

    @property
    def report(self):
        """What was done: ``complete``, ``nodes``, ``valued``, ``cut``, ``leaves``."""
        return {
            "complete": bool(self.task.complete),
            "nodes": self.task.ground.walked,
            "valued": self.task.valued,
            "cut": self.task.cut,
            "leaves": self.task.expectation.leaves,
        }


END_NAMES = ("open", "ended", "chance", "over", "choice")
