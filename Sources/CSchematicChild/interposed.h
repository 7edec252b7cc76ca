#ifndef SCHEMATIC_INTERPOSED_H
#define SCHEMATIC_INTERPOSED_H

#include <dlfcn.h>

// A function that comes before that of a library, and gives way to one of the program's own.
#define WEAK __attribute__((weak, visibility("default")))

/// Returns a function of a library by its name, which is the one behind any of this file.
#define LIBRARY(name, result, ...)                                          \
  ({                                                                        \
    static void *known;                                                     \
    void *found = __atomic_load_n(&known, __ATOMIC_ACQUIRE);                \
    if (!found) {                                                           \
      found = dlsym(RTLD_NEXT, name);                                       \
      __atomic_store_n(&known, found, __ATOMIC_RELEASE);                    \
    }                                                                       \
    (result(*)(__VA_ARGS__)) found;                                         \
  })

#endif
