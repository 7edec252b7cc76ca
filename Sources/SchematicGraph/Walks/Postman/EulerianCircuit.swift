/// A way that uses every arc exactly once and comes back to where it began.
///
/// Hierholzer's method: follow arcs until there is none left, then go back to the last node that has
/// some, and insert the detour from there.
struct EulerianCircuit {
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
