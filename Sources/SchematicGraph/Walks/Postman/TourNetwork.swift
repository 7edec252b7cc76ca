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
