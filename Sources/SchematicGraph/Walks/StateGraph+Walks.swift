extension StateGraph {
  /// Returns walks from the initial state that together reach a goal with the fewest events.
  ///
  /// ```swift
  /// @Test(arguments: StateGraph(Turnstile.schema).walks())
  /// func doesWhatTheDiagramShows(walk: Walk) { … }
  /// ```
  ///
  /// If every state can be reached from every other, one walk takes every transition, and no
  /// shorter one does. Otherwise several walks are needed, each of which starts with a new machine.
  /// The result then has as few walks as possible and, for that number of walks, as few events as
  /// possible.
  ///
  /// For ``WalkGoal/everyState``, the walks are the shortest ones to each state, except those that
  /// are the beginning of another walk.
  ///
  /// No walk takes what can't be reached, which ``findings`` names. A completion is a step that needs
  /// no event: the machine takes it together with the step before. Guards are assumed to give either
  /// answer at any time, whatever the subject does.
  ///
  /// - Parameter goal: The goal. By default, every transition.
  /// - Returns: The walks, which are always the same for the same graph.
  /// - Complexity: That of a minimum cost flow, in practice about O(*n* · *m*) for *n* states and
  ///   *m* transitions; for pairs, *n* is the number of transitions and *m* that of pairs.
  public func walks(taking goal: WalkGoal = .everyTransition) -> [Walk] {
    walks(taking: goal, resetCost: nil).walks
  }

  /// Returns the same walks, and what none of them can reach.
  ///
  /// - Parameters:
  ///   - goal: The goal.
  ///   - resetCost: The cost of starting again with a new machine, as a number of events; zero if
  ///     it is free. The result minimizes the number of events plus that cost for each walk. If it
  ///     is `nil`, walks start again only if they must.
  /// - Returns: The walks, which are always the same for the same graph.
  package func walks(
    taking goal: WalkGoal = .everyTransition, resetCost: Int?
  ) -> WalkSet {
    precondition(resetCost ?? 0 >= 0, "A walk cannot cost less than nothing: \(resetCost ?? 0).")
    guard regions.isEmpty else { return treeWalks(taking: goal, resetCost) }
    let digraph = Digraph(self)
    let paths = digraph.search(from: [digraph.initial])
    func isReached(_ state: String) -> Bool { paths.isReached(digraph.numbers[state]!) }
    let passed = passedStates
    let rejected =
      goal == .everyTransitionAndRejection
      ? rejections.filter { $0.trigger != .completion && !passed.contains($0.source) } : []
    let wanted = takeableTransitions + rejected
    let steps = wanted.filter { isReached($0.source) }.map(Walk.Step.init)
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

  /// Returns the walks of a graph with regions.
  private func treeWalks(taking goal: WalkGoal, _ resetCost: Int?) -> WalkSet {
    let tree = TreeWalks(of: self)
    let rejected = goal == .everyTransitionAndRejection ? rejections : []
    switch goal {
    case .everyState:
      return WalkSet(
        walks: tree.walks(through: states.map(\.identifier)), unreachable: [], unreachableStates: []
      )
    case .everyTransition, .everyTransitionAndRejection:
      let (walks, missed) = tree.walks(taking: takeableTransitions + rejected)
      return WalkSet(
        walks: walks, unreachable: missed.filter { !$0.effect.isRefusal }, unreachableStates: [])
    case .everyPairOfTransitions:
      // Which steps follow which depends on all regions.
      return combined()?.graph.walks(taking: goal, resetCost: resetCost)
        ?? treeWalks(taking: .everyTransition, resetCost)
    }
  }

  /// Returns a walk that doesn't end in a state that a machine leaves at once.
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
  /// If several walks have the same length, it prefers one with few guards.
  ///
  /// ```swift
  /// graph.shortestWalk(to: "unlocked")?.events  // ["coin"]
  /// ```
  ///
  /// - Parameters:
  ///   - state: The identifier of the state to reach.
  ///   - start: The identifier of the state to start in. By default, the initial state.
  /// - Returns: The walk, which has no steps if it starts in the state; `nil` if no walk leads to
  ///   the state, or the graph has no such state.
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

  /// Returns a shortest walk to each reachable state, in the order of the states.
  ///
  /// - Returns: The walks, each from the initial state.
  /// - Complexity: O(*n* · *l*) in the number of states and transitions, and the length of the
  ///   longest walk.
  package func shortestWalks() -> [Walk] {
    guard regions.isEmpty else {
      let tree = TreeWalks(of: self)
      return states.compactMap { tree.shortestWalk(to: $0.identifier) }
    }
    let digraph = Digraph(self)
    let paths = digraph.search(from: [digraph.initial])
    return digraph.names.indices.compactMap { state in
      paths.path(to: state).map { walk(from: initialState, along: $0) }
    }
  }

  /// Returns random walks from the initial state; the same seed gives the same walks.
  ///
  /// Each step is one of the transitions out of the state, all equally likely. A walk ends early in
  /// a state without outgoing transitions.
  ///
  /// ```swift
  /// @Test(arguments: StateGraph(Turnstile.schema).randomWalks(20, length: 50, seed: 7))
  /// func doesWhatTheDiagramShows(walk: Walk) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of walks.
  ///   - length: The maximum number of steps in a walk.
  ///   - seed: The seed. Print it or keep it fixed, because you need it to repeat the walks.
  /// - Returns: The walks.
  /// - Complexity: O(*n* + `count` · `length`) in the number of states and transitions.
  package func randomWalks(_ count: Int, length: Int, seed: UInt64) -> [Walk] {
    var generator = SplitMix64(seed: seed)
    guard regions.isEmpty else {
      let tree = TreeWalks(of: self)
      return (0..<count).map { _ in tree.randomWalk(length: length, &generator) }
    }
    let digraph = Digraph(self)
    return (0..<count).map { _ in
      var path: [Int] = []
      var state = digraph.initial
      while path.count < length, !digraph.outgoing[state].isEmpty {
        let choices = digraph.outgoing[state]
        let transition = choices[generator.next(below: choices.count)]
        path.append(transition)
        state = digraph.targets[transition]
      }
      return completed(walk(from: initialState, along: path))
    }
  }

  /// Returns a walk along transitions, given by their positions.
  func walk(from start: String, along path: [Int]) -> Walk {
    Walk(start: start, steps: path.map { Walk.Step(transitions[$0]) })
  }
}

/// The goal of a set of walks: see ``StateGraph/walks(taking:)``.
public enum WalkGoal: Hashable, Sendable, CaseIterable {
  /// Every state.
  case everyState
  /// Every transition.
  case everyTransition
  /// Every transition, and every event that is rejected.
  case everyTransitionAndRejection
  /// Every pair of transitions that can follow each other.
  case everyPairOfTransitions
}

/// A collection of walks that together reach a goal, and everything that no walk can reach.
package struct WalkSet: Hashable, Sendable {
  /// The walks, each from the initial state.
  package let walks: [Walk]

  /// The transitions that no walk can take, because none reaches their source.
  package let unreachable: [StateGraph.Rule]

  /// The states that no walk can reach.
  package let unreachableStates: [StateGraph.State]

  /// The total number of events in all walks.
  package var eventCount: Int { walks.reduce(0) { $0 + $1.steps.count } }
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
  /// The standard library has its own method, which may change from version to version.
  mutating func next(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
