#ifndef SCHEMATIC_CHILD_H
#define SCHEMATIC_CHILD_H

#include <stdbool.h>
#include <stdint.h>

/// The end of a copy of the process that did pieces of work, one after the other.
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

enum { SCHEMATIC_CHILD_MESSAGE_SIZE = 4096 };

/// A report about a copy of the process.
typedef struct schematic_child_report {
  schematic_child_end end;
  /// The piece that was being done, or the number of pieces.
  int piece;
  /// The signal that ended the copy; 0 for none.
  int signal;
  /// The last mark that was made in that piece; 0 for none.
  int64_t mark;
  /// The end of what it wrote to standard error.
  char message[SCHEMATIC_CHILD_MESSAGE_SIZE];
} schematic_child_report;

/// Returns whether copies of the process can be made on this system.
bool schematic_child_is_available(void);

/// Does pieces of work in a copy of the process, from a number to below another, and waits for its end.
///
/// The copy has one thread, the one that calls. What it writes to standard output is lost, and nothing
/// that it does is seen here.
void schematic_child_run(int first, int count, void (*work)(void *context, int piece),
                         void *context, int milliseconds, schematic_child_report *report);

/// Makes a mark in a piece of work that a copy of the process does; does nothing elsewhere.
void schematic_child_mark(int64_t mark);

/// Has a sentence written to standard error where a trap ends the program; null for none.
///
/// The sentence is copied; longer ones than a thousand bytes are cut.
void schematic_announce(const char *sentence);

#endif
