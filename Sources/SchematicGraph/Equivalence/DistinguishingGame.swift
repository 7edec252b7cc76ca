/// The shortest line of play that tells two states apart.
///
/// In a round that separates two states, one of them has a move that the other cannot answer alike.
/// The move is made, the best answer to it is given, and so on with where they lead, which an earlier
/// round separates (the attacker's strategy in Stirling's bisimulation game).
struct DistinguishingGame {
  let graph: StateGraph
  let other: StateGraph
  let bisimulation: Bisimulation
  let behaviour: Behaviour

  /// Returns the difference of a state of the graph and one of the other; `nil` where they are alike.
  func difference(_ one: Int, _ another: Int) -> BehaviourDifference? {
    var (state, otherState) = (one, another)
    guard var round = bisimulation.round(separating: state, otherState) else { return nil }
    var steps: [Walk.Step] = []
    var otherSteps: [Walk.Step] = []
    var contrast = contrast(of: state, otherState)
    while round > 0 {
      let own = bisimulation.ways(outOf: state, unlike: otherState, after: round - 1)
      let isOwn = !own.isEmpty
      let (mover, answerer) = isOwn ? (state, otherState) : (otherState, state)
      let ways =
        isOwn ? own : bisimulation.ways(outOf: otherState, unlike: state, after: round - 1)
      // A way that nobody can answer shows the difference at once; otherwise any will do.
      let unanswered = ways.first { way in
        !behaviour.ways[answerer].contains { $0.move == way.move }
      }
      if let way = unanswered {
        contrast = .transition(transition(way, outOf: mover), isInThisGraph: isOwn)
        break
      }
      let way = ways[0]
      let answers = behaviour.ways[answerer].filter { $0.move == way.move }
      let best = answers.max {
        resistance($0.target, way.target) < resistance($1.target, way.target)
      }
      guard let best else { break }
      let (ownWay, otherWay) = isOwn ? (way, best) : (best, way)
      steps.append(Walk.Step(.transition(transition(ownWay, outOf: state))))
      otherSteps.append(Walk.Step(.transition(transition(otherWay, outOf: otherState))))
      (state, otherState) = (ownWay.target, otherWay.target)
      round = resistance(state, otherState)
      contrast = self.contrast(of: state, otherState)
    }
    return BehaviourDifference(
      walk: Walk(start: graph.initialState, steps: steps),
      otherWalk: Walk(start: other.initialState, steps: otherSteps), contrast: contrast)
  }

  /// Returns the round that separates two states that are not alike.
  private func resistance(_ one: Int, _ other: Int) -> Int {
    bisimulation.round(separating: one, other) ?? .max
  }

  /// Returns what two states show without taking an event.
  private func contrast(of state: Int, _ otherState: Int) -> BehaviourDifference.Contrast {
    let (sight, otherSight) = (behaviour.sights[state], behaviour.sights[otherState])
    let own = sight.refusals.subtracting(otherSight.refusals)
    let others = otherSight.refusals.subtracting(sight.refusals)
    let rejections = graph.rejections.filter { rejection in
      rejection.state == graph.states[state].identifier && own.contains(.init(rejection))
    }
    let otherRejections = other.rejections.filter { rejection in
      rejection.state == identifier(otherState) && others.contains(.init(rejection))
    }
    if let rejection = rejections.first { return .rejection(rejection, isInThisGraph: true) }
    if let rejection = otherRejections.first { return .rejection(rejection, isInThisGraph: false) }
    return .finalState(isInThisGraph: sight.isFinal)
  }

  /// Returns the identifier of a state of the other graph.
  private func identifier(_ state: Int) -> String {
    other.states[state - graph.states.count].identifier
  }

  /// Returns the transition that a way stands for.
  private func transition(
    _ way: (move: Int, target: Int), outOf state: Int
  ) -> StateGraph.Transition {
    let isOwn = state < graph.states.count
    let move = behaviour.moves[way.move]
    return StateGraph.Transition(
      source: isOwn ? graph.states[state].identifier : identifier(state),
      target: isOwn ? graph.states[way.target].identifier : identifier(way.target),
      event: move.event, guard: move.guard, action: move.action, isInternal: move.isInternal)
  }
}
