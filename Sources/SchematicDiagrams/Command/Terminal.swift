#if Graphviz
  import ArgumentParser
  import Foundation
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
