# cython: language_level=3
"""The game-blind half of the core: searches over the table of game.pxd and nothing else.

A game hands its table over as a capsule; a state is bytes here. The searches are in the included files, one
sitting each.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport exp, log, pow, sqrt
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

cdef extern from *:
    # read in loops without the interpreter while another thread may write it
    ctypedef int volatile_int "volatile int"

from advisor.game cimport NODE_CHANCE, NODE_DECISION, NODE_OVER, GameTable, action_t, capsule_name, outcome_t
from advisor.rng cimport PURPOSE_CHANCE, PURPOSE_POLICY, PURPOSE_SEARCH, Rng, below, draw, mix64, stream

include "expect.pxi"
include "walk.pxi"
include "choices.pxi"
include "task.pxi"
include "turn_search.pxi"
include "rollouts.pxi"
include "outlook.pxi"
include "merge.pxi"
include "deep_table.pxi"
include "expectimax.pxi"
include "expectimax_edge.pxi"
include "tree.pxi"
include "mcts.pxi"
include "mcts_edge.pxi"
