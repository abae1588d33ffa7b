# The memory of a search of turns, and the edge's numbers as its bounds.

cdef enum:
    SLOTS_AT_ONCE = 1 << 18     # of the hash chains of all walks under way


cdef int open_memory(Memory* memory, int32_t known) noexcept nogil:
    """Give a memory, zeroed before, room for so many entries (0, or a power of two); 0 if there is none."""
    memory.capacity = known
    memory.mask = (known // 2 if known > 1 else 1) - 1
    memory.known = <Known*>malloc(<size_t>known * sizeof(Known)) if known else NULL
    memory.slots = <int32_t*>malloc((<size_t>memory.mask + 1) * sizeof(int32_t))
    if memory.slots == NULL or (known and memory.known == NULL):
        return 0
    forget(memory)
    return 1


cdef void close_memory(Memory* memory) noexcept nogil:
    """Give the room back."""
    free(memory.known)
    free(memory.slots)


cdef int open_task(Task* t, const GameTable* g, int player, uint64_t seed, long nodes, int32_t known) noexcept nogil:
    """Give a task, zeroed before, memory for so many nodes and entries (0, or a power of two); 0 if there is none."""
    t.ground.game = g
    t.ground.capacity = <int32_t>nodes
    t.ground.slot_capacity = SLOTS_AT_ONCE
    t.ground.states = <uint8_t*>malloc(<size_t>nodes * g.state_size)
    t.ground.nodes = <Node*>malloc(<size_t>nodes * sizeof(Node))
    t.ground.slots = <int32_t*>malloc(<size_t>SLOTS_AT_ONCE * sizeof(int32_t))
    if (t.ground.states == NULL or t.ground.nodes == NULL or t.ground.slots == NULL
            or not open_memory(&t.memory, known)):
        return 0
    t.expectation.game = g
    t.expectation.player = player
    t.expectation.seed = seed
    t.complete = 1
    return 1


cdef void close_task(Task* t) noexcept nogil:
    """Give the memory back."""
    free(t.ground.states)
    free(t.ground.nodes)
    free(t.ground.slots)
    close_memory(&t.memory)


cdef void forget(Memory* memory) noexcept nogil:
    """Empty a memory."""
    memset(memory.slots, 0xFF, (<size_t>memory.mask + 1) * sizeof(int32_t))
    memory.count = 0


cdef int set_effort(Task* t, long nodes, long leaves, int width, int inner_width, int few_ends, int ends,
                    int inner_ends, int finals, int chances, int inner_chances, long coarse, long fine) except -1:
    """Set how much is looked at (see `Effort`); raise ValueError if a bound is out of its range."""
    if not (1 <= nodes <= 50_000_000 and 1 <= fine <= 1 << 40 and 1 <= coarse <= 1 << 40 and leaves >= 0
            and min(width, inner_width, few_ends, ends, inner_ends) >= 1
            and min(finals, chances, inner_chances) >= 0):
        raise ValueError("a bound is out of its range")
    t.effort.width = width
    t.effort.inner_width = inner_width
    t.effort.few_ends = few_ends
    t.effort.ends = ends
    t.effort.inner_ends = inner_ends
    t.effort.chances = chances
    t.effort.inner_chances = inner_chances
    t.effort.nodes = nodes
    t.effort.leaves = leaves
    t.effort.finals = finals
    t.effort.coarse = coarse
    t.effort.fine = fine
    t.effort.outcomes = MOST_OUTCOMES
    t.expectation.limit = coarse
    return 0
