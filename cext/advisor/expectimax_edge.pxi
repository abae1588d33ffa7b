# The Python edge of the expectimax over turns.

cdef class Expectimax:
    """The plans of a turn by an expectimax some turns deep.

    Parameters
    ----------
    table, owner, root, player, seed
        As for `TurnSearch`.
    turns : int
        Turns that are looked at, the one under way included.
    budget : int
        Work units: nodes walked, states after chance, static values. Beyond, the playout policy plays a turn out.
    first, later : sequence of int
        Width, ends, deep and chances (see `Breadth`) of the root's turn and of all others.
    limit : int
        Chance between two turns is exact while the product of the numbers of outcomes is at most this.
    last : int
        The same for the chance events after the last turn.
    cells : int
        Size of the transposition table, rounded up to a power of two; 0 for none.
    star : bool
        Give means over chance up that cannot come above the best plan known (Star1).
    blank : bool
        A game that is not over after the last turn counts nothing: values are the chance to have won by then.
    nodes : int
        Nodes of all walks that may be under way at one time.
    """

    cdef Deep deep
    cdef Walk walk
    cdef GameTable* game
    cdef object owner
    cdef object capsule
    cdef bytes root
    cdef int turns
    cdef bint done

    def __cinit__(self, table, owner, bytes root not None, int player=0, uint64_t seed=0, *, int turns, long budget,
                  first, later, long limit, long last, long cells, bint star, bint blank, long nodes):
        cdef GameTable* g = <GameTable*>PyCapsule_GetPointer(table, capsule_name())
        cdef Deep* d = &self.deep
        cdef Task* t = &d.task
        cdef uint64_t size = BUCKET
        self.capsule = table
        self.owner = owner
        self.game = g
        self.root = root
        self.turns = turns
        check_sizes(g, root, player)
        if turns < 1:
            raise ValueError(f"turns: {turns}, expected 1 or more")
        while size < <uint64_t>cells:
            size *= 2
        if not open_task(t, g, player, seed, nodes, 0):
            raise MemoryError
        d.table.size = g.state_size
        d.table.mask = size - 1 if cells else 0
        if cells:
            d.table.cells = <Cell*>calloc(size, sizeof(Cell))
            d.table.states = <uint8_t*>malloc(size * g.state_size)
        if cells and (d.table.cells == NULL or d.table.states == NULL):
            raise MemoryError
        t.expectation.limit = last
        t.effort.coarse = last
        d.horizon = t.expectation
        d.horizon.blank = blank
        d.first = as_breadth(first)
        d.later = as_breadth(later)
        d.star = star
        d.limit = limit
        d.budget = budget

    def __dealloc__(self):
        close_task(&self.deep.task)
        free(self.deep.table.cells)
        free(self.deep.table.states)

    def run(self, int top, lines=()):
        """Walk the turn and value its plans: the `top` best and `lines` (plans as codes of legal actions) truly.

        False if it was cancelled: then what was found is not to be used.
        """
        cdef const uint8_t* root = <const uint8_t*><const char*>self.root
        cdef Deep* d = &self.deep
        cdef Task* t = &d.task
        cdef action_t line[LONGEST_PLAN]
        cdef int n
        if self.game.kind(self.game.context, root) != NODE_DECISION:
            raise ValueError("no decision comes next")
        if self.done or not 1 <= top <= MOST_LISTED:
            raise ValueError(f"a search runs once, for 1 to {MOST_LISTED} plans")
        self.done = True
        with nogil:
            begin_walk(&t.ground, &self.walk, root, 1 << 16)
            take_walk(&t.ground, &self.walk, d.first.width, &t.expectation)
            keep_line(t, &self.walk, root, NULL, 0)
        for given in lines:
            n = 0
            for code in given[:LONGEST_PLAN]:
                line[n] = code
                n += 1
            keep_line(t, &self.walk, root, line, n)
        t.complete &= self.walk.complete
        with nogil:
            deep_root(d, &self.walk, self.turns, top)
        return not t.ground.cancelled

    def cancel(self):
        """Make a run under way end, from another thread."""
        self.deep.task.ground.cancelled = 1

    def plans(self):
        """The plans that were valued truly, best first, as by `TurnSearch.plans`."""
        return plans_of(&self.deep.task.ground, &self.walk)

    def choice(self, bytes state not None):
        """The best plan of a choice within the root's turn, as by `TurnSearch.choice`; None if it was not searched."""
        cdef const uint8_t* here = state_bytes(self.game, state)
        cdef const Cell* cell = probe(&self.deep.table, here, self.turns)
        cdef Known entry
        cdef long budget = self.deep.budget
        if cell != NULL and cell.what == MAKESHIFT:
            return None
        entry.length = 0
        entry.value = certain(-1)
        self.deep.budget = work_done(&self.deep) + budget
        deep_turn(&self.deep, here, self.turns, -1, &entry)
        self.deep.budget = budget
        return known_plan(&entry, self.game) if entry.value.mean >= 0 else None

    def outcomes(self, bytes state not None):
        """What a chance event may bring: (code, probability, bytes of the state after it) each."""
        return outcomes_of(self.game, state)

    def value(self, bytes state not None):
        """The value, with its parts, of any state of the turn that a line of actions leads to."""
        cdef const uint8_t* here = state_bytes(self.game, state)
        cdef int kind = self.game.kind(self.game.context, here)
        cdef bint ended = kind == NODE_CHANCE and not self.game.in_turn(self.game.context, here)
        cdef Estimate e = deep_value(&self.deep, here, self.turns - ended, -1)
        return told(e)

    def mean(self, bytes state not None):
        """The value, with its parts, that was used for a state of the turn."""
        return self.value(state)

    @property
    def report(self):
        """What was done."""
        cdef const Deep* d = &self.deep
        return {
            "complete": bool(d.task.complete) and not d.spent,
            "spent": bool(d.spent),
            "nodes": d.task.ground.walked,
            "states": d.states,
            "leaves": d.horizon.leaves + d.task.expectation.leaves,
            "work": work_done(d),
            "cut": d.task.cut,
            "unsearched": d.unsearched,
            "given_up": d.given_up,
            "met": d.met,
            "sampled": d.sampled,
        }


cdef Breadth as_breadth(given):
    cdef Breadth b
    b.width, b.ends, b.deep, b.chances = given
    return b
