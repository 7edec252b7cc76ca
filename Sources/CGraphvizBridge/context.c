#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static GVC_t *kept;
static char **formats;
static int format_count;

typedef char **(*list_of_four)(GVC_t *, const char *, int *, char *);
typedef char **(*list_of_three)(GVC_t *, const char *, int *);

static char **list_with_four(void (*list)(void), GVC_t *context, const char *kind, int *count) {
  return ((list_of_four)list)(context, kind, count, NULL);
}

static char **list_with_three(void (*list)(void), GVC_t *context, const char *kind, int *count) {
  return ((list_of_three)list)(context, kind, count);
}

GVC_t *sgv_context(void) {
  if (kept != NULL) return kept;
  kept = gvContext();
  if (kept == NULL) return NULL;
  // Once for each context, because the library leaks memory with every list. Older versions take one
  // more argument, which they do not use.
  formats = _Generic(&gvPluginList, list_of_three: list_with_three, default: list_with_four)(
      (void (*)(void))gvPluginList, kept, "device", &format_count);
  return kept;
}

void sgv_context_abandon(void) {
  for (int index = 0; index < format_count; index++) free(formats[index]);
  free(formats);
  formats = NULL;
  format_count = 0;
  // The context is leaked and not freed: the text plug-in of Graphviz 2.x keeps a pointer to a font's
  // name in it, and reads the name in the next layout. This hardly ever happens, because formats are
  // checked first.
  kept = NULL;
}

bool sgv_context_has_format(const char *name) {
  // These formats open a window and wait until somebody closes it.
  static const char *const windows[] = {"gtk", "x11", "xlib"};
  for (size_t index = 0; index < sizeof(windows) / sizeof(windows[0]); index++) {
    if (strncasecmp(windows[index], name, strlen(windows[index])) == 0) return false;
  }
  // A colon and the name of a renderer may follow the format, as in `png:cairo`.
  size_t length = strcspn(name, ":");
  for (int index = 0; index < format_count; index++) {
    if (strlen(formats[index]) == length && strncasecmp(formats[index], name, length) == 0) {
      return true;
    }
  }
  return false;
}

#endif
