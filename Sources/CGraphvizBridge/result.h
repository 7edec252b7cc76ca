#ifndef SCHEMATIC_RESULT_H
#define SCHEMATIC_RESULT_H

#include <stddef.h>

#include "CGraphvizBridge.h"

/// A record whose strings are places in the text of its result, which moves as it grows.
typedef struct sgv_stored_record {
  sgv_record_kind kind;
  size_t first;
  size_t second;
  bool is_html;
} sgv_stored_record;

struct sgv_result {
  sgv_status status;
  int line;
  int signal;
  char *messages;

  // From `malloc`, as is what the library draws into.
  char *bytes;
  size_t byte_count;

  bool is_directed;
  bool is_strict;
  int node_count;
  int edge_count;

  sgv_stored_record *records;
  size_t record_count;
  size_t record_capacity;
  char *strings;
  size_t strings_length;
  size_t strings_capacity;
};

sgv_result *sgv_result_create(void);

/// Notes how a call ended; the first failure stays.
void sgv_result_fail(sgv_result *result, sgv_status status, int line);

/// Adds a record, copying its strings.
void sgv_result_add(sgv_result *result, sgv_record record);

#endif
