import SchematicGraph

extension StateGraph {
  /// Returns short walks from the initial state that together reach a goal, each with one purpose.
  ///
  /// ```swift
  /// @Test(arguments: StateGraph(Turnstile.schema).walks())
  /// func turnstileDoesWhatItsDiagramShows(walk: Walk) { … }
  ///
  /// StateGraph(Turnstile.schema).walks().map(\.purpose)
  /// // ["locked: coin [not paid], coin [paid]", "unlocked: push"]
  /// ```
  ///
  /// By default, a walk leads to one state by the shortest way and takes the state's arrows, one after
  /// another; ``Walk/purpose`` names them. If the next arrow is too far away, another walk begins
  /// with a new machine. So a failure says which state it is about, and takes few events to repeat.
  /// ``tours(taking:)`` usually take fewer events in all, in longer walks.
  ///
  /// An arrow of a region counts as taken whatever states the other regions are in. An arrow that is
  /// too far away for `steps` steps is taken by a longer walk.
  ///
  /// No walk leads to an unreachable state, which `findings` names. A completion is a step that needs
  /// no event: the machine takes it together with the step before. Guards are assumed to give either
  /// answer at any time, whatever the subject does.
  ///
  /// - Parameters:
  ///   - goal: The goal. By default, every transition.
  ///   - steps: The most steps of a walk, except completions at its end. By default, 30. Walks to
  ///     arrows that are too far away, and for ``WalkGoal/everyState``, may have more.
  /// - Returns: The walks, which are always the same for the same graph.
  /// - Complexity: A search through at most ten thousand combinations of states, and for each transition
  ///   or pair of transitions, one through a thousand, or ten thousand if an arrow is too far away.
  public func walks(
    taking goal: WalkGoal = .everyTransition, ofAtMost steps: Int = 30
  ) -> [Walk] {
    precondition(steps > 0, "A walk cannot have \(steps) steps.")
    switch goal {
    case .everyState: return walksToStates
    case .everyTransition, .everyTransitionAndRejection:
      return ShortWalks(of: self, ofAtMost: steps).walks(
        for: ShortWalks.purposes(of: rules(toTakeFor: goal)))
    case .everyPairOfTransitions:
      guard regions.isEmpty else {
        // Whether a step can follow another depends on all regions together.
        guard let combined = try? combined() else { return walks(ofAtMost: steps) }
        return combined.graph.walks(taking: goal, ofAtMost: steps)
      }
      return ShortWalks(of: self, ofAtMost: steps).walks(
        for: ShortWalks.purposes(ofPairs: takeableTransitions))
    }
  }

  /// Walks that together reach all reachable states; none is the beginning of another.
  private var walksToStates: [Walk] {
    guard !regions.isEmpty else {
      return walks(taking: .everyState, resetCost: nil).map { $0.serving("reaches \($0.end)") }
    }
    let walks = zip(states.map(\.identifier), states.map { shortestWalk(to: $0.identifier) })
      .compactMap { state, walk in walk?.serving("reaches \(state)") }
    return walks.indices.filter { index in
      !walks.indices.contains { other in
        walks[other].steps.starts(with: walks[index].steps)
          && (walks[other].steps.count > walks[index].steps.count || other < index)
      }
    }.map { walks[$0] }.filter { !$0.steps.isEmpty }
  }
}

/// A search for walks that each serve one purpose and have few steps.
struct ShortWalks {
  /// The aim of some walks: the arrows of one state, the arrows after one arrow, or distant arrows.
  struct Purpose {
    /// The words before the events, such as `locked` or `after coin in locked`.
    let name: String
    /// The paths to take; each is an arrow, or an arrow and one that follows it.
    var paths: [[StateGraph.Rule]]
  }

  /// The most configurations to search: from the start or for a distant path, and for the next path.
  private static let (mostPlaces, mostPlacesBetween) = (10_000, 1_000)
  /// The most events that a purpose names.
  private static let mostNames = 6

  private typealias Search = BreadthFirstSearch<Configuration, CombinedRule>

  private let longest: Int
  private let initial: Configuration
  private let known: KnownSteps
  private let start: Search
  /// For each rule, the configuration nearest to the start in which it is taken or refuses an event.
  private let nearest: [StateGraph.Rule: (place: Configuration, distance: Int)]

  /// Creates a search for walks through a graph.
  init(of graph: StateGraph, ofAtMost longest: Int) {
    self.longest = longest
    let known = KnownSteps(of: graph)
    self.known = known
    initial = known.steps.tree.initial
    var distances = [initial: 0]
    start = Search(from: [initial]) { place in
      guard distances.count < Self.mostPlaces else { return [] }
      return known.moves(from: place).map { move in
        distances[move.target] = distances[move.target] ?? distances[place, default: 0] + 1
        return (move, move.target)
      }
    }
    var nearest: [StateGraph.Rule: (place: Configuration, distance: Int)] = [:]
    for place in start.nodes {
      for rule in known.all(in: place).lazy.flatMap(\.parts) where nearest[rule] == nil {
        nearest[rule] = (place, distances[place, default: 0])
      }
    }
    self.nearest = nearest
  }

  /// Returns the purposes of walks that take some rules: one purpose for each state.
  static func purposes(of rules: [StateGraph.Rule]) -> [Purpose] {
    let groups = Dictionary(grouping: rules, by: \.source)
    return rules.map(\.source).uniqued().map { state in
      Purpose(name: state, paths: groups[state, default: []].map { [$0] })
    }
  }

  /// Returns the purposes of walks that take each rule and then every rule that can follow it.
  ///
  /// Rules that no other can follow are taken alone.
  static func purposes(ofPairs rules: [StateGraph.Rule]) -> [Purpose] {
    let leaving = Dictionary(grouping: rules, by: \.source)
    let pairs = rules.map { first in
      Purpose(
        name: "after \(first.label.occasion()) in \(first.source)",
        paths: leaving[first.target, default: []].map { [first, $0] })
    }
    let last = rules.filter { leaving[$0.target] == nil }
    return pairs.filter { !$0.paths.isEmpty } + purposes(of: last)
  }

  /// Returns walks that serve some purposes.
  func walks(for purposes: [Purpose]) -> [Walk] {
    var walks: [Walk] = []
    var distant = Purpose(name: "more than \(longest) steps away", paths: [])
    for var purpose in purposes {
      let isNear = purpose.paths.map { path in
        nearest[path[0]].map { $0.distance <= longest - path.count } ?? false
      }
      distant.paths += zip(purpose.paths, isNear).filter { !$1 }.map(\.0)
      purpose.paths = zip(purpose.paths, isNear).filter(\.1).map(\.0)
      while let walk = walk(for: &purpose, ofAtMost: longest) { walks.append(walk) }
    }
    // One long way may lead to several distant arrows.
    while let walk = walk(for: &distant, ofAtMost: .max) { walks.append(walk) }
    // Walks have the same purpose if arrows of one state have the same event and condition.
    var counts: [String: Int] = [:]
    return walks.map { walk in
      let purpose = walk.purpose ?? ""
      counts[purpose, default: 0] += 1
      return counts[purpose] == 1 ? walk : walk.serving("\(purpose) (\(counts[purpose] ?? 0))")
    }
  }

  /// Returns a walk that takes paths of a purpose, and removes these paths; `nil` if none can be taken.
  private func walk(for purpose: inout Purpose, ofAtMost length: Int) -> Walk? {
    var steps: [CombinedRule] = []
    var paths: [[StateGraph.Rule]] = []
    while let next = next(of: purpose.paths, after: steps, ofAtMost: length - steps.count) {
      steps += next.steps
      paths.append(next.path)
      purpose.paths.removeAll { $0 == next.path }
    }
    guard !paths.isEmpty else { return nil }
    let names = paths.compactMap(\.last).map { $0.label.occasion() }.uniqued()
    let more = names.count - Self.mostNames
    let text =
      names.prefix(Self.mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return Walk(
      start: initial.name, steps: known.settled(steps).map(Walk.Step.init),
      purpose: "\(purpose.name): \(text)")
  }

  /// Returns the path that is nearest after some steps, with the steps to take it; `nil` if all are too far.
  private func next(
    of paths: [[StateGraph.Rule]], after steps: [CombinedRule], ofAtMost length: Int
  ) -> (path: [StateGraph.Rule], steps: [CombinedRule])? {
    guard !paths.isEmpty else { return nil }
    let isFar = length > longest
    let place: Configuration
    let way: [CombinedRule]
    if steps.isEmpty, !isFar {
      // The ways from the start are known.
      let near = paths.compactMap { nearest[$0[0]] }.min { $0.distance < $1.distance }
      guard let near, let path = start.path(to: near.place) else { return nil }
      (place, way) = (near.place, path)
    } else {
      let from = steps.last?.target ?? initial
      let most = isFar ? Self.mostPlaces : Self.mostPlacesBetween
      let firsts = Set(paths.map { $0[0] })
      var distances = [from: 0]
      let search = Search(
        from: [from],
        until: { place in
          known.all(in: place).contains { !firsts.isDisjoint(with: $0.parts) }
        },
        arcs: { place in
          let distance = distances[place, default: 0]
          guard distances.count < most, distance < length - 1 else { return [] }
          return known.moves(from: place).map { move in
            distances[move.target] = distances[move.target] ?? distance + 1
            return (move, move.target)
          }
        })
      guard let end = search.end, let path = search.path(to: end) else { return nil }
      (place, way) = (end, path)
    }
    let choices = paths.compactMap { path in
      known.steps(taking: path, from: place).map { (path: path, steps: $0) }
    }
    // After an arrow that leads away, the walk would need a way back to the next arrow.
    let choice = choices.first { $0.steps.last?.target == place } ?? choices.first
    guard let choice, choice.steps.count <= length - way.count else { return nil }
    return (choice.path, way + choice.steps)
  }
}

/// The steps out of each configuration, kept so that they are found only once.
private final class KnownSteps {
  let steps: GraphSteps
  private let passed: Set<String>
  private var known: [Configuration: [CombinedRule]] = [:]

  init(of graph: StateGraph) {
    steps = GraphSteps(of: graph)
    passed = graph.passedStates
  }

  /// Returns all steps out of a configuration, including refused events.
  ///
  /// Steps with fewer conditions are first, because they are easier to follow.
  func all(in place: Configuration) -> [CombinedRule] {
    if let found = known[place] { return found }
    var found = steps.combinedRules(in: place).stablySorted { $0.rule.conditions.count }
    // No event arrives in a state that the machine leaves at once.
    if isPassed(place, found) { found.removeAll { $0.rule.trigger != .completion } }
    known[place] = found
    return found
  }

  private func isPassed(_ place: Configuration, _ found: [CombinedRule]) -> Bool {
    found.contains { $0.rule.trigger == .completion }
      && passed.contains { steps.tree.contains($0, in: place) }
  }

  /// Returns the steps out of a configuration, except refused events.
  func moves(from place: Configuration) -> [CombinedRule] {
    all(in: place).filter { !$0.rule.effect.isRefusal }
  }

  /// Returns the steps that take rules one after another; `nil` if a rule can't be taken.
  func steps(taking path: [StateGraph.Rule], from place: Configuration) -> [CombinedRule]? {
    var (taken, place) = ([CombinedRule](), place)
    for rule in path {
      guard let step = all(in: place).first(where: { $0.parts.contains(rule) }) else { return nil }
      taken.append(step)
      place = step.target
    }
    return taken
  }

  /// Returns steps continued by completions, until they end in a state that a machine can stay in.
  func settled(_ steps: [CombinedRule]) -> [CombinedRule] {
    var (steps, seen) = (steps, Set<Configuration>())
    while let place = steps.last?.target, seen.insert(place).inserted,
      isPassed(place, all(in: place)),
      let next = moves(from: place).first
    {
      steps.append(next)
    }
    return steps
  }
}
