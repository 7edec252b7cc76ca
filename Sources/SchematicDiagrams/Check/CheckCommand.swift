import SchematicGraph

#if Graphviz
  import ArgumentParser

  /// `check`: compares the files with the code.
  struct CheckCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "check",
        abstract: "Fails when a committed diagram no longer shows what the code does.",
        discussion: """
          Texts are compared, their line ends apart; where they differ, so are graphs. Names every \
          state and transition that was lost or gained, every file that is missing, stale or left \
          over, and every part of a page that is out of date. Findings about the rules, such as \
          a state that cannot be reached, are notes, or with --strict failures, unless the catalog \
          allows them. A graph that is not whole, because its rules reach more than the bounds of \
          the exploration, is a failure unless the catalog allows that finding.

          EXIT CODES:
            0   Everything shows what the code does.
            1   Something does not, a graph is not whole, or with --strict a finding is not allowed.
            2   The check could not be done.

          EXAMPLES:
            check --strict
            check --only Turnstile Door
            check --json --output Documentation/Diagrams
          """
      )
    }

    @OptionGroup var location: LocationOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var pages: PageOptions<Tool>
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var form: JSONOptions

    func run() throws {
      try CommandRunner.perform {
        let progress = ProgressLine()
        defer { progress.clear() }
        let lock = location.lock(.shared, progress: progress)
        defer { lock.release() }
        let (report, problems) = try check(progress: progress)
        progress.clear()
        if form.isJSON {
          CommandRunner.print(try report.json)
        } else {
          for problem in problems { CommandRunner.print(problem.description) }
          for line in report.cuts ?? [] { CommandRunner.print(line) }
          CommandRunner.printNotes(report.findings + (report.notes ?? []))
          if let repair = report.repair {
            CommandRunner.print("Repair: \(repair)")
          } else if report.passed {
            CommandRunner.print("checked: \(report.checked.count), all show what the code does")
          }
        }
        if !report.passed { throw ExitCode(1) }
      }
    }

    /// Returns the report and the problems that it is made of.
    @MainActor func check(
      progress: ProgressLine? = nil
    ) throws -> (report: CheckReport, problems: [DiagramProblem]) {
      let catalog = try Tool.catalog.explored(only: selection.only, progress: progress)
      let diagrams = try catalog.diagrams(named: selection.only)
      let problems =
        try DiagramCheck(folder: location.folder)
        .problems(with: catalog, only: selection.only, progress: progress)
        + pages.markedPages().problems(with: catalog, only: selection.only)
      let disallowed = CommandRunner.disallowedFindings(in: diagrams)
      let (cuts, findings) = (disallowed.compactMap(\.cut), disallowed.flatMap(\.others))
      let notes = strictness.isStrict ? CommandRunner.notes(about: diagrams) : []
      let hasDrift = problems.contains(where: \.isDrift)
      let repair = ([Tool.repairCommand] + location.arguments + pages.arguments)
        .joined(separator: " ")
      let report = CheckReport(
        passed: !hasDrift && cuts.isEmpty && !(strictness.isStrict && !findings.isEmpty),
        checked: diagrams.map(\.name), problems: problems.map(CheckReport.Entry.init),
        findings: findings, repair: hasDrift ? repair : nil,
        notes: notes.isEmpty ? nil : notes, cuts: cuts.isEmpty ? nil : cuts)
      return (report, problems)
    }
  }
#endif

/// The result of `check` in the form that programs read.
struct CheckReport: JSONReport {
  let version = Self.version
  let passed: Bool
  let checked: [String]
  let problems: [Entry]
  let findings: [String]
  /// The command that brings everything up to date; `nil` where everything is.
  let repair: String?
  /// Remarks that are no findings; `nil` where there are none, and unless the check is strict.
  var notes: [String]?
  /// A line for each diagram that is not whole, with what to do; `nil` where there are none.
  var cuts: [String]?

  struct Entry: Encodable {
    let file: String
    let line: Int?
    let kind: String
    let isDrift: Bool
    let message: String
    let changes: [EditEntry]

    init(_ problem: DiagramProblem) {
      file = problem.file
      line = problem.line
      kind = problem.kind.name
      isDrift = problem.isDrift
      message = problem.message
      changes = problem.edits.map(EditEntry.init)
    }
  }
}
