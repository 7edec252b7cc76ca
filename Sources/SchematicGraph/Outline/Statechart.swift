/// A graph as a person would draw it: what all states inside a composite state share is drawn once.
///
/// Two things make a statechart out of a graph. A transition that leads from every state inside a
/// composite state to the same state outside leaves the composite state itself. And where all
/// transitions into a composite state lead to the same state inside, they lead to the composite
/// state, which shows where it starts (OMG UML 2.5.1, §14.2.3.4 and §14.2.3.8).
///
/// ```swift
/// let chart = Statechart(of: StateGraph(Player.schema))
/// chart.transitions.count             // 4, of 7 in the graph
/// chart.flattened == chart.graph.transitions  // true, in some order
/// ```
///
/// It never changes the meaning: ``flattened`` gives back the transitions of the graph.
public struct Statechart: Hashable, Sendable {
  /// The graph that the statechart shows.
  public let graph: StateGraph

  /// The transitions, in the order of the graph.
  public let transitions: [Transition]

  /// Where composite states start: a state or composite state inside, by the identifier of the
  /// composite state that transitions lead to.
  public let starts: [String: Vertex]

  /// What the machine starts in: its initial state or a composite state around it.
  public let initial: Vertex

  /// Creates the statechart of a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  public init(of graph: StateGraph) {
    self.init(of: graph, takesTogether: true)
  }

  /// Creates the statechart of a graph, or draws the graph as it is.
  init(of graph: StateGraph, takesTogether: Bool) {
    guard takesTogether else {
      self.graph = graph
      starts = [:]
      initial = .state(graph.initialState)
      transitions = graph.transitions.map { Transition($0, from: .state($0.source)) }
      return
    }
    let nesting = Nesting(of: graph)
    let shared = SharedTransitions(of: graph, nesting).transitions
    let entries = CompositeEntries(of: graph, shared, nesting)
    self.graph = graph
    starts = entries.starts
    initial = entries.vertex(entered: graph.initialState, from: nil)
    transitions = shared.map { transition in
      guard case .state(let target) = transition.target else { return transition }
      return transition.with(target: entries.vertex(entered: target, from: transition.source))
    }
  }

  /// The transitions between innermost states that the statechart stands for: those of the graph, in
  /// some order.
  ///
  /// - Complexity: O(*n*) in the number of transitions of the graph.
  public var flattened: [StateGraph.Transition] {
    let nesting = Nesting(of: graph)
    return transitions.flatMap { flattened($0, nesting) }
  }

  /// Returns the transitions between innermost states that a transition stands for.
  func flattened(_ transition: Transition, _ nesting: Nesting) -> [StateGraph.Transition] {
    sources(of: transition, nesting).map { source in
      StateGraph.Transition(
        source: source, target: state(enteredBy: transition.target), event: transition.event,
        guard: transition.guard, action: transition.action, isInternal: transition.isInternal)
    }
  }

  private func sources(of transition: Transition, _ nesting: Nesting) -> [String] {
    switch transition.source {
    case .state(let state): [state]
    case .composite(let composite): nesting.lively[composite, default: []]
    }
  }

  private func state(enteredBy vertex: Vertex) -> String {
    switch vertex {
    case .state(let state): state
    case .composite(let composite):
      starts[composite].map { state(enteredBy: $0) } ?? composite
    }
  }
}

extension Statechart {
  /// What a transition leads from or to.
  public enum Vertex: Hashable, Sendable {
    /// An innermost state, by its identifier.
    case state(String)
    /// A composite state, by its identifier.
    case composite(String)

    /// The identifier of the state.
    public var identifier: String {
      switch self {
      case .state(let identifier), .composite(let identifier): identifier
      }
    }
  }
}

extension Statechart {
  /// An arrow of a statechart.
  public struct Transition: Hashable, Sendable {
    /// Where it leads from; a composite state stands for all states inside that are not final.
    public let source: Vertex
    /// Where it leads to; a composite state stands for the state inside in which it starts.
    public private(set) var target: Vertex
    /// The label of the event.
    public let event: String
    /// The condition under which the transition is taken; `nil` when there is none.
    public let `guard`: String?
    /// The label of the action; `nil` when it has none.
    public let action: String?
    /// Whether no state is left and none is entered.
    public let isInternal: Bool

    /// Creates what a transition of a graph is drawn as.
    init(_ transition: StateGraph.Transition, from source: Vertex) {
      self.source = source
      target = .state(transition.target)
      event = transition.event
      `guard` = transition.guard
      action = transition.action
      isInternal = transition.isInternal
    }

    /// Returns the transition with another target.
    func with(target: Vertex) -> Transition {
      var transition = self
      transition.target = target
      return transition
    }
  }
}

/// What lies in the composite states of a graph, and what they lie in.
struct Nesting {
  /// The states inside each composite state that are not final, at any depth.
  private(set) var lively: [String: [String]] = [:]
  /// All states inside each composite state, at any depth.
  private(set) var states: [String: Set<String>] = [:]
  /// The composite states around each state, the outermost first.
  private(set) var around: [String: [String]] = [:]
  private var aroundComposite: [String: [String]] = [:]

  init(of graph: StateGraph) {
    let ancestry = Ancestry(of: graph)
    for composite in graph.composites {
      let identifier = composite.identifier
      aroundComposite[identifier] =
        ancestry.ancestors(ofComposite: identifier).reversed() + [identifier]
    }
    for state in graph.states {
      let composites = Array(ancestry.ancestors(of: state.identifier).reversed())
      around[state.identifier] = composites
      for composite in composites {
        states[composite, default: []].insert(state.identifier)
        if !state.isFinal { lively[composite, default: []].append(state.identifier) }
      }
    }
  }

  /// Returns the composite states that a vertex lies in or is, the outermost first.
  func composites(around vertex: Statechart.Vertex) -> [String] {
    switch vertex {
    case .state(let state): around[state, default: []]
    case .composite(let composite): aroundComposite[composite, default: []]
    }
  }
}

/// The transitions of a graph, with those that all states of a composite state share taken together.
private struct SharedTransitions {
  /// In the order of the graph; what is taken together stands where the first of it stood.
  let transitions: [Statechart.Transition]

  init(of graph: StateGraph, _ nesting: Nesting) {
    var sources: [StateGraph.Transition: Set<String>] = [:]
    for transition in graph.transitions where !transition.isInternal {
      sources[transition.withoutSource, default: []].insert(transition.source)
    }
    var drawn: Set<Statechart.Transition> = []
    transitions = graph.transitions.compactMap { transition in
      let alike = sources[transition.withoutSource, default: []]
      let composite = nesting.around[transition.source, default: []].first { composite in
        let inside = nesting.lively[composite, default: []]
        return inside.count > 1 && alike.isSuperset(of: inside)
          && !nesting.states[composite, default: []].contains(transition.target)
      }
      guard let composite, !transition.isInternal else {
        return Statechart.Transition(transition, from: .state(transition.source))
      }
      let shared = Statechart.Transition(transition, from: .composite(composite))
      return drawn.insert(shared).inserted ? shared : nil
    }
  }
}

extension StateGraph.Transition {
  /// The transition as it would be from nowhere, to tell what several states share.
  fileprivate var withoutSource: StateGraph.Transition {
    StateGraph.Transition(
      source: "", target: target, event: event, guard: `guard`, action: action,
      isInternal: isInternal)
  }
}

/// Which composite states are entered as a whole, and where they start.
///
/// A composite state is one of them when several transitions lead into it from outside, all to the
/// same state. A single one leads to that state just as clearly.
private struct CompositeEntries {
  private let nesting: Nesting
  private let entered: [String: String]

  init(of graph: StateGraph, _ transitions: [Statechart.Transition], _ nesting: Nesting) {
    self.nesting = nesting
    var targets: [String: Set<String>] = [:]
    var counts: [String: Int] = [:]
    func note(_ target: String, from source: Statechart.Vertex?) {
      for composite in Self.entered(by: target, from: source, nesting) {
        targets[composite, default: []].insert(target)
        counts[composite, default: 0] += 1
      }
    }
    note(graph.initialState, from: nil)
    for transition in transitions {
      if case .state(let target) = transition.target { note(target, from: transition.source) }
    }
    entered = targets.compactMapValues { $0.count == 1 ? $0.first : nil }
      .filter { counts[$0.key, default: 0] > 1 }
  }

  /// Where the composite states that are entered as a whole start.
  var starts: [String: Statechart.Vertex] {
    Dictionary(
      uniqueKeysWithValues: entered.map { composite, state in
        let inside = nesting.around[state, default: []].drop { $0 != composite }.dropFirst()
        let inner = inside.first { entered[$0] == state }
        return (composite, inner.map { .composite($0) } ?? .state(state))
      })
  }

  /// Returns what a transition to a state leads to: the state, or the outermost composite state
  /// around it that the transition enters as a whole.
  func vertex(entered state: String, from source: Statechart.Vertex?) -> Statechart.Vertex {
    let composites = Self.entered(by: state, from: source, nesting)
    return composites.first { entered[$0] == state }.map { .composite($0) } ?? .state(state)
  }

  /// Returns the composite states that a transition enters, the outermost first.
  private static func entered(
    by target: String, from source: Statechart.Vertex?, _ nesting: Nesting
  ) -> [String] {
    let around = Set(source.map { nesting.composites(around: $0) } ?? [])
    return nesting.around[target, default: []].filter { !around.contains($0) }
  }
}
