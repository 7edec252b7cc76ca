#include "names.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const char *name) {
  uint64_t value = 0xCBF29CE484222325;
  for (const char *byte = name; *byte != '\0'; byte++) {
    value = (value ^ (unsigned char)*byte) * 0x100000001B3;
  }
  return (size_t)(value ^ (value >> 32));
}

/// The slot that a name is in, or would be put in.
static size_t *slot_of(const sgv_names *table, const char *name) {
  size_t mask = table->slot_count - 1;
  size_t place = hash(name) & mask;
  while (table->slots[place] != 0 && strcmp(table->names[table->slots[place] - 1], name) != 0) {
    place = (place + 1) & mask;
  }
  return &table->slots[place];
}

static bool grow(sgv_names *table) {
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

size_t sgv_names_index(sgv_names *table, const char *name, bool adds) {
  if (table->slot_count > 0) {
    size_t *slot = slot_of(table, name);
    if (*slot != 0) return *slot - 1;
  }
  if (!adds) return SGV_NO_NAME;
  if (table->count == table->slot_count / 2 && !grow(table)) return SGV_NO_NAME;
  size_t size = strlen(name) + 1;
  char *copy = malloc(size);
  if (copy == NULL) return SGV_NO_NAME;
  memcpy(copy, name, size);
  *slot_of(table, copy) = table->count + 1;
  table->names[table->count++] = copy;
  return table->count - 1;
}

char *sgv_names_at(const sgv_names *table, size_t index) {
  return index < table->count ? table->names[index] : NULL;
}

void sgv_names_clear(sgv_names *table) {
  for (size_t index = 0; index < table->count; index++) free(table->names[index]);
  free(table->names);
  free(table->slots);
  *table = (sgv_names){0};
}
