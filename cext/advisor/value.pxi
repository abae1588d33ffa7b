# The static value (placeholder).

cdef double static_value(const Context* c, const State* s) noexcept nogil:
    if s.phase == OVER:
        return 1.0 if s.reason == RESCUED else 0.0
    return (s.rescued - s.lost - s.damage / 24.0) / 100.0 + 0.5
