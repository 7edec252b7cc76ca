import Schematic

/// How often the transitions of a graph were taken.
///
/// ```swift
/// var coverage = TransitionCoverage(of: graph)
/// coverage.record(machine.schema, taken)   // as observers are told
/// coverage.counts[graph.transitions[0]]    // 1
/// coverage.neverTaken                      // what no machine did
/// ```
///
/// Who observes a machine is told of states, event and action, and not of guards. Transitions that
/// only their guards tell apart are therefore counted together: see ``ambiguous``.
public struct TransitionCoverage: Hashable, Sendable {
  /// The graph.
  public let graph: StateGraph

  /// How often each thing was observed, without guards.
  private var observations: [StateGraph.Transition: Int] = [:]

  /// Creates the coverage of a graph of which nothing was taken.
  ///
  /// - Parameter graph: The graph.
  public init(of graph: StateGraph) {
    self.graph = graph
  }

  /// How often each transition of the graph was taken, zeros included.
  public var counts: [StateGraph.Transition: Int] {
    Dictionary(uniqueKeysWithValues: graph.transitions.map { ($0, count(of: $0)) })
  }

  /// Returns how often a transition was taken, its guard left aside.
  ///
  /// - Parameter transition: The transition.
  /// - Returns: The count.
  public func count(of transition: StateGraph.Transition) -> Int {
    observations[transition.unguarded, default: 0]
  }

  /// The transitions that were never taken, in the order of the graph.
  public var neverTaken: [StateGraph.Transition] {
    graph.transitions.filter { count(of: $0) == 0 }
  }

  /// The transitions that were taken, in groups of which it cannot be told which one was.
  ///
  /// Only their guards tell them apart. Give them actions of different names to know.
  public var ambiguous: [[StateGraph.Transition]] {
    let taken = graph.transitions.filter { count(of: $0) > 0 }
    let groups = Dictionary(grouping: taken, by: \.unguarded)
    return taken.map(\.unguarded).uniqued().compactMap { groups[$0] }.filter { $0.count > 1 }
  }

  /// What was observed though the graph does not show it, without guards.
  public var unexpected: [StateGraph.Transition: Int] {
    let known = Set(graph.transitions.map(\.unguarded))
    return observations.filter { !known.contains($0.key) }
  }

  /// Everything that was observed, without guards.
  package var everything: [StateGraph.Transition: Int] { observations }

  /// Counts a transition.
  ///
  /// - Parameters:
  ///   - transition: What was taken. Its guard is not looked at.
  ///   - count: How often.
  public mutating func record(_ transition: StateGraph.Transition, count: Int = 1) {
    observations[transition.unguarded, default: 0] += count
  }

  /// Adds the counts of another coverage.
  ///
  /// - Parameter other: The coverage of the same graph, from another run.
  public mutating func merge(_ other: TransitionCoverage) {
    observations.merge(other.observations, uniquingKeysWith: +)
  }

  /// Counts a transition that a machine has taken.
  ///
  /// An event that the diagram does not show in the state counts as the timeout that sends it.
  ///
  /// - Parameters:
  ///   - schema: The rules of the machine.
  ///   - taken: What an observer was told.
  public mutating func record<State: Graphable, Event: Graphable, Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>, _ taken: TakenTransition<State, Event>
  ) {
    func transition(_ event: String) -> StateGraph.Transition {
      StateGraph.Transition(
        source: taken.source.graphIdentifier, target: taken.target.graphIdentifier, event: event,
        action: taken.label, isInternal: taken.isInternal)
    }
    let label = taken.event.graphLabel
    let sent = transition(label)
    let timeouts = schema.timeouts(in: taken.source)
      .filter { $0.event.graphLabel == label }
      .map { transition("after \($0.duration.label)") }
    let shown = Set(graph.transitions.map(\.unguarded))
    record(([sent] + timeouts).first(where: shown.contains) ?? sent)
  }
}

extension TransitionCoverage: CustomStringConvertible {
  /// How many transitions were taken, and a line for each with its count.
  public var description: String {
    let taken = graph.transitions.count - neverTaken.count
    let lines = graph.transitions.map { "\(count(of: $0))  \($0)" }
    return (["\(taken) of \(graph.transitions.count) transitions taken"] + lines)
      .joined(separator: "\n")
  }
}

extension StateGraph.Transition {
  /// The transition as an observer sees it.
  fileprivate var unguarded: StateGraph.Transition {
    StateGraph.Transition(
      source: source, target: target, event: event, action: action, isInternal: isInternal)
  }
}

extension TransitionCoverage {
  /// What a picture of the graph says about what was taken, how often, and what never was.
  ///
  /// ```swift
  /// graph.dot(marks: coverage.marks)
  /// ```
  public var marks: DiagramMarks { .taken(counts, in: graph) }
}
