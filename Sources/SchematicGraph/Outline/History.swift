/// A state that remembers where a composite state was left, so that a machine can return there.
///
/// Nobody declares a history; it is found in the rules. Each arrow from the composite state to the
/// remembering state stores the state that it leaves. Each arrow back leads to the stored state:
///
/// ```
/// trip.walking -> off: suspend {last = walking}      off -> trip.walking: resume [last = walking]
/// trip.riding -> off: suspend {last = riding}        off -> trip.riding: resume [last = riding]
/// ```
///
/// In place of the arrows back, UML draws one arrow to a history pseudostate (OMG UML 2.5.1, §14.2.3.7):
/// `H`, or `H*` if states in nested composite states are remembered, too.
package struct History: Hashable, Sendable {
  /// The identifier of the state that is entered again: a composite state, or one that consists of
  /// regions.
  package let composite: String
  /// The identifier of the state outside that remembers.
  ///
  /// It is a composite state if it has a copy of each state to return to: `off.walking`, `off.riding`.
  package let rememberingState: String
  /// A Boolean value that indicates whether states in nested composite states are remembered, too.
  package let isDeep: Bool

  /// The text of the pseudostate: `H` or `H*`.
  var symbol: String { Self.symbol(isDeep: isDeep) }

  /// Returns the text of a pseudostate.
  static func symbol(isDeep: Bool) -> String { isDeep ? "H*" : "H" }

  /// The pseudostate.
  var vertex: Statechart.Vertex { .history(of: composite, isDeep: isDeep) }
}

/// A graph with histories in place of the rules and states that express them.
///
/// One rule replaces the rules that lead back to the states inside a composite state. Its target is the
/// composite state, and its entry is `history`. If a composite state such as `off` holds a copy of each of
/// these states, such as `off.walking`, one state replaces the copies.
package struct FoldedHistories {
  /// The graph as it is drawn.
  package let graph: StateGraph
  /// The histories; the histories of states with regions come first.
  package let histories: [History]
  /// The rules of the original graph, by the rule that replaces them.
  private let originals: [StateGraph.Rule: [StateGraph.Rule]]

  /// Folds the rules of a graph.
  ///
  /// A graph without composite states and regions stays as it is.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - undivided: The states without the regions to which rules return, which a view leaves out.
  /// - Complexity: O(*n*) in the number of states and rules, and in the depth of nesting.
  package init(of graph: StateGraph, withoutRegionsOf undivided: Set<String> = []) {
    // The exploration has already given the entry `history` to rules back into regions.
    let returning = graph.transitions.filter {
      $0.entry == .history && !undivided.contains($0.target)
    }
    let ofRegions = returning.map {
      History(composite: $0.target, rememberingState: $0.source, isDeep: true)
    }.uniqued()
    guard let search = HistorySearch(in: graph), case let folds = search.folds, !folds.isEmpty
    else {
      (self.graph, histories, originals) = (graph, ofRegions, [:])
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
    histories = ofRegions + folds.map(\.history)
    self.originals = originals
  }

  /// Returns the rules of the original graph that a rule replaces, or the rule itself if it replaces none.
  package func originals(of rule: StateGraph.Rule) -> [StateGraph.Rule] {
    originals[rule] ?? [rule]
  }

  /// The composite state that rules of the original graph return to, by rule.
  package var returns: [StateGraph.Rule: String] {
    var returns: [StateGraph.Rule: String] = [:]
    for rule in graph.transitions {
      guard let history = history(enteredBy: rule) else { continue }
      for original in originals(of: rule) { returns[original] = history.composite }
    }
    return returns
  }

  /// Returns the history that a transition leads to, or `nil` if it leads to a state.
  func history(enteredBy rule: StateGraph.Rule) -> History? {
    guard rule.entry == .history else { return nil }
    return histories.first { $0.composite == rule.target && $0.rememberingState == rule.source }
  }
}

extension StateGraph.Entry {
  /// Returns the text at an arrow that enters several regions in states other than their initial states,
  /// `→ light.on, gear.sport`, or that returns to regions which a view leaves out, `→ H*`; `nil` for any other arrow.
  func label(at target: Statechart.Vertex) -> String? {
    switch self {
    case .states(let states) where states.count > 1:
      "→ " + states.map(StateGraph.Region.shortName).joined(separator: ", ")
    case .history where target.symbol == nil: "→ \(History.symbol(isDeep: true))"
    default: nil
    }
  }
}
