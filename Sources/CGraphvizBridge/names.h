#ifndef SCHEMATIC_NAMES_H
#define SCHEMATIC_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SGV_NO_NAME SIZE_MAX

/// Names in order of first use, each once; begins as all zeros.
typedef struct sgv_names {
  char **names;
  size_t count;
  // One more than an index into `names`, or 0; a power of two of them, at most half in use.
  size_t *slots;
  size_t slot_count;
} sgv_names;

/// The index of a name, added if it is new and `adds`; `SGV_NO_NAME` when it is not there.
size_t sgv_names_index(sgv_names *table, const char *name, bool adds);

/// The name at an index; null when there is none.
char *sgv_names_at(const sgv_names *table, size_t index);

void sgv_names_clear(sgv_names *table);

#endif
