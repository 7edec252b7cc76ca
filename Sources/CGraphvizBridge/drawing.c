#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <stdio.h>
#include <string.h>

static void set_default(Agraph_t *graph, char *name, char *value) {
  if (agattr(graph, AGRAPH, name, NULL) == NULL) agattr(graph, AGRAPH, name, value);
}

/// Makes the layout of a large graph stop earlier, unless the graph says itself when to.
static void limit_effort(Agraph_t *graph, const sgv_request *request) {
  int thousandths = request->improvements;
  char limit[16];
  // A decimal point whatever the locale.
  snprintf(limit, sizeof(limit), "%d.%03d", thousandths / 1000, thousandths % 1000);
  if (thousandths > 0) set_default(graph, "nslimit", limit);
  if (!request->draws_straight_lines) return;
  if (thousandths > 0) set_default(graph, "nslimit1", limit);
  set_default(graph, "mclimit", "0.1");
  set_default(graph, "splines", "line");
}

#if SGV_HAS_OLD_LAYOUT_RECORDS
// Graphviz 2.x makes room in a rank by reallocating the array that `v` points to, and frees the
// array that it was, `av`: with labeled edges between distant nodes of one rank, a second time.
static void reset_ranks(Agraph_t *graph) {
  if (agbindrec(graph, "Agraphinfo_t", 0, 1) == NULL || GD_rank(graph) == NULL) return;
  // Merged edges move `v` into the middle of an array, which is then lost rather than freed.
  char *concentrates = agget(graph, "concentrate");
  bool may_be_moved = concentrates != NULL && concentrates[0] != '\0';
  for (int rank = GD_minrank(graph); rank <= GD_maxrank(graph); rank++) {
    rank_t *entry = &GD_rank(graph)[rank];
    if (entry->av != entry->v) entry->av = may_be_moved ? NULL : entry->v;
  }
}
#endif

/// Frees what a layout attached to a graph.
static void free_layout(GVC_t *context, Agraph_t *graph) {
#if SGV_HAS_OLD_LAYOUT_RECORDS
  if (strncmp(gvcVersion(context), "2.", 2) == 0) reset_ranks(graph);
#endif
  gvFreeLayout(context, graph);
}

typedef int (*draw_narrow)(GVC_t *, graph_t *, const char *, char **, unsigned *);

static int draw(GVC_t *context, Agraph_t *graph, const char *format, sgv_result *result) {
  // An `unsigned` up to Graphviz 12 and a `size_t` since.
  unsigned narrow = 0;
  size_t wide = 0;
  int code = gvRenderData(context, graph, format, &result->bytes,
                          _Generic(&gvRenderData, draw_narrow: &narrow, default: &wide));
  result->byte_count = wide + narrow;
  return code;
}

/// Records a failure if a call ended with a code, or reported an error and went on.
static bool ended_well(int code, sgv_status status, sgv_result *result) {
  if (code == 0 && !sgv_messages_hold_an_error()) return true;
  sgv_fail(result, status);
  // A call that went on has left the context in order.
  if (code != 0) sgv_context_abandon();
  return false;
}

void sgv_draw(const sgv_request *request, sgv_result *result) {
  GVC_t *context = sgv_context();
  // Asked before anything is laid out: a format that fails spoils the context.
  if (context == NULL || !sgv_context_has_format(request->format)) {
    sgv_fail(result, context == NULL ? SGV_NO_MEMORY : SGV_UNKNOWN_FORMAT);
    return;
  }
  Agraph_t *graph = sgv_parse(request, result);
  if (graph == NULL) return;
  limit_effort(graph, request);
  if (ended_well(gvLayout(context, graph, "dot"), SGV_LAYOUT_FAILED, result)) {
    sgv_move_labels(graph);
    ended_well(draw(context, graph, request->format, result), SGV_RENDER_FAILED, result);
    // Some plug-ins write nothing of what they cannot hold, and report nothing.
    if (result->byte_count == 0) sgv_fail(result, SGV_RENDER_FAILED);
  }
  free_layout(context, graph);
  agclose(graph);
}

#endif
