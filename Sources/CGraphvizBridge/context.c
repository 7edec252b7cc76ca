#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct plugins {
  char **names;
  int count;
} plugins;

static GVC_t *kept;
static plugins formats;
static plugins engines;

typedef char **(*list_of_four)(GVC_t *, const char *, int *, char *);
typedef char **(*list_of_three)(GVC_t *, const char *, int *);

static char **list_with_four(void (*list)(void), GVC_t *context, const char *kind, int *count) {
  return ((list_of_four)list)(context, kind, count, NULL);
}

static char **list_with_three(void (*list)(void), GVC_t *context, const char *kind, int *count) {
  return ((list_of_three)list)(context, kind, count);
}

static plugins list(GVC_t *context, const char *kind) {
  plugins found = {NULL, 0};
  // Older versions take one more argument, which they do not use.
  found.names = _Generic(&gvPluginList, list_of_three: list_with_three, default: list_with_four)(
      (void (*)(void))gvPluginList, context, kind, &found.count);
  return found;
}

static void forget(plugins *known) {
  for (int index = 0; index < known->count; index++) free(known->names[index]);
  free(known->names);
  *known = (plugins){NULL, 0};
}

GVC_t *sgv_context(void) {
  if (kept != NULL) return kept;
  kept = gvContext();
  if (kept == NULL) return NULL;
  // Once for each context, since the library loses some memory with every list.
  formats = list(kept, "device");
  engines = list(kept, "layout");
  return kept;
}

void sgv_context_abandon(void) {
  forget(&formats);
  forget(&engines);
  // Lost and not freed: the text plug-in of Graphviz 2.x keeps a font's name that is the context's,
  // and reads it in the next layout. Names are checked first, so this is next to never needed.
  kept = NULL;
}

/// Returns whether a name is that of a plug-in, with or without a choice of its parts, as in
/// `png:cairo`.
static bool contains(const plugins *known, const char *name) {
  size_t length = strcspn(name, ":");
  for (int index = 0; index < known->count; index++) {
    const char *candidate = known->names[index];
    if (strlen(candidate) == length && strncasecmp(candidate, name, length) == 0) return true;
  }
  return false;
}

bool sgv_context_has_format(const char *name) {
  // These open a window and wait for it to be closed.
  static const char *const windows[] = {"gtk", "x11", "xlib"};
  for (size_t index = 0; index < sizeof(windows) / sizeof(windows[0]); index++) {
    if (strncasecmp(windows[index], name, strlen(windows[index])) == 0) return false;
  }
  return contains(&formats, name);
}

bool sgv_context_has_engine(const char *name) { return contains(&engines, name); }

static void read_version(void *argument) {
  const char **version = argument;
  sgv_messages_begin(0);
  GVC_t *context = sgv_context();
  // A constant of the library, not of the context.
  if (context != NULL) *version = gvcVersion(context);
  free(sgv_messages_end());
}

const char *sgv_version(void) {
  const char *version = "";
  sgv_perform(read_version, &version);
  return version;
}

#endif
