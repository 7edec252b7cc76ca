import SchematicGraph

extension StateGraph {
  /// Returns a random graph whose every name and text is one that breaks careless writers and readers:
  /// nested, with behaviors, rejections, traps and changes, often of several regions, or a part of a graph.
  package static func randomHostile(seed: UInt64) -> StateGraph {
    var random = SplitMix64(seed: seed)
    let graph =
      Int.random(in: 0..<4, using: &random) == 0
      ? hostileTree(using: &random) : hostilePart(using: &random, most: 7)
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
      sends: maybe(using: &random))
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
    "n in 0…2", "n not in {1, 2}", "some values", "decided by a, b",
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

  /// Returns a graph in which the machine as a whole, or some states, consist of regions at random.
  private static func hostileTree(using random: inout SplitMix64) -> StateGraph {
    var (states, composites, regions, rules): ([State], [CompositeState], [Region], [Rule])
    (states, composites, regions, rules) = ([], [], [], [])
    var initialState: String?
    func add(_ part: StateGraph, in region: String?) {
      func path(_ name: String) -> String { region.map { "\($0)/\(name)" } ?? name }
      states += part.states.map { state in
        var state = state
        state.identifier = path(state.identifier)
        state.parent = state.parent.map(path) ?? region
        return state
      }
      composites += part.composites.map { state in
        var state = state
        state.identifier = path(state.identifier)
        state.parent = state.parent.map(path) ?? region
        return state
      }
      rules += part.rules.map { Rule($0.label, from: path($0.source), to: path($0.target)) }
    }
    func divide(_ owner: String?) {
      let inside = regions.count..<regions.count + Int.random(in: 1...3, using: &random)
      for number in inside {
        let part = hostilePart(using: &random, most: 3)
        // Whatever the texts are, no two paths are the same.
        let region = Region(name: "§\(number)\(text(using: &random))", in: owner, initialState: "")
        regions.append(
          Region(
            identifier: region.identifier, in: owner,
            initialState: "\(region.identifier)/\(part.initialState)"))
        add(part, in: region.identifier)
      }
    }
    if Bool.random(using: &random) {
      divide(nil)
    } else {
      let part = hostilePart(using: &random, most: 3)
      initialState = part.initialState
      add(part, in: nil)
    }
    for state in states where Int.random(in: 0..<3, using: &random) == 0 {
      divide(state.identifier)
    }
    let tree = StateGraph(
      states: states, composites: composites, regions: regions, rules: [],
      initialState: initialState)
    let hierarchy = StateHierarchy(of: tree)
    let all = states.map(\.identifier)
    for index in rules.indices where Int.random(in: 0..<3, using: &random) == 0 {
      // An arrow out of a region of its source, or into one of its target.
      let region = hierarchy.region(of: rules[index].target)
      let sources = all.filter { hierarchy.state(around: $0, in: region) == rules[index].source }
      let entered = all.filter {
        $0 != rules[index].target && hierarchy.state(around: $0, in: region) == rules[index].target
      }
      var rule = rules[index]
      if !rule.effect.isRefusal, !rule.isInternal {
        rule.source = sources.randomElement(using: &random) ?? rule.source
        if let state = entered.randomElement(using: &random) {
          rule.entry = Bool.random(using: &random) ? .history : .states([state])
        }
      }
      if let place = all.randomElement(using: &random) {
        rule.conditions.append(.in(place, holds: Bool.random(using: &random)))
      }
      rules[index] = rule
    }
    return StateGraph(
      states: states, composites: composites, regions: regions, rules: rules,
      initialState: initialState, isCommitting: Bool.random(using: &random))
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
    let nonFinalStates = states.filter { !$0.isFinal }.map(\.identifier)
    var rules: [Rule] = []
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      guard let target = states.randomElement(using: &random)?.identifier,
        let source = nonFinalStates.randomElement(using: &random)
      else { break }
      let (trigger, conditions) = (trigger(using: &random), conditions(using: &random))
      let (action, change) = (maybe(using: &random), maybe(using: &random))
      // Shared by many states, or by one.
      let isShared = Int.random(in: 0..<4, using: &random) == 0
      for source in isShared ? nonFinalStates : [source] {
        rules.append(
          Rule(
            source: source, target: target, trigger: trigger, conditions: conditions,
            effect: source == target && Bool.random(using: &random)
              ? .internal(action: action) : .external(action: action), change: change))
        if Int.random(in: 0..<4, using: &random) == 0 {
          rules[rules.count - 1].untold = maybe(using: &random)
        }
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
