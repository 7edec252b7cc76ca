#ifndef SCHEMATIC_LAYOUT_H
#define SCHEMATIC_LAYOUT_H

#include "CGraphvizBridge.h"
#include "graphviz.h"

/// Makes the layout of a large graph stop earlier, unless the graph says itself when to.
void sgv_layout_limit_effort(Agraph_t *graph, const sgv_request *request);

/// Frees what a layout attached to a graph.
void sgv_layout_free(GVC_t *context, Agraph_t *graph);

#endif
