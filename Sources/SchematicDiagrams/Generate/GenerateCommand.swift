#if Graphviz
  import ArgumentParser

  /// `generate`: brings the files up to date.
  struct GenerateCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the diagrams that are missing or out of date.",
        discussion: """
          Images that show the same as the code are left alone, also when this system would draw \
          them with other fonts. The parts of pages between <!-- diagram: NAME NOTATION --> and \
          <!-- end diagram --> are written, too. Notations: \(PageNotation.names).

          EXIT CODES:
            0   Everything is up to date.
            1   With --strict: it is, and a finding is not allowed.
            2   Nothing was written.

          EXAMPLES:
            generate --prune
            generate --only Turnstile --format dot svg
            generate --output Documentation/Diagrams --pages README.md
          """
      )
    }

    @OptionGroup var location: LocationOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var pages: PageOptions<Tool>
    @OptionGroup var strictness: StrictnessOptions

    @Option(
      name: .long, parsing: .upToNextOption,
      help: "What to write: \(DiagramFormat.names). Repeat it, or give several.")
    var format: [DiagramFormat] = DiagramFormat.standard

    @Flag(help: "Draw images again although they are up to date.")
    var redraw = false

    @Flag(help: "Remove files that belong to no diagram.")
    var prune = false

    func run() throws {
      try CommandRunner.perform {
        let progress = ProgressLine()
        defer { progress.clear() }
        let catalog = try Tool.catalog.explored(only: selection.only, progress: progress)
        let pages = try pages.markedPages().updates(with: catalog, only: selection.only)
        let generator = DiagramGenerator(
          folder: location.folder, formats: format, redraws: redraw, prunes: prune,
          progress: progress)
        let report = try generator.generate(catalog, only: selection.only)
        for page in pages { try PageFolder.write(page.text, to: page.path) }
        progress.clear()
        for name in report.written { print("wrote \(location.folder.path(of: name))") }
        for page in pages { print("wrote \(page.path)") }
        for name in report.removed { print("removed \(location.folder.path(of: name))") }
        print("\(report.written.count + pages.count) written, \(report.kept) up to date")
        let diagrams = try catalog.diagrams(named: selection.only)
        let findings = CommandRunner.disallowedFindings(in: diagrams)
        CommandRunner.printNotes(findings)
        if format.contains(where: { $0.image != nil }) {
          CommandRunner.printNotes(try CommandRunner.reducedEfforts(in: diagrams))
        }
        if strictness.isStrict, !findings.isEmpty { throw ExitCode(1) }
      }
    }
  }

  extension DiagramFormat: ExpressibleByArgument {}
#endif
