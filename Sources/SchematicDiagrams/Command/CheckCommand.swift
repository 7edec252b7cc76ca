#if Graphviz
  import ArgumentParser

  /// `check`: compares the files with the code.
  struct CheckCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "check",
        abstract: "Fails when a committed diagram no longer shows what the code does.",
        discussion: """
          Graphs are compared, so that formatting alone is a note and no failure. Names every \
          state and transition that was lost or gained, and every file that is missing, stale or \
          left over. What the rules give away, such as a state that cannot be reached, is a note, \
          or with --strict a failure, unless the catalogue allows it.

          Examples: check --strict
                    check --output Documentation/Diagrams
          """
      )
    }

    @OptionGroup var location: LocationOptions
    @OptionGroup var selection: SelectionOptions

    @Flag(help: "Fail also because of findings that the catalogue does not allow.")
    var strict = false

    func run() throws {
      try Terminal.perform {
        let catalogue = try Tool.catalogue.explored(only: selection.only)
        let diagrams = try catalogue.diagrams(named: selection.only)
        let check = DiagramCheck(folder: location.folder)
        let problems = try check.problems(with: catalogue, only: selection.only)
        for problem in problems { print(problem) }
        let hasRemarks = Terminal.printFindings(of: diagrams)
        if strict, hasRemarks, !problems.contains(where: \.isDrift) { throw ExitCode(1) }
        guard problems.contains(where: \.isDrift) else {
          print("checked: \(diagrams.count), all show what the code does")
          return
        }
        print("Repair: \(Tool.repairCommand)\(location.arguments)")
        throw ExitCode(1)
      }
    }
  }
#endif
