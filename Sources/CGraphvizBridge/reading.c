#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <string.h>

typedef struct reader {
  sgv_scanner scanner;
  /// The number of bytes that the library was given.
  size_t given;
  /// The number of bytes in which lines were counted.
  size_t counted;
  int line;
  int message_line;
  bool began;
} reader;

static reader *current_reader;

static void count_lines(reader *in, size_t end) {
  for (; in->counted < end; in->counted++) in->line += in->scanner.text[in->counted] == '\n';
}

// A line at a time, so that the line given last is the line the library is at: its own count misses
// the line breaks inside strings and obeys `#line`. Strings are given whole, since the library
// scans one anew from its beginning for each piece of it.
static int read_line(void *channel, char *buffer, int capacity) {
  reader *in = channel;
  sgv_scanner *scanner = &in->scanner;
  const char *text = scanner->text;
  if (capacity <= 0) return 0;
  if (scanner->offset == in->given) {
    bool ends = false;
    while (!ends && scanner->offset < scanner->length) {
      ends = sgv_scan(scanner) == SGV_BLANK && text[scanner->offset - 1] == '\n';
    }
  }
  size_t count = scanner->offset - in->given;
  if (count > (size_t)capacity) count = (size_t)capacity;
  if (count == 0) return 0;
  memcpy(buffer, text + in->given, count);
  in->given += count;
  count_lines(in, in->given - 1);
  return (int)count;
}

static bool starts_with_mark(const sgv_scanner *text) {
  return text->length >= 3 && memcmp(text->text, "\xEF\xBB\xBF", 3) == 0;
}

// Each text begins at line 1 of "DOT" in the library's messages, whatever the one before it was
// called; the function that says so is no longer public. The prologue has no line of its own.
static int read_text(void *channel, char *buffer, int capacity) {
  static const char prologue[] = "#line 1 \"DOT\"\n";
  static const int length = sizeof(prologue) - 1;
  reader *in = channel;
  if (in->began) return read_line(channel, buffer, capacity);
  in->began = true;
  if (starts_with_mark(&in->scanner)) in->given = in->scanner.offset = 3;
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

static void record_line_of_message(void) {
  if (current_reader != NULL) current_reader->message_line = current_reader->line;
}

static Agraph_t *read_with(int (*read)(void *, char *, int), void *channel, Agiddisc_t *id) {
  static Agiodisc_t input = {.putstr = ignore_string, .flush = ignore_flush};
  static Agdisc_t discipline;
  input.afread = read;
  // Copied from the default, for its allocator where the version still has one.
  discipline = AgDefaultDisc;
  if (id != NULL) discipline.id = id;
  discipline.io = &input;
  return agread(channel, &discipline);
}

static Agraph_t *read_graph(reader *in) {
  current_reader = in;
  sgv_messages_observe(record_line_of_message);
  Agraph_t *graph = read_with(read_text, in, &sgv_identifiers);
  sgv_messages_observe(NULL);
  current_reader = NULL;
  return graph;
}

typedef struct remedy {
  const char *text;
  /// The number of `>` that follow the text.
  size_t closing;
} remedy;

static int read_remedy(void *channel, char *buffer, int capacity) {
  remedy *in = channel;
  size_t count = strlen(in->text);
  if (count > (size_t)capacity) count = (size_t)capacity;
  memcpy(buffer, in->text, count);
  in->text += count;
  for (; count < (size_t)capacity && in->closing > 0; in->closing--) buffer[count++] = '>';
  return (int)count;
}

/// Gives the library texts that leave its scanner and parser as new, whatever they were left in.
static void recover(const reader *in) {
  size_t opening = 0;
  for (size_t index = 0; index < in->scanner.length; index++) {
    opening += in->scanner.text[index] == '<';
  }
  // Ends a comment, a quoted string and an HTML string, whichever it is in the middle of; and where
  // it is in none, the quotes enclose a string. The reading finds no graph, and so the library
  // drops what it has not yet scanned as well.
  remedy ending = {.text = "*/\"//\"\n", .closing = opening};
  Agraph_t *graph = read_with(read_remedy, &ending, NULL);
  if (graph != NULL) agclose(graph);
  // A parser that ran out of memory keeps the subgraphs it was in, and leaves them after a graph.
  remedy whole = {.text = "digraph{}"};
  graph = read_with(read_remedy, &whole, NULL);
  if (graph != NULL) agclose(graph);
  // Drops the mark that ends a graph.
  remedy nothing = {.text = ""};
  graph = read_with(read_remedy, &nothing, NULL);
  if (graph != NULL) agclose(graph);
}

Agraph_t *sgv_parse(const char *text, size_t length, sgv_result *result) {
  sgv_text_check check = sgv_check_text(text, length);
  if (check.status != SGV_OK) {
    sgv_result_fail(result, check.status, check.line);
    return NULL;
  }

  // A context does this as well. Done here, a text reads the same before and after the first one.
  agattr(NULL, AGNODE, "label", "\\N");
  reader in = {.scanner = {text, check.length, 0}, .line = 1};
  Agraph_t *graph = read_graph(&in);
  sgv_messages_pause();
  // Before the graph is closed: the parser may still hold parts of it.
  recover(&in);
  sgv_messages_resume();
  if (graph != NULL && !sgv_messages_hold_an_error()) return graph;
  if (graph != NULL) agclose(graph);
  sgv_result_fail(result, SGV_SYNTAX, in.message_line > 0 ? in.message_line : in.line);
  return NULL;
}

#endif
