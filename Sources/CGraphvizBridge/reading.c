#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// The length of the character that begins at `bytes`; 0 when none does.
static size_t character_length(const uint8_t *bytes, size_t available) {
  uint8_t lead = bytes[0];
  if (lead < 0x80) return 1;
  size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || length > available) return 0;
  // Longer spellings than needed, surrogates and values past U+10FFFF differ in the second byte.
  uint8_t lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  uint8_t highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (bytes[1] < lowest || bytes[1] > highest) return 0;
  for (size_t index = 2; index < length; index++) {
    if ((bytes[index] & 0xC0) != 0x80) return 0;
  }
  return length;
}

/// How many bytes from the beginning are well-formed UTF-8.
static size_t utf8_prefix(const char *text, size_t length) {
  size_t offset = 0;
  while (offset < length) {
    size_t next = character_length((const uint8_t *)text + offset, length - offset);
    if (next == 0) break;
    offset += next;
  }
  return offset;
}

// The library's scanner hands what follows a graph to the next reading of the process, and ends in
// the middle of a comment or string when the text does. So the end of the graph is found here,
// and the library never sees what lies beyond. Only what can hide a brace matters.

/// What is wrong with a text before the library reads it, and which part of it is the graph.
typedef struct text_check {
  sgv_status status;
  /// Where the fault is; 0 when there is none.
  int line;
  /// How many bytes the library is to read: all that follow the graph stay here.
  size_t length;
} text_check;

typedef struct scanner {
  const char *text;
  size_t length;
  size_t offset;
} scanner;

static bool starts_with(const scanner *in, const char *prefix) {
  size_t length = strlen(prefix);
  return in->length - in->offset >= length &&
         memcmp(in->text + in->offset, prefix, length) == 0;
}

static void skip_past(scanner *in, const char *ending) {
  while (in->offset < in->length && !starts_with(in, ending)) in->offset++;
  in->offset += in->offset < in->length ? strlen(ending) : 0;
}

static void skip_blanks(scanner *in) {
  while (in->offset < in->length) {
    if (starts_with(in, "/*")) {
      in->offset += 2;
      skip_past(in, "*/");
    } else if (starts_with(in, "//") || starts_with(in, "#")) {
      skip_past(in, "\n");
    } else if (starts_with(in, "\xEF\xBB\xBF")) {
      in->offset += 3;
    } else if (strchr(" \t\r\n", in->text[in->offset]) != NULL) {
      in->offset++;
    } else {
      return;
    }
  }
}

static void skip_quoted(scanner *in) {
  in->offset++;
  while (in->offset < in->length && in->text[in->offset] != '"') {
    // A backslash keeps the character after it from ending the string, itself included.
    in->offset += starts_with(in, "\\\"") || starts_with(in, "\\\\") ? 2 : 1;
  }
  if (in->offset < in->length) in->offset++;
}

static void skip_html(scanner *in) {
  int depth = 0;
  do {
    if (in->text[in->offset] == '<') depth++;
    if (in->text[in->offset] == '>') depth--;
    in->offset++;
  } while (depth > 0 && in->offset < in->length);
}

/// Moves past the brace that closes the graph, or to the end of a text that never closes it.
static bool skip_graph(scanner *in) {
  int depth = 0;
  for (skip_blanks(in); in->offset < in->length; skip_blanks(in)) {
    char next = in->text[in->offset];
    if (next == '"') {
      skip_quoted(in);
    } else if (next == '<') {
      skip_html(in);
    } else {
      in->offset++;
      if (next == '{') depth++;
      if (next == '}' && depth > 0 && --depth == 0) return true;
    }
  }
  return false;
}

static int line_of(const char *text, size_t offset) {
  int line = 1;
  for (size_t index = 0; index < offset; index++) line += text[index] == '\n';
  return line;
}

static text_check fault(sgv_status status, const char *text, size_t offset) {
  return (text_check){.status = status, .line = line_of(text, offset)};
}

static text_check check_text(const char *text, size_t length) {
  const char *nul = length > 0 ? memchr(text, '\0', length) : NULL;
  if (nul != NULL) return fault(SGV_NUL_IN_INPUT, text, (size_t)(nul - text));
  size_t valid = utf8_prefix(text, length);
  if (valid < length) return fault(SGV_NOT_UTF8, text, valid);

  scanner in = {text, length, 0};
  skip_blanks(&in);
  if (in.offset == length) return (text_check){.status = SGV_EMPTY_INPUT};
  bool closed = skip_graph(&in);
  size_t end = in.offset;
  skip_blanks(&in);
  if (closed && in.offset < length) return fault(SGV_TRAILING_INPUT, text, in.offset);
  return (text_check){.status = SGV_OK, .length = end};
}

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
  text_check check = check_text(text, length);
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
