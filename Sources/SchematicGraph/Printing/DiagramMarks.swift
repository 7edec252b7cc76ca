/// The marks of a picture: what is highlighted in it.
///
/// ```swift
/// var marks = DiagramMarks()
/// marks.states["fetching"] = .current
/// graph.dot(marks: marks)
/// ```
///
/// Transitions with different marks are drawn as different edges. A marked picture is for looking at:
/// its text says more than the graph, and is not for checking.
public struct DiagramMarks: Hashable, Sendable {
  /// The marks of states, by their identifiers.
  public var states: [String: DiagramMark]
  /// The marks of transitions.
  public var transitions: [StateGraph.Transition: DiagramMark]

  /// Creates marks.
  ///
  /// - Parameters:
  ///   - states: The marks of states, by their identifiers.
  ///   - transitions: The marks of transitions.
  public init(
    states: [String: DiagramMark] = [:], transitions: [StateGraph.Transition: DiagramMark] = [:]
  ) {
    self.states = states
    self.transitions = transitions
  }

  /// Returns the marks of where a machine is, and how it came there.
  ///
  /// - Parameters:
  ///   - state: The identifier of the state.
  ///   - last: The transition that was taken last; `nil` for none.
  /// - Returns: The marks.
  public static func current(
    _ state: String, after last: StateGraph.Transition? = nil
  ) -> DiagramMarks {
    DiagramMarks(states: [state: .current], transitions: last.map { [$0: .current] } ?? [:])
  }

  /// Returns the marks of what was taken and what never was.
  ///
  /// - Parameters:
  ///   - counts: How often each transition was taken.
  ///   - graph: The graph, whose other transitions were never taken.
  /// - Returns: The marks.
  public static func taken(
    _ counts: [StateGraph.Transition: Int], in graph: StateGraph
  ) -> DiagramMarks {
    var marks = DiagramMarks()
    for transition in graph.transitions {
      let count = counts[transition, default: 0]
      marks.transitions[transition] = count > 0 ? .taken(times: count) : .neverTaken
    }
    let taken = graph.transitions.filter { counts[$0, default: 0] > 0 }
    let visited = Set([graph.initialState] + taken.flatMap { [$0.source, $0.target] })
    for state in graph.states where !visited.contains(state.identifier) {
      marks.states[state.identifier] = .neverTaken
    }
    return marks
  }

  /// Whether nothing is marked.
  var isEmpty: Bool { states.isEmpty && transitions.isEmpty }
}

/// What a picture says about a state or a transition beyond that it is there.
public enum DiagramMark: Hashable, Sendable {
  /// The state that a machine is in, or the transition that it took last.
  case current
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
