/// A graph as a person would draw it: a transition that all states of a composite state share is
/// drawn once.
///
/// Two things turn a graph into a statechart. If every state of a composite state has a transition
/// to the same state outside, that transition leaves the composite state itself. If all transitions
/// into a composite state lead to the same substate, they lead to the composite state, which shows
/// its initial substate (OMG UML 2.5.1, §14.2.3.4 and §14.2.3.8).
///
/// ```swift
/// let chart = Statechart(of: StateGraph(Player.schema))
/// chart.transitions.count             // 4, of 7 in the graph
/// chart.flattened == chart.graph.transitions  // true, in some order
/// ```
///
/// A timeout leaves a composite state only if it belongs to that state. Timeouts of the states
/// inside begin anew with each of them, even if all of them lead to the same state.
///
/// It never changes the meaning: ``flattened`` gives back the transitions of the graph.
package struct Statechart {
  /// The graph that the statechart shows.
  package let graph: StateGraph

  /// The nesting of its states.
  package let hierarchy: StateHierarchy

  /// The transitions, in the order of the graph.
  package let transitions: [Transition]

  /// The states in which composite states start, by the identifiers of the composite states that
  /// transitions lead to.
  package let initialSubstates: [String: Vertex]

  /// The state in which the machine starts, or a composite state that it enters by that.
  package let initial: Vertex

  /// Creates the statechart of a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - isMerged: Whether a composite state represents its substates. If it doesn't, the
  ///     statechart has the transitions of the graph unchanged.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  package init(of graph: StateGraph, merging isMerged: Bool = true) {
    self.graph = graph
    hierarchy = StateHierarchy(of: graph)
    guard isMerged else {
      initialSubstates = [:]
      initial = .state(graph.initialState)
      transitions = graph.transitions.map { Transition($0, from: .state($0.source)) }
      return
    }
    let shared = Self.sharedTransitions(of: graph, hierarchy)
    let entries = DefaultEntries(of: graph, shared, hierarchy)
    initialSubstates = entries.initialSubstates
    initial = entries.vertex(entered: graph.initialState, from: nil)
    transitions = shared.map { transition in
      var transition = transition
      transition.target =
        entries.vertex(entered: transition.target.identifier, from: transition.source)
      return transition
    }
  }

  /// Returns the transitions of a graph, in its order.
  ///
  /// Those that all states of a composite state share are one, at the place of the first.
  private static func sharedTransitions(
    of graph: StateGraph, _ hierarchy: StateHierarchy
  ) -> [Transition] {
    var inside: [String: (all: Set<String>, nonFinal: [String])] = [:]
    func states(in composite: String) -> (all: Set<String>, nonFinal: [String]) {
      if let states = inside[composite] { return states }
      let all = hierarchy.descendants(of: composite)
      let states = (
        Set(all.map(\.identifier)), all.filter { !$0.isFinal }.map(\.identifier)
      )
      inside[composite] = states
      return states
    }
    let finals = Set(graph.states.filter(\.isFinal).map(\.identifier))
    let timeouts = Dictionary(
      uniqueKeysWithValues: hierarchy.composites.map { composite in
        (composite.identifier, Set(composite.behaviors.compactMap(\.delay)))
      })
    var sources: [StateGraph.Rule: Set<String>] = [:]
    for transition in graph.transitions where !transition.isInternal {
      sources[transition.withoutSource, default: []].insert(transition.source)
    }
    var drawn: Set<Transition> = []
    return graph.transitions.compactMap { transition in
      let alike = sources[transition.withoutSource, default: []]
      // Most are the only ones of their kind, and shared by nobody.
      let around = alike.count > 1 ? hierarchy.ancestors(of: transition.source) : []
      let composite = around.last { composite in
        let (all, nonFinal) = states(in: composite)
        let isOfOthers =
          if case .timeout(let delay, let region) = transition.trigger {
            region != nil || timeouts[composite]?.contains(delay) != true
          } else { false }
        return !isOfOthers && nonFinal.count > 1 && alike.isSuperset(of: nonFinal)
          && !all.contains(transition.target)
      }
      // The border stands for no final state, which keeps its own transitions.
      guard let composite, !transition.isInternal, !finals.contains(transition.source) else {
        return Transition(transition, from: .state(transition.source))
      }
      let shared = Transition(transition, from: .composite(composite))
      return drawn.insert(shared).inserted ? shared : nil
    }
  }

  /// The transitions between innermost states that the statechart represents, which are those of
  /// the graph in some order.
  ///
  /// - Complexity: O(*n*) in the number of transitions of the graph.
  package var flattened: [StateGraph.Rule] {
    transitions.flatMap(flattened)
  }

  /// Returns the transitions between innermost states that a transition represents.
  func flattened(_ transition: Transition) -> [StateGraph.Rule] {
    let target = state(enteredBy: transition.target)
    return sources(of: transition).map { source in
      StateGraph.Rule(transition.label, from: source, to: target)
    }
  }

  private func sources(of transition: Transition) -> [String] {
    switch transition.source {
    case .state(let state): [state]
    case .composite(let composite): hierarchy.nonFinalDescendants(of: composite)
    }
  }

  private func state(enteredBy vertex: Vertex) -> String {
    switch vertex {
    case .state(let state): state
    case .composite(let composite):
      initialSubstates[composite].map { state(enteredBy: $0) } ?? composite
    }
  }
}

extension Statechart {
  /// An end of a transition.
  package enum Vertex: Hashable, Sendable {
    /// An innermost state, by its identifier.
    case state(String)
    /// A composite state, by its identifier.
    case composite(String)

    /// The identifier of the state.
    package var identifier: String {
      switch self {
      case .state(let identifier), .composite(let identifier): identifier
      }
    }
  }

  /// An arrow of a statechart, or a line in the compartment of a state.
  package struct Transition: Hashable, Sendable {
    /// The state that it leads from.
    ///
    /// A composite state represents all its states that aren't final.
    package let source: Vertex
    /// The state that it leads to.
    ///
    /// A composite state represents its initial substate.
    package fileprivate(set) var target: Vertex
    /// The event, the guard and the action.
    package let label: RuleLabel
    /// The lines of code that make it, or the first of those that it stands for.
    package let lines: SourceLines

    /// Creates the drawing of a transition of a graph.
    fileprivate init(_ transition: StateGraph.Rule, from source: Vertex) {
      self.source = source
      target = .state(transition.target)
      label = transition.label
      lines = transition.lines
    }

    /// The label of the event.
    package var event: String { "\(label.trigger)" }

    /// A Boolean value that indicates whether the transition leaves no state.
    package var isInternal: Bool { label.effect.isInternal }

    /// A Boolean value that indicates whether the transition is listed in the compartment of its
    /// state rather than drawn as an arrow.
    package var isListed: Bool { isInternal && source == target }
  }
}

/// The composite states that are entered as a whole, and the substates that they start in.
///
/// A composite state is one of them when several transitions lead into it from outside, all to the
/// same state. A single one leads to that state just as clearly.
private struct DefaultEntries {
  private let hierarchy: StateHierarchy
  private let entered: [String: String]

  init(
    of graph: StateGraph, _ transitions: [Statechart.Transition], _ hierarchy: StateHierarchy
  ) {
    self.hierarchy = hierarchy
    var targets: [String: Set<String>] = [:]
    var counts: [String: Int] = [:]
    func record(_ target: String, from source: Statechart.Vertex?) {
      for composite in Self.entered(by: target, from: source, hierarchy) {
        targets[composite, default: []].insert(target)
        counts[composite, default: 0] += 1
      }
    }
    record(graph.initialState, from: nil)
    for transition in transitions { record(transition.target.identifier, from: transition.source) }
    entered = targets.compactMapValues { $0.count == 1 ? $0.first : nil }
      .filter { counts[$0.key, default: 0] > 1 }
  }

  /// The initial substates of the composite states that are entered as a whole.
  var initialSubstates: [String: Statechart.Vertex] {
    Dictionary(
      uniqueKeysWithValues: entered.map { composite, state in
        let nested = hierarchy.ancestors(of: state).prefix { $0 != composite }
        let inner = nested.last { entered[$0] == state }
        return (composite, inner.map { .composite($0) } ?? .state(state))
      })
  }

  /// Returns the state that a transition leads to, or the outermost composite state around it that
  /// the transition enters as a whole.
  func vertex(entered state: String, from source: Statechart.Vertex?) -> Statechart.Vertex {
    let composites = Self.entered(by: state, from: source, hierarchy)
    return composites.first { entered[$0] == state }.map { .composite($0) } ?? .state(state)
  }

  /// Returns the composite states that a transition enters, the outermost first.
  private static func entered(
    by target: String, from source: Statechart.Vertex?, _ hierarchy: StateHierarchy
  ) -> [String] {
    let left: [String] =
      switch source {
      case .state(let state)?: hierarchy.ancestors(of: state)
      case .composite(let composite)?: [composite] + hierarchy.ancestors(ofComposite: composite)
      case nil: []
      }
    let around = hierarchy.ancestors(of: target).reversed()
    // Those that are not left are around both, and so the outermost of either.
    return Array(around.dropFirst(zip(around, left.reversed()).prefix { $0 == $1 }.count))
  }
}

extension StateHierarchy {
  /// Returns the identifiers of the states in a composite state that aren't final.
  func nonFinalDescendants(of composite: String) -> [String] {
    descendants(of: composite).filter { !$0.isFinal }.map(\.identifier)
  }
}

extension StateGraph.Rule {
  /// The transition without its source, to find transitions that several states share.
  fileprivate var withoutSource: StateGraph.Rule {
    var transition = self
    transition.source = ""
    return transition
  }
}
