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
          """
      )
    }

    @Argument(help: "The name of the diagram, as list prints it.")
    var name: String

    @Option(help: "What to write: \(DiagramFormat.names).")
    var format: DiagramFormat = .svg

    @Option(name: .shortAndLong, help: "The file to write; standard output unless given.")
    var output: String?

    func run() throws {
      try Terminal.perform {
        for diagram in try Tool.catalogue.diagrams(named: [name]) {
          let graph = diagram.graph
          let text = format.text(of: graph, named: name).map { Data($0.utf8) }
          let image = try format.image.map { Data(try graph.render($0, name: name)) }
          try write(text ?? image ?? Data())
        }
      }
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
