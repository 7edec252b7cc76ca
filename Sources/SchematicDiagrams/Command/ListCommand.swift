#if Graphviz
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
      try Terminal.perform {
        let report = ListReport(of: try Tool.catalogue.diagrams(named: selection.only))
        print(form.isJSON ? try report.json : report.text)
      }
    }
  }
#endif
