// Copies of the process, in which rules that trap are tried and pictures drawn; elsewhere a trap ends the
// program, and this process draws.
#if defined(__linux__)
// For `memfd_create` and `pipe2`.
#define _GNU_SOURCE
#endif

#include "CSchematicChild.h"

#include <stdlib.h>

#if defined(__linux__) && !defined(SCHEMATIC_WITHOUT_COPIES)

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The progress of a copy, in memory that the copy shares with the original process.
typedef struct place {
  int piece;
  int found;
  int done;
  int mark_count;
  bool mark[SCHEMATIC_CHILD_MARK_SIZE];
  bool answers;
} place;

/// The progress of this process; null if it is no copy.
static volatile place *current;

void schematic_child_tell(int found, int done) {
  if (current == NULL) return;
  current->found = found;
  current->done = done;
}

void schematic_child_mark(const bool *mark, size_t count) {
  if (current == NULL) return;
  current->mark_count = 0;
  if (count > SCHEMATIC_CHILD_MARK_SIZE) return;
  for (size_t index = 0; index < count; index++) current->mark[index] = mark[index];
  current->mark_count = (int)count;
}

typedef struct channels {
  /// The reading end of a pipe. It tells that the copy has ended, because only the copy holds the
  /// writing end.
  int receiving;
  int sending;
  /// A file in memory that is the standard error of the copy, and in the end contains its answer.
  int words;
  volatile place *place;
} channels;

static bool open_channels(channels *channels) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  void *shared =
      mmap(NULL, sizeof(place), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  channels->receiving = ends[0];
  channels->sending = ends[1];
  channels->words = memfd_create("standard error", MFD_CLOEXEC);
  channels->place = shared;
  if (shared != MAP_FAILED && channels->words >= 0) return true;
  if (shared != MAP_FAILED) munmap(shared, sizeof(place));
  if (channels->words >= 0) close(channels->words);
  close(ends[0]);
  close(ends[1]);
  return false;
}

static void close_channels(channels *channels) {
  munmap((void *)channels->place, sizeof(place));
  close(channels->words);
  close(channels->receiving);
}

/// Returns a descriptor of the same file with a number above the three standard ones.
///
/// If a program has closed its standard files, new files get their numbers.
static int above_standard(int descriptor) {
  return descriptor > STDERR_FILENO ? descriptor
                                    : fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/// Separates the copy from the program: a trap ends the copy without running the program's handlers
/// or writing a core file, and standard error goes to the report.
static void detach(const channels *channels, bool closes_files) {
  close(channels->receiving);
  int sending = above_standard(channels->sending);
  int words = above_standard(channels->words);
  // The system ends the copy when the original process ends.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  dup2(words, STDERR_FILENO);
  // The buffer of standard output is copied, too. If the copy flushed it, its text would appear twice.
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) close(STDOUT_FILENO);
#if defined(SYS_close_range)
  // Another process may wait until the program closes a file. It must not wait for the copy as well.
  if (closes_files && sending >= 0) {
    if (sending > STDERR_FILENO + 1) {
      syscall(SYS_close_range, STDERR_FILENO + 1, sending - 1, 0);
    }
    syscall(SYS_close_range, sending + 1, ~0U, 0);
  }
#else
  (void)closes_files;
#endif
}

/// Does the work in the copy, and ends the copy.
static void run(const schematic_child_job *job, const channels *channels) {
  detach(channels, job->closes_files);
  current = channels->place;
  for (int piece = job->first; piece < job->end; piece++) {
    current->piece = piece;
    current->mark_count = 0;
    job->work(job->context, piece);
  }
  current->piece = job->end;
  _exit(EXIT_SUCCESS);
}

void schematic_child_answer(const void *bytes, size_t count) {
  // The answer replaces everything that the copy has written to standard error before.
  if (!current->answers && ftruncate(STDERR_FILENO, lseek(STDERR_FILENO, 0, SEEK_SET)) != 0) {
    _exit(EXIT_FAILURE);
  }
  current->answers = true;
  for (const char *next = bytes; count > 0;) {
    ssize_t written = write(STDERR_FILENO, next, count);
    if (written <= 0) _exit(EXIT_FAILURE);
    next += written;
    count -= (size_t)written;
  }
}

static const long long nanoseconds_per_millisecond = 1000000;

/// Returns the processor time of a process in nanoseconds; 0 if it is unknown.
static long long processor_time(pid_t process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return time.tv_sec * 1000 * nanoseconds_per_millisecond + time.tv_nsec;
}

/// Returns whether a process runs on a processor or waits for one.
static bool wants_processor(pid_t process) {
  char path[32], text[512];
  snprintf(path, sizeof(path), "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof(text) - 1);
  close(file);
  text[count > 0 ? count : 0] = '\0';
  // The name of the program is in parentheses, and may itself contain parentheses.
  const char *end = strrchr(text, ')');
  return end != NULL && strncmp(end, ") R", 3) == 0;
}

/// Waits for the end of the copy; returns false if the copy is stuck in one piece.
static bool wait_for_end(const schematic_child_job *job, const channels *channels, pid_t process) {
  int milliseconds = job->milliseconds;
  int slice = milliseconds == 0 ? -1 : milliseconds < 200 ? 1 + milliseconds / 20 : 10;
  long long spent = 0;
  int done = 0;
  do {
    int piece = channels->place->piece;
    long long before = processor_time(process);
    struct pollfd ended = {.fd = channels->receiving, .events = POLLIN};
    int ready = poll(&ended, 1, slice);
    bool has_told = channels->place->done != done;
    bool has_moved = has_told || channels->place->piece != piece;
    done = channels->place->done;
    if (has_told && job->follow != NULL) job->follow(job->context, channels->place->found, done);
    if (ready > 0) return true;
    if (has_moved) spent = 0;
    if (ready < 0 || has_moved) continue;
    spent += wants_processor(process) ? processor_time(process) - before
                                      : slice * nanoseconds_per_millisecond;
  } while (milliseconds == 0 || spent < milliseconds * nanoseconds_per_millisecond);
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

/// Puts the answer of the copy into the report or, without an answer, the end of its standard error.
///
/// The end contains the message of a trap, and the runtime's trace of the stack behind it, which is long.
static void take_words(schematic_child_report *report, const channels *channels) {
  enum { most = 1 << 16 };
  off_t length = lseek(channels->words, 0, SEEK_END);
  off_t start = !channels->place->answers && length > most ? length - most : 0;
  report->words = malloc((size_t)(length - start) + 1);
  if (report->words == NULL) return;
  ssize_t count = pread(channels->words, report->words, (size_t)(length - start), start);
  report->length = count > 0 ? (size_t)count : 0;
  report->words[report->length] = '\0';
}

bool schematic_child_is_available(void) { return true; }

bool schematic_child_exchange(const char *one, const char *other) {
  return syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0;
}

schematic_child_report schematic_child_run(const schematic_child_job *job) {
  schematic_child_report report = {.end = SCHEMATIC_CHILD_UNAVAILABLE, .piece = job->first};
  channels channels;
  if (!open_channels(&channels)) return report;
  channels.place->piece = job->first;
  pid_t process = fork();
  if (process == 0) run(job, &channels);
  close(channels.sending);
  if (process > 0) {
    bool has_ended = wait_for_end(job, &channels, process);
    if (!has_ended) kill(process, SIGKILL);
    report.signal = reap(process);
    report.piece = channels.place->piece;
    report.mark_count = channels.place->mark_count;
    memcpy(report.mark, (const void *)channels.place->mark, sizeof(report.mark));
    report.end = !has_ended                 ? SCHEMATIC_CHILD_STUCK
                 : report.piece == job->end ? SCHEMATIC_CHILD_DONE
                 : report.signal != 0       ? SCHEMATIC_CHILD_TRAPPED
                                            : SCHEMATIC_CHILD_EXITED;
    take_words(&report, &channels);
  }
  close_channels(&channels);
  return report;
}

#else

bool schematic_child_is_available(void) { return false; }

bool schematic_child_exchange(const char *one, const char *other) { return false; }

schematic_child_report schematic_child_run(const schematic_child_job *job) {
  return (schematic_child_report){.end = SCHEMATIC_CHILD_UNAVAILABLE, .piece = job->first};
}

void schematic_child_answer(const void *bytes, size_t count) {
  (void)bytes;
  (void)count;
}

void schematic_child_tell(int found, int done) {
  (void)found;
  (void)done;
}

void schematic_child_mark(const bool *mark, size_t count) {
  (void)mark;
  (void)count;
}

#endif

void schematic_child_free(schematic_child_report *report) { free(report->words); }
