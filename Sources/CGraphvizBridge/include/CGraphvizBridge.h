#ifndef SCHEMATIC_CGRAPHVIZ_BRIDGE_H
#define SCHEMATIC_CGRAPHVIZ_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>

// All that Swift sees of Graphviz. Any thread may call these functions. Drawings take turns, because
// the library keeps its state in globals. Nothing is written to standard error.

#ifdef __cplusplus
extern "C" {
#endif

/// The status of a drawing.
typedef enum sgv_status {
  SGV_OK = 0,
  /// The library cannot read the text.
  SGV_SYNTAX,
  /// Something other than blanks and comments follows the graph.
  SGV_TRAILING_INPUT,
  /// No plug-in writes the format.
  SGV_UNKNOWN_FORMAT,
  /// The layout failed.
  SGV_LAYOUT_FAILED,
  /// The layout succeeded, and the drawing failed.
  SGV_RENDER_FAILED,
  /// There is no memory for the drawing or for the thread's stack.
  SGV_NO_MEMORY,
  /// The deadline passed before the drawing was done.
  SGV_TIMED_OUT,
  /// A drawing whose deadline passed still occupies the thread.
  SGV_BUSY,
  /// The process that drew ended before the drawing was done.
  SGV_CRASHED,
} sgv_status;

/// A drawing to be made.
typedef struct sgv_request {
  /// The DOT text of one graph, in UTF-8 without a NUL.
  const char *text;
  size_t length;
  const char *format;
  /// The maximum number of times that the network simplex improves the layout, in thousandths of the
  /// number of nodes; 0 for no limit.
  int improvements;
  /// True to draw straight lines, and to spend less effort on avoiding crossings.
  bool draws_straight_lines;
  /// True to draw in a copy of the process, if the system can make one.
  bool runs_out_of_process;
  /// The milliseconds that the drawing may take; 0 for no limit.
  int milliseconds;
} sgv_request;

/// What is wrong with a drawing, the worst first.
typedef struct sgv_faults {
  /// Labels that touch something or are nearer to another arrow than to their own, and titles that arrows
  /// run through.
  int labels;
  /// Arrows through the boxes of states.
  int boxes;
  int crossings;
  /// Arrows against the reading direction.
  int upwards;
  /// How often arrows turn back.
  int turns;
  /// The length of all arrows, in points.
  int length;
  /// The area in hundreds of square points.
  int area;
} sgv_faults;

/// The result of a drawing that succeeded or failed. Free it with `sgv_result_free`.
typedef struct sgv_result {
  sgv_status status;
  /// The signal that ended the process that drew; 0 if none did.
  int signal;
  /// The library's own errors and warnings; null if there were none.
  char *messages;
  /// The drawing, and its size in bytes.
  char *bytes;
  size_t byte_count;
  /// All zero if the drawing is too large to be judged.
  sgv_faults faults;
} sgv_result;

/// Lays a graph out and draws it.
///
/// Settings in the graph's text override the settings of the request.
sgv_result sgv_render(const sgv_request *request);

void sgv_result_free(sgv_result *result);

#ifdef __cplusplus
}
#endif

#endif
