#ifndef SCHEMATIC_CHILD_H
#define SCHEMATIC_CHILD_H

#include <stdbool.h>
#include <stddef.h>

/// The work of a copy of the process: pieces, one after the other.
typedef struct schematic_child_job {
  /// Does a piece.
  void (*work)(void *context, int piece);
  /// Gets what the copy has told about its progress, whenever that has changed; null for nobody.
  void (*follow)(void *context, int found, int done);
  void *context;
  /// The first piece, and the number after the last.
  int first;
  int end;
  /// The milliseconds after which the copy is killed if a piece is not done, and nothing is told; 0 if it
  /// never is.
  ///
  /// What counts is the time that the copy runs or sleeps, so that it makes no difference how busy
  /// the computer is.
  int milliseconds;
  /// True if the copy closes all files that the program has opened.
  bool closes_files;
} schematic_child_job;

/// The end of a copy of the process.
typedef enum schematic_child_end {
  /// All pieces are done.
  SCHEMATIC_CHILD_DONE,
  /// A signal ended the copy in the piece that is named.
  SCHEMATIC_CHILD_TRAPPED,
  /// The piece that is named took too long, and the copy was killed.
  SCHEMATIC_CHILD_STUCK,
  /// The copy ended itself in the piece that is named.
  SCHEMATIC_CHILD_EXITED,
  /// No copy could be made.
  SCHEMATIC_CHILD_UNAVAILABLE,
} schematic_child_end;

enum { SCHEMATIC_CHILD_MARK_SIZE = 1024 };

/// A report about a copy of the process.
typedef struct schematic_child_report {
  schematic_child_end end;
  /// The piece that was being done, or the number after the last.
  int piece;
  /// The signal that ended the copy; 0 for none.
  int signal;
  /// The last mark that was made in that piece, and its length.
  int mark_count;
  bool mark[SCHEMATIC_CHILD_MARK_SIZE];
  /// The answer of the copy, or the last that it wrote to standard error if it gave none.
  ///
  /// From `malloc`; a NUL follows that is not counted. Null if no copy or no memory was available.
  char *words;
  size_t length;
} schematic_child_report;

/// Returns whether copies of the process can be made on this system.
bool schematic_child_is_available(void);

/// Does work in a copy of the process, and waits for its end.
///
/// The copy has one thread, the one that calls. It ends with its work, or with this process.
/// Nothing that it does to memory or signals is seen here, and what it prints is lost.
schematic_child_report schematic_child_run(const schematic_child_job *job);

/// Frees the words of a report.
void schematic_child_free(schematic_child_report *report);

/// Adds bytes to the answer of a copy of the process, which writes nothing to standard error after.
void schematic_child_answer(const void *bytes, size_t count);

/// Tells about progress in a copy of the process; does nothing elsewhere.
void schematic_child_tell(int found, int done);

/// Makes a mark in a piece of work that a copy of the process does, in place of the last one; does nothing
/// elsewhere. One that is too long counts as none.
void schematic_child_mark(const bool *mark, size_t count);

/// A sentence that is written to standard error if a trap ends the program.
typedef struct schematic_announcement schematic_announcement;

/// Returns an announcement without a sentence; null if there is no memory.
///
/// It is for a trap in the thread that gives the sentence, or in any thread if those have none.
schematic_announcement *schematic_announcement_take(bool is_for_any_thread);

/// Gives an announcement a sentence; null for none.
///
/// The sentence is copied; longer ones than two thousand bytes are cut.
void schematic_announce(schematic_announcement *announcement, const char *sentence);

/// Ends an announcement.
void schematic_announcement_give_back(schematic_announcement *announcement);

#endif
