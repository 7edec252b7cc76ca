#ifndef SCHEMATIC_TASKS_H
#define SCHEMATIC_TASKS_H

#include "CSchematicChild.h"

/// Returns whether the jobs of this thread are caught now.
bool schematic_tasks_are_being_caught(void);

/// Keeps a call for this thread; returns false, and leaves the call to the caller, if jobs are not caught.
bool schematic_tasks_keep_call(schematic_call *function, void *context);

/// Runs the job of this thread that was kept first; returns false if there is none.
bool schematic_tasks_run_kept(void);

/// Runs the kept calls of a function that are meant by a key, the first one first.
void schematic_tasks_run_kept_calls(schematic_call *function, bool (*is_meant)(void *, void *), void *key);

/// Keeps the first notification whose group is over; returns false if there is none.
bool schematic_notifications_keep(void);

/// Begins to count how often a step asks for the time.
void schematic_clocks_begin_step(void);

/// Lets the machine of this thread have slept until a time, in nanoseconds since it was made.
void schematic_clocks_pass(uint64_t time);

/// Returns a time of Dispatch in nanoseconds since the machine of this thread was made.
uint64_t schematic_clocks_time(uint64_t time);

#endif
