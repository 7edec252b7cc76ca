#include "CSchematicTasks.h"

#include <stddef.h>

static _Thread_local void *queue_of_thread;

void *schematic_jobs_queue(void) { return queue_of_thread; }

// Elsewhere, a step that waits ends the program with a message.
#if (defined(__linux__) || defined(__APPLE__)) && __has_attribute(swiftcall)

#include <pthread.h>

#define SWIFT_CALL __attribute__((swiftcall))

// Swift's runtime calls a hook, if there is one, in place of its global executor. The symbol is weak, so a
// program without it links, too. The runtime has hooks for the main executor and for delays as well, and that
// of 6.3 never calls them.
typedef SWIFT_CALL void (*enqueue)(void *job);
typedef SWIFT_CALL void (*enqueue_hook)(void *job, enqueue original);
extern __attribute__((weak)) enqueue_hook swift_task_enqueueGlobal_hook;

static _Thread_local schematic_keep *keep_of_thread;
static enqueue_hook earlier;

static SWIFT_CALL void catch_job(void *job, enqueue original) {
  if (queue_of_thread) keep_of_thread(queue_of_thread, job);
  else if (earlier) earlier(job, original);
  else original(job);
}

bool schematic_jobs_can_be_caught(void) { return &swift_task_enqueueGlobal_hook != NULL; }

// The threads that catch jobs. The hook is there as long as one of them does.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int catching_threads;

static void change_threads(int number) {
  if (!schematic_jobs_can_be_caught()) return;
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

void *schematic_jobs_catch(void *queue, schematic_keep *keep) {
  void *before = queue_of_thread;
  queue_of_thread = queue;
  keep_of_thread = keep;
  if (queue && !before) change_threads(1);
  if (!queue && before) change_threads(-1);
  return before;
}

#else

bool schematic_jobs_can_be_caught(void) { return false; }

void *schematic_jobs_catch(void *queue, schematic_keep *keep) {
  void *before = queue_of_thread;
  queue_of_thread = queue;
  return before;
}

#endif
