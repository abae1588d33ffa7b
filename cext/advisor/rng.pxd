# cython: language_level=3
"""A counter-based generator: a draw is a function of (seed, trial, turn, purpose, index) and of nothing else.

A stream is a 64-bit key made from the first four; the n-th draw mixes key + n * GAMMA with the finaliser of
SplitMix64 (Steele, Lea and Flood 2014). Nothing is shared between threads, so results do not depend on them.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    static inline uint64_t advisor_mix64(uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /* floor(x * n / 2^64): uniform on 0..n-1 up to a bias of n / 2^64. */
    static inline uint32_t advisor_scale64(uint64_t x, uint32_t n) {
        return (uint32_t)(((unsigned __int128)x * n) >> 64);
    }
    #define ADVISOR_GAMMA 0x9e3779b97f4a7c15ULL
    """
    uint64_t mix64 "advisor_mix64"(uint64_t z) noexcept nogil
    unsigned int scale64 "advisor_scale64"(uint64_t x, unsigned int n) noexcept nogil
    const uint64_t GAMMA "ADVISOR_GAMMA"

# What a stream is for: streams of one trial and turn that must not meet.
cdef enum:
    PURPOSE_CHANCE = 0      # the game's own dice and draws
    PURPOSE_POLICY = 1      # choices of a random or mixed policy
    PURPOSE_SEARCH = 2      # what a search draws for itself

ctypedef struct Rng:
    uint64_t key            # the stream
    uint64_t count          # draws made so far


cdef inline Rng stream(uint64_t seed, uint64_t trial, uint64_t turn, uint64_t purpose) noexcept nogil:
    """The stream of one purpose in one turn of one trial."""
    cdef Rng rng
    cdef uint64_t key = mix64(seed + GAMMA)
    key = mix64(key ^ (trial * GAMMA + 1))
    rng.key = mix64(key ^ ((turn << 8 | purpose) * GAMMA + 2))
    rng.count = 0
    return rng


cdef inline uint64_t draw(Rng* rng) noexcept nogil:
    """The next 64 random bits of a stream."""
    rng.count += 1
    return mix64(rng.key + rng.count * GAMMA)


cdef inline unsigned int below(Rng* rng, unsigned int n) noexcept nogil:
    """A uniform whole number of 0 to n - 1."""
    return scale64(draw(rng), n)
