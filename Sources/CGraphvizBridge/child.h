#ifndef SCHEMATIC_CHILD_H
#define SCHEMATIC_CHILD_H

#include <stdbool.h>

#include "result.h"

/// Runs a job in a copy of this process, and fills a result from the one it leaves.
///
/// The copy ends with the job, at the deadline, or when this process does; nothing that it does to
/// memory, files or signals is seen here, and what it writes to standard error only becomes the
/// messages of a crash. A deadline of 0 is none.
///
/// Returns false, and has done nothing, where a process cannot or should not be copied. Only C may
/// run in the copy, since of all threads only this one is in it; and on Apple's systems not even
/// the libraries that fonts come from.
bool sgv_run_apart(void (*job)(void *argument), void *argument, sgv_result *result,
                   int milliseconds);

#endif
