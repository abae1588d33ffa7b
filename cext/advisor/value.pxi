# The static value: the chance to win of any state, by a small network over its features.
#
# value = logistic(constant + direct . f + second . max(0, first . f + bias)): a logistic regression, and what a
# layer of hidden units finds beside it. The weights are a file (data/models); nothing of them is in the source.

from libc.math cimport exp

cdef enum:
    MOST_HIDDEN = 64

MOST_HIDDEN_UNITS = MOST_HIDDEN
"""No model has more hidden units."""

ctypedef struct Network:
    int hidden                          # units, a multiple of 8
    float constant
    float direct[FEATURES]
    float first[FEATURES][MOST_HIDDEN]
    float bias[MOST_HIDDEN]
    float second[MOST_HIDDEN]


cdef float answer(const Network* net, const float* f) noexcept nogil:
    """The logit for some features."""
    cdef float h[MOST_HIDDEN]
    cdef float sum = net.constant, x
    cdef const float* row
    cdef int n = net.hidden, j, k
    memcpy(h, net.bias, n * sizeof(float))
    for k in range(FEATURES):
        x = f[k]
        if x != 0:
            sum += net.direct[k] * x
            row = net.first[k]
            for j in range(n):
                h[j] += row[j] * x
    for j in range(n):
        if h[j] > 0:
            sum += net.second[j] * h[j]
    return sum


cdef double static_value(const Context* c, const State* s) noexcept nogil:
    cdef float f[FEATURES]
    if s.phase == OVER:
        return 1.0 if s.reason == RESCUED else 0.0
    features(c, s, f)
    return 1 / (1 + exp(-answer(<const Network*>c.network, f)))


cdef class Model:
    """The weights of a static value, as a `Core` uses them.

    Parameters
    ----------
    names : sequence of str
        Of the features that the weights belong to: `FEATURE_NAMES`.
    constant : float
    direct : sequence of float
        A weight a feature.
    first : sequence of sequence of float
        A row a feature, a weight a hidden unit; at most 64 units.
    bias, second : sequence of float
        A number a hidden unit.

    Raises
    ------
    ValueError
        If names or lengths do not fit the core.
    """

    cdef Network net

    def __cinit__(self, *, names, double constant, direct, first, bias, second):
        cdef int k, j
        for k, name in enumerate(names):
            if k >= FEATURES or name != FEATURE_NAMES[k]:
                wanted = FEATURE_NAMES[k] if k < FEATURES else "no more"
                raise ValueError(f"feature {k + 1} is {name!r}, the core has {wanted!r}")
        if len(names) != FEATURES or len(direct) != FEATURES or len(first) != FEATURES:
            raise ValueError(f"{len(names)} features, the core has {FEATURES}")
        if len(bias) > MOST_HIDDEN or len(second) != len(bias) or any(len(row) != len(bias) for row in first):
            raise ValueError(f"hidden units: expected at most {MOST_HIDDEN}, and as many everywhere")
        memset(&self.net, 0, sizeof(Network))
        self.net.hidden = (len(bias) + 7) // 8 * 8
        self.net.constant = constant
        for k in range(FEATURES):
            self.net.direct[k] = direct[k]
            for j in range(len(bias)):
                self.net.first[k][j] = first[k][j]
        for j in range(len(bias)):
            self.net.bias[j] = bias[j]
            self.net.second[j] = second[j]

    def value(self, given):
        """The value for some features, also those of no state: a mean over several, or a mixture of two.

        Parameters
        ----------
        given : sequence of float
            In the order of `FEATURE_NAMES`.
        """
        cdef float f[FEATURES]
        cdef int k
        if len(given) != FEATURES:
            raise ValueError(f"{len(given)} features, the core has {FEATURES}")
        for k in range(FEATURES):
            f[k] = given[k]
        return 1 / (1 + exp(-answer(&self.net, f)))
