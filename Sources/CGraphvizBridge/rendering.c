#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <CSchematicChild.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/// A drawing to be made, with its own copy of the request, because it may outlive the caller.
typedef struct rendering {
  sgv_request request;
  sgv_result result;
  bool is_done;
  /// The text and the name of the format.
  char strings[];
} rendering;

static rendering *prepare(const sgv_request *request) {
  size_t name_size = strlen(request->format) + 1;
  rendering *work = calloc(1, sizeof(rendering) + request->length + name_size);
  if (work == NULL) return NULL;
  work->request = *request;
  work->request.text = memcpy(work->strings, request->text, request->length);
  work->request.format = memcpy(work->strings + request->length, request->format, name_size);
  return work;
}

static void discard(void *argument) {
  rendering *work = argument;
  sgv_result_free(&work->result);
  free(work);
}

void sgv_result_free(sgv_result *result) {
  free(result->messages);
  free(result->bytes);
}

static void render(void *argument) {
  rendering *work = argument;
  sgv_messages_begin(work->request.length);
  sgv_draw(&work->request, &work->result);
  work->result.messages = sgv_messages_end();
  work->is_done = true;
}

/// Draws in a copy of the process. Only C may run there, because the copy has no other threads.
static void render_in_copy(void *argument, int piece) {
  (void)piece;
  rendering *work = argument;
  render(work);
  const sgv_result *result = &work->result;
  const char *messages = result->messages == NULL ? "" : result->messages;
  schematic_child_answer(&result->status, sizeof(result->status));
  schematic_child_answer(&result->faults, sizeof(result->faults));
  schematic_child_answer(messages, strlen(messages) + 1);
  if (result->bytes != NULL) schematic_child_answer(result->bytes, result->byte_count);
}

/// Reads the status, the faults, the messages and the drawing from the answer of a copy.
static void take_answer(sgv_result *result, char *answer, size_t length) {
  memcpy(&result->status, answer, sizeof(result->status));
  memcpy(&result->faults, answer + sizeof(result->status), sizeof(result->faults));
  const char *messages = answer + sizeof(result->status) + sizeof(result->faults);
  const char *bytes = messages + strlen(messages) + 1;
  if (*messages != '\0') result->messages = strdup(messages);
  result->byte_count = length - (size_t)(bytes - answer);
  result->bytes = memmove(answer, bytes, result->byte_count);
}

// The first drawing loads plug-ins and fonts. If it happens in this process, every copy has them. A
// copy that loads them itself takes 20 milliseconds longer, and hangs if another thread was loading
// something when the copy was made.
static void warm_up(void) {
  static const char text[] = "digraph { a -> b [label=c] }";
  static bool is_warm;
  if (is_warm) return;
  is_warm = true;
  rendering work = {.request = {.text = text, .length = sizeof(text) - 1, .format = "svg"}};
  render(&work);
  sgv_result_free(&work.result);
}

static void render_out_of_process(void *argument) {
  rendering *work = argument;
  warm_up();
  schematic_child_report report = schematic_child_run(&(schematic_child_job){
      .work = render_in_copy,
      .context = work,
      .end = 1,
      .milliseconds = work->request.milliseconds,
      .closes_files = true,
  });
  sgv_result *result = &work->result;
  work->is_done = report.end != SCHEMATIC_CHILD_UNAVAILABLE;
  if (report.end == SCHEMATIC_CHILD_STUCK) {
    result->status = SGV_TIMED_OUT;
    schematic_child_free(&report);
  } else if (report.end == SCHEMATIC_CHILD_DONE && report.words != NULL) {
    take_answer(result, report.words, report.length);
  } else if (work->is_done) {
    result->status = SGV_CRASHED;
    result->signal = report.signal;
    result->messages = report.words;
  }
}

/// Returns whether the program's locale writes numbers in another way than C. The library then
/// switches the locale of all threads while it draws.
static bool has_other_numbers(void) {
  const char *name = setlocale(LC_NUMERIC, NULL);
  return name != NULL && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0;
}

// Thread Sanitizer ends a copy that starts a thread, and the library of fonts starts one.
#if __has_feature(thread_sanitizer)
enum { draws_in_copies = false };
#else
enum { draws_in_copies = true };
#endif

sgv_result sgv_render(const sgv_request *request) {
  rendering *work = prepare(request);
  if (work == NULL) return (sgv_result){.status = SGV_NO_MEMORY};
  sgv_status status = SGV_OK;
  // The job needs no limit: it only waits for the copy, which has the limit of the request.
  if (draws_in_copies && (request->runs_out_of_process || has_other_numbers())) {
    status = sgv_perform(0, render_out_of_process, work, NULL);
  }
  if (status == SGV_OK && !work->is_done) {
    status = sgv_perform(request->milliseconds, render, work, discard);
  }
  if (status == SGV_TIMED_OUT) return (sgv_result){.status = status};
  sgv_result result = work->result;
  sgv_fail(&result, status);
  free(work);
  return result;
}

#endif
