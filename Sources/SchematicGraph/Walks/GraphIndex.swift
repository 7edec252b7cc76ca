/// A graph by number, for what visits every state and transition.
struct GraphIndex {
  /// The identifiers of the states.
  let names: [String]
  /// The number of each state.
  let numbers: [String: Int]
  /// The number of the initial state.
  let initial: Int
  /// The source of each transition.
  let sources: [Int]
  /// The target of each transition.
  let targets: [Int]
  /// The transitions out of each state, those that assume no guard first: of ways that are equally
  /// good, they are easier to follow.
  let outgoing: [[Int]]
  /// The transitions into each state.
  let incoming: [[Int]]

  init(_ graph: StateGraph) {
    names = graph.states.map(\.identifier)
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    self.numbers = numbers
    // The graph's initializer has made sure that every state that is mentioned is there.
    initial = numbers[graph.initialState]!
    sources = graph.transitions.map { numbers[$0.source]! }
    targets = graph.transitions.map { numbers[$0.target]! }
    outgoing = Self.group(sources, count: names.count).map { transitions in
      transitions.stablySorted { graph.transitions[$0].guard == nil ? 0 : 1 }
    }
    incoming = Self.group(targets, count: names.count)
  }

  private static func group(_ states: [Int], count: Int) -> [[Int]] {
    var groups = [[Int]](repeating: [], count: count)
    for (transition, state) in states.enumerated() { groups[state].append(transition) }
    return groups
  }
}
