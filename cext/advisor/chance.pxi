# Chance events: what can come, with which probability, and what it does.
#
# An outcome's code, from the low byte on: OutcomeKind, red die, black die.

cdef inline outcome_t outcome(int kind, int red, int black) noexcept nogil:
    return <outcome_t>kind | <outcome_t>red << 8 | <outcome_t>black << 16


cdef inline int dice_kind(const State* s) noexcept nogil:
    return ROLL if s.phase == ADVANCE_FIRE else PLACE_POI if s.phase == REPLENISH else DECK_GUN


cdef int list_outcomes(const Context* c, const State* s, outcome_t* outcomes, double* p) noexcept nogil:
    """All outcomes of the chance event that comes next, in a fixed order; 0 if none comes next."""
    cdef int n = 0, red, black, kind
    cdef int total = s.hidden_victims + s.hidden_alarms
    if s.phase == REVEAL:
        if s.hidden_victims:
            outcomes[n] = outcome(REVEAL_VICTIM, 0, 0)
            p[n] = <double>s.hidden_victims / total
            n += 1
        if s.hidden_alarms:
            outcomes[n] = outcome(REVEAL_FALSE_ALARM, 0, 0)
            p[n] = <double>s.hidden_alarms / total
            n += 1
        return n
    if s.phase == ACTION or s.phase == DECK_GUN_CHOICE or s.phase == OVER:
        return 0
    kind = dice_kind(s)
    for red in range(1, c.rows + 1):
        if kind == DECK_GUN and s.red and s.red != red:
            continue
        for black in range(1, c.columns + 1):
            if kind == DECK_GUN and s.black and s.black != black:
                continue
            outcomes[n] = outcome(kind, red, black)
            n += 1
    for red in range(n):
        p[red] = 1.0 / n
    return n


cdef outcome_t sample_outcome(const Context* c, const State* s, Rng* rng) noexcept nogil:
    """Draw an outcome of the chance event that comes next: one draw of the generator."""
    cdef int red, black, k
    if s.phase == REVEAL:
        k = <int>below(rng, s.hidden_victims + s.hidden_alarms)
        return outcome(REVEAL_VICTIM if k < s.hidden_victims else REVEAL_FALSE_ALARM, 0, 0)
    k = <int>below(rng, c.inside)
    red = c.row_of[k]
    black = c.column_of[k]
    if s.phase == DECK_GUN_ROLL:
        if s.red:
            red = s.red
        if s.black:
            black = s.black
    return outcome(dice_kind(s), red, black)


cdef int apply_outcome(const Context* c, State* s, outcome_t o, const uint8_t* order, int ordered,
                       Falls* falls) noexcept nogil:
    """What a chance event does; negative if an order of hazmats does not hold (see `burn`)."""
    cdef int kind = o & 0xFF, red = (o >> 8) & 0xFF, black = (o >> 16) & 0xFF
    if kind == ROLL:
        return roll_fire(c, s, red, black, order, ordered, falls)
    if kind == PLACE_POI:
        place_poi(c, s, red, black)
    elif kind == DECK_GUN:
        s.red = <uint8_t>red
        s.black = <uint8_t>black
        if s.job[s.active] == DRIVER and s.rerolled != 3:
            s.phase = DECK_GUN_CHOICE
        else:
            resolve_deck_gun(c, s)
    else:
        revealed(c, s, kind == REVEAL_VICTIM, falls)
    return 0


cdef inline bint is_chance(const State* s) noexcept nogil:
    return s.phase != ACTION and s.phase != DECK_GUN_CHOICE and s.phase != OVER


cdef inline void play_out_turn(const Context* c, State* s, Rng* rng) noexcept nogil:
    """Sample chance events until the next decision or the end of the game."""
    while is_chance(s):
        apply_outcome(c, s, sample_outcome(c, s, rng), NULL, 0, NULL)
