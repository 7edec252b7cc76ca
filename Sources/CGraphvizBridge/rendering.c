#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// A drawing to be made, with a request of its own: it may outlive the one who asked.
typedef struct rendering {
  sgv_request request;
  sgv_result *result;
  bool is_done;
} rendering;

static void render(void *argument) {
  rendering *work = argument;
  sgv_messages_begin(work->request.length);
  sgv_draw(&work->request, work->result);
  work->result->messages = sgv_messages_end();
  work->is_done = true;
}

// Plug-ins and fonts are loaded by the first drawing. Loaded here, they are there in every copy:
// a copy that loads them takes 20 milliseconds more, and waits for ever where another thread was
// loading something when it was made.
static void warm_up(void) {
  static const char text[] = "digraph { a -> b [label=c] }";
  static bool is_warm;
  if (is_warm) return;
  is_warm = true;
  rendering work = {
      .request = {.text = text, .length = sizeof(text) - 1, .format = "svg", .engine = "dot"},
      .result = sgv_result_create(),
  };
  if (work.result != NULL) render(&work);
  sgv_result_free(work.result);
}

static void render_out_of_process(void *argument) {
  rendering *work = argument;
  warm_up();
  work->is_done = sgv_run_out_of_process(render, work, work->result, work->request.milliseconds);
}

static char *copy(const char *text, size_t length) {
  char *copied = malloc(length + 1);
  if (copied == NULL) return NULL;
  if (length > 0) memcpy(copied, text, length);
  copied[length] = '\0';
  return copied;
}

static void discard(void *argument) {
  rendering *work = argument;
  free((char *)work->request.text);
  free((char *)work->request.format);
  free((char *)work->request.engine);
  free((char *)work->request.simplex_limit);
  sgv_result_free(work->result);
  free(work);
}

static rendering *prepare(const sgv_request *request) {
  rendering *work = calloc(1, sizeof(rendering));
  if (work == NULL) return NULL;
  const char *limit = request->simplex_limit;
  work->request = *request;
  work->request.text = copy(request->text, request->length);
  work->request.format = copy(request->format, strlen(request->format));
  work->request.engine = copy(request->engine, strlen(request->engine));
  work->request.simplex_limit = limit == NULL ? NULL : copy(limit, strlen(limit));
  work->result = sgv_result_create();
  bool is_whole = work->request.text != NULL && work->request.format != NULL &&
                  work->request.engine != NULL &&
                  (limit == NULL || work->request.simplex_limit != NULL) && work->result != NULL;
  if (is_whole) return work;
  discard(work);
  return NULL;
}

/// A result that says nothing but how a call ended.
static sgv_result *failure(sgv_status status) {
  sgv_result *result = sgv_result_create();
  if (result != NULL) sgv_result_fail(result, status, 0);
  return result;
}

/// Returns whether the program writes numbers in another way than C: the library then switches the
/// locale of all threads while it draws.
static bool has_other_numbers(void) {
  const char *name = setlocale(LC_NUMERIC, NULL);
  return name != NULL && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0;
}

sgv_result *sgv_render(const sgv_request *request) {
  rendering *work = prepare(request);
  if (work == NULL) return failure(SGV_NO_MEMORY);
  sgv_status status = SGV_OK;
  // The thread only waits for the copy, which ends in time.
  if (request->runs_out_of_process || has_other_numbers()) {
    status = sgv_perform(render_out_of_process, work);
  }
  if (status == SGV_OK && !work->is_done) {
    status = sgv_perform_within(request->milliseconds, render, work, discard);
  }
  if (status == SGV_TIMED_OUT) return failure(status);
  sgv_result *result = work->result;
  work->result = NULL;
  discard(work);
  sgv_result_fail(result, status, 0);
  return result;
}

#endif
