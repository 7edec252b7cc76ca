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
