#ifndef SCHEMATIC_TRANSFER_H
#define SCHEMATIC_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

#include "result.h"

// How a result gets from the process that drew to the one that asked. Records are left out: a
// drawing has none.

/// Milliseconds of the clock that nobody sets.
int64_t sgv_now(void);

/// Writes a result into a pipe; returns whether all of it went.
bool sgv_result_send(const sgv_result *result, int pipe);

/// Fills an empty result from a pipe.
///
/// Returns `SGV_OK` when all of it came, whatever it says; `SGV_TIMED_OUT` when the clock passed
/// `deadline`, which is 0 where there is none; `SGV_CRASHED` when the pipe ended before; and
/// `SGV_NO_MEMORY`.
sgv_status sgv_result_receive(sgv_result *result, int pipe, int64_t deadline);

#endif
