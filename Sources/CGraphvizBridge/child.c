#if defined(__linux__)
// For `pipe2` and `memfd_create`.
#define _GNU_SOURCE
#endif

#include "child.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "transfer.h"

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

/// Gives up all that the copy shares with its original, but for the way back, and returns that.
static int detach(const sgv_channels *channels) {
  enum { way_back = STDERR_FILENO + 1, out_of_the_way = 16 };
  // A program may have closed the standard files, and these have taken their places.
  int sending = fcntl(channels->sending, F_DUPFD, out_of_the_way);
  int errors = fcntl(channels->errors, F_DUPFD, out_of_the_way);
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
  // Whoever waits for the program to close a file must not have to wait for the copy as well.
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

bool sgv_run_apart(void (*job)(void *), void *argument, sgv_result *result, int milliseconds) {
  sgv_channels channels;
  if (!open_channels(&channels)) return false;
  int64_t deadline = milliseconds == 0 ? 0 : sgv_now() + milliseconds;
  pid_t process = fork();
  if (process == 0) {
    int way_back = detach(&channels);
    job(argument);
    _exit(sgv_result_send(result, way_back) ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  close(channels.sending);
  if (process > 0) {
    sgv_status status = sgv_result_receive(result, channels.receiving, deadline);
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

bool sgv_run_apart(void (*job)(void *), void *argument, sgv_result *result, int milliseconds) {
  (void)job;
  (void)argument;
  (void)result;
  (void)milliseconds;
  return false;
}

#endif
