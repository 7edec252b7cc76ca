/// A graph whose states and transitions are numbers, for algorithms that visit all of them.
///
/// If a machine leaves a state at once, searches follow only completion transitions out of the state.
package struct Digraph {
  /// The identifiers of the states.
  package let names: [String]
  /// The number of each state, by its identifier.
  package let numbers: [String: Int]
  /// The number of the initial state.
  package let initial: Int
  package let sources: [Int]
  package let targets: [Int]
  /// The transitions out of each state, transitions without a guard first.
  ///
  /// Of equally short paths, a search prefers one that begins without a guard: people follow this
  /// path more easily.
  package let outgoing: [[Int]]
  /// The transitions into each state.
  package let incoming: [[Int]]

  package init(_ graph: StateGraph) {
    names = graph.states.map(\.identifier)
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    self.numbers = numbers
    // The graph's initializer has added every state that a rule or the initial state mentions.
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

  /// Searches from some states along the transitions, from source to target.
  package func search(from starts: [Int]) -> BreadthFirstSearch<Int, Int> {
    BreadthFirstSearch(from: starts) { outgoing[$0].map { ($0, targets[$0]) } }
  }

  /// Searches from some states against the transitions, from target to source.
  package func searchBackwards(from ends: [Int]) -> BreadthFirstSearch<Int, Int> {
    BreadthFirstSearch(from: ends) { incoming[$0].map { ($0, sources[$0]) } }
  }
}

/// A breadth-first search, which visits nodes in the order of their distance from its starts.
///
/// The path to each node is a shortest one. If there are several, it is the first in the order of
/// the arcs.
package struct BreadthFirstSearch<Node: Hashable, Arc> {
  /// The nodes that were reached, in the order of their distance.
  package private(set) var nodes: [Node] = []
  /// The first node for which `isEnd` returned `true`, or `nil` if there was none.
  package private(set) var end: Node?
  /// How each node was reached: the arc, and the node that the arc comes from; `nil` for a start.
  private var arrivals: [Node: (source: Node, arc: Arc)?] = [:]

  /// Searches until there is nothing left to visit, or an end is met.
  ///
  /// - Parameters:
  ///   - starts: The nodes to start at.
  ///   - isEnd: Returns `true` for a node at which the search is over.
  ///   - arcs: Returns the arcs out of a node. It is called at most once for each node.
  package init(
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

  package func isReached(_ node: Node) -> Bool { arrivals[node] != nil }

  /// The last arc on the path to each node that was reached and isn't a start.
  package var lastArcs: [Arc] { nodes.compactMap { arrivals[$0]??.arc } }

  /// Returns the arcs of the path to a node, or `nil` if the node wasn't reached.
  package func path(to node: Node) -> [Arc]? {
    guard var arrival = arrivals[node] else { return nil }
    var path: [Arc] = []
    while let (source, arc) = arrival {
      path.append(arc)
      arrival = arrivals[source] ?? nil
    }
    return path.reversed()
  }
}
