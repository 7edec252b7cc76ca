#include "CSchematicChild.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
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

static void handle_traps(void (*handler)(int)) {
  static const int traps[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
  for (size_t index = 0; index < sizeof(traps) / sizeof(traps[0]); index++) {
    signal(traps[index], handler);
  }
}

void schematic_announce(const char *text) {
  length = 0;
  handle_traps(text == NULL ? SIG_DFL : announce);
  if (text == NULL) return;
  size_t count = strnlen(text, most);
  memcpy(sentence, text, count);
  length = (sig_atomic_t)count;
}

static volatile sig_atomic_t offset_of_codes;

static void leave(int number) { _exit(number + offset_of_codes); }

void schematic_exit_on_signals(int offset) {
  offset_of_codes = offset;
  handle_traps(leave);
  signal(SIGXCPU, leave);
}

void schematic_limit_time(int seconds) {
  struct rusage used;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
  // Each part may lack almost a second.
  limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + seconds + 1);
  setrlimit(RLIMIT_CPU, &limit);
}
