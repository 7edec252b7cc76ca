import SchematicGraph

#if Command
  import ArgumentParser

  /// `generate`: updates diagrams and pages from the code.
  struct GenerateCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the diagrams that are missing or out of date.",
        discussion: """
          Images that show the same as the code are left alone, also when this system would draw \
          them with other fonts. The parts of pages and of comments in Swift files between \
          <!-- diagram: NAME NOTATION --> and <!-- end diagram --> are written, too. Notations: \
          \(DiagramFormat.pageNames).

          EXIT CODES:
            0   Everything is up to date.
            1   With --strict: it is, and a finding is not allowed.
            2   Nothing was written.

          EXAMPLES:
            generate --prune
            generate --only Turnstile --format dot svg
            generate --only Turnstile --format walk
            generate --output Documentation/Diagrams --pages README.md
          """
      )
    }

    @OptionGroup var location: LocationOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var pages: PageOptions<Tool>
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var form: JSONOptions

    @Option(
      name: .long, parsing: .upToNextOption,
      help: ArgumentHelp(
        "What to write: \(DiagramFormat.names). Repeat it, or give several.",
        discussion: """
          Unless given: \(DiagramFormat.standardNames), and all formats that the folder has; walk of those \
          diagrams that have one.
          """), transform: DiagramFormat.named)
    var format: [DiagramFormat] = []

    @Flag(help: "Draw images again although they are up to date.")
    var redraw = false

    @Flag(help: "Remove files that belong to no diagram.")
    var prune = false

    func run() throws {
      try CommandRunner.perform {
        let progress = ProgressLine()
        defer { progress.clear() }
        let lock = location.lock(.exclusive, progress: progress)
        defer { lock.release() }
        location.folder.removeLeftovers()
        let catalog = try Tool.catalog.explored(only: selection.only, progress: progress)
        // An invalid marker is an error before anything is drawn.
        for page in try pages.markedPages().pages { PageFolder.removeLeftovers(of: page.path) }
        let formats = try format.isEmpty ? standardFormats(of: catalog) : format
        let generator = DiagramGenerator(
          folder: location.folder, formats: formats, isAsked: !format.isEmpty, redraws: redraw,
          prunes: prune, progress: progress)
        let report = try generator.generate(catalog, only: selection.only) {
          try pages.markedPages().updates(with: catalog, only: selection.only)
        }
        progress.clear()
        let diagrams = try catalog.diagrams(named: selection.only)
        let findings = CommandRunner.findings(about: diagrams)
        let failure = strictness.failure(because: findings)
        let result = GenerateReport(
          passed: failure.isEmpty,
          written: report.written.map(location.folder.path) + report.pages,
          removed: report.removed.map(location.folder.path), upToDate: report.kept,
          findings: findings.flatMap(FindingEntry.all))
        if form.isJSON {
          try Tool.print(result.json)
        } else {
          try Tool.print(result.text)
          Tool.printFindings(findings.flatMap { $0.lines(.error) + $0.lines(.warning) })
          Tool.printFindings(
            strictness.notes(in: findings) + report.reducedEfforts.map { "note: \($0)" })
          for line in failure { try Tool.print(line) }
        }
        if !result.passed { throw ExitCode(1) }
      }
    }

    /// Returns the standard formats and the formats of the folder's files, so that no file goes out of date.
    private func standardFormats(of catalog: DiagramCatalog) throws -> [DiagramFormat] {
      let present = try location.folder.formats(of: catalog)
      return DiagramFormat.allCases.filter {
        DiagramFormat.standard.contains($0) || present.contains($0)
      }
    }
  }
#endif

/// The output of `generate`: the files that were written and removed.
struct GenerateReport: JSONReport {
  let version = Self.version
  /// A Boolean value that indicates whether no finding makes a strict run fail.
  let passed: Bool
  let written: [String]
  let removed: [String]
  /// The number of files that were left as they are.
  let upToDate: Int
  let findings: [FindingEntry]

  /// The report for a terminal.
  var text: String {
    (written.map { "wrote \($0)" } + removed.map { "removed \($0)" }
      + ["\(written.count) written, \(upToDate) up to date"]).joined(separator: "\n")
  }
}
