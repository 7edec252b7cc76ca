#if SCHEMATIC_GRAPHVIZ

#include "identifiers.h"

#include "names.h"

// With addresses for names, objects without one come first: theirs are small odd numbers, and that
// of a graph read by the `dot` program is 3. Kept, so that a drawing is the same as the program's.
static const IDTYPE first_of_the_named = (IDTYPE)1 << 32;
static const IDTYPE first_of_the_unnamed = 3;

// Static because the lock lets only one graph be alive.
static sgv_names names;
static IDTYPE next_unnamed;

static void *open_names(Agraph_t *graph, Agdisc_t *discipline) {
  (void)graph;
  (void)discipline;
  sgv_names_clear(&names);
  next_unnamed = first_of_the_unnamed;
  return &names;
}

static long map(void *state, int type, char *name, IDTYPE *identifier, int creates) {
  (void)type;
  if (name == NULL) {
    *identifier = next_unnamed;
    next_unnamed += 2;
    return 1;
  }
  size_t index = sgv_names_index(state, name, creates != 0);
  // The library then keeps the name itself, so that want of memory changes the order and no more.
  if (index == SGV_NO_NAME) return 0;
  *identifier = first_of_the_named + index;
  return 1;
}

static void free_identifier(void *state, int type, IDTYPE identifier) {
  (void)state;
  (void)type;
  (void)identifier;
}

static char *print(void *state, int type, IDTYPE identifier) {
  (void)type;
  if (identifier < first_of_the_named) return NULL;
  return sgv_names_at(state, (size_t)(identifier - first_of_the_named));
}

static void close_names(void *state) { sgv_names_clear(state); }

static void register_object(void *state, int type, void *object) {
  (void)state;
  (void)type;
  (void)object;
}

// By name, since older versions have one more member, for numbers that a client asks for: nothing
// here does.
Agiddisc_t sgv_identifiers = {
    .open = open_names,
    .map = map,
    .free = free_identifier,
    .print = print,
    .close = close_names,
    .idregister = register_object,
};

bool sgv_is_named(void *object) { return AGID(object) >= first_of_the_named; }

#endif
