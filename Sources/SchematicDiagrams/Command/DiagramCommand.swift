#if Graphviz
  import ArgumentParser

  /// The command line of a ``DiagramTool``.
  struct DiagramCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "\(Tool.self)",
        abstract: "Draws state machines from their rules, and checks drawings against them.",
        discussion: """
          Exit codes: 0 all is well; 1 a diagram differs from the code; 2 the work could not be \
          done; 64 the command line was not understood.
          """,
        subcommands: [
          GenerateCommand<Tool>.self,
          CheckCommand<Tool>.self,
          ListCommand<Tool>.self,
          RenderCommand<Tool>.self,
        ]
      )
    }
  }
#endif
