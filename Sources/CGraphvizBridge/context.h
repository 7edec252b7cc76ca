#ifndef SCHEMATIC_CONTEXT_H
#define SCHEMATIC_CONTEXT_H

#include <stdbool.h>

#include "graphviz.h"

/// The one context that is kept from call to call, made when there is none; null for want of
/// memory.
GVC_t *sgv_context(void);

/// Gives the context up after a call with it failed, which may have spoilt it.
void sgv_context_abandon(void);

/// Whether a plug-in of the kept context writes the format into memory.
bool sgv_context_has_format(const char *name);

/// Whether a plug-in of the kept context is the layout engine.
bool sgv_context_has_engine(const char *name);

#endif
