/// A graph by number, for algorithms that visit every state and transition.
///
/// In a state that a machine leaves at once, only completions are taken.
struct Digraph {
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
  /// The transitions out of each state, those without a guard first: of paths that are equally good,
  /// they are easier to follow.
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
    let passed = graph.passedStates
    let taken = graph.transitions.indices.filter {
      let transition = graph.transitions[$0]
      return transition.trigger == .completion || !passed.contains(transition.source)
    }
    outgoing = Self.group(taken, by: sources, count: names.count).map { transitions in
      transitions.stablySorted { graph.transitions[$0].conditions.isEmpty ? 0 : 1 }
    }
    incoming = Self.group(taken, by: targets, count: names.count)
  }

  private static func group(_ transitions: [Int], by states: [Int], count: Int) -> [[Int]] {
    var groups = [[Int]](repeating: [], count: count)
    for transition in transitions { groups[states[transition]].append(transition) }
    return groups
  }

  /// Searches all states that transitions lead to, from some states.
  func search(from starts: [Int]) -> BreadthFirstSearch<Int, Int> {
    BreadthFirstSearch(from: starts) { outgoing[$0].map { ($0, targets[$0]) } }
  }

  /// Searches all states from which transitions lead to some states.
  func searchBackwards(from ends: [Int]) -> BreadthFirstSearch<Int, Int> {
    BreadthFirstSearch(from: ends) { incoming[$0].map { ($0, sources[$0]) } }
  }
}

/// A breadth-first search, which visits nodes in the order of their distance from its starts.
///
/// The path to each node is a shortest one; of several it is the first in the order of the arcs.
struct BreadthFirstSearch<Node: Hashable, Arc> {
  /// The nodes that were reached, in the order of their distance.
  private(set) var nodes: [Node] = []
  /// The first node at which the search should end, or `nil` if it reached none.
  private(set) var end: Node?
  /// The arc on which each node was reached, and the node before it; the starts have neither.
  private var arrivals: [Node: (source: Node, arc: Arc)?] = [:]

  /// Searches until there is nothing left to visit, or an end is met.
  ///
  /// - Parameters:
  ///   - starts: The nodes to start at.
  ///   - isEnd: Returns `true` for a node at which the search is over.
  ///   - arcs: Returns the arcs out of a node. It is called once for each node.
  init(
    from starts: [Node], until isEnd: (Node) -> Bool = { _ in false },
    arcs: (Node) -> [(arc: Arc, target: Node)]
  ) {
    for start in starts { visit(start, nil) }
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      if isEnd(node) {
        end = node
        return
      }
      for (arc, target) in arcs(node) { visit(target, (node, arc)) }
    }
  }

  private mutating func visit(_ node: Node, _ arrival: (Node, Arc)?) {
    guard arrivals[node] == nil else { return }
    arrivals.updateValue(arrival, forKey: node)
    nodes.append(node)
  }

  /// Returns whether a node was reached.
  func isReached(_ node: Node) -> Bool { arrivals[node] != nil }

  /// The last arc of each path.
  var lastArcs: [Arc] { nodes.compactMap { arrivals[$0]??.arc } }

  /// Returns the arcs of the path to a node, or `nil` if the node wasn't reached.
  func path(to node: Node) -> [Arc]? {
    guard var arrival = arrivals[node] else { return nil }
    var path: [Arc] = []
    while let (source, arc) = arrival {
      path.append(arc)
      arrival = arrivals[source] ?? nil
    }
    return path.reversed()
  }
}
