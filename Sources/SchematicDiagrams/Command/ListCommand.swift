import SchematicGraph

#if Command
  import ArgumentParser

  /// `list`: names the diagrams.
  struct ListCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "list",
        abstract: "Lists the diagrams, with their numbers of states and transitions.",
        discussion: """
          EXAMPLES:
            list
            list --json --only Turnstile
          """
      )
    }

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var form: JSONOptions

    func run() throws {
      try CommandRunner.perform {
        let catalog = try Tool.catalog.explored(only: selection.only)
        let report = ListReport(of: try catalog.diagrams(named: selection.only))
        Tool.print(form.isJSON ? try report.json : report.text)
      }
    }
  }
#endif

/// The output of `list`: the diagrams of a catalog.
struct ListReport: JSONReport {
  let version = Self.version
  let diagrams: [Entry]

  struct Entry: Encodable {
    let name: String
    let states: Int
    let transitions: Int
    let initialState: String
    let findings: [GraphFinding]
  }

  @MainActor init(of diagrams: [Diagram]) {
    self.diagrams = diagrams.map { diagram in
      let graph = diagram.graph
      return Entry(
        name: diagram.name, states: graph.states.count, transitions: graph.transitions.count,
        initialState: graph.initialState,
        findings: DiagramFindings(of: graph, of: diagram).all)
    }
  }

  /// The report for a terminal.
  var text: String {
    diagrams.map { "\($0.name): \($0.states) states, \($0.transitions) transitions" }
      .joined(separator: "\n")
  }
}
