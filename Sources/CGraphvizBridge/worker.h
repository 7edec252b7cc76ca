#ifndef SCHEMATIC_WORKER_H
#define SCHEMATIC_WORKER_H

#include <stdbool.h>

/// Runs a job on the one thread that ever calls the library, and waits for it.
///
/// Returns false, and runs nothing, when that thread cannot be made.
bool sgv_perform(void (*job)(void *argument), void *argument);

#endif
