#if defined(__linux__)
// For `pipe2` and `memfd_create`.
#define _GNU_SOURCE
#endif

#include "bridge.h"

// Thread Sanitizer ends a copy that starts a thread, as the library of fonts does.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SANITIZES_THREADS 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define SANITIZES_THREADS 1
#endif

#if defined(__linux__) && !defined(SANITIZES_THREADS)

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How a result gets from the process that drew to the one that asked. Records are left out: a
// drawing has none.

typedef struct header {
  sgv_status status;
  int line;
  int node_count;
  int edge_count;
  size_t message_length;
  size_t byte_count;
} header;

/// Milliseconds of the clock that nobody sets.
static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool send_all(int pipe, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t sent = write(pipe, next, count);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    next += sent;
    count -= (size_t)sent;
  }
  return true;
}

/// Writes a result into a pipe; returns whether all of it went.
static bool send_result(const sgv_result *result, int pipe) {
  const char *messages = sgv_result_messages(result);
  header head = {
      .status = result->status,
      .line = result->line,
      .node_count = result->node_count,
      .edge_count = result->edge_count,
      .message_length = strlen(messages),
      .byte_count = result->bytes == NULL ? 0 : result->byte_count,
  };
  return send_all(pipe, &head, sizeof(head)) && send_all(pipe, messages, head.message_length) &&
         send_all(pipe, result->bytes, head.byte_count);
}

/// Returns the milliseconds that `poll` is to wait.
static int time_left(int64_t deadline) {
  if (deadline == 0) return -1;
  int64_t left = deadline - now();
  return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

static sgv_status receive_all(int pipe, void *bytes, size_t count, int64_t deadline) {
  char *next = bytes;
  while (count > 0) {
    struct pollfd readable = {.fd = pipe, .events = POLLIN};
    int ready = poll(&readable, 1, time_left(deadline));
    if (ready == 0) return SGV_TIMED_OUT;
    ssize_t received = ready < 0 ? -1 : read(pipe, next, count);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return SGV_CRASHED;
    next += received;
    count -= (size_t)received;
  }
  return SGV_OK;
}

/// Receives a string of known length, and puts a NUL after it.
static sgv_status receive_string(int pipe, char **string, size_t length, int64_t deadline) {
  if (length == 0) return SGV_OK;
  // A process that is about to crash may write any number.
  *string = length < SIZE_MAX ? malloc(length + 1) : NULL;
  if (*string == NULL) return SGV_NO_MEMORY;
  sgv_status status = receive_all(pipe, *string, length, deadline);
  (*string)[status == SGV_OK ? length : 0] = '\0';
  return status;
}

/// Fills an empty result from a pipe.
///
/// Returns `SGV_OK` when all of it came, whatever it says; `SGV_TIMED_OUT` when the clock passed
/// `deadline`, which is 0 where there is none; `SGV_CRASHED` when the pipe ended before; and
/// `SGV_NO_MEMORY`.
static sgv_status receive_result(sgv_result *result, int pipe, int64_t deadline) {
  header head;
  sgv_status status = receive_all(pipe, &head, sizeof(head), deadline);
  if (status != SGV_OK) return status;
  status = receive_string(pipe, &result->messages, head.message_length, deadline);
  if (status != SGV_OK) return status;
  status = receive_string(pipe, &result->bytes, head.byte_count, deadline);
  if (status != SGV_OK) return status;
  result->byte_count = head.byte_count;
  result->node_count = head.node_count;
  result->edge_count = head.edge_count;
  sgv_result_fail(result, head.status, head.line);
  return SGV_OK;
}

typedef struct sgv_channels {
  int receiving;
  int sending;
  /// A file in memory that stands for the standard error of the copy; -1 when there is none.
  int errors;
} sgv_channels;

static bool open_channels(sgv_channels *channels) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  *channels = (sgv_channels){ends[0], ends[1], memfd_create("standard error", MFD_CLOEXEC)};
  return true;
}

/// Returns a descriptor, or another of the same file where it is not above a number; -1 where there
/// is none left.
static int move_above(int number, int descriptor) {
  return descriptor < 0 || descriptor > number ? descriptor
                                               : fcntl(descriptor, F_DUPFD, number + 1);
}

/// Gives up all that the copy shares with its original, but for the way back, and returns that.
static int detach(const sgv_channels *channels) {
  enum { way_back = STDERR_FILENO + 1 };
  close(channels->receiving);
  // A program may have closed the standard files, and these have taken their places.
  int sending = move_above(way_back, channels->sending);
  int errors = move_above(way_back, channels->errors);
  // Not left behind when the original dies.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A crash is to end the copy at once: no handler of the program, no core file.
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (errors >= 0) dup2(errors, STDERR_FILENO);
  // What the program has printed and not yet written is in the copy as well, and the library
  // flushes it.
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) close(STDOUT_FILENO);
  dup2(sending, way_back);
  // A process that waits until the program closes a file must not have to wait for the copy, too.
#if defined(SYS_close_range)
  syscall(SYS_close_range, way_back + 1, ~0U, 0);
#endif
  return way_back;
}

/// Takes the last words of the copy from its standard error.
static void take_words(sgv_result *result, int errors) {
  enum { most = 4096 };
  char *words = errors < 0 ? NULL : malloc(most + 1);
  if (words == NULL) return;
  ssize_t count = pread(errors, words, most, 0);
  words[count > 0 ? count : 0] = '\0';
  free(result->messages);
  result->messages = words;
}

/// Waits for a process that has ended or is about to, and returns the signal that ended it.
static int reap(pid_t process) {
  int state = 0;
  pid_t ended;
  do {
    ended = waitpid(process, &state, 0);
  } while (ended < 0 && errno == EINTR);
  return ended == process && WIFSIGNALED(state) ? WTERMSIG(state) : 0;
}

bool sgv_can_run_out_of_process(void) { return true; }

bool sgv_run_out_of_process(void (*job)(void *), void *argument, sgv_result *result,
                            int milliseconds) {
  sgv_channels channels;
  if (!open_channels(&channels)) return false;
  int64_t deadline = milliseconds == 0 ? 0 : now() + milliseconds;
  pid_t process = fork();
  if (process == 0) {
    int way_back = detach(&channels);
    job(argument);
    _exit(send_result(result, way_back) ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  close(channels.sending);
  if (process > 0) {
    sgv_status status = receive_result(result, channels.receiving, deadline);
    if (status != SGV_OK) kill(process, SIGKILL);
    int signal = reap(process);
    if (status == SGV_CRASHED) {
      result->signal = signal;
      take_words(result, channels.errors);
    }
    sgv_result_fail(result, status, 0);
  }
  close(channels.receiving);
  if (channels.errors >= 0) close(channels.errors);
  return process > 0;
}

#else

bool sgv_can_run_out_of_process(void) { return false; }

bool sgv_run_out_of_process(void (*job)(void *), void *argument, sgv_result *result,
                            int milliseconds) {
  (void)job;
  (void)argument;
  (void)result;
  (void)milliseconds;
  return false;
}

#endif
