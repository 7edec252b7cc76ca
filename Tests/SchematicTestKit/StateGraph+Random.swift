import SchematicGraph

extension StateGraph {
  /// Returns a random graph with composite states up to three deep, in which states often share
  /// transitions.
  package static func randomNested(seed: UInt64) -> StateGraph {
    var random = SplitMix64(seed: seed)
    let composites = (0..<Int.random(in: 1...4, using: &random)).map { number in
      CompositeState(
        identifier: "c\(number)", label: ["Box", "c\(number)"].randomElement(using: &random),
        parent: number == 0 || Bool.random(using: &random)
          ? nil : "c\(Int.random(in: 0..<number, using: &random))")
    }
    let states = (0..<Int.random(in: 2...10, using: &random)).map { number in
      let parent = composites.randomElement(using: &random)?.identifier
      return State(
        identifier: "s\(number)", isFinal: Int.random(in: 0..<8, using: &random) == 0,
        parent: Bool.random(using: &random) ? parent : nil)
    }
    let names = states.map(\.identifier)
    let nonFinalStates = states.filter { !$0.isFinal }.map(\.identifier)
    var transitions: [Rule] = []
    for number in 0..<Int.random(in: 1...8, using: &random) {
      guard let target = names.randomElement(using: &random) else { break }
      let event = ["go", "stop", "reset"].randomElement(using: &random) ?? ""
      let condition = ["paid", nil, nil].randomElement(using: &random) ?? nil
      // Shared by many states, or by one.
      let isShared = Bool.random(using: &random)
      for source in isShared
        ? nonFinalStates : Array(nonFinalStates.shuffled(using: &random).prefix(1))
      where !isShared || Int.random(in: 0..<6, using: &random) > 0 {
        transitions.append(
          Rule(
            source: source, target: target, event: event, guard: condition,
            isInternal: source == target && Bool.random(using: &random),
            // Without a draw, so that seeds keep their graphs.
            change: ["n + 1", "n = {0}, m = 1", nil, nil][(number + target.utf8.count) % 4]))
      }
    }
    let graph = StateGraph(
      states: states, composites: composites, transitions: transitions, initialState: names[0])
    return seed.isMultiple(of: 2) ? graph : graph.withCompletions(using: &random)
  }

  /// Returns the graph, in some of whose composite states embedded machines end: most of those in one
  /// composite state have the same answer.
  package func withCompletions(using random: inout SplitMix64) -> StateGraph {
    var (states, rules) = (states, rules)
    for index in states.indices
    where states[index].parent != nil && Int.random(in: 0..<3, using: &random) == 0 {
      states[index].isFinal = false
      states[index].completion = [.complete, .passed].randomElement(using: &random)
    }
    for composite in composites {
      guard let target = states.randomElement(using: &random)?.identifier else { break }
      let conditions: [Condition] =
        [[], [.guard("paid")], [.guard("paid", holds: false)]].randomElement(using: &random) ?? []
      let action = ["eject", nil].randomElement(using: &random) ?? nil
      for state in states where state.parent == composite.identifier && state.completion != nil {
        guard Int.random(in: 0..<6, using: &random) > 0 else { continue }
        rules.append(
          Rule(
            source: state.identifier, target: target, trigger: .completion,
            conditions: conditions, effect: .external(action: action)))
        guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
        rules.append(
          Rule(
            source: state.identifier, trigger: .completion, conditions: [.guard("late")],
            effect: Bool.random(using: &random)
              ? .internal(action: action) : .rejected(reason: action)))
      }
    }
    // A machine just passes a state only if a completion leads out of it, whatever guards answer.
    let completions = Dictionary(grouping: rules.filter { $0.trigger == .completion }, by: \.source)
    for index in states.indices where states[index].completion == .passed {
      let own = completions[states[index].identifier, default: []]
      let isLeft = own.contains { $0.conditions.isEmpty && !$0.isInternal && !$0.effect.isRefusal }
      if !isLeft || own.contains(where: { $0.target == $0.source }) {
        states[index].completion = .complete
      }
    }
    return StateGraph(
      states: states, composites: self.composites, rules: rules, initialState: initialState,
      isCommitting: isCommitting)
  }
}
