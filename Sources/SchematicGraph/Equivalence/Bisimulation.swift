/// The coarsest partition of states in which states of one class cannot be told apart.
///
/// Partition refinement: begin with classes of states that look alike, and split them by where their
/// moves lead until nothing changes (Kanellakis, Smolka: *CCS expressions, finite state processes,
/// and three problems of equivalence*, 1983, the naive method). Every round is kept, because the round
/// that splits two states tells how.
struct Bisimulation {
  /// The class of each state, round by round: after round *k*, states of one class cannot be told
  /// apart by *k* events.
  let rounds: [[Int]]

  private let behaviour: Behaviour

  /// Refines until nothing changes.
  ///
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions; in practice a few rounds of
  ///   O(*m* log *m*).
  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    var rounds = [Self.numbered(behaviour.sights)]
    while true {
      let classes = rounds[rounds.count - 1]
      let next = Self.numbered(
        behaviour.ways.indices.map { state in
          [[classes[state]]] + Self.signature(behaviour.ways[state], classes)
        })
      // A round only ever splits, so that as many classes are the same classes.
      if next.max() == classes.max() { break }
      rounds.append(next)
    }
    self.rounds = rounds
  }

  /// The class of each state.
  var classes: [Int] { rounds[rounds.count - 1] }

  /// Returns the first round that tells two states apart; `nil` where none does.
  func round(separating one: Int, _ other: Int) -> Int? {
    guard classes[one] != classes[other] else { return nil }
    return rounds.firstIndex { $0[one] != $0[other] }
  }

  /// Returns the ways out of one state whose move leads, in another, to nowhere that is alike after
  /// a round.
  func ways(
    outOf one: Int, unlike other: Int, after round: Int
  ) -> [(move: Int, target: Int)] {
    let classes = rounds[round]
    return behaviour.ways[one].filter { way in
      !behaviour.ways[other].contains {
        $0.move == way.move && classes[$0.target] == classes[way.target]
      }
    }
  }

  private static func signature(
    _ ways: [(move: Int, target: Int)], _ classes: [Int]
  ) -> [[Int]] {
    let pairs = ways.map { (move: $0.move, target: classes[$0.target]) }.sorted { $0 < $1 }
    var signature: [[Int]] = []
    for (move, target) in pairs where signature.last != [move, target] {
      signature.append([move, target])
    }
    return signature
  }

  /// Returns a number for each key, the same for equal ones, in the order in which they come.
  private static func numbered<Key: Hashable>(_ keys: [Key]) -> [Int] {
    var numbers: [Key: Int] = [:]
    return keys.map { key in
      if let number = numbers[key] { return number }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
  }
}
