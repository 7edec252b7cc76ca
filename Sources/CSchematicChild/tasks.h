#ifndef SCHEMATIC_TASKS_H
#define SCHEMATIC_TASKS_H

#include "CSchematicChild.h"

/// Returns whether the jobs of this thread are caught now.
bool schematic_tasks_are_being_caught(void);

/// Keeps a call for this thread; returns false, and leaves the call to the caller, if jobs are not caught.
bool schematic_tasks_keep_call(schematic_call *function, void *context);

/// Runs the job of this thread that was kept first; returns false if there is none.
bool schematic_tasks_run_kept(void);

/// Lets no time have passed in the step that this thread begins.
void schematic_clocks_begin(void);

#endif
