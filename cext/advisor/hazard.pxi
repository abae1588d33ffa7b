# What the coming roll threatens: exact means over the faces of the dice, flare-ups (FP-5.7) left out.

def hazards(CoreState start not None):
    """Measure what the first roll of an advance of the fire does, in the mean over all faces.

    Parameters
    ----------
    start : CoreState
        A position in its phase ``advance_fire``.

    Returns
    -------
    dict
        ``collapses`` (the chance), ``damage`` (markers), ``lost`` (victims; a face-down POI counts with its odds),
        ``knocked_down`` (firefighters), ``fires`` (burning squares after it), and ``burns``: for each inside
        square in reading order how many of the faces leave it burning.

    Raises
    ------
    ValueError
        If the position does not wait for a roll.
    """
    if start.state.phase != ADVANCE_FIRE:
        raise ValueError("the position does not wait for a roll")
    cdef const Context* c = start.core.context
    cdef const State* before = &start.state
    cdef outcome_t outcomes[MAX_OUTCOMES]
    cdef double p[MAX_OUTCOMES]
    cdef int burns_at[64]
    cdef State s
    cdef Falls falls
    cdef int n, k, i, square, collapses = 0, damage = 0, down = 0, fires = 0
    cdef double lost = 0, share = 0
    cdef uint64_t mask
    if before.hidden_victims + before.hidden_alarms:
        share = <double>before.hidden_victims / (before.hidden_victims + before.hidden_alarms)
    memset(burns_at, 0, sizeof(burns_at))
    n = list_outcomes(c, before, outcomes, p)
    for k in range(n):
        memcpy(&s, before, sizeof(State))
        falls.count = 0
        apply_outcome(c, &s, outcomes[k], NULL, 0, &falls)
        collapses += s.phase == OVER and s.reason == COLLAPSED
        damage += s.damage - before.damage
        mask = s.fire
        fires += popcount64(mask)
        while mask:
            burns_at[lowest_bit(mask)] += 1
            mask &= mask - 1
        for i in range(c.firefighters):
            square = c.inner_of[before.at[i]]
            down += square >= 0 and (s.fire >> square) & 1
        for i in range(before.poi_count):
            square = c.inner_of[before.poi_at[i]]
            if square >= 0 and (s.fire >> square) & 1:
                lost += share if before.poi_kind[i] == UNKNOWN else 1
    return {
        "collapses": <double>collapses / n, "damage": <double>damage / n, "lost": lost / n,
        "knocked_down": <double>down / n, "fires": <double>fires / n,
        "burns": [burns_at[i] for i in range(c.inside)],
    }
