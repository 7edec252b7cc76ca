import Foundation
import SchematicGraph

#if Command
  import ArgumentParser

  /// The environment of the commands: their actor, their exit codes and their output.
  enum CommandRunner {
    /// Runs a command on the main actor, and turns its errors into exit codes.
    static func perform(_ work: @MainActor () throws -> Void) throws {
      do {
        // Command lines are parsed and run on the main thread.
        try MainActor.assumeIsolated(work)
      } catch let error where !(error is ExitCode) {
        try fail("\(error)")
      }
    }

    /// Returns, for each diagram, the findings that the catalog doesn't allow.
    @MainActor static func findings(about diagrams: [Diagram]) -> [DiagramFindings] {
      diagrams.map { DiagramFindings(of: $0.graph, of: $0) }
    }

    /// Exits with an error if the first argument is a word but no verb like `check`.
    private static func rejectUnknownVerb(
      of command: any ParsableCommand.Type, in arguments: [String]
    ) {
      guard let message = message(forUnknownVerb: arguments.dropFirst().first, of: command) else {
        return
      }
      printError("error: \(message)")
      command.exit(withError: ExitCode.validationFailure)
    }

    /// Returns the error for a word that isn't a verb of a command, or `nil` for verbs, options and
    /// a missing word.
    static func message(
      forUnknownVerb word: String?, of command: any ParsableCommand.Type
    ) -> String? {
      let verbs = command.configuration.subcommands.compactMap { $0.configuration.commandName }
      guard let word, !word.hasPrefix("-"), !(verbs + ["help"]).contains(word) else { return nil }
      return "there is no command \"\(word)\"; "
        + (SpellingSuggestion.nearest(to: word, in: verbs).map { "did you mean \"\($0)\"? " } ?? "")
        + "there are \(verbs.joined(separator: ", "))"
    }

    /// Parses and runs the command line of the program.
    static func run(_ command: any ParsableCommand.Type) {
      rejectUnknownVerb(of: command, in: CommandLine.arguments)
      MainActor.assumeIsolated { MachineOutput.isOfProgram = true }
      do {
        try StandardOutput.check()
      } catch {
        printError("error: \(error)")
        command.exit(withError: ExitCode(2))
      }
      do {
        // Of a name that is no text, only a part is known.
        if let name = CommandLine.arguments.first(where: { $0.contains("\u{FFFD}") }) {
          throw ValidationError("\(name) is no text in UTF-8.")
        }
        var parsed = try command.parseAsRoot()
        try parsed.run()
      } catch {
        guard let message = message(of: error, for: command) else {
          // Help is an answer like any other.
          let help = command.fullMessage(for: error)
          guard !help.isEmpty else { command.exit(withError: error) }
          let printed: Void? = try? perform { try StandardOutput.print(help) }
          command.exit(withError: printed == nil ? ExitCode(2) : nil)
        }
        printError(message)
        command.exit(withError: ExitCode(command.exitCode(for: error).rawValue))
      }
    }

    /// Returns the message about an invalid command line, in the form of all other errors, or `nil` for
    /// help and for exit codes.
    static func message(of error: any Error, for command: any ParsableCommand.Type) -> String? {
      let (message, prefix) = (command.fullMessage(for: error), "Error: ")
      return message.hasPrefix(prefix) ? "error: \(message.dropFirst(prefix.count))" : nil
    }

    private static func fail(_ message: String) throws -> Never {
      // The output of a test that runs a command is not the command's.
      if MainActor.assumeIsolated({ MachineOutput.isOfProgram }) { printError("error: \(message)") }
      throw ExitCode(2)
    }

    fileprivate static func printError(_ message: String) {
      // There may be nobody who could be told.
      try? StandardOutput.print(LogText.escaped(message), to: STDERR_FILENO)
    }
  }

  /// A tool that prints nothing, for tests of what commands do to files.
  protocol SilentTool {}

  extension DiagramTool {
    /// Prints a command's output, escaped so that terminals and logs don't interpret any of it.
    ///
    /// Labels can contain any text. Of all commands, only `render` writes them to standard output
    /// unescaped.
    static func print(_ text: String) throws(StandardOutput.Failure) {
      if !isSilent { try StandardOutput.print(LogText.escaped(text)) }
    }

    /// Prints lines about findings to standard error.
    static func printFindings(_ lines: [String]) {
      if !isSilent { lines.forEach(CommandRunner.printError) }
    }

    private static var isSilent: Bool { Self.self is any SilentTool.Type }
  }
#endif
