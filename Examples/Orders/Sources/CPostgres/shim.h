// The C library of PostgreSQL's clients.
#include <libpq-fe.h>
