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
