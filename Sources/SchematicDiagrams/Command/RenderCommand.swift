#if Graphviz
  import ArgumentParser
  import Foundation
  import SchematicGraph
  import SchematicGraphviz

  /// `render`: draws one diagram.
  struct RenderCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "render",
        abstract: "Draws one diagram to a file or to standard output.",
        discussion: """
          EXAMPLES:
            render Turnstile > turnstile.svg
            render Turnstile --format pdf --output turnstile.pdf
            render Turnstile --highlight unlocked > unlocked.svg
            render --format html > machines.html
          """
      )
    }

    @Argument(
      help: "The name of the diagram, as list prints it; left out, a page of all of them is drawn.")
    var name: String?

    @Option(help: "What to write: \(DiagramFormat.names).")
    var format: DiagramFormat = .svg

    @Option(name: .shortAndLong, help: "The file to write; standard output unless given.")
    var output: String?

    @Option(help: "The identifier of a state to highlight in an image.")
    var highlight: String?

    func validate() throws {
      guard name != nil || format == .html else {
        throw ValidationError("--format \(format.rawValue) draws one diagram; name it.")
      }
    }

    func run() throws {
      try CommandRunner.perform {
        guard let name else {
          let diagrams = try Tool.catalog.diagrams()
          let page = try PlayerPage(diagrams.map { ($0.name, $0.graph) }, title: "\(Tool.self)")
          return try write(Data(page.html.utf8))
        }
        for diagram in try Tool.catalog.diagrams(named: [name]) {
          let graph = diagram.graph
          let text = format.text(of: graph, named: name).map { Data($0.utf8) }
          let marks = try marks(in: graph, named: name)
          let drawing = try format.drawing(of: graph, named: name, marks: marks)
          try write(text ?? drawing ?? Data())
        }
      }
    }

    private func marks(in graph: StateGraph, named name: String) throws -> DiagramMarks {
      guard let highlight else { return DiagramMarks() }
      let states = graph.states.map(\.identifier)
      guard states.contains(highlight) else {
        throw DiagramError.unknownState(highlight, of: name, known: states)
      }
      return .current(highlight)
    }

    private func write(_ content: Data) throws(DiagramError) {
      guard let output else {
        FileHandle.standardOutput.write(content)
        return
      }
      do {
        try content.write(to: URL(fileURLWithPath: output), options: .atomic)
      } catch {
        throw .unwritable(output, because: error)
      }
    }
  }
#endif
