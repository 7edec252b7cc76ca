import Schematic
import SchematicGraph

/// The number of times that machines have taken each transition of a graph.
///
/// ```swift
/// recorder.coverage.neverTaken              // the transitions that are left
/// graph.dot(marks: recorder.coverage.marks) // the diagram, with counts
/// ```
///
/// A `CoverageRecorder` of `SchematicTesting` counts them. Transitions that differ only in their
/// conditions, or in how they change the payload, are counted together.
public struct TransitionCoverage: Hashable, Sendable {
  /// The graph.
  package let graph: StateGraph

  /// The number of times that each transition was observed; the transitions have no guards here.
  private var observations: [StateGraph.Rule: Int] = [:]

  /// The steps out of each configuration that a machine was in.
  private var known = KnownSteps()

  /// Creates the coverage of a graph before any transition is taken.
  ///
  /// - Parameter graph: The graph.
  package init(of graph: StateGraph) {
    self.graph = graph
  }

  /// The count of each transition in the graph, including zeros.
  package var counts: [StateGraph.Rule: Int] {
    Dictionary(uniqueKeysWithValues: graph.transitions.map { ($0, count(of: $0)) })
  }

  /// Returns the count of a transition, whatever its guard.
  ///
  /// - Parameter transition: The transition.
  /// - Returns: The count.
  package func count(of transition: StateGraph.Rule) -> Int {
    observations[transition.unguarded, default: 0]
  }

  /// The number of times that transitions have run each entry, exit and task of the graph,
  /// including zeros.
  ///
  /// The entry that runs when a machine starts isn't counted, because no transition runs it.
  package var behaviorCounts: [StateGraph.PlacedBehavior: Int] {
    var counts = Dictionary(
      graph.placedBehaviors.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
    let tree = ConfigurationTree(of: graph)
    for (transition, count) in observations {
      for behavior in tree.behaviors(along: transition) { counts[behavior, default: 0] += count }
    }
    return counts
  }

  /// The entries, exits and tasks that no transition has run, in the order of the graph.
  package var neverPerformed: [StateGraph.PlacedBehavior] {
    let counts = behaviorCounts
    return graph.placedBehaviors.filter { counts[$0] == 0 }
  }

  /// The transitions that were never taken, in the order of the graph.
  ///
  /// If a machine leaves a state at once, only the completions out of this state are included.
  public var neverTaken: [StateGraph.Rule] {
    graph.takeableTransitions.filter { count(of: $0) == 0 }
  }

  /// Groups of transitions that share one count, because they differ only in their conditions or in
  /// how they change the payload.
  ///
  /// At least one transition in each group was taken. To find out which, give their actions
  /// different labels.
  package var ambiguous: [[StateGraph.Rule]] {
    let taken = graph.transitions.filter { count(of: $0) > 0 }
    let groups = Dictionary(grouping: taken, by: \.unguarded)
    return taken.map(\.unguarded).uniqued().compactMap { groups[$0] }.filter { $0.count > 1 }
  }

  /// The counts of transitions that were taken but aren't in the graph; they have no guards here.
  package var unexpected: [StateGraph.Rule: Int] {
    let known = Set(graph.transitions.map(\.unguarded))
    return observations.filter { !known.contains($0.key) }
  }

  /// The count of each transition that was taken; the transitions have no guards here.
  package var everything: [StateGraph.Rule: Int] { observations }

  /// Counts a transition.
  ///
  /// - Parameters:
  ///   - transition: The transition, whatever its guard.
  ///   - count: The number to add.
  package mutating func record(_ transition: StateGraph.Rule, count: Int = 1) {
    observations[transition.unguarded, default: 0] += count
  }

  /// Adds the counts of another coverage.
  ///
  /// - Parameter other: The coverage of the same graph, from another run.
  package mutating func merge(_ other: TransitionCoverage) {
    observations.merge(other.observations, uniquingKeysWith: +)
  }

  /// Counts the transitions that a machine has taken for an event: at most one in each region.
  ///
  /// A completion counts as a transition. An event that a timeout sends counts as the timeout, such
  /// as `after 30 s`. If the state has no arrow for an event but has a timeout that sends the event,
  /// the event counts as the timeout, too.
  ///
  /// - Parameters:
  ///   - handled: The event and its outcome.
  ///   - schema: The rules of the machine.
  package mutating func record<State: Graphable, Event: Graphable, Subject>(
    _ handled: HandledEvent<State, Event>, of schema: StateMachineSchema<State, Event, Subject>
  ) {
    let isInternal: Bool
    switch handled.outcome {
    case .moved: isInternal = false
    case .stayed: isInternal = true
    case .ignored, .rejected, .queued, .failed, .subjectDeallocated: return
    }
    let from = schema.configuration(of: handled.source)
    let target = schema.configuration(of: handled.target)
    let label = handled.event.diagramLabel
    let delay = StateGraph.Delay(of: handled.sender)
    let candidates = known.steps(in: from, of: graph).filter { combined in
      combined.target.states == target.states && combined.rule.action == handled.label
        && combined.rule.isInternal == isInternal && !combined.rule.effect.isRefusal
    }
    func triggered(by isTrigger: (StateGraph.Trigger) -> Bool) -> CombinedRule? {
      candidates.first { isTrigger($0.rule.trigger) }
    }
    let taken: CombinedRule? =
      if handled.sender == .completion {
        triggered { $0 == .completion }
      } else if let delay {
        triggered { if case .timeout(delay, _) = $0 { true } else { false } }
          ?? triggered { $0 == .event(label) }
      } else {
        triggered { $0 == .event(label) }
          ?? schema.timeouts(in: handled.source).lazy
          .filter { $0.timeout.event.diagramLabel == label }
          .compactMap { sent in
            triggered { if case .timeout(sent.timeout.delay, _) = $0 { true } else { false } }
          }.first
      }
    if let taken { return taken.parts.forEach { record($0) } }
    record(
      StateGraph.Rule(
        source: from.description, target: target.description,
        trigger: handled.sender == .completion
          ? .completion : delay.map { .timeout($0) } ?? .event(label),
        effect: isInternal ? .internal(action: handled.label) : .external(action: handled.label)))
  }
}

/// A cache of the steps out of configurations.
///
/// Any two caches are equal, because their contents follow from the graph.
private struct KnownSteps: Hashable, Sendable {
  private var steps: [Configuration: [CombinedRule]] = [:]

  mutating func steps(in configuration: Configuration, of graph: StateGraph) -> [CombinedRule] {
    if let known = steps[configuration] { return known }
    let found = GraphSteps(of: graph).combinedRules(in: configuration)
    steps[configuration] = found
    return found
  }

  static func == (one: KnownSteps, other: KnownSteps) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension TransitionCoverage: CustomStringConvertible {
  /// The number of transitions that were taken, and a line for each transition with its count.
  ///
  /// If states have entries, exits or tasks, their number and a line for each follow.
  public var description: String {
    let takeable = graph.takeableTransitions
    let taken = takeable.count - neverTaken.count
    let lines = takeable.map { "\(count(of: $0))  \($0)" }
    let behaviors = graph.placedBehaviors
    let performed = behaviors.count - neverPerformed.count
    let counts = behaviorCounts
    return
      (["\(taken) of \(takeable.count) transitions taken"] + lines
      + (behaviors.isEmpty ? [] : ["\(performed) of \(behaviors.count) behaviors performed"])
      + behaviors.map { "\(counts[$0, default: 0])  \($0)" })
      .joined(separator: "\n")
  }
}

extension StateGraph.Rule {
  /// The transition without its conditions and its payload change, which observers don't see.
  fileprivate var unguarded: StateGraph.Rule {
    var transition = self
    transition.conditions = []
    transition.change = nil
    return transition
  }
}

extension TransitionCoverage {
  /// The marks that show in a diagram how often each transition was taken.
  ///
  /// ```swift
  /// graph.dot(marks: coverage.marks)
  /// ```
  public var marks: DiagramMarks { .taken(counts, in: graph) }
}
