#include "CSchematicChild.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { most = 1000 };

static char sentence[most];
static volatile sig_atomic_t length;

/// Writes the sentence, and lets the trap end the program.
static void announce(int number) {
  ssize_t written = length > 0 ? write(STDERR_FILENO, sentence, (size_t)length) : 0;
  (void)written;
  signal(number, SIG_DFL);
  raise(number);
}

void schematic_announce(const char *text) {
  static const int traps[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
  length = 0;
  for (size_t index = 0; index < sizeof(traps) / sizeof(traps[0]); index++) {
    signal(traps[index], text == NULL ? SIG_DFL : announce);
  }
  if (text == NULL) return;
  size_t count = strnlen(text, most);
  memcpy(sentence, text, count);
  length = (sig_atomic_t)count;
}
