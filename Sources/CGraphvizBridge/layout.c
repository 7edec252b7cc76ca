#if SCHEMATIC_GRAPHVIZ

#include "layout.h"

#include <string.h>

static void set_default(Agraph_t *graph, char *name, char *value) {
  if (agattr(graph, AGRAPH, name, NULL) == NULL) agattr(graph, AGRAPH, name, value);
}

void sgv_layout_limit_effort(Agraph_t *graph, const sgv_request *request) {
  char *limit = (char *)request->simplex_limit;
  if (limit != NULL) set_default(graph, "nslimit", limit);
  if (!request->draws_straight_lines) return;
  if (limit != NULL) set_default(graph, "nslimit1", limit);
  set_default(graph, "mclimit", "0.1");
  set_default(graph, "splines", "line");
}

#if SGV_HAS_OLD_LAYOUT_RECORDS
// Graphviz 2.x makes room in a rank by reallocating the array that `v` points to, and frees the
// array that it was, `av`: with labelled edges between distant nodes of one rank, a second time.
static void reset_ranks(Agraph_t *graph) {
  if (agbindrec(graph, "Agraphinfo_t", 0, 1) == NULL || GD_rank(graph) == NULL) return;
  // Merged edges move `v` into the middle of an array, which is then lost rather than freed.
  char *concentrates = agget(graph, "concentrate");
  int may_be_moved = concentrates != NULL && concentrates[0] != '\0';
  for (int rank = GD_minrank(graph); rank <= GD_maxrank(graph); rank++) {
    rank_t *entry = &GD_rank(graph)[rank];
    if (entry->av != entry->v) entry->av = may_be_moved ? NULL : entry->v;
  }
}
#endif

void sgv_layout_free(GVC_t *context, Agraph_t *graph) {
#if SGV_HAS_OLD_LAYOUT_RECORDS
  if (strncmp(gvcVersion(context), "2.", 2) == 0) reset_ranks(graph);
#endif
  gvFreeLayout(context, graph);
}

#endif
