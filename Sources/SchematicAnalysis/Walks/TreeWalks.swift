import SchematicGraph

/// A search for walks from configuration to configuration, for graphs with regions.
///
/// An arrow of a region counts as taken whatever states the other regions are in. The search finds
/// configurations only when it needs them. A walk goes on to the nearest step that takes something
/// new, so shorter walks may exist.
struct TreeWalks {
  /// The maximum number of configurations to search for the next step.
  private static let mostConfigurations = 10_000

  private let steps: GraphSteps

  init(of graph: StateGraph) { steps = GraphSteps(of: graph) }

  private typealias Search = BreadthFirstSearch<Configuration, CombinedRule>

  /// Returns a search from a configuration for the nearest one that satisfies a condition.
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

  /// Returns the steps out of a configuration, except refused events, with unconditional steps first.
  ///
  /// A test that follows an unconditional step needn't prepare anything.
  private func moves(from configuration: Configuration) -> [CombinedRule] {
    steps.combinedRules(in: configuration).filter { !$0.rule.effect.isRefusal }
      .stablySorted { $0.rule.conditions.isEmpty ? 0 : 1 }
  }

  /// Returns walks that together take some rules, and the rules that none of the walks takes.
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

  /// Returns walks that together pass through some states, and the states that none of the walks reaches.
  func walks(through states: [String]) -> (walks: [Walk], missed: Set<String>) {
    var wanted = Set(states)
    func see(_ configuration: Configuration) {
      wanted = wanted.filter { !steps.tree.contains($0, in: configuration) }
    }
    see(steps.tree.initial)
    let walks = walks { configuration in
      wanted.contains { steps.tree.contains($0, in: configuration) }
    } step: { _ in
      nil
    } after: { step in
      see(step.target)
      return !wanted.isEmpty
    }
    return (walks, wanted)
  }

  /// Returns walks that go on, again and again, to the nearest configuration of interest.
  ///
  /// - Parameters:
  ///   - isOfInterest: Returns whether a configuration is of interest.
  ///   - step: Returns the step to take from such a configuration; `nil` for none.
  ///   - note: Receives each step of the walks, and returns whether there is more to do.
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
        // Nothing of interest can be reached from here, but perhaps from the start.
        guard !taken.isEmpty else { break }
        walks.append(walk(taken))
        (taken, place) = ([], initial)
        continue
      }
      let last = step(end).map { [$0] } ?? []
      for move in path + last { isDone = !note(move) }
      taken += path + last
      place = taken.last?.target ?? place
      // If no step was taken, the next search would find the same place again.
      if path.isEmpty, last.isEmpty { break }
    }
    return taken.isEmpty ? walks : walks + [walk(taken)]
  }

  /// Returns a shortest walk from the initial configuration into a state; `nil` if none is found.
  func shortestWalk(to state: String) -> Walk? {
    let tree = steps.tree
    let states = tree.configuration(named: state)?.states ?? [state]
    let found = search(from: tree.initial) { place in
      states.allSatisfy { tree.contains($0, in: place) }
    }
    return found.end.flatMap(found.path).map(walk)
  }

  /// Returns the walk of a machine that receives some events.
  ///
  /// The machine takes completions without conditions by itself.
  ///
  /// - Parameter events: The labels of the events, with the guard if the label alone names several arrows.
  ///   An event that no arrow takes may be one that is rejected.
  /// - Returns: The walk.
  /// - Throws: ``WalkError`` if an event takes no arrow of the state reached, or several.
  func walk(sending events: [String]) throws(WalkError) -> Walk {
    var (taken, place) = ([CombinedRule](), steps.tree.initial)
    func take(_ step: CombinedRule) {
      taken.append(step)
      place = step.target
    }
    func settle() {
      var passed: Set<Configuration> = []
      while passed.insert(place).inserted,
        let step = moves(from: place).first(where: {
          $0.rule.trigger == .completion && $0.rule.conditions.isEmpty
        })
      {
        take(step)
      }
    }
    settle()
    for (index, event) in events.enumerated() {
      let choices = moves(from: place)
      func named(_ choices: [CombinedRule]) -> [CombinedRule]? {
        let names: [(RuleLabel) -> String] = [
          { $0.text() }, { $0.occasion() }, { "\($0.trigger)" },
        ]
        return names.lazy.map { name in choices.filter { name($0.rule.label) == event } }
          .first { !$0.isEmpty }
      }
      let fitting =
        named(choices)
        ?? named(steps.combinedRules(in: place).filter(\.rule.effect.isRejection))
      let occasions = (fitting ?? choices).map { $0.rule.label.occasion() }.uniqued()
      guard let fitting, occasions.count == 1 else {
        throw WalkError(
          index: index, state: place.name, event: event, takeable: occasions,
          isAmbiguous: fitting != nil)
      }
      take(fitting[0])
      settle()
    }
    return walk(taken)
  }

  private func walk(_ taken: [CombinedRule]) -> Walk {
    Walk(start: steps.tree.initial.name, steps: taken.map(Walk.Step.init))
  }
}
