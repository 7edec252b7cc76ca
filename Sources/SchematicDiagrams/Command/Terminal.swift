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

    /// Prints what is noteworthy about the rules and not allowed, to standard error, and returns
    /// whether there was anything.
    @discardableResult
    @MainActor static func printFindings(of diagrams: [Diagram]) -> Bool {
      let remarks = diagrams.flatMap { FindingReview(of: $0.graph, of: $0).remarks }
      for remark in remarks { printError("note: \(remark)") }
      return !remarks.isEmpty
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
