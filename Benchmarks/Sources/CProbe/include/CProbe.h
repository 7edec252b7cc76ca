#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The allocations since `probe_begin_counting`.
typedef struct {
  uint64_t allocations;
  uint64_t bytes;
} probe_heap;

/// True if allocations can be counted, for which the GNU C library is needed.
bool probe_counts_allocations(void);

/// Starts counting from zero.
void probe_begin_counting(void);

/// Stops counting, and returns the counts.
probe_heap probe_end_counting(void);

/// True if the program was built with callgrind's header and runs under callgrind.
bool probe_counts_instructions(void);

/// Forgets the instructions that were counted so far. Does nothing outside callgrind.
void probe_forget_instructions(void);

/// Has callgrind write the instructions that were counted since `probe_forget_instructions`, under a name. Does
/// nothing outside callgrind.
void probe_write_instructions(const char *name);
