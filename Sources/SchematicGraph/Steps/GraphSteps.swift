/// The steps of a graph: the reactions of all regions to events, timeouts and completions.
///
/// An event is offered to every region. If none takes or refuses it, the rules of the state around the
/// regions apply (OMG UML 2.5.1, §14.2.3.9; see `StateMachineSchema.init(initialState:regions:)`).
package struct GraphSteps {
  package let tree: ConfigurationTree
  private var rules: [Place: [StateGraph.Rule]] = [:]
  private var triggers: [State: [StateGraph.Trigger]] = [:]
  private let finals: Set<String>

  /// A state and its region; the region is `nil` for the machine around all regions.
  private struct State: Hashable {
    let region: String?
    let state: String
  }

  private struct Place: Hashable {
    let state: State
    let trigger: StateGraph.Trigger
  }

  /// Creates the steps of a graph.
  ///
  /// - Complexity: O(*n*) in the number of rules.
  package init(of graph: StateGraph) {
    tree = ConfigurationTree(of: graph)
    finals = Set(graph.states.filter(\.isFinal).map(\.identifier))
    for rule in graph.rules {
      let (region, state) = tree.hierarchy.level(of: rule)
      let place = Place(state: State(region: region, state: state), trigger: rule.trigger)
      if rules[place] == nil { triggers[place.state, default: []].append(rule.trigger) }
      rules[place, default: []].append(rule)
    }
  }

  // MARK: Occurrences

  /// Something that can happen in a configuration: an event, a timeout, or a completion.
  package struct Occurrence: Hashable {
    package let trigger: StateGraph.Trigger
    /// The machine whose timeout or completion it is; `nil` for an event from outside.
    fileprivate var owner: Owner?

    fileprivate struct Owner: Hashable { let region: String? }

    /// Creates the occurrence of an event from outside.
    package init(event trigger: StateGraph.Trigger) { self.trigger = trigger }

    fileprivate init(_ trigger: StateGraph.Trigger, of region: String?) {
      self.trigger = trigger
      owner = Owner(region: region)
    }

    /// Returns the trigger that the machine of a region hears, or `nil` if it hears nothing.
    fileprivate func trigger(in region: String?) -> StateGraph.Trigger? {
      guard let owner, owner.region != region else { return trigger }
      // Other machines hear the event of a timeout, and nothing of a completion.
      if case .timeout(_, let event?) = trigger { return .event(event) }
      return nil
    }
  }

  /// Returns everything that a configuration may react to: events, then timeouts and completions.
  package func occurrences(in configuration: Configuration) -> [Occurrence] {
    var events: [Occurrence] = []
    var own: [Occurrence] = []
    forEachMachine(in: configuration) { region, state in
      // A timeout of a composite state counts even if only other regions have rules for its event.
      let outer = tree.hierarchy.ancestors(of: state).flatMap(tree.behaviors).compactMap(\.trigger)
      own += outer.map { Occurrence($0, of: region) }
      for trigger in triggers[State(region: region, state: state)] ?? [] {
        switch trigger {
        case .event: events.append(Occurrence(event: trigger))
        case .timeout: own.append(Occurrence(trigger, of: region))
        case .completion:
          if isComplete(state, in: configuration) { own.append(Occurrence(trigger, of: region)) }
        }
      }
    }
    return events.uniqued() + own.uniqued()
  }

  private func forEachMachine(
    in configuration: Configuration, _ body: (_ region: String?, _ state: String) -> Void
  ) {
    func visit(_ region: String?) {
      guard let state = tree.state(of: region, in: configuration) else { return }
      body(region, state)
      for inner in tree.hierarchy.regions(of: state) { visit(inner.identifier) }
    }
    let outermost = tree.hierarchy.regions(of: nil)
    if outermost.isEmpty { visit(nil) } else { outermost.forEach { visit($0.identifier) } }
  }

  /// Returns whether all regions of a state are in final states; `true` for a state without regions.
  private func isComplete(_ state: String, in configuration: Configuration) -> Bool {
    tree.hierarchy.regions(of: state).allSatisfy { isFinal($0.identifier, in: configuration) }
  }

  /// Returns whether a region, or for `nil`, the machine around all regions, is in a final state.
  private func isFinal(_ region: String?, in configuration: Configuration) -> Bool {
    tree.state(of: region, in: configuration).map(finals.contains) ?? false
  }

  /// Returns whether a machine is finished: it, or each of its outermost regions, is in a final state.
  package func isFinal(_ configuration: Configuration) -> Bool {
    let outermost = tree.hierarchy.regions(of: nil)
    return outermost.isEmpty
      ? isFinal(nil, in: configuration)
      : outermost.allSatisfy { isFinal($0.identifier, in: configuration) }
  }

  // MARK: Reactions

  /// The rules by which regions take or refuse one event, in the order of the regions.
  package struct Reaction: Hashable {
    /// The rules that are taken.
    package var taken: [StateGraph.Rule] = []
    /// The rules that refuse the event in some regions.
    package var refusals: [StateGraph.Rule] = []

    /// A Boolean value that indicates whether the event is ignored.
    package var isEmpty: Bool { taken.isEmpty && refusals.isEmpty }

    package init() {}

    package init(_ rule: StateGraph.Rule) {
      if rule.effect.isRefusal { refusals = [rule] } else { taken = [rule] }
    }

    fileprivate func joined(with other: Reaction) -> Reaction {
      var joined = self
      joined.taken += other.taken
      joined.refusals += other.refusals
      // All regions are asked before any of them moves, so a trap stops them all.
      if joined.refusals.contains(where: \.effect.isTrap) { joined.taken = [] }
      return joined
    }

    /// A Boolean value that indicates whether no guard would have to be true and false at once.
    fileprivate var isConsistent: Bool {
      var answers: [String: Bool] = [:]
      for case .guard(let name, let holds) in (taken + refusals).flatMap(\.conditions) {
        if answers.updateValue(holds, forKey: name) == !holds { return false }
      }
      return true
    }
  }

  /// Returns all reactions that are possible with some answers of the guards and some payload.
  ///
  /// An empty reaction is among them if the event may be ignored.
  package func reactions(
    to occurrence: Occurrence, in configuration: Configuration
  ) -> [Reaction] {
    reactions(to: occurrence, in: configuration) { rules in
      let isAnswered = rules.contains { rule in
        tree.graph.answered[rule.source]?.contains(rule.trigger) == true
      }
      return rules.map(Reaction.init)
        + (isAnswered || Self.areExhaustive(rules) ? [] : [Reaction()])
    }
  }

  /// Returns the reactions of all machines together.
  ///
  /// `choose` is called for one machine at a time. It gets the rules whose conditions about regions hold,
  /// and returns the machine's reactions, of which one happens.
  package func reactions(
    to occurrence: Occurrence, in configuration: Configuration,
    _ choose: ([StateGraph.Rule]) -> [Reaction]
  ) -> [Reaction] {
    func reactions(of region: String?) -> [Reaction] {
      guard let state = tree.state(of: region, in: configuration) else { return [Reaction()] }
      let inner = joint(tree.hierarchy.regions(of: state))
      guard inner.contains(where: \.isEmpty) else { return inner }
      let rules = occurrence.trigger(in: region).map {
        self.rules(on: $0, of: region, in: state, configuration)
      }
      return inner.filter { !$0.isEmpty } + choose(rules ?? [])
    }
    func joint(_ regions: [StateGraph.Region]) -> [Reaction] {
      regions.reduce([Reaction()]) { all, region in
        let next = reactions(of: region.identifier)
        return all.flatMap { one in next.map(one.joined).filter(\.isConsistent) }
      }
    }
    let outermost = tree.hierarchy.regions(of: nil)
    return outermost.isEmpty ? reactions(of: nil) : joint(outermost)
  }

  /// Returns the rules for a trigger in the active state of a region, if their conditions about regions
  /// hold.
  private func rules(
    on trigger: StateGraph.Trigger, of region: String?, in state: String,
    _ configuration: Configuration
  ) -> [StateGraph.Rule] {
    // A timeout whose event is ignored is drawn, but does nothing.
    let found = rules[Place(state: State(region: region, state: state), trigger: trigger)] ?? []
    return found.filter { rule in
      rule.effect != .ignored
        && (rule.source == state || tree.contains(rule.source, in: configuration))
        && rule.conditions.allSatisfy { condition in
          guard case .in(let state, let holds) = condition else { return true }
          return tree.contains(state, in: configuration) == holds
        }
    }
  }

  /// Returns whether at least one of some rules applies, whatever the guards answer.
  private static func areExhaustive(_ rules: [StateGraph.Rule]) -> Bool {
    let guards = rules.map { rule in
      rule.conditions.compactMap { condition -> (String, Bool)? in
        if case .guard(let name, let holds) = condition { (name, holds) } else { nil }
      }
    }
    let isPlain = rules.map { rule in
      rule.conditions.allSatisfy { if case .payload = $0 { false } else { true } }
    }
    let names = Array(Set(guards.joined().map(\.0)))
    // With more than eight guards, the function assumes that the event may be ignored.
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
}
