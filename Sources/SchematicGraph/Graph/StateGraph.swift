/// A state diagram as a value: states, the transitions between them, and where it starts.
///
/// A graph is obtained by running rules, not by declaring it: from a schema, from any step
/// function, or from the text of a diagram.
///
/// ```swift
/// let graph = StateGraph(Turnstile.schema)
/// graph.initialState                // "locked"
/// graph.states.map(\.identifier)    // ["locked", "unlocked"]
/// graph.transitions.first?.target   // "unlocked"
/// ```
///
/// Two graphs are equal when they have the same states, composite states, transitions, rejections and
/// initial state, in whatever order. ``findings`` do not count: they are remarks about how the graph was obtained.
public struct StateGraph: Sendable {
  /// The states: declared ones in declared order, then those that only the rules reach.
  public let states: [State]

  /// The states that other states lie in, each after the one that it lies in itself.
  public let composites: [CompositeState]

  /// The transitions, in the order of their source states, without repetition.
  public let transitions: [Transition]

  /// The events that are mistakes in a state, in the order of states, without repetition.
  public let rejections: [Rejection]

  /// The identifier of the state in which a machine starts.
  public let initialState: String

  /// The machines that run side by side and make up the graph; empty where it is one machine.
  ///
  /// A graph has regions where its states have parts that the rules treat independently: see
  /// ``GraphableProduct``. They say the same as the states and transitions, in fewer words, and do not
  /// count when graphs are compared.
  public internal(set) var regions: [Region] = []

  /// What is noteworthy about the rules, in the order in which it was found.
  public internal(set) var findings: [GraphFinding]

  /// Creates a graph from its parts.
  ///
  /// A state that only a transition, a rejection or the initial state mentions is added, with its
  /// identifier as its label; so is a composite state that is only mentioned as a parent. Repeated
  /// states and transitions count once, the first one stays. A composite state in which no state
  /// lies is left out, and one that is its own ancestor counts as an outermost one.
  ///
  /// ```swift
  /// StateGraph(
  ///   states: [.init(identifier: "on"), .init(identifier: "off")],
  ///   transitions: [.init(source: "off", target: "on", event: "press")],
  ///   initialState: "off")
  /// ```
  ///
  /// - Parameters:
  ///   - states: The states, in the order in which they are to be shown.
  ///   - composites: The states that others lie in.
  ///   - transitions: The transitions.
  ///   - rejections: The events that are mistakes in a state.
  ///   - initialState: The identifier of the state in which a machine starts.
  ///   - findings: Remarks to carry along.
  /// - Complexity: O(*n* log *n*) in the number of states and transitions.
  public init(
    states: [State],
    composites: [CompositeState] = [],
    transitions: [Transition],
    rejections: [Rejection] = [],
    initialState: String,
    findings: [GraphFinding] = []
  ) {
    var order: [String: Int] = [:]
    var all: [State] = []
    func add(_ state: State) {
      guard order[state.identifier] == nil else { return }
      order[state.identifier] = all.count
      all.append(state)
    }
    states.forEach(add)
    let mentioned =
      [initialState] + transitions.flatMap { [$0.source, $0.target] } + rejections.map(\.state)
    for identifier in mentioned { add(State(identifier: identifier)) }
    let position = { (identifier: String) in order[identifier, default: all.count] }
    self.states = all
    self.composites = CompositeState.inOrder(composites, around: all)
    self.transitions = transitions.uniqued().stablySorted { position($0.source) }
    self.rejections = rejections.uniqued().stablySorted { position($0.state) }
    self.initialState = initialState
    self.findings = findings
  }
}
