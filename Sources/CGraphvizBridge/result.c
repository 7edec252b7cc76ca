#include "bridge.h"

#include <stdlib.h>

sgv_result *sgv_result_create(void) { return calloc(1, sizeof(sgv_result)); }

void sgv_result_free(sgv_result *result) {
  if (result == NULL) return;
  free(result->messages);
  free(result->bytes);
  free(result);
}

void sgv_result_fail(sgv_result *result, sgv_status status, int line) {
  if (result->status != SGV_OK) return;
  result->status = status;
  result->line = line;
}

sgv_status sgv_result_status(const sgv_result *result) { return result->status; }

int sgv_result_line(const sgv_result *result) { return result->line; }

int sgv_result_signal(const sgv_result *result) { return result->signal; }

const char *sgv_result_messages(const sgv_result *result) {
  return result->messages == NULL ? "" : result->messages;
}

const unsigned char *sgv_result_bytes(const sgv_result *result) {
  return (const unsigned char *)result->bytes;
}

size_t sgv_result_byte_count(const sgv_result *result) { return result->byte_count; }

int sgv_result_node_count(const sgv_result *result) { return result->node_count; }

int sgv_result_edge_count(const sgv_result *result) { return result->edge_count; }
