#ifndef SCHEMATIC_TASKS_H
#define SCHEMATIC_TASKS_H

#include <stdbool.h>

/// Keeps a job of Swift's concurrency in a queue.
typedef void schematic_keep(void *queue, void *job);

/// Returns whether jobs of Swift's concurrency can be caught on this system.
bool schematic_jobs_can_be_caught(void);

/// Returns the queue of this thread, or null if its jobs are not caught.
void *schematic_jobs_queue(void);

/// Gives the jobs that this thread gives to Swift's global executor to `keep`, with a queue, from now on; returns
/// the queue before, which is null at first.
///
/// With a null queue, jobs are no longer caught. When no thread catches jobs, the runtime's hook is as before.
void *schematic_jobs_catch(void *queue, schematic_keep *keep);

#endif
