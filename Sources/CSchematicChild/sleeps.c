// Work that a program gives to Dispatch for later, or for another thread, while jobs are caught.
//
// Task.sleep, DispatchQueue.async, asyncAfter, timers and semaphores end in the functions below. An
// executable's own functions come before those of the libraries that it loads, so these catch the calls,
// and pass on what is not part of a step. They are weak, so that a program that contains Dispatch links.
#define _GNU_SOURCE
#include "tasks.h"

static void (*follower)(schematic_sleep *sleep);

void schematic_sleeps_follow(void (*follow)(schematic_sleep *sleep)) {
  __atomic_store_n(&follower, follow, __ATOMIC_RELEASE);
}

// Elsewhere, sleeps end when their time has passed, and a step doesn't wait for them.
#if defined(__linux__) && __has_include(<features.h>)
#include <features.h>
#endif

#if defined(__GLIBC__) && __has_attribute(swiftcall)

#include <stdint.h>
#include <stdlib.h>

#include "interposed.h"

/// The beginning of each block, by the specification of Clang's blocks.
typedef struct block {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *block);
} block;

/// A block that calls a function of Swift.
typedef struct swift_block {
  block block;
  struct {
    unsigned long reserved, size;
  } *descriptor;
  const void *function;
} swift_block;

struct schematic_sleep {
  /// The task that sleeps; null if this is a call for later, or a timer.
  void *task;
  /// The timer; null if this is none.
  struct timer *timer;
  /// True if the timer fires again without a call.
  bool is_again;
  /// The time when it ends, in nanoseconds since the machine was made.
  uint64_t end;
  schematic_call *function;
  void *context;
};

/// A source that Dispatch would fire after some time.
typedef struct timer {
  void *source, *queue, *handler;
  uint64_t next_time, interval;
  int suspensions;
  bool is_set;
  schematic_sleep *sleep;
  struct timer *next;
} timer;

/// A block, and the queue that it is for.
typedef struct queued_block {
  void *queue;
  block *block;
} queued_block;

extern WEAK void *swift_task_getCurrent(void);
extern WEAK void *swift_retain(void *object);
extern WEAK void swift_release(void *object);
extern WEAK __attribute__((swiftcall)) bool swift_task_isCancelled(void *task);

static bool is_main(void *queue) { return queue == dlsym(RTLD_DEFAULT, "_dispatch_main_q"); }

static queued_block *queued(void *queue, void *work) {
  queued_block *item = malloc(sizeof(queued_block));
  if (!item) abort();
  LIBRARY("dispatch_retain", void, void *)(queue);
  *item = (queued_block){queue, LIBRARY("_Block_copy", void *, const void *)(work)};
  return item;
}

/// Runs a block on this thread, as a part of its queue's work.
static void run_queued(void *context) {
  queued_block *item = context;
  // Only the main thread may do the work of the main queue, which it does before the step ends.
  if (is_main(item->queue)) {
    LIBRARY("dispatch_async", void, void *, void *)(item->queue, item->block);
  } else {
    LIBRARY("dispatch_sync", void, void *, void *)(item->queue, item->block);
  }
  LIBRARY("dispatch_release", void, void *)(item->queue);
  LIBRARY("_Block_release", void, const void *)(item->block);
  free(item);
}

/// Begins a sleep.
static void begin_sleep(schematic_sleep values) {
  schematic_sleep *sleep = malloc(sizeof(schematic_sleep));
  if (!sleep) abort();
  *sleep = values;
  if (values.task) swift_retain(values.task);
  if (values.timer) values.timer->sleep = sleep;
  void (*follow)(schematic_sleep *) = __atomic_load_n(&follower, __ATOMIC_ACQUIRE);
  if (follow) follow(sleep);
}

/// The timers that were made on this thread while jobs were caught.
static _Thread_local timer *timers;

/// A block that is for its queue when nothing of a group is left.
typedef struct notification {
  void *group;
  queued_block *item;
  struct notification *next;
} notification;

/// The notifications that were asked for on this thread, the first one first.
static _Thread_local notification *notifications;

void schematic_sleeps_forget(void) {
  timers = NULL;
  notifications = NULL;
}

static timer *timer_of(void *source) {
  timer *timer = schematic_tasks_are_being_caught() ? timers : NULL;
  while (timer && timer->source != source) timer = timer->next;
  return timer;
}

static bool will_fire(timer *timer) {
  return timer->is_set && timer->handler && timer->suspensions == 0 &&
         !LIBRARY("dispatch_source_testcancel", intptr_t, void *)(timer->source);
}

/// Lets a timer wait for a step, if it does not yet and will fire.
static void wait_for_step(timer *timer, bool is_again) {
  if (!timer->sleep && will_fire(timer)) {
    begin_sleep((schematic_sleep){.timer = timer, .is_again = is_again, .end = timer->next_time});
  }
}

static void fire(timer *timer) {
  timer->sleep = NULL;
  if (!will_fire(timer)) return;
  timer->is_set = timer->interval != UINT64_MAX;
  timer->next_time += timer->interval;
  run_queued(queued(timer->queue, timer->handler));
  wait_for_step(timer, true);
}

bool schematic_sleep_is_again(schematic_sleep *sleep) { return sleep->is_again; }

uint64_t schematic_sleep_deadline(schematic_sleep *sleep) { return sleep->end; }

uint64_t schematic_sleep_length(schematic_sleep *sleep) { return sleep->end - schematic_clocks_time(0); }

const void *schematic_sleep_code(schematic_sleep *sleep) {
  if (sleep->task) return NULL;
  void *work = sleep->timer ? sleep->timer->handler : ((queued_block *)sleep->context)->block;
  swift_block *block = work;
  return block && block->descriptor->size >= sizeof(swift_block) ? block->function : NULL;
}

bool schematic_sleep_is_canceled(schematic_sleep *sleep) {
  if (sleep->task) return swift_task_isCancelled(sleep->task);
  if (sleep->timer) return !will_fire(sleep->timer);
  block *work = ((queued_block *)sleep->context)->block;
  // Only a block that was made for it, as that of a DispatchWorkItem, can be asked.
  void **special = dlsym(RTLD_DEFAULT, "_dispatch_block_special_invoke");
  return special && (void *)work->invoke == *special &&
         LIBRARY("dispatch_block_testcancel", intptr_t, void *)(work) != 0;
}

void schematic_sleep_end(schematic_sleep *sleep, bool is_over) {
  // Of a sleep that was canceled, nobody knows when that was.
  if (is_over) schematic_clocks_pass(sleep->end);
  if (sleep->timer) fire(sleep->timer);
  else sleep->function(sleep->context);
  if (sleep->task) swift_release(sleep->task);
  free(sleep);
}

WEAK void dispatch_after(uint64_t when, void *queue, void *work) {
  if (schematic_tasks_are_being_caught()) {
    begin_sleep((schematic_sleep){
        .end = schematic_clocks_time(when), .function = run_queued, .context = queued(queue, work)});
  } else {
    LIBRARY("dispatch_after", void, uint64_t, void *, void *)(when, queue, work);
  }
}

WEAK void dispatch_after_f(uint64_t when, void *queue, void *context, schematic_call *function) {
  bool is_caught = schematic_tasks_are_being_caught() && swift_task_getCurrent;
  void *task = is_caught ? swift_task_getCurrent() : NULL;
  if (task) {
    begin_sleep((schematic_sleep){
        .task = task, .end = schematic_clocks_time(when), .function = function, .context = context});
  } else {
    LIBRARY("dispatch_after_f", void, uint64_t, void *, void *, schematic_call *)
    (when, queue, context, function);
  }
}

WEAK void dispatch_async(void *queue, void *work) {
  if (schematic_tasks_are_being_caught() && !is_main(queue)) {
    schematic_tasks_keep_call(run_queued, queued(queue, work));
  } else {
    LIBRARY("dispatch_async", void, void *, void *)(queue, work);
  }
}

WEAK void dispatch_barrier_async(void *queue, void *work) {
  if (schematic_tasks_are_being_caught() && !is_main(queue)) {
    schematic_tasks_keep_call(run_queued, queued(queue, work));
  } else {
    LIBRARY("dispatch_barrier_async", void, void *, void *)(queue, work);
  }
}

static bool is_over(void *group) {
  return LIBRARY("dispatch_group_wait", intptr_t, void *, uint64_t)(group, 0) == 0;
}

bool schematic_notifications_keep(void) {
  for (notification **place = &notifications; *place; place = &(*place)->next) {
    notification *first = *place;
    if (!is_over(first->group)) continue;
    *place = first->next;
    schematic_tasks_keep_call(run_queued, first->item);
    LIBRARY("dispatch_release", void, void *)(first->group);
    free(first);
    return true;
  }
  return false;
}

WEAK void dispatch_group_notify(void *group, void *queue, void *work) {
  if (!schematic_tasks_are_being_caught()) {
    LIBRARY("dispatch_group_notify", void, void *, void *, void *)(group, queue, work);
    return;
  }
  notification *last = malloc(sizeof(notification));
  if (!last) abort();
  LIBRARY("dispatch_retain", void, void *)(group);
  *last = (notification){group, queued(queue, work), NULL};
  notification **place = &notifications;
  while (*place) place = &(*place)->next;
  *place = last;
}

/// Runs a block, which then leaves its group.
static void run_in_group(void *context) {
  notification *item = context;
  run_queued(item->item);
  LIBRARY("dispatch_group_leave", void, void *)(item->group);
  LIBRARY("dispatch_release", void, void *)(item->group);
  free(item);
}

WEAK void dispatch_group_async(void *group, void *queue, void *work) {
  if (!schematic_tasks_are_being_caught() || is_main(queue)) {
    LIBRARY("dispatch_group_async", void, void *, void *, void *)(group, queue, work);
    return;
  }
  notification *item = malloc(sizeof(notification));
  if (!item) abort();
  LIBRARY("dispatch_retain", void, void *)(group);
  LIBRARY("dispatch_group_enter", void, void *)(group);
  *item = (notification){group, queued(queue, work), NULL};
  schematic_tasks_keep_call(run_in_group, item);
}

static bool is_for(void *item, void *queue) { return ((queued_block *)item)->queue == queue; }

/// Runs a block after those that its queue was given before.
static void run_sync(void (*run)(void *queue, void *work), void *queue, void *work) {
  if (schematic_tasks_are_being_caught()) schematic_tasks_run_kept_calls(run_queued, is_for, queue);
  run(queue, work);
}

WEAK void dispatch_sync(void *queue, void *work) {
  run_sync(LIBRARY("dispatch_sync", void, void *, void *), queue, work);
}

WEAK void dispatch_barrier_sync(void *queue, void *work) {
  run_sync(LIBRARY("dispatch_barrier_sync", void, void *, void *), queue, work);
}

/// Runs what this thread has kept until a function returns 0, which it does when nothing is awaited any more.
static intptr_t wait_for(intptr_t (*wait)(void *awaited, uint64_t until), void *awaited, uint64_t until) {
  if (schematic_tasks_are_being_caught()) {
    do {
      if (wait(awaited, 0) == 0) return 0;
    } while (schematic_tasks_run_kept());
  }
  return wait(awaited, until);
}

WEAK intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t until) {
  return wait_for(LIBRARY("dispatch_semaphore_wait", intptr_t, void *, uint64_t), semaphore, until);
}

WEAK intptr_t dispatch_group_wait(void *group, uint64_t until) {
  return wait_for(LIBRARY("dispatch_group_wait", intptr_t, void *, uint64_t), group, until);
}

WEAK void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  void *source = LIBRARY("dispatch_source_create", void *, const void *, uintptr_t, uintptr_t, void *)(
      type, handle, mask, queue);
  if (!schematic_tasks_are_being_caught() || type != dlsym(RTLD_DEFAULT, "_dispatch_source_type_timer"))
    return source;
  timer *timer = calloc(1, sizeof(*timer));
  if (!timer) abort();
  timer->source = source;
  timer->queue = queue ? queue : LIBRARY("dispatch_get_global_queue", void *, intptr_t, uintptr_t)(0, 0);
  // Each source is suspended at first.
  timer->suspensions = 1;
  timer->next = timers;
  timers = timer;
  // Nothing else has its address from now on.
  LIBRARY("dispatch_retain", void, void *)(source);
  LIBRARY("dispatch_retain", void, void *)(timer->queue);
  return source;
}

WEAK void dispatch_source_set_event_handler(void *source, void *handler) {
  timer *timer = timer_of(source);
  if (!timer) {
    LIBRARY("dispatch_source_set_event_handler", void, void *, void *)(source, handler);
    return;
  }
  timer->handler = handler ? LIBRARY("_Block_copy", void *, const void *)(handler) : NULL;
  wait_for_step(timer, false);
}

WEAK void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  timer *timer = timer_of(source);
  if (!timer) {
    LIBRARY("dispatch_source_set_timer", void, void *, uint64_t, uint64_t, uint64_t)
    (source, start, interval, leeway);
    return;
  }
  timer->next_time = schematic_clocks_time(start);
  timer->interval = interval;
  timer->is_set = start != UINT64_MAX;
  wait_for_step(timer, false);
}

static void resumed(timer *timer) {
  if (!timer) return;
  timer->suspensions--;
  wait_for_step(timer, false);
}

WEAK void dispatch_resume(void *object) {
  LIBRARY("dispatch_resume", void, void *)(object);
  resumed(timer_of(object));
}

WEAK void dispatch_activate(void *object) {
  LIBRARY("dispatch_activate", void, void *)(object);
  resumed(timer_of(object));
}

WEAK void dispatch_suspend(void *object) {
  LIBRARY("dispatch_suspend", void, void *)(object);
  timer *timer = timer_of(object);
  if (timer) timer->suspensions++;
}

#else

bool schematic_sleep_is_again(schematic_sleep *sleep) { return false; }
uint64_t schematic_sleep_deadline(schematic_sleep *sleep) { return 0; }
uint64_t schematic_sleep_length(schematic_sleep *sleep) { return 0; }
const void *schematic_sleep_code(schematic_sleep *sleep) { return NULL; }
bool schematic_sleep_is_canceled(schematic_sleep *sleep) { return false; }
void schematic_sleep_end(schematic_sleep *sleep, bool is_over) {}
void schematic_sleeps_forget(void) {}

#endif
