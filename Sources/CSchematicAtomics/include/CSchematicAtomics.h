// Slots for pointers that several threads read and set once. Swift's own atomics need newer systems
// than the ones we serve. There is no source file: everything is inlined into Swift.

#ifndef CSCHEMATIC_ATOMICS_H
#define CSCHEMATIC_ATOMICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/// Allocates slots, all of them empty, and puts a pointer to the first into a variable.
static inline void schematic_allocate(size_t count, void *_Nonnull variable) {
  void *slots = calloc(count, sizeof(void *));
  if (slots == NULL) abort();
  *(void **)variable = slots;
}

/// Frees slots.
static inline void schematic_free(void *_Nonnull slots) {
  free(slots);
}

/// Copies the pointer in a slot, whatever it points to, into a variable of the same type: what it
/// points to is then visible. It is null where nothing was published.
static inline void schematic_read(const void *_Nonnull slot, void *_Nonnull variable) {
  __atomic_load((void *const *)slot, (void **)variable, __ATOMIC_ACQUIRE);
}

/// Publishes a pointer in an empty slot. Returns false, and changes nothing, where it is not empty.
static inline bool schematic_publish(void *_Nonnull slot, const void *_Nonnull pointer) {
  const void *empty = NULL;
  return __atomic_compare_exchange_n(
    (const void **)slot, &empty, pointer, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

/// Adds to a count, and returns the sum.
static inline size_t schematic_add(size_t *_Nonnull count, size_t number) {
  return __atomic_add_fetch(count, number, __ATOMIC_RELAXED);
}

#endif
