#ifndef SCHEMATIC_WORKER_H
#define SCHEMATIC_WORKER_H

#include "CGraphvizBridge.h"

/// Runs a job on the one thread that ever calls the library, and waits for it.
///
/// Runs nothing and returns `SGV_NO_MEMORY` when that thread cannot be made, and `SGV_BUSY` while a
/// job that nobody waits for any more still occupies it.
sgv_status sgv_perform(void (*job)(void *argument), void *argument);

/// Runs a job likewise, and waits for a time at most.
///
/// Returns `SGV_TIMED_OUT` when that has passed. The job cannot be stopped: the argument then
/// belongs to it, and `discard` is called with it when the job is done.
sgv_status sgv_perform_within(int milliseconds, void (*job)(void *argument), void *argument,
                              void (*discard)(void *argument));

#endif
