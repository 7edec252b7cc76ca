#include "text.h"

#include <stdbool.h>
#include <string.h>

#include "utf8.h"

// The library's scanner hands what follows a graph to the next reading of the process, and ends in
// the middle of a comment or string when the text does. So the end of the graph is found here,
// and the library never sees what lies beyond. Only what can hide a brace matters.

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

static sgv_text_check fault(sgv_status status, const char *text, size_t offset) {
  return (sgv_text_check){.status = status, .line = line_of(text, offset)};
}

sgv_text_check sgv_check_text(const char *text, size_t length) {
  const char *nul = length > 0 ? memchr(text, '\0', length) : NULL;
  if (nul != NULL) return fault(SGV_NUL_IN_INPUT, text, (size_t)(nul - text));
  size_t valid = sgv_utf8_prefix(text, length);
  if (valid < length) return fault(SGV_NOT_UTF8, text, valid);

  scanner in = {text, length, 0};
  skip_blanks(&in);
  if (in.offset == length) return (sgv_text_check){.status = SGV_EMPTY_INPUT};
  bool closed = skip_graph(&in);
  size_t end = in.offset;
  skip_blanks(&in);
  if (closed && in.offset < length) return fault(SGV_TRAILING_INPUT, text, in.offset);
  return (sgv_text_check){.status = SGV_OK, .length = end};
}
