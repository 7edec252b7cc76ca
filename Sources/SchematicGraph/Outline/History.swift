/// A state that remembers where a composite state was left, so that a machine can return there.
///
/// Nobody declares it. The rules say it: arrows from states inside lead to a value of the state outside
/// that names the state which is left, and arrows back lead to the state that the value names.
///
/// ```
/// trip.walking -> off: suspend {last = walking}      off -> trip.walking: resume [last = walking]
/// trip.riding -> off: suspend {last = riding}        off -> trip.riding: resume [last = riding]
/// ```
///
/// UML draws one arrow to a history pseudostate instead (OMG UML 2.5.1, §14.2.3.7): `H`, or `H*` if
/// states inside nested ones are remembered.
package struct History: Hashable, Sendable {
  /// The identifier of the state that is entered again: a composite state, or one that consists of
  /// regions.
  package let composite: String
  /// The identifier of the state outside that remembers, or of the composite state with the copies.
  package let keeper: String
  /// A Boolean value that indicates whether states inside nested ones are remembered.
  package let isDeep: Bool

  /// The text of the pseudostate.
  var symbol: String { Self.symbol(isDeep: isDeep) }

  /// Returns the text of a pseudostate.
  static func symbol(isDeep: Bool) -> String { isDeep ? "H*" : "H" }

  /// The pseudostate.
  var vertex: Statechart.Vertex { .history(of: composite, isDeep: isDeep) }
}

/// A graph as it is drawn with its histories: one rule in place of those that lead back, and one state
/// in place of copies.
///
/// A rule that leads back has the composite state as its target, and the entry `history`.
package struct FoldedHistories {
  /// The graph as it is drawn.
  package let graph: StateGraph
  /// The histories, in the order of the states that remember.
  package let histories: [History]
  /// The rules that are drawn as one, by that one.
  private let originals: [StateGraph.Rule: [StateGraph.Rule]]

  /// Folds the rules of a graph.
  ///
  /// - Complexity: O(*n*) in the number of states and rules, and in the depth of nesting.
  package init(of graph: StateGraph) {
    // A state that consists of regions is returned to by rules that say so themselves.
    let declared = graph.transitions.filter { $0.entry == .history }.map {
      History(composite: $0.target, keeper: $0.source, isDeep: true)
    }.uniqued()
    guard let search = HistorySearch(in: graph), case let folds = search.folds, !folds.isEmpty
    else {
      (self.graph, histories, originals) = (graph, declared, [:])
      return
    }
    var folded = graph
    var rules: [StateGraph.Rule?] = graph.rules
    var originals: [StateGraph.Rule: [StateGraph.Rule]] = [:]
    for fold in folds {
      for (positions, rule) in fold.rules {
        for position in positions { rules[position] = nil }
        rules[positions[0]] = rule
        originals[rule, default: []] += positions.map { graph.rules[$0] }
      }
      guard let state = fold.state else { continue }
      let first = folded.states.firstIndex { fold.copies.contains($0.identifier) } ?? 0
      folded.states[first] = state
      folded.states.removeAll { fold.copies.contains($0.identifier) }
      folded.composites.removeAll { fold.composites.contains($0.identifier) }
    }
    folded.rules = rules.compactMap(\.self)
    folded.transitions = folded.rules.filter { !$0.effect.isRefusal }
    self.graph = folded
    histories = declared + folds.map(\.history)
    self.originals = originals
  }

  /// Returns the rules of the graph that one of the drawn graph stands for.
  package func originals(of rule: StateGraph.Rule) -> [StateGraph.Rule] {
    originals[rule] ?? [rule]
  }

  /// Returns the history that a transition leads to, or `nil` if it leads to a state.
  func history(enteredBy rule: StateGraph.Rule) -> History? {
    guard rule.entry == .history else { return nil }
    return histories.first { $0.composite == rule.target && $0.keeper == rule.source }
  }
}
