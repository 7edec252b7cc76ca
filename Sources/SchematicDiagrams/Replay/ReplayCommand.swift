import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTraces

#if Command
  import ArgumentParser

  /// `replay`: checks traces against the code.
  struct ReplayCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "replay",
        abstract: "Checks what machines did, as traces tell, against the code.",
        discussion: """
          Names each line that is no step of its machine's diagram, and the rule that is most like it. \
          Lines that were lost are a gap and no failure. Counts the transitions that were taken.

          EXIT CODES:
            0   Every line is a step of its diagram.
            1   A line is not.
            2   A trace could not be read.

          EXAMPLES:
            replay app.jsonl
            replay --pictures Heat app.jsonl old.jsonl
            replay --only Turnstile --json app.jsonl
            replay --coverage coverage.json app.jsonl
          """
      )
    }

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var form: JSONOptions

    @Option(
      help: ArgumentHelp(
        "Draw each diagram to an SVG in this folder, with how often each transition was taken.",
        valueName: "folder"))
    var pictures: String?

    @Option(
      help: ArgumentHelp(
        "Add the transitions that were taken to this coverage file.", valueName: "file"))
    var coverage: String?

    @Option(
      help: ArgumentHelp("The number of violations that are printed.", valueName: "number"))
    var limit = 100

    @Argument(help: "The traces: files of one JSON object a line, or - for standard input.")
    var files: [String]

    func run() throws {
      try CommandRunner.perform {
        let catalog = try Tool.catalog.explored(only: selection.only)
        var replay = TraceReplay(of: try catalog.diagrams(named: selection.only))
        for file in files { try replay.read(file, limit: limit) }
        if let pictures {
          try DiagramFolder(path: pictures).write(replay.pictures())
        }
        if let coverage { try replay.addCoverage(to: CoverageFile(path: coverage)) }
        let report = replay.report
        Tool.print(form.isJSON ? try report.json : report.text)
        if !report.passed { throw ExitCode(1) }
      }
    }
  }
#endif

/// A check of traces against the diagrams of a catalog.
@MainActor struct TraceReplay {
  private let names: [String]
  private let graphs: [String: StateGraph]
  private var checks: [String: TraceCheck]
  private var violations: [ReplayReport.Violation] = []
  private var unknown: Set<String> = []
  private var otherUnknownLines = 0
  private var unreadable = 0

  /// The maximum number of unknown machines to name.
  private static let mostUnknown = 100

  /// Creates a check of the machines of some diagrams, which it identifies by name.
  init(of diagrams: [Diagram]) {
    names = diagrams.map(\.name)
    graphs = Dictionary(
      diagrams.map { ($0.name, $0.graph) }, uniquingKeysWith: { first, _ in first })
    checks = graphs.mapValues { TraceCheck(of: $0) }
  }

  /// Checks the lines of a file.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - limit: The number of violations to keep; the others are only counted.
  /// - Throws: A ``DiagramError`` if the file can't be read.
  mutating func read(_ file: String, limit: Int) throws {
    do {
      try TraceFile.read(file) { number, entry in
        guard case .success(let entry) = entry else {
          unreadable += 1
          return
        }
        guard checks[entry.machine] != nil else {
          let name = entry.machine.shortened(to: 100)
          if unknown.count < Self.mostUnknown {
            unknown.insert(name)
          } else if !unknown.contains(name) {
            otherUnknownLines += 1
          }
          return
        }
        // Changed in place, so that nothing is copied for each line.
        guard let violation = checks[entry.machine]?.violation(in: entry), violations.count < limit
        else { return }
        violations.append(
          ReplayReport.Violation(
            file: file, line: number, machine: entry.machine,
            message: violation.description.shortened(to: 1_000)))
      }
    } catch let error as TraceFileError {
      throw DiagramError(.unreadable, error.description)
    }
  }

  /// The result so far.
  var report: ReplayReport {
    ReplayReport(
      machines: names.compactMap { name in
        guard let check = checks[name], check.lineCount > 0 else { return nil }
        let coverage = check.coverage
        return ReplayReport.Machine(
          name: name, lines: check.lineCount, gaps: check.gapCount,
          violations: check.violationCount, transitions: coverage.graph.transitions.count,
          neverTaken: coverage.neverTaken.map(\.description))
      },
      violations: violations, unreadableLines: unreadable,
      unknownMachines: unknown.sorted(), otherUnknownLines: otherUnknownLines)
  }

  /// Adds the transitions that were taken to a file, those of all machines or of none.
  ///
  /// - Throws: A ``DiagramError`` if the file can't be written or belongs to other rules.
  func addCoverage(to file: CoverageFile) throws {
    let taken = names.compactMap { name in
      checks[name].flatMap { $0.lineCount > 0 ? (name: name, coverage: $0.coverage) : nil }
    }
    do {
      if FileManager.default.fileExists(atPath: file.path) {
        for (name, coverage) in taken { _ = try file.coverage(named: name, of: coverage.graph) }
      }
      for (name, coverage) in taken { try file.add(coverage, named: name) }
    } catch {
      throw DiagramError(.unreadable, "\(error)")
    }
  }

  /// Returns a picture of each machine in the traces: `NAME.replay.svg`.
  func pictures() throws -> [(name: String, content: Data)] {
    try names.compactMap { name in
      guard let graph = graphs[name], let check = checks[name], check.lineCount > 0 else {
        return nil
      }
      let dot = graph.dot(name: name, marks: check.coverage.marks)
      let svg = try Graphviz.render(dot: dot, as: .svg, style: DiagramStyle())
      let counts = check.coverage.counts
      return ("\(name).replay.svg", Data(HeatMap(of: counts, in: graph).applied(to: svg)))
    }
  }
}

/// The output of `replay`: the lines that aren't steps, and the transitions that were taken.
struct ReplayReport: JSONReport {
  let version = Self.version
  /// A Boolean value that indicates whether every line is a step of its diagram.
  let passed: Bool
  let machines: [Machine]
  let violations: [Violation]
  let unreadableLines: Int
  /// The machines in the trace that aren't in the catalog, up to a limit.
  let unknownMachines: [String]
  /// The number of lines of other machines that aren't in the catalog.
  let otherUnknownLines: Int

  struct Machine: Encodable {
    let name: String
    let lines: Int
    let gaps: Int
    let violations: Int
    let transitions: Int
    let neverTaken: [String]
  }

  struct Violation: Encodable {
    let file: String
    let line: Int
    let machine: String
    let message: String
  }

  init(
    machines: [Machine], violations: [Violation], unreadableLines: Int, unknownMachines: [String],
    otherUnknownLines: Int
  ) {
    passed = machines.allSatisfy { $0.violations == 0 }
    self.machines = machines
    self.violations = violations
    self.unreadableLines = unreadableLines
    self.unknownMachines = unknownMachines
    self.otherUnknownLines = otherUnknownLines
  }

  /// The report for a terminal.
  var text: String {
    let count = machines.reduce(0) { $0 + $1.violations }
    var lines = violations.map { "\($0.file):\($0.line): \($0.message)" }
    if count > violations.count { lines.append("and \(count - violations.count) more") }
    if unreadableLines > 0 {
      lines.append("note: \(unreadableLines) lines are no lines of a trace")
    }
    lines += unknownMachines.map { "note: no diagram is named \($0); its lines were passed over" }
    if otherUnknownLines > 0 {
      lines.append("note: \(otherUnknownLines) more lines name machines without a diagram")
    }
    lines += machines.map { machine in
      let taken = machine.transitions - machine.neverTaken.count
      return "\(machine.name): \(machine.lines) lines, \(machine.gaps) gaps, "
        + "\(machine.violations) violations, \(taken) of \(machine.transitions) transitions taken"
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// Returns the text, shortened with an ellipsis if it has more characters.
  fileprivate func shortened(to length: Int) -> String {
    // This avoids counting the characters of a long text.
    guard utf8.count > length, let end = index(startIndex, offsetBy: length, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return "\(self[..<index(before: end)])…"
  }
}
