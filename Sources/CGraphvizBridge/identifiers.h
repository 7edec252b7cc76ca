#ifndef SCHEMATIC_IDENTIFIERS_H
#define SCHEMATIC_IDENTIFIERS_H

#include <stdbool.h>

#include "graphviz.h"

/// Numbers the objects of a graph in order of creation, one graph at a time.
///
/// The library's own allocator uses the address of an object's name, and clusters are laid out in
/// the order of their numbers: the same text then looks different on every reading.
extern Agiddisc_t sgv_identifiers;

/// Whether an object goes by a name that the text gave it.
bool sgv_is_named(void *object);

#endif
