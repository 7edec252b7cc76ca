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
          """
      )
    }

    @Argument(help: "The name of the diagram, as list prints it.")
    var name: String

    @Option(help: "What to write: \(DiagramFormat.names).")
    var format: DiagramFormat = .svg

    @Option(name: .shortAndLong, help: "The file to write; standard output unless given.")
    var output: String?

    @Option(help: "The identifier of a state to highlight in an image.")
    var highlight: String?

    func run() throws {
      try CommandRunner.perform {
        for diagram in try Tool.catalog.diagrams(named: [name]) {
          let graph = diagram.graph
          let text = format.text(of: graph, named: name).map { Data($0.utf8) }
          let marks = try marks(in: graph)
          let image = try format.image.map {
            Data(try graph.render($0, name: name, style: format.style, marks: marks))
          }
          try write(text ?? image ?? Data())
        }
      }
    }

    private func marks(in graph: StateGraph) throws -> DiagramMarks {
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
