#ifndef SCHEMATIC_UTF8_H
#define SCHEMATIC_UTF8_H

#include <stddef.h>

/// How many bytes from the beginning are well-formed UTF-8.
size_t sgv_utf8_prefix(const char *text, size_t length);

#endif
