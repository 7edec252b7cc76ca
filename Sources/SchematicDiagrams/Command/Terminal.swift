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

    /// Prints what is noteworthy about the rules, to standard error.
    @MainActor static func printFindings(of diagrams: [Diagram]) {
      for diagram in diagrams {
        for finding in diagram.graph.findings {
          printError("note: \(diagram.name): \(finding)")
        }
      }
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
