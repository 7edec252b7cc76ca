#include "CSchematicTasks.h"

static _Thread_local void *owner;

void *schematic_tasks_owner(void) { return owner; }

void *schematic_tasks_set_owner(void *new_owner) {
  void *old_owner = owner;
  owner = new_owner;
  return old_owner;
}

// Elsewhere, a step that waits ends the program with a message.
#if (defined(__linux__) || defined(__APPLE__)) && __has_attribute(swiftcall)

#include <pthread.h>
#include <stdlib.h>

#define SWIFT_CALL __attribute__((swiftcall))

// Swift's runtime calls a hook, if there is one, in place of its global executor. The symbol is weak, so a
// program without it links, too. The runtime has hooks for the main executor and for delays as well, and that
// of 6.3 never calls them.
typedef SWIFT_CALL void (*enqueue)(void *job);
typedef SWIFT_CALL void (*enqueue_hook)(void *job, enqueue original);
extern __attribute__((weak)) enqueue_hook swift_task_enqueueGlobal_hook;

/// The jobs that were caught on a thread, the first one first.
typedef struct caught_jobs {
  void **jobs;
  size_t first, count, room;
  int depth;
  schematic_run *run;
} caught_jobs;

static _Thread_local caught_jobs caught;

bool schematic_tasks_keep(void *job) {
  if (caught.depth == 0) return false;
  if (caught.count == caught.room) {
    size_t room = caught.room ? 2 * caught.room : 16;
    void **jobs = realloc(caught.jobs, room * sizeof(void *));
    if (!jobs) abort();
    caught.jobs = jobs;
    caught.room = room;
  }
  caught.jobs[caught.count++] = job;
  return true;
}

static enqueue_hook earlier;

static SWIFT_CALL void catch_job(void *job, enqueue original) {
  if (schematic_tasks_keep(job)) return;
  if (earlier) earlier(job, original);
  else original(job);
}

bool schematic_tasks_are_caught(void) { return &swift_task_enqueueGlobal_hook != NULL; }

// The threads that catch jobs. The hook is there as long as one of them does.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int catching_threads;

static void change_threads(int number) {
  if (!schematic_tasks_are_caught()) return;
  pthread_mutex_lock(&lock);
  enqueue_hook hook = __atomic_load_n(&swift_task_enqueueGlobal_hook, __ATOMIC_ACQUIRE);
  catching_threads += number;
  if (catching_threads > 0 && hook != catch_job) {
    earlier = hook;
    __atomic_store_n(&swift_task_enqueueGlobal_hook, catch_job, __ATOMIC_RELEASE);
  } else if (catching_threads == 0 && hook == catch_job) {
    // If somebody else has set a hook since, which may call this one, it stays.
    __atomic_store_n(&swift_task_enqueueGlobal_hook, earlier, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&lock);
}

void schematic_tasks_begin(schematic_run *run) {
  caught.run = run;
  if (caught.depth++ == 0) change_threads(1);
}

void schematic_tasks_end(void) {
  if (--caught.depth > 0) return;
  caught.first = caught.count = 0;
  change_threads(-1);
}

bool schematic_tasks_run_next(void) {
  if (caught.first == caught.count) return false;
  caught.run(caught.jobs[caught.first++]);
  return true;
}

#else

bool schematic_tasks_are_caught(void) { return false; }
void schematic_tasks_begin(schematic_run *run) {}
void schematic_tasks_end(void) {}
bool schematic_tasks_keep(void *job) { return false; }
bool schematic_tasks_run_next(void) { return false; }

#endif
