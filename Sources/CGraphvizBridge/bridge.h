#ifndef SCHEMATIC_BRIDGE_H
#define SCHEMATIC_BRIDGE_H

// What the files of the bridge share. None of it is seen by Swift.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CGraphvizBridge.h"

/// Runs a job on the one thread that ever calls the library, and waits for it: for a number of
/// milliseconds at most, or for as long as it takes if that is 0.
///
/// Runs nothing and returns `SGV_NO_MEMORY` if that thread cannot be made, and `SGV_BUSY` while a
/// job that nobody waits for any more still occupies it. Returns `SGV_TIMED_OUT` if the time has
/// passed. The job cannot be stopped: the argument then belongs to it, and `discard` is called with
/// it when the job is done.
sgv_status sgv_perform(int milliseconds, void (*job)(void *argument), void *argument,
                       void (*discard)(void *argument));

/// Records the status of a drawing; the first failure stays.
static inline void sgv_fail(sgv_result *result, sgv_status status) {
  if (result->status == SGV_OK) result->status = status;
}

#if SCHEMATIC_GRAPHVIZ

// The library's headers under either of their names: with the folder if no pkg-config says where
// they are.
#if __has_include(<gvc.h>)
#include <gvc.h>
#else
#include <graphviz/gvc.h>
#endif

// Only the layout records of Graphviz 2.x need anything done to them, and later ones differ. The
// headers do not tell their version, but this macro went; the version is asked at run time as well.
#if defined(NILgraph) && defined(GD_rank)
#define SGV_HAS_OLD_LAYOUT_RECORDS 1
#else
#define SGV_HAS_OLD_LAYOUT_RECORDS 0
#endif

/// Takes the messages of the library over. `length` is that of the text about to be read: no
/// message can be much longer.
void sgv_messages_begin(size_t length);

/// Returns whether an error, and not just a warning, has been reported since the beginning.
bool sgv_messages_hold_an_error(void);

/// Drops messages, errors included, or collects them again.
void sgv_messages_collect(bool collects);

/// Gives the messages back and returns the words, which the caller frees; null if there were none.
char *sgv_messages_end(void);

/// The one context that is kept from drawing to drawing, made if there is none; null for want of
/// memory.
GVC_t *sgv_context(void);

/// Gives the context up after a call with it failed, which may have spoiled it.
void sgv_context_abandon(void);

/// Returns whether a plug-in of the kept context writes the format into memory.
bool sgv_context_has_format(const char *name);

/// Numbers the objects of a graph in order of creation, one graph at a time.
///
/// The library's own allocator uses the address of an object's name, and clusters are laid out in
/// the order of their numbers: the same text then looks different on every reading.
extern Agiddisc_t sgv_identifiers;

/// Reads the graph that a text holds, or fails the result and returns null.
Agraph_t *sgv_parse(const sgv_request *request, sgv_result *result);

/// Moves the labels of a graph that is laid out away from the arrows of others, titles and states.
void sgv_move_labels(Agraph_t *graph);

/// Lays a graph out and draws it, here and now.
void sgv_draw(const sgv_request *request, sgv_result *result);

#endif

#endif
