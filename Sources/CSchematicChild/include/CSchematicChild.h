#ifndef SCHEMATIC_CHILD_H
#define SCHEMATIC_CHILD_H

#include <stdbool.h>
#include <stddef.h>

/// The work of a copy of the process, which does one piece after the other.
typedef struct schematic_child_job {
  /// Does a piece.
  void (*work)(void *context, int piece);
  /// Receives the progress that the copy reports, whenever it has changed; null if nobody wants it.
  void (*follow)(void *context, int found, int done);
  void *context;
  /// The first piece, and the number after the last.
  int first;
  int end;
  /// The milliseconds without progress after which the copy is killed; 0 for no limit.
  ///
  /// The end of a piece and a call of `schematic_child_tell` are progress. The time in which the copy
  /// waits for a processor does not count, so a busy computer makes no difference.
  int milliseconds;
  /// True if the copy closes all files that the program has opened.
  bool closes_files;
} schematic_child_job;

/// The way in which a copy of the process ended.
typedef enum schematic_child_end {
  /// All pieces are done.
  SCHEMATIC_CHILD_DONE,
  /// A signal ended the copy in the piece that the report names.
  SCHEMATIC_CHILD_TRAPPED,
  /// The piece that the report names took too long, and the copy was killed.
  SCHEMATIC_CHILD_STUCK,
  /// The copy ended itself in the piece that the report names.
  SCHEMATIC_CHILD_EXITED,
  /// No copy could be made.
  SCHEMATIC_CHILD_UNAVAILABLE,
} schematic_child_end;

enum { SCHEMATIC_CHILD_MARK_SIZE = 1024 };

/// A report about a copy of the process.
typedef struct schematic_child_report {
  schematic_child_end end;
  /// The piece that the copy was doing; if all are done, the number after the last.
  int piece;
  /// The signal that ended the copy; 0 for none.
  int signal;
  /// The length of the last mark that the copy made in that piece, and the mark.
  int mark_count;
  bool mark[SCHEMATIC_CHILD_MARK_SIZE];
  /// The answer of the copy or, if it gave none, the end of its standard error.
  ///
  /// Allocated with `malloc`, with a NUL at the end that `length` does not count. Null if no copy or no
  /// memory was available.
  char *words;
  size_t length;
} schematic_child_report;

/// Returns whether copies of the process can be made on this system.
bool schematic_child_is_available(void);

/// Does work in a copy of the process, and waits for its end.
///
/// The copy has one thread, a copy of the caller's. It ends when its work is done, or when this
/// process ends. Its changes of memory and signals do not reach this process, and its standard output
/// is lost.
schematic_child_report schematic_child_run(const schematic_child_job *job);

/// Frees the words of a report.
void schematic_child_free(schematic_child_report *report);

/// Adds bytes to the answer of a copy of the process. The copy must not write to standard error
/// afterward.
void schematic_child_answer(const void *bytes, size_t count);

/// Reports progress from a copy of the process; does nothing elsewhere.
void schematic_child_tell(int found, int done);

/// Records a mark for the piece that a copy of the process is doing, in place of the last mark; does
/// nothing elsewhere. If the mark is too long, there is none afterward.
void schematic_child_mark(const bool *mark, size_t count);

/// Gives two files each other's names in one step, and returns whether this system and the disk can do so.
bool schematic_child_exchange(const char *one, const char *other);

#endif
