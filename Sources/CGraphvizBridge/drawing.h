#ifndef SCHEMATIC_DRAWING_H
#define SCHEMATIC_DRAWING_H

#include "CGraphvizBridge.h"
#include "result.h"

/// Lays a graph out and draws it, here and now.
void sgv_draw(const sgv_request *request, sgv_result *result);

#endif
