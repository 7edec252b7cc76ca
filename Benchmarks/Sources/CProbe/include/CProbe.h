#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What was asked of the heap since `probe_begin_counting`.
typedef struct {
  uint64_t allocations;
  uint64_t bytes;
} probe_heap;

/// Whether allocations can be counted on this system: with the GNU C library they can.
bool probe_counts_allocations(void);

/// Begins to count, from zero.
void probe_begin_counting(void);

/// Ends to count, and returns what was counted.
probe_heap probe_end_counting(void);

/// Whether the program runs under callgrind, and was built with its header.
bool probe_counts_instructions(void);

/// Forgets the instructions that were counted so far. Does nothing outside callgrind.
void probe_forget_instructions(void);

/// Has callgrind write the instructions since, under a name. Does nothing outside callgrind.
void probe_write_instructions(const char *name);
