#include "CSchematicChild.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int traps[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { most = 2000, trap_count = sizeof(traps) / sizeof(traps[0]) };

struct schematic_announcement {
  /// Set before other threads see the announcement. The list keeps announcements that were given back.
  struct schematic_announcement *next;
  atomic_bool is_taken;
  bool is_for_any_thread;
  pthread_t thread;
  atomic_size_t length;
  char sentence[most];
};

static _Atomic(struct schematic_announcement *) first;
static struct sigaction previous[trap_count];

/// Writes this thread's sentences, or the sentences for any thread; returns whether there were any.
static bool write_sentences(bool is_for_any_thread) {
  bool has_written = false;
  for (struct schematic_announcement *each = atomic_load(&first); each; each = each->next) {
    size_t length = atomic_load(&each->length);
    if (length == 0 || each->is_for_any_thread != is_for_any_thread) continue;
    if (!is_for_any_thread && !pthread_equal(each->thread, pthread_self())) continue;
    has_written |= write(STDERR_FILENO, each->sentence, length) > 0;
  }
  return has_written;
}

/// Handles a trap: writes the announced sentences, and then lets the program's former handler run.
static void announce(int number, siginfo_t *info, void *context) {
  (void)context;
  if (!write_sentences(false)) write_sentences(true);
  for (int index = 0; index < trap_count; index++) {
    if (traps[index] == number) sigaction(number, &previous[index], NULL);
  }
  // A faulty instruction traps again when this function returns. A signal that the program raised
  // doesn't come again, and after SIGTRAP the program would continue. These are raised again here.
  if (info->si_code <= 0 || number == SIGTRAP) raise(number);
}

static void watch_traps(void) {
  struct sigaction action = {.sa_sigaction = announce, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < trap_count; index++) {
    sigaction(traps[index], &action, &previous[index]);
  }
}

schematic_announcement *schematic_announcement_take(bool is_for_any_thread) {
  struct schematic_announcement *found = atomic_load(&first);
  while (found && atomic_exchange(&found->is_taken, true)) found = found->next;
  if (!found) {
    found = calloc(1, sizeof(*found));
    if (!found) return NULL;
    atomic_store(&found->is_taken, true);
    found->next = atomic_load(&first);
    while (!atomic_compare_exchange_weak(&first, &found->next, found)) {
    }
  }
  found->is_for_any_thread = is_for_any_thread;
  return found;
}

void schematic_announce(schematic_announcement *announcement, const char *sentence) {
  if (!announcement) return;
  atomic_store(&announcement->length, 0);
  if (!sentence) return;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_traps);
  size_t count = strnlen(sentence, most);
  memcpy(announcement->sentence, sentence, count);
  announcement->thread = pthread_self();
  atomic_store(&announcement->length, count);
}

void schematic_announcement_give_back(schematic_announcement *announcement) {
  if (!announcement) return;
  schematic_announce(announcement, NULL);
  atomic_store(&announcement->is_taken, false);
}
