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

    /// Prints remarks to standard error.
    static func printNotes(_ remarks: [String]) {
      for remark in remarks { printError("note: \(remark)") }
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
