/// The steps of a graph: what happens in a configuration, in all regions at once.
///
/// An event is offered to every region. If none takes or rejects it, the rules of the state around the
/// regions apply (OMG UML 2.5.1, §14.2.3.9; see `StateMachineSchema.init(initialState:regions:)`).
package struct GraphSteps {
  package let tree: ConfigurationTree
  private struct Place: Hashable {
    let region: String?
    let state: String
    let trigger: StateGraph.Trigger
  }
  private var rules: [Place: [StateGraph.Rule]] = [:]

  /// The rules that one event takes or that refuse it, in the order of the regions.
  package struct Reaction: Hashable {
    /// The rules that are taken.
    package var taken: [StateGraph.Rule] = []
    /// The rules that refuse the event in some regions.
    package var refusals: [StateGraph.Rule] = []

    fileprivate var isEmpty: Bool { taken.isEmpty && refusals.isEmpty }

    fileprivate func joined(with other: Reaction) -> Reaction {
      Reaction(taken: taken + other.taken, refusals: refusals + other.refusals)
    }
  }

  /// Creates the steps of a graph.
  package init(of graph: StateGraph) {
    tree = ConfigurationTree(of: graph)
    for rule in graph.rules {
      let (region, state) = tree.hierarchy.level(of: rule)
      rules[Place(region: region, state: state, trigger: rule.trigger), default: []].append(rule)
    }
  }

  // MARK: What surely happens

  /// Returns what an event does in a configuration.
  ///
  /// - Parameters:
  ///   - trigger: The event, or the completion of a state.
  ///   - configuration: The configuration.
  ///   - holds: Returns whether a condition of a guard or on a payload holds.
  /// - Returns: The rules; none if the event is ignored.
  package func reaction(
    to trigger: StateGraph.Trigger, in configuration: Configuration,
    where holds: (StateGraph.Condition) -> Bool
  ) -> Reaction {
    func reaction(of region: String?) -> Reaction {
      guard let state = tree.state(of: region, in: configuration) else { return Reaction() }
      let inner = joint(tree.hierarchy.regions(of: state))
      guard inner.isEmpty else { return inner }
      return self.rules(on: trigger, of: region, in: state, configuration)
        .first { $0.conditions.allSatisfy { self.holds($0, in: configuration) ?? holds($0) } }
        .map(Self.reaction) ?? Reaction()
    }
    func joint(_ regions: [StateGraph.Region]) -> Reaction {
      regions.reduce(Reaction()) { $0.joined(with: reaction(of: $1.identifier)) }
    }
    let outermost = tree.hierarchy.regions(of: nil)
    return outermost.isEmpty ? reaction(of: nil) : joint(outermost)
  }

  private static func reaction(_ rule: StateGraph.Rule) -> Reaction {
    rule.effect.isRefusal ? Reaction(refusals: [rule]) : Reaction(taken: [rule])
  }

  /// Returns the rules for an event in the state that a region is in, without those that need another
  /// state inside.
  private func rules(
    on trigger: StateGraph.Trigger, of region: String?, in state: String,
    _ configuration: Configuration
  ) -> [StateGraph.Rule] {
    guard let found = rules[Place(region: region, state: state, trigger: trigger)] else { return [] }
    return found.filter { $0.source == state || tree.contains($0.source, in: configuration) }
  }

  /// Returns whether a condition about another region holds, or `nil` for any other condition.
  private func holds(_ condition: StateGraph.Condition, in configuration: Configuration) -> Bool? {
    guard case .in(let state, let holds) = condition else { return nil }
    return tree.contains(state, in: configuration) == holds
  }

  // MARK: What may happen

  /// Returns what an event may do in a configuration, with each answer of the guards and each payload.
  ///
  /// - Parameters:
  ///   - trigger: The event, or the completion of a state.
  ///   - configuration: The configuration.
  /// - Returns: The reactions; the empty one is among them if the event may be ignored.
  package func reactions(
    to trigger: StateGraph.Trigger, in configuration: Configuration
  ) -> [Reaction] {
    func reactions(of region: String?) -> [Reaction] {
      guard let state = tree.state(of: region, in: configuration) else { return [Reaction()] }
      let inner = joint(tree.hierarchy.regions(of: state))
      guard inner.contains(where: \.isEmpty) else { return inner }
      let own = self.rules(on: trigger, of: region, in: state, configuration)
        .filter { $0.conditions.allSatisfy { holds($0, in: configuration) ?? true } }
      let mayIgnore = !Self.areExhaustive(own)
      return inner.filter { !$0.isEmpty } + own.map(Self.reaction) + (mayIgnore ? [Reaction()] : [])
    }
    func joint(_ regions: [StateGraph.Region]) -> [Reaction] {
      regions.reduce([Reaction()]) { all, region in
        let next = reactions(of: region.identifier)
        return all.flatMap { one in
          next.map(one.joined).filter { Self.areConsistent($0.taken + $0.refusals) }
        }
      }
    }
    let outermost = tree.hierarchy.regions(of: nil)
    return outermost.isEmpty ? reactions(of: nil) : joint(outermost)
  }

  /// Returns whether one of some rules applies whatever guards answer.
  private static func areExhaustive(_ rules: [StateGraph.Rule]) -> Bool {
    let guards = rules.map { rule in
      rule.conditions.compactMap { condition -> (String, Bool)? in
        if case .guard(let name, let holds) = condition { (name, holds) } else { nil }
      }
    }
    let isPlain = zip(rules, guards).map { rule, guards in
      rule.conditions.allSatisfy { if case .payload = $0 { false } else { true } }
    }
    let names = Array(Set(guards.joined().map(\.0)))
    // A decision of more guards than this is taken for one that may be ignored.
    guard names.count <= 8 else { return false }
    return (0..<1 << names.count).allSatisfy { answers in
      zip(isPlain, guards).contains { isPlain, guards in
        isPlain
          && guards.allSatisfy { name, holds in
            names.firstIndex(of: name).map { (answers >> $0) & 1 == (holds ? 1 : 0) } ?? true
          }
      }
    }
  }

  /// Returns whether no guard must give two answers at once.
  private static func areConsistent(_ rules: [StateGraph.Rule]) -> Bool {
    var answers: [String: Bool] = [:]
    for case .guard(let name, let holds) in rules.flatMap(\.conditions) {
      if answers.updateValue(holds, forKey: name) == !holds { return false }
    }
    return true
  }
}
