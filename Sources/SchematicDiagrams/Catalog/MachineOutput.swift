// The C library declares `stdout` as a variable.
@preconcurrency import Foundation

/// What machines print while they are drawn, which is no part of what a command writes.
@MainActor enum MachineOutput {
  /// A Boolean value that indicates whether the program does nothing else, so that its standard output is its own.
  static var isOfProgram = false

  /// Does work, and drops what it writes to the program's standard output.
  static func dropped<Result>(_ work: () -> Result) -> Result {
    guard isOfProgram else { return work() }
    // No other stream: whoever reads one on another thread has its lock until something arrives.
    fflush(stdout)
    let kept = dup(STDOUT_FILENO)
    let nowhere = kept < 0 ? -1 : open("/dev/null", O_WRONLY)
    guard nowhere >= 0 else { return work() }
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
    defer {
      fflush(stdout)
      dup2(kept, STDOUT_FILENO)
      close(kept)
    }
    return work()
  }
}
