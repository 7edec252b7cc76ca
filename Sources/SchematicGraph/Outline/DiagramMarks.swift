/// The marks of a picture: its highlighted states and transitions.
///
/// ```swift
/// graph.dot(marks: .current("fetching"))
/// ```
///
/// Transitions with different marks are drawn as different edges. A marked picture is only for viewing:
/// its text says more than the graph, and isn't for checking.
public struct DiagramMarks: Hashable, Sendable {
  /// The marks of states, by their identifiers.
  package var states: [String: DiagramMark]
  /// The marks of rules.
  ///
  /// Of a rejection a picture shows the numbers of steps, and no colors.
  package var rules: [StateGraph.Rule: DiagramMark]

  /// Creates marks.
  ///
  /// - Parameters:
  ///   - states: The marks of states, by their identifiers.
  ///   - rules: The marks of rules.
  package init(
    states: [String: DiagramMark] = [:], rules: [StateGraph.Rule: DiagramMark] = [:]
  ) {
    self.states = states
    self.rules = rules
  }

  /// Returns the marks of the state that a machine is in, and of the transition that led there.
  ///
  /// - Parameters:
  ///   - state: The identifier of the state.
  ///   - last: The last transition that was taken, or `nil` for none.
  /// - Returns: The marks.
  public static func current(
    _ state: String, after last: StateGraph.Rule? = nil
  ) -> DiagramMarks {
    DiagramMarks(states: [state: .current], rules: last.map { [$0: .current] } ?? [:])
  }

  /// Returns the marks of transitions that were taken, and of those that never were.
  ///
  /// - Parameters:
  ///   - counts: How often each transition was taken.
  ///   - graph: The graph, whose other transitions were never taken.
  /// - Returns: The marks.
  package static func taken(
    _ counts: [StateGraph.Rule: Int], in graph: StateGraph
  ) -> DiagramMarks {
    var marks = DiagramMarks()
    for transition in graph.transitions {
      let count = counts[transition, default: 0]
      marks.rules[transition] = count > 0 ? .taken(times: count) : .neverTaken
    }
    let taken = graph.transitions.filter { counts[$0, default: 0] > 0 }
    let visited = Set(
      ConfigurationTree(of: graph).initialStates + taken.flatMap { [$0.source, $0.target] })
    for state in graph.states where !visited.contains(state.identifier) {
      marks.states[state.identifier] = .neverTaken
    }
    return marks
  }

  /// A Boolean value that indicates whether nothing is marked.
  var isEmpty: Bool { states.isEmpty && rules.isEmpty }

  /// The sentences that say, below a picture, what the counts in it look like; none if there are no counts.
  var legend: [String] {
    let isCounting = rules.values.contains {
      if case .taken = $0 { true } else { $0 == .neverTaken }
    }
    return isCounting
      ? [
        "An arrow is the thicker, the more often it was taken: from 1, 10, 100, 1,000 and 10,000 times "
          + "on.", "A dotted one was never taken.",
      ] : []
  }
}

/// A remark of a picture about a state or a rule.
package enum DiagramMark: Hashable, Sendable {
  /// The state that a machine is in, or the transition that it took last.
  case current
  /// Taken in these steps of a walk, counted from one. One of them may be highlighted.
  case steps([Int], isCurrent: Bool = false)
  /// Taken, as often as was counted.
  case taken(times: Int)
  /// Never taken.
  case neverTaken
  /// New in a comparison.
  case added
  /// Gone in a comparison.
  case removed
  /// Different in a comparison.
  case changed
}

extension DiagramMark {
  /// The mark without counts and numbers, by which transitions share an arrow.
  var kind: DiagramMark {
    switch self {
    case .steps(_, let isCurrent): .steps([], isCurrent: isCurrent)
    case .taken: .taken(times: 1)
    case .current, .neverTaken, .added, .removed, .changed: self
    }
  }

  /// A Boolean value that indicates whether the mark is of single occasions, and says nothing of others.
  var isOccasion: Bool {
    switch self {
    case .current, .steps: true
    case .taken, .neverTaken, .added, .removed, .changed: false
    }
  }

  /// Returns the mark of several marked transitions that are drawn together, or `nil` for none.
  static func merged(_ marks: [DiagramMark]) -> DiagramMark? {
    marks.reduce(into: nil) { $0.merge($1) }
  }
}

extension DiagramMark? {
  /// Adds a mark of the same transition, or of one that is drawn as the same.
  mutating func merge(_ mark: DiagramMark) {
    switch (self, mark) {
    case (.steps(let steps, let isCurrent)?, .steps(let others, let areCurrent)):
      self = .steps((steps + others).uniqued().sorted(), isCurrent: isCurrent || areCurrent)
    case (.taken(let times)?, .taken(let others)): self = .taken(times: times + others)
    case (nil, _), (_, .current): self = mark
    default: break
    }
  }
}
