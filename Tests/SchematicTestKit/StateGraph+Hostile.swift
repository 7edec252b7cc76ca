import SchematicGraph

extension StateGraph {
  /// Returns a random graph whose every name and text is one that breaks careless writers and readers:
  /// nested, with behaviors, rejections, traps and changes, often of several regions, or a part of a graph.
  package static func randomHostile(seed: UInt64) -> StateGraph {
    var random = SplitMix64(seed: seed)
    if Int.random(in: 0..<6, using: &random) == 0 {
      let regions = (0..<Int.random(in: 2...3, using: &random)).map { _ in
        var part = hostilePart(using: &random, most: 3)
        // That is said of all regions.
        part.isCommitting = false
        return Region(name: text(using: &random), graph: part)
      }
      var graph = StateGraph(regions: regions)
      graph.isCommitting = Bool.random(using: &random)
      return graph
    }
    let graph = hostilePart(using: &random, most: 7)
    guard Int.random(in: 0..<6, using: &random) == 0,
      let name = graph.states.randomElement(using: &random)?.identifier,
      let part = try? graph.around(name, steps: 1)
    else { return graph }
    return part
  }

  private static let words = [
    "entry", "exit", "do", "(unnamed)", "completion", "\"completion\"", "complete", "entry / x",
    "do / ", "after 3 s", "traps", "traps: x",
    "rejected: x", "rejected", "ignored", "after x", "a in b", "5 min", "entry [a = 1] / x", "{x}",
    "a {b}", "&#8203;", "cluster_a", "<<<<<<<", "\u{200B}", "] / [", "a\\l",
  ]

  private static func text(using random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: words.randomElement(using: &random) ?? ""
    case 1, 2: AdversarialText.random(using: &random)
    default: AdversarialText.short.randomElement(using: &random) ?? ""
    }
  }

  private static func maybe(using random: inout SplitMix64) -> String? {
    Bool.random(using: &random) ? text(using: &random) : nil
  }

  private static func trigger(using random: inout SplitMix64) -> Trigger {
    guard Int.random(in: 0..<4, using: &random) == 0 else { return .event(text(using: &random)) }
    let seconds = Int64.random(in: 0...90, using: &random)
    let attoseconds: Int64 = [0, 1, 250_000_000_000_000_000].randomElement(using: &random) ?? 0
    let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
    return .timeout(
      Bool.random(using: &random) ? .fixed(duration) : .named(text(using: &random)),
      region: maybe(using: &random))
  }

  private static func conditions(using random: inout SplitMix64) -> [Condition] {
    (0..<max(0, Int.random(in: -1...3, using: &random))).map { _ in
      let text =
        [text(using: &random), conditionTexts.randomElement(using: &random) ?? ""]
        .randomElement(using: &random) ?? ""
      return Bool.random(using: &random)
        ? .guard(text, holds: Bool.random(using: &random)) : .payload(text)
    }
  }

  /// Texts that read like more than one condition, or like one of the other kind.
  private static let conditionTexts = [
    "a = 1", "a = 1 or b = 2", "(a = 1 and b = 2) or (c ≠ nil)", "a = x and y", "not paid", "paid",
    "n in 0…2", "n not in {1, 2}", "some values (1d0f3b2a)", "decided by a, b (1d0f3b2a)",
    "not a = 1",
    "(paid)", "(a) and (b)", "f(x", "x)", "\"paid\"", "a \"b\" or c", "say \"hi\" = 1", " paid",
    "and",
    "card in slot", "a = (", "a = )", "\\", "a = \"", "not", "",
  ]

  private static func behaviors(using random: inout SplitMix64) -> [StateBehavior] {
    (0..<max(0, Int.random(in: -2...3, using: &random))).map { _ in
      let kind = StateBehavior.Kind.allCases.randomElement(using: &random) ?? .entry
      guard kind == .timeout else {
        return StateBehavior(
          kind, maybe(using: &random),
          if: Int.random(in: 0..<3, using: &random) == 0 ? conditions(using: &random) : [])
      }
      guard Bool.random(using: &random) else {
        return StateBehavior(after: .named(text(using: &random)))
      }
      return StateBehavior(after: .milliseconds(Int64.random(in: 0...90_000, using: &random)))
    }
  }

  private static func hostilePart(using random: inout SplitMix64, most: Int) -> StateGraph {
    var names: Set<String> = []
    var composites: [CompositeState] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let name = text(using: &random)
      guard names.insert(name).inserted else { continue }
      composites.append(
        CompositeState(
          identifier: name, label: maybe(using: &random),
          parent: Bool.random(using: &random)
            ? composites.randomElement(using: &random)?.identifier : nil,
          behaviors: behaviors(using: &random)))
    }
    names = []
    let states = (0..<Int.random(in: 1...most, using: &random)).compactMap { _ -> State? in
      let name = text(using: &random)
      guard names.insert(name).inserted else { return nil }
      return State(
        identifier: name, label: maybe(using: &random),
        isFinal: Int.random(in: 0..<6, using: &random) == 0,
        parent: Bool.random(using: &random)
          ? composites.randomElement(using: &random)?.identifier : nil,
        behaviors: behaviors(using: &random))
    }
    let lively = states.filter { !$0.isFinal }.map(\.identifier)
    var rules: [Rule] = []
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      guard let target = states.randomElement(using: &random)?.identifier,
        let source = lively.randomElement(using: &random)
      else { break }
      let (trigger, conditions) = (trigger(using: &random), conditions(using: &random))
      let (action, change) = (maybe(using: &random), maybe(using: &random))
      // Shared by many states, or by one.
      let isShared = Int.random(in: 0..<4, using: &random) == 0
      for source in isShared ? lively : [source] {
        rules.append(
          Rule(
            source: source, target: target, trigger: trigger, conditions: conditions,
            effect: source == target && Bool.random(using: &random)
              ? .internal(action: action) : .external(action: action), change: change))
      }
      let refusal: Effect =
        Bool.random(using: &random) ? .rejected(reason: action) : .traps(message: action)
      let refused = Self.trigger(using: &random)
      rules.append(
        Rule(
          source: source, trigger: refused, conditions: conditions,
          effect: refused.isTimeout && Bool.random(using: &random) ? .ignored : refusal))
    }
    let graph = StateGraph(
      states: states, composites: composites, rules: rules,
      initialState: states[0].identifier, isCommitting: Bool.random(using: &random))
    return Int.random(in: 0..<3, using: &random) == 0
      ? graph.withCompletions(using: &random) : graph
  }
}
