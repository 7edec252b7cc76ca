import SchematicGraph
import SchematicTestKit

extension PredictedChart {
  /// Creates a random chart of flat states, which become a table, or of nested ones.
  init(isFlat: Bool, using random: inout SplitMix64) {
    let boxes = [[], [], ["a"], ["a"], ["a", "deep"], ["a", "deep"], ["b"]]
    let count = isFlat ? 8 : Int.random(in: 2...8, using: &random)
    let nodes = (0..<count).map { index in
      Node(
        path: (isFlat ? [] : boxes.randomElement(using: &random)!) + ["s\(index)"],
        values: isFlat ? 1 : [1, 1, 2, 3].randomElement(using: &random)!,
        isFinal: index > 0 && Int.random(in: 0..<12, using: &random) == 0)
    }
    self.init(nodes: nodes, rules: [])
    let hasPayloads = !isFlat
    rules = nodes.indices.map { state in
      ChartEvent.names.indices.map { _ in
        decision(in: state, hasPayloads: hasPayloads, depth: 3, using: &random)
      }
    }
    shareTransitions(using: &random)
    addBehaviors(using: &random)
    addTimeouts(using: &random)
    if !isFlat { addCompletions(using: &random) }
  }

  /// Lets the machines inside `a` and inside `a.deep` end in some of their states.
  private mutating func addCompletions(using random: inout SplitMix64) {
    let ends = nodes.indices.filter {
      nodes[$0].path[0] == "a" && !nodes[$0].isFinal && Int.random(in: 0..<4, using: &random) == 0
    }
    // All of them first, because a completion must know which states are completed, too.
    for state in ends { nodes[state].completion = .ignored }
    for state in ends { nodes[state].completion = completion(of: state, using: &random) }
  }

  /// Returns a random answer to a completion, which leads to no earlier completion, so that a run ends.
  func completion(of state: Int, using random: inout SplitMix64) -> Decision {
    decision(in: state, hasPayloads: true, depth: 2, using: &random)
      .leading { target in
        target > state || nodes[target].completion == nil && target != state
      }
  }

  /// The labels of actions: some are hard to write.
  private static func label(using random: inout SplitMix64) -> String {
    Int.random(in: 0..<8, using: &random) == 0
      ? AdversarialText.short.randomElement(using: &random)!
      : ["open", "count", "spin", "beep", "load", "wink"].randomElement(using: &random)!
  }

  func decision(
    in state: Int, hasPayloads: Bool, asksBeside: Bool = false, depth: Int,
    using random: inout SplitMix64
  ) -> Decision {
    func inner() -> Decision {
      decision(
        in: state, hasPayloads: hasPayloads, asksBeside: asksBeside, depth: depth - 1,
        using: &random)
    }
    if depth > 0 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: return .asks(Self.guards.randomElement(using: &random)!, inner(), inner())
      case 2 where hasPayloads: return .byPayload([inner(), inner()])
      case 3 where hasPayloads && nodes[state].values > 1:
        return .byValue((0..<nodes[state].values).map { _ in inner() })
      case 4, 5:
        guard asksBeside else { break }
        return .asksBeside(Int.random(in: 0..<12, using: &random), inner(), inner())
      default: break
      }
    }
    return answer(in: state, using: &random)
  }

  private func answer(in state: Int, using random: inout SplitMix64) -> Decision {
    let label = Bool.random(using: &random) ? Self.label(using: &random) : nil
    switch Int.random(in: 0..<12, using: &random) {
    case 0...6:
      let target = Int.random(in: nodes.indices, using: &random)
      return .moves(
        to: target, value: Int.random(in: 0..<nodes[target].values, using: &random), label: label)
    case 7: return .stays(value: nil, label: label)
    case 8:
      let count = nodes[state].values
      return .stays(
        value: count > 1 ? Int.random(in: 0..<count, using: &random) : nil, label: label)
    case 9: return .rejected(label)
    default: return .ignored
    }
  }

  /// Lets all states inside of one share a transition, which is then drawn at its border.
  private mutating func shareTransitions(using random: inout SplitMix64) {
    for event in ChartEvent.names.indices where Int.random(in: 0..<3, using: &random) == 0 {
      let box = nodes.randomElement(using: &random)!.path[0]
      let inside = nodes.indices.filter { nodes[$0].path[0] == box }
      let outside = nodes.indices.filter { nodes[$0].path[0] != box }
      guard inside.count > 1, let target = outside.randomElement(using: &random) else { continue }
      for state in inside { rules[state][event] = .moves(to: target, value: 0, label: "leave") }
    }
  }

  /// Returns the identifiers of the states at a level, and of those that lie so deep themselves.
  private func owners(at level: Int?) -> [String] {
    nodes.compactMap { Self.owner($0.path, at: level) }.uniqued()
  }

  mutating func addBehaviors(using random: inout SplitMix64) {
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let level = [nil, nil, 1, 2, 3].randomElement(using: &random)!
      var behavior = Behavior(
        kind: [.entry, .exit, .task].randomElement(using: &random)!, level: level, labels: [:])
      for owner in owners(at: level) where Bool.random(using: &random) {
        let isNamed = Int.random(in: 0..<12, using: &random) > 0
        behavior.labels[owner] = .some(isNamed ? Self.label(using: &random) : nil)
        let values = nodes.first { $0.identifier == owner && level == nil }?.values ?? 1
        if values > 1, Bool.random(using: &random) {
          behavior.values[owner] = Set((0..<values).filter { _ in Bool.random(using: &random) })
        }
      }
      behaviors.append(behavior)
    }
  }

  /// Adds timeouts, each of a time of its own, so that no two are over at once.
  mutating func addTimeouts(using random: inout SplitMix64) {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let level = [nil, nil, 1, 2].randomElement(using: &random)!
      var list = Timeouts(level: level, timeouts: [:])
      for owner in owners(at: level) where Bool.random(using: &random) {
        let values = nodes.first { $0.identifier == owner && level == nil }?.values ?? 1
        let isByValue = values > 1 && Bool.random(using: &random)
        list.timeouts[owner] = (0..<(isByValue ? values : 1)).map { _ in
          isByValue && Int.random(in: 0..<3, using: &random) == 0 ? nil : timeout(using: &random)
        }
      }
      timeouts.append(list)
    }
  }

  private func timeout(using random: inout SplitMix64) -> Timeouts.Timeout {
    let number = Int.random(in: 0...999_999, using: &random)
    let names = ["interval \(number)", "\(number) s", "lunch in \(number)", "\"\(number)\""]
    return Timeouts.Timeout(
      nanoseconds: Int.random(in: 1...3_000_000_000, using: &random),
      name: Int.random(in: 0..<3, using: &random) == 0 ? names.randomElement(using: &random) : nil,
      event: Int.random(in: ChartEvent.names.indices, using: &random),
      payload: Int.random(in: 0..<2, using: &random))
  }
}

extension PredictedChart.Decision {
  /// Returns the decision, which ignores what leads to other states than some, and doesn't depend on the
  /// payload of an event.
  fileprivate func leading(to isAllowed: (Int) -> Bool) -> PredictedChart.Decision {
    switch self {
    case .moves(let target, _, _): isAllowed(target) ? self : .ignored
    case .asks(let name, let yes, let no):
      .asks(name, yes.leading(to: isAllowed), no.leading(to: isAllowed))
    case .byValue(let decisions): .byValue(decisions.map { $0.leading(to: isAllowed) })
    case .byPayload(let decisions): decisions[0].leading(to: isAllowed)
    default: self
    }
  }
}

extension PredictedChart {
  /// Creates a random chart of a region, which may ask where the one beside is.
  init(ofRegion count: ClosedRange<Int>, using random: inout SplitMix64) {
    let boxes = [[], [], ["a"], ["a"], ["a", "deep"]]
    let count = Int.random(in: count, using: &random)
    let isEnding = Bool.random(using: &random)
    self.init(
      nodes: (0..<count).map { index in
        Node(
          path: boxes.randomElement(using: &random)! + ["s\(index)"],
          values: index == 0 ? [1, 2].randomElement(using: &random)! : 1,
          isFinal: isEnding && index == count - 1)
      }, rules: [])
    rules = nodes.indices.map { state in
      ChartEvent.names.indices.map { _ in
        Int.random(in: 0..<3, using: &random) == 0
          ? .ignored
          : decision(in: state, hasPayloads: true, asksBeside: true, depth: 2, using: &random)
      }
    }
    addBehaviors(using: &random)
    addTimeouts(using: &random)
    addCompletions(using: &random)
  }
}

extension PredictedPair {
  /// Creates a random pair.
  init(using random: inout SplitMix64) {
    left = PredictedChart(ofRegion: 2...4, using: &random)
    right = PredictedChart(ofRegion: 2...4, using: &random)
  }
}

extension PredictedNest {
  /// Creates a random nest.
  init(using random: inout SplitMix64) {
    func part(_ count: ClosedRange<Int>) -> PredictedChart {
      PredictedChart(ofRegion: count, using: &random)
    }
    (hull, rail, left, right) = (part(2...3), part(2...2), part(2...3), part(2...3))
    let events = ChartEvent.names.indices
    func event() -> Int { events.randomElement(using: &random)! }
    (filling, shutting, opening) = (event(), event(), event())
    completes = Bool.random(using: &random)
    timeout =
      Bool.random(using: &random)
      ? .init(
        nanoseconds: Int.random(in: 1...3_000_000_000, using: &random), event: event(), payload: 0)
      : nil
    entries = []
    exits = []
    entries = events.map { _ in
      Int.random(in: 0..<3, using: &random) == 0 ? nil : crew(using: &random)
    }
    exits = events.map { _ in
      let (hull, left) = (
        hull.nodes.indices.randomElement(using: &random)!,
        left.nodes.indices.randomElement(using: &random)!
      )
      return switch Int.random(in: 0..<8, using: &random) {
      case 0: .always
      case 1: .fromEmpty
      case 2: .fromLeft(left)
      case 3: .fromHull(hull)
      case 4: .fromBoth(hull: hull, left: left)
      default: .never
      }
    }
    guard Bool.random(using: &random) else { return }
    let (leaving, returning) = (event(), event())
    guard leaving != returning, leaving != filling, leaving != shutting else { return }
    history = History(leaving: leaving, returning: returning)
    // What a region takes never comes to the state around.
    for state in hull.rules.indices { hull.rules[state][leaving] = .ignored }
  }

  /// Returns regions in random states.
  private func crew(using random: inout SplitMix64) -> ChartCrew {
    func place<Part>(_ chart: PredictedChart) -> PartPlace<Part> {
      let index =
        Bool.random(using: &random) ? 0 : chart.nodes.indices.randomElement(using: &random)!
      return .make(index, 0, in: chart)
    }
    let pair = ChartPair(left: place(left), right: place(right))
    let cabin: ChartCabin =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .full(pair)
      case 1: .deep(ChartBay(rail: place(rail), hold: .open(pair)))
      case 2: .deep(ChartBay(rail: place(rail), hold: .closed))
      default: .empty
      }
    return ChartCrew(hull: place(hull), cabin: cabin)
  }
}
