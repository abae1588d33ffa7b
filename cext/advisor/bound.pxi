# An upper bound of the chance to win: as if there were no fire from now on and every POI were a victim.
#
# Without a limit of turns that is 1: with nothing burning, everybody gets out. Within few turns it says whether the
# AP can suffice at all.

cdef inline int way_out_of(const Context* c, int square) noexcept nogil:
    """Steps from a square to the nearest outside square, walls or not; 0 outside."""
    cdef int row, column, least
    if c.inner_of[square] < 0:
        return 0
    row = square // c.width
    column = square % c.width
    least = row if row < c.rows + 1 - row else c.rows + 1 - row
    if column < least:
        least = column
    if c.columns + 1 - column < least:
        least = c.columns + 1 - column
    return least


cdef int least_to_rescue(const Context* c, const State* s, int need, int step) noexcept nogil:
    """AP that taking `need` of the POI on the board out costs at the very least; 9999 if there are not so many."""
    cdef int k, turn, best, total = 0, taken = 0
    if need > s.poi_count:
        return 9999
    for turn in range(need):
        best = -1
        for k in range(s.poi_count):
            if not (taken >> k) & 1 and (best < 0 or way_out_of(c, s.poi_at[k]) < way_out_of(c, s.poi_at[best])):
                best = k
        taken |= 1 << best
        total += step * way_out_of(c, s.poi_at[best])
    return total


cdef double most_to_win(const Context* c, const State* s, int turns) noexcept nogil:
    """1, or 0 if the goal cannot be reached within `turns` turns (the one under way included; below 0: no limit).

    Victims are rescued by actions only, each step of carrying one costs at least `step` AP (FP-4.2, FP-4.4, FP-4.5);
    AP that are saved were got before, so all AP there can be are those at hand and saved now and those of each turn.
    """
    cdef int i, ap = 0, left = turns, need = c.goal - s.rescued, step = 1 if c.specialists else 2
    cdef bint acting = s.phase == ACTION or s.phase == DECK_GUN_ROLL or s.phase == DECK_GUN_CHOICE or (
        s.phase == REVEAL and (s.cause == BY_ENTER or s.cause == BY_IDENTIFY))
    if s.phase == OVER:
        return 1.0 if s.reason == RESCUED else 0.0
    if turns < 0:
        return 1.0
    if turns == 0:
        return 0.0
    for i in range(c.firefighters):
        ap += s.saved[i]
    if acting:
        ap += s.ap + s.free_ap
        left -= 1
        if c.specialists and c.vehicles:
            ap += 5         # a crew change: free AP, and a larger base less its cost
    ap += left * (8 if c.specialists else 4)
    if c.vehicles:          # one drive may rescue several, and victims may lie outside already
        return 1.0 if ap > 0 else 0.0
    if acting and turns == 1 and least_to_rescue(c, s, need, step) > ap:
        return 0.0
    return 1.0 if need * step <= ap else 0.0
