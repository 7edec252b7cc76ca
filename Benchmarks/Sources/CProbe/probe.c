#include "CProbe.h"

#include <errno.h>
#include <stddef.h>

// To count allocations, these functions replace malloc: a program's symbols come before those of the C
// library, for the Swift runtime, too. The GNU library has its own functions under other names.

static uint64_t allocations;
static uint64_t bytes;
static bool is_counting;

#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(size_t size) {
  if (!is_counting) return;
  __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&bytes, size, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
  count(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count(size);
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count(size);
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}

bool probe_counts_allocations(void) { return true; }
#else
bool probe_counts_allocations(void) { return false; }
#endif

void probe_begin_counting(void) {
  allocations = 0;
  bytes = 0;
  is_counting = true;
}

probe_heap probe_end_counting(void) {
  is_counting = false;
  return (probe_heap){.allocations = allocations, .bytes = bytes};
}

// Stretches of the program are marked for callgrind, which counts their instructions. Outside
// callgrind the marks do nothing.

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool probe_counts_instructions(void) { return RUNNING_ON_VALGRIND != 0; }
void probe_forget_instructions(void) { CALLGRIND_ZERO_STATS; }
void probe_write_instructions(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
#else
bool probe_counts_instructions(void) { return false; }
void probe_forget_instructions(void) {}
void probe_write_instructions(const char *name) { (void)name; }
#endif
