/// All combinations of the states of machines that run side by side, and what happens in them.
struct RegionProduct {
  private let regions: [StateGraph.Region]
  private let combinations: [[StateGraph.State]]

  init(of regions: [StateGraph.Region]) {
    self.regions = regions
    combinations = Self.combinations(of: regions.map(\.graph.states))
  }

  var states: [StateGraph.State] {
    combinations.map { parts in
      StateGraph.State(
        identifier: StateGraph.Region.joined(parts.map(\.identifier)),
        label: StateGraph.Region.joined(parts.map(\.label)),
        isFinal: parts.allSatisfy(\.isFinal))
    }
  }

  /// Returns the identifiers of the parts of a state.
  func parts(of state: String) -> [String]? {
    combinations.lazy.map { $0.map(\.identifier) }.first { StateGraph.Region.joined($0) == state }
  }

  /// What every combination does, without those that are final.
  var transitions: [StateGraph.Transition] {
    let moves = regions.map { Dictionary(grouping: $0.graph.transitions, by: \.source) }
    return lively.flatMap { parts -> [StateGraph.Transition] in
      let moving = zip(moves, parts).map { $0[$1, default: []] }
      let stimuli = moving.flatMap { $0.map(Stimulus.init) }.uniqued()
      return stimuli.flatMap { stimulus in
        // What does not move stays; what has several ways to go takes each of them.
        let targets = zip(moving, parts).map { moves, part in
          let targets = moves.filter { Stimulus($0) == stimulus }.map(\.target)
          return targets.isEmpty ? [part] : targets
        }
        return Self.combinations(of: targets).map {
          stimulus.transition(
            from: StateGraph.Region.joined(parts), to: StateGraph.Region.joined($0))
        }
      }
    }
  }

  /// What every combination rejects.
  var rejections: [StateGraph.Rejection] {
    let rejected = regions.map { Dictionary(grouping: $0.graph.rejections, by: \.state) }
    return lively.flatMap { parts in
      zip(rejected, parts).flatMap { $0[$1, default: []] }.map { rejection in
        StateGraph.Rejection(
          state: StateGraph.Region.joined(parts), event: rejection.event, guard: rejection.guard,
          reason: rejection.reason)
      }
    }
  }

  private static func combinations<Element>(of choices: [[Element]]) -> [[Element]] {
    choices.reduce([[]]) { combinations, choice in
      combinations.flatMap { combination in choice.map { combination + [$0] } }
    }
  }

  private var lively: [[String]] {
    combinations.filter { !$0.allSatisfy(\.isFinal) }.map { $0.map(\.identifier) }
  }
}
