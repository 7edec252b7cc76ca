import Foundation

/// A line at the bottom of the terminal that says what long work is at.
///
/// Nothing is shown where standard error is no terminal, nor in the first half of a second.
@MainActor final class ProgressLine {
  private let write: (String) -> Void
  private let isShown: Bool
  private let patience: Duration
  private let start = ContinuousClock.now
  private var hasText = false

  /// Creates a line that is not shown yet.
  ///
  /// - Parameters:
  ///   - isShown: Whether there is a terminal.
  ///   - patience: How long to show nothing.
  ///   - write: Writes to the terminal.
  init(
    isShown: Bool = ProgressLine.hasTerminal, patience: Duration = .milliseconds(500),
    write: @escaping (String) -> Void = ProgressLine.writeToStandardError
  ) {
    self.isShown = isShown
    self.patience = patience
    self.write = write
  }

  /// Shows text in the place of what was shown before.
  func show(_ text: String) {
    guard isShown, ContinuousClock.now - start >= patience else { return }
    write("\(Self.erase)\(text)")
    hasText = true
  }

  /// Takes the line away, before something else is printed.
  func clear() {
    guard hasText else { return }
    write(Self.erase)
    hasText = false
  }

  /// Back to the first column, and erase to the end of the line (ECMA-48, `EL`).
  private static let erase = "\r\u{1B}[K"

  private nonisolated static var hasTerminal: Bool {
    isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  private nonisolated static func writeToStandardError(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
