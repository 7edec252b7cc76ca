#if Graphviz
  import ArgumentParser
  import SchematicGraph

  /// `list`: names the diagrams.
  struct ListCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "list",
        abstract: "Lists the diagrams, with their numbers of states and transitions."
      )
    }

    func run() throws {
      try Terminal.perform {
        for diagram in try Tool.catalogue.diagrams() {
          let graph = diagram.graph
          print(
            "\(diagram.name): \(graph.states.count) states, \(graph.transitions.count) transitions")
        }
      }
    }
  }
#endif
