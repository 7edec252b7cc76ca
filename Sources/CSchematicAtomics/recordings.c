// The only thing that isn't inlined: a program has one count. Swift Build doesn't link a target that is a header
// and nothing else.
#include "CSchematicAtomics.h"

size_t schematic_recordings = 0;
