extension StateGraph {
  /// Returns walks from the initial state that together reach a goal with as few events as can be.
  ///
  /// ```swift
  /// @Test(arguments: StateGraph(Turnstile.schema).walks())
  /// func doesWhatTheDiagramShows(walk: Walk) { … }
  /// ```
  ///
  /// Where every state can be reached from every other, one walk takes every transition; no shorter
  /// one does. Elsewhere several walks are needed, each of which begins with a new machine: then
  /// their number is the smallest, and so is the number of events for that number of walks. With a
  /// `resetCost`, the sum of all events and as many per walk is the smallest.
  ///
  /// For ``WalkGoal/everyState`` the walks are the shortest ones to each state, those left out
  /// that are the beginning of another.
  ///
  /// What cannot be reached is reported: see ``WalkSet/unreachable``. Guards are taken to be free to
  /// answer either way, whatever the subject does.
  ///
  /// - Parameters:
  ///   - goal: What to reach; every transition unless you say otherwise.
  ///   - resetCost: What starting again with a new machine costs, in events; zero where it is
  ///     free. Unless you say, walks start again only where they must.
  /// - Returns: The walks. The same graph always gives the same ones.
  /// - Complexity: that of a minimum cost flow: in practice about O(*n* · *m*) for *n* states and
  ///   *m* transitions; for pairs, *n* is the number of transitions and *m* that of pairs.
  public func walks(taking goal: WalkGoal = .everyTransition, resetCost: Int? = nil) -> WalkSet {
    precondition(resetCost ?? 0 >= 0, "A walk cannot cost less than nothing: \(resetCost ?? 0).")
    let index = GraphIndex(self)
    let ways = ShortestWays(from: index.initial, in: index)
    func isReached(_ state: String) -> Bool { ways.isReached[index.numbers[state]!] }
    var steps = transitions.map { Walk.Step(.transition($0)) }
    if goal == .everyTransitionAndRejection {
      steps += rejections.map { Walk.Step(.rejection($0)) }
    }
    steps.removeAll { !isReached($0.source) }
    let tours: [Walk] =
      switch goal {
      case .everyState:
        leaves(of: ways, index).map { walk(from: initialState, along: $0) }
      case .everyTransition, .everyTransitionAndRejection:
        Self.tours(TourNetwork(taking: steps, index), of: steps, from: self, resetCost)
      case .everyPairOfTransitions:
        Self.tours(TourNetwork(pairing: steps, index), of: steps, from: self, resetCost)
      }
    return WalkSet(
      walks: tours,
      unreachable: transitions.filter { !isReached($0.source) },
      unreachableStates: states.filter { !isReached($0.identifier) })
  }

  private static func tours(
    _ network: TourNetwork, of steps: [Walk.Step], from graph: StateGraph, _ resetCost: Int?
  ) -> [Walk] {
    network.walks(resetCost: resetCost).map { tour in
      Walk(start: graph.initialState, steps: tour.map { steps[$0] })
    }
  }

  /// Returns the shortest ways that are not the beginning of another.
  private func leaves(of ways: ShortestWays, _ index: GraphIndex) -> [[Int]] {
    let passed = Set(ways.last.map { index.sources[$0] })
    return index.names.indices.filter { $0 != index.initial && !passed.contains($0) }
      .compactMap(ways.way)
  }
}

extension TourNetwork {
  /// Creates the network in which every step is an arc between states.
  fileprivate init(taking steps: [Walk.Step], _ index: GraphIndex) {
    let arcs = steps.enumerated().map { number, step in
      Arc(source: index.numbers[step.source]!, target: index.numbers[step.target]!, step: number)
    }
    // What is taken again need not be all of the parallel ones: best one that assumes no guard.
    var optional: [[Int]: Arc] = [:]
    var order: [[Int]] = []
    for arc in arcs where arc.source != arc.target {
      let ends = [arc.source, arc.target]
      let known = optional[ends]
      if known == nil { order.append(ends) }
      let isBetter = known?.step.map { steps[$0].guard != nil && steps[arc.step!].guard == nil }
      if isBetter ?? true { optional[ends] = arc }
    }
    self.init(
      nodeCount: index.names.count, start: index.initial, ends: Array(index.names.indices),
      required: arcs, optional: order.map { optional[$0]! })
  }

  /// Creates the network in which every pair of steps that can follow each other is an arc.
  ///
  /// Its nodes are the steps and, to get from any step to any next one, the states.
  fileprivate init(pairing steps: [Walk.Step], _ index: GraphIndex) {
    let states = index.names.count
    let sources = steps.map { index.numbers[$0.source]! }
    let targets = steps.map { index.numbers[$0.target]! }
    var leaving = [[Int]](repeating: [], count: states)
    for (step, state) in sources.enumerated() { leaving[state].append(step) }
    let isEntered = Set(targets)
    var required: [Arc] = []
    for step in steps.indices {
      for next in leaving[targets[step]] {
        required.append(Arc(source: states + step, target: states + next, step: next))
      }
      // A step that belongs to no pair is to be taken all the same.
      if leaving[targets[step]].isEmpty, !isEntered.contains(sources[step]) {
        required.append(Arc(source: sources[step], target: states + step, step: step))
      }
    }
    self.init(
      nodeCount: states + steps.count, start: index.initial,
      ends: steps.indices.map { states + $0 }, required: required,
      optional: steps.indices.flatMap { step in
        [
          Arc(source: sources[step], target: states + step, step: step),
          Arc(source: states + step, target: targets[step], step: nil),
        ]
      })
  }
}

/// What a set of walks is to reach: see ``StateGraph/walks(taking:resetCost:)``.
public enum WalkGoal: Hashable, Sendable, CaseIterable {
  /// Every state.
  case everyState
  /// Every transition.
  case everyTransition
  /// Every transition, and every event that is to be rejected.
  case everyTransitionAndRejection
  /// Every pair of transitions that can follow each other.
  case everyPairOfTransitions
}

/// Walks that together reach a goal, and what no walk can reach.
///
/// ```swift
/// let walks = StateGraph(Turnstile.schema).walks()
/// walks.count          // 1
/// walks.eventCount     // 5
/// walks.unreachable    // []
/// ```
///
/// It is a collection of walks, so that a parametrised test takes it as it is.
public struct WalkSet: Hashable, Sendable {
  /// The walks, each from the initial state.
  public let walks: [Walk]

  /// The transitions that no walk can take, because none reaches their source.
  public let unreachable: [StateGraph.Transition]

  /// The states that no walk can reach.
  public let unreachableStates: [StateGraph.State]

  /// How many events the walks send in all.
  public var eventCount: Int { walks.reduce(0) { $0 + $1.steps.count } }
}

extension WalkSet: RandomAccessCollection {
  /// The position of the first walk.
  public var startIndex: Int { walks.startIndex }

  /// The position after the last walk.
  public var endIndex: Int { walks.endIndex }

  /// Returns a walk.
  public subscript(position: Int) -> Walk { walks[position] }
}

extension StateGraph {
  /// Returns a shortest walk to a state.
  ///
  /// Among walks of the same length it takes one that assumes few guards.
  ///
  /// ```swift
  /// graph.shortestWalk(to: "unlocked")?.events  // ["coin"]
  /// ```
  ///
  /// - Parameters:
  ///   - state: The identifier of the state to reach.
  ///   - start: The identifier of the state to start in; the initial state unless you say otherwise.
  /// - Returns: The walk, without steps where it starts in the state; `nil` where no walk leads
  ///   there, or the graph has no such state.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func shortestWalk(to state: String, from start: String? = nil) -> Walk? {
    let index = GraphIndex(self)
    guard let start = index.numbers[start ?? initialState], let end = index.numbers[state]
    else { return nil }
    return ShortestWays(from: start, in: index).way(to: end).map { way in
      walk(from: index.names[start], along: way)
    }
  }

  /// Returns a shortest walk to each state, in the order of states, the unreachable ones left out.
  ///
  /// - Returns: The walks, each from the initial state.
  /// - Complexity: O(*n* · *l*) in the number of states and transitions, and the length of the
  ///   longest walk.
  public func shortestWalks() -> [Walk] {
    let index = GraphIndex(self)
    let ways = ShortestWays(from: index.initial, in: index)
    return index.names.indices.compactMap { state in
      ways.way(to: state).map { walk(from: initialState, along: $0) }
    }
  }

  /// Returns the walk along transitions given by their positions.
  func walk(from start: String, along way: [Int]) -> Walk {
    Walk(start: start, steps: way.map { Walk.Step(.transition(transitions[$0])) })
  }
}

extension StateGraph {
  /// Returns random walks from the initial state; the same seed gives the same walks.
  ///
  /// Each step is one of the transitions out of the state, all equally likely. A walk that comes to
  /// a state without a way out ends there.
  ///
  /// ```swift
  /// @Test(arguments: graph.randomWalks(20, length: 50, seed: 7))
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many walks.
  ///   - length: How many steps a walk has at most.
  ///   - seed: The seed. Print it, or keep it fixed: it is all that repeats the walks.
  /// - Returns: The walks.
  /// - Complexity: O(*n* + `count` · `length`) in the number of states and transitions.
  public func randomWalks(_ count: Int, length: Int, seed: UInt64) -> [Walk] {
    let index = GraphIndex(self)
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      var way: [Int] = []
      var state = index.initial
      while way.count < length, !index.outgoing[state].isEmpty {
        let choices = index.outgoing[state]
        let transition = choices[generator.next(below: choices.count)]
        way.append(transition)
        state = index.targets[transition]
      }
      return walk(from: initialState, along: way)
    }
  }
}

/// A seeded source of random numbers, with the same numbers on every run and system.
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
  /// The standard library has a method of its own, which may change from version to version.
  mutating func next(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
