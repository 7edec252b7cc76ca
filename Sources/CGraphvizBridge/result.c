#include "bridge.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const size_t no_string = SIZE_MAX;

sgv_result *sgv_result_create(void) { return calloc(1, sizeof(sgv_result)); }

void sgv_result_free(sgv_result *result) {
  if (result == NULL) return;
  free(result->messages);
  free(result->bytes);
  free(result->records);
  free(result->strings);
  free(result);
}

void sgv_result_fail(sgv_result *result, sgv_status status, int line) {
  if (result->status != SGV_OK) return;
  result->status = status;
  result->line = line;
}

static bool reserve(void **storage, size_t *capacity, size_t needed, size_t size) {
  if (needed <= *capacity) return true;
  size_t doubled = needed * 2;
  void *grown = realloc(*storage, doubled * size);
  if (grown == NULL) return false;
  *storage = grown;
  *capacity = doubled;
  return true;
}

static size_t store(sgv_result *result, const char *string) {
  if (string == NULL) return no_string;
  size_t length = strlen(string) + 1;
  size_t place = result->strings_length;
  void *storage = result->strings;
  if (!reserve(&storage, &result->strings_capacity, place + length, 1)) {
    sgv_result_fail(result, SGV_NO_MEMORY, 0);
    return no_string;
  }
  result->strings = storage;
  memcpy(result->strings + place, string, length);
  result->strings_length += length;
  return place;
}

void sgv_result_add(sgv_result *result, sgv_record record) {
  void *storage = result->records;
  size_t needed = result->record_count + 1;
  if (!reserve(&storage, &result->record_capacity, needed, sizeof(sgv_stored_record))) {
    sgv_result_fail(result, SGV_NO_MEMORY, 0);
    return;
  }
  result->records = storage;
  result->records[result->record_count++] = (sgv_stored_record){
      .kind = record.kind,
      .first = store(result, record.first),
      .second = store(result, record.second),
      .is_html = record.is_html,
  };
}

static const char *stored(const sgv_result *result, size_t place) {
  return place == no_string ? NULL : result->strings + place;
}

sgv_record sgv_result_record(const sgv_result *result, size_t index) {
  const sgv_stored_record *record = &result->records[index];
  return (sgv_record){
      .kind = record->kind,
      .first = stored(result, record->first),
      .second = stored(result, record->second),
      .is_html = record->is_html,
  };
}

size_t sgv_result_record_count(const sgv_result *result) { return result->record_count; }

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

bool sgv_result_is_directed(const sgv_result *result) { return result->is_directed; }

bool sgv_result_is_strict(const sgv_result *result) { return result->is_strict; }

int sgv_result_node_count(const sgv_result *result) { return result->node_count; }

int sgv_result_edge_count(const sgv_result *result) { return result->edge_count; }
