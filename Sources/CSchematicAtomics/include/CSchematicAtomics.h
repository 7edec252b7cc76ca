// Slots for pointers that several threads read and set once, a lock, and facts about the current thread.
// Swift's own atomics and locks need newer systems than this package supports. All functions are inlined
// into Swift.

#ifndef CSCHEMATIC_ATOMICS_H
#define CSCHEMATIC_ATOMICS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// How a thread learns that it is the main one, and a queue that it is the main queue.
#if defined(__APPLE__)
#include <dispatch/dispatch.h>
#elif defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

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

/// Returns the pointer in a slot, or null if nothing was published. Everything that the publishing
/// thread wrote before is then visible here.
static inline void *_Nullable schematic_read(const void *_Nonnull slot) {
  return __atomic_load_n((void *const *)slot, __ATOMIC_ACQUIRE);
}

/// Publishes a pointer in an empty slot. Returns false, and changes nothing, if the slot is not empty.
static inline bool schematic_publish(void *_Nonnull slot, const void *_Nonnull pointer) {
  const void *empty = NULL;
  return __atomic_compare_exchange_n(
    (const void **)slot, &empty, pointer, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

/// The header of a row of slots, which follow the header in memory.
///
/// The narrower row that this row replaced is kept, because other threads may be reading it.
struct schematic_row {
  size_t count;
  struct schematic_row *_Nullable narrower;
};

/// Returns a slot of a row.
static inline void *_Nonnull schematic_slot(struct schematic_row *_Nonnull row, size_t index) {
  return (void **)(row + 1) + index;
}

/// Publishes a row with the given number of slots in place of a narrower row, and copies its slots.
/// Returns the size of the new row in bytes, or 0 if another thread was faster.
static inline size_t schematic_widen(
  void *_Nonnull place, struct schematic_row *_Nullable narrower, size_t count
) {
  size_t size = sizeof(struct schematic_row) + count * sizeof(void *);
  struct schematic_row *row = calloc(1, size);
  if (row == NULL) abort();
  row->count = count;
  row->narrower = narrower;
  for (size_t index = 0; narrower != NULL && index < narrower->count; index++) {
    *(void **)schematic_slot(row, index) = schematic_read(schematic_slot(narrower, index));
  }
  bool isPublished = __atomic_compare_exchange_n(
    (struct schematic_row **)place, &narrower, row, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
  if (!isPublished) free(row);
  return isPublished ? size : 0;
}

/// Returns a count that other threads may change.
static inline size_t schematic_count(const size_t *_Nonnull count) {
  return __atomic_load_n(count, __ATOMIC_RELAXED);
}

/// Adds to a count, and returns the sum.
static inline size_t schematic_add(size_t *_Nonnull count, size_t number) {
  return __atomic_add_fetch(count, number, __ATOMIC_RELAXED);
}

/// The number of explorations that record the source lines of answers.
extern size_t schematic_recordings;

/// Returns whether any thread records the source lines of answers.
static inline bool schematic_is_recording(void) {
  return __builtin_expect(__atomic_load_n(&schematic_recordings, __ATOMIC_RELAXED) != 0, 0);
}

/// Begins or ends a recording.
static inline void schematic_begin_recording(void) {
  schematic_add(&schematic_recordings, 1);
}

static inline void schematic_end_recording(void) {
  schematic_add(&schematic_recordings, (size_t)-1);
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

#if defined(__linux__)
/// Returns whether this is not the main thread. Asks the system only once on each thread.
__attribute__((noinline, cold)) static bool schematic_ask_whether_off_main_thread(
  char *_Nonnull answer
) {
  if (*answer == 0) *answer = syscall(SYS_gettid) == getpid() ? 1 : 2;
  return *answer == 2;
}
#endif

/// Returns whether this is not the main thread; false if that is unknown.
static inline bool schematic_is_off_main_thread(void) {
#if defined(__APPLE__)
  return pthread_main_np() == 0;
#elif defined(__linux__)
  static __thread char answer = 0;
  return answer != 1 && schematic_ask_whether_off_main_thread(&answer);
#else
  return false;
#endif
}

#if defined(__linux__)
// Swift's concurrency links libdispatch. In a program without libdispatch, this function is null.
extern const char *_Nullable dispatch_queue_get_label(void *_Nullable queue) __attribute__((weak));
#endif

/// Returns whether this code runs on the main queue, which any thread may serve after `dispatchMain()`.
static inline bool schematic_is_on_main_queue(void) {
#if defined(__APPLE__)
  return dispatch_queue_get_label(DISPATCH_CURRENT_QUEUE_LABEL)
    == dispatch_queue_get_label(dispatch_get_main_queue());
#elif defined(__linux__)
  const char *label = dispatch_queue_get_label ? dispatch_queue_get_label(NULL) : NULL;
  return label != NULL && strcmp(label, "com.apple.main-thread") == 0;
#else
  return false;
#endif
}

/// Writes a message to standard error, at once.
static inline void schematic_report(const char *_Nonnull message) {
  fputs(message, stderr);
}

#endif
