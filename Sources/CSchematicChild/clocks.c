// The time of a hand-written machine, which stands still until the machine has slept.
//
// Date(), clocks and sleeps of a thread end in the functions below. An executable's own functions come before
// those of the libraries that it loads, so these answer while jobs are caught, and pass on all else. They
// are weak, so that a program with functions of its own links.
#define _GNU_SOURCE
#include "tasks.h"

// Elsewhere, time goes by in a step.
#if defined(__linux__) && __has_include(<features.h>)
#include <features.h>
#endif

#if defined(__GLIBC__)

#include <stdint.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "interposed.h"

// Midnight of the first day of 2001, in seconds since 1970; it is the reference date of Foundation.
static const int64_t FIRST_SECOND = 978307200;
// A day, so that no usual duration reaches back to before the computer was started.
static const int64_t SECONDS_SINCE_START = 86400;
static const int64_t NANOSECONDS = 1000000000;
// The readings in a step after which time goes by, because a loop waits for it.
static const int MOST_READINGS = 1000;

/// The nanoseconds that the machine has slept, and how often the step has asked for the time.
static _Thread_local uint64_t slept;
static _Thread_local int readings;

void schematic_clocks_begin(void) { slept = 0; }

void schematic_clocks_begin_step(void) { readings = 0; }

void schematic_clocks_pass(uint64_t time) {
  if (slept < time) slept = time;
}

static void pass(uint64_t seconds, uint64_t nanoseconds) { slept += seconds * NANOSECONDS + nanoseconds; }

uint64_t schematic_clocks_time(uint64_t time) {
  // Dispatch counts from the start of the computer or, if both first bits are set, down from 1970. The first
  // bit alone means that the time in which the computer is asleep counts, too.
  if (time == 0 || time == UINT64_MAX) return slept;
  int64_t since = time >> 62 == 3 ? -(int64_t)time - FIRST_SECOND * NANOSECONDS
                                  : (int64_t)(time << 1 >> 1) - SECONDS_SINCE_START * NANOSECONDS;
  return since < 0 ? slept : (uint64_t)since;
}

static struct timespec time_of_step(clockid_t clock) {
  if (++readings > MOST_READINGS) pass(1, 0);
  bool is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  uint64_t seconds = (is_date ? FIRST_SECOND : SECONDS_SINCE_START) + slept / NANOSECONDS;
  return (struct timespec){seconds, slept % NANOSECONDS};
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
  pass(duration->tv_sec, duration->tv_nsec);
  return 0;
}

WEAK int usleep(useconds_t microseconds) {
  if (!schematic_tasks_are_being_caught()) return LIBRARY("usleep", int, useconds_t)(microseconds);
  pass(0, (uint64_t)microseconds * 1000);
  return 0;
}

WEAK unsigned sleep(unsigned seconds) {
  if (!schematic_tasks_are_being_caught()) return LIBRARY("sleep", unsigned, unsigned)(seconds);
  pass(seconds, 0);
  return 0;
}

#else

void schematic_clocks_begin(void) {}
void schematic_clocks_begin_step(void) {}

#endif
