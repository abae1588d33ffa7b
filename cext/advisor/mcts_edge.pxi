# The Python edge of the Monte Carlo tree search: independent trees from one root, grown one by one or side by side.

cdef class Mcts:
    """Independent search trees from one root.

    Parameters
    ----------
    table, owner, root, player, seed
        As for `TurnSearch`; each tree has a seed of its own, made from `seed` and its number.
    trees : int
        How many; the spread between them is what the standard errors are made of.
    nodes : int
        Nodes of all trees together, allocated at once.
    plans : sequence of bytes
        States at the root's plans' ends, the most promising first: the root's children.
    whole : bool
        Whether these are all plans there are.
    width, ends, chances, explore, plan_scale, plan_power, chance_scale, chance_power, turns, blank, playout
        See `Growth`.
    """

    cdef Tree* trees
    cdef readonly int count
    cdef volatile_int stopping
    cdef const GameTable* game
    cdef object owner
    cdef object capsule
    cdef Growth growth
    cdef dict index
    cdef int64_t indexed

    def __cinit__(self, table, owner, bytes root not None, int player=0, uint64_t seed=0, *, int trees, long nodes,
                  plans, bint whole, int width, int ends, int chances, double explore, double plan_scale,
                  double plan_power, double chance_scale, double chance_power, int turns, bint blank, int playout):
        cdef const GameTable* g = <const GameTable*>PyCapsule_GetPointer(table, capsule_name())
        cdef int k
        self.capsule = table
        self.owner = owner
        self.game = g
        check_sizes(g, root, player)
        if not plans or not 1 <= trees <= 64 or len(plans) > 30000:
            raise ValueError("1 to 64 trees and 1 to 30000 plans are expected")
        self.growth = Growth(width, ends, chances, explore, plan_scale, plan_power, chance_scale, chance_power,
                             turns, blank, playout)
        self.trees = <Tree*>calloc(trees, sizeof(Tree))
        if self.trees == NULL:
            raise MemoryError
        self.count = trees
        for k in range(trees):
            self._lay_out(&self.trees[k], nodes // trees + len(plans) + 1, len(plans))
            self.trees[k].seed = mix64(mix64(seed + 1) ^ <uint64_t>k)
            self.trees[k].task.expectation.player = player
            self.trees[k].task.expectation.seed = self.trees[k].seed
            plant(&self.trees[k], root, plans, whole)

    cdef int _lay_out(self, Tree* t, long nodes, long plans) except -1:
        """Allocate all that a tree needs."""
        cdef Ground* ground = &t.task.ground
        ground.game = self.game
        ground.capacity = 120000
        ground.slot_capacity = 1 << 14
        ground.states = <uint8_t*>malloc(<size_t>ground.capacity * self.game.state_size)
        ground.nodes = <Node*>malloc(<size_t>ground.capacity * sizeof(Node))
        ground.slots = <int32_t*>malloc(<size_t>ground.slot_capacity * sizeof(int32_t))
        t.task.expectation.game = self.game
        t.growth = self.growth
        t.capacity = <int32_t>nodes
        t.state_capacity = <int32_t>(nodes // 4 + plans + 1)
        t.buds = <Bud*>malloc(<size_t>t.capacity * sizeof(Bud))
        t.states = <uint8_t*>malloc(<size_t>t.state_capacity * self.game.state_size)
        t.cancelled = &self.stopping
        if (ground.states == NULL or ground.nodes == NULL or ground.slots == NULL or t.buds == NULL
                or t.states == NULL):
            raise MemoryError
        return 0

    def __dealloc__(self):
        cdef int k
        for k in range(self.count):
            free(self.trees[k].task.ground.states)
            free(self.trees[k].task.ground.nodes)
            free(self.trees[k].task.ground.slots)
            free(self.trees[k].buds)
            free(self.trees[k].states)
        free(self.trees)

    def simulate(self, int tree, long n):
        """Visit one tree `n` times, without the interpreter's lock; how many times it was.

        Fewer if nothing is left to learn or the search was cancelled. Trees may grow in different threads.
        """
        cdef Tree* t
        cdef long done
        if not 0 <= tree < self.count:
            raise ValueError(f"tree {tree}, expected 0 to {self.count - 1}")
        t = &self.trees[tree]
        with nogil:
            done = simulate_many(t, n)
        return done

    def cancel(self):
        """Stop all visits as soon as those under way are done; from any thread."""
        self.stopping = 1

    def cancelled(self):
        """Whether the search was cancelled and not resumed."""
        return bool(self.stopping)

    def resume(self):
        """Allow visits again."""
        self.stopping = 0

    def root(self, int tree):
        """Of each of the root's plans that were admitted: visits, mean, best, low, high, loose (see `Bud`)."""
        cdef const Tree* t = &self.trees[tree]
        cdef const Bud* child = t.buds + t.buds[0].first
        cdef int k
        return [(child[k].visits, child[k].mean, child[k].best, child[k].low, child[k].high, child[k].loose)
                for k in range(t.buds[0].open)]

    def choice(self, bytes state not None):
        """The plan followed most from a choice within a turn, as by `TurnSearch.choice`; None if it was not met.

        Notes
        -----
        Its value is the mean over the trees that met it, weighted by their visits.
        """
        cdef const uint8_t* here = state_bytes(self.game, state)
        cdef const Tree* t
        cdef const Bud* b
        cdef Known entry
        cdef int k, i
        cdef int32_t j
        cdef dict found = {}
        for k, j in self._choices().get(state, ()):
            t = &self.trees[k]
            b = &t.buds[j]
            for i in range(b.open):
                ends = (<const char*>stored(t, t.buds[b.first + i].state))[:self.game.state_size]
                visits, total = found.get(ends, (0, 0.0))
                found[ends] = (visits + t.buds[b.first + i].visits,
                               total + t.buds[b.first + i].visits * worth(&t.buds[b.first + i]))
        if not found:
            return None
        best = max(found, key=lambda ends: (found[ends][0], found[ends][1], ends))
        if not retrace(&self.trees[0], here, <const uint8_t*><const char*>best, &entry):
            return None
        entry.value = certain(found[best][1] / found[best][0])
        return known_plan(&entry, self.game)

    cdef dict _choices(self):
        """Where the choices within a turn stand, by state: tree and node. Looked for anew when trees have grown."""
        cdef const Tree* t
        cdef const Bud* b
        cdef int k
        cdef int32_t j
        cdef int64_t size = 0
        for k in range(self.count):
            size += self.trees[k].count
        if self.index is not None and size == self.indexed:
            return self.index
        self.index, self.indexed = {}, size
        for k in range(self.count):
            t = &self.trees[k]
            for j in range(1, t.count):
                b = &t.buds[j]
                if b.kind == NODE_DECISION and b.first >= 0 and not b.begins:
                    state = (<const char*>stored(t, b.state))[:self.game.state_size]
                    self.index.setdefault(state, []).append((k, j))
        return self.index

    @property
    def report(self):
        """What was done, by all trees together."""
        cdef int k
        found = {"simulations": 0, "nodes": 0, "walked": 0, "leaves": 0, "left_out": 0, "full": False, "settled": True,
                 "searched": 0, "drift": 0.0, "drift_squares": 0.0}
        for k in range(self.count):
            found["simulations"] += self.trees[k].simulations
            found["nodes"] += self.trees[k].count
            found["walked"] += self.trees[k].task.ground.walked
            found["leaves"] += self.trees[k].task.expectation.leaves
            found["left_out"] += self.trees[k].left_out
            found["searched"] += self.trees[k].searched
            found["drift"] += self.trees[k].drift
            found["drift_squares"] += self.trees[k].drift_squares
            found["full"] = found["full"] or bool(self.trees[k].full)
            found["settled"] = found["settled"] and bool(self.trees[k].buds[0].settled)
        return found


cdef int plant(Tree* t, bytes root, plans, bint whole) except -1:
    """The root with its plans."""
    cdef const uint8_t* state
    cdef const GameTable* g = t.task.ground.game
    cdef int32_t k
    cdef bint ended
    grow(t, 1)
    t.buds[0].kind = NODE_DECISION
    t.buds[0].state = keep_state(t, <const uint8_t*><const char*>root)
    t.buds[0].first = grow(t, len(plans))
    t.buds[0].count = <int16_t>len(plans)
    t.buds[0].whole = whole
    k = t.buds[0].first
    for plan in plans:
        state = state_bytes(g, plan)
        ended = g.kind(g.context, state) == NODE_CHANCE and not g.in_turn(g.context, state)
        t.buds[k].state = keep_state(t, state)
        meet(t, &t.buds[k], state, t.growth.turns - ended, False)
        k += 1
    return 0


cdef int retrace(Tree* t, const uint8_t* state, const uint8_t* ends, Known* entry) noexcept nogil:
    """The way from a choice to the end of one of its plans, by walking the turn once more; 0 if there is none.

    Reading a result is no work of the search: the counts stay what they were.
    """
    cdef Ground* ground = &t.task.ground
    cdef long walked = ground.walked, leaves = t.task.expectation.leaves
    cdef Walk walk
    cdef int32_t k
    cdef int found = 0
    if not begin_walk(ground, &walk, state, 1024):
        return 0
    take_walk(ground, &walk, t.growth.width, &t.task.expectation)
    for k in range(walk.first, walk.last):
        if ground.nodes[k].what != OPEN and memcmp(state_of(ground, k), ends, ground.game.state_size) == 0:
            entry.end = ground.nodes[k].what
            entry.spent = ground.nodes[k].spent
            memcpy(entry.final, ends, ground.game.state_size)
            entry.length = <uint8_t>trace(ground, k, entry.plan)
            found = 1
            break
    end_walk(ground, &walk)
    ground.walked = walked
    t.task.expectation.leaves = leaves
    return found
