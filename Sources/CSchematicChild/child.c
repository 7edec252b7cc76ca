#if defined(__linux__)
// For `memfd_create` and `pipe2`.
#define _GNU_SOURCE
#endif

#include "CSchematicChild.h"

#include <string.h>

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The place of a copy in its work.
typedef struct place {
  int piece;
  int64_t mark;
} place;

/// The place of this process; null where it is no copy.
static volatile place *current;

void schematic_child_mark(int64_t mark) {
  if (current != NULL) current->mark = mark;
}

typedef struct channels {
  /// The end of a pipe that tells that the copy has ended: nobody else holds the other one.
  int receiving;
  int sending;
  /// A file in memory that stands for the standard error of the copy.
  int errors;
  volatile place *place;
} channels;

static bool open_channels(channels *channels) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  void *shared =
      mmap(NULL, sizeof(place), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  channels->receiving = ends[0];
  channels->sending = ends[1];
  channels->errors = memfd_create("standard error", MFD_CLOEXEC);
  channels->place = shared;
  if (shared != MAP_FAILED && channels->errors >= 0) return true;
  if (shared != MAP_FAILED) munmap(shared, sizeof(place));
  if (channels->errors >= 0) close(channels->errors);
  close(ends[0]);
  close(ends[1]);
  return false;
}

static void close_channels(channels *channels) {
  munmap((void *)channels->place, sizeof(place));
  close(channels->errors);
  close(channels->receiving);
}

/// Makes a trap end the copy at once: no handler of the program, no core file, no words on its standard
/// error.
static void detach(const channels *channels) {
  close(channels->receiving);
  // Not left behind when the original dies.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  dup2(channels->errors, STDERR_FILENO);
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) close(STDOUT_FILENO);
}

static const long long nanoseconds_per_millisecond = 1000000;

/// The nanoseconds that a process was executed for; 0 when nobody knows.
static long long processor_time(pid_t process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return time.tv_sec * 1000 * nanoseconds_per_millisecond + time.tv_nsec;
}

/// Returns whether a process is executed, or waits for a processor that others have.
static bool wants_processor(pid_t process) {
  char path[32], text[512];
  snprintf(path, sizeof(path), "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof(text) - 1);
  close(file);
  text[count > 0 ? count : 0] = '\0';
  // The name of the program stands in parentheses, and may have some of its own.
  const char *end = strrchr(text, ')');
  return end != NULL && strncmp(end, ") R", 3) == 0;
}

/// Waits for the end of the copy; returns false where it is stuck in one piece.
///
/// What counts is the time that the copy was executed or slept, so that it makes no difference how
/// busy the computer is.
static bool wait_for_end(const channels *channels, pid_t process, int milliseconds) {
  int slice = milliseconds < 200 ? 1 + milliseconds / 20 : 10;
  long long spent = 0;
  do {
    int piece = channels->place->piece;
    long long before = processor_time(process);
    struct pollfd ended = {.fd = channels->receiving, .events = POLLIN};
    int ready = poll(&ended, 1, slice);
    if (ready > 0) return true;
    if (channels->place->piece != piece) spent = 0;
    if (ready < 0 || channels->place->piece != piece) continue;
    spent += wants_processor(process) ? processor_time(process) - before
                                      : slice * nanoseconds_per_millisecond;
  } while (spent < milliseconds * nanoseconds_per_millisecond);
  return false;
}

static int reap(pid_t process) {
  int state = 0;
  pid_t ended;
  do {
    ended = waitpid(process, &state, 0);
  } while (ended < 0 && errno == EINTR);
  return ended == process && WIFSIGNALED(state) ? WTERMSIG(state) : 0;
}

/// Takes the last words of the copy from its standard error.
static void take_words(schematic_child_report *report, int errors) {
  off_t length = lseek(errors, 0, SEEK_END);
  off_t most = SCHEMATIC_CHILD_MESSAGE_SIZE - 1;
  ssize_t count = pread(errors, report->message, (size_t)most, length > most ? length - most : 0);
  report->message[count > 0 ? count : 0] = '\0';
}

bool schematic_child_is_available(void) { return true; }

void schematic_child_run(int first, int count, void (*work)(void *context, int piece),
                         void *context, int milliseconds, schematic_child_report *report) {
  memset(report, 0, sizeof(*report));
  report->end = SCHEMATIC_CHILD_UNAVAILABLE;
  report->piece = first;
  channels channels;
  if (!open_channels(&channels)) return;
  channels.place->piece = first;
  pid_t process = fork();
  if (process == 0) {
    detach(&channels);
    current = channels.place;
    for (int piece = first; piece < count; piece++) {
      channels.place->piece = piece;
      channels.place->mark = 0;
      work(context, piece);
    }
    channels.place->piece = count;
    _exit(EXIT_SUCCESS);
  }
  close(channels.sending);
  if (process > 0) {
    bool has_ended = wait_for_end(&channels, process, milliseconds);
    if (!has_ended) kill(process, SIGKILL);
    report->signal = reap(process);
    report->piece = channels.place->piece;
    report->mark = channels.place->mark;
    take_words(report, channels.errors);
    report->end = !has_ended               ? SCHEMATIC_CHILD_STUCK
                  : report->piece == count ? SCHEMATIC_CHILD_DONE
                  : report->signal != 0    ? SCHEMATIC_CHILD_TRAPPED
                                           : SCHEMATIC_CHILD_EXITED;
  }
  close_channels(&channels);
}

#else

bool schematic_child_is_available(void) { return false; }

void schematic_child_run(int first, int count, void (*work)(void *context, int piece),
                         void *context, int milliseconds, schematic_child_report *report) {
  (void)count;
  (void)work;
  (void)context;
  (void)milliseconds;
  memset(report, 0, sizeof(*report));
  report->end = SCHEMATIC_CHILD_UNAVAILABLE;
  report->piece = first;
}

void schematic_child_mark(int64_t mark) { (void)mark; }

#endif
