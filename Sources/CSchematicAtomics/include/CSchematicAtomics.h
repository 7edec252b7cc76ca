// Pointers that several threads read and set once. Swift's own atomics need newer systems than the
// ones we serve. There is no source file: everything is inlined into Swift.

#ifndef CSCHEMATIC_ATOMICS_H
#define CSCHEMATIC_ATOMICS_H

#include <stdbool.h>
#include <stddef.h>

/// Returns what was published in a slot, whose contents are then visible; null where nothing was.
static inline void *_Nullable schematic_read(void *_Nullable const *_Nonnull slot) {
  return __atomic_load_n(slot, __ATOMIC_ACQUIRE);
}

/// Publishes a pointer in an empty slot. Returns false, and changes nothing, where it is not empty.
static inline bool schematic_publish(void *_Nullable *_Nonnull slot, void *_Nonnull pointer) {
  void *empty = NULL;
  return __atomic_compare_exchange_n(
    slot, &empty, pointer, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

/// Adds to a count, and returns the sum.
static inline size_t schematic_add(size_t *_Nonnull count, size_t number) {
  return __atomic_add_fetch(count, number, __ATOMIC_RELAXED);
}

#endif
