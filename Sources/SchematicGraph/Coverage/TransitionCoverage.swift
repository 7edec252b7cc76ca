import Schematic

/// A count of each transition of a graph that machines have taken.
///
/// ```swift
/// var coverage = TransitionCoverage(of: graph)
/// machine.observe { coverage.record($0, of: machine.schema) }
/// coverage.counts[graph.transitions[0]]    // 1
/// coverage.neverTaken                      // the transitions that are left
/// ```
///
/// Transitions that differ only in their guards and changes are counted together: see ``ambiguous``.
public struct TransitionCoverage: Hashable, Sendable {
  /// The graph.
  public let graph: StateGraph

  /// The count of each observed transition, without its guard.
  private var observations: [StateGraph.Transition: Int] = [:]

  /// Creates the coverage of a graph before any transition is taken.
  ///
  /// - Parameter graph: The graph.
  public init(of graph: StateGraph) {
    self.graph = graph
  }

  /// The count of each transition of the graph, zeros included.
  public var counts: [StateGraph.Transition: Int] {
    Dictionary(uniqueKeysWithValues: graph.transitions.map { ($0, count(of: $0)) })
  }

  /// Returns the count of a transition, whatever its guard.
  ///
  /// - Parameter transition: The transition.
  /// - Returns: The count.
  public func count(of transition: StateGraph.Transition) -> Int {
    observations[transition.unguarded, default: 0]
  }

  /// The count of each entry, exit and work of the graph, as often as transitions performed it; zeros
  /// included.
  ///
  /// Entering the first state is no transition.
  public var behaviorCounts: [StateGraph.PlacedBehavior: Int] {
    var counts = Dictionary(
      graph.placedBehaviors.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
    for (transition, count) in observations {
      for behavior in graph.behaviors(along: transition) { counts[behavior, default: 0] += count }
    }
    return counts
  }

  /// The entries, exits and works that no transition performed, in the order of the graph.
  public var neverPerformed: [StateGraph.PlacedBehavior] {
    let counts = behaviorCounts
    return graph.placedBehaviors.filter { counts[$0] == 0 }
  }

  /// The transitions that were never taken, in the order of the graph.
  public var neverTaken: [StateGraph.Transition] {
    graph.transitions.filter { count(of: $0) == 0 }
  }

  /// The transitions that were taken, in groups that differ only in their guards.
  ///
  /// At least one of each group was taken. Give them actions of different names to know which.
  public var ambiguous: [[StateGraph.Transition]] {
    let taken = graph.transitions.filter { count(of: $0) > 0 }
    let groups = Dictionary(grouping: taken, by: \.unguarded)
    return taken.map(\.unguarded).uniqued().compactMap { groups[$0] }.filter { $0.count > 1 }
  }

  /// The count of each transition that was taken though the graph does not show it, without guards.
  public var unexpected: [StateGraph.Transition: Int] {
    let known = Set(graph.transitions.map(\.unguarded))
    return observations.filter { !known.contains($0.key) }
  }

  /// The count of each transition that was taken, without guards.
  package var everything: [StateGraph.Transition: Int] { observations }

  /// Counts a transition.
  ///
  /// - Parameters:
  ///   - transition: The transition, whatever its guard.
  ///   - count: The number to add.
  public mutating func record(_ transition: StateGraph.Transition, count: Int = 1) {
    observations[transition.unguarded, default: 0] += count
  }

  /// Adds the counts of another coverage.
  ///
  /// - Parameter other: The coverage of the same graph, from another run.
  public mutating func merge(_ other: TransitionCoverage) {
    observations.merge(other.observations, uniquingKeysWith: +)
  }

  /// Counts the transition of an event that a machine has handled; nothing if none was taken.
  ///
  /// An event that a timeout has sent counts as the timeout: `after 30 s`. So does one that the
  /// diagram does not show in the state, where a timeout of the state could send it.
  ///
  /// - Parameters:
  ///   - handled: The event and what became of it.
  ///   - schema: The rules of the machine.
  public mutating func record<State: Graphable, Event: Graphable, Subject>(
    _ handled: HandledEvent<State, Event>, of schema: StateMachineSchema<State, Event, Subject>
  ) {
    let isInternal: Bool
    switch handled.outcome {
    case .moved: isInternal = false
    case .stayed: isInternal = true
    case .ignored, .rejected, .queued, .failed, .subjectDeallocated: return
    }
    func transition(_ event: String) -> StateGraph.Transition {
      StateGraph.Transition(
        source: handled.source.graphIdentifier, target: handled.target.graphIdentifier,
        event: event, action: handled.label, isInternal: isInternal)
    }
    let label = handled.event.eventLabel
    let timeouts = schema.shownTimeouts(in: handled.source)
      .filter { $0.event.eventLabel == label }
    let shown = Set(graph.transitions.map(\.unguarded))
    if case .timeout(let duration) = handled.sender {
      let sent = transition(TimeEvent(duration: duration).label)
      let known = timeouts.filter { $0.duration == duration }.flatMap(\.labels).map(transition)
      return record(([sent] + known).first(where: shown.contains) ?? sent)
    }
    let sent = transition(label)
    let known = timeouts.flatMap(\.labels).map(transition)
    record(([sent] + known).first(where: shown.contains) ?? sent)
  }
}

extension TransitionCoverage: CustomStringConvertible {
  /// The number of transitions that were taken, and a line for each transition with its count; the
  /// same for what states do, where they do anything.
  public var description: String {
    let taken = graph.transitions.count - neverTaken.count
    let lines = graph.transitions.map { "\(count(of: $0))  \($0)" }
    let behaviors = graph.placedBehaviors
    let performed = behaviors.count - neverPerformed.count
    let counts = behaviorCounts
    return
      (["\(taken) of \(graph.transitions.count) transitions taken"] + lines
      + (behaviors.isEmpty ? [] : ["\(performed) of \(behaviors.count) behaviors performed"])
      + behaviors.map { "\(counts[$0, default: 0])  \($0)" })
      .joined(separator: "\n")
  }
}

extension StateGraph.Transition {
  /// The transition as an observer sees it.
  fileprivate var unguarded: StateGraph.Transition {
    var transition = self
    transition.guard = nil
    transition.change = nil
    return transition
  }
}

extension TransitionCoverage {
  /// The marks of a picture that shows the count of each transition, and those never taken.
  ///
  /// ```swift
  /// graph.dot(marks: coverage.marks)
  /// ```
  public var marks: DiagramMarks { .taken(counts, in: graph) }
}
