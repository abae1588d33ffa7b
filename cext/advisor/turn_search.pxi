# The Python edge of the search of one turn.

END_NAMES = ("open", "ended", "chance", "over", "choice")
"""What a plan leads to, by a node's kind."""


cdef int check_sizes(const GameTable* g, bytes root, int player) except -1:
    """Raise ValueError unless the game's sizes, the root and the player fit."""
    if (<size_t>len(root) != g.state_size or g.state_size > MOST_STATE or g.state_size % 8
            or g.max_actions > MOST_ACTIONS or g.max_outcomes > MOST_OUTCOMES or g.players > MOST_PLAYERS):
        raise ValueError("the game's sizes are beyond those of the search, or the root is no state of it")
    if not 0 <= player < g.players:
        raise ValueError(f"player {player}, expected 0 to {g.players - 1}")
    return 0


cdef const uint8_t* state_bytes(const GameTable* g, bytes state) except NULL:
    """The bytes of a state, checked for their number."""
    if <size_t>len(state) != g.state_size:
        raise ValueError("no state of the game")
    return <const uint8_t*><const char*>state


cdef tuple told(Estimate e):
    """A value with its parts."""
    cdef int i
    return e.mean, [e.part[i] for i in range(CHAINS)]


cdef list plans_of(const Ground* ground, const Walk* walk):
    """The plans of a walk that were valued by more than a cheap value, best first."""
    cdef action_t plan[LONGEST_PLAN]
    cdef const Node* node
    cdef int32_t k
    cdef int n, i
    order = [(-ground.nodes[k].value, ground.nodes[k].spent, k) for k in range(walk.first, walk.last)
             if ground.nodes[k].what != OPEN and ground.nodes[k].exact]
    order.sort()
    found = []
    for _, _, number in order:
        k = number
        node = &ground.nodes[k]
        n = trace(ground, k, plan)
        found.append({
            "actions": [plan[i] for i in range(n)],
            "end": END_NAMES[node.what],
            "spent": node.spent,
            "value": node.value,
            "parts": [node.part[i] for i in range(CHAINS)],
            "state": (<const char*>state_of(ground, k))[:ground.game.state_size],
        })
    return found


cdef dict known_plan(const Known* entry, const GameTable* g):
    """The best plan of a choice."""
    cdef int i
    return {
        "actions": [entry.plan[i] for i in range(entry.length)],
        "end": END_NAMES[entry.end],
        "spent": entry.spent,
        "value": entry.value.mean,
        "parts": [entry.value.part[i] for i in range(CHAINS)],
        "state": (<const char*>entry.final)[:g.state_size],
    }


cdef list outcomes_of(const GameTable* g, bytes state):
    """What a chance event may bring: (code, probability, bytes of the state after it) each."""
    cdef outcome_t codes[MOST_OUTCOMES]
    cdef double p[MOST_OUTCOMES]
    cdef uint8_t after[MOST_STATE]
    cdef const uint8_t* here = state_bytes(g, state)
    cdef int n, k
    if g.kind(g.context, here) != NODE_CHANCE:
        return []
    n = g.chance(g.context, here, codes, p)
    found = []
    for k in range(n):
        memcpy(after, here, g.state_size)
        g.apply_chance(g.context, after, codes[k])
        found.append((codes[k], p[k], (<const char*>after)[:g.state_size]))
    return found


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
    nodes, leaves, width, inner_width, few_ends, ends, inner_ends, finals, chances, inner_chances : int
        How much is looked at (see `Effort`).
    coarse, fine : int
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

    def __cinit__(self, table, owner, bytes root not None, int player=0, uint64_t seed=0, *, long nodes, long leaves,
                  int width, int inner_width, int few_ends, int ends, int inner_ends, int finals, int chances,
                  int inner_chances, long coarse, long fine):
        cdef GameTable* g = <GameTable*>PyCapsule_GetPointer(table, capsule_name())
        cdef Task* t = &self.task
        self.capsule = table
        self.owner = owner
        self.game = g
        self.root = root
        check_sizes(g, root, player)
        set_effort(t, nodes, leaves, width, inner_width, few_ends, ends, inner_ends, finals, chances, inner_chances,
                   coarse, fine)
        if not open_task(t, g, player, seed, nodes + 1024, 1 << 16):
            raise MemoryError

    def __dealloc__(self):
        close_task(&self.task)

    def run(self, lines=()):
        """Walk the turn and value its plans.

        Parameters
        ----------
        lines : sequence of sequence of int
            Plans, as codes of legal actions, that are valued whatever a cheap value says of them.

        Returns
        -------
        bool
            False if it was cancelled: then what was found is not to be used.
        """
        cdef const uint8_t* root = <const uint8_t*><const char*>self.root
        cdef const GameTable* g = self.game
        cdef action_t line[LONGEST_PLAN]
        cdef int n, started
        if g.kind(g.context, root) != NODE_DECISION:
            raise ValueError("no decision comes next")
        if self.done:
            raise ValueError("a search runs once")
        self.done = True
        with nogil:
            started = begin_walk(&self.task.ground, &self.walk, root, 1 << 16)
            if not started:
                with gil:
                    raise MemoryError
            take_walk(&self.task.ground, &self.walk, self.task.effort.width, &self.task.expectation)
            keep_line(&self.task, &self.walk, root, NULL, 0)
        for given in lines:
            n = 0
            for code in given[:LONGEST_PLAN]:
                line[n] = code
                n += 1
            keep_line(&self.task, &self.walk, root, line, n)
        with nogil:
            value_candidates(&self.task, &self.walk, False)
        if not self.walk.complete:
            self.task.complete = 0
        return not self.task.ground.cancelled

    def cancel(self):
        """Make a run under way end, from another thread."""
        self.task.ground.cancelled = 1

    def plans(self):
        """The plans that were valued by more than a cheap value, best first.

        Returns
        -------
        list of dict
            ``actions`` (codes), ``end`` (``"ended"``, ``"chance"``, ``"over"`` or ``"choice"``), ``spent``, ``value``,
            ``parts`` (the value with each of the sampled chains alone), ``state`` (bytes of the state it leads to).
        """
        return plans_of(&self.task.ground, &self.walk)

    def choice(self, bytes state not None):
        """The best plan of a choice that was looked at on the way, as in `plans`; None if it was not."""
        cdef Known* entry = recall(&self.task.memory, state_bytes(self.game, state), self.game.state_size, A_CHOICE)
        return None if entry == NULL else known_plan(entry, self.game)

    def outcomes(self, bytes state not None):
        """What a chance event may bring: (code, probability, bytes of the state after it) each."""
        return outcomes_of(self.game, state)

    def value(self, bytes state not None):
        """The value, with its parts, of any state that a line of actions leads to, looked at now."""
        cdef const GameTable* g = self.game
        cdef const uint8_t* here = state_bytes(g, state)
        cdef Estimate e
        if g.kind(g.context, here) == NODE_CHANCE and not g.in_turn(g.context, here):
            e = value_afterstate(&self.task, here, FINE)
        else:
            e = value_inside(&self.task, here)
        return told(e)

    def mean(self, bytes state not None):
        """The value, with its parts, that was used for a state of the turn."""
        cdef Estimate e = value_known(&self.task, state_bytes(self.game, state))
        return told(e)

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
