#ifndef SCHEMATIC_BRIDGE_H
#define SCHEMATIC_BRIDGE_H

// What the files of the bridge share. None of it is seen by Swift.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CGraphvizBridge.h"

struct sgv_result {
  sgv_status status;
  int line;
  int signal;
  char *messages;

  // From `malloc`, as is what the library draws into.
  char *bytes;
  size_t byte_count;

  int node_count;
  int edge_count;
};

sgv_result *sgv_result_create(void);

/// Records the status of a call; the first failure stays.
void sgv_result_fail(sgv_result *result, sgv_status status, int line);

/// Runs a job in a copy of this process, and fills a result from the one it leaves.
///
/// The copy ends with the job, at the deadline, or when this process does; nothing that it does to
/// memory, files or signals is seen here, and what it writes to standard error only becomes the
/// messages of a crash. A deadline of 0 is none.
///
/// Returns false, and has done nothing, where a process cannot or should not be copied. Only C may
/// run in the copy, since of all threads only this one is in it; and on Apple's systems not even
/// the libraries that fonts come from.
bool sgv_run_out_of_process(void (*job)(void *argument), void *argument, sgv_result *result,
                            int milliseconds);

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

/// A text that is scanned as the library scans it.
typedef struct sgv_scanner {
  const char *text;
  size_t length;
  size_t offset;
} sgv_scanner;

/// The parts of a text that the library's scanner takes as one.
typedef enum sgv_element {
  /// A comment, or one character between other elements.
  SGV_BLANK,
  /// A string in quotes or angle brackets.
  SGV_STRING,
  /// A name, keyword or number, or a part of one.
  SGV_NAME,
  SGV_SIGN,
} sgv_element;

/// Moves past the next element of a text that has one.
sgv_element sgv_scan(sgv_scanner *scanner);

/// The fault of a text that the library is not to read, or the part of it that is the graph.
typedef struct sgv_text_check {
  sgv_status status;
  /// The line of the fault; 0 when there is none.
  int line;
  /// The number of bytes that the library is to read: all that follow the graph stay here.
  size_t length;
} sgv_text_check;

sgv_text_check sgv_check_text(const char *text, size_t length);

#if SCHEMATIC_GRAPHVIZ

// The library's headers under either of their names: with the folder where no pkg-config says
// where they are.
#if __has_include(<gvc.h>)
#include <gvc.h>
#elif __has_include(<graphviz/gvc.h>)
#include <graphviz/gvc.h>
#else
#error "Graphviz's headers are missing: install libgraphviz-dev (or run `make graphviz`)"
// Fatal, unlike the line above, so that no other error hides it.
#include <gvc.h>
#endif

// Only the layout records of Graphviz 2.x need anything done to them, and later ones differ. The
// headers do not tell their version, but this macro went; the version is asked at run time as well.
#if defined(NILgraph) && defined(GD_rank)
#define SGV_HAS_OLD_LAYOUT_RECORDS 1
#else
#define SGV_HAS_OLD_LAYOUT_RECORDS 0
#endif

/// Starts to collect the messages of the library. `length` is that of the text about to be read: no
/// message can be much longer.
void sgv_messages_begin(size_t length);

/// Calls a function at each message from now on; at none when it is null.
void sgv_messages_observe(void (*observer)(void));

/// Returns whether an error, and not just a warning, has been reported since the beginning.
bool sgv_messages_hold_an_error(void);

/// Drops messages, errors included, until collecting is resumed.
void sgv_messages_pause(void);

void sgv_messages_resume(void);

/// Stops collecting and returns the words, which the caller frees; null when there were none.
char *sgv_messages_end(void);

/// The one context that is kept from call to call, made when there is none; null for want of
/// memory.
GVC_t *sgv_context(void);

/// Gives the context up after a call with it failed, which may have spoiled it.
void sgv_context_abandon(void);

/// Returns whether a plug-in of the kept context writes the format into memory.
bool sgv_context_has_format(const char *name);

/// Returns whether a plug-in of the kept context is the layout engine.
bool sgv_context_has_engine(const char *name);

/// Lays a graph out and draws it, here and now.
void sgv_draw(const sgv_request *request, sgv_result *result);

/// Numbers the objects of a graph in order of creation, one graph at a time.
///
/// The library's own allocator uses the address of an object's name, and clusters are laid out in
/// the order of their numbers: the same text then looks different on every reading.
extern Agiddisc_t sgv_identifiers;

/// Reads the graph that a text holds, or fails the result and returns null.
Agraph_t *sgv_parse(const char *text, size_t length, sgv_result *result);

#endif

#endif
