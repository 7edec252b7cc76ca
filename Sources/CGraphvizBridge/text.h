#ifndef SCHEMATIC_TEXT_H
#define SCHEMATIC_TEXT_H

#include <stddef.h>

#include "CGraphvizBridge.h"

/// What is wrong with a text before the library reads it, and which part of it is the graph.
typedef struct sgv_text_check {
  sgv_status status;
  /// Where the fault is; 0 when there is none.
  int line;
  /// How many bytes the library is to read: all that follow the graph stay here.
  size_t length;
} sgv_text_check;

sgv_text_check sgv_check_text(const char *text, size_t length);

#endif
