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
