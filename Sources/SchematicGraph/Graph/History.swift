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
  /// A state to return to, and the conditions that hold after it was left.
  ///
  /// There are none if the state outside is a composite state with a copy of each state.
  struct Memory: Hashable, Sendable {
    let state: String
    let conditions: [String]
  }

  /// The identifier of the composite state that is entered again.
  package let composite: String
  /// The identifier of the state outside that remembers, or of the composite state with the copies.
  package let keeper: String
  /// A Boolean value that indicates whether states inside nested ones are remembered.
  package let isDeep: Bool
  /// The states to return to, in the order of the graph.
  let memories: [Memory]

  /// A Boolean value that indicates whether the keeper is a composite state with a copy of each state.
  var hasCopies: Bool { memories.allSatisfy(\.conditions.isEmpty) }

  /// The text of the pseudostate.
  var symbol: String { Self.symbol(isDeep: isDeep) }

  /// Returns the text of a pseudostate.
  static func symbol(isDeep: Bool) -> String { isDeep ? "H*" : "H" }

  /// The pseudostate.
  var vertex: Statechart.Vertex { .history(of: composite, isDeep: isDeep) }

  /// Returns the identifier of the copy of a state, or of a composite state, inside the one that is
  /// entered again.
  func copy(of identifier: String) -> String {
    keeper + (identifier.after(composite) ?? "")
  }

  // MARK: Labels

  private static let separator = ", "

  /// What stands in a change for the value that names the state which is left.
  private static let mark = "H"

  /// What stands in place of the conditions of an arrow back; no payload reads like this.
  private var condition: StateGraph.Condition { .payload("\u{1}H \(keeper)") }

  /// Returns the label of an arrow into the keeper with a mark for what is remembered, or `nil` if it
  /// remembers something else than the state that it leaves.
  func marked(_ label: RuleLabel, from source: String) -> RuleLabel? {
    guard let memory = memories.first(where: { $0.state == source }) else { return nil }
    guard !hasCopies else { return label }
    guard let change = label.change else { return nil }
    let parts = StateGraph.Condition.parts(of: change, at: Self.separator)
    let length = memory.conditions.count
    let places = parts.indices.filter { parts[$0...].starts(with: memory.conditions) }
    guard places.count == 1, !parts.contains(Self.mark) else { return nil }
    var marked = label
    marked.change =
      (parts[..<places[0]] + [Self.mark] + parts[(places[0] + length)...])
      .joined(separator: Self.separator)
    return marked
  }

  /// Returns the label of an arrow into the keeper with what is remembered in place of the mark, or
  /// `nil` if it has no mark, or the state isn't one that is remembered.
  func unmarked(_ label: RuleLabel, from source: String) -> RuleLabel? {
    guard let memory = memories.first(where: { $0.state == source }) else { return nil }
    guard !hasCopies else { return label }
    guard let parts = label.change.map({ StateGraph.Condition.parts(of: $0, at: Self.separator) }),
      let place = parts.firstIndex(of: Self.mark)
    else { return nil }
    var unmarked = label
    unmarked.change =
      (parts[..<place] + memory.conditions + parts[(place + 1)...])
      .joined(separator: Self.separator)
    return unmarked
  }

  /// Returns the label of an arrow into the keeper as it is drawn: the history says what is remembered.
  func shown(_ label: RuleLabel) -> RuleLabel {
    guard !hasCopies, let change = label.change else { return label }
    let parts = StateGraph.Condition.parts(of: change, at: Self.separator)
      .filter { $0 != Self.mark }
    var shown = label
    shown.change = parts.isEmpty ? nil : parts.joined(separator: Self.separator)
    return shown
  }

  /// Returns a rule in place of those that lead back.
  func returning(_ label: RuleLabel) -> StateGraph.Rule {
    var label = label
    label.conditions.insert(condition, at: 0)
    return StateGraph.Rule(label, from: keeper, to: memories[0].state)
  }

  /// Returns the label of a rule that ``returning(_:)`` has made; `nil` for any other rule.
  func label(ofReturning rule: RuleLabel) -> RuleLabel? {
    guard rule.conditions.first == condition else { return nil }
    var label = rule
    label.conditions.removeFirst()
    return label
  }

  /// Returns the rules that lead back, for which one with their label stands.
  func rules(of label: RuleLabel) -> [StateGraph.Rule] {
    memories.map { memory in
      var label = label
      label.conditions.insert(contentsOf: memory.conditions.map { .payload($0) }, at: 0)
      return StateGraph.Rule(
        label, from: hasCopies ? copy(of: memory.state) : keeper, to: memory.state)
    }
  }
}

/// A graph as it is drawn with its histories: one rule in place of those that lead back, and one state
/// in place of copies.
package struct FoldedHistories {
  /// The graph as it is drawn.
  package let graph: StateGraph
  /// The histories, by their keepers.
  let histories: [String: History]

  /// Folds the rules of a graph.
  ///
  /// - Complexity: O(*n*) in the number of states and rules, and in the depth of nesting.
  init(of graph: StateGraph) {
    guard let search = HistorySearch(in: graph) else {
      (self.graph, histories) = (graph, [:])
      return
    }
    var folded = graph
    var found: [String: History] = [:]
    var rules: [StateGraph.Rule?] = graph.rules
    var isRemoved: Set<String> = []
    for fold in search.folds {
      let history = fold.history
      found[history.keeper] = history
      for (position, rule) in fold.rules { rules[position] = rule }
      guard let state = fold.state else { continue }
      let copies = Set(history.memories.map { history.copy(of: $0.state) })
      let first = folded.states.firstIndex { copies.contains($0.identifier) } ?? 0
      folded.states[first] = state
      folded.states.removeAll { copies.contains($0.identifier) }
      isRemoved.formUnion(fold.composites)
    }
    folded.composites.removeAll { isRemoved.contains($0.identifier) }
    if !found.isEmpty {
      folded.rules = rules.compactMap(\.self)
      folded.transitions = folded.rules.filter { !$0.effect.isRefusal }
    }
    self.graph = folded
    histories = found
  }

  /// The graph without histories, or one that is folded already.
  init(unfolded graph: StateGraph, _ histories: [String: History] = [:]) {
    (self.graph, self.histories) = (graph, histories)
  }

  /// The conditions of the rules as they are drawn.
  var conditions: [StateGraph.Condition] {
    (graph.transitions + graph.refusals).flatMap { rule in
      history(enteredBy: rule.label, from: rule.source)?.1.conditions ?? rule.conditions
    }
  }

  /// Returns the history that a rule leads to, and the rule's label; `nil` if it leads to a state.
  func history(enteredBy label: RuleLabel, from source: String) -> (History, RuleLabel)? {
    guard let history = histories[source], let label = history.label(ofReturning: label) else {
      return nil
    }
    return (history, label)
  }

  /// Returns the label of a rule of the drawn graph as it is shown, and the composite state whose history
  /// it leads to; `nil` if it leads to a state.
  package func shown(_ rule: StateGraph.Rule) -> (RuleLabel, composite: String?) {
    if let (history, label) = history(enteredBy: rule.label, from: rule.source) {
      return (label, history.composite)
    }
    let isLeft = rule.source != rule.target
    return (isLeft ? histories[rule.target]?.shown(rule.label) ?? rule.label : rule.label, nil)
  }

  /// Returns the rules that one of the drawn graph stands for, or `nil` if it can't be.
  static func rules(
    of rule: StateGraph.Rule, _ histories: [String: History]
  ) -> [StateGraph.Rule]? {
    if let history = histories[rule.source] {
      if let label = history.label(ofReturning: rule.label) { return history.rules(of: label) }
      guard history.hasCopies else { return [rule] }
      return history.memories.map { memory in
        let copy = history.copy(of: memory.state)
        return rule.moved(from: copy, to: rule.target == rule.source ? copy : rule.target)
      }
    }
    guard let history = histories[rule.target] else { return [rule] }
    return history.unmarked(rule.label, from: rule.source).map { label in
      let target = history.hasCopies ? history.copy(of: rule.source) : rule.target
      return [StateGraph.Rule(label, from: rule.source, to: target)]
    }
  }
}

extension StateGraph {
  /// The graph as it is drawn with its histories.
  package var drawnWithHistories: FoldedHistories { FoldedHistories(of: self) }

  /// The states that remember where a composite state was left, in the order of the graph.
  package var histories: [History] {
    let found = FoldedHistories(of: self).histories
    guard !found.isEmpty else { return [] }
    return (states.map(\.identifier) + composites.map(\.identifier)).compactMap { found[$0] }
  }
}
