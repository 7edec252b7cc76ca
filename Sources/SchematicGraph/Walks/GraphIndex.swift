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

/// A shortest way from one state to every state that it reaches.
///
/// Found by breadth first.
struct ShortestWays {
  /// Whether there is a way to each state.
  let isReached: [Bool]

  /// The last transition of the way to each state; the start has none.
  private let arrivals: [Int?]
  private let sources: [Int]

  init(from start: Int, in index: GraphIndex) {
    var isReached = [Bool](repeating: false, count: index.names.count)
    var arrivals = [Int?](repeating: nil, count: index.names.count)
    var waiting = [start]
    isReached[start] = true
    var next = 0
    while next < waiting.count {
      let ways = index.outgoing[waiting[next]]
      next += 1
      for way in ways where !isReached[index.targets[way]] {
        isReached[index.targets[way]] = true
        arrivals[index.targets[way]] = way
        waiting.append(index.targets[way])
      }
    }
    self.isReached = isReached
    self.arrivals = arrivals
    sources = index.sources
  }

  /// The transitions that are the last of some way.
  var last: [Int] { arrivals.compactMap(\.self) }

  /// Returns the transitions along the way to a state; `nil` where there is none.
  func way(to state: Int) -> [Int]? {
    guard isReached[state] else { return nil }
    var way: [Int] = []
    var state = state
    while let transition = arrivals[state] {
      way.append(transition)
      state = sources[transition]
    }
    return way.reversed()
  }
}
