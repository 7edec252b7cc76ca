// The time in a step of a hand-written machine, which stands still.
//
// Date(), clocks and sleeps of a thread end in the functions below. An executable's own functions come before
// those of the libraries that it loads, so these answer while jobs are caught, and pass on all else. They
// are weak, so that a program with functions of its own links.
#define _GNU_SOURCE
#include "tasks.h"

#if defined(__linux__) && __has_include(<features.h>)
#include <features.h>
#endif

#if defined(__GLIBC__)

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "interposed.h"

enum {
  // Midnight of the first day of 2001, in seconds since 1970; it is the reference date of Foundation.
  FIRST_SECOND = 978307200,
  // A day, so that no usual duration reaches back to before the computer was started.
  SECONDS_SINCE_START = 86400,
  NANOSECONDS = 1000000000,
  // The readings in a step after which time goes by, because a loop waits for it.
  MOST_READINGS = 1000,
};

/// The time that the step has slept, and how often it has asked for the time.
static _Thread_local struct timespec slept;
static _Thread_local int readings;

void schematic_clocks_begin(void) {
  slept = (struct timespec){0, 0};
  readings = 0;
}

static void pass(struct timespec duration) {
  slept.tv_sec += duration.tv_sec;
  slept.tv_nsec += duration.tv_nsec;
  if (slept.tv_nsec < NANOSECONDS) return;
  slept.tv_sec++;
  slept.tv_nsec -= NANOSECONDS;
}

static struct timespec time_of_step(clockid_t clock) {
  if (++readings > MOST_READINGS) pass((struct timespec){1, 0});
  bool is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  return (struct timespec){(is_date ? FIRST_SECOND : SECONDS_SINCE_START) + slept.tv_sec, slept.tv_nsec};
}

WEAK int clock_gettime(clockid_t clock, struct timespec *time) {
  bool is_of_processor = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0;
  if (is_of_processor || !schematic_tasks_are_being_caught()) {
    return LIBRARY("clock_gettime", int, clockid_t, struct timespec *)(clock, time);
  }
  *time = time_of_step(clock);
  return 0;
}

WEAK int gettimeofday(struct timeval *time, void *zone) {
  if (!schematic_tasks_are_being_caught()) {
    return LIBRARY("gettimeofday", int, struct timeval *, void *)(time, zone);
  }
  struct timespec now = time_of_step(CLOCK_REALTIME);
  *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

WEAK time_t time(time_t *time) {
  if (!schematic_tasks_are_being_caught()) return LIBRARY("time", time_t, time_t *)(time);
  time_t now = time_of_step(CLOCK_REALTIME).tv_sec;
  if (time) *time = now;
  return now;
}

WEAK int nanosleep(const struct timespec *duration, struct timespec *rest) {
  if (!schematic_tasks_are_being_caught()) {
    return LIBRARY("nanosleep", int, const struct timespec *, struct timespec *)(duration, rest);
  }
  pass(*duration);
  return 0;
}

WEAK int usleep(useconds_t microseconds) {
  if (!schematic_tasks_are_being_caught()) return LIBRARY("usleep", int, useconds_t)(microseconds);
  pass((struct timespec){microseconds / 1000000, microseconds % 1000000 * 1000});
  return 0;
}

WEAK unsigned sleep(unsigned seconds) {
  if (!schematic_tasks_are_being_caught()) return LIBRARY("sleep", unsigned, unsigned)(seconds);
  pass((struct timespec){seconds, 0});
  return 0;
}

#else

void schematic_clocks_begin(void) {}

#endif
