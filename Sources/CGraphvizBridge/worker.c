// Linux declares `duplocale` only if it is asked to.
#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "bridge.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <time.h>
// Apple's systems have another header of locales, and wait otherwise by a clock that nobody sets.
#if defined(__APPLE__)
#include <xlocale.h>
#endif

// There is one thread, because the library keeps state in globals, and libraries below it keep state
// for each thread. Its stack is large, because the layout recurses once for every state of a chain:
// 8,000 states overflow the stack of a thread from a pool. Only the part in use takes memory.
static const size_t stack_size = (size_t)256 << 20;

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t handover = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER;
static pthread_cond_t finished;
static void (*current_job)(void *argument);
static void *current_argument;
// Frees the argument of a job that nobody waits for any more; null while somebody waits.
static void (*current_discard)(void *argument);

static bool is_running;

/// Makes this thread read and write numbers with a decimal point, whatever the program's locale. The
/// library itself does so only in some places.
static void use_decimal_point(void) {
  locale_t copy = duplocale(LC_GLOBAL_LOCALE);
  locale_t locale = newlocale(LC_NUMERIC_MASK, "C", copy);
  if (locale != (locale_t)0) uselocale(locale);
}

static void *run(void *unused) {
  (void)unused;
  use_decimal_point();
  pthread_mutex_lock(&handover);
  for (;;) {
    while (current_job == NULL) pthread_cond_wait(&given, &handover);
    pthread_mutex_unlock(&handover);
    current_job(current_argument);
    pthread_mutex_lock(&handover);
    if (current_discard != NULL) current_discard(current_argument);
    current_discard = NULL;
    current_job = NULL;
    pthread_cond_signal(&finished);
  }
  return NULL;
}

/// Prepares to wait by the monotonic clock, which nobody can set.
static bool prepare_to_wait(void) {
#if defined(__APPLE__)
  return pthread_cond_init(&finished, NULL) == 0;
#else
  pthread_condattr_t attributes;
  if (pthread_condattr_init(&attributes) != 0) return false;
  bool prepared = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                  pthread_cond_init(&finished, &attributes) == 0;
  pthread_condattr_destroy(&attributes);
  return prepared;
#endif
}

static bool start(void) {
  pthread_attr_t attributes;
  if (!prepare_to_wait() || pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  bool started = pthread_attr_setstacksize(&attributes, stack_size) == 0 &&
                 pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
                 pthread_create(&thread, &attributes, run, NULL) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

/// Waits until the job is done; returns false if the milliseconds have passed before. 0 is no limit.
static bool wait_until_finished(int milliseconds) {
  struct timespec limit = {0};
#if !defined(__APPLE__)
  clock_gettime(CLOCK_MONOTONIC, &limit);
#endif
  long long nanoseconds = limit.tv_nsec + milliseconds % 1000 * 1000000LL;
  limit.tv_sec += milliseconds / 1000 + nanoseconds / 1000000000;
  limit.tv_nsec = nanoseconds % 1000000000;
  int error = 0;
  while (current_job != NULL && error != ETIMEDOUT) {
    if (milliseconds == 0) {
      error = pthread_cond_wait(&finished, &handover);
    } else {
#if defined(__APPLE__)
      // A thread that wakes too early waits for the whole time again: this system offers no more.
      error = pthread_cond_timedwait_relative_np(&finished, &handover, &limit);
#else
      error = pthread_cond_timedwait(&finished, &handover, &limit);
#endif
    }
  }
  return current_job == NULL;
}

sgv_status sgv_perform(int milliseconds, void (*job)(void *), void *argument,
                       void (*discard)(void *)) {
  sgv_status status = SGV_NO_MEMORY;
  pthread_mutex_lock(&turn);
  if (!is_running) is_running = start();
  if (is_running) {
    pthread_mutex_lock(&handover);
    // A job can only be left here if its caller has given up waiting for it.
    status = current_job == NULL ? SGV_OK : SGV_BUSY;
    if (status == SGV_OK) {
      current_job = job;
      current_argument = argument;
      pthread_cond_signal(&given);
      if (!wait_until_finished(milliseconds)) {
        current_discard = discard;
        status = SGV_TIMED_OUT;
      }
    }
    pthread_mutex_unlock(&handover);
  }
  pthread_mutex_unlock(&turn);
  return status;
}
