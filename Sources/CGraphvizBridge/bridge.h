#ifndef SCHEMATIC_BRIDGE_H
#define SCHEMATIC_BRIDGE_H

// Declarations that the files of the bridge share, and that Swift does not see.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CGraphvizBridge.h"

/// Runs a job on the only thread that calls the library. Waits until the job is done, or until some
/// milliseconds have passed; 0 for no limit.
///
/// Runs nothing and returns `SGV_NO_MEMORY` if that thread cannot be created, or `SGV_BUSY` while a
/// job that nobody waits for any more still occupies the thread. Returns `SGV_TIMED_OUT` if the time
/// has passed. The job cannot be stopped: it then owns the argument, and `discard` is called with the
/// argument when the job is done.
sgv_status sgv_perform(int milliseconds, void (*job)(void *argument), void *argument,
                       void (*discard)(void *argument));

/// Records the status of a drawing, unless a failure is already recorded.
static inline void sgv_fail(sgv_result *result, sgv_status status) {
  if (result->status == SGV_OK) result->status = status;
}

#if SCHEMATIC_GRAPHVIZ

// Without pkg-config, the name of the library's header includes its folder.
#if __has_include(<gvc.h>)
#include <gvc.h>
#else
#include <graphviz/gvc.h>
#endif

// Only the layout records of Graphviz 2.x need a repair, and later records differ. The headers do not
// tell their version, but later ones lack the macro `NILgraph`. The version is also checked at run
// time.
#if defined(NILgraph) && defined(GD_rank)
#define SGV_HAS_OLD_LAYOUT_RECORDS 1
#else
#define SGV_HAS_OLD_LAYOUT_RECORDS 0
#endif

/// Begins to collect the messages of the library. `length` is the length of the text to read: no
/// message can be much longer.
void sgv_messages_begin(size_t length);

/// Returns whether an error, and not just a warning, was reported since `sgv_messages_begin`.
bool sgv_messages_hold_an_error(void);

/// Drops messages, errors included, or collects them again.
void sgv_messages_collect(bool collects);

/// Stops collecting and returns the messages, which the caller frees; null if there were none.
char *sgv_messages_end(void);

/// Returns the context that all drawings share, and creates it if necessary; null if there is no
/// memory.
GVC_t *sgv_context(void);

/// Abandons the context after a failed call, which may have damaged it.
void sgv_context_abandon(void);

/// Returns whether a plug-in of the shared context writes the format into memory.
bool sgv_context_has_format(const char *name);

/// Numbers the objects of a graph in order of creation, one graph at a time.
///
/// The library itself numbers objects by the addresses of their names, and lays clusters out in the
/// order of their numbers. The same text would then look different after every reading.
extern Agiddisc_t sgv_identifiers;

/// Reads the graph in the text of a request, or records a failure and returns null.
Agraph_t *sgv_parse(const sgv_request *request, sgv_result *result);

/// Lays a graph out and draws it on the current thread.
void sgv_draw(const sgv_request *request, sgv_result *result);

#endif

#endif
