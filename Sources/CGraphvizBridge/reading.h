#ifndef SCHEMATIC_READING_H
#define SCHEMATIC_READING_H

#include <stddef.h>

#include "graphviz.h"
#include "result.h"

/// Reads the graph that a text holds, or fails the result and returns null.
Agraph_t *sgv_parse(const char *text, size_t length, sgv_result *result);

#endif
