#ifndef SCHEMATIC_TASKS_H
#define SCHEMATIC_TASKS_H

#include <stdbool.h>

/// Returns what was last set as the owner of this thread's jobs; null at first.
void *schematic_tasks_owner(void);

/// Sets the owner of this thread's jobs, and returns the one before.
void *schematic_tasks_set_owner(void *owner);

/// Returns whether jobs of Swift's concurrency can be caught on this system.
bool schematic_tasks_are_caught(void);

/// Runs a job of Swift's concurrency.
typedef void schematic_run(void *job);

/// Catches the jobs that this thread gives to Swift's global executor from now on.
///
/// `run` runs such a job. Each call needs a call of `schematic_tasks_end`; in between, there may be further
/// pairs. When no thread catches jobs, the runtime's hook is as before.
void schematic_tasks_begin(schematic_run *run);

/// Stops catching jobs on this thread. Jobs that are left are never run.
void schematic_tasks_end(void);

/// Keeps a job of this thread; returns false, and leaves the job to the caller, if jobs are not caught.
bool schematic_tasks_keep(void *job);

/// Removes the job that was caught first, and runs it; returns false if there is none.
bool schematic_tasks_run_next(void);

#endif
