#if SCHEMATIC_GRAPHVIZ

#include "picture.h"

#include <stdio.h>
#include <string.h>

enum { most_arrows = 300 };

static void set_default(Agraph_t *graph, char *name, char *value) {
  if (agattr(graph, AGRAPH, name, NULL) == NULL) agattr(graph, AGRAPH, name, value);
}

/// Makes the layout of a large graph stop earlier, unless the graph has its own settings for that.
static void limit_effort(Agraph_t *graph, const sgv_request *request) {
  int thousandths = request->improvements;
  char limit[16];
  // This writes a decimal point in any locale.
  snprintf(limit, sizeof(limit), "%d.%03d", thousandths / 1000, thousandths % 1000);
  if (thousandths > 0) set_default(graph, "nslimit", limit);
  if (!request->draws_straight_lines) return;
  if (thousandths > 0) set_default(graph, "nslimit1", limit);
  set_default(graph, "mclimit", "0.1");
  set_default(graph, "splines", "line");
}

#if SGV_HAS_OLD_LAYOUT_RECORDS
// To make room in a rank, Graphviz 2.x reallocates the array that `v` points to, but leaves `av` at
// the old array, and frees that one again in the end. This happens with labeled edges between distant
// nodes of one rank.
static void reset_ranks(Agraph_t *graph) {
  if (agbindrec(graph, "Agraphinfo_t", 0, 1) == NULL || GD_rank(graph) == NULL) return;
  // Merged edges may move `v` into the middle of an array. That array is leaked, because it can't be
  // freed by `v`.
  char *concentrates = agget(graph, "concentrate");
  bool may_be_moved = concentrates != NULL && concentrates[0] != '\0';
  for (int rank = GD_minrank(graph); rank <= GD_maxrank(graph); rank++) {
    rank_t *entry = &GD_rank(graph)[rank];
    if (entry->av != entry->v) entry->av = may_be_moved ? NULL : entry->v;
  }
}
#endif

/// Frees everything that a layout attached to a graph.
static void free_layout(GVC_t *context, Agraph_t *graph) {
#if SGV_HAS_OLD_LAYOUT_RECORDS
  if (strncmp(gvcVersion(context), "2.", 2) == 0) reset_ranks(graph);
#endif
  gvFreeLayout(context, graph);
}

typedef int (*draw_narrow)(GVC_t *, graph_t *, const char *, char **, unsigned *);

static int draw(GVC_t *context, Agraph_t *graph, const char *format, sgv_result *result) {
  // The length is an `unsigned` up to Graphviz 12, and a `size_t` in later versions.
  unsigned narrow = 0;
  size_t wide = 0;
  int code = gvRenderData(context, graph, format, &result->bytes,
                          _Generic(&gvRenderData, draw_narrow: &narrow, default: &wide));
  result->byte_count = wide + narrow;
  return code;
}

/// Moves labels to better places, and judges the drawing.
static void improve(Agraph_t *graph, sgv_result *result) {
  if (agnedges(graph) > most_arrows || agnnodes(graph) > most_arrows) return;
  char *direction = agget(graph, "rankdir");
  picture all;
  if (sgv_collect(graph, &all)) {
    sgv_move_labels(&all);
    GD_bb(graph) = (boxf){{all.whole.left, all.whole.bottom}, {all.whole.right, all.whole.top}};
    result->faults = sgv_judge(&all, direction == NULL || direction[0] != 'L');
  }
  sgv_picture_free(&all);
}

/// Returns whether a call returned 0 and reported no error; otherwise records a failure.
static bool ended_well(int code, sgv_status status, sgv_result *result) {
  if (code == 0 && !sgv_messages_hold_an_error()) return true;
  sgv_fail(result, status);
  // A call that reported an error and returned 0 has left the context intact.
  if (code != 0) sgv_context_abandon();
  return false;
}

void sgv_draw(const sgv_request *request, sgv_result *result) {
  GVC_t *context = sgv_context();
  // The format is checked before the layout, because an unknown format damages the context.
  if (context == NULL || !sgv_context_has_format(request->format)) {
    sgv_fail(result, context == NULL ? SGV_NO_MEMORY : SGV_UNKNOWN_FORMAT);
    return;
  }
  Agraph_t *graph = sgv_parse(request, result);
  if (graph == NULL) return;
  limit_effort(graph, request);
  if (ended_well(gvLayout(context, graph, "dot"), SGV_LAYOUT_FAILED, result)) {
    improve(graph, result);
    ended_well(draw(context, graph, request->format, result), SGV_RENDER_FAILED, result);
    // Some plug-ins write nothing if the drawing is too large for them, and report no error.
    if (result->byte_count == 0) sgv_fail(result, SGV_RENDER_FAILED);
  }
  free_layout(context, graph);
  agclose(graph);
}

#endif
