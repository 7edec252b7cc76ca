import SchematicGraph

/// A directed Chinese postman problem, with arcs that must be walked and arcs that can be walked in
/// between.
///
/// The solution is a shortest tour that uses every required arc. First, arcs are repeated at the
/// lowest cost until every node is left as often as it is entered; this is a minimum cost flow.
/// Then the tour follows an Eulerian circuit (Edmonds, Johnson: *Matching, Euler tours and the
/// Chinese postman*, Mathematical Programming 5, 1973). Between two walks, the tour passes an extra
/// node, the depot.
struct ChinesePostman {
  /// An arc between two nodes.
  struct Arc {
    let source: Int
    let target: Int
    /// The step that the arc represents, or `nil` if the arc represents none.
    let step: Int?
  }

  /// The number of nodes, which are numbered from 0.
  let nodeCount: Int
  /// The node in which walks start.
  let start: Int
  /// The nodes in which walks may end.
  let ends: [Int]
  /// The arcs that must be walked at least once, all reachable from the start.
  let required: [Arc]
  /// The arcs that can be walked as often as is useful.
  let optional: [Arc]

  /// Returns walks that follow every required arc at the lowest cost.
  ///
  /// - Parameters:
  ///   - graph: The graph of the steps.
  ///   - steps: The steps that the arcs represent.
  ///   - resetCost: The cost of starting again, as a number of events, or `nil` for as few walks as
  ///     possible.
  /// - Returns: The walks.
  func walks(in graph: StateGraph, taking steps: [Walk.Step], resetCost: Int?) -> [Walk] {
    tours(resetCost: resetCost).map { tour in
      Walk(start: graph.initialState, steps: tour.map { steps[$0] })
    }
  }

  /// Returns tours that use every required arc at the lowest cost.
  ///
  /// - Parameter resetCost: The cost of starting a tour, as a number of events, or `nil` for as few
  ///   tours as possible.
  /// - Returns: The steps of each tour, by position.
  private func tours(resetCost: Int?) -> [[Int]] {
    guard !required.isEmpty else { return [] }
    let arcs = required + extraArcs(resetCost: resetCost)
    let circuit = EulerianCircuit(arcs: arcs, nodeCount: nodeCount + 1).arcs(from: depot)
    return circuit.split { arcs[$0].source == depot }.map { $0.compactMap { arcs[$0].step } }
  }

  /// The node between the end of one walk and the start of the next.
  private var depot: Int { nodeCount }

  /// Returns the arcs that, with the required ones, make an Eulerian circuit through the depot.
  private func extraArcs(resetCost: Int?) -> [Arc] {
    // Each reset costs an extra 1. An event costs more than all these extras together, so they only
    // decide between solutions of otherwise equal cost: the one with the fewest walks wins.
    let event = required.count + 2
    let longest = required.count * (nodeCount + 1)
    // No solution has more events than `longest`, so a greater cost of a reset would change nothing.
    let reset = min(resetCost ?? longest, longest) * event + 1
    let resets = ends.map { Arc(source: $0, target: depot, step: nil) }
    let start = Arc(source: depot, target: start, step: nil)

    var flow = MinimumCostFlow(nodeCount: nodeCount + 1)
    let candidates = optional + resets + [start]
    for arc in optional {
      flow.addArc(from: arc.source, to: arc.target, cost: arc.step == nil ? 0 : event)
    }
    for arc in resets { flow.addArc(from: arc.source, to: arc.target, cost: reset) }
    flow.addArc(from: start.source, to: start.target, cost: 0)

    var supplies = [Int](repeating: 0, count: nodeCount + 1)
    for arc in required + [start] {
      supplies[arc.target] += 1
      supplies[arc.source] -= 1
    }
    let amounts = flow.amounts(balancing: supplies)
    return [start]
      + zip(candidates, amounts).flatMap { Array(repeating: $0, count: $1) }
  }
}

extension ChinesePostman {
  /// Creates the problem of walks that take every step: the nodes are the states, the arcs the steps.
  init(taking steps: [Walk.Step], _ digraph: Digraph) {
    let arcs = steps.enumerated().map { number, step in
      Arc(
        source: digraph.numbers[step.source]!, target: digraph.numbers[step.target]!, step: number)
    }
    // Of several steps with the same ends, one is repeated: one without a guard, if possible.
    var optional: [[Int]: Arc] = [:]
    var order: [[Int]] = []
    for arc in arcs where arc.source != arc.target {
      let ends = [arc.source, arc.target]
      let known = optional[ends]
      if known == nil { order.append(ends) }
      let isBetter = known?.step.map { steps[$0].guard != nil && steps[arc.step!].guard == nil }
      if isBetter ?? true { optional[ends] = arc }
    }
    self.init(
      nodeCount: digraph.names.count, start: digraph.initial, ends: Array(digraph.names.indices),
      required: arcs, optional: order.map { optional[$0]! })
  }

  /// Creates the problem of walks that take every pair of steps of which the second can follow the first.
  ///
  /// The nodes are the states and the steps. A required arc leads from a step to a step that can
  /// follow it. Optional arcs lead from a state to each step out of it, and from a step to its
  /// target.
  init(pairing steps: [Walk.Step], _ digraph: Digraph) {
    let states = digraph.names.count
    let sources = steps.map { digraph.numbers[$0.source]! }
    let targets = steps.map { digraph.numbers[$0.target]! }
    var leaving = [[Int]](repeating: [], count: states)
    for (step, state) in sources.enumerated() { leaving[state].append(step) }
    let isEntered = Set(targets)
    var required: [Arc] = []
    for step in steps.indices {
      for next in leaving[targets[step]] {
        required.append(Arc(source: states + step, target: states + next, step: next))
      }
      // A step that belongs to no pair must be taken all the same.
      if leaving[targets[step]].isEmpty, !isEntered.contains(sources[step]) {
        required.append(Arc(source: sources[step], target: states + step, step: step))
      }
    }
    self.init(
      nodeCount: states + steps.count, start: digraph.initial,
      ends: steps.indices.map { states + $0 }, required: required,
      optional: steps.indices.flatMap { step in
        [
          Arc(source: sources[step], target: states + step, step: step),
          Arc(source: states + step, target: targets[step], step: nil),
        ]
      })
  }
}

/// A circuit that uses every arc exactly once.
///
/// This is Hierholzer's method: follow arcs until the node has no unused arc, then go back to the
/// last node with one, and insert the circuit from there.
private struct EulerianCircuit {
  private let targets: [Int]
  private let outgoing: [[Int]]

  /// Creates the circuit of connected arcs.
  ///
  /// As many arcs must leave each node as enter it.
  init(arcs: [ChinesePostman.Arc], nodeCount: Int) {
    var outgoing = [[Int]](repeating: [], count: nodeCount)
    for (index, arc) in arcs.enumerated() { outgoing[arc.source].append(index) }
    self.outgoing = outgoing
    targets = arcs.map(\.target)
  }

  /// Returns the positions of the arcs in the order of the circuit.
  ///
  /// - Complexity: O(*n*) in the number of arcs.
  func arcs(from start: Int) -> [Int] {
    var cursors = [Int](repeating: 0, count: outgoing.count)
    var path: [Int] = []
    var circuit: [Int] = []
    var node = start
    while true {
      if cursors[node] < outgoing[node].count {
        let arc = outgoing[node][cursors[node]]
        cursors[node] += 1
        path.append(arc)
        node = targets[arc]
      } else if let arc = path.popLast() {
        circuit.append(arc)
        node = path.last.map { targets[$0] } ?? start
      } else {
        return circuit.reversed()
      }
    }
  }
}

/// A minimum cost flow from nodes with a surplus to nodes with a deficit, along arcs of unlimited
/// capacity.
///
/// Flow is sent along shortest paths through the residual network, all paths of one length at a
/// time (the primal-dual method: Ford, Fulkerson: *Flows in networks*, 1962).
private struct MinimumCostFlow {
  private var targets: [Int] = []
  private var costs: [Int] = []
  /// The residual capacity of each arc; an arc at an odd position is the reverse of the one before it.
  private var capacities: [Int] = []
  private var outgoing: [[Int]]

  init(nodeCount: Int) {
    // Two more nodes: the source of all flow, and its sink.
    outgoing = Array(repeating: [], count: nodeCount + 2)
  }

  private var source: Int { outgoing.count - 2 }
  private var sink: Int { outgoing.count - 1 }

  /// Adds an arc of unlimited capacity with a nonnegative cost.
  mutating func addArc(from source: Int, to target: Int, cost: Int) {
    addArc(from: source, to: target, cost: cost, capacity: .max / 4)
  }

  private mutating func addArc(from source: Int, to target: Int, cost: Int, capacity: Int) {
    outgoing[source].append(targets.count)
    outgoing[target].append(targets.count + 1)
    targets += [target, source]
    costs += [cost, -cost]
    capacities += [capacity, 0]
  }

  /// Returns the flow along each arc, in the order in which the arcs were added.
  ///
  /// - Parameter supplies: The surplus of each node; a deficit is negative. The arcs must be able
  ///   to balance them.
  /// - Returns: The amounts.
  mutating func amounts(balancing supplies: [Int]) -> [Int] {
    let count = targets.count / 2
    for (node, supply) in supplies.enumerated() where supply > 0 {
      addArc(from: source, to: node, cost: 0, capacity: supply)
    }
    for (node, supply) in supplies.enumerated() where supply < 0 {
      addArc(from: node, to: sink, cost: 0, capacity: -supply)
    }
    while let distances = distances() { augmentShortestPaths(distances) }
    return (0..<count).map { capacities[2 * $0 + 1] }
  }

  /// Returns the cost of the cheapest path to each node, or `nil` if no path leads to the sink.
  private func distances() -> [Int]? {
    var distances = [Int](repeating: .max, count: outgoing.count)
    var isWaiting = [Bool](repeating: false, count: outgoing.count)
    distances[source] = 0
    var waiting = [source]
    var next = 0
    // Bellman and Ford's method with a queue: reverse arcs have negative costs.
    while next < waiting.count {
      let node = waiting[next]
      next += 1
      isWaiting[node] = false
      for arc in outgoing[node] where capacities[arc] > 0 {
        let (target, distance) = (targets[arc], distances[node] + costs[arc])
        guard distance < distances[target] else { continue }
        distances[target] = distance
        guard !isWaiting[target] else { continue }
        isWaiting[target] = true
        waiting.append(target)
      }
    }
    return distances[sink] == .max ? nil : distances
  }

  /// Sends flow along paths of the lowest cost, one after another, until there are none left.
  private mutating func augmentShortestPaths(_ distances: [Int]) {
    var cursors = [Int](repeating: 0, count: outgoing.count)
    var isOnPath = [Bool](repeating: false, count: outgoing.count)
    var path: [Int] = []
    var node = source
    while true {
      isOnPath[node] = true
      if node == sink {
        let amount = path.map { capacities[$0] }.min() ?? 0
        for arc in path {
          capacities[arc] -= amount
          capacities[arc ^ 1] += amount
          isOnPath[targets[arc]] = false
        }
        path = []
        node = source
        continue
      }
      let arcs = outgoing[node]
      while cursors[node] < arcs.count {
        let arc = arcs[cursors[node]]
        let target = targets[arc]
        // Arcs without cost may form cycles, so no node is visited twice on a path.
        if capacities[arc] > 0, !isOnPath[target], distances[target] == distances[node] + costs[arc]
        {
          break
        }
        cursors[node] += 1
      }
      if cursors[node] < arcs.count {
        path.append(arcs[cursors[node]])
        node = targets[path[path.count - 1]]
      } else if let arc = path.popLast() {
        isOnPath[node] = false
        node = targets[arc ^ 1]
        cursors[node] += 1
      } else {
        return
      }
    }
  }
}
