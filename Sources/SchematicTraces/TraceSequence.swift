import SchematicGraph

/// A sequence diagram of the machines in a trace, in Mermaid, with a lane for each machine.
///
/// ```swift
/// var sequence = TraceSequence()
/// for entry in entries { sequence.add(entry) }
/// print(sequence.mermaid)
/// // sequenceDiagram
/// //   participant program
/// //   participant m1 as Turnstile 5c0f
/// //   Note over m1: locked
/// //   program->>m1: coin #91;paid#93; / open
/// //   Note over m1: unlocked
/// ```
///
/// Lines are in the order in which they were written. An event of the program comes from the lane
/// `program`, because a trace doesn't say which part of the program sent the event. Events of
/// timeouts, tasks and completions come from the machine's own lane.
package struct TraceSequence {
  /// The maximum length of the text in characters; Mermaid refuses more than 50,000.
  private static let mostCharacters = 45_000

  private var lanes: [Machine: Lane] = [:]
  private var participants: [String] = []
  private var statements: [String] = []
  private var length = 0
  private var otherLines = 0
  private var hearsProgram = false

  private struct Machine: Hashable {
    let name: String
    let id: String
  }

  private struct Lane {
    let participant: String
    /// The state of the machine, or `nil` if its lines don't tell.
    var state: String?
    /// The number of the last line.
    var number: Int
  }

  /// Creates a sequence without lanes.
  package init() {}

  /// The number of lanes, one for each machine.
  package var laneCount: Int { lanes.count }

  /// Adds the next line of the trace, unless the text would be too long.
  ///
  /// - Parameters:
  ///   - entry: The line.
  ///   - isStep: `false` if the line isn't a step of the machine's diagram. The sequence then says so.
  package mutating func add(_ entry: TraceEntry, isStep: Bool = true) {
    guard otherLines == 0 else {
      otherLines += 1
      return
    }
    let machine = Machine(name: entry.machine, id: entry.id)
    let known = lanes[machine]
    let participant = known?.participant ?? "m\(lanes.count + 1)"
    var lane = known ?? Lane(participant: participant, number: entry.number - 1)
    var added: [String] = []
    func note(_ text: String) { added.append("Note over \(participant): \(encoded(text))") }

    let isNext = entry.number == lane.number + 1
    if entry.step != nil, !isNext {
      note("lines are missing")
      lane.state = nil
    }
    // The line of an event that is sent during a step comes before the line of the step.
    let isWaiting = entry.step?.outcome == .queued || entry.step?.outcome == .refused
    if !isWaiting, entry.step == nil || lane.state != entry.state { note(entry.state) }
    if let step = entry.step {
      added.append(message(of: step, to: participant))
      if !isWaiting, step.target != entry.state { note(step.target) }
    }
    if !isStep { note("not in the diagram") }
    if !isWaiting { lane.state = entry.step?.target ?? entry.state }
    lane.number = entry.number
    let title = known == nil ? "participant \(participant) as \(encoded(entry.shortName))" : nil

    let size = added.reduce(title?.count ?? 0) { $0 + $1.count + 3 }
    guard length + size <= Self.mostCharacters else {
      otherLines = 1
      return
    }
    length += size
    lanes[machine] = lane
    participants += title.map { [$0] } ?? []
    statements += added
    hearsProgram = hearsProgram || entry.step.map { $0.sender == nil } ?? false
  }

  /// The diagram as text; the same lines always give the same bytes.
  package var mermaid: String {
    let names = (hearsProgram ? ["participant program"] : []) + participants
    let rest =
      otherLines > 0 && !participants.isEmpty
      ? ["Note over m1: \(encoded("and \(otherLines) more lines"))"] : []
    return
      (["sequenceDiagram"] + (names + statements + rest).map { "  " + $0 }).map { $0 + "\n" }
      .joined()
  }

  /// Returns the arrow of an event: with a cross if the event took no transition, open if it waits.
  private func message(of step: TraceEntry.Step, to participant: String) -> String {
    let arrow =
      switch step.outcome {
      case .moved, .stayed: "->>"
      case .queued: "-)"
      case .ignored, .rejected, .refused, .failed, .subjectDeallocated: "-x"
      }
    let (source, prefix) =
      switch step.sender {
      case nil: ("program", "")
      case .timeout(let time): (participant, "after \(time): ")
      case .task(let name): (participant, name.map { "do \($0): " } ?? "do: ")
      case .completion: (participant, "")
      }
    return "\(source)\(arrow)\(participant): \(encoded(prefix + step.words))"
  }

  /// Returns a text for Mermaid, cut to 200 characters so that it leaves room for others.
  private func encoded(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(200)
    let isCut = start.endIndex != text.unicodeScalars.endIndex
    return MermaidText.encode(isCut ? "\(Substring(start))…" : text)
  }
}

extension TraceEntry {
  /// The name of the machine with the beginning of its identity.
  fileprivate var shortName: String { "\(machine) \(id.prefix(4))" }
}
