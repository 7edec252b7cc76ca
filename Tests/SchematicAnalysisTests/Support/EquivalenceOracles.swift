import SchematicAnalysis
import SchematicGraph

/// A comparison of deterministic graphs on all words up to a length.
struct EveryWord {
  /// The facts about a state, apart from its name.
  private struct Observation: Hashable {
    let isFinal: Bool
    let rejections: Set<[String?]>
  }

  private let graph: StateGraph
  private let observations: [String: Observation]
  private let successors: [String: [String: String]]

  init(_ graph: StateGraph) {
    self.graph = graph
    var observations: [String: Observation] = [:]
    var successors: [String: [String: String]] = [:]
    for state in graph.states {
      let rejections = graph.rejections.filter { $0.source == state.identifier }
      observations[state.identifier] = Observation(
        isFinal: state.isFinal,
        rejections: Set(rejections.map { [$0.event, $0.guard, $0.effect.reason] }))
    }
    for transition in graph.transitions {
      let letter = "\(transition.event)|\(transition.guard ?? "-")|\(transition.action ?? "-")"
      successors[transition.source, default: [:]]["\(letter)|\(transition.isInternal)"] =
        transition.target
    }
    self.observations = observations
    self.successors = successors
  }

  /// Returns the length of a shortest word that tells the graphs apart; `nil` where no word up to a
  /// length does.
  func firstDifference(from other: EveryWord, upTo bound: Int) -> Int? {
    // All words of one length at a time, as the pairs of states that they lead to.
    var pairs = [(graph.initialState, other.graph.initialState)]
    for length in 0...bound {
      if pairs.contains(where: { observations[$0] != other.observations[$1] }) { return length }
      var next: [(String, String)] = []
      for (state, otherState) in pairs {
        let (own, others) = (
          successors[state, default: [:]], other.successors[otherState, default: [:]]
        )
        if Set(own.keys) != Set(others.keys) { return length + 1 }
        for (letter, target) in own { next.append((target, others[letter]!)) }
      }
      pairs = next
    }
    return nil
  }
}

/// The largest bisimulation of the states of two graphs, found by striking out pairs one by one.
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
      graph.rejections.filter { $0.source == state.identifier }
        .map { [$0.event, $0.guard, $0.effect.reason] })
  }

  private static func isMatched(
    _ pair: [String], _ one: StateGraph, _ other: StateGraph, _ pairs: Set<[String]>
  ) -> Bool {
    let left = one.transitions.filter { $0.source == pair[0] }
    let right = other.transitions.filter { $0.source == pair[1] }
    func canMatch(_ own: StateGraph.Rule, _ answer: StateGraph.Rule) -> Bool {
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
