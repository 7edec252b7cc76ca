#if Command
  import ArgumentParser
  import Foundation
  import SchematicGraph

  /// The command line of a ``DiagramTool``.
  struct DiagramCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: Tool.name,
        abstract: "Draws state machines from their rules, and checks drawings against them.",
        discussion: """
          EXIT CODES:
            0   All is well.
            1   Something differs: a diagram from the code, or two versions of a diagram.
            2   The work could not be done: a file cannot be read, a name is unknown.
            64  The command line was not understood.

          EXAMPLES:
            generate                   Bring the folder Diagrams up to date.
            check --strict             What CI runs.
            diff --revision main       What a branch changes.
            review                     Accept changes one by one.
            replay app.jsonl           What machines did that their diagrams lack.
          """,
        subcommands: [
          GenerateCommand<Tool>.self,
          CheckCommand<Tool>.self,
          DiffCommand<Tool>.self,
          ReviewCommand<Tool>.self,
          ListCommand<Tool>.self,
          RenderCommand<Tool>.self,
          ReplayCommand<Tool>.self,
        ]
      )
    }
  }
#endif
