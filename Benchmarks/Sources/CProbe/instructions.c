// Marks stretches of the program for callgrind, which counts their instructions. Outside callgrind
// the marks do nothing.
#include "CProbe.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool probe_counts_instructions(void) { return RUNNING_ON_VALGRIND != 0; }
void probe_forget_instructions(void) { CALLGRIND_ZERO_STATS; }
void probe_write_instructions(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
#else
bool probe_counts_instructions(void) { return false; }
void probe_forget_instructions(void) {}
void probe_write_instructions(const char *name) { (void)name; }
#endif
