#ifndef SCHEMATIC_MESSAGES_H
#define SCHEMATIC_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>

/// Starts to collect what the library says. `longest` is the length of the text about to be read:
/// no message can be much longer.
void sgv_messages_begin(size_t longest);

/// Calls a function at each message from now on; at none when it is null.
void sgv_messages_observe(void (*observer)(void));

/// Whether an error, and not just a warning, has been reported since the beginning.
bool sgv_messages_hold_an_error(void);

/// Stops collecting and returns the words, which the caller frees; null when there were none.
char *sgv_messages_end(void);

#endif
