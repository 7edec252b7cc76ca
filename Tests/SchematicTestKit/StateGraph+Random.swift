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
    let lively = states.filter { !$0.isFinal }.map(\.identifier)
    var transitions: [Rule] = []
    for number in 0..<Int.random(in: 1...8, using: &random) {
      guard let target = names.randomElement(using: &random) else { break }
      let event = ["go", "stop", "reset"].randomElement(using: &random) ?? ""
      let condition = ["paid", nil, nil].randomElement(using: &random) ?? nil
      // Shared by many states, or by one.
      let isShared = Bool.random(using: &random)
      for source in isShared ? lively : Array(lively.shuffled(using: &random).prefix(1))
      where !isShared || Int.random(in: 0..<6, using: &random) > 0 {
        transitions.append(
          Rule(
            source: source, target: target, event: event, guard: condition,
            isInternal: source == target && Bool.random(using: &random),
            // Without a draw, so that seeds keep their graphs.
            change: ["n + 1", "n = {0}, m = 1", nil, nil][(number + target.utf8.count) % 4]))
      }
    }
    return StateGraph(
      states: states, composites: composites, transitions: transitions, initialState: names[0])
  }
}
