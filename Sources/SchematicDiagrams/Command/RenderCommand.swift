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
        discussion: "Example: render Turnstile --format pdf > turnstile.pdf"
      )
    }

    @Argument(help: "The name of the diagram, as list prints it.")
    var name: String

    @Option(help: "What to write: dot, svg, png or pdf.")
    var format: DiagramFormat = .svg

    @Option(name: .shortAndLong, help: "The file to write; standard output unless given.")
    var output: String?

    func run() throws {
      try Terminal.perform {
        let dot = try Tool.catalogue.diagrams(named: [name]).map(\.dot).joined()
        let content = try format.image.map {
          Data(try Graphviz.render(dot: dot, as: $0, style: DiagramStyle()))
        }
        try write(content ?? Data(dot.utf8))
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
