/// The cheapest flow from where there is too much to where there is too little, along arcs of
/// unlimited capacity.
///
/// Flow is sent along shortest ways through what is left of the network, as many as there are of one
/// length at a time (the primal-dual method: Ford, Fulkerson: *Flows in networks*, 1962).
struct MinimumCostFlow {
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
