#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <string.h>

/// The part of a text that is not yet read.
typedef struct source {
  const char *text;
  size_t length;
} source;

static int read_piece(void *channel, char *buffer, int capacity) {
  source *in = channel;
  size_t count = in->length < (size_t)capacity ? in->length : (size_t)capacity;
  memcpy(buffer, in->text, count);
  in->text += count;
  in->length -= count;
  return (int)count;
}

static int ignore_string(void *channel, const char *string) {
  (void)channel;
  (void)string;
  return 0;
}

static int ignore_flush(void *channel) {
  (void)channel;
  return 0;
}

static Agraph_t *read(const char *text, size_t length, Agiddisc_t *identifiers) {
  static Agiodisc_t input = {.afread = read_piece, .putstr = ignore_string, .flush = ignore_flush};
  static Agdisc_t discipline;
  // Copied from the default, because some versions also have an allocator in it.
  discipline = AgDefaultDisc;
  discipline.id = identifiers;
  discipline.io = &input;
  return agread(&(source){text, length}, &discipline);
}

/// Returns whether something other than blanks and comments follows the graph that was read last.
///
/// The library hands such text to the next reading in the process.
static bool goes_on(void) {
  bool found = false;
  for (Agraph_t *next; (next = read("", 0, &AgIdDisc)) != NULL; agclose(next)) found = true;
  return found || sgv_messages_hold_an_error();
}

/// Resets the scanner and the parser of the library, whatever state they are in.
static void recover(void) {
  static const char *const remedies[] = {
      // Ends a comment, a quoted string or an HTML string if the scanner is inside one. Otherwise
      // the quotes enclose a string. The reading finds no graph, so the library also drops text
      // that it has not scanned yet.
      "*/\"//\"\n>>>>>>>>>>>>>>>>",
      // A parser that ran out of memory keeps its open subgraphs until it has read a whole graph.
      "digraph{}",
      // Drops the mark with which the scanner ends a graph.
      "",
  };
  sgv_messages_collect(false);
  for (size_t index = 0; index < sizeof(remedies) / sizeof(remedies[0]); index++) {
    Agraph_t *graph = read(remedies[index], strlen(remedies[index]), &AgIdDisc);
    if (graph != NULL) agclose(graph);
  }
  sgv_messages_collect(true);
}

Agraph_t *sgv_parse(const sgv_request *request, sgv_result *result) {
  Agraph_t *graph = read(request->text, request->length, &sgv_identifiers);
  if (graph == NULL || sgv_messages_hold_an_error()) {
    sgv_fail(result, SGV_SYNTAX);
  } else if (goes_on()) {
    sgv_fail(result, SGV_TRAILING_INPUT);
  }
  // This comes before the graph is closed, because the parser may still hold parts of the graph.
  recover();
  if (result->status == SGV_OK || graph == NULL) return graph;
  agclose(graph);
  return NULL;
}

#endif
