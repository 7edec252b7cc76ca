import Foundation
import SchematicAnalysis
import SchematicGraph
import SchematicGraphviz
import SchematicTraces

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

  /// Creates a check of the machines that bear the names of some diagrams.
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
    var found = violations
    defer { violations = found }
    try read(file) { number, entry, check in
      // The check is changed in place, so that no line copies it.
      guard let violation = check.checkLine(entry), found.count < limit else { return }
      found.append(
        ReplayReport.Violation(
          file: file, line: number, machine: entry.machine,
          message: violation.description.shortened(to: 1_000)))
    }
  }

  /// Reads a file, and calls a closure for each line of a machine that has a diagram, with the line and the
  /// check of that diagram.
  mutating func read(
    _ file: String, _ take: (_ line: Int, _ entry: TraceEntry, _ check: inout TraceCheck) -> Void
  ) throws {
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
        take(number, entry, &checks[entry.machine]!)
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

  /// Adds the transitions that were taken to a coverage file.
  ///
  /// If the file has counts for other rules of one of the machines, nothing is added.
  ///
  /// - Throws: A ``DiagramError`` if the file can't be read or written, or has counts for other rules.
  func addCoverage(to file: CoverageFile) throws {
    let taken = names.compactMap { name in
      checks[name].flatMap { $0.lineCount > 0 ? (name: name, coverage: $0.coverage) : nil }
    }
    do {
      // A device or a pipe has no counts.
      let url = URL(fileURLWithPath: file.path).resolvingSymlinksInPath()
      if (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true {
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
      let svg = try graph.render(.svg, name: name, marks: check.coverage.marks)
      return ("\(name).replay.svg", Data(svg))
    }
  }
}
