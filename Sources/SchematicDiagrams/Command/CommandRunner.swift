import Foundation
import SchematicGraph

#if Graphviz
  import ArgumentParser

  /// The environment of the commands: their actor, their exit codes and their notes.
  enum CommandRunner {
    /// Does the work of a command on the main actor, and turns its errors into exit codes.
    static func perform(_ work: @MainActor () throws -> Void) throws {
      do {
        // A command line is parsed and run on the main thread.
        try MainActor.assumeIsolated(work)
      } catch let error where !(error is ExitCode) {
        try fail("\(error)")
      }
    }

    /// Returns a line for each finding that the catalog does not allow.
    @MainActor static func disallowedFindings(in diagrams: [Diagram]) -> [DisallowedFindings] {
      diagrams.map { DisallowedFindings(of: $0.graph, of: $0) }
    }

    /// Returns a line for each remark about a diagram that is no finding.
    @MainActor static func notes(about diagrams: [Diagram]) -> [String] {
      diagrams.flatMap { diagram in
        let notes = Dictionary(grouping: diagram.graph.notes, by: \.kind)
        let actions = notes[.unnamedAction].map {
          "the diagram does not show these actions, which have no label: \($0.places)"
        }
        return [notes[.fewSamples].map(sampleNote), actions].compactMap { $0 }
          .map { "\(diagram.name): \($0)" }
      }
    }

    private static func sampleNote(_ notes: [GraphFinding]) -> String {
      let parts = [("states", notes.map(\.state)), ("events", notes.map(\.event))].compactMap {
        kind, names in
        let names = names.filter { !$0.isEmpty }
        return names.isEmpty ? nil : "\(kind) \(names.joined(separator: ", "))"
      }
      return "conditions may be missing, because these were tried with one of the values that they "
        + "can carry: \(parts.joined(separator: "; "))"
    }

    /// Prints what a command says to standard output, so that no log obeys a part of it.
    ///
    /// Labels are anybody's text. All output goes through here or ``printNotes(_:)``; only a drawing is
    /// written to standard output as it is.
    static func print(_ text: String) {
      Swift.print(LogText.escaped(text))
    }

    /// Prints notes to standard error.
    static func printNotes(_ notes: [String]) {
      for note in notes { printError("note: \(note)") }
    }

    /// Ends the program where the first argument is no verb, and suggests one.
    static func rejectUnknownVerb(of command: any ParsableCommand.Type, in arguments: [String]) {
      guard let message = message(forUnknownVerb: arguments.dropFirst().first, of: command) else {
        return
      }
      printError("error: \(message)")
      command.exit(withError: ExitCode.validationFailure)
    }

    /// Returns the error for a word that is no verb of a command; `nil` for verbs, options and a
    /// missing word.
    static func message(
      forUnknownVerb word: String?, of command: any ParsableCommand.Type
    ) -> String? {
      let verbs = command.configuration.subcommands.compactMap { $0.configuration.commandName }
      guard let word, !word.hasPrefix("-"), !(verbs + ["help"]).contains(word) else { return nil }
      return "there is no command \"\(word)\"; "
        + (SpellingSuggestion.nearest(to: word, in: verbs).map { "did you mean \"\($0)\"? " } ?? "")
        + "there are \(verbs.joined(separator: ", "))"
    }

    /// Returns an argument as a shell reads it, in quotes where it needs some.
    static func quoted(_ argument: String) -> String {
      let isPlain =
        !argument.isEmpty
        && argument.allSatisfy {
          $0.isLetter || $0.isNumber || "/._-+:@%,=".contains($0)
        }
      return isPlain ? argument : "'\(argument.replacing("'", with: "'\\''"))'"
    }

    private static func fail(_ message: String) throws -> Never {
      printError("error: \(message)")
      throw ExitCode(2)
    }

    private static func printError(_ message: String) {
      FileHandle.standardError.write(Data("\(LogText.escaped(message))\n".utf8))
    }
  }
#endif

/// A line at the bottom of the terminal that shows the progress of long work.
///
/// Nothing is shown where standard error is no terminal, nor in the first half of a second.
@MainActor final class ProgressLine {
  private let write: (String) -> Void
  private let isShown: Bool
  private let delay: Duration
  private let start = ContinuousClock.now
  private var hasText = false

  /// Creates a line that is not shown yet.
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

  /// Replaces the text of the line.
  func show(_ text: String) {
    guard isShown, ContinuousClock.now - start >= delay else { return }
    write("\(Self.erase)\(LogText.escaped(text))")
    hasText = true
  }

  /// Removes the line, to make room for other output.
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
