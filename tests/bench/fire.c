/* The fire phase of a 6 x 8 board in plain C: the yardstick of `advisor bench`, and a third witness of the rules.
 *
 * Written from the clauses (rules, section 5); it shares no code with the core. Family and experienced rules; of the
 * variants hidden hazards are left out.
 *
 * A square inside is bit 9 * (row - 1) + (column - 1): rows of nine, so that an edge has the bit of a square, too.
 * In `across` a bit is the edge on the left of a square (column 9: the outer wall on the right), in `along` the edge
 * above it (row 7: the outer wall below). Outside squares next to the building burn in `outside`, clockwise from
 * the top: 8 above, 6 on the right, 8 below, 6 on the left, each in reading order. A place is 10 * row + column.
 */

#include <stdint.h>
#include <string.h>

typedef uint64_t mask;

enum { ROWS = 6, COLUMNS = 8, PITCH = 9, PLACES = 80, NONE = 255 };
enum { ABOVE = 0, BESIDE = 8, BELOW = 14, BEFORE = 22 };        /* first bits in `outside` */
enum { ACROSS = 0, ALONG = 1 };
enum { UNKNOWN = 0 };
enum { NEXT_TURN, REPLENISH, REVEAL, FLARE_UP, COLLAPSE, FOUR_LOST, UNREACHABLE };

/* What a fire phase changes. */
typedef struct {
    mask fire, smoke, hot, outside;
    mask passes[2];             /* edges that do not block */
    mask hurt[2];               /* walls with one marker */
    mask ajar[2];               /* open doors */
    uint8_t damage, lost, rescued, hot_supply;
    uint8_t hidden_victims, hidden_alarms, active, ap;
    uint8_t at[6], saved[6];
    uint8_t poi_at[3], poi_is[3], poi;
    uint8_t hazmat[6], hazmats;
    uint8_t what_next, knocked_down;
} house;

/* What it does not change. */
typedef struct {
    mask doors[2];
    uint8_t fall_to[PLACES];
    uint8_t base_ap[6];
    int32_t firefighters, goal, markers, hot_spots;
} table;

/* Sums over phases, to be compared with the core's. */
typedef struct {
    int64_t over, damage, lost, fires, knocked_down;
} sums;

static uint8_t inside_of[PLACES];       /* bit of a place inside */
static uint8_t outside_of[PLACES];      /* bit of a place outside that can burn */

__attribute__((constructor)) static void number_places(void)
{
    int r, c;
    memset(inside_of, NONE, sizeof inside_of);
    memset(outside_of, NONE, sizeof outside_of);
    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLUMNS; c++)
            inside_of[10 * (r + 1) + c + 1] = (uint8_t)(PITCH * r + c);
    for (c = 0; c < COLUMNS; c++) {
        outside_of[c + 1] = (uint8_t)(ABOVE + c);
        outside_of[10 * (ROWS + 1) + c + 1] = (uint8_t)(BELOW + c);
    }
    for (r = 0; r < ROWS; r++) {
        outside_of[10 * (r + 1)] = (uint8_t)(BEFORE + r);
        outside_of[10 * (r + 1) + COLUMNS + 1] = (uint8_t)(BESIDE + r);
    }
}

static inline mask bit(int n) { return (mask)1 << n; }

/* Without -march=native a compiler calls a function for __builtin_popcountll. */
static inline int count(mask x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    return (int)((((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56);
}

static inline uint32_t draw(uint64_t *random, uint32_t n)
{
    uint64_t z = (*random += 0x9e3779b97f4a7c15u);      /* SplitMix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * n) >> 32);
}

/* FP-1.6 */
static inline int marker_left(const table *t, const house *h)
{
    return count(h->fire | h->smoke) + count(h->outside) < t->markers;
}

static inline int burns(const house *h, int place)
{
    int n = inside_of[place];
    if (n != NONE)
        return (h->fire >> n) & 1;
    n = outside_of[place];
    return n != NONE && ((h->outside >> n) & 1);
}

/* One direction of an explosion, with the shockwave (FP-5.3, FP-5.4); 1 if the building collapses.
 * `beyond`: inside squares that lie further on; `ring`: bit of the outside square at the end. */
static inline int blast(const table *t, house *h, int n, int way, int edge, int step, int beyond, int ring)
{
    for (;;) {
        mask e = bit(edge);
        if (!(h->passes[way] & e)) {
            if (t->doors[way] & e) {
                h->passes[way] |= e;
                return 0;
            }
            if (h->hurt[way] & e) {
                h->hurt[way] ^= e;
                h->passes[way] |= e;
            } else {
                h->hurt[way] |= e;
            }
            return ++h->damage >= 24;
        }
        h->ajar[way] &= ~e;
        if (beyond-- == 0) {
            if (!((h->outside >> ring) & 1) && marker_left(t, h))
                h->outside |= bit(ring);
            return 0;
        }
        n += step;
        edge += step;
        if (!((h->fire >> n) & 1)) {
            mask m = bit(n);
            if (h->smoke & m) {
                h->smoke ^= m;
                h->fire |= m;
            } else if (marker_left(t, h)) {
                h->fire |= m;
            }
            return 0;
        }
    }
}

static int explode(const table *t, house *h, int n)
{
    int r = n / PITCH, c = n % PITCH;
    return blast(t, h, n, ALONG, n, -PITCH, r, ABOVE + c)
        || blast(t, h, n, ACROSS, n + 1, 1, COLUMNS - 1 - c, BESIDE + r)
        || blast(t, h, n, ALONG, n + PITCH, PITCH, ROWS - 1 - r, BELOW + c)
        || blast(t, h, n, ACROSS, n, -1, c, BEFORE + r);
}

/* Inside squares next to burning outside squares. */
static mask lit_from_outside(const house *h)
{
    mask found = (h->outside & 0xff) & h->passes[ALONG];
    int r;
    found |= ((h->outside >> BELOW & 0xff) << (PITCH * (ROWS - 1))) & (h->passes[ALONG] >> PITCH);
    for (r = 0; r < ROWS; r++) {
        found |= (h->outside >> (BEFORE + r) & 1) << (PITCH * r) & h->passes[ACROSS];
        found |= (h->outside >> (BESIDE + r) & 1) << (PITCH * r + 7) & (h->passes[ACROSS] >> 1);
    }
    return found;
}

/* FP-5.5 */
static void flashover(house *h)
{
    mask fire = h->fire, smoke = h->smoke, across = h->passes[ACROSS], along = h->passes[ALONG], lit;
    if (!smoke)
        return;
    if (h->outside) {
        lit = lit_from_outside(h) & smoke;
        fire |= lit;
        smoke ^= lit;
    }
    while (smoke) {
        lit = smoke & ((fire << 1 & across) | (fire & across) >> 1 | (fire << PITCH & along) | (fire & along) >> PITCH);
        if (!lit)
            break;
        fire |= lit;
        smoke ^= lit;
    }
    h->fire = fire;
    h->smoke = smoke;
}

static void place_hot_spot(house *h, int n)
{
    if (h->hot_supply && !((h->hot >> n) & 1)) {
        h->hot |= bit(n);
        h->hot_supply--;
    }
}

/* FP-5.6; 1 if the building collapses. */
static int burn_hazmats(const table *t, house *h)
{
    int k = 0, n;
    while (k < h->hazmats) {
        n = inside_of[h->hazmat[k]];
        if (!((h->fire >> n) & 1)) {
            k++;
            continue;
        }
        if (explode(t, h, n))
            return 1;
        h->hazmats--;
        memmove(h->hazmat + k, h->hazmat + k + 1, (size_t)(h->hazmats - k));
        if (t->hot_spots)
            place_hot_spot(h, n);
        flashover(h);
        k = 0;
    }
    return 0;
}

static void remove_poi(house *h, int k)
{
    for (h->poi--; k < h->poi; k++) {
        h->poi_at[k] = h->poi_at[k + 1];
        h->poi_is[k] = h->poi_is[k + 1];
    }
}

/* FP-5.8, up to a reveal, the replenishing or the next turn. */
static void consequences(const table *t, house *h)
{
    int k, victims = h->hidden_victims, face_down = 0;
    for (k = 0; k < t->firefighters; k++)
        if (burns(h, h->at[k])) {
            h->at[k] = t->fall_to[h->at[k]];
            h->knocked_down++;
        }
    for (k = 0; k < h->poi;)
        if (h->poi_is[k] != UNKNOWN && burns(h, h->poi_at[k])) {
            h->lost++;
            remove_poi(h, k);
        } else {
            k++;
        }
    for (k = 0; k < h->poi; k++) {
        if (h->poi_is[k] != UNKNOWN) {
            victims++;
            continue;
        }
        face_down++;
        if (burns(h, h->poi_at[k])) {
            h->what_next = REVEAL;
            return;
        }
    }
    h->outside = 0;
    if (h->lost >= 4) {
        h->what_next = FOUR_LOST;
    } else if (h->rescued + victims < t->goal) {
        h->what_next = UNREACHABLE;
    } else if (h->poi < 3 && h->hidden_victims + h->hidden_alarms > face_down) {
        h->what_next = REPLENISH;
    } else {
        h->what_next = NEXT_TURN;
        h->active = (uint8_t)(h->active + 1 < t->firefighters ? h->active + 1 : 0);
        h->ap = (uint8_t)(t->base_ap[h->active] + h->saved[h->active]);
        h->saved[h->active] = 0;
    }
}

/* One marker that the fire turns over (FP-5.8 b, FP-8.4). */
static void reveal(const table *t, house *h, uint64_t *random)
{
    int k = 0;
    while (h->poi_is[k] != UNKNOWN || !burns(h, h->poi_at[k]))
        k++;
    remove_poi(h, k);
    if (draw(random, (uint32_t)h->hidden_victims + h->hidden_alarms) < h->hidden_victims) {
        h->hidden_victims--;
        h->lost++;
    } else {
        h->hidden_alarms--;
    }
    consequences(t, h);
}

static void fire_phase(const table *t, house *h, uint64_t *random)
{
    int flared_up = 0;
    for (;;) {
        uint32_t rolled = draw(random, ROWS * COLUMNS);
        int n = (int)(rolled / COLUMNS * PITCH + rolled % COLUMNS), was_hot = (h->hot >> n) & 1;
        mask m = bit(n);
        if (h->fire & m) {
            if (explode(t, h, n)) {
                h->what_next = COLLAPSE;
                return;
            }
        } else if (h->smoke & m) {
            h->smoke ^= m;
            h->fire |= m;
        } else if (marker_left(t, h)) {
            h->smoke |= m;
        }
        flashover(h);
        if (burn_hazmats(t, h)) {
            h->what_next = COLLAPSE;
            return;
        }
        if (!was_hot) {
            if (flared_up)
                place_hot_spot(h, n);
            break;
        }
        flared_up = 1;
    }
    consequences(t, h);
    while (h->what_next == REVEAL)
        reveal(t, h, random);
}

/* Phases from copies of one start, reported as sums. */
void sample(const table *t, const house *start, int64_t phases, uint64_t seed, sums *s)
{
    memset(s, 0, sizeof *s);
    while (phases-- > 0) {
        house h;
        memcpy(&h, start, sizeof h);
        fire_phase(t, &h, &seed);
        s->over += h.what_next >= COLLAPSE;
        s->damage += h.damage - start->damage;
        s->lost += h.lost - start->lost;
        s->fires += count(h.fire);
        s->knocked_down += h.knocked_down;
    }
}

/* The same without a report but one number, so that nothing is skipped. */
int64_t run(const table *t, const house *start, int64_t phases, uint64_t seed)
{
    int64_t total = 0;
    while (phases-- > 0) {
        house h;
        memcpy(&h, start, sizeof h);
        fire_phase(t, &h, &seed);
        total += h.damage;
    }
    return total;
}

/* For whoever fills the structures from another language. */
int32_t size_of_house(void) { return (int32_t)sizeof(house); }
int32_t size_of_table(void) { return (int32_t)sizeof(table); }
