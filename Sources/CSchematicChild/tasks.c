#include "tasks.h"

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
#include <string.h>

#define SWIFT_CALL __attribute__((swiftcall))

// Swift's runtime calls a hook, if there is one, in place of its global executor. Both symbols are
// weak, so a program without them links, too.
typedef SWIFT_CALL void (*enqueue)(void *job);
typedef SWIFT_CALL void (*enqueue_hook)(void *job, enqueue original);
extern __attribute__((weak)) enqueue_hook swift_task_enqueueGlobal_hook;
extern __attribute__((weak)) void _dispatch_main_queue_callback_4CF(void *unused);

/// A job of Swift's concurrency or, if there is a function, a call of it.
typedef struct caught_job {
  schematic_call *function;
  void *context;
} caught_job;

/// The jobs that were caught on a thread, the first one first.
typedef struct caught_jobs {
  caught_job *jobs;
  size_t first, count, room;
  int depth;
} caught_jobs;

static _Thread_local caught_jobs caught;
static enqueue_hook earlier;

/// Runs a job of Swift's concurrency.
static _Thread_local schematic_call *run_job;

// A copy of the process has one thread, which keeps its name here. Only the copy of the main thread may
// run the main queue.
static pthread_t main_thread;

__attribute__((constructor)) static void remember_main_thread(void) { main_thread = pthread_self(); }

bool schematic_tasks_are_being_caught(void) { return caught.depth > 0; }

bool schematic_tasks_keep_call(schematic_call *function, void *context) {
  if (caught.depth == 0) return false;
  if (caught.count == caught.room) {
    size_t room = caught.room ? 2 * caught.room : 16;
    caught_job *jobs = realloc(caught.jobs, room * sizeof(caught_job));
    if (!jobs) abort();
    caught.jobs = jobs;
    caught.room = room;
  }
  caught.jobs[caught.count++] = (caught_job){function, context};
  return true;
}

bool schematic_tasks_keep(void *job) { return schematic_tasks_keep_call(NULL, job); }

static SWIFT_CALL void catch_job(void *job, enqueue original) {
  if (schematic_tasks_keep(job)) return;
  if (earlier) earlier(job, original);
  else original(job);
}

bool schematic_tasks_are_caught(void) { return &swift_task_enqueueGlobal_hook != NULL; }

void schematic_tasks_begin(schematic_call *run) {
  run_job = run;
  // Several threads may do this at once, and all of them write the same.
  if (schematic_tasks_are_caught()) {
    enqueue_hook hook = __atomic_load_n(&swift_task_enqueueGlobal_hook, __ATOMIC_ACQUIRE);
    if (hook != catch_job) {
      earlier = hook;
      __atomic_store_n(&swift_task_enqueueGlobal_hook, catch_job, __ATOMIC_RELEASE);
    }
  }
  if (caught.depth++ == 0) schematic_clocks_begin_step();
}

void schematic_tasks_end(void) {
  if (--caught.depth == 0) caught.first = caught.count = 0;
}

bool schematic_tasks_run_kept(void) {
  if (caught.first == caught.count && !schematic_notifications_keep()) return false;
  caught_job job = caught.jobs[caught.first++];
  (job.function ? job.function : run_job)(job.context);
  return true;
}

void schematic_tasks_run_kept_calls(schematic_call *function, bool (*is_meant)(void *, void *), void *key) {
  for (size_t place = caught.first; place < caught.count; place++) {
    caught_job job = caught.jobs[place];
    if (job.function != function || !is_meant(job.context, key)) continue;
    caught_job *first = &caught.jobs[caught.first++];
    memmove(first + 1, first, (place + 1 - caught.first) * sizeof(caught_job));
    job.function(job.context);
  }
}

// One call runs what the main queue holds, and not what that adds to it; nobody tells whether it is empty.
static const int most_rounds = 100;

bool schematic_tasks_run_next(void) {
  if (&_dispatch_main_queue_callback_4CF && pthread_equal(pthread_self(), main_thread)) {
    for (int round = 0; caught.first == caught.count && round < most_rounds; round++) {
      _dispatch_main_queue_callback_4CF(NULL);
    }
  }
  return schematic_tasks_run_kept();
}

#else

bool schematic_tasks_are_caught(void) { return false; }
void schematic_tasks_begin(schematic_call *run) {}
void schematic_tasks_end(void) {}
bool schematic_tasks_keep(void *job) { return false; }
bool schematic_tasks_run_next(void) { return false; }

#endif
