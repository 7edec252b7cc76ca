/// The least cost of walks that use every arc of a graph, computed without making any walk.
///
/// By assignment: once the end of the last walk is fixed, every node that is entered too often is
/// matched with one that is left too often, at the length of the shortest way between them. Slow, and
/// nothing like the code it is held against.
package struct PostmanBound {
  private let count: Int
  private let start: Int
  private let arcs: [(source: Int, target: Int)]
  private let distances: [[Int]]
  private let ends: [Int]

  /// Takes the arcs that can be reached, each of which costs 1, and the cost of starting again.
  package init(
    nodeCount: Int, start: Int, arcs: [(source: Int, target: Int)], resetCost: Int
  ) {
    count = nodeCount
    self.start = start
    self.arcs = arcs
    ends = Array(Set(arcs.flatMap { [$0.source, $0.target] })).sorted()
    let far = 1_000_000_000
    var distances = [[Int]](
      repeating: [Int](repeating: far, count: nodeCount), count: nodeCount)
    for node in 0..<nodeCount {
      distances[node][start] = resetCost
      distances[node][node] = 0
    }
    for arc in arcs where arc.source != arc.target {
      distances[arc.source][arc.target] = min(1, distances[arc.source][arc.target])
    }
    for middle in 0..<nodeCount {
      for source in 0..<nodeCount {
        for target in 0..<nodeCount {
          distances[source][target] = min(
            distances[source][target], distances[source][middle] + distances[middle][target])
        }
      }
    }
    self.distances = distances
  }

  /// The cost of the arcs, of those used again, and of starting again.
  package var cost: Int {
    ends.map { end in arcs.count + repetition(endingAt: end) }.min() ?? 0
  }

  private func repetition(endingAt end: Int) -> Int {
    var excess = [Int](repeating: 0, count: count)
    for arc in arcs + [(end, start)] {
      excess[arc.target] += 1
      excess[arc.source] -= 1
    }
    let from = excess.indices.flatMap { Array(repeating: $0, count: max(0, excess[$0])) }
    let to = excess.indices.flatMap { Array(repeating: $0, count: max(0, -excess[$0])) }
    return Self.assignment(from.map { source in to.map { distances[source][$0] } })
  }

  /// Returns the least sum of one entry in each row and column (the Hungarian method: Kuhn, Naval
  /// Research Logistics Quarterly 2, 1955).
  private static func assignment(_ costs: [[Int]]) -> Int {
    let count = costs.count
    var rowPrices = [Int](repeating: 0, count: count + 1)
    var columnPrices = [Int](repeating: 0, count: count + 1)
    var rowOfColumn = [Int](repeating: 0, count: count + 1)
    for row in 0..<count {
      var previous = [Int](repeating: 0, count: count + 1)
      var slack = [Int](repeating: .max, count: count + 1)
      var isDone = [Bool](repeating: false, count: count + 1)
      rowOfColumn[0] = row + 1
      var column = 0
      repeat {
        isDone[column] = true
        let current = rowOfColumn[column]
        var least = Int.max
        var next = 0
        for other in 1...count where !isDone[other] {
          let cost = costs[current - 1][other - 1] - rowPrices[current] - columnPrices[other]
          if cost < slack[other] { (slack[other], previous[other]) = (cost, column) }
          if slack[other] < least { (least, next) = (slack[other], other) }
        }
        for other in 0...count {
          if isDone[other] {
            rowPrices[rowOfColumn[other]] += least
            columnPrices[other] -= least
          } else {
            slack[other] -= least
          }
        }
        column = next
      } while rowOfColumn[column] != 0
      while column != 0 {
        rowOfColumn[column] = rowOfColumn[previous[column]]
        column = previous[column]
      }
    }
    return (0..<count).reduce(0) { sum, column in
      sum + costs[rowOfColumn[column + 1] - 1][column]
    }
  }
}
