/// The marks of a picture: its highlighted states and transitions.
///
/// ```swift
/// graph.dot(marks: .current("fetching"))
/// ```
///
/// Transitions between the same states share an arrow only if their marks are of one kind. A marked picture
/// is only for viewing: its text has no record of the graph, and can't be checked.
public struct DiagramMarks: Hashable, Sendable {
  /// The marks of states, by their identifiers.
  package var states: [String: DiagramMark]
  /// The marks of rules.
  ///
  /// A picture shows a rejection that is part of a walk with the numbers of its steps, one that differs in a
  /// comparison with a word, and both without a color.
  package var rules: [StateGraph.Rule: DiagramMark]
  /// The marks of entries, exits, tasks and timeouts in a comparison.
  package var behaviors: [StateGraph.PlacedBehavior: DiagramMark] = [:]

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

  /// Returns marks that show how often each transition was taken, and which states were never reached.
  ///
  /// A transition without a count was never taken.
  package static func taken(
    _ counts: [StateGraph.Rule: Int], in graph: StateGraph
  ) -> DiagramMarks {
    var marks = DiagramMarks()
    for transition in graph.transitions {
      let count = counts[transition, default: 0]
      marks.rules[transition] = count > 0 ? .taken(times: count) : .neverTaken
    }
    let taken = graph.transitions.filter { counts[$0, default: 0] > 0 }
    let tree = ConfigurationTree(of: graph)
    // States of regions are entered along with the state around these regions.
    let entered = taken.flatMap { rule in
      let before = tree.configuration(entering: rule.source)
      return tree.entered(by: [rule], in: tree.configuration(after: [rule], in: before))
    }
    let visited = Set(entered + taken.flatMap { [$0.source, $0.target] })
    for state in graph.states
    where !visited.contains(state.identifier) && !tree.contains(state.identifier, in: tree.initial)
    {
      marks.states[state.identifier] = .neverTaken
    }
    return marks
  }

  /// A Boolean value that indicates whether nothing is marked.
  package var isEmpty: Bool { states.isEmpty && rules.isEmpty && behaviors.isEmpty }

  /// The sentences below a picture that explain the widths of its arrows; none if nothing was counted.
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

/// The mark of a state or a rule in a picture.
package enum DiagramMark: Hashable, Sendable {
  /// The state that a machine is in, or the transition that it took last.
  case current
  /// Taken in these steps of a walk, counted from one; highlighted if one of them is the current step.
  case steps([Int], isCurrent: Bool = false)
  /// Taken this many times.
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
  /// The mark without counts and steps; transitions share an arrow only if this is equal.
  var kind: DiagramMark {
    switch self {
    case .steps(_, let isCurrent): .steps([], isCurrent: isCurrent)
    case .taken: .taken(times: 1)
    case .current, .neverTaken, .added, .removed, .changed: self
    }
  }

  /// A Boolean value that indicates whether the mark is about the current state or the steps of a walk.
  var isOccasion: Bool {
    switch self {
    case .current, .steps: true
    case .taken, .neverTaken, .added, .removed, .changed: false
    }
  }

  /// The word for a difference, which marks what has no color of its own; `nil` for any other mark.
  var word: String? {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .changed: "changed"
    case .current, .steps, .taken, .neverTaken: nil
    }
  }

  /// Returns one mark for the marks of transitions that are drawn together, or `nil` if there are no marks.
  static func merged(_ marks: [DiagramMark]) -> DiagramMark? {
    marks.reduce(into: nil) { $0.merge($1) }
  }
}

extension DiagramMark? {
  /// Merges another mark of the same transition, or of one that is drawn together with it.
  ///
  /// Step numbers are joined, counts are added, and `current` replaces any mark. Otherwise, the first mark
  /// stays.
  package mutating func merge(_ mark: DiagramMark) {
    switch (self, mark) {
    case (.steps(let steps, let isCurrent)?, .steps(let others, let areCurrent)):
      self = .steps((steps + others).uniqued().sorted(), isCurrent: isCurrent || areCurrent)
    case (.taken(let times)?, .taken(let others)): self = .taken(times: times + others)
    case (nil, _), (_, .current): self = mark
    default: break
    }
  }
}
