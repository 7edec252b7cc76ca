import SchematicGraph

#if Command
  import ArgumentParser

  /// `check`: compares diagrams and pages with the code.
  struct CheckCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "check",
        abstract: "Fails when a committed diagram no longer shows what the code does.",
        discussion: """
          Texts are compared, their line ends apart; where they differ, so are graphs. Names every \
          state and transition that was lost or gained, every file that is missing, stale or left \
          over, and every part of a page that is out of date. Findings about the rules, such as \
          a state that cannot be reached, are warnings, or with --strict failures, unless the catalog \
          allows them. A graph that is not whole, because its rules reach more than the bounds of \
          the exploration, is a failure unless the catalog allows that finding.

          With --histories, traces and snapshots of machines are checked, too, so that new rules meet \
          the machines that are in flight before they are deployed. Each machine is accepted, migrated by \
          the function that the catalog gives, or refused with the arrow and its line of code.

          EXIT CODES:
            0   Everything shows what the code does, or --report is given.
            1   Something does not, a graph is not whole, with --strict a finding is not allowed, or a \
          history is refused.
            2   The check could not be done.

          EXAMPLES:
            check --strict
            check --histories Histories
            check --only Turnstile Door
            check --json --output Documentation/Diagrams
            check --report --sarif > diagrams.sarif
          """
      )
    }

    @OptionGroup var location: LocationOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var pages: PageOptions<Tool>
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var length: AnswerOptions

    /// The form of the report.
    enum Form: String, EnumerableFlag {
      case json, sarif

      static func help(for form: Form) -> ArgumentHelp? {
        switch form {
        case .json: "Print one JSON document, for programs."
        case .sarif: "Print SARIF 2.1.0, for code scanning and editors."
        }
      }
    }

    @Flag var form: Form?

    @Flag(
      name: .customLong("report"),
      help: "Tell what is out of date, and pass: for teams that begin.")
    var isReport = false

    @Option(
      help: ArgumentHelp(
        "Check also what machines did by earlier rules: traces, NAME.jsonl, and snapshots of a diagram, "
          + "DIAGRAM.snapshots.jsonl.", valueName: "folder"))
    var histories: String?

    func run() throws {
      try CommandRunner.perform {
        let progress = ProgressLine()
        defer { progress.clear() }
        let lock = location.lock(.shared, progress: progress)
        defer { lock.release() }
        try location.requireFolder()
        let (report, problems, findings) = try check(progress: progress)
        progress.clear()
        switch form {
        case .json: try Tool.print(report.json)
        case .sarif: try Tool.print(sarif(of: report, problems, findings).json)
        case nil: try print(report, problems, findings)
        }
        if !report.passed { throw ExitCode(1) }
      }
    }

    @MainActor private func print(
      _ report: CheckReport, _ problems: [DiagramProblem], _ findings: [DiagramFindings]
    ) throws {
      var answer = length.answer
      let lines = problems.flatMap(\.lines) + findings.flatMap { $0.lines(.error) }
      for line in answer.fitting(lines) { try Tool.print(line) }
      Tool.printFindings(answer.fitting(findings.flatMap { $0.lines(.warning) }))
      Tool.printFindings(strictness.notes(in: findings))
      if let histories = report.histories { try Tool.print(histories.text) }
      if let repair = report.repair {
        try Tool.print("To accept: \(repair)")
      } else if report.isClean {
        try Tool.print("checked: \(report.checked.count), all show what the code does")
      }
      if isReport, !report.isClean {
        try Tool.print("passed because of --report")
      } else {
        for line in answer.fitting(strictness.failure(because: findings)) { try Tool.print(line) }
      }
    }

    private func sarif(
      of report: CheckReport, _ problems: [DiagramProblem], _ findings: [DiagramFindings]
    ) -> SARIFLog {
      SARIFLog(
        problems.flatMap { $0.results(isReported: isReport) }
          + findings.flatMap {
            $0.results(
              in: location.folder, hasNotes: strictness.printsNotes,
              isStrict: strictness.isStrict, isReported: isReport)
          } + (report.histories?.refusals ?? []).map { $0.result(isReported: isReport) })
    }

    /// Returns the report, and the problems and findings that it is made of.
    @MainActor func check(
      progress: ProgressLine? = nil
    ) throws -> (report: CheckReport, problems: [DiagramProblem], findings: [DiagramFindings]) {
      let catalog = try Tool.catalog.explored(only: selection.only, progress: progress)
      let diagrams = try catalog.diagrams(named: selection.only)
      let problems =
        try DiagramCheck(folder: location.folder)
        .problems(with: catalog, only: selection.only, progress: progress)
        + pages.markedPages().problems(with: catalog, only: selection.only)
      let histories = try histories.map { folder in
        var check = HistoryCheck(of: diagrams, in: catalog)
        try check.read(DiagramFolder(path: folder))
        return check.report
      }
      let findings = CommandRunner.findings(about: diagrams)
      let worst = findings.flatMap(\.all).map(\.severity).max() ?? .note
      let hasDrift = problems.contains(where: \.isDrift)
      let repair = ([Tool.repairCommand] + location.arguments + pages.arguments)
        .joined(separator: " ")
      let isClean =
        !hasDrift && worst < (strictness.isStrict ? .warning : .error) && histories?.passed ?? true
      let report = CheckReport(
        isClean: isClean, passed: isClean || isReport, checked: diagrams.map(\.name),
        problems: problems.map(CheckReport.Entry.init),
        findings: findings.flatMap(FindingEntry.all), histories: histories,
        repair: hasDrift ? repair : nil)
      return (report, problems, findings)
    }
  }
#endif

/// The result of `check` in a form for programs.
struct CheckReport: JSONReport {
  let version = Self.version
  /// A Boolean value that indicates whether nothing is out of date, missing, not whole or refused and, in a
  /// strict check, nothing is found.
  let isClean: Bool
  /// A Boolean value that indicates whether the check passes: it is clean, or only reports.
  let passed: Bool
  let checked: [String]
  let problems: [Entry]
  let findings: [FindingEntry]
  /// The result of `--histories`; `nil` without that option.
  let histories: HistoryReport?
  /// The command that updates diagrams and pages; `nil` unless one of them makes the check fail.
  let repair: String?

  private enum CodingKeys: CodingKey {
    case version, passed, checked, problems, findings, histories, repair
  }

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
