#ifndef SCHEMATIC_GRAPHVIZ_H
#define SCHEMATIC_GRAPHVIZ_H

// The library's headers under either of their names: with the folder where no pkg-config says
// where they are.
#if __has_include(<gvc.h>)
#include <gvc.h>
#elif __has_include(<graphviz/gvc.h>)
#include <graphviz/gvc.h>
#else
#error "Graphviz's headers are missing: install libgraphviz-dev (or run `make graphviz`)"
// Fatal, unlike the line above, so that no other error hides it.
#include <gvc.h>
#endif

// Only the layout records of Graphviz 2.x need anything done to them, and later ones differ. The
// headers do not tell their version, but this macro went; the version is asked at run time as well.
#if defined(NILgraph) && defined(GD_rank)
#define SGV_HAS_OLD_LAYOUT_RECORDS 1
#else
#define SGV_HAS_OLD_LAYOUT_RECORDS 0
#endif

#endif
