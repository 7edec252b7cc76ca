import SchematicGraph

/// The largest bisimulation of the states of two graphs, by striking out pairs until none is left to
/// strike.
struct NaiveBisimulation {
  /// The pairs of states that cannot be told apart.
  let pairs: Set<[String]>

  init(_ one: StateGraph, _ other: StateGraph) {
    var pairs: Set<[String]> = []
    for left in one.states {
      for right in other.states {
        let isAlike =
          left.isFinal == right.isFinal
          && Self.refusals(of: left, in: one) == Self.refusals(of: right, in: other)
        if isAlike { pairs.insert([left.identifier, right.identifier]) }
      }
    }
    while let wrong = pairs.first(where: { !Self.isMatched($0, one, other, pairs) }) {
      pairs.remove(wrong)
    }
    self.pairs = pairs
  }

  private static func refusals(
    of state: StateGraph.State, in graph: StateGraph
  ) -> Set<[String?]> {
    Set(
      graph.rejections.filter { $0.state == state.identifier }
        .map { [$0.event, $0.guard, $0.reason] })
  }

  private static func isMatched(
    _ pair: [String], _ one: StateGraph, _ other: StateGraph, _ pairs: Set<[String]>
  ) -> Bool {
    let left = one.transitions.filter { $0.source == pair[0] }
    let right = other.transitions.filter { $0.source == pair[1] }
    func canMatch(_ own: StateGraph.Transition, _ answer: StateGraph.Transition) -> Bool {
      own.event == answer.event && own.guard == answer.guard && own.action == answer.action
        && own.isInternal == answer.isInternal
    }
    return left.allSatisfy { move in
      right.contains { canMatch(move, $0) && pairs.contains([move.target, $0.target]) }
    }
      && right.allSatisfy { move in
        left.contains { canMatch(move, $0) && pairs.contains([$0.target, move.target]) }
      }
  }
}
