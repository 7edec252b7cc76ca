#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <stdlib.h>
#include <string.h>

/// A name of an object, and its number.
typedef struct name {
  struct name *next_by_text;
  struct name *next_by_number;
  IDTYPE number;
  char text[];
} name;

// The `dot` program gives objects without a name small odd numbers, from 3 on, and named objects
// addresses, which are greater. The same order here makes drawings the same as the program's.
static const IDTYPE first_of_the_named = (IDTYPE)1 << 32;
static const IDTYPE first_of_the_unnamed = 3;

// Static, because only one graph exists at a time.
enum { bucket_count = 1 << 12 };
static name *by_text[bucket_count];
static name *by_number[bucket_count];
static IDTYPE next_named;
static IDTYPE next_unnamed;

static name **bucket_of(const char *text) {
  uint64_t hash = 0xCBF29CE484222325;
  for (const char *byte = text; *byte != '\0'; byte++) {
    hash = (hash ^ (unsigned char)*byte) * 0x100000001B3;
  }
  return &by_text[(hash ^ (hash >> 32)) % bucket_count];
}

static name *create(const char *text) {
  size_t size = strlen(text) + 1;
  name *created = malloc(sizeof(name) + size);
  if (created == NULL) return NULL;
  memcpy(created->text, text, size);
  created->number = next_named++;
  name **first_by_text = bucket_of(text), **first_by_number;
  first_by_number = &by_number[created->number % bucket_count];
  created->next_by_text = *first_by_text;
  created->next_by_number = *first_by_number;
  return *first_by_text = *first_by_number = created;
}

static void close_names(void *state) {
  (void)state;
  for (size_t bucket = 0; bucket < bucket_count; bucket++) {
    for (name *next = by_text[bucket], *following; next != NULL; next = following) {
      following = next->next_by_text;
      free(next);
    }
    by_text[bucket] = by_number[bucket] = NULL;
  }
}

static void *open_names(Agraph_t *graph, Agdisc_t *discipline) {
  (void)graph;
  (void)discipline;
  close_names(NULL);
  next_named = first_of_the_named;
  next_unnamed = first_of_the_unnamed;
  return by_text;
}

static long map(void *state, int type, char *text, IDTYPE *number, int creates) {
  (void)state;
  (void)type;
  if (text == NULL) {
    *number = next_unnamed;
    next_unnamed += 2;
    return 1;
  }
  name *found = *bucket_of(text);
  while (found != NULL && strcmp(found->text, text) != 0) found = found->next_by_text;
  if (found == NULL && creates) found = create(text);
  // The library then keeps the name itself, so a lack of memory only changes the order.
  if (found == NULL) return 0;
  *number = found->number;
  return 1;
}

static char *print(void *state, int type, IDTYPE number) {
  (void)state;
  (void)type;
  name *found = by_number[number % bucket_count];
  while (found != NULL && found->number != number) found = found->next_by_number;
  return found == NULL ? NULL : found->text;
}

static void free_number(void *state, int type, IDTYPE number) {
  (void)state;
  (void)type;
  (void)number;
}

static void register_object(void *state, int type, void *object) {
  (void)state;
  (void)type;
  (void)object;
}

// The members are set by name, because older versions have one more. It is for numbers that a client
// asks for, which this bridge never does.
Agiddisc_t sgv_identifiers = {
    .open = open_names,
    .map = map,
    .free = free_number,
    .print = print,
    .close = close_names,
    .idregister = register_object,
};

#endif
