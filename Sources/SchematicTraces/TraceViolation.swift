import SchematicGraph

/// A line of a trace that isn't a step of the graph.
public struct TraceViolation: Hashable, Sendable {
  /// The kinds of violations.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// The line names a state that the graph doesn't have.
    case unknownState
    /// The line doesn't begin in the state in which the previous line ended.
    case otherState
    /// The graph has no such step from the state in which the line begins.
    case noStep
  }

  /// The kind of violation.
  package let kind: Kind
  /// The line.
  package let entry: TraceEntry
  /// The identifier of the state in which the line should begin, or `nil` if it isn't known.
  package let expectedState: String?
  /// The most similar rule of the graph, or `nil` if no rule is similar.
  package let nearest: StateGraph.Rule?
}

extension TraceViolation: CustomStringConvertible {
  /// The machine, the number of the line, the problem and the nearest rule.
  public var description: String {
    "\(entry.machine) \(entry.id), line \(entry.number): \(reason)\(nearest?.place ?? "")"
  }

  /// The problem and the nearest rule, without the machine's name and the line's number.
  package var reason: String {
    let near = nearest.map { "; the nearest rule is \($0)" } ?? ""
    switch kind {
    case .unknownState: return "the diagram lacks a state of \(entry.words)\(near)"
    case .otherState:
      return "the line before ended in \(expectedState ?? ""), and this one is "
        + "\(entry.words)\(near)"
    case .noStep: return "the diagram has no step \(entry.words)\(near)"
    }
  }
}

extension TraceEntry {
  /// The entry in readable form: `locked -> unlocked: coin [paid] / open`, or `in locked` if it has no
  /// step.
  package var words: String {
    guard let step else { return "in \(state)" }
    let isTaken = step.outcome == .moved || step.outcome == .stayed
    let target = isTaken || step.target != state ? " -> \(step.target)" : ""
    return "\(state)\(target): \(step.words)"
  }
}

extension TraceEntry.Step {
  /// The event and its outcome in readable form: `coin [paid] / open`, or `push, rejected: it is locked`.
  var words: String {
    let conditions = guards.map { ($0.holds ? "" : "not ") + $0.name }
    let trigger =
      shownEvent + (conditions.isEmpty ? "" : " [\(conditions.joined(separator: " and "))]")
    switch outcome {
    case .moved, .stayed:
      return trigger + (action.map { " / \($0)" } ?? "")
        + (outcome == .stayed ? " (internal)" : "")
    case .ignored, .rejected, .queued, .refused, .failed, .subjectDeallocated:
      return "\(trigger), \(outcome.rawValue)" + (reason.map { ": \($0)" } ?? "")
    }
  }
}
