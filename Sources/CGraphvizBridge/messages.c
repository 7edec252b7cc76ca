#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <stdlib.h>
#include <string.h>

static char *collected;
static size_t collected_length;
static size_t primed_length;
static bool error_seen;
// The program's own settings, which `sgv_messages_end` restores.
static agusererrf previous_function;
static agerrlevel_t previous_level;

static int collect(char *text) {
  size_t length = strlen(text);
  char *grown = realloc(collected, collected_length + length + 1);
  // Without memory, the message is lost. The failure itself is still reported.
  if (grown == NULL) return 0;
  memcpy(grown + collected_length, text, length + 1);
  collected = grown;
  collected_length += length;
  return 0;
}

static int discard(char *text) {
  (void)text;
  return 0;
}

// If a message is longer than the buffer, Graphviz 2.x formats it again from arguments that are
// already used up: at best, the message is lost. The buffer never shrinks, so one long message
// without arguments makes it large enough for all others.
static void prime(size_t length) {
  if (length <= primed_length) return;
  char *filler = malloc(length + 1);
  if (filler == NULL) return;
  memset(filler, ' ', length);
  filler[length] = '\0';
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
  agerr(AGWARN, filler);
#pragma GCC diagnostic pop
  free(filler);
  primed_length = length;
}

void sgv_messages_begin(size_t length) {
  previous_function = agseterrf(discard);
  previous_level = agseterr(AGWARN);
  prime(length + 8192);
  sgv_messages_collect(true);
  error_seen = false;
}

bool sgv_messages_hold_an_error(void) {
  // Asking the library also resets its level, so the answer is kept.
  if (agreseterrors() >= AGERR) error_seen = true;
  return error_seen;
}

void sgv_messages_collect(bool collects) {
  if (collects) {
    agreseterrors();
  } else {
    // Asked now, because the library forgets the errors that were reported before.
    sgv_messages_hold_an_error();
  }
  agseterrf(collects ? collect : discard);
}

char *sgv_messages_end(void) {
  agseterrf(previous_function);
  agseterr(previous_level);
  char *words = collected;
  collected = NULL;
  collected_length = 0;
  return words;
}

#endif
