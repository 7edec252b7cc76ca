#ifndef SCHEMATIC_CGRAPHVIZ_BRIDGE_H
#define SCHEMATIC_CGRAPHVIZ_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>

// All that Swift sees of Graphviz. Every function may be called from any thread and takes its turn
// at one lock, since the library keeps its state in globals. Nothing is written to standard error.

#ifdef __cplusplus
extern "C" {
#endif

/// The status of a drawing.
typedef enum sgv_status {
  SGV_OK = 0,
  /// The library does not read the text.
  SGV_SYNTAX,
  /// Something other than blanks and comments follows the graph.
  SGV_TRAILING_INPUT,
  /// No plug-in writes the format.
  SGV_UNKNOWN_FORMAT,
  /// The layout went wrong.
  SGV_LAYOUT_FAILED,
  /// The layout succeeded and the drawing went wrong.
  SGV_RENDER_FAILED,
  /// There is no memory for the drawing or for the thread's stack.
  SGV_NO_MEMORY,
  /// The deadline passed before the drawing was done.
  SGV_TIMED_OUT,
  /// A drawing whose deadline passed still occupies the thread.
  SGV_BUSY,
  /// The process that drew ended before it was done.
  SGV_CRASHED,
} sgv_status;

/// A drawing to be made.
typedef struct sgv_request {
  /// The DOT text of one graph, in UTF-8 without a NUL.
  const char *text;
  size_t length;
  const char *format;
  /// The most times that the network simplex improves the layout, in thousandths of the number of
  /// nodes; 0 for as often as it wants to.
  int improvements;
  /// True if lines are straight and edges are uncrossed with less effort.
  bool draws_straight_lines;
  /// True to draw in a copy of the process, if the system can make one.
  bool runs_out_of_process;
  /// The milliseconds that the drawing may take; 0 for as long as it wants to.
  int milliseconds;
} sgv_request;

/// The result of a drawing, success or not: free it with `sgv_result_free`.
typedef struct sgv_result {
  sgv_status status;
  /// The signal that ended the process that drew; 0 if none did.
  int signal;
  /// The library's own words, errors and warnings alike; null if there were none.
  char *messages;
  /// The drawing, and how many bytes it has.
  char *bytes;
  size_t byte_count;
} sgv_result;

/// Lays a graph out and draws it.
///
/// Settings of the graph itself count more than those of the request.
sgv_result sgv_render(const sgv_request *request);

void sgv_result_free(sgv_result *result);

#ifdef __cplusplus
}
#endif

#endif
