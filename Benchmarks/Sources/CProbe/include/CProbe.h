#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The allocations since `probe_begin_counting`.
typedef struct {
  uint64_t allocations;
  uint64_t bytes;
} probe_heap;

/// True where allocations can be counted: with the GNU C library.
bool probe_counts_allocations(void);

/// Begins to count, from zero.
void probe_begin_counting(void);

/// Ends to count, and returns what was counted.
probe_heap probe_end_counting(void);

/// True where the program was built with callgrind's header and runs under it.
bool probe_counts_instructions(void);

/// Forgets the instructions that were counted so far. Does nothing outside callgrind.
void probe_forget_instructions(void);

/// Has callgrind write the instructions since, under a name. Does nothing outside callgrind.
void probe_write_instructions(const char *name);
