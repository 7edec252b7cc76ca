import Foundation
import SchematicGraph

/// A line at the bottom of the terminal that shows the progress of a long operation.
///
/// It shows nothing in the first half second, or if standard error isn't a terminal that can erase lines.
@MainActor final class ProgressLine {
  private let write: (String) -> Void
  private let isShown: Bool
  private let delay: Duration
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  private var hasText = false

  /// Creates a line that isn't visible yet.
  ///
  /// - Parameters:
  ///   - isShown: A Boolean value that indicates whether there is a terminal.
  ///   - delay: The time before anything is shown.
  ///   - write: Writes to the terminal.
  init(
    isShown: Bool = ProgressLine.hasTerminal, delay: Duration = .milliseconds(500),
    write: @escaping (String) -> Void = ProgressLine.writeToStandardError
  ) {
    self.isShown = isShown
    self.delay = delay
    self.write = write
  }

  /// Replaces the text of the line, unless the last replacement is more recent than the interval.
  func show(_ text: String, atMostEvery interval: Duration = .zero) {
    let now = ContinuousClock.now
    guard isShown, now - start >= delay, last.map({ now - $0 >= interval }) ?? true else { return }
    last = now
    write("\(Self.erase)\(LogText.escaped(text))")
    hasText = true
  }

  /// Removes the line to make room for other output.
  func clear() {
    guard hasText else { return }
    write(Self.erase)
    hasText = false
  }

  /// Characters that return to the first column and erase to the end of the line (ECMA-48, `EL`).
  private static let erase = "\r\u{1B}[K"

  private nonisolated static var hasTerminal: Bool {
    isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  private nonisolated static func writeToStandardError(_ text: String) {
    try? StandardOutput.print(text, terminator: "", to: STDERR_FILENO)
  }
}
