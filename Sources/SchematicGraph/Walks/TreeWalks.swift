/// The walks of a graph with regions: an arrow of a region counts once, whatever the others are in.
///
/// Configurations are found as the walk needs them, and listed nowhere. Each walk goes on to the nearest
/// step that takes something new; there may be shorter ones.
struct TreeWalks {
  /// The most configurations that are searched for the next step.
  private static let mostConfigurations = 10_000

  private let steps: GraphSteps

  init(of graph: StateGraph) { steps = GraphSteps(of: graph) }

  private typealias Search = BreadthFirstSearch<Configuration, CombinedRule>

  /// Returns a search from a configuration for a step that is wanted, or for a configuration.
  private func search(
    from start: Configuration, until isEnd: (Configuration) -> Bool
  ) -> Search {
    var known: Set<Configuration> = [start]
    return Search(
      from: [start], until: isEnd,
      arcs: { configuration in
        guard known.count < Self.mostConfigurations else { return [] }
        return moves(from: configuration).map {
          known.insert($0.target)
          return ($0, $0.target)
        }
      })
  }

  /// Returns the steps that are taken, those without conditions first: they are easier to follow.
  private func moves(from configuration: Configuration) -> [CombinedRule] {
    steps.combinedRules(in: configuration).filter { !$0.rule.effect.isRefusal }
      .stablySorted { $0.rule.conditions.isEmpty ? 0 : 1 }
  }

  /// Returns walks that take some rules, and those rules that none can take.
  func walks(taking rules: [StateGraph.Rule]) -> (walks: [Walk], missed: [StateGraph.Rule]) {
    var wanted = Set(rules)
    func next(in configuration: Configuration) -> CombinedRule? {
      steps.combinedRules(in: configuration).first { !wanted.isDisjoint(with: $0.parts) }
    }
    let walks = walks(until: { next(in: $0) != nil }) { configuration in
      guard let step = next(in: configuration) else { return nil }
      return step
    } after: { step in
      wanted.subtract(step.parts)
      return !wanted.isEmpty
    }
    return (walks, rules.filter(wanted.contains))
  }

  /// Returns walks through some states, and those states that none can reach.
  func walks(through states: [String]) -> [Walk] {
    var wanted = Set(states)
    func see(_ configuration: Configuration) {
      wanted = wanted.filter { !steps.tree.contains($0, in: configuration) }
    }
    see(steps.tree.initial)
    return walks { configuration in
      wanted.contains { steps.tree.contains($0, in: configuration) }
    } step: { _ in
      nil
    } after: { step in
      see(step.target)
      return !wanted.isEmpty
    }
  }

  /// Returns walks that each go on from what they have reached to the nearest place of interest.
  ///
  /// - Parameters:
  ///   - isOfInterest: Returns whether a configuration is such a place.
  ///   - step: Returns the step to take there; `nil` for none.
  ///   - note: Notes a step, and returns whether there is more to do.
  /// - Returns: The walks.
  private func walks(
    until isOfInterest: (Configuration) -> Bool, step: (Configuration) -> CombinedRule?,
    after note: (CombinedRule) -> Bool
  ) -> [Walk] {
    let initial = steps.tree.initial
    var walks: [Walk] = []
    var (taken, place) = ([CombinedRule](), initial)
    var isDone = false
    while !isDone {
      let found = search(from: place, until: isOfInterest)
      guard let end = found.end, let path = found.path(to: end) else {
        // From here nothing more can be reached; from the start, perhaps.
        guard !taken.isEmpty else { break }
        walks.append(walk(taken))
        (taken, place) = ([], initial)
        continue
      }
      let last = step(end).map { [$0] } ?? []
      for move in path + last { isDone = !note(move) }
      taken += path + last
      place = taken.last?.target ?? place
      // A place of interest without a step on the way there would be found for ever.
      if path.isEmpty, last.isEmpty { break }
    }
    return taken.isEmpty ? walks : walks + [walk(taken)]
  }

  /// Returns the shortest walk into a state from the initial configuration.
  func shortestWalk(to state: String) -> Walk? {
    let tree = steps.tree
    let states = tree.configuration(named: state)?.states ?? [state]
    let found = search(from: tree.initial) { place in
      states.allSatisfy { tree.contains($0, in: place) }
    }
    return found.end.flatMap(found.path).map(walk)
  }

  /// Returns a walk by random choices.
  func randomWalk(length: Int, _ generator: inout SplitMix64) -> Walk {
    var taken: [CombinedRule] = []
    var place = steps.tree.initial
    while taken.count < length, case let choices = moves(from: place), !choices.isEmpty {
      let move = choices[generator.next(below: choices.count)]
      taken.append(move)
      place = move.target
    }
    return walk(taken)
  }

  private func walk(_ taken: [CombinedRule]) -> Walk {
    Walk(start: steps.tree.initial.name, steps: taken.map(Walk.Step.init))
  }
}
