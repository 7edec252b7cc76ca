import Schematic
import SchematicGraph
import SchematicGraphviz

/// The verdicts on histories: on the machines in traces, and on snapshots.
struct HistoryTally {
  /// A machine in a trace.
  struct Machine: Hashable {
    let diagram: String
    let id: String
  }

  /// A verdict on a history.
  ///
  /// The best verdict comes first, and the worst one last.
  enum Verdict: Int, Comparable, CaseIterable {
    /// The current rules allow everything that is known of the machine.
    case accepted
    /// The catalog's migration function gives a current state.
    case migrated
    case refused

    static func < (one: Verdict, other: Verdict) -> Bool { one.rawValue < other.rawValue }
  }

  /// Lines of traces, and snapshots, that are refused for the same reason.
  struct Refusal: Hashable {
    let diagram: String
    let reason: String
    /// The place of the first of these lines or snapshots: a file and the number of a line.
    let place: String
    let lines: SourceLines
    var count = 1
  }

  /// The maximum number of reasons to name.
  private static let mostNamed = 100

  private var machines: [Machine: Verdict] = [:]
  private var snapshots: [String: [Verdict: Int]] = [:]
  private(set) var refusals: [Refusal] = []
  private var positions: [String: Int] = [:]
  /// The number of refusals whose reasons are not named, because there are too many.
  private(set) var otherRefusals = 0

  /// Notes the verdict on a line about a machine; the worst verdict on a machine counts.
  mutating func take(_ verdict: Verdict, _ machine: Machine) {
    machines[machine] = max(machines[machine] ?? .accepted, verdict)
  }

  /// Counts a snapshot.
  mutating func count(_ verdict: Verdict, _ diagram: String) {
    snapshots[diagram, default: [:]][verdict, default: 0] += 1
  }

  /// Notes the reason of a refusal.
  mutating func refuse(
    _ diagram: String, because reason: String, at place: String, _ lines: SourceLines
  ) {
    let reason = reason.shortened(to: 1_000)
    let key = "\(diagram): \(reason)"
    if let position = positions[key] {
      refusals[position].count += 1
    } else if refusals.count < Self.mostNamed {
      positions[key] = refusals.count
      refusals.append(Refusal(diagram: diagram, reason: reason, place: place, lines: lines))
    } else {
      otherRefusals += 1
    }
  }

  /// Returns the numbers of a diagram's histories by their verdicts.
  func counts(of diagram: String) -> [Verdict: Int] {
    var counts = snapshots[diagram] ?? [:]
    for (machine, verdict) in machines where machine.diagram == diagram {
      counts[verdict, default: 0] += 1
    }
    return counts
  }
}

/// The output of `check --histories`: how many histories are accepted, migrated and refused.
struct HistoryReport: Encodable {
  /// A Boolean value that indicates whether nothing is refused, and every machine has a diagram.
  let passed: Bool
  let diagrams: [Entry]
  let refusals: [Refusal]
  let otherRefusals: Int
  let unreadableLines: Int
  /// The machines in traces that aren't in the catalog, up to a limit.
  let unknownMachines: [String]
  /// The number of lines about further machines, which nothing checked.
  let otherUnknownLines: Int

  /// The number of a diagram's machines and snapshots, by verdict.
  struct Entry: Encodable {
    let name: String
    let accepted: Int
    let migrated: Int
    let refused: Int
  }

  /// A reason for which histories are refused.
  struct Refusal: Encodable {
    let diagram: String
    let message: String
    let count: Int
    let first: String
    let source: SourceEntry?
    /// The lines of code that refuse.
    let lines: SourceLines

    private enum CodingKeys: CodingKey { case diagram, message, count, first, source }

    /// A sentence that says how often, where and why.
    var text: String {
      let times = count == 1 ? "refused" : "refused \(count) times, first"
      return "\(diagram): \(times) at \(first): \(message)"
    }
  }

  private enum CodingKeys: CodingKey {
    case passed, diagrams, refusals, otherRefusals
    case unreadableLines, unknownMachines, otherUnknownLines
  }

  init(
    _ tally: HistoryTally, names: [String], unreadableLines: Int, unknownMachines: [String],
    otherUnknownLines: Int
  ) {
    diagrams = names.compactMap { name in
      let counts = tally.counts(of: name)
      guard !counts.isEmpty else { return nil }
      return Entry(
        name: name, accepted: counts[.accepted] ?? 0, migrated: counts[.migrated] ?? 0,
        refused: counts[.refused] ?? 0)
    }
    refusals = tally.refusals.map {
      Refusal(
        diagram: $0.diagram, message: $0.reason, count: $0.count, first: $0.place,
        source: SourceEntry($0.lines), lines: $0.lines)
    }
    otherRefusals = tally.otherRefusals
    self.unreadableLines = unreadableLines
    self.unknownMachines = unknownMachines
    self.otherUnknownLines = otherUnknownLines
    // A machine that nobody checked counts as refused, and so do files of which no line can be read.
    passed =
      diagrams.allSatisfy { $0.refused == 0 } && unknownMachines.isEmpty && otherUnknownLines == 0
      && (unreadableLines == 0 || !diagrams.isEmpty)
  }

  /// The report for a terminal.
  var text: String {
    var lines = refusals.map { SourceFiles.current.located($0.text, at: $0.lines) }
    if otherRefusals > 0 { lines.append("and \(otherRefusals) more for other reasons") }
    lines += unknownMachines.map { "refused: no diagram is named \($0), so that nothing checks it" }
    if otherUnknownLines > 0 {
      lines.append("refused: \(otherUnknownLines) more lines name machines without a diagram")
    }
    if unreadableLines > 0 {
      let word = diagrams.isEmpty && unknownMachines.isEmpty ? "refused" : "note"
      lines.append("\(word): \(unreadableLines) lines are no lines of a trace")
    }
    lines += diagrams.map { entry in
      let count = entry.accepted + entry.migrated + entry.refused
      return "\(entry.name): \(count) \(count == 1 ? "history" : "histories"): "
        + "\(entry.accepted) accepted, \(entry.migrated) migrated, \(entry.refused) refused"
    }
    return lines.joined(separator: "\n")
  }
}
