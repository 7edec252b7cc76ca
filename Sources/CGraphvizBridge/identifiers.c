#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <stdlib.h>
#include <string.h>

#define NO_NAME SIZE_MAX

/// Names in order of first use, each once; begins as all zeros.
typedef struct name_table {
  char **names;
  size_t count;
  // One more than an index into `names`, or 0; a power of two of them, at most half in use.
  size_t *slots;
  size_t slot_count;
} name_table;

static size_t hash(const char *name) {
  uint64_t value = 0xCBF29CE484222325;
  for (const char *byte = name; *byte != '\0'; byte++) {
    value = (value ^ (unsigned char)*byte) * 0x100000001B3;
  }
  return (size_t)(value ^ (value >> 32));
}

/// The slot that a name is in, or would be put in.
static size_t *slot_of(const name_table *table, const char *name) {
  size_t mask = table->slot_count - 1;
  size_t place = hash(name) & mask;
  while (table->slots[place] != 0 && strcmp(table->names[table->slots[place] - 1], name) != 0) {
    place = (place + 1) & mask;
  }
  return &table->slots[place];
}

static bool grow(name_table *table) {
  size_t slot_count = table->slot_count == 0 ? 64 : table->slot_count * 2;
  char **names = realloc(table->names, slot_count / 2 * sizeof(char *));
  if (names == NULL) return false;
  table->names = names;
  size_t *slots = calloc(slot_count, sizeof(size_t));
  if (slots == NULL) return false;
  free(table->slots);
  table->slots = slots;
  table->slot_count = slot_count;
  for (size_t index = 0; index < table->count; index++) {
    *slot_of(table, table->names[index]) = index + 1;
  }
  return true;
}

/// The index of a name, added if it is new and `adds`; `NO_NAME` when it is not there.
static size_t index_of(name_table *table, const char *name, bool adds) {
  if (table->slot_count > 0) {
    size_t *slot = slot_of(table, name);
    if (*slot != 0) return *slot - 1;
  }
  if (!adds) return NO_NAME;
  if (table->count == table->slot_count / 2 && !grow(table)) return NO_NAME;
  size_t size = strlen(name) + 1;
  char *copy = malloc(size);
  if (copy == NULL) return NO_NAME;
  memcpy(copy, name, size);
  *slot_of(table, copy) = table->count + 1;
  table->names[table->count++] = copy;
  return table->count - 1;
}

/// The name at an index; null when there is none.
static char *name_at(const name_table *table, size_t index) {
  return index < table->count ? table->names[index] : NULL;
}

static void clear_names(name_table *table) {
  for (size_t index = 0; index < table->count; index++) free(table->names[index]);
  free(table->names);
  free(table->slots);
  *table = (name_table){0};
}

// With addresses for names, objects without one come first: theirs are small odd numbers, and that
// of a graph read by the `dot` program is 3. Kept, so that a drawing is the same as the program's.
static const IDTYPE first_of_the_named = (IDTYPE)1 << 32;
static const IDTYPE first_of_the_unnamed = 3;

// Static because the lock lets only one graph be alive.
static name_table names;
static IDTYPE next_unnamed;

static void *open_names(Agraph_t *graph, Agdisc_t *discipline) {
  (void)graph;
  (void)discipline;
  clear_names(&names);
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
  size_t index = index_of(state, name, creates != 0);
  // The library then keeps the name itself, so that want of memory changes the order and no more.
  if (index == NO_NAME) return 0;
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
  return name_at(state, (size_t)(identifier - first_of_the_named));
}

static void close_names(void *state) { clear_names(state); }

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

#endif
