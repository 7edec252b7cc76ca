#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

typedef struct reading_work {
  const char *text;
  size_t length;
  sgv_result *result;
} reading_work;

static void measure_text(void *argument) {
  reading_work *work = argument;
  sgv_messages_begin(work->length);
  Agraph_t *graph = sgv_parse(work->text, work->length, work->result);
  if (graph != NULL) {
    work->result->node_count = agnnodes(graph);
    work->result->edge_count = agnedges(graph);
    agclose(graph);
  }
  work->result->messages = sgv_messages_end();
}

sgv_result *sgv_measure(const char *text, size_t length) {
  sgv_result *result = sgv_result_create();
  if (result == NULL) return NULL;
  reading_work work = {text, length, result};
  sgv_result_fail(result, sgv_perform(measure_text, &work), 0);
  return result;
}

#endif
