# The tables of a board: built once for a board and its rules, shared by pointer.

from libc.stdlib cimport calloc, free


cdef inline int square_number(const Context* c, tuple square):
    cdef int row = square[0], column = square[1]
    if not (0 <= row < c.rows + 2 and 0 <= column < c.width):
        raise ValueError(f"square {square} is not on the board")
    return row * c.width + column


cdef int edge_direction(const Context* c, int a, int b) except -1:
    """The direction from one square to an adjacent one."""
    cdef int d
    for d in range(4):
        if c.neighbour[a][d] == b:
            return d
    raise ValueError(f"squares {a} and {b} are not adjacent")


cdef void number_squares(Context* c) noexcept:
    """Neighbours, inside and ring numbers, and which bit of which group each edge is."""
    cdef int square, row, column, d, inside = 0, ring = 0, other
    cdef int[4] down_by = [-1, 0, 0, 1]
    cdef int[4] right_by = [0, -1, 1, 0]
    for square in range(c.squares):
        row = square // c.width
        column = square % c.width
        if 1 <= row <= c.rows and 1 <= column <= c.columns:
            c.inner_of[square] = <int8_t>inside
            c.ring_of[square] = -1
            c.square_of[inside] = <uint8_t>square
            c.row_of[inside] = <uint8_t>(square // c.width)
            c.column_of[inside] = <uint8_t>(square % c.width)
            inside += 1
        else:
            c.inner_of[square] = -1
            c.ring_of[square] = <int8_t>ring
            c.ring_square[ring] = <uint8_t>square
            ring += 1
        for d in range(4):
            c.neighbour[square][d] = -1
            if 0 <= row + down_by[d] < c.rows + 2 and 0 <= column + right_by[d] < c.width:
                c.neighbour[square][d] = <int16_t>((row + down_by[d]) * c.width + column + right_by[d])
    for square in range(c.squares):
        for d in range(4):
            c.group[square][d] = RING
            c.bit[square][d] = 0
            other = c.neighbour[square][d]
            if other < 0 or (c.inner_of[square] < 0 and c.inner_of[other] < 0):
                continue
            # the edge belongs to its upper or left square if that one is inside, else to the border
            row, column = square, other
            if other < square:
                row, column = other, square
            if c.inner_of[row] >= 0:
                c.group[square][d] = EAST if column == row + 1 else SOUTH
                c.bit[square][d] = <uint8_t>c.inner_of[row]
            else:
                c.group[square][d] = BORDER
                c.bit[square][d] = <uint8_t>(16 + row // c.width if column == row + 1 else row % c.width)


cdef void nearest_spots(Context* c) noexcept:
    """Where a knocked-down firefighter goes by default (FP-5.9, FP-6.7)."""
    cdef int square, spot, k, best, distance, nearest, place
    for square in range(c.squares):
        best = -1
        for spot in range(c.ambulance_spots):
            nearest = -1
            place = 0
            for k in range(2):
                distance = crow_flies(c, square, c.ambulance_at[spot][k])
                if nearest < 0 or distance < nearest:
                    nearest = distance
                    place = c.ambulance_at[spot][k]
            c.fall_to_ambulance[spot][square] = <uint8_t>place
            if best < 0 or nearest < best:
                best = nearest
                c.fall_to[square] = <uint8_t>place


cdef int crow_flies(const Context* c, int a, int b) noexcept:
    cdef int rows = a // c.width - b // c.width, columns = a % c.width - b % c.width
    return rows * rows + columns * columns


cdef void add_edge(Context* c, uint64_t* group_masks, tuple pair) except *:
    cdef int a = square_number(c, pair[0]), b = square_number(c, pair[1])
    cdef int d = edge_direction(c, a, b)
    if c.group[a][d] == RING:
        raise ValueError(f"the edge {pair} lies between two outside squares")
    group_masks[c.group[a][d]] |= <uint64_t>1 << c.bit[a][d]


cdef void build_context(Context* c, int rows, int columns, walls, doors, ambulance_spots, engine_spots, arrows,
                        rules, variants, int goal, int threat_markers, int firefighters) except *:
    """Fill the tables; the arguments are those of `Core`."""
    cdef int row, column, i, k, down, right
    if not (1 <= rows <= 12 and 1 <= columns <= 12 and rows * columns <= 64):
        raise ValueError(f"a board of {rows} x {columns} squares, expected 1 to 12 each and at most 64")
    if not 1 <= firefighters <= MAX_FIREFIGHTERS:
        raise ValueError(f"{firefighters} firefighters, expected 1 to {MAX_FIREFIGHTERS}")
    if not 1 <= len(ambulance_spots) <= MAX_SPOTS or len(engine_spots) > MAX_SPOTS:
        raise ValueError(f"expected 1 to {MAX_SPOTS} ambulance spots and at most {MAX_SPOTS} engine spots")
    if "vehicles" in rules and (len(ambulance_spots) < 2 or len(engine_spots) < 2):
        raise ValueError("vehicles need two or more spots of both kinds")
    c.rows = rows
    c.columns = columns
    c.width = columns + 2
    c.squares = (rows + 2) * c.width
    c.inside = rows * columns
    c.firefighters = firefighters
    c.goal = goal
    c.threat_markers = threat_markers
    c.specialists = "specialists" in rules
    c.hazmats = "hazmats" in rules
    c.vehicles = "vehicles" in rules
    c.hot_spots = "hot_spots" in rules
    c.arrows = "arrows" in rules
    c.small_station = "small-station" in variants
    c.murphys_law = "murphys-law" in variants
    c.hidden_hazards = "hidden-hazards" in variants
    number_squares(c)
    for i in range(c.inside):
        if i % columns < columns - 1:
            c.inner[EAST] |= <uint64_t>1 << i
        if i < c.inside - columns:
            c.inner[SOUTH] |= <uint64_t>1 << i
    for pair in walls:
        add_edge(c, c.wall, pair)
    for pair in doors:
        add_edge(c, c.door, pair)
    c.ambulance_spots = len(ambulance_spots)
    c.engine_spots = len(engine_spots)
    for i, spot in enumerate(ambulance_spots):
        for k in range(2):
            c.ambulance_at[i][k] = <uint8_t>square_number(c, spot[k])
    for i, (spot, quadrant) in enumerate(engine_spots):
        for k in range(2):
            c.engine_at[i][k] = <uint8_t>square_number(c, spot[k])
        for k in range(4):
            c.quadrant[i][k] = <uint8_t>quadrant[k]
    for row in range(rows):
        for column in range(columns):
            down, right = ARROWS[arrows[row][column]]
            if not (0 <= row + down < rows and 0 <= column + right < columns):
                raise ValueError(f"the arrow of {row + 1},{column + 1} points outside")
            c.arrow[row * columns + column] = <uint8_t>((row + down) * columns + column + right)
    nearest_spots(c)


# Rows down and columns to the right.
ARROWS = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1),
    "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
}
