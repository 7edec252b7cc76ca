import Foundation

#if Graphviz
  import ArgumentParser
  import SchematicGraph
  import SchematicGraphviz

  /// What the commands share: where they run and how they end.
  enum Terminal {
    /// Does the work of a command on the main actor, and turns what it throws into an exit code.
    static func perform(_ work: @MainActor () throws -> Void) throws {
      do {
        // A command line is parsed and run on the main thread.
        try MainActor.assumeIsolated(work)
      } catch let error as DiagramError {
        try fail(error.description)
      } catch let error as GraphvizError {
        try fail(error.description)
      }
    }

    /// Returns what is noteworthy about the rules and not allowed.
    @MainActor static func remarks(on diagrams: [Diagram]) -> [String] {
      diagrams.flatMap { FindingReview(of: $0.graph, of: $0).remarks }
    }

    /// Returns which diagrams are so large that they are drawn with less effort, and with which.
    @MainActor static func savings(in diagrams: [Diagram]) throws -> [String] {
      try diagrams.compactMap { diagram in
        let effort = try diagram.graph.drawingEffort()
        return effort.isFull ? nil : "\(diagram.name): \(effort)"
      }
    }

    /// Prints remarks to standard error.
    static func printNotes(_ remarks: [String]) {
      for remark in remarks { printError("note: \(remark)") }
    }

    /// Ends the program where the first argument is no verb, and says which one may be meant.
    static func refuseUnknownVerb(of command: any ParsableCommand.Type, in arguments: [String]) {
      guard let refusal = refusal(ofVerb: arguments.dropFirst().first, of: command) else { return }
      printError("error: \(refusal)")
      command.exit(withError: ExitCode.validationFailure)
    }

    /// Returns why a word is no verb of a command; `nil` where it is one, or an option, or missing.
    static func refusal(
      ofVerb word: String?, of command: any ParsableCommand.Type
    ) -> String? {
      let verbs = command.configuration.subcommands.compactMap { $0.configuration.commandName }
      guard let word, !word.hasPrefix("-"), !(verbs + ["help"]).contains(word) else { return nil }
      return "there is no command \"\(word)\"; "
        + (Suggestion.nearest(to: word, in: verbs).map { "did you mean \"\($0)\"? " } ?? "")
        + "there are \(verbs.joined(separator: ", "))"
    }

    private static func fail(_ message: String) throws -> Never {
      printError("error: \(message)")
      throw ExitCode(2)
    }

    private static func printError(_ message: String) {
      FileHandle.standardError.write(Data("\(message)\n".utf8))
    }
  }
#endif

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
