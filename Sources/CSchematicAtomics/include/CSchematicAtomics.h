// Slots for pointers that several threads read and set once, and a lock. Swift's own atomics and locks
// need newer systems than the ones we serve. There is no source file: everything is inlined into Swift.

#ifndef CSCHEMATIC_ATOMICS_H
#define CSCHEMATIC_ATOMICS_H

#include <pthread.h>
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

/// Returns the pointer in a slot: what it points to is then visible. It is null where nothing was
/// published.
static inline void *_Nullable schematic_read(const void *_Nonnull slot) {
  return __atomic_load_n((void *const *)slot, __ATOMIC_ACQUIRE);
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

/// Makes a lock, which is freed by `schematic_free_lock`.
static inline void *_Nonnull schematic_make_lock(void) {
  pthread_mutex_t *lock = malloc(sizeof(pthread_mutex_t));
  if (lock == NULL || pthread_mutex_init(lock, NULL) != 0) abort();
  return lock;
}

static inline void schematic_free_lock(void *_Nonnull lock) {
  pthread_mutex_destroy(lock);
  free(lock);
}

static inline void schematic_lock(void *_Nonnull lock) {
  if (pthread_mutex_lock(lock) != 0) abort();
}

static inline void schematic_unlock(void *_Nonnull lock) {
  if (pthread_mutex_unlock(lock) != 0) abort();
}

#endif
