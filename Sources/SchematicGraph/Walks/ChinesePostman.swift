/// What a postman walks: arcs that must be walked, and arcs that may be walked in between.
///
/// Finding the shortest tour of a directed graph that uses every arc is the directed Chinese postman
/// problem: repeat arcs so that every node is left as often as it is entered, at the least cost,
/// which is a minimum cost flow, and then follow an Eulerian circuit (Edmonds, Johnson: *Matching,
/// Euler tours and the Chinese postman*, Mathematical Programming 5, 1973). Walks that start again
/// are the same problem with an arc from each end back to the start.
struct TourNetwork {
  /// A way between two nodes.
  struct Arc {
    let source: Int
    let target: Int
    /// What is done along the way; `nil` when it is free of events.
    let step: Int?
  }

  /// The number of nodes, the first of which is 0.
  let nodeCount: Int
  /// Where a walk starts.
  let start: Int
  /// Where a walk may end.
  let ends: [Int]
  /// The arcs to walk at least once, which hang together with the start.
  let required: [Arc]
  /// The arcs to walk as often as is useful.
  let optional: [Arc]

  /// Returns walks that use every required arc at the least cost, as steps.
  ///
  /// - Parameter resetCost: What a walk costs, in events; `nil` for as few walks as possible.
  /// - Returns: The steps of each walk.
  func walks(resetCost: Int?) -> [[Int]] {
    guard !required.isEmpty else { return [] }
    let arcs = required + extraArcs(resetCost: resetCost)
    let circuit = EulerianCircuit(arcs: arcs, nodeCount: nodeCount + 1).arcs(from: depot)
    return circuit.split { arcs[$0].source == depot }.map { $0.compactMap { arcs[$0].step } }
  }

  /// The node between the end of one walk and the start of the next.
  private var depot: Int { nodeCount }

  /// Returns the arcs that make the required ones an Eulerian circuit through the depot.
  private func extraArcs(resetCost: Int?) -> [Arc] {
    // An event outweighs all resets together, so that of equal costs the fewest walks are taken.
    let event = required.count + 2
    let longest = required.count * (nodeCount + 1)
    let reset = (resetCost ?? longest) * event + 1
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

/// A way that uses every arc exactly once and comes back to where it began.
///
/// Hierholzer's method: follow arcs until there is none left, then go back to the last node that has
/// some, and insert the detour from there.
private struct EulerianCircuit {
  private let targets: [Int]
  private let outgoing: [[Int]]

  /// Takes arcs that hang together and leave every node as often as they enter it.
  init(arcs: [TourNetwork.Arc], nodeCount: Int) {
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
    var way: [Int] = []
    var circuit: [Int] = []
    var node = start
    while true {
      if cursors[node] < outgoing[node].count {
        let arc = outgoing[node][cursors[node]]
        cursors[node] += 1
        way.append(arc)
        node = targets[arc]
      } else if let arc = way.popLast() {
        circuit.append(arc)
        node = way.last.map { targets[$0] } ?? start
      } else {
        return circuit.reversed()
      }
    }
  }
}

/// The cheapest flow from where there is too much to where there is too little, along arcs of
/// unlimited capacity.
///
/// Flow is sent along shortest ways through what is left of the network, as many as there are of one
/// length at a time (the primal-dual method: Ford, Fulkerson: *Flows in networks*, 1962).
private struct MinimumCostFlow {
  private var targets: [Int] = []
  private var costs: [Int] = []
  /// What may still flow along each arc; an odd arc is the way back of the one before it.
  private var capacities: [Int] = []
  private var outgoing: [[Int]]

  init(nodeCount: Int) {
    // Two more: where all flow comes from, and where it goes.
    outgoing = Array(repeating: [], count: nodeCount + 2)
  }

  private var source: Int { outgoing.count - 2 }
  private var sink: Int { outgoing.count - 1 }

  /// Adds an arc of unlimited capacity, whose cost is not negative.
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

  /// Returns how much flows along each arc, in the order in which they were added.
  ///
  /// - Parameter supplies: How much too much each node has; negative where it has too little. The
  ///   arcs must allow for it.
  /// - Returns: The amounts.
  mutating func amounts(balancing supplies: [Int]) -> [Int] {
    let count = targets.count / 2
    for (node, supply) in supplies.enumerated() where supply > 0 {
      addArc(from: source, to: node, cost: 0, capacity: supply)
    }
    for (node, supply) in supplies.enumerated() where supply < 0 {
      addArc(from: node, to: sink, cost: 0, capacity: -supply)
    }
    while let distances = distances() { sendAlongShortestWays(distances) }
    return (0..<count).map { capacities[2 * $0 + 1] }
  }

  /// Returns the cost of the cheapest way to each node; `nil` where none leads to the sink.
  private func distances() -> [Int]? {
    var distances = [Int](repeating: .max, count: outgoing.count)
    var isWaiting = [Bool](repeating: false, count: outgoing.count)
    distances[source] = 0
    var waiting = [source]
    var next = 0
    // Bellman and Ford's method with a queue: ways back have negative costs.
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

  /// Fills ways of the least cost, one after the other, until none is found.
  private mutating func sendAlongShortestWays(_ distances: [Int]) {
    var cursors = [Int](repeating: 0, count: outgoing.count)
    var isOnWay = [Bool](repeating: false, count: outgoing.count)
    var way: [Int] = []
    var node = source
    while true {
      isOnWay[node] = true
      if node == sink {
        let amount = way.map { capacities[$0] }.min() ?? 0
        for arc in way {
          capacities[arc] -= amount
          capacities[arc ^ 1] += amount
          isOnWay[targets[arc]] = false
        }
        way = []
        node = source
        continue
      }
      let arcs = outgoing[node]
      while cursors[node] < arcs.count {
        let arc = arcs[cursors[node]]
        let target = targets[arc]
        // Arcs without cost may form cycles.
        if capacities[arc] > 0, !isOnWay[target], distances[target] == distances[node] + costs[arc]
        {
          break
        }
        cursors[node] += 1
      }
      if cursors[node] < arcs.count {
        way.append(arcs[cursors[node]])
        node = targets[way[way.count - 1]]
      } else if let arc = way.popLast() {
        isOnWay[node] = false
        node = targets[arc ^ 1]
        cursors[node] += 1
      } else {
        return
      }
    }
  }
}
