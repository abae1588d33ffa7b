# cython: language_level=3
"""The flat state of Flash Point and the tables of a board: the layout that every part of the core shares."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

cdef enum:
    MAX_SQUARES = 104           # ring included (8 x 8 inside: 100)
    MAX_SPOTS = 76              # parking spots of a kind: two orders of 38 pairs around 12 x 5 squares
    MAX_FIREFIGHTERS = 6
    MAX_POI = 3
    MAX_HAZMATS = 6
    MAX_ACTIONS = 3072          # 2 x 729 ambulance drives, 2 x 486 engine drives, the rest
    MAX_OUTCOMES = 64
    NOWHERE = 255               # an empty place in a list of squares
    COLLAPSE = 24               # damage markers (FP-1.5)

# Directions, in the reading order of the neighbours.
cdef enum:
    UP = 0
    LEFT = 1
    RIGHT = 2
    DOWN = 3
    HERE = 4

# Groups of edges; a bit in a group's mask is one edge.
cdef enum:
    EAST = 0                    # bit of an inside square: the edge to its right
    SOUTH = 1                   # bit of an inside square: the edge below it
    BORDER = 2                  # edges above row 1 (bits 0 on, by column), left of column 1 (bits 16 on, by row)
    RING = 3                    # edges between outside squares: always open

cdef enum:
    ACTION = 0
    REVEAL = 1
    DECK_GUN_ROLL = 2
    DECK_GUN_CHOICE = 3
    ADVANCE_FIRE = 4
    REPLENISH = 5
    OVER = 6

cdef enum:
    BY_ENTER = 0
    BY_IDENTIFY = 1
    BY_REPLENISH = 2
    BY_FIRE = 3

cdef enum:
    NOT_OVER = 0
    RESCUED = 1
    VICTIMS = 2
    COLLAPSED = 3
    UNREACHABLE = 4

cdef enum:
    UNKNOWN = 0
    VICTIM = 1
    TREATED = 2

# The order of section 7.
cdef enum:
    PARAMEDIC = 0
    CAPTAIN = 1
    IMAGING = 2
    CAFS = 3
    HAZMAT_TECHNICIAN = 4
    GENERALIST = 5
    RESCUE = 6
    DRIVER = 7
    NO_SPECIALIST = 8

# The order of the table of events; command and end come last among the actions.
cdef enum:
    MOVE = 0
    CARRY = 1
    CARRY_LEAD = 2
    HAUL = 3
    HAUL_LEAD = 4
    LEAD = 5
    DOOR = 6
    EXTINGUISH = 7
    CHOP = 8
    DRIVE_AMBULANCE = 9
    DRIVE_ENGINE = 10
    FIRE_DECK_GUN = 11
    KEEP = 12
    REROLL = 13
    CREW = 14
    RESUSCITATE = 15
    IDENTIFY = 16
    DISPOSE = 17
    END = 18

cdef enum:
    REVEAL_VICTIM = 0
    REVEAL_FALSE_ALARM = 1
    DECK_GUN = 2
    ROLL = 3
    PLACE_POI = 4

# Everything that can change in a game. No pointers, no padding: copied by memcpy, compared by bytes.
ctypedef struct State:
    uint64_t fire                       # inside squares
    uint64_t smoke
    uint64_t hot                        # hot spots
    uint64_t fire_out                   # outside squares, by ring number; only between rolls and reveals by fire
    uint64_t way[4]                     # edges that do not block, by group; way[RING] is all ones
    uint64_t hurt[3]                    # walls with one damage marker
    uint64_t ajar[3]                    # doors that are open (a door in `way` and not here is destroyed)
    uint8_t at[MAX_FIREFIGHTERS]        # squares, in the order of the position's list
    uint8_t saved[MAX_FIREFIGHTERS]     # AP
    uint8_t job[MAX_FIREFIGHTERS]       # Specialist
    uint8_t poi_at[MAX_POI]             # in reading order, then kind; NOWHERE at the end
    uint8_t poi_kind[MAX_POI]           # PoiKind; 0 where there is none
    uint8_t hazmat[MAX_HAZMATS]         # in reading order, NOWHERE at the end
    uint8_t poi_count
    uint8_t hazmat_count
    uint8_t hidden_victims              # markers nobody has seen, those on the board included
    uint8_t hidden_alarms
    uint8_t rescued
    uint8_t lost
    uint8_t damage                      # markers on walls, 0 to 24
    uint8_t hot_supply
    uint8_t ambulance                   # spot numbers; 0 without vehicles
    uint8_t engine
    uint8_t active                      # firefighter number
    uint8_t phase                       # Phase
    uint8_t ap                          # general AP left
    uint8_t free_ap
    uint8_t acted
    uint8_t began_at_engine
    uint8_t commanded                   # bit mask of firefighters
    uint8_t cafs_ap                     # AP commanded to the CAFS Firefighter this turn
    uint8_t reveal_at                   # phase REVEAL: the square
    uint8_t cause                       # phase REVEAL: Cause
    uint8_t red                         # deck gun phases: dice as rolled, 0 = to be rolled
    uint8_t black
    uint8_t rerolled                    # deck gun phases: 1 red, 2 black
    uint8_t flare_up                    # phase ADVANCE_FIRE: 1 after the first roll
    uint8_t reason                      # phase OVER: Reason
    uint8_t spare_bytes[5]              # always 0, up to a multiple of 8

# Board and rules: what does not change during a game.
ctypedef struct Context:
    int rows
    int columns
    int width                           # columns + 2
    int squares                         # ring included
    int inside                          # rows * columns
    int firefighters
    int goal
    int threat_markers
    int specialists                     # the parts in play, 0 or 1
    int hazmats
    int vehicles
    int hot_spots
    int arrows
    int small_station
    int murphys_law
    int hidden_hazards
    int ambulance_spots
    int engine_spots
    const void* network                 # the static value's weights (value.pxi), owned by the core's model
    uint64_t inner[2]                   # EAST and SOUTH edges between two inside squares
    uint64_t wall[3]
    uint64_t door[3]
    int16_t neighbour[MAX_SQUARES][4]   # square numbers by Direction, -1 off the board
    uint8_t group[MAX_SQUARES][4]       # Group of the edge in each Direction
    uint8_t bit[MAX_SQUARES][4]         # its bit
    int8_t inner_of[MAX_SQUARES]        # inside number, -1 outside
    int8_t ring_of[MAX_SQUARES]         # ring number, -1 inside
    uint8_t square_of[64]               # square of an inside number
    uint8_t ring_square[64]             # square of a ring number
    uint8_t row_of[64]                  # red and black die of an inside number
    uint8_t column_of[64]
    uint8_t arrow[64]                   # inside number that the arrow of an inside square points to
    uint8_t ambulance_at[MAX_SPOTS][2]
    uint8_t engine_at[MAX_SPOTS][2]
    uint8_t quadrant[MAX_SPOTS][4]      # first and last row, first and last column
    uint8_t fall_to[MAX_SQUARES]        # where one knocked down goes, without vehicles
    uint8_t fall_to_ambulance[MAX_SPOTS][MAX_SQUARES]   # the same with the ambulance on a spot


cdef class Core:
    cdef Context* context
    cdef readonly tuple shape
    cdef readonly object model
    cdef int need_model(self) except -1


cdef class CoreState:
    cdef readonly Core core
    cdef State state
