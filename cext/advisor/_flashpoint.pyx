# cython: language_level=3
"""The core of Flash Point: states, legal actions, fire, chance, distances.

The rules are in the included files, one sitting each; below them is the Python edge: `Core` (a board with its
rules) and `CoreState` (a position), with batch calls that keep the interpreter out of the loops.
Clauses are those of the project's rules text (FP-1.1 and so on).
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from advisor.game cimport NODE_CHANCE, NODE_DECISION, NODE_OVER, GameTable, action_t, capsule_name, outcome_t
from advisor.rng cimport PURPOSE_CHANCE, PURPOSE_POLICY, PURPOSE_SEARCH, Rng, below, stream

include "distance.pxi"
include "tables.pxi"
include "fire.pxi"
include "replenish.pxi"
include "legal.pxi"
include "apply.pxi"
include "chance.pxi"
include "reckon.pxi"
include "options.pxi"
include "policy.pxi"
include "baselines.pxi"
include "features.pxi"
include "value.pxi"
include "bound.pxi"
include "table.pxi"
include "edge.pxi"
include "playing.pxi"
include "batch.pxi"
include "effects.pxi"
include "lessons.pxi"
include "hazard.pxi"
