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
          With --at, prints the arrows, the behaviors and the conditions that a line of code makes, in \
          every diagram. With --properties, says which properties of each machine hold, and how the \
          others are refuted.

          EXAMPLES:
            list
            list --json --only Turnstile
            list --properties
            list --at Turnstile.swift:24
          """
      )
    }

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var form: JSONOptions
    @OptionGroup var length: AnswerOptions

    @Option(
      help: ArgumentHelp(
        "Print what a line of code makes, in every diagram.", valueName: "file:line"))
    var at: SourcePosition?

    @Flag(help: "Say which properties of each machine hold, and how the others are refuted.")
    var properties = false

    func run() throws {
      try CommandRunner.perform {
        let catalog = try Tool.catalog.explored(only: selection.only)
        let diagrams = try catalog.diagrams(named: selection.only)
        if let at {
          let report = try LineReport(of: diagrams, at: at)
          return try Tool.print(form.isJSON ? report.json : length.text(of: report.text))
        }
        if properties {
          let report = PropertyReport(of: diagrams)
          return try Tool.print(form.isJSON ? report.json : length.text(of: report.text))
        }
        let report = ListReport(of: diagrams)
        try Tool.print(form.isJSON ? report.json : length.text(of: report.text))
      }
    }
  }

  extension SourcePosition: ExpressibleByArgument {
    /// Creates a position from an argument such as `Turnstile.swift:24`.
    init?(argument: String) { self.init(argument) }
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
