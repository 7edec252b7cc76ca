import SchematicGraph

/// What walks do when they are followed on paper.
struct Replay {
  /// The answers of the graph that the walks came by.
  private(set) var taken: Set<Walk.Step> = []
  /// The pairs of answers that followed each other.
  private(set) var pairs: Set<[Walk.Step]> = []
  /// What is wrong with the walks.
  private(set) var mistakes: [String] = []

  init(_ walks: some Sequence<Walk>, in graph: StateGraph) {
    let transitions = Set(graph.transitions)
    let rejections = Set(graph.rejections)
    for walk in walks {
      if walk.start != graph.initialState { mistakes.append("starts in \(walk.start)") }
      var state = walk.start
      for step in walk.steps {
        if step.source != state { mistakes.append("\(step) is taken in \(state)") }
        switch step.answer {
        case .transition(let transition) where transitions.contains(transition): break
        case .rejection(let rejection) where rejections.contains(rejection): break
        default: mistakes.append("\(step) is not in the graph")
        }
        state = step.target
      }
      taken.formUnion(walk.steps)
      pairs.formUnion(zip(walk.steps, walk.steps.dropFirst()).map { [$0, $1] })
    }
  }

  /// The transitions that the walks came by.
  var transitions: Set<StateGraph.Transition> { Set(taken.compactMap(\.transition)) }
}
