#include "bridge.h"

#include <string.h>
#include <strings.h>

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

/// Returns the number of bytes from the beginning that are well-formed UTF-8.
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

// The library's scanner hands what follows a graph to the next reading of the process, ends in the
// middle of a comment or string when the text does, and scans a string anew for each piece of it
// that it is handed. So the end of the graph is found here, and what is too large is refused,
// before the library sees anything.

static bool starts_with(const sgv_scanner *in, const char *prefix) {
  size_t length = strlen(prefix);
  return in->length - in->offset >= length && memcmp(in->text + in->offset, prefix, length) == 0;
}

static void skip_past(sgv_scanner *in, const char *ending) {
  while (in->offset < in->length && !starts_with(in, ending)) in->offset++;
  in->offset += in->offset < in->length ? strlen(ending) : 0;
}

static void skip_line(sgv_scanner *in) {
  while (in->offset < in->length && in->text[in->offset] != '\n') in->offset++;
}

static void skip_quoted(sgv_scanner *in) {
  in->offset++;
  while (in->offset < in->length && in->text[in->offset] != '"') {
    // A backslash keeps the character after it from ending the string, itself included.
    in->offset += starts_with(in, "\\\"") || starts_with(in, "\\\\") ? 2 : 1;
  }
  if (in->offset < in->length) in->offset++;
}

static void skip_html(sgv_scanner *in) {
  int depth = 0;
  do {
    if (in->text[in->offset] == '<') depth++;
    if (in->text[in->offset] == '>') depth--;
    in->offset++;
  } while (depth > 0 && in->offset < in->length);
}

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

static bool is_in_name(char character) {
  return (unsigned char)character >= 0x80 || character == '_' || is_digit(character) ||
         (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z');
}

sgv_element sgv_scan(sgv_scanner *in) {
  char next = in->text[in->offset];
  if (starts_with(in, "/*")) {
    in->offset += 2;
    skip_past(in, "*/");
    return SGV_BLANK;
  }
  if (starts_with(in, "//") || next == '#') {
    skip_line(in);
    return SGV_BLANK;
  }
  if (starts_with(in, "\xEF\xBB\xBF")) {
    in->offset += 3;
    return SGV_BLANK;
  }
  if (next == '"' || next == '<') {
    (next == '"' ? skip_quoted : skip_html)(in);
    return SGV_STRING;
  }
  if (!is_in_name(next)) {
    in->offset++;
    return next != '\0' && strchr(" \t\r\n", next) != NULL ? SGV_BLANK : SGV_SIGN;
  }
  // Letters after a number are another name.
  bool (*belongs)(char) = is_digit(next) ? is_digit : is_in_name;
  while (in->offset < in->length && belongs(in->text[in->offset])) in->offset++;
  return SGV_NAME;
}

/// A string that is being read: several in quotes may be joined by `+`.
typedef struct joined_string {
  size_t length;
  int pieces;
  bool is_joined;
} joined_string;

/// Takes an element into account; returns whether it is too long, alone or with what it is joined
/// to. The library copies a joined string once for each of its pieces.
static bool is_too_long(joined_string *string, sgv_element kind, char sign, size_t length) {
  if (kind == SGV_STRING) {
    string->length = length + (string->is_joined ? string->length : 0);
    string->pieces = 1 + (string->is_joined ? string->pieces : 0);
    if (string->length > SGV_LONGEST_STRING || string->pieces > SGV_MOST_PIECES) return true;
  }
  if (kind != SGV_BLANK) string->is_joined = kind == SGV_SIGN && sign == '+';
  return length > SGV_LONGEST_STRING;
}

/// The number of edges that a text stands for, or more: an arrow between sets of nodes is an edge
/// for each pair of them, and names count as often as they are written.
typedef struct edge_count {
  double edges;
  double names;
  /// The nodes before the last arrow, 0 where there is none.
  double left;
  /// The nodes since then.
  double right;
  /// The sign, or one of the marks below, that was last.
  char last;
  bool follows_dash;
  bool is_in_brackets;
  int depth;
  struct {
    double left;
    double names;
  } levels[SGV_DEEPEST_SUBGRAPH + 2];
} edge_count;

enum { name_mark = 'a', arrow_mark = '>', subgraph_mark = 's', subgraph_name_mark = 'n' };

static void add_nodes(edge_count *count, double nodes) {
  count->right += nodes;
  count->edges += count->left * nodes;
}

static void begin_nodes(edge_count *count, char last) {
  if (last != arrow_mark) count->left = 0;
  count->right = 0;
}

static void count_name(edge_count *count, bool is_subgraph) {
  char last = count->last;
  count->last = is_subgraph ? subgraph_mark : name_mark;
  // A port, a piece of a string, or the value of an attribute.
  if (last == ':' || last == '+' || last == '=') return;
  count->names++;
  if (last == subgraph_mark) {
    count->last = subgraph_name_mark;
    return;
  }
  if (last != ',') begin_nodes(count, last);
  if (!is_subgraph) add_nodes(count, 1);
}

static void count_sign(edge_count *count, char sign) {
  bool is_arrow = count->follows_dash && (sign == '>' || sign == '-');
  count->follows_dash = sign == '-';
  if (is_arrow) {
    count->left = count->right;
    count->right = 0;
    count->last = arrow_mark;
  } else if (sign == '{') {
    // A subgraph that has a name may have nodes from before.
    bool has_name = count->last == subgraph_name_mark;
    if (count->last != subgraph_mark && !has_name) begin_nodes(count, count->last);
    count->levels[count->depth].left = count->left;
    count->levels[count->depth++].names = has_name ? 0 : count->names;
    count->left = count->right = 0;
  } else if (sign == '}' && count->depth > 0) {
    count->left = count->levels[--count->depth].left;
    count->right = 0;
    add_nodes(count, count->names - count->levels[count->depth].names);
  }
  // These may begin a number.
  if (!is_arrow && sign != '-' && sign != '.') count->last = sign;
}

/// Takes an element into account; returns whether there are too many edges.
static bool has_too_many_edges(edge_count *count, sgv_element kind, const char *text,
                               size_t length) {
  if (kind == SGV_BLANK) return false;
  if (kind == SGV_SIGN && (*text == '[' || *text == ']')) count->is_in_brackets = *text == '[';
  if (count->is_in_brackets) return false;
  if (kind == SGV_SIGN) {
    count_sign(count, *text);
  } else {
    count->follows_dash = false;
    count_name(count, length == 8 && strncasecmp(text, "subgraph", length) == 0);
  }
  return count->edges > SGV_MOST_EDGES;
}

static int line_of(const char *text, size_t offset) {
  int line = 1;
  for (size_t index = 0; index < offset; index++) line += text[index] == '\n';
  return line;
}

static sgv_text_check fault(sgv_status status, const char *text, size_t offset) {
  return (sgv_text_check){.status = status, .line = line_of(text, offset)};
}

/// Moves past the brace that closes the graph, or to the end of a text that never closes it.
static sgv_text_check check_graph(sgv_scanner *in) {
  const char *text = in->text;
  joined_string string = {0};
  edge_count count = {0};
  size_t end = 0;
  int depth = 0;
  bool is_closed = false;
  while (in->offset < in->length) {
    size_t start = in->offset;
    if (text[start] == '{' && depth > SGV_DEEPEST_SUBGRAPH) {
      return fault(SGV_TOO_DEEP, text, start);
    }
    sgv_element kind = sgv_scan(in);
    if (is_too_long(&string, kind, text[start], in->offset - start)) {
      return fault(SGV_TOO_LONG, text, start);
    }
    if (has_too_many_edges(&count, kind, text + start, in->offset - start)) {
      return fault(SGV_TOO_MANY_EDGES, text, start);
    }
    if (kind == SGV_BLANK) continue;
    if (is_closed) return fault(SGV_TRAILING_INPUT, text, start);
    end = in->offset;
    if (kind != SGV_SIGN) continue;
    depth += text[start] == '{';
    is_closed = text[start] == '}' && depth > 0 && --depth == 0;
  }
  if (end == 0) return (sgv_text_check){.status = SGV_EMPTY_INPUT};
  return (sgv_text_check){.status = SGV_OK, .length = is_closed ? end : in->length};
}

sgv_text_check sgv_check_text(const char *text, size_t length) {
  if (length > SGV_LONGEST_TEXT) return (sgv_text_check){.status = SGV_TOO_LARGE};
  const char *nul = length > 0 ? memchr(text, '\0', length) : NULL;
  if (nul != NULL) return fault(SGV_NUL_IN_INPUT, text, (size_t)(nul - text));
  size_t valid = utf8_prefix(text, length);
  if (valid < length) return fault(SGV_NOT_UTF8, text, valid);
  return check_graph(&(sgv_scanner){text, length, 0});
}
