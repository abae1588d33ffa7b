# The transposition table of a deep search: values by the bytes of the state and the turns still to be looked at.

cdef enum:
    BUCKET = 4              # cells that a state may lie in

# What the value of a cell is.
cdef enum:
    NOTHING = 0
    VALUE = 1
    AT_MOST = 2             # an upper bound
    MAKESHIFT = 3           # the playout policy's, where the work allowed was used up

ctypedef struct Cell:
    uint64_t key
    Estimate value
    int32_t turns
    int32_t what

ctypedef struct Cells:
    Cell* cells
    uint8_t* states
    uint64_t mask           # number of cells less one; 0: no table
    size_t size             # bytes of a state


cdef Cell* probe(const Cells* table, const uint8_t* state, int turns) noexcept nogil:
    """The cell of a state, NULL if it is not in the table."""
    cdef uint64_t key, first
    cdef int k
    if table.mask == 0:
        return NULL
    key = mix64(hash_bytes(state, table.size) + <uint64_t>turns)
    first = key & table.mask & ~<uint64_t>(BUCKET - 1)
    for k in range(BUCKET):
        if (table.cells[first + k].what != NOTHING and table.cells[first + k].key == key
                and table.cells[first + k].turns == turns
                and memcmp(table.states + (first + k) * table.size, state, table.size) == 0):
            return &table.cells[first + k]
    return NULL


cdef void store(Cells* table, const uint8_t* state, int turns, Estimate e, int what) noexcept nogil:
    """Put a value into the table, over the one of the fewest turns if the bucket is full."""
    cdef uint64_t key, first
    cdef Cell* cell = probe(table, state, turns)
    cdef int k, at = 0
    if table.mask == 0:
        return
    key = mix64(hash_bytes(state, table.size) + <uint64_t>turns)
    if cell == NULL:
        first = key & table.mask & ~<uint64_t>(BUCKET - 1)
        for k in range(BUCKET):
            if table.cells[first + k].what == NOTHING:
                at = k
                break
            if table.cells[first + k].turns < table.cells[first + at].turns:
                at = k
        cell = &table.cells[first + at]
        memcpy(table.states + (first + at) * table.size, state, table.size)
    cell.key = key
    cell.turns = turns
    cell.value = e
    cell.what = what
