#if SCHEMATIC_GRAPHVIZ

#include "reading.h"

#include <stdbool.h>
#include <string.h>

#include "identifiers.h"
#include "messages.h"
#include "text.h"

typedef struct reader {
  const char *text;
  size_t length;
  size_t offset;
  bool began;
  int line;
  bool line_is_over;
  int message_line;
} reader;

static reader *current_reader;

// A line at a time, so that the line handed out last is the line the library is at. Its own count
// misses the line breaks inside strings and obeys `#line`.
static int read_line(void *channel, char *buffer, int capacity) {
  reader *in = channel;
  size_t count = in->length - in->offset;
  if (count == 0 || capacity <= 0) return 0;
  if (count > (size_t)capacity) count = (size_t)capacity;
  const char *from = in->text + in->offset;
  const char *end = memchr(from, '\n', count);
  if (end != NULL) count = (size_t)(end - from) + 1;
  memcpy(buffer, from, count);
  if (in->line_is_over) in->line++;
  in->line_is_over = end != NULL;
  in->offset += count;
  return (int)count;
}

static bool starts_with_mark(const char *text, size_t length) {
  return length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
}

// Each text begins at line 1 of "DOT" in the library's messages, whatever the one before it was
// called; the function that says so is no longer public. The prologue has no line of its own.
static int read_text(void *channel, char *buffer, int capacity) {
  static const char prologue[] = "#line 1 \"DOT\"\n";
  static const int length = sizeof(prologue) - 1;
  reader *in = channel;
  if (in->began) return read_line(channel, buffer, capacity);
  in->began = true;
  if (starts_with_mark(in->text, in->length)) in->offset = 3;
  if (capacity < length) return read_line(channel, buffer, capacity);
  memcpy(buffer, prologue, (size_t)length);
  return length;
}

static int ignore_string(void *channel, const char *string) {
  (void)channel;
  (void)string;
  return 0;
}

static int ignore_flush(void *channel) {
  (void)channel;
  return 0;
}

static Agiodisc_t reading = {
    .afread = read_text,
    .putstr = ignore_string,
    .flush = ignore_flush,
};

static void note_line_of_message(void) {
  if (current_reader != NULL) current_reader->message_line = current_reader->line;
}

static Agraph_t *read_graph(reader *in) {
  // Copied from the default, for its allocator where the version still has one.
  static Agdisc_t discipline;
  discipline = AgDefaultDisc;
  discipline.id = &sgv_identifiers;
  discipline.io = &reading;
  return agread(in, &discipline);
}

Agraph_t *sgv_parse(const char *text, size_t length, sgv_result *result) {
  sgv_text_check check = sgv_check_text(text, length);
  if (check.status != SGV_OK) {
    sgv_result_fail(result, check.status, check.line);
    return NULL;
  }

  // A context does this as well. Done here, a text reads the same before and after the first one.
  agattr(NULL, AGNODE, "label", "\\N");
  reader in = {.text = text, .length = check.length, .line = 1};
  current_reader = &in;
  sgv_messages_observe(note_line_of_message);
  Agraph_t *graph = read_graph(&in);
  sgv_messages_observe(NULL);
  current_reader = NULL;
  // A reading that finds nothing makes the scanner forget its buffer.
  reader nothing = {.text = "", .began = true};
  Agraph_t *rest = read_graph(&nothing);
  if (rest != NULL) agclose(rest);

  if (graph != NULL && !sgv_messages_hold_an_error()) return graph;
  if (graph != NULL) agclose(graph);
  sgv_result_fail(result, SGV_SYNTAX, in.message_line > 0 ? in.message_line : in.line);
  return NULL;
}

#endif
