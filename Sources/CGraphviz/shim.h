// Swift never imports this module: it is here so that the package manager asks pkg-config for
// Graphviz's flags and names the system package to install.

// The name with the folder is for machines without pkg-config: no flag adds that folder there.
#if __has_include(<gvc.h>)
#include <gvc.h>
#elif __has_include(<graphviz/gvc.h>)
#include <graphviz/gvc.h>
#else
#error "Graphviz's headers are missing: install libgraphviz-dev (or run `make graphviz`)"
#endif
