#include "transfer.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct header {
  sgv_status status;
  int line;
  int node_count;
  int edge_count;
  size_t message_length;
  size_t byte_count;
} header;

int64_t sgv_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool send_all(int pipe, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t sent = write(pipe, next, count);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    next += sent;
    count -= (size_t)sent;
  }
  return true;
}

bool sgv_result_send(const sgv_result *result, int pipe) {
  const char *messages = sgv_result_messages(result);
  header head = {
      .status = result->status,
      .line = result->line,
      .node_count = result->node_count,
      .edge_count = result->edge_count,
      .message_length = strlen(messages),
      .byte_count = result->bytes == NULL ? 0 : result->byte_count,
  };
  return send_all(pipe, &head, sizeof(head)) && send_all(pipe, messages, head.message_length) &&
         send_all(pipe, result->bytes, head.byte_count);
}

/// How long `poll` is to wait.
static int time_left(int64_t deadline) {
  if (deadline == 0) return -1;
  int64_t left = deadline - sgv_now();
  return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

static sgv_status receive_all(int pipe, void *bytes, size_t count, int64_t deadline) {
  char *next = bytes;
  while (count > 0) {
    struct pollfd readable = {.fd = pipe, .events = POLLIN};
    int ready = poll(&readable, 1, time_left(deadline));
    if (ready == 0) return SGV_TIMED_OUT;
    ssize_t received = ready < 0 ? -1 : read(pipe, next, count);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return SGV_CRASHED;
    next += received;
    count -= (size_t)received;
  }
  return SGV_OK;
}

/// Receives a string of known length, and puts a NUL after it.
static sgv_status receive_string(int pipe, char **string, size_t length, int64_t deadline) {
  if (length == 0) return SGV_OK;
  // A process that is about to crash may write any number.
  *string = length < SIZE_MAX ? malloc(length + 1) : NULL;
  if (*string == NULL) return SGV_NO_MEMORY;
  sgv_status status = receive_all(pipe, *string, length, deadline);
  (*string)[status == SGV_OK ? length : 0] = '\0';
  return status;
}

sgv_status sgv_result_receive(sgv_result *result, int pipe, int64_t deadline) {
  header head;
  sgv_status status = receive_all(pipe, &head, sizeof(head), deadline);
  if (status != SGV_OK) return status;
  status = receive_string(pipe, &result->messages, head.message_length, deadline);
  if (status != SGV_OK) return status;
  status = receive_string(pipe, &result->bytes, head.byte_count, deadline);
  if (status != SGV_OK) return status;
  result->byte_count = head.byte_count;
  result->node_count = head.node_count;
  result->edge_count = head.edge_count;
  sgv_result_fail(result, head.status, head.line);
  return SGV_OK;
}
