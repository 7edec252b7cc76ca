import SchematicGraph

extension StateGraph {
  /// Returns walks from the initial state that together reach a goal.
  ///
  /// ```swift
  /// StateGraph(Turnstile.schema).tours()[0].events  // ["coin", "push", "coin"]
  /// ```
  ///
  /// Use tours if an event is expensive, for example because another process handles it. Otherwise
  /// ``walks(taking:ofAtMost:)`` are easier to read and to repeat.
  ///
  /// If every state can be reached from every other, one walk takes every transition, and no
  /// shorter one does. Otherwise several walks may be needed, each with a new machine. The result
  /// then has as few walks as possible and, for that number of walks, as few events as possible. If
  /// the graph has regions, shorter walks may exist.
  ///
  /// For ``WalkGoal/everyState`` and a graph without regions, there is a shortest walk to each state,
  /// unless that walk is the beginning of another one.
  ///
  /// No walk leads to an unreachable state, which `findings` names. A completion is a step that needs
  /// no event: the machine takes it together with the step before. Guards are assumed to give either
  /// answer at any time, whatever the subject does.
  ///
  /// - Parameter goal: The goal. By default, every transition.
  /// - Returns: The walks, which are always the same for the same graph.
  /// - Complexity: That of a minimum cost flow, in practice about O(*n* · *m*) for *n* states and
  ///   *m* transitions; for pairs, *n* is the number of transitions and *m* the number of pairs.
  public func tours(taking goal: WalkGoal = .everyTransition) -> [Walk] {
    walks(taking: goal, resetCost: nil).walks
  }

  /// Returns walks that together reach a goal, and everything that no walk can reach.
  ///
  /// - Parameters:
  ///   - goal: The goal.
  ///   - resetCost: The cost of starting again with a new machine, as a number of events; zero if
  ///     it is free. The result minimizes the number of events plus that cost for each walk. If the
  ///     cost is `nil`, there are as few walks as possible. Walks to states don't depend on the cost,
  ///     and in a graph with regions, only walks for pairs do.
  /// - Returns: The walks, which are always the same for the same graph.
  package func walks(
    taking goal: WalkGoal = .everyTransition, resetCost: Int?
  ) -> WalkSet {
    precondition(resetCost ?? 0 >= 0, "A walk cannot cost less than nothing: \(resetCost ?? 0).")
    guard regions.isEmpty else { return treeWalks(taking: goal, resetCost) }
    let digraph = Digraph(self)
    let paths = digraph.search(from: [digraph.initial])
    func isReached(_ state: String) -> Bool { paths.isReached(digraph.numbers[state]!) }
    let steps = rules(toTakeFor: goal).filter { isReached($0.source) }.map(Walk.Step.init)
    let walks: [Walk] =
      switch goal {
      case .everyState:
        maximalPaths(paths, digraph).map { walk(from: initialState, along: $0) }
      case .everyTransition, .everyTransitionAndRejection:
        ChinesePostman(taking: steps, digraph).walks(in: self, taking: steps, resetCost: resetCost)
      case .everyPairOfTransitions:
        ChinesePostman(pairing: steps, digraph).walks(in: self, taking: steps, resetCost: resetCost)
      }
    return WalkSet(
      walks: walks.map(completed),
      unreachable: transitions.filter { !isReached($0.source) },
      unreachableStates: states.filter { !isReached($0.identifier) })
  }

  /// Returns the rules that walks must take to reach a goal: the transitions that machines can take, and
  /// perhaps the rejections of events that can arrive.
  func rules(toTakeFor goal: WalkGoal) -> [Rule] {
    guard goal == .everyTransitionAndRejection else { return takeableTransitions }
    let passed = passedStates
    return takeableTransitions
      + rejections.filter { $0.trigger != .completion && !passed.contains($0.source) }
  }

  /// Returns the walks of a graph with regions.
  private func treeWalks(taking goal: WalkGoal, _ resetCost: Int?) -> WalkSet {
    let tree = TreeWalks(of: self)
    let rejected = goal == .everyTransitionAndRejection ? rejections : []
    switch goal {
    case .everyState:
      let (walks, missed) = tree.walks(through: states.map(\.identifier))
      return WalkSet(
        walks: walks, unreachable: transitions.filter { missed.contains($0.source) },
        unreachableStates: states.filter { missed.contains($0.identifier) })
    case .everyTransition, .everyTransitionAndRejection:
      let (walks, missed) = tree.walks(taking: takeableTransitions + rejected)
      return WalkSet(
        walks: walks, unreachable: missed.filter { !$0.effect.isRefusal }, unreachableStates: [])
    case .everyPairOfTransitions:
      // Whether a step can follow another depends on all regions together.
      return (try? combined())?.graph.walks(taking: goal, resetCost: resetCost)
        ?? treeWalks(taking: .everyTransition, resetCost)
    }
  }

  /// Returns a walk continued by completions, until it ends in a state that a machine can stay in.
  private func completed(_ walk: Walk) -> Walk {
    var (walk, left) = (walk, passedStates)
    while left.remove(walk.end) != nil {
      let next = transitions.filter { $0.source == walk.end && $0.trigger == .completion }
      guard let next = next.first(where: { $0.conditions.isEmpty }) ?? next.first else { break }
      walk = walk.appending([Walk.Step(next)])
    }
    return walk
  }

  /// Returns the shortest paths that aren't the beginning of another.
  private func maximalPaths(_ paths: BreadthFirstSearch<Int, Int>, _ digraph: Digraph) -> [[Int]] {
    let passed = Set(paths.lastArcs.map { digraph.sources[$0] })
    return digraph.names.indices.filter { $0 != digraph.initial && !passed.contains($0) }
      .compactMap(paths.path)
  }

  /// Returns a shortest walk to a state.
  ///
  /// Of several shortest walks, one that begins without a guard is preferred.
  ///
  /// ```swift
  /// graph.shortestWalk(to: "unlocked")?.events  // ["coin"]
  /// ```
  ///
  /// - Parameters:
  ///   - state: The identifier of the state to reach.
  ///   - start: The identifier of the state to start in. By default, the initial state. If the graph
  ///     has regions, the walk always starts in the initial state.
  /// - Returns: The walk, which has no steps if it starts in the state; `nil` if none is found.
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func shortestWalk(to state: String, from start: String? = nil) -> Walk? {
    guard regions.isEmpty else { return TreeWalks(of: self).shortestWalk(to: state) }
    let digraph = Digraph(self)
    guard let start = digraph.numbers[start ?? initialState], let end = digraph.numbers[state]
    else { return nil }
    return digraph.search(from: [start]).path(to: end).map { path in
      walk(from: digraph.names[start], along: path)
    }
  }

  /// Returns the walk of a machine that starts in the initial state and receives some events.
  ///
  /// ```swift
  /// try graph.walk(sending: ["coin [paid]", "push"]).steps[1].target  // "locked"
  /// ```
  ///
  /// The message of a failed walk has such a call, which repeats the walk.
  ///
  /// - Parameter events: The labels of the events. If several arrows of a state have the label, write
  ///   the guard after it in brackets, as the diagram shows it. The machine takes completions without
  ///   guards by itself. For other completions, write `completion [guard]`. An event that is rejected is
  ///   a step, too.
  /// - Returns: The walk.
  /// - Throws: ``WalkError`` if an event takes no arrow of the state reached, or several.
  public func walk(sending events: [String]) throws(WalkError) -> Walk {
    try TreeWalks(of: self).walk(sending: events)
  }

  /// Returns the shortest texts of events from which ``walk(sending:)`` makes a given walk; `nil` for none.
  ///
  /// There are none if the walk doesn't start in the initial state, or if events don't determine it.
  package func events(of walk: Walk) -> [String]? {
    let tree = TreeWalks(of: self)
    let names: [(RuleLabel) -> String] = [{ "\($0.trigger)" }, { $0.occasion() }, { $0.text() }]
    let isSent = walk.steps.map { !$0.isCompletion || !$0.rule.conditions.isEmpty }
    let sent = zip(walk.steps, isSent).filter(\.1).map(\.0.rule.label)
    return names.lazy.map { sent.map($0) }.first { events in
      guard let other = try? tree.walk(sending: events) else { return false }
      // Completions may follow the last event.
      return other.start == walk.start && other.steps.starts(with: walk.steps)
        && other.steps.dropFirst(walk.steps.count).allSatisfy(\.isCompletion)
    }
  }

  /// Returns a walk along transitions, given by their positions.
  func walk(from start: String, along path: [Int]) -> Walk {
    Walk(start: start, steps: path.map { Walk.Step(transitions[$0]) })
  }
}

/// The goal of a set of walks: see `StateGraph.walks(taking:ofAtMost:)`.
public enum WalkGoal: Hashable, Sendable, CaseIterable {
  /// Every state.
  case everyState
  /// Every transition.
  case everyTransition
  /// Every transition, and every event that is rejected.
  case everyTransitionAndRejection
  /// Every pair of transitions of which the second can follow the first.
  ///
  /// If a graph has more than 10,000 combinations of its regions' states, every transition.
  case everyPairOfTransitions
}

/// A collection of walks that together reach a goal, and everything that no walk can reach.
package struct WalkSet: Hashable, Sendable {
  /// The walks, each from the initial state.
  package let walks: [Walk]

  /// The transitions that no walk can take.
  package let unreachable: [StateGraph.Rule]

  /// The states that no walk can reach; always empty for the transitions of a graph with regions.
  package let unreachableStates: [StateGraph.State]
}

extension WalkSet: RandomAccessCollection {
  /// The position of the first walk.
  package var startIndex: Int { walks.startIndex }

  /// The position after the last walk.
  package var endIndex: Int { walks.endIndex }

  /// Returns a walk.
  package subscript(position: Int) -> Walk { walks[position] }
}

/// A seeded generator of random numbers, which are the same in every run and on every system.
///
/// SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below a bound.
  ///
  /// The numbers of the standard library's own method may change from version to version.
  package mutating func next(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
