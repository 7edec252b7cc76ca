#include "worker.h"

#include <pthread.h>
#include <stddef.h>

// One thread, because the library keeps its state in globals and some of what it uses keeps state
// for each thread; and with a stack of its own, because the layout recurses once for every state
// of a chain, and 8,000 overflow the stack of a thread from a pool. Only what is used is paid for.
static const size_t stack_size = (size_t)256 << 20;

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t handover = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static void (*current_job)(void *argument);
static void *current_argument;

static bool is_running;

static void *run(void *unused) {
  (void)unused;
  pthread_mutex_lock(&handover);
  for (;;) {
    while (current_job == NULL) pthread_cond_wait(&given, &handover);
    current_job(current_argument);
    current_job = NULL;
    pthread_cond_signal(&finished);
  }
  return NULL;
}

static bool start(void) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  bool started = pthread_attr_setstacksize(&attributes, stack_size) == 0 &&
                 pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
                 pthread_create(&thread, &attributes, run, NULL) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

bool sgv_perform(void (*job)(void *argument), void *argument) {
  pthread_mutex_lock(&turn);
  if (!is_running) is_running = start();
  bool performs = is_running;
  if (performs) {
    pthread_mutex_lock(&handover);
    current_job = job;
    current_argument = argument;
    pthread_cond_signal(&given);
    while (current_job != NULL) pthread_cond_wait(&finished, &handover);
    pthread_mutex_unlock(&handover);
  }
  pthread_mutex_unlock(&turn);
  return performs;
}
