#ifndef SCHEMATIC_CGRAPHVIZ_BRIDGE_H
#define SCHEMATIC_CGRAPHVIZ_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>

// All that Swift sees of Graphviz. Every function may be called from any thread and takes its turn
// at one lock, since the library keeps its state in globals. Nothing is written to standard error.

#ifdef __cplusplus
extern "C" {
#endif

// What the library is given at most. Its time grows with the square of a string's length and with
// the product of a joined string's length and pieces; its parser gives up on a depth of some 1,600;
// and an edge takes some hundred bytes.
enum {
  SGV_LONGEST_TEXT = 32 << 20,
  SGV_LONGEST_STRING = 1 << 20,
  SGV_MOST_PIECES = 1024,
  SGV_DEEPEST_SUBGRAPH = 250,
  SGV_MOST_EDGES = 2000000,
};

/// The status of a call.
typedef enum sgv_status {
  SGV_OK = 0,
  /// The text holds nothing but blanks and comments.
  SGV_EMPTY_INPUT,
  /// The text holds a NUL, after which the library would read no more.
  SGV_NUL_IN_INPUT,
  /// The text is not UTF-8.
  SGV_NOT_UTF8,
  /// The text breaks the grammar.
  SGV_SYNTAX,
  /// Something other than blanks and comments follows the graph.
  SGV_TRAILING_INPUT,
  /// The text is longer than `SGV_LONGEST_TEXT`.
  SGV_TOO_LARGE,
  /// A string, name or comment is longer than `SGV_LONGEST_STRING` or joined from more pieces than
  /// `SGV_MOST_PIECES`.
  SGV_TOO_LONG,
  /// The text stands for more edges than `SGV_MOST_EDGES`.
  SGV_TOO_MANY_EDGES,
  /// Subgraphs lie in each other deeper than `SGV_DEEPEST_SUBGRAPH`.
  SGV_TOO_DEEP,
  /// No plug-in writes the format.
  SGV_UNKNOWN_FORMAT,
  /// No plug-in is the layout engine.
  SGV_UNKNOWN_ENGINE,
  /// No plug-in is the layout engine that the graph's own `layout` attribute names.
  SGV_UNKNOWN_LAYOUT,
  /// The layout went wrong.
  SGV_LAYOUT_FAILED,
  /// The layout succeeded and the drawing went wrong.
  SGV_RENDER_FAILED,
  /// There is no memory for the work or for the thread's stack.
  SGV_NO_MEMORY,
  /// The deadline passed before the drawing was done.
  SGV_TIMED_OUT,
  /// A drawing whose deadline passed still occupies the thread.
  SGV_BUSY,
  /// The process that drew ended before it was done.
  SGV_CRASHED,
} sgv_status;

/// The result of a call, success or not: free it with `sgv_result_free`.
typedef struct sgv_result sgv_result;

/// A drawing to be made.
typedef struct sgv_request {
  const char *text;
  size_t length;
  const char *format;
  const char *engine;
  /// The most times that the network simplex improves the layout, as a decimal that is multiplied
  /// by the number of nodes; null for as often as it wants to. The graph's own setting counts more.
  const char *simplex_limit;
  /// True where lines are straight and edges are uncrossed with less effort.
  bool draws_straight_lines;
  /// True to draw in a process of its own, where the system has one to offer.
  bool runs_out_of_process;
  /// The milliseconds that the drawing may take; 0 for as long as it wants to.
  int milliseconds;
} sgv_request;

/// Lays a graph out and draws it. Never returns null except for want of memory.
sgv_result *sgv_render(const sgv_request *request);

/// Reads a graph and only counts its nodes and edges. Never returns null except for want of memory.
sgv_result *sgv_measure(const char *text, size_t length);

/// Returns whether a drawing can be made in a process of its own, which can be killed.
bool sgv_can_run_out_of_process(void);

/// The version of the library in use, or an empty string. Lives as long as the process.
const char *sgv_version(void);

void sgv_result_free(sgv_result *result);

sgv_status sgv_result_status(const sgv_result *result);
/// The line, counted from 1, that the failure was found in; 0 when it has none.
int sgv_result_line(const sgv_result *result);
/// The library's own words, errors and warnings alike; empty when there were none.
const char *sgv_result_messages(const sgv_result *result);

/// The signal that ended the process that drew; 0 when none did.
int sgv_result_signal(const sgv_result *result);

/// The drawing, and how many bytes it has.
const unsigned char *sgv_result_bytes(const sgv_result *result);
size_t sgv_result_byte_count(const sgv_result *result);

/// The numbers of nodes and edges that were read.
int sgv_result_node_count(const sgv_result *result);
int sgv_result_edge_count(const sgv_result *result);

#ifdef __cplusplus
}
#endif

#endif
