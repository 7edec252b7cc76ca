#include "utf8.h"

#include <stdint.h>

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

size_t sgv_utf8_prefix(const char *text, size_t length) {
  size_t offset = 0;
  while (offset < length) {
    size_t next = character_length((const uint8_t *)text + offset, length - offset);
    if (next == 0) break;
    offset += next;
  }
  return offset;
}
